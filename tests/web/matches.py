"""Whole matches on the page: what a rule of thumb chooses, people click or type."""

from collections.abc import Callable, Sequence
from random import Random

from msgspec import json

from cardhouse.games import game as game_named
from cardhouse.house.views import view_of
from tests.web.hands import Clicks, Keys, make
from tests.web.person import Person

MOST_ROUNDS = 4000


def play_out(people: Sequence[Clicks], chance: Random) -> int:
    """Until the match is over; returns how many moves people made."""
    moves = 0
    for _ in range(MOST_ROUNDS):
        if all(hands.person.table.get("phase") == "over" for hands in people):
            return moves
        for hands in people:
            moves += act(hands, chance)
        people[0].page.wait_for_timeout(5)
    raise AssertionError("the match does not end")


def act(hands: Clicks, chance: Random, *, goes_on: bool = True) -> int:
    """Whatever is to be done by this person now, if anything; the next deal, too, unless he waits in the pause."""
    person = hands.person
    hands.page.wait_for_timeout(1)  # hear what the house has said
    phase = person.table.get("phase")
    if goes_on and phase == "pause" and not person.table["seats"][person.seat].get("ready"):
        answered(hands, lambda: next_deal(hands))
        return 0
    if phase != "play" or not person.to_act or person.view is None:
        return 0
    hands.page.wait_for_selector(".status .turn")
    view = person.view
    move = chosen(view, chance)
    answered(hands, lambda: make(hands, move, view), move)
    return 1


def chosen(view: dict[str, object], chance: Random) -> str:
    """Mostly the rule of thumb; now and then anything, for more of the page."""
    moves = view["moves"]
    assert isinstance(moves, list)
    others = [move for move in moves if not move.startswith(("undo", "forfeit", "deal 1"))]
    if chance.random() < 0.1:
        return "undo" if "undo" in moves else str(chance.choice(others))
    return str(game_named(str(view["game"])).quick(view_of(str(view["game"]), json.encode(view))))


def next_deal(hands: Clicks) -> None:
    if isinstance(hands, Keys):
        hands.reach(".between button.main")
    else:
        hands.page.locator(".between button.main").click()


def answered(hands: Clicks, doing: Callable[[], None], move: str = "") -> None:
    """Do it, and wait for the answer and the version that it led to. What was made must be what was meant."""
    person = hands.person
    heard = len(person.frames)
    doing()
    for _ in range(3000):
        for frame in person.frames[heard:]:
            assert frame["type"] != "nak" or frame["code"] in ("stale", "not_now"), f"{person.name}, {move!r}: {frame}"
            if frame["type"] in ("ack", "nak"):
                wait_for(person, frame, heard)
                if move and frame["type"] == "ack":
                    made = [one["happened"] for one in person.frames[heard:] if one["type"] == "event"]
                    mine = [one["move"] for one in made if one.get("seat") == person.seat and one.get("move")]
                    assert names_in(move) in map(names_in, mine), f"{person.name} meant {move!r}, and made {mine}"
                return
        hands.page.wait_for_timeout(5)
    raise AssertionError(f"{person.name} gets no answer to {move!r}")


def names_in(move: str) -> list[str]:
    """The words of a move, whatever their order, and without what wilds stand for."""
    return sorted(word.partition("=")[0] for word in move.split())


def wait_for(person: Person, answer: dict[str, object], since: int) -> None:
    if answer["type"] == "nak":
        return
    version = (answer["seq"], answer["draft"])
    for _ in range(3000):
        newest = [
            (frame["seq"], frame.get("draft", 0))
            for frame in person.frames[since:]
            if frame["type"] in ("event", "welcome")
        ]
        if newest and max(newest) >= version:
            return
        person.page.wait_for_timeout(5)
    raise AssertionError(f"{person.name} never hears of version {version}")
