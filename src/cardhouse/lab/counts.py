"""What is counted of many matches: whole numbers that can be added up in any order, so every split gives the same.

    counts = Counts.of(rules, players, played) + Counts.of(rules, players, others)
    counts.share("seat 0")              # 0.252 (0.248 to 0.256)

A measure is a number for each match. Its sum is kept, and the sum of the squares over blocks: matches of one block were
played with the same cards, so it is blocks that are independent, and intervals are over them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import lcm, sqrt
from typing import Any, NamedTuple

import numpy as np

from cardhouse.games.face import Game
from cardhouse.press import Played

WHOLE = lcm(*range(1, 13))  # a first place; shared by k seats, each has this divided by k
SURE = 1.96  # standard errors in an interval of 95%


class Estimate(NamedTuple):
    """A mean and its 95% interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.4g} ({self.low:.4g} to {self.high:.4g})"

    @property
    def percent(self) -> str:
        return f"{self.mean:.1%} ({self.low:.1%} to {self.high:.1%})"

    def scaled(self, by: float, plus: float = 0.0) -> "Estimate":
        low, high = sorted((self.low * by + plus, self.high * by + plus))
        return Estimate(self.mean * by + plus, low, high)


def wilson(share: float, many: float) -> Estimate:
    """The interval of a share of so many independent trials; it is never empty, nor beyond 0 and 1."""
    if many <= 0:
        return Estimate(share, 0.0, 1.0)
    middle, spread = share + SURE**2 / (2 * many), SURE * sqrt(share * (1 - share) / many + (SURE / many) ** 2 / 4)
    whole = 1 + SURE**2 / many
    low, high = (middle - spread) / whole, (middle + spread) / whole
    return Estimate(share, max(0.0, min(low, share)), min(1.0, max(high, share)))  # whatever the rounding


def shares(places: Any) -> Any:
    """[match, seat] -> the seat's part of the first place, of WHOLE."""
    firsts = places == 1
    return firsts * (WHOLE // np.maximum(1, firsts.sum(axis=1)))[:, None]


@dataclass
class Counts:
    games: int = 0
    blocks: int = 0
    sums: dict[str, int] = field(default_factory=dict)
    squares: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, rules: Game, players: Sequence[str], played: Played, *, first: int = 0) -> "Counts":
        """Players that differ move on by one seat from match to match, of which the first has this number."""
        differ = len(set(players)) > 1
        size = len(players) if differ else 1
        columns = dict(measures(rules, players, played, first if differ else None))
        starts = range(0, len(played.moves), size)  # the last block may lack some matches
        counts = cls(len(played.moves), len(starts))
        for name, column in columns.items():
            by_block = np.add.reduceat(column, starts, dtype=np.int64) if starts else np.zeros(0, np.int64)
            counts.sums[name], counts.squares[name] = int(by_block.sum()), int((by_block * by_block).sum())
        return counts

    def __add__(self, other: "Counts") -> "Counts":
        def added(one: dict[str, int], two: dict[str, int]) -> dict[str, int]:
            return {name: one.get(name, 0) + two.get(name, 0) for name in {**one, **two}}

        sums, squares = added(self.sums, other.sums), added(self.squares, other.squares)
        return Counts(self.games + other.games, self.blocks + other.blocks, sums, squares)

    def error(self, name: str) -> float:
        """The standard error of the mean of a measure."""
        if self.blocks < 2:
            return 0.0
        variance = (self.squares[name] - self.sums[name] ** 2 / self.blocks) / (self.blocks - 1)
        return sqrt(max(0.0, variance) / self.blocks) * self.blocks / self.games

    def mean(self, name: str) -> Estimate:
        if not self.games:
            return Estimate(0.0, 0.0, 0.0)
        mean, error = self.sums[name] / self.games, self.error(name)
        return Estimate(mean, mean - SURE * error, mean + SURE * error)

    def share(self, name: str, by: int = 1) -> Estimate:
        """Of first places, of `by` seats together: Wilson's, with as many trials as the blocks are worth."""
        if not self.games:
            return wilson(0.0, 0)
        share, error = self.sums[name] / WHOLE / self.games / by, self.error(name) / WHOLE / by
        return wilson(share, max(self.blocks, share * (1 - share) / error**2 if error else 0))


def measures(
    rules: Game, players: Sequence[str], played: Played, rotated_from: int | None
) -> Iterable[tuple[str, Any]]:
    """The columns: a name, and a whole number for each match."""
    many, seats = played.places.shape
    rows, won, over = np.arange(many), shares(played.places), played.places[:, 0] > 0
    for seat in range(seats):
        yield f"seat {seat}", won[:, seat]
        yield f"lead {seat}", won[rows, (played.leads + seat) % seats]
    turned = np.zeros(many, np.int64) if rotated_from is None else (rotated_from + rows) % seats
    for name in dict.fromkeys(players):
        mine = [(number + turned) % seats for number, player in enumerate(players) if player == name]
        yield f"player {name}", sum(won[rows, seat] for seat in mine)
        yield f"place {name}", sum(played.places[rows, seat].astype(np.int64) for seat in mine)
    yield "unfinished", ~over
    for name, column in (("moves", played.moves), ("choices", played.choices), ("deals", played.deals)):
        yield name, column
    for number, tally in enumerate(rules.tallies):
        yield f"tally {tally}", played.tallies[:, number]
