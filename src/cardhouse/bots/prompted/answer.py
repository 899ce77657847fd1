"""The move in an answer. A move that the rules forbid is illegal; an answer without a move is unreadable.

read_answer(view, "I keep my aces.\nMove: play 4d 4h")      # Reading("play 4d 4h")
read_answer(view, "Move: play 4d 5h").error                 # Refused: 4d and 5h are not of the same rank. (...)
read_answer(view, "I would pass, I think.").error           # Unreadable: There is no line ...

Only a stated move counts. A move that is merely mentioned may be one that the model decided against.
"""

import re
from collections.abc import Iterable
from json import loads
from typing import NamedTuple

from cardhouse.cards.errors import CardhouseError, Refused, Unreadable, shown
from cardhouse.games import game as game_named
from cardhouse.games.view import View
from cardhouse.play import referee

# Spaces are matched within a line only: otherwise each of many blank lines would begin the same search again.
STATED = re.compile(r"^(?:[^\S\n]|[*_`>#-])*move(?:[^\S\n]|[*_`])*:(.*)$", re.IGNORECASE | re.MULTILINE)
OBJECT = re.compile(r"\{[^{}]*\}")
MARKUP = '`*". '  # around a move: Markdown, quotation marks, a full stop
LONGEST_LINE = referee.LONGEST  # characters of an answer that consists of a move alone
ANSWERS = "how to answer"


class Reading(NamedTuple):
    """The move in an answer, and what is wrong with it: None, Refused (illegal) or Unreadable."""

    move: str = ""
    error: CardhouseError | None = None

    @property
    def is_illegal(self) -> bool:
        return isinstance(self.error, Refused)


def read_answer(view: View, answer: object) -> Reading:
    """Find the move in an answer, and check it by the rules with what the seat knows."""
    reading = read_listed(view.moves, answer)
    return reading._replace(error=refusal(view, reading.move)) if reading.error is None else reading


def read_listed(moves: Iterable[str], answer: object) -> Reading:
    """Find the move in an answer, and spell it as in a list of moves, if it is one of them. No rules are checked."""
    if type(answer) is not str:
        return Reading(error=Unreadable(f"An answer is text, not {type(answer).__name__}.", rule=ANSWERS))
    move = stated_move(answer)
    if not move:
        return Reading(error=Unreadable("There is no line `Move: ...` in the answer.", rule=ANSWERS))
    listed = {one.lower(): one for one in moves}
    return Reading(listed.get(move.lower(), move))


def stated_move(answer: str) -> str:
    """Return the last move that an answer states, in a line `Move: ...` or as JSON; or an answer of one line."""
    lines = [clean(found[1]) for found in STATED.finditer(answer)]
    if stated := [line for line in lines if line]:
        return stated[-1]
    objects = [move for found in OBJECT.finditer(answer) if (move := move_in_json(found[0]))]
    if objects:
        return objects[-1]
    alone = answer.strip()
    return "" if "\n" in alone or len(alone) > LONGEST_LINE else clean(alone)


def move_in_json(text: str) -> str:
    try:
        move = loads(text).get("move")
    except (ValueError, RecursionError):
        return ""
    return clean(move) if isinstance(move, str) else ""


def clean(text: str) -> str:
    """Remove markup around a move, and double spaces. A stroke at the end alone belongs to a card, as in `7h'`."""
    bare = " ".join(text.split()).strip(MARKUP)
    return bare[1:-1] if bare.startswith("'") and bare.endswith("'") else bare


def refusal(view: View, move: str) -> CardhouseError | None:
    """Return why a seat may not make a move, as far as it can know: hidden cards lie anywhere possible."""
    if move in view.moves:
        return None
    game = game_named(view.game)
    if game.secrecy.recall is None:
        return Unreadable(f"{shown(move)} is not one of your legal moves.", rule=f"{game.title}, moves")
    try:
        referee.judge(game, game.secrecy.recall(view), view.seat, move)
    except CardhouseError as error:
        return error
    return None
