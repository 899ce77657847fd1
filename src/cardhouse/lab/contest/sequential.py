"""Sequential testing: a confidence interval that is valid at any time, so that a contest may stop after any block.

It is the empirical-Bernstein confidence sequence with predictable weights of Waudby-Smith and Ramdas ("Estimating means
of bounded random variables by betting", 2024, theorem 2): the chance that it ever leaves out the mean of independent
numbers from 0 to 1 is at most `alpha`, whatever they are and whenever one stops. `docs/duel.md` has the formula.
"""

from collections.abc import Sequence
from itertools import combinations
from math import inf, log, log1p, sqrt

from cardhouse.lab.contest.contest import Contest, Pair
from cardhouse.lab.counts import Estimate

ALPHA = 0.05
BOLDEST = 0.5  # the largest weight of a single number


class Always:
    """always = Always(); always.add(0.5); always.interval  # of the mean"""

    def __init__(self, alpha: float = ALPHA) -> None:
        self.count, self.price = 0, log(2 / alpha)
        self.paid = self.price
        self.sum, self.squares = 0.5, 0.25  # of the numbers, and of their squared errors; they start with a guess
        self.weights = self.weighted = 0.0

    def add(self, x: float) -> None:
        t = self.count = self.count + 1
        weight = min(BOLDEST, sqrt(2 * self.price / (self.squares * log1p(t))))
        off = x - self.sum / t
        self.paid += off * off * (-log1p(-weight) - weight)
        self.weights, self.weighted = self.weights + weight, self.weighted + weight * x
        self.sum += x
        self.squares += (x - self.sum / (t + 1)) ** 2

    @property
    def interval(self) -> Estimate:
        if not self.count:
            return Estimate(0.5, -inf, inf)
        middle, margin = self.weighted / self.weights, self.paid / self.weights
        return Estimate(middle, max(0.0, middle - margin), min(1.0, middle + margin))


class Settling:
    """Looks at the blocks of a contest in order, and ends it when the difference in question is settled.

    In a duel it is the difference between the first player's share and par. In a tournament it is the lead of the best
    player over the second; every pair is tracked, each with its part of alpha, because any of them may be that one.
    """

    def __init__(self, contest: Contest) -> None:
        self.contest, self.seen = contest, 0
        players = contest.players
        pairs = [(players[0], "")] if contest.kind == "duel" else list(combinations(players, 2))
        self.always = {pair: Always(ALPHA / len(pairs)) for pair in pairs}

    def follow(self) -> None:
        contest, lines = self.contest, range(len(self.contest.lines))
        if contest.until is None:
            return
        while self.seen < contest.end and all((line, self.seen) in contest.blocks for line in lines):
            for pair, always in self.always.items():
                always.add(self.number(pair))
            self.seen += 1
            contest.leaders = self.leaders()
            contest.difference = self.difference(contest.leaders)
            if is_settled(contest.difference, contest.until):
                contest.settled_after = self.seen

    def number(self, pair: Pair) -> float:
        """Return a block's number, from 0 to 1: the first player's share, or for a pair 1/2 plus half of the lead."""
        one, other = pair
        if not other:
            return self.share(one, [one]) / self.contest.lines[0].count(one)
        return (1 + self.share(one, pair) - self.share(other, pair)) / 2

    def share(self, name: str, among: Sequence[str]) -> float:
        lines, is_one = self.contest.lines, self.contest.is_one
        met = (i for i, line in enumerate(lines) if is_one(name, line) and set(among) <= set(line))
        return self.contest.share_of(name, next(met), self.seen)

    def leaders(self) -> Pair:
        """Return the best two players so far."""
        if self.contest.kind == "duel":
            return next(iter(self.always))
        ahead = dict.fromkeys(self.contest.players, 0.0)
        for (one, other), always in self.always.items():
            lead = always.sum - (always.count + 1) / 2
            ahead[one], ahead[other] = ahead[one] + lead, ahead[other] - lead
        first, second, *_ = sorted(ahead, key=lambda name: -ahead[name])
        return first, second

    def difference(self, pair: Pair) -> Estimate:
        one, other = pair
        if not other:
            return self.always[pair].interval.scaled(1, -self.contest.par)
        if pair in self.always:
            return self.always[pair].interval.scaled(2, -1)
        return self.always[other, one].interval.scaled(-2, 1)


def is_settled(difference: Estimate, small: float) -> bool:
    """Return whether a difference is significant, or smaller than what counts as small."""
    return difference.low > 0 or difference.high < 0 or max(-difference.low, difference.high) <= small
