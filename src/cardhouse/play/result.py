"""How a match ended."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Result:
    winner: str | None  # the id of the winning player; None if several share the first place
    rank: list[str]  # the ids from winner to loser
    places: tuple[int, ...]  # of each seat, 1 for the winner; equal ones share a place
    points: tuple[int, ...]  # of each seat
    look: Callable[[], list[Any]] = field(repr=False, compare=False)

    @property
    def events(self) -> list[Any]:
        """What happened; made when somebody looks."""
        return self.look()

    @classmethod
    def of(
        cls, places: Sequence[int], points: Sequence[int], names: Sequence[str], look: Callable[[], list[Any]]
    ) -> Self:
        order = sorted(range(len(names)), key=lambda seat: places[seat])
        winner = names[order[0]] if list(places).count(1) == 1 else None
        return cls(winner, [names[seat] for seat in order], tuple(places), tuple(points), look)
