"""A house with the page, and people with browsers in it. Whatever a page complains of fails the test."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.house.live import LiveHouse
from tests.web import browser as chromium
from tests.web.person import Person

Come = Callable[..., Person]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Its event loop runs in this thread: until it is closed, no other test can run one."""
    with sync_playwright() as tools:
        yield tools


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    where = chromium.found()
    assert where is not None, chromium.WANTED  # never skipped: a page that nobody has looked at is not tested
    opened = playwright.chromium.launch(executable_path=where, args=list(chromium.FLAGS))
    yield opened
    opened.close()


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHouse]:
    with LiveHouse(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[LiveHouse]:
    """One that a test may stop."""
    with LiveHouse(tmp_path) as house:
        yield house


@pytest.fixture
def come(browser: Browser) -> Iterator[Come]:
    """Somebody with a browser of their own; in the end nobody's page may have complained."""
    people: list[Person] = []

    def comes(
        name: str,
        house: LiveHouse,
        *,
        width: int = 1280,
        height: int = 800,
        installs: bool = False,
        **tastes: object,
    ) -> Person:
        people.append(Person(browser, name, house.url, width=width, height=height, installs=installs, **tastes))
        return people[-1]

    yield comes
    complaints = [complaint for person in people for complaint in person.complaints]
    for person in people:
        person.context.close()
    assert complaints == []
