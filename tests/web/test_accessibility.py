"""No violation on any page, in both themes; and axe can fail."""

from typing import Literal

import pytest

from tests.house.live import LiveHouse
from tests.web.accessibility import violations
from tests.web.conftest import Come
from tests.web.person import Person
from tests.web.screen import SIZES, loads
from tests.web.test_matches import SHORT
from tests.web.test_replay import finished

PANELS = {"Invite": "img", "Rules": "article", "Scores": "p", "Settings": "select", "Help": "p, li, td"}
THEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
PLANT = """() => {
    const faults = '<span id="grey">grey</span><img src="/assets/none"><button id="tiny" aria-label="tiny"></button>'
    document.querySelector('main').insertAdjacentHTML('beforeend', faults)
    grey.style.color = '#ccc'
    tiny.style.cssText = 'width: 9px; height: 9px; min-height: 0; padding: 0'
}"""


def in_both_themes(person: Person) -> list[str]:
    """The page follows the system's taste."""
    found: list[str] = []
    for theme in THEMES:
        person.page.emulate_media(color_scheme=theme)
        person.page.wait_for_selector(f"html[data-theme={theme}]")
        person.settled()
        found += violations(person.page)
    return found


@pytest.mark.parametrize("path", ["/", "/daily", "/new/blitz", "/rules/president", "/t/none-such", "/no/page"])
def test_pages_without_a_table(path: str, house: LiveHouse, come: Come) -> None:
    ann = come("Ann", house)
    ann.allowed = ("404",)
    loads(ann, path)
    assert in_both_themes(ann) == []


@pytest.mark.parametrize(("width", "height"), SIZES.values())
def test_the_home_page_of_somebody_who_plays(width: int, height: int, house: LiveHouse, come: Come) -> None:
    ann = come("Ann", house, width=width, height=height)
    ann.goes("/evening")
    ann.press("Open the evening")
    ann.sees("People are joining")
    table, (token,) = house.table("davenport", 1, bots=3, listed=True)
    ann.at(table, token)
    ann.page.wait_for_selector(".mine .status .turn")
    loads(ann, "/")
    ann.page.locator(".strip").get_by_text("Your turn").wait_for()
    ann.page.get_by_role("heading", name="Your evenings").wait_for()
    ann.page.get_by_role("heading", name="Deal of the day").wait_for()
    assert in_both_themes(ann) == []


@pytest.mark.parametrize("game", SHORT)
def test_tables_are_accessible(game: str, house: LiveHouse, come: Come) -> None:
    more = SHORT[game]
    table, (token,) = house.table(game, 1, bots=more["seats"] - 1, **more)
    ann = come("Ann", house)
    ann.at(table, token)
    ann.page.wait_for_selector(".status .turn")
    ann.page.locator("[role=log] p", has_text="Your turn. ").wait_for(state="attached")  # it is told to those who hear
    lit = ann.page.locator(".hand .lit")
    if lit.count():
        lit.first.click(position={"x": 12, "y": 14})
    assert in_both_themes(ann) == []
    ann.page.evaluate("document.documentElement.classList.add('four-colours')")
    assert violations(ann.page) == []


@pytest.mark.parametrize("panel", PANELS)
def test_dialogs_over_a_table_are_accessible(panel: str, house: LiveHouse, come: Come) -> None:
    table, (token,) = house.table("president", 1, bots=3)
    ann = come("Ann", house)
    ann.at(table, token)
    ann.page.wait_for_selector(".hand")
    ann.press(panel)
    ann.page.wait_for_selector("dialog[open]")
    ann.page.locator("dialog[open]").locator(PANELS[panel]).first.wait_for()
    ann.settled()
    assert violations(ann.page) == []
    ann.page.keyboard.press("Escape")
    ann.page.wait_for_selector("dialog", state="detached")


def test_a_table_on_a_phone_that_waits_an_invitation_and_the_chat(house: LiveHouse, come: Come) -> None:
    table, (token,) = house.table("dynasty", 1)
    ann, eve = come("Ann", house, width=360, height=640), come("Eve", house, width=360, height=640)
    ann.at(table, token)
    ann.sees("seats are free")
    ann.page.get_by_alt_text("QR code").wait_for()
    assert violations(ann.page) == []
    eve.goes(f"/t/{table}")
    eve.sees("Ann invites you to play Dynasty")
    assert violations(eve.page) == []
    ann.press("Chat")
    ann.page.wait_for_selector(".talk")
    assert violations(ann.page) == []


def test_a_match_that_is_over_and_its_replay(house: LiveHouse, come: Come) -> None:
    ann, _ = finished("davenport", house, come)
    assert violations(ann.page) == []
    ann.page.get_by_role("link", name="Is this deal fair?").click()
    ann.sees("Not confirmed by your browser")
    assert violations(ann.page) == []
    ann.page.keyboard.press("Escape")
    assert violations(ann.page) == []


def test_faults_are_found(house: LiveHouse, come: Come) -> None:
    """Planted: grey on grey, a picture without words, a button too small to hit."""
    ann = come("Ann", house)
    ann.goes("/")
    ann.sees("Play now")
    ann.page.evaluate(PLANT)
    ann.allowed = ("404",)
    found = " ".join(violations(ann.page))
    assert "color-contrast" in found
    assert "image-alt" in found
    assert "target too small" in found
