"""The error for a game that breaks the contract: what is wrong, where, and how to reproduce it."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from random import Random
from traceback import extract_tb
from types import TracebackType

from cardhouse.cards.errors import BadLaw
from cardhouse.cards.law import Record
from cardhouse.cards.ledger import Ledger
from cardhouse.games.definition import AnyGame

MOST_NAMED = 6  # moves, cells or fields that a sentence names


class Broken(AssertionError):
    """A game that does not keep the contract.

    `sentence` says what is wrong, `where` in which match and at which move, and `again` is a Python call that
    reproduces it.
    """

    def __init__(self, sentence: str, where: str = "", again: str = "") -> None:
        super().__init__(sentence)
        self.sentence, self.where, self.again = sentence, where, again

    def __str__(self) -> str:
        if not self.again:
            return self.sentence
        line = f'python -c "import cardhouse, cardhouse.testing as testing; {self.again}"'
        return f"{self.sentence}\n  Where: {self.where}\n  Again: {line}"


def must(truth: object, sentence: str) -> None:
    if not truth:
        raise Broken(sentence)


@dataclass
class CheckedPosition:
    """Where a check is: the setup of the match, and the moves so far."""

    function: str  # of cardhouse.testing, which repeats this check
    game: AnyGame
    seats: int
    options: Mapping[str, str | int]
    seed: int
    given: Mapping[str, object] = field(default_factory=dict)  # the function's other arguments
    moves: int = 0
    last: str = ""  # the text of the last move, with its seat
    seat: int | None = None  # whose move is checked

    @property
    def chance(self) -> Random:
        return Random(self.seed)

    @property
    def description(self) -> str:
        options = "".join(f", {name}={value}" for name, value in self.options.items())
        last = f", after {self.last}" if self.last else ""
        seat = "" if self.seat is None else f", seat {self.seat} to act"
        return f"{self.game.title}, {self.seats} seats{options}, seed {self.seed}, move {self.moves}{last}{seat}."

    @property
    def again(self) -> str:
        given = {"seats": self.seats, "options": dict(self.options), "seed": self.seed, **self.given}
        words = "".join(f", {name}={value!r}" for name, value in given.items())
        return f"testing.{self.function}({self.game!r}{words})"

    def note_move(self, seat: int, t: Ledger, choice: int) -> None:
        """Note a move before it is made."""
        self.moves, self.last = self.moves + 1, f"seat {seat}: {texts_of(self.game, t, [choice])}"


@contextmanager
def checking(position: CheckedPosition) -> Iterator[CheckedPosition]:
    """Add the position to every failure. An exception in the game's own code is a broken contract."""
    try:
        yield position
    except Broken as broken:
        raise (
            broken if broken.again else Broken(broken.sentence, position.description, position.again)
        ) from broken.__cause__
    except Exception as error:
        raise Broken(own_error(position.game, error), position.description, position.again) from error


def own_error(game: AnyGame, error: Exception) -> str:
    """Return a sentence for an exception, with the innermost line of the game's code in its traceback."""
    if isinstance(error, BadLaw):
        return error.sentence
    return f"{type(error).__name__} in {line_of(game, error.__traceback__)}: {error}"


def line_of(game: AnyGame, trace: TracebackType | None) -> str:
    folder = str(Path(str(game.law.__file__)).parent) if hasattr(game.law, "__file__") else ""
    frames = extract_tb(trace)
    own = [frame for frame in frames if folder and frame.filename.startswith(folder)] or list(frames)
    return f"{Path(own[-1].filename).name}:{own[-1].lineno}, {own[-1].name}"


def texts_of(game: AnyGame, t: Ledger, choices: Iterable[int]) -> str:
    """Return the texts of the first few moves; for a move that has no text, its number."""
    texts = []
    for choice in list(choices):
        try:
            texts.append(repr(game.notation.text(t, choice)))
        except Exception:
            texts.append(f"number {choice}, which has no text")
    return listing(texts)


def listing(texts: list[str]) -> str:
    return ", ".join(texts[:MOST_NAMED]) + (f" and {len(texts) - MOST_NAMED} more" if len(texts) > MOST_NAMED else "")


def difference(one: object, other: object) -> str:
    """Name the cells or fields in which two states, views or events differ, with both values."""
    return listing([f"{name} is {a!r} or {b!r}" for name, a, b in differences("", one, other)]) or "nothing"


def differences(name: str, one: object, other: object) -> list[tuple[str, object, object]]:
    if type(one) is not type(other):
        return [(name or "it", one, other)]
    parts = named_parts(one, other)
    if parts is None:
        return [] if one == other else [(name or "it", one, other)]
    found = []
    for part, a, b in parts:
        found += differences(f"{name}{part}" if name or part.startswith("[") else part.removeprefix("."), a, b)
    return found


def named_parts(one: object, other: object) -> list[tuple[str, object, object]] | None:
    """Return the parts of two objects of the same type, by name, or None if they have none."""
    if isinstance(one, Record):
        return [(f".{name}", getattr(one, name), getattr(other, name)) for name in one.FIELDS]
    if is_dataclass(one):
        return [(f".{part.name}", getattr(one, part.name), getattr(other, part.name)) for part in fields(one)]
    if isinstance(one, tuple) and hasattr(one, "_fields"):
        return [(f".{name}", getattr(one, name), getattr(other, name)) for name in one._fields]
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return [(f".{key}" if isinstance(key, str) else f"[{key!r}]", one[key], other[key]) for key in one]
    if isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        return [(f"[{number}]", a, b) for number, (a, b) in enumerate(zip(one, other, strict=True))]
    return None
