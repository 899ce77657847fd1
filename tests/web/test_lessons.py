"""A newcomer learns a game on the page: from the home page to the end of the lesson, by nothing but what is marked."""

import pytest

from tests.house.live import LiveHouse
from tests.web.accessibility import violations
from tests.web.conftest import Come
from tests.web.person import Person

WANTED = "[data-wanted]"


def follow(person: Person) -> None:
    """Do what is marked: a card, then a place, then the button."""
    marked = person.page.locator(f"{WANTED}:not([aria-disabled=true])")
    if marked.count():
        marked.first.click(position={"x": 8, "y": 10})


@pytest.mark.parametrize("game", ["javelin", "blitz"])
def test_first_time_leads_through_a_deal_and_survives_a_reload(game: str, house: LiveHouse, come: Come) -> None:
    ann = come("Ann", house, pace=0)
    ann.goes("/")
    ann.page.get_by_label(f"First time? Learn {game.capitalize()} in one deal").click()
    ann.page.wait_for_selector(WANTED)
    assert violations(ann.page) == []
    said = ann.page.locator(".lesson p")
    first = said.inner_text()
    ann.until(lambda: said.inner_text() != first, lambda: follow(ann))
    ann.page.wait_for_selector(WANTED)
    second = said.inner_text()
    ann.page.reload()
    ann.page.wait_for_selector(WANTED)
    assert said.inner_text() == second
    ann.until(lambda: said.inner_text().startswith("That was the lesson."), lambda: follow(ann))
