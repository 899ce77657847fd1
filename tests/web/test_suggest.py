"""Bots on the page: how well they play, and what one would do in a player's place."""

import re
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from msgspec import json

from cardhouse.games import GAMES
from tests.house.live import LiveHouse
from tests.web.conftest import Come
from tests.web.controls import MouseControls
from tests.web.matches import act, answered
from tests.web.person import Person
from tests.web.test_coming_back import seated, until_turn

TURNS = 6
ADVICE = ".status .advice"


def suggested(person: Person) -> str:
    """The last move that was."""
    return str([frame["move"] for frame in person.frames if frame["type"] == "suggestion"][-1])


@pytest.mark.parametrize("game", GAMES)
def test_a_suggestion_is_picked_said_and_made_by_keyboard_alone(game: str, house: LiveHouse, come: Come) -> None:
    ann = seated(house, come, game, bots=GAMES[game].default_seats - 1)
    for _ in range(TURNS):
        ann.until(lambda: ann.to_act or ann.table.get("phase") in ("pause", "over"))
        if not ann.to_act:
            break
        until_turn(ann)
        ann.page.keyboard.press("g")
        ann.page.wait_for_selector(ADVICE)
        advice = ann.page.locator(ADVICE).inner_text()
        measured = r"(Keeps .+; )?([Bb]etter than .+ in \d+ of 100 .+|[Aa]bout as good as .+)"
        why = rf"It is your only move|A rule of thumb: .+|{measured}"
        assert re.fullmatch(rf"Suggested: [^.]+\. ({why})\.", advice)
        assert ann.page.locator("button.suggested").count() == 1
        assert ann.page.locator(".actions .main:not(.suggested)").count() == 0  # no other one stands out
        *_, spoken = (text for text in ann.announced if text.startswith("Suggested: "))
        assert not re.search("[♣♦♥♠]", spoken)
        answered(MouseControls(ann), lambda: ann.page.keyboard.press("Enter"), suggested(ann))


def hold_suggestions(person: Person) -> list[Callable[[], None]]:
    """Keep suggestions from the page of this person. Return the list in which each will be, as a call that sends it."""
    held = list[Callable[[], None]]()

    def route(ws: Any) -> None:
        def hear(message: str | bytes) -> None:
            if json.decode(message)["type"] == "suggestion":
                held.append(partial(ws.send, message))
            else:
                ws.send(message)

        ws.connect_to_server().on_message(hear)

    person.page.route_web_socket("**/socket/*", route)
    return held


def test_the_suggest_button_waits_and_then_focuses_the_suggested_move(house: LiveHouse, come: Come) -> None:
    table, (token,) = house.table("davenport", 1, seats=2, bots=1)
    ann = come("Ann", house)
    held = hold_suggestions(ann)
    ann.at(table, token)
    until_turn(ann)
    ann.page.get_by_role("button", name="Suggest").focus()
    ann.page.keyboard.press("Enter")
    thinking = ann.page.get_by_role("button", name="Thinking…")
    thinking.wait_for()
    assert thinking.get_attribute("aria-disabled") == "true"
    ann.until(lambda: bool(held))
    held.pop()()
    ann.page.wait_for_selector(ADVICE)
    assert ann.page.evaluate("document.activeElement.classList.contains('suggested')")
    ann.page.locator('.hand button[aria-pressed="false"]').last.click()
    assert ann.page.locator(f"{ADVICE}, button.suggested").count() == 0  # something else is picked


def test_where_suggestions_are_switched_off_nobody_is_offered_one(house: LiveHouse, come: Come) -> None:
    ann = seated(house, come, "davenport", seats=2, bots=1, suggestions=False)
    until_turn(ann)
    assert ann.page.get_by_role("button", name="Suggest").count() == 0
    ann.press("Settings")
    ann.sees("no suggestions")


def test_how_well_bots_play_is_chosen_remembered_told_and_changed(house: LiveHouse, come: Come) -> None:
    ann = come("Ann", house)
    ann.goes("/new/president")
    ann.sees("Plays by simple rules, and does not think ahead")
    ann.page.get_by_text("Easy", exact=True).click()
    ann.page.get_by_label("Bots", exact=True).select_option("3")
    ann.press("Open the table")
    ann.page.wait_for_selector(".hand")
    ann.until(lambda: ann.table.get("level") == "easy")
    ann.page.get_by_title("level: easy").first.wait_for()
    ann.goes("/")
    ann.press("Play now: Davenport")
    ann.page.wait_for_url("**/t/*")
    ann.page.wait_for_selector(".hand")
    ann.until(lambda: (ann.table["game"], ann.table["level"]) == ("davenport", "easy"))
    ann.press("Settings")
    ann.page.get_by_text("Quick", exact=True).click()
    ann.until(lambda: ann.table["level"] == "quick")
    ann.page.keyboard.press("Escape")
    ann.sees("The bot level is now quick.")
    ann.until(lambda: ann.to_act)
    act(MouseControls(ann), Random(1))
