"""A contest: the results of its players so far, block by block."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from cardhouse.games.definition import AnyGame
from cardhouse.lab.contest.block import Block, Line
from cardhouse.lab.counts import WHOLE, Counts, Estimate
from cardhouse.lab.ladder import ladder
from cardhouse.play.runner import Asked

SAMPLES = 400  # bootstrap samples of the blocks, for the intervals of ratings
FEWEST = 5  # blocks needed for ratings

Pair = tuple[str, str]


@dataclass(repr=False)
class Contest:
    kind: str  # duel or tournament
    game: AnyGame
    seats: int
    options: dict[str, str | int]
    seed: int
    lines: Sequence[Line]
    wanted: int  # blocks
    limit: float  # seconds for a move
    until: float | None = None  # the difference that counts as small, in a contest that ends early
    blocks: dict[tuple[int, int], Block] = field(default_factory=dict)  # by line-up and number
    broken: str = ""  # why it is not complete
    settled_after: int | None = None  # blocks
    leaders: Pair = ("", "")  # the pair of the difference; in a duel, the first player and par
    difference: Estimate | None = None  # with an interval that is valid at any time

    def __repr__(self) -> str:
        from cardhouse.lab.contest.summary import title

        return f"<Contest, a {self.kind}: {title(self)}>"

    def _repr_html_(self) -> str:
        from cardhouse.lab.contest.page import fragment

        return fragment(self)

    @property
    def par(self) -> float:
        return 1 / self.seats

    @property
    def players(self) -> list[str]:
        return list(dict.fromkeys(name for line in self.lines for name in line))

    @property
    def end(self) -> int:
        """Return the number of blocks that count; workers may have played more."""
        return self.wanted if self.settled_after is None else self.settled_after

    @property
    def counted(self) -> list[Block]:
        """Return the blocks that count, in order."""
        return [self.blocks[key] for key in sorted(self.blocks, key=lambda key: key[::-1]) if key[1] < self.end]

    def missing(self) -> list[tuple[int, int]]:
        """Return the line-ups and blocks left to play: all line-ups of a block, then the next block."""
        everything = ((line, number) for number in range(self.end) for line in range(len(self.lines)))
        return [key for key in everything if key not in self.blocks]

    # Figures

    def whole(self, lines: Iterable[int]) -> list[int]:
        """Return the numbers of the blocks that all these line-ups have played."""
        sets = [{number for met, number in self.blocks if met == line and number < self.end} for line in lines]
        return sorted(set.intersection(*sets))

    def counts(self, lines: Sequence[int], names: Sequence[str]) -> Counts:
        """Return the counts of these players over these line-ups, which share their deals."""
        numbers, size = self.whole(lines), self.seats * len(lines)
        found = Counts(len(numbers) * size, len(numbers), size=size)
        for name in names:
            for measure, of in (("player", "first"), ("place", "place")):
                values = [sum(getattr(self.blocks[line, n], of)[name] for line in lines) for n in numbers]
                key = f"{measure} {name}"
                found.sums[key] = found.block_sums[key] = sum(values)
                found.squares[key] = sum(value * value for value in values)
        return found

    def by_player(self) -> dict[str, tuple[Estimate, Estimate]]:
        """Return the share of first places and the mean place by player; in a tournament, as one among others."""
        found = {}
        for name in self.players:
            lines = [number for number, line in enumerate(self.lines) if self.is_one(name, line)]
            counts, count = self.counts(lines, [name]), self.lines[lines[0]].count(name)
            share, place = counts.share(f"player {name}", count), counts.mean(f"place {name}").scaled(1 / count)
            found[name] = share, place._replace(low=max(place.low, 1.0), high=min(place.high, float(self.seats)))
        return found

    def is_one(self, name: str, line: Line) -> bool:
        return name in line if self.kind == "duel" or self.seats == 2 else name == line[0]

    def pool(self) -> dict[Pair, Estimate]:
        """Return, by (one, others), the share of first places of the one."""
        found: dict[Pair, Estimate] = {}
        for number, line in enumerate(self.lines):
            one, others = line[0], line[1]
            found[one, others] = self.counts([number], [one]).share(f"player {one}")
            if self.seats == 2:
                found[others, one] = self.counts([number], [others]).share(f"player {others}")
        return found

    def ratings(self) -> dict[str, Estimate]:
        """Return Elo ratings, with mean 0 and bootstrap intervals over blocks; empty if there are too few blocks."""
        names, numbers = self.players, self.whole(range(len(self.lines)))
        if len(numbers) < FEWEST:
            return {}
        firsts = np.array([[self.share_of(line[0], i, n) for n in numbers] for i, line in enumerate(self.lines)])
        matches, known, chance = len(numbers) * self.seats, self.pool(), np.random.default_rng(self.seed)

        def rated(blocks: NDArray[np.int64], more: NDArray[np.float64] | float) -> list[float]:
            """Add a pseudo-match so that a 100% record stays finite; draw its score to reflect the uncertainty."""
            shares = (firsts[:, blocks].mean(axis=1) * matches + more) / (matches + 1)
            cells = {(line[0], line[1]): share for line, share in zip(self.lines, shares.tolist(), strict=True)}
            found = ladder(names, {cell: known[cell]._replace(mean=share) for cell, share in cells.items()}, self.seats)
            middle = sum(rating.mean for rating in found.values()) / len(names)
            return [rating.mean - middle for rating in found.values()]

        samples = [
            rated(chance.integers(len(numbers), size=len(numbers)), chance.random(len(firsts))) for _ in range(SAMPLES)
        ]
        lows, highs = np.quantile(samples, (0.025, 0.975), axis=0).tolist()
        rows = zip(names, rated(np.arange(len(numbers)), 0.5), lows, highs, strict=True)
        ratings = {name: Estimate(mean, min(low, mean), max(high, mean)) for name, mean, low, high in rows}
        return dict(sorted(ratings.items(), key=lambda one: -one[1].mean))

    def share_of(self, name: str, line: int, number: int) -> float:
        """Return a player's share of first places in a block, summed over all seats of this name."""
        return self.blocks[line, number].first[name] / WHOLE / self.seats

    def times(self, name: str) -> Counter[int]:
        return sum((block.times.get(name, Counter()) for block in self.counted), Counter())

    def faults(self, name: str) -> int:
        return sum(block.faults[name] for block in self.counted)

    def asked(self, name: str) -> Asked:
        """Return how often a prompt-driven player was asked, and how many of its answers were not legal moves."""
        return reduce(Asked.plus, (block.asked.get(name, Asked()) for block in self.counted), Asked())
