"""Positions: a moment of a finished match, from which another match goes on.

    position = read_position(cut(log, frame=41))
    match = position.match.play_on(FairDealer(), names=["Ann", "Ben"])

A position is written as the first lines of a log: the head, the draws and the moves up to that moment, without the
names, the commitments and the deal secrets of the match that it comes from. Nothing can be proved about its cards,
because whoever chose the moment has seen them all.
"""

from itertools import count
from typing import Any, NamedTuple

from cardhouse.cards.errors import BadLog, CardhouseError
from cardhouse.games import game as game_named
from cardhouse.games.definition import AnyGame
from cardhouse.games.version import law_version
from cardhouse.play.dealers import ScriptedDealer
from cardhouse.play.log import Entry, lines
from cardhouse.play.match import Match
from cardhouse.play.replay import LoggedDealer, entries_of, play_again, replay_with, values_of

MOST_BYTES = 1 << 20  # of a position; a long match has 100,000
KEPT = {"seating", "begun", "cards", "ended", "move", "join", "leave"}  # the entries that change the state


class Position(NamedTuple):
    text: str
    match: Match  # in this position, but not to be played: `play_on` gives the match that goes on from it
    left: frozenset[int]  # the seats whose players have left the match for good
    sheet: tuple[tuple[int, ...], ...]  # the scores after each deal that is over


def playable_frames(log: str, *, game: AnyGame | None = None) -> list[int]:
    """Return the frames of a logged match from which another match can go on: those at which a player has a choice."""
    return sorted(_moments(log, game))


def cut(log: str, *, frame: int, game: AnyGame | None = None) -> str:
    """Return the position at a frame of a logged match, as text. Raise BadLog if nobody has a choice there."""
    if (end := _moments(log, game).get(frame)) is None:
        raise BadLog("Nobody has a choice at this moment of the match, so nobody can play on from it.", rule="logs")
    head, *entries = entries_of(log)
    names = (f"Player {seat}" for seat in count())
    law = law_version(game_named(game or head["game"]))
    kept = [{**head, "law": law._asdict(), "names": [next(names) for _ in range(head["seats"])]}]
    for entry in entries[:end]:
        if entry.keys() & KEPT:
            kept.append({"join": next(names)} if "join" in entry else _without_fault(entry))
    text = lines(kept)
    if len(text) > MOST_BYTES:
        raise BadLog("This match is too long to play on from this moment.", rule="logs")
    return text


def read_position(text: str, *, game: AnyGame | None = None) -> Position:
    """Play a position. Raise BadLog if it is not one, or if the law plays it differently now."""
    head, *entries = entries_of(text)
    sheet: list[tuple[int, ...]] = []

    def look(match: Match, entry: Entry) -> None:
        if match.deals_over > len(sheet):
            sheet.append(match.scores)

    try:
        dealer = ScriptedDealer(values_of(entries, "seating", "cards"))
        match = play_again(head, entries, game, dealer, look)
        look(match, {})
    except (CardhouseError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadLog(f"The position does not replay: {error}", rule="logs") from error
    if lines(match.log_entries()) != text:
        raise BadLog("The position does not replay: it comes out as another one.", rule="logs")
    left = frozenset(entry["leave"] for entry in entries if "leave" in entry)
    return Position(text, match, left, tuple(sheet))


def _moments(log: str, game: AnyGame | None) -> dict[int, int]:
    """Return, for each frame at which a player has a choice, how many entries of the log come before that choice."""
    found: dict[int, int] = {}
    number = next((at for at, entry in enumerate(entries_of(log)[1:]) if "onward" in entry), -1)
    dealt = number >= 0

    def look(match: Match, entry: Entry) -> None:
        nonlocal number, dealt
        number += 1
        if dealt and match.to_act and not match.paused:
            found[match.event_count - 1] = number  # automatic events come before the next choice
        dealt |= "cards" in entry

    replay_with(log, game, LoggedDealer, look)
    return found


def _without_fault(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key != "fault"}
