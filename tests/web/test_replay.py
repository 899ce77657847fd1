"""A finished match can be seen again, any moment of it, and its deals checked in the browser."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec import json
from playwright.sync_api import Route

from cardhouse import FairDealer, Match, play_out
from cardhouse.bots import random_player
from cardhouse.client import Seat
from cardhouse.games import game as game_named
from cardhouse.house import replays
from tests.house.live import LiveHouse
from tests.web import matches
from tests.web.conftest import Come
from tests.web.controls import MouseControls
from tests.web.person import Person
from tests.web.test_matches import SHORT
from tests.web.vectors import as_archived


def finished(game: str, house: LiveHouse, come: Come) -> tuple[Person, str]:
    """A match that a program has played in the seat, and its player, who comes when it is over."""
    table, (token,) = house.table(game, 1, bots=SHORT[game]["seats"] - 1, **SHORT[game])
    Seat(house.url, table, token, game).play(game_named(game).quick)
    ann = come("Ann", house)
    ann.at(table, token)
    ann.page.wait_for_selector(".between")
    return ann, table


@pytest.mark.parametrize("game", SHORT)
def test_a_replay_shows_all_hands_and_confirms_nothing_to_someone_who_was_absent(
    game: str, house: LiveHouse, come: Come
) -> None:
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
    ann.sees("Not confirmed by your browser")
    answers = ann.page.locator("[data-state=unseen]")
    assert all(answer.bounding_box()["width"] > 100 for answer in answers.all())
    ann.sees("Your browser did not see its commitment before the deal")


def test_step_run_jump_and_a_link_to_a_moment(house: LiveHouse, come: Come) -> None:
    ann, table = finished("dynasty", house, come)
    ann.page.clock.install()
    ann.goes(f"/t/{table}/replay")
    slider = ann.page.get_by_label("Moment", exact=True)
    ann.page.get_by_role("button", name="Forward one move").click()
    ann.page.keyboard.press("ArrowRight")
    assert slider.input_value() == "2"
    ann.page.get_by_role("button", name="Back one move").click()
    assert slider.input_value() == "1"
    ann.page.get_by_label("Speed").select_option("15×")
    ann.page.clock.pause_at(ann.page.evaluate("Date.now() + 1000"))
    ann.press("Play")
    ann.until(lambda: int(slider.input_value()) > 8, lambda: ann.page.clock.run_for(50))
    ann.press("Pause")
    ann.page.clock.resume()
    ann.press("Link to this moment")
    ann.page.wait_for_url("**at=*")
    moment, log_lines = slider.input_value(), ann.page.locator("aside li").all_inner_texts()
    eve = come("Eve", house)
    eve.page.goto(ann.page.url)
    eve.page.wait_for_selector("input[type=range]")
    assert eve.page.get_by_label("Moment", exact=True).input_value() == moment
    assert eve.page.locator("aside li").all_inner_texts() == log_lines


def finished_match(house: LiveHouse, come: Come, **size: int) -> tuple[Person, str]:
    """A match of President, and its player, whose browser was there from before the deal to the end."""
    table, (token,) = house.table("president", 1)
    ann = come("Ann", house, **size)
    ann.at(table, token)
    ann.until(lambda: bool(house.get(f"/api/tables/{table}")["coming"]["entropy"]))
    ann.press("Start now, with")
    ann.page.wait_for_selector(".hand .card")
    assert "random" not in ann.page.inner_text("body"), "entropy that a page adds by itself is not in the log"
    matches.play_out([MouseControls(ann)], Random(1))
    return ann, table


def forge(person: Person, change: Callable[[dict[str, Any]], None]) -> None:
    """From now on the house tells this person's browser otherwise of the match."""

    def tamper(route: Route) -> None:
        response = route.fetch()
        record = response.json()
        change(record)
        route.fulfill(response=response, json=record)

    person.page.route("**/api/tables/*/replay*", tamper)


def other_hands(record: dict[str, Any]) -> None:
    """The hands of two seats exchanged; what was drawn stays as it is."""
    (deal,) = [frame["happened"] for frame in record["frames"] if frame["happened"]["move"] == "deal"]
    one, other = deal["steps"][:2]
    one["cards"], other["cards"] = other["cards"], one["cards"]


def no_plays(record: dict[str, Any]) -> None:
    record["frames"] = [frame for frame in record["frames"] if frame["happened"]["seat"] < 0]


def other_match(record: dict[str, Any]) -> None:
    """Right in itself, but not the match that was played: its commitment is another one."""
    dealer = FairDealer()
    dealer.add(0, "random words")
    match = Match("president", dealer=dealer, names=record["names"])
    play_out(match, [random_player(seed) for seed in range(4)])
    fresh = replays.replay(as_archived(match), 1, 1)
    record.update(json.decode(json.encode(fresh)))


def test_a_browser_that_saw_the_commitment_confirms_the_deal_and_finds_a_forgery(house: LiveHouse, come: Come) -> None:
    ann, table = finished_match(house, come)
    ann.goes(f"/t/{table}/replay?fair")
    ann.sees("The house dealt this match as it had committed to")
    ann.sees("52 cards follow from the deal secret and your text.")
    forge(ann, other_hands)
    ann.page.reload()
    ann.sees("The house did not deal this match as it had committed to")
    ann.sees("The cards that were drawn went elsewhere than the rules say.")
    forge(ann, other_match)
    ann.page.reload()
    ann.sees("This is not the commitment that your browser was shown for this deal.")
    ann.page.unroute("**/api/tables/*/replay*")
    forge(ann, no_plays)
    ann.page.reload()
    ann.sees("At the table your browser saw other moves than these.")
    ann.page.unroute("**/api/tables/*/replay*")
    forge(ann, lambda record: record.update(game="davenport"))
    ann.page.reload()
    ann.sees("The house did not deal this match as it had committed to")
    ann.sees("This match cannot be shown")
    eve = come("Eve", house)
    eve.goes(f"/t/{table}/replay?fair")
    eve.sees("Not confirmed by your browser")


def test_a_match_that_runs_is_replayed_to_nobody(house: LiveHouse, come: Come) -> None:
    table, _ = house.table("president", 1, bots=3)
    eve = come("Eve", house)
    eve.allowed = ("409",)
    eve.goes(f"/t/{table}/replay")
    eve.sees("There is nothing to replay")
