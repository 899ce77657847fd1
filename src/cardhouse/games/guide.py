"""What a game teaches: the diagrams of its rules page, and a lesson. `docs/lessons.md` explains both.

A **lesson** is a guided first deal against bots. Its seed fixes the cards, and its script the first moves of the bots.
Each **tip** is one sentence, and the move that it asks for. After the last tip the student plays on freely.
A **diagram** is rows of cards with a sentence: what a turn looks like, and what beats what.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

STUDENT = 0  # the seat of whoever opens the table of a lesson
LEVELS = ("easy", "quick")  # of the bots: the first one that the game has


@dataclass(frozen=True, kw_only=True)
class Tip:
    """A sentence, and the move that it asks for. A verb alone, such as `discard`, asks for any move with it."""

    says: str
    move: str
    general: str = ""  # the sentence after the student has strayed, if `says` is not true wherever the move is legal

    def fits(self, move: str) -> bool:
        """Return whether a move is what the tip asks for."""
        return self.move in (move, move.partition(" ")[0])


@dataclass(frozen=True, kw_only=True)
class Lesson:
    seed: int
    seats: int
    tips: tuple[Tip, ...]
    script: Mapping[int, tuple[str, ...]]  # by seat: the first moves of a bot, each made only if it is legal
    options: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class DiagramRow:
    """Cards of a diagram, and what they are. A face-down card is written as an empty text."""

    label: str
    cards: tuple[str, ...]
    sideways: bool = False
    best: bool = False  # whether these cards win


@dataclass(frozen=True, kw_only=True)
class Diagram:
    """One example: rows of cards, a sentence, and whether the rules allow it (None if that is not the question)."""

    says: str
    rows: tuple[DiagramRow, ...]
    allowed: bool | None = None


@dataclass(frozen=True, kw_only=True)
class Section:
    """Diagrams under a heading."""

    title: str
    says: str
    diagrams: tuple[Diagram, ...]


@dataclass(frozen=True, kw_only=True)
class Guide:
    sections: tuple[Section, ...] = ()
    lesson: Lesson | None = None
