"""The docs site in a real browser, with the policy of a house around it: it looks as built, and search finds things."""

import shutil
from pathlib import Path

import pytest
from tools.site.__main__ import pack
from tools.site.build import build

from tests.house.live import LiveHouse
from tests.web.conftest import Come
from tests.web.person import Person


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    pack(build(folder / "built"), folder / "docs.zip")
    return folder / "docs.zip"


def opens_search(person: Person) -> bool:
    """Press the key of the search box, which is there a moment after the page; it then has the focus."""
    person.page.keyboard.press("/")
    return bool(person.page.evaluate("document.activeElement.shadowRoot !== null"))


def test_the_docs_are_read_and_searched_in_a_house(site: Path, tmp_path: Path, come: Come) -> None:
    shutil.copy(site, tmp_path)
    with LiveHouse(tmp_path) as house:
        ann = come("Ann", house, width=390, height=800)
        ann.page.goto(f"{house.url}/docs")
        ann.sees("Cardhouse is a house for card games.")
        ann.page.goto(f"{house.url}/docs/architecture")
        ann.page.wait_for_function("document.querySelector('img[src$=\"#only-light\"]').naturalWidth > 0")
        assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390
        ann.until(lambda: opens_search(ann))
        ann.page.keyboard.type("four of clubs")
        ann.page.locator("a[href*='/docs/games/president/?h=']").first.click()
        ann.page.wait_for_url("**/docs/games/president/**")


def test_a_policy_that_does_not_allow_the_scripts_of_a_page_is_complained_of(
    site: Path, tmp_path: Path, come: Come
) -> None:
    shutil.copy(site, tmp_path)
    with LiveHouse(tmp_path, plant="strict policy") as house:
        ann = come("Ann", house)
        ann.page.goto(f"{house.url}/docs/")
        ann.until(lambda: any("Content Security Policy" in complaint for complaint in ann.complaints))
        ann.complaints.clear()
