"""Counts of many matches: integers that can be added in any order, so that every split gives the same result.

    counts = Counts.of(rules, players, played) + Counts.of(rules, players, others)
    counts.share("seat 0")              # 0.252 (0.248 to 0.256)

A measure is a number for each match. Counts hold its sum, and the sum of squares over blocks: matches of one block have
the same deals, so only blocks are independent, and intervals are computed over them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import inf, isfinite, lcm, sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardhouse.compiled import PlayoutResults
from cardhouse.compiled.compiler import compiled
from cardhouse.games.definition import AnyGame

WHOLE = lcm(*range(1, 13))  # the units of a first place, divisible by any number of seats that share it
SURE = 1.96  # standard errors of a 95% interval


class Estimate(NamedTuple):
    """A mean and its 95% interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.4g} ({self.interval})"

    def _repr_html_(self) -> str:
        from cardhouse.lab.shown import estimate_html

        return estimate_html(self)

    @property
    def interval(self) -> str:
        return f"{self.low:.4g} to {self.high:.4g}" if isfinite(self.high) else "?"

    @property
    def percent(self) -> str:
        return f"{self.mean:.1%} ({self.low:.1%} to {self.high:.1%})"

    def among(self, count: int) -> "Estimate":
        """Widen the interval so that it holds for this number of estimates together (Bonferroni correction)."""
        wider = NormalDist().inv_cdf(1 - 0.025 / max(1, count)) / SURE
        return Estimate(
            self.mean, self.mean - wider * (self.mean - self.low), self.mean + wider * (self.high - self.mean)
        )

    def scaled(self, by: float, plus: float = 0.0) -> "Estimate":
        low, high = sorted((self.low * by + plus, self.high * by + plus))
        return Estimate(self.mean * by + plus, low, high)


def points(value: Estimate) -> str:
    """Format a difference of shares in percentage points."""
    if not isfinite(value.high):
        return f"{100 * value.mean:+.1f} (?)"
    return f"{100 * value.mean:+.1f} ({100 * value.low:+.1f} to {100 * value.high:+.1f})"


def wilson(share: float, count: float) -> Estimate:
    """Return the Wilson interval of a share of `count` independent trials; it always lies within 0 and 1."""
    if count <= 0:
        return Estimate(share, 0.0, 1.0)
    middle, margin = share + SURE**2 / (2 * count), SURE * sqrt(share * (1 - share) / count + (SURE / count) ** 2 / 4)
    whole = 1 + SURE**2 / count
    low, high = (middle - margin) / whole, (middle + margin) / whole
    return Estimate(share, max(0.0, min(low, share)), min(1.0, max(high, share)))  # despite rounding errors


def shares(places: NDArray[np.int8]) -> NDArray[np.int64]:
    """Return [match, seat]: the seat's share of the first place, in units of 1 / WHOLE."""
    firsts = places == 1
    parts: NDArray[np.int64] = firsts * (WHOLE // np.maximum(1, firsts.sum(axis=1)))[:, None]
    return parts


@dataclass
class Counts:
    matches: int = 0
    blocks: int = 0  # complete ones: the intervals leave out a last block that lacks matches
    sums: dict[str, int] = field(default_factory=dict)
    block_sums: dict[str, int] = field(default_factory=dict)
    squares: dict[str, int] = field(default_factory=dict)
    size: int = 1  # matches in a block

    @classmethod
    def of(cls, game: AnyGame, players: Sequence[str], played: PlayoutResults, *, first: int = 0) -> "Counts":
        """Count played matches, the first of which has number `first`. Different players rotate through the seats."""
        seats, distinct = len(players), list(dict.fromkeys(players))
        size = seats if len(distinct) > 1 else 1
        called = np.array([distinct.index(name) for name in players])
        names = measures(game, seats, distinct)
        totals = np.zeros((4, len(names)), np.int64)
        adder()(played, called, size, first if size > 1 else 0, WHOLE, totals)
        sums, block_sums, squares = (dict(zip(names, row.tolist(), strict=True)) for row in totals[:3])
        return cls(len(played.moves), len(played.moves) // size, sums, block_sums, squares, size)

    def __add__(self, other: "Counts") -> "Counts":
        def added(one: dict[str, int], two: dict[str, int]) -> dict[str, int]:
            return {name: one.get(name, 0) + two.get(name, 0) for name in {**one, **two}}

        return Counts(
            self.matches + other.matches,
            self.blocks + other.blocks,
            added(self.sums, other.sums),
            added(self.block_sums, other.block_sums),
            added(self.squares, other.squares),
            max(self.size, other.size),
        )

    def error(self, name: str) -> float:
        """Return the standard error of a measure's mean; infinite with fewer than two blocks."""
        if self.blocks < 2:
            return inf
        variance = (self.squares[name] - self.block_sums[name] ** 2 / self.blocks) / (self.blocks - 1)
        return sqrt(max(0.0, variance) / self.blocks) / self.size

    def mean(self, name: str) -> Estimate:
        if not self.matches:
            return Estimate(0.0, 0.0, inf)
        mean, error = self.sums[name] / self.matches, self.error(name)
        return Estimate(mean, max(0.0, mean - SURE * error), mean + SURE * error)

    def share(self, name: str, by: int = 1) -> Estimate:
        """Return the share of first places of `by` seats: a Wilson interval with the effective number of trials."""
        if not self.matches:
            return wilson(0.0, 0)
        share, error = self.sums[name] / WHOLE / self.matches / by, self.error(name) / WHOLE / by
        return wilson(share, max(self.blocks, share * (1 - share) / error**2 if error else 0))


def measures(game: AnyGame, seats: int, players: Sequence[str]) -> list[str]:
    """Return the names of the measures, in the order of `add_up`."""
    names = [f"seat {seat}" for seat in range(seats)] + [f"turn {seat}" for seat in range(seats)]
    names += [f"player {name}" for name in players] + [f"place {name}" for name in players]
    return [*names, "unfinished", "moves", "choices", "deals", *(f"tally {tally}" for tally in game.tallies)]


def add_up(
    played: PlayoutResults, called: NDArray[np.int64], size: int, first: int, whole: int, totals: NDArray[np.int64]
) -> None:
    """Sum the measures over all matches, and with their squares over complete blocks. `called` has players' names."""
    sums, block_sums, squares, block = totals
    count, seats = played.places.shape
    names = (len(sums) - 2 * seats - 4 - played.tallies.shape[1]) // 2
    for i in range(count):
        winners = 0
        for seat in range(seats):
            winners += int(played.places[i, seat] == 1)
        turned = (first + i) % size  # the rotation; 0 if all players are the same
        for seat in range(seats):
            place, part = played.places[i, seat], 0
            if place == 1:
                part = whole // winners
            player = 2 * seats + called[(seat + seats - turned) % seats]
            block[seat] += part
            block[seats + played.turns[i, seat]] += part
            block[player] += part
            block[player + names] += place
        last = 2 * (seats + names)
        block[last] += int(played.places[i, 0] == 0)
        block[last + 1] += played.moves[i]
        block[last + 2] += played.choices[i]
        block[last + 3] += played.deals[i]
        for tally in range(played.tallies.shape[1]):
            block[last + 4 + tally] += played.tallies[i, tally]
        if (i + 1) % size == 0:
            for k in range(len(sums)):
                sums[k] += block[k]
                block_sums[k] += block[k]
                squares[k] += block[k] * block[k]
                block[k] = 0
    for k in range(len(sums)):
        sums[k] += block[k]


@cache
def adder() -> Callable[[PlayoutResults, NDArray[np.int64], int, int, int, NDArray[np.int64]], None]:
    return compiled(add_up)
