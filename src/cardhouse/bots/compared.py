"""What a search measured: the chosen move against another one, in the same trials."""

from typing import NamedTuple, Protocol, runtime_checkable


class Compared(NamedTuple):
    """Another move, and in how many trials the chosen one came out better than it, or worse."""

    move: str
    better: int
    worse: int
    trials: int


Comparisons = tuple[Compared, ...]


@runtime_checkable
class Comparing(Protocol):
    """A player that says what it measured for its last move."""

    compared: Comparisons
