"""A finished match can be seen again, any moment of it, and its deals checked in the browser."""

import pytest

from cardhouse.client import Seat
from cardhouse.games import game as game_named
from tests.house.live import LiveHouse
from tests.web.conftest import Come
from tests.web.person import Person
from tests.web.test_matches import SHORT


def finished(game: str, house: LiveHouse, come: Come) -> tuple[Person, str]:
    """A match that a program has played in the seat, and its player, who comes when it is over."""
    table, (token,) = house.table(game, 1, bots=SHORT[game]["seats"] - 1, words="my own luck", **SHORT[game])
    Seat(house.url, table, token, game).play(game_named(game).quick)
    ann = come("Ann", house)
    ann.at(table, token)
    ann.page.wait_for_selector(".between")
    return ann, table


@pytest.mark.parametrize("game", SHORT)
def test_a_match_is_replayed_with_all_hands_and_its_deals_are_fair(game: str, house: LiveHouse, come: Come) -> None:
    ann, _ = finished(game, house, come)
    ann.page.get_by_role("link", name="Replay").click()
    slider = ann.page.get_by_label("Moment", exact=True)
    last = int(slider.get_attribute("max") or 0)
    assert last > 10
    for at in range(0, last, max(1, last // 25)):
        slider.fill(str(at))
    if game != "javelin":
        slider.fill("4")
        hands = ann.page.locator(".hands .line").count()
        assert hands == SHORT[game]["seats"]
        assert ann.page.locator(".hands .card").count() > hands
    ann.press("Is this deal fair?")
    ann.sees("Every deal of this match was dealt as it was sealed")


def test_step_run_jump_and_a_link_to_a_moment(house: LiveHouse, come: Come) -> None:
    ann, table = finished("dynasty", house, come)
    ann.page.clock.install()
    ann.goes(f"/t/{table}/replay")
    slider = ann.page.get_by_label("Moment", exact=True)
    ann.page.get_by_role("button", name="A step on").click()
    ann.page.keyboard.press("ArrowRight")
    assert slider.input_value() == "2"
    ann.page.get_by_role("button", name="A step back").click()
    assert slider.input_value() == "1"
    ann.page.get_by_label("Speed").select_option("15×")
    ann.page.clock.pause_at(ann.page.evaluate("Date.now() + 1000"))
    ann.press("Run")
    ann.until(lambda: int(slider.input_value()) > 8, lambda: ann.page.clock.run_for(50))
    ann.press("Stop")
    ann.page.clock.resume()
    ann.press("Link to this moment")
    ann.page.wait_for_url("**at=*")
    moment, told = slider.input_value(), ann.page.locator("aside li").all_inner_texts()
    eve = come("Eve", house)
    eve.page.goto(ann.page.url)
    eve.page.wait_for_selector("input[type=range]")
    assert eve.page.get_by_label("Moment", exact=True).input_value() == moment
    assert eve.page.locator("aside li").all_inner_texts() == told


def test_a_deal_that_was_tampered_with_is_found(house: LiveHouse, come: Come) -> None:
    """The planted fault: two cards exchanged in what the house tells of a deal."""
    ann, table = finished("president", house, come)

    def tamper(route: object) -> None:
        response = route.fetch()  # type: ignore[attr-defined]
        told = response.json()
        drew = told["deals"][0]["draws"][-1]["drew"]
        drew[0], drew[1] = drew[1], drew[0]
        route.fulfill(response=response, json=told)  # type: ignore[attr-defined]

    ann.page.route("**/replay*", lambda route: tamper(route) if "/api/" in route.request.url else route.continue_())
    ann.goes(f"/t/{table}/replay?fair")
    ann.sees("Not every deal could be confirmed")
    ann.sees("does not follow from the seed")


def test_a_match_that_runs_is_replayed_to_nobody(house: LiveHouse, come: Come) -> None:
    table, _ = house.table("president", 1, bots=3)
    eve = come("Eve", house)
    eve.allowed = ("409",)
    eve.goes(f"/t/{table}/replay")
    eve.sees("There is nothing to replay")
