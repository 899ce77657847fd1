"""The deal of the day on the page: played once, ranked, and watched when the day is over."""

from random import Random
from typing import Any

import pytest

from tests.house.live import LiveHouse
from tests.house.test_daily_deals import DAY, ahead_at_noon
from tests.web.accessibility import violations
from tests.web.conftest import Come
from tests.web.controls import KeyboardControls
from tests.web.keyboard import keys
from tests.web.matches import play_out
from tests.web.person import OFFLINE

SIZES: dict[str, dict[str, int]] = {"phone": {"width": 360, "height": 640}, "desk": {"width": 1280, "height": 800}}


def test_a_deal_of_the_day_on_a_phone_by_keyboard(own_house: LiveHouse, come: Come) -> None:
    own_house.set_clock(ahead_at_noon())
    ann = come("Ann", own_house, **SIZES["phone"], pace=0)
    ann.goes("/")
    keys(ann, "button", "Play: deal of the day, President")
    ann.page.wait_for_selector(".hand")
    ann.sees("President: deal of the day")
    assert ann.page.get_by_role("button", name="Suggest").count() == 0
    play_out([KeyboardControls(ann)], Random(1))
    ann.page.locator(".between").get_by_text("You are 1st of 1 in the ranking.").wait_for()
    assert ann.page.get_by_role("button", name="Rematch").count() == 0
    assert ann.page.get_by_role("link", name="Replay").count() == 0
    assert violations(ann.page) == []
    keys(ann, "link", "To the ranking")
    ann.page.locator("tr.own", has_text="Ann").wait_for()
    assert violations(ann.page) == []

    ann.press("Your result: deal of the day, President")
    ann.sees("You are 1st of 1 in the ranking.")
    eve = come("ann", own_house, **SIZES["desk"])
    eve.allowed = ("409",)
    eve.goes("/daily")
    eve.press("Play: deal of the day, President")
    eve.sees("has begun today's deal already, and each name can begin it once")
    eve.page.get_by_label("Your name").fill("Eve")
    eve.press("Play: deal of the day, President")
    eve.page.wait_for_selector(".hand")
    other = come("Bo", own_house)
    other.goes(ann.page.url.removeprefix(own_house.url))
    other.sees("Others still play this deal of the day")

    own_house.set_clock(ahead_at_noon() + DAY)
    ann.goes("/daily")
    ann.page.get_by_role("link", name="The day before").click()
    ann.page.get_by_role("link", name="Watch the best match: President").click()
    ann.page.wait_for_selector("input[type=range]")
    ann.page.get_by_role("link", name="Is this deal fair?").or_(
        ann.page.get_by_role("button", name="Is this deal fair?")
    ).first.click()
    ann.sees("The house dealt this match as it had committed to.")


def test_a_lost_answer_and_a_wrong_clock_lose_nothing(house: LiveHouse, come: Come) -> None:
    ann = come("Annabel", house, **SIZES["desk"])
    ann.allowed = OFFLINE
    ann.context.add_init_script("{ const now = Date.now; Date.now = () => now() + 400 * 86_400_000 }")
    ann.goes("/daily")
    ann.page.get_by_role("heading", level=2).get_by_text(str(house.get("/api/daily")["date"][:4])).wait_for()
    lost = []

    def lose(route: Any) -> None:
        lost.append(route.fetch().status)  # the house has done it
        route.abort()

    ann.page.route("**/api/daily/games/*", lose, times=1)
    button = ann.page.get_by_role("button", name="Play: deal of the day, Davenport")
    button.focus()
    ann.page.keyboard.press("Enter")
    ann.sees("The house does not answer.")
    assert lost == [201]
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_selector(".hand")
    ann.sees("Davenport: deal of the day")

    again = ann.tab()  # another tab of the same browser leads back to the same table
    again.goto(f"{house.url}/daily")
    again.get_by_role("button", name="Go on: deal of the day, Davenport").click()
    again.wait_for_url(ann.page.url)
    again.wait_for_selector(".hand")
    ann.sees("This seat is open in another tab")


def test_players_who_leave_are_told_that_the_deal_is_over_for_them(house: LiveHouse, come: Come) -> None:
    ann = come("Leander", house, **SIZES["phone"])
    ann.allowed = ("410",)
    ann.goes("/daily")
    ann.press("Play: deal of the day, Dynasty")
    ann.page.wait_for_selector(".hand")
    ann.press("More")
    ann.sees("you cannot begin it again")
    assert ann.page.get_by_text("Invite friends").count() == 0
    ann.press("Leave the table")
    ann.page.wait_for_url(f"{house.url}/")
    ann.press("Go on: deal of the day, Dynasty")
    ann.sees("You have left today's deal")


@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_the_rankings_in_other_languages_fit_a_phone(language: str, house: LiveHouse, come: Come) -> None:
    ann = come("Ann", house, **SIZES["phone"], language=language)
    ann.goes("/daily")
    ann.page.locator("section").nth(4).wait_for()
    ann.settled()
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(ann.page) == []
