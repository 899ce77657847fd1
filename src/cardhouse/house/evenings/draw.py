"""The draw: who plays at which table of the next round.

Tables are as even as possible, and near the size that the creator wishes. Players with similar standings play each
other (the Swiss system), but it comes first that nobody meets the same people again, or plays with bots again, where
that can be avoided. All else is random, from the operating system's generator. The house stores a
draw before it shows it, and never draws a round twice.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

from cardhouse.games.definition import AnyGame
from cardhouse.house.evenings.entries import DrawnRound

AGAIN = 10_000  # what a repeated meeting costs, compared with two players one place apart
PASSES = 20  # most searches for exchanges that make the draw better


class DrawnGroup(NamedTuple):
    """The people of a table, and how many bots fill it."""

    people: tuple[int, ...]
    bots: int


def tables_for(people: int, size: int, seats: Sequence[int]) -> list[tuple[int, int]]:
    """Return how many people and bots each table has. `seats` are the numbers of seats that the game can have.

    As few bots as possible, then sizes as near as possible to the one that is wished, then as few tables as possible.
    """
    found = []
    for count in range(1, people + 1):
        sizes = [people // count + (number < people % count) for number in range(count)]
        if sizes[0] > seats[-1]:
            continue
        filled = [(one, min(number for number in seats if number >= one) - one) for one in sizes]
        found.append((sum(bots for _, bots in filled), sum(abs(one - size) for one in sizes), count, filled))
    return min(found)[-1]


def seat_counts(game: AnyGame, options: dict[str, str | int]) -> list[int]:
    """Return the numbers of seats that go together with these options."""
    return [seats for seats in game.seats if game.misfit(seats, options) is None]


def draw(
    players: Sequence[int], rounds: Iterable[DrawnRound], tables: Sequence[tuple[int, int]], dice: Random
) -> list[DrawnGroup]:
    """Draw a round. `players` are in the order of the standings; `tables` are as `tables_for` returns them."""
    before = _Before(rounds)
    ranks = {player: rank for rank, player in enumerate(players)}
    waiting, groups, bots = [*players], list[list[int]](), [bots for _, bots in tables]
    for count, _ in tables:
        groups.append(waiting[:count])
        del waiting[:count]
    for _ in range(PASSES):
        if not _improve(groups, bots, before, ranks):
            break
    for group in groups:
        dice.shuffle(group)
    return [DrawnGroup((*group,), count) for group, count in zip(groups, bots, strict=True)]


class _Before:
    """Who has met whom in the rounds before, and who has had bots at their table."""

    def __init__(self, rounds: Iterable[DrawnRound]) -> None:
        tables = [table for one in rounds for table in one.tables]
        self.met = Counter(frozenset(pair) for table in tables for pair in combinations(table.people, 2))
        self.bots = Counter(player for table in tables if table.bots for player in table.people)

    def cost(self, group: Sequence[int], bots: int, ranks: dict[int, int]) -> int:
        """Return how bad a table is: what happens again counts by its square, then the distance of its players."""
        again = sum((met + 1) ** 2 - 1 for pair in combinations(group, 2) if (met := self.met[frozenset(pair)]))
        again += sum((self.bots[one] + 1) ** 2 - 1 for one in group) if bots else 0
        return AGAIN * again + sum(abs(ranks[one] - ranks[other]) for one, other in combinations(group, 2))


def _improve(groups: list[list[int]], bots: list[int], before: _Before, ranks: dict[int, int]) -> bool:
    """Exchange players of two tables wherever that makes the draw better; return whether it did."""
    costs = [before.cost(group, count, ranks) for group, count in zip(groups, bots, strict=True)]
    better = False
    for one, other in combinations(range(len(groups)), 2):
        for i in range(len(groups[one])):
            for k in range(len(groups[other])):
                first, second = [*groups[one]], [*groups[other]]
                first[i], second[k] = second[k], first[i]
                new = before.cost(first, bots[one], ranks), before.cost(second, bots[other], ranks)
                if sum(new) < costs[one] + costs[other]:
                    groups[one], groups[other] = first, second
                    costs[one], costs[other] = new
                    better = True
    return better
