"""A newcomer learns a game on the page: from the home page to the end of the lesson, by nothing but what is marked."""

from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError as Late

from cardhouse.games import GAMES
from tests.house.live import LiveHouse
from tests.web.accessibility import violations
from tests.web.conftest import Come
from tests.web.person import Person

WANTED = "[data-wanted]"
LOOK = 2_000  # milliseconds


def follow(person: Person) -> None:
    """Do what is marked: a card, then a place, then the button."""
    marked = person.page.locator(f"{WANTED}:not([aria-disabled=true])")
    if marked.count():
        with suppress(Late):  # the page may have gone on, and then nothing is marked: look again
            marked.first.click(position={"x": 8, "y": 10}, timeout=LOOK)


@pytest.mark.parametrize("game", ["javelin", "blitz"])
def test_first_time_leads_through_a_deal_and_survives_a_reload(game: str, house: LiveHouse, come: Come) -> None:
    ann = come("Ann", house, pace=0)
    ann.goes("/")
    ann.page.get_by_label(f"First time? Learn {game.capitalize()} in one deal").click()
    ann.page.wait_for_selector(WANTED)
    assert violations(ann.page) == []
    assert ann.page.locator(".lesson .aim").inner_text() == f"Aim: {GAMES[game].aim}"
    said = ann.page.locator(".lesson p")
    first = said.inner_text()
    ann.press("Suggest")  # it agrees with the step
    ann.sees("It is the next step of the lesson.")
    ann.until(lambda: said.inner_text() != first, lambda: follow(ann))
    ann.page.wait_for_selector(WANTED)
    second = said.inner_text()
    ann.page.reload()
    ann.page.wait_for_selector(WANTED)
    assert said.inner_text() == second
    ann.until(lambda: said.inner_text().startswith("That was the lesson."), lambda: follow(ann))


def test_an_undo_brings_back_the_step_that_was_undone(house: LiveHouse, come: Come) -> None:
    ann = come("Ann", house, pace=0)
    ann.goes("/")
    ann.page.get_by_label("First time? Learn Blitz in one deal").click()
    ann.page.wait_for_selector(WANTED)
    said = ann.page.locator(".lesson p")
    first = said.inner_text()
    ann.until(lambda: "book" in said.inner_text(), lambda: follow(ann))
    ann.page.get_by_role("button", name="Undo").click()
    ann.until(lambda: said.inner_text() == first)


def test_in_javelin_the_card_to_guess_is_marked_before_the_own_card_is_chosen(house: LiveHouse, come: Come) -> None:
    ann = come("Ann", house, pace=0)
    ann.goes("/")
    ann.page.get_by_label("First time? Learn Javelin in one deal").click()
    ann.page.wait_for_selector(WANTED)
    assert ann.page.locator("[data-wanted-later]").get_attribute("data-anchor") == "row 1 9"
