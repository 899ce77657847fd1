"""An evening with friends: two people and bots from the invitation to the final standings, on a desk and on a phone."""

from random import Random
from typing import Any

import pytest

from tests.house.live import LiveHouse
from tests.web.accessibility import violations
from tests.web.conftest import Come
from tests.web.controls import KeyboardControls, MouseControls
from tests.web.keyboard import keys
from tests.web.matches import play_out
from tests.web.person import OFFLINE, Person

WIDER = "document.documentElement.scrollWidth > innerWidth"
SIZES = ((1280, 800), (360, 640))
LANGUAGES = {"de": "Runde 1 von 2", "es": "Ronda 1 de 2", "fr": "Tour 1 sur 2", "en": "Round 1 of 2"}


def well(person: Person) -> None:
    """Fail if something is wrong with the page as it is now."""
    person.settled()
    assert violations(person.page) == []
    assert not person.page.evaluate(WIDER)


def opened(person: Person, game: str, rounds: int) -> str:
    """Open an evening by the form; return its path."""
    person.goes("/")
    person.sees("Plan an evening")
    keys(person, "link", "Plan an evening")
    person.page.get_by_label("Game", exact=True).select_option(game)
    person.page.get_by_label("Rounds", exact=True).select_option(str(rounds))
    well(person)
    keys(person, "button", "Open the evening")
    person.sees("People are joining")
    return str(person.page.evaluate("location.pathname"))


def test_two_people_play_an_evening_by_keyboard_and_on_a_phone(house: LiveHouse, come: Come) -> None:
    ann, ben = come("Ann", house, pace=0), come("Ben", house, pace=0, width=360, height=640)
    ben.allowed = ("409",)  # a name that is taken
    path = opened(ann, "president", 2)
    assert ann.page.get_by_role("button", name="Draw round 1").is_disabled()
    ben.goes(path)
    ben.sees("You are invited")
    well(ben)
    ben.page.get_by_role("textbox", name="Your name").fill("Ann")
    ben.press("Take part")
    ben.sees("Somebody in this evening is called Ann. Ann 2 is free.")
    ben.page.get_by_role("textbox", name="Your name").fill("Ben")
    ben.press("Take part")
    ben.sees("Ann draws round 1.")
    well(ben)
    ann.sees("2 people take part")
    for number in (1, 2):
        keys(ann, "button", f"Draw round {number}")
        for person in (ann, ben):
            seated(person, number)
        assert len(ann.table["seats"]) == 3
        if number == 1:
            ann.page.get_by_role("link", name="Evening: round 1 of 2").wait_for()
            left(ann, path)
        play_out([KeyboardControls(ann), MouseControls(ben)], Random(number))
        for person in (ann, ben):
            person.page.locator(".between").wait_for()
            assert person.page.get_by_role("button", name="Rematch").count() == 0
            assert person.page.get_by_text("How the next deal is shuffled").count() == 0
            well(person)
        keys(ann, "link", "Back to the evening")
        ben.page.get_by_role("link", name="Back to the evening").click()
        if number == 1:
            ann.sees("Round 1 of 2 is over")
            ben.sees("Ann draws round 2.")
            well(ann)
            well(ben)
    for person in (ann, ben):
        person.sees("The evening is over")
        person.page.get_by_role("heading", name="Final result").wait_for()
        well(person)
    rows = ann.page.locator("tbody tr").all_inner_texts()
    assert len(rows) == 2
    assert sorted("Ann" in row for row in rows) == [False, True]
    ann.goes("/")
    ann.sees("Your tables")
    assert ann.page.get_by_role("heading", name="Your evenings").count() == 0


def seated(person: Person, number: int) -> None:
    """Wait until the page has brought its player to the table of a round."""
    person.page.wait_for_url("**/t/**")
    person.until(lambda: bool(person.table) and person.table["evening"]["round"] == number)
    person.page.wait_for_selector(".mine .status")


def left(person: Person, path: str) -> None:
    """Look at the evening in the middle of a match, in every language; and come back."""
    keys(person, "link", "Evening: round 1 of 2")
    person.sees("Round 1 of 2 is being played")
    assert person.page.evaluate("location.pathname") == path  # nobody is sent away who comes by themselves
    well(person)
    for language, says in LANGUAGES.items():
        person.page.evaluate(
            "code => localStorage['cardhouse tastes'] = JSON.stringify({"
            "...JSON.parse(localStorage['cardhouse tastes']), language: code})",
            language,
        )
        for where in ("/evening", path):
            person.goes(where)
            for width, height in SIZES:
                person.page.set_viewport_size({"width": width, "height": height})
                person.page.locator(f"html[lang={language}] main h1").wait_for()
                well(person)
        person.sees(says)
    person.page.set_viewport_size({"width": 1280, "height": 800})
    person.goes("/")
    person.page.get_by_role("heading", name="Your evenings").wait_for()
    assert not person.page.evaluate(WIDER)
    person.page.get_by_role("link", name="President Round 1 of 2").click()
    keys(person, "link", "Go to your table")
    person.page.wait_for_selector(".mine .status")


@pytest.mark.parametrize("sideways", [False, True])
def test_the_creator_goes_on_without_a_table_and_removes_somebody(house: LiveHouse, come: Come, sideways: bool) -> None:
    size = {"width": 844, "height": 390} if sideways else {"width": 1280, "height": 800}
    ann = come("Ann", house, pace=0, **size)
    path = opened(ann, "javelin", 1)
    for name in ("Ben", "Cleo"):
        house.post(f"/api/evenings{path.removeprefix('/e')}/players", {"name": name})
    keys(ann, "button", "Remove Cleo")
    well(ann)
    ann.page.locator(".sure").get_by_role("button", name="No").press("Enter")
    ann.until(lambda: bool(ann.page.evaluate("document.activeElement.ariaLabel") == "Remove Cleo"))
    ann.page.keyboard.press("Enter")
    ann.page.locator(".sure").get_by_role("button", name="Remove Cleo").press("Enter")
    ann.sees("2 people take part")
    ann.until(lambda: bool(ann.page.evaluate("document.activeElement.tagName") == "H1"))  # what had the focus is gone
    keys(ann, "button", "Draw round 1")
    ann.page.wait_for_url("**/t/**")
    ann.page.wait_for_selector(".mine .status")
    ann.press("Invite") if not sideways else None
    if not sideways:
        ann.sees("This table belongs to an evening")
        ann.page.keyboard.press("Escape")
        ann.press("Settings")
        ann.press("Leave the table")
        ann.page.wait_for_url("**/e/**")
    else:
        ann.goes(path)
    ann.sees("Round 1 of 1 is being played")
    ann.press("End the evening…")
    ann.sees("A round that is not over does not count.")
    well(ann)
    ann.page.locator(".sure").get_by_role("button", name="End the evening").press("Enter")
    ann.sees("The evening is over")
    ann.page.get_by_text("broken off", exact=True).wait_for()
    well(ann)


def test_an_evening_that_there_is_not(house: LiveHouse, come: Come) -> None:
    ann = come("Ann", house)
    ann.allowed = ("404",)
    ann.goes("/e/no-such-evening")
    ann.sees("There is no such evening")
    well(ann)


def test_who_joins_again_after_a_lost_answer_is_not_in_their_own_way(house: LiveHouse, come: Come) -> None:
    ann = house.post("/api/evenings", {"game": "president", "name": "Ann"})
    ben = come("Ben", house)
    ben.allowed = OFFLINE
    ben.goes(f"/e/{ann['evening']['id']}")
    lost = list[int]()

    def lose(route: Any) -> None:
        lost.append(route.fetch().status)  # the house has done it
        route.abort()

    ben.page.route("**/players", lose, times=1)
    ben.press("Take part")
    ben.sees("The house does not answer.")
    assert lost == [201]
    ben.press("Take part")
    ben.sees("Ann draws round 1.")
    ben.sees("2 people take part")
