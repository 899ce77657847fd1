"""The referee: reads a move, holds it against the law, and makes it on a copy of the table, or says why not."""

from typing import Any

from cardhouse.cards.errors import Refused, Unreadable
from cardhouse.cards.ledger import WATCHER, hide
from cardhouse.games.face import Game

LONGEST = 400  # characters of a move


def judge(game: Game, t: Any, seat: int, move: str) -> Any:
    """The table after this move of this seat. A long line is several moves: all of them, or none."""
    check_seat(game, t, seat)
    if not isinstance(move, str) or len(move) > LONGEST:
        raise Unreadable(f"A move is a short text, not {_short(move)}.", rule=f"{game.title}, moves")
    after = t.copy()
    for choice in game.notation.read(t, seat, move):
        if rule := game.law.breaks(after, seat, choice):
            known, _ = hide(after, seat)
            raise Refused(game.notation.why(known, seat, choice, rule), rule=game.rule(rule))
        game.law.play(after, seat, choice)
    return after


def check_seat(game: Game, t: Any, seat: int, *, watchers: bool = False) -> None:
    if type(seat) is not int or not (WATCHER if watchers else 0) <= seat < t.seats:
        raise Refused(f"There is no seat {_short(seat)} at this table of {t.seats}.", rule=f"{game.title}, players")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
