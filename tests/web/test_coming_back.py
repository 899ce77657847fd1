"""Refresh, lost network, two tabs, a house that restarts: the seat is the same, and everything is as it was."""

from collections.abc import Callable
from functools import partial
from random import Random
from threading import Event

from msgspec import json
from playwright.sync_api import WebSocketRoute

from tests.house.live import LiveHouse
from tests.web.conftest import Come
from tests.web.controls import MouseControls
from tests.web.matches import act
from tests.web.person import OFFLINE, Person

ROUND_SHOWN = ".winners, figcaption small:not(:empty)"  # of Davenport: who won, or what was shown in the last round


def until_turn(person: Person) -> None:
    person.page.wait_for_selector(".status .turn")


def seated(house: LiveHouse, come: Come, game: str, **more: object) -> Person:
    table, (token,) = house.table(game, 1, **more)
    person = come("Ann", house)
    person.at(table, token)
    return person


def test_a_refresh_in_the_middle_of_a_turn_changes_nothing(house: LiveHouse, come: Come) -> None:
    ann = seated(house, come, "president", bots=3)
    until_turn(ann)
    hand = ann.page.locator(".hand button").count()
    ann.page.locator(".hand button").first.click(position={"x": 12, "y": 14}, force=True)
    ann.page.reload()
    until_turn(ann)
    assert ann.page.locator(".hand button").count() == hand
    ann.until(lambda: ann.to_act)
    assert act(MouseControls(ann), Random(2)) == 1


def test_a_refresh_in_a_hidden_turn_of_blitz_keeps_the_draw(house: LiveHouse, come: Come) -> None:
    ann = seated(house, come, "blitz", bots=1, seats=2)
    controls = MouseControls(ann)
    ann.press("Deal")
    until_turn(ann)
    ann.until(lambda: ann.view is not None and "stock" in ann.view["moves"], lambda: act(controls, Random(1)))
    ann.press("Draw from the stock")
    ann.sees("then discard one card")
    held = ann.page.locator(".hand button").count()
    ann.page.reload()
    ann.sees("then discard one card")
    assert ann.page.locator(".hand button").count() == held


def test_a_lost_network_is_said_and_the_seat_comes_back_by_itself(house: LiveHouse, come: Come) -> None:
    ann = seated(house, come, "davenport", bots=3)
    until_turn(ann)
    ann.allowed = OFFLINE
    ann.context.set_offline(True)
    ann.sees("The connection is lost")
    ann.context.set_offline(False)
    ann.page.wait_for_selector(".banner", state="detached")
    ann.until(lambda: ann.to_act)
    assert act(MouseControls(ann), Random(2)) == 1


def test_a_move_that_was_sent_into_a_dead_network_is_made_once(house: LiveHouse, come: Come) -> None:
    ann = seated(house, come, "davenport", bots=1, seats=2)
    until_turn(ann)
    ann.allowed = OFFLINE
    ann.context.set_offline(True)
    ann.sees("The connection is lost")
    ann.page.locator(".hand button").first.click(position={"x": 12, "y": 14})
    ann.page.locator(".actions").get_by_role("button", name="Commit").click()
    ann.context.set_offline(False)
    ann.page.wait_for_selector(".banner", state="detached")
    until_turn(ann)
    ann.page.wait_for_selector(ROUND_SHOWN)
    happened = [frame["happened"] for frame in ann.frames if frame["type"] == "event"]
    mine = [one.get("move", "") for one in happened if one.get("seat") == ann.seat]
    assert sum(move.startswith("commit") for move in mine) == 1


def test_a_move_whose_answer_was_lost_is_made_once(house: LiveHouse, come: Come) -> None:
    """The house has made it, and the line breaks before it says so: it is sent again, with the same number."""
    ann = seated(house, come, "davenport", bots=1, seats=2)
    lines, sent = [], []

    def between(ws: WebSocketRoute) -> None:
        server = ws.connect_to_server()
        lines.append(ws)

        def up(message: str | bytes) -> None:
            sent.append(json.decode(message))
            server.send(message)

        def down(message: str | bytes) -> None:
            if len(lines) == 1 and json.decode(message)["type"] == "ack":
                ws.close()
            else:
                ws.send(message)

        ws.on_message(up)
        server.on_message(down)

    ann.page.unroute_all()
    ann.page.route_web_socket("**/socket/*", between)
    ann.page.reload()
    until_turn(ann)
    ann.page.locator(".hand button").first.click(position={"x": 12, "y": 14})
    ann.page.locator(".actions").get_by_role("button", name="Commit").click()
    ann.page.wait_for_selector(ROUND_SHOWN)
    until_turn(ann)
    plays = [one for one in sent if one["type"] == "play"]
    assert len(plays) == 2
    assert plays[0] == plays[1]
    assert len(lines) == 2


def test_a_slow_house_is_waited_for_and_nothing_is_sent_twice(house: LiveHouse, come: Come) -> None:
    ann = seated(house, come, "davenport", bots=1, seats=2)
    sent, held, is_slow = list[dict[str, object]](), list[Callable[[], None]](), Event()

    def slow(ws: WebSocketRoute) -> None:
        server = ws.connect_to_server()

        def down(message: str | bytes) -> None:
            if is_slow.is_set():
                held.append(partial(ws.send, message))
            else:
                ws.send(message)

        def up(message: str | bytes) -> None:
            sent.append(json.decode(message))
            server.send(message)

        ws.on_message(up)
        server.on_message(down)

    ann.page.route_web_socket("**/socket/*", slow)
    ann.page.reload()
    until_turn(ann)
    ann.page.locator(".hand button").first.click(position={"x": 12, "y": 14})
    commit = ann.page.locator(".actions").get_by_role("button", name="Commit")
    is_slow.set()
    commit.dblclick(force=True)
    ann.until(lambda: bool(held))
    commit.click(force=True)
    is_slow.clear()
    for answer in held:
        answer()
    ann.page.wait_for_selector(ROUND_SHOWN)
    assert sum(one["type"] == "play" for one in sent) == 1


def test_when_a_house_is_killed_and_opened_again_players_see_only_a_banner(own_house: LiveHouse, come: Come) -> None:
    ann = seated(own_house, come, "president", bots=3)
    until_turn(ann)
    ann.allowed = OFFLINE
    own_house.kill()
    ann.sees("The connection is lost")
    own_house.start()
    ann.page.wait_for_selector(".banner", state="detached")
    ann.until(lambda: ann.to_act)
    assert act(MouseControls(ann), Random(2)) == 1


def test_of_two_tabs_the_newest_plays_and_the_other_says_so(house: LiveHouse, come: Come) -> None:
    ann = seated(house, come, "president", bots=3)
    until_turn(ann)
    first = ann.page
    second = ann.tab()
    second.goto(first.url)
    second.wait_for_selector(".status .turn")
    first.get_by_text("open in another tab").wait_for()
    first.get_by_role("button", name="Play here").click()
    first.wait_for_selector(".banner", state="detached")
    second.get_by_text("open in another tab").wait_for()
    first.close()
    second.wait_for_selector(".banner", state="detached")  # the one that is left has the seat


def test_a_seat_is_taken_back_from_the_bot(house: LiveHouse, come: Come) -> None:
    table, (ann_token, ben_token) = house.table("president", 2, seats=3, bots=1, grace=0.2)
    ann, ben = come("Ann", house), come("Ben 1", house)
    ann.at(table, ann_token)
    ben.at(table, ben_token)
    ben.page.wait_for_selector(".mine")
    ben.page.close()
    ann.sees("offline")
    away = ann.page.get_by_text("away", exact=True)
    ann.until(
        lambda: away.count() > 0, lambda: act(MouseControls(ann), Random(1))
    )  # on their turn a bot plays for them
    ben.page = ben.tab()
    ben.goes(f"/t/{table}")
    away.wait_for(state="detached")
    ben.page.wait_for_selector(".hand, .between")
