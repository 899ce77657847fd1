"""How a match ended."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, Self, TypeVar

E = TypeVar("E")  # the type of the events: `Event` in a match, `Turn` in the callback interface


@dataclass(frozen=True, slots=True)
class Result(Generic[E]):
    winner: str | None  # the id of the winner; None if several share the first place
    rank: list[str]  # the ids from winner to loser
    places: tuple[int, ...]  # of each seat, 1 for the winner; ties share a place
    points: tuple[int, ...]  # of each seat
    look: Callable[[], list[E]] = field(repr=False, compare=False)  # makes the events

    @property
    def events(self) -> list[E]:
        """The events of the match, made lazily."""
        return self.look()

    def __reduce__(self) -> tuple[object, ...]:
        return _made, (self.winner, self.rank, self.places, self.points, self.events)

    @classmethod
    def of(
        cls, places: Sequence[int], points: Sequence[int], names: Sequence[str], look: Callable[[], list[E]]
    ) -> Self:
        order = sorted(range(len(names)), key=lambda seat: places[seat])
        winner = names[order[0]] if list(places).count(1) == 1 else None
        return cls(winner, [names[seat] for seat in order], tuple(places), tuple(points), look)


def _made(
    winner: str | None, rank: list[str], places: tuple[int, ...], points: tuple[int, ...], events: list[E]
) -> Result[E]:
    """Restore a pickled result, which holds its events."""
    return Result(winner, rank, places, points, lambda: events)
