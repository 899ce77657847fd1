"""Whole matches on the page: what a heuristic chooses, people click or type."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

from msgspec import json

from cardhouse.games import game as game_named
from cardhouse.wire.views import view_of
from tests.web.controls import KeyboardControls, MouseControls, make_move
from tests.web.person import Person

MOST_MOVES = 4000


def play_out(people: Sequence[MouseControls], chance: Random) -> int:
    """Until the match is over; returns how many moves people made."""
    moves = 0

    def heard() -> int:
        return sum(len(controls.person.frames) for controls in people)

    def has_more(before: int) -> bool:
        return heard() > before

    def act_all() -> None:
        nonlocal moves
        moves += sum(act(controls, chance) for controls in people)
        assert moves < MOST_MOVES, "the match does not end"

    while any(controls.person.table.get("phase") != "over" for controls in people):
        people[0].person.until(partial(has_more, heard()), act_all)
    return moves


def act(controls: MouseControls, chance: Random, *, goes_on: bool = True) -> int:
    """Whatever is to be done by this person now, if anything; the next deal, too, unless they wait in the pause.

    It acts on what they have heard so far, so that a caller who has just looked for a moment does not miss it.
    """
    person = controls.person
    if goes_on and is_asked_for_next_deal(person):
        next_deal(controls)
        return 0
    if person.table.get("phase") != "play" or not person.to_act or person.view is None:
        return 0
    controls.page.wait_for_selector(".status .turn")
    view = person.view
    move = chosen(view, chance)
    answered(controls, lambda: make_move(controls, move, view), move)
    return 1


def chosen(view: dict[str, object], chance: Random) -> str:
    """Mostly the heuristic; now and then anything, for more of the page."""
    moves = view["moves"]
    assert isinstance(moves, list)
    others = [move for move in moves if not move.startswith(("undo", "forfeit", "deal 1"))]
    if chance.random() < 0.1:
        return "undo" if "undo" in moves else str(chance.choice(others))
    return str(game_named(str(view["game"])).quick(view_of(str(view["game"]), json.encode(view))))


def is_asked_for_next_deal(person: Person) -> bool:
    return bool(person.table.get("phase") == "pause" and not person.table["seats"][person.seat].get("ready"))


def next_deal(controls: MouseControls) -> None:
    """Ask for the next deal, and wait until the house says so: acks may be answers to words that the page has added."""
    controls.page.locator(".between button.main").wait_for()  # the board is to be seen first
    if isinstance(controls, KeyboardControls):
        controls.reach(".between button.main")
    else:
        controls.page.locator(".between button.main").click()
    controls.person.until(lambda: not is_asked_for_next_deal(controls.person))


def answered(controls: MouseControls, doing: Callable[[], None], move: str) -> None:
    """Do it, and wait for the answer and what it led to. What was made must be what was meant."""
    person = controls.person
    heard = len(person.frames)
    doing()

    def naks() -> list[dict[str, Any]]:
        return [one for one in answers_in(person.frames[heard:]) if one["type"] == "nak"]

    def mine() -> list[str]:
        made = [one["happened"] for one in person.frames[heard:] if one["type"] == "event"]
        return [one["move"] for one in made if one.get("seat") == person.seat and one.get("move")]

    person.until(lambda: bool(naks() or mine()))
    for nak in naks():
        assert nak["code"] in ("stale", "not_now"), f"{person.name}, {move!r}: {nak}"
    if not naks():
        assert names_in(move) in map(names_in, mine()), f"{person.name} meant {move!r}, and made {mine()}"
        ack = answers_in(person.frames[heard:])[-1:]
        person.until(lambda: all(newest(person.frames[heard:]) >= (one["seq"], one["draft"]) for one in ack))


def answers_in(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [frame for frame in frames if frame["type"] in ("ack", "nak")]


def newest(frames: list[dict[str, Any]]) -> tuple[int, int]:
    """The version that was heard of last."""
    versioned = [frame for frame in frames if frame["type"] in ("event", "welcome")]
    return max(((frame["seq"], frame.get("draft", 0)) for frame in versioned), default=(-1, 0))


def names_in(move: str) -> list[str]:
    """The words of a move, whatever their order, and without what wilds stand for."""
    return sorted(word.partition("=")[0] for word in move.split())
