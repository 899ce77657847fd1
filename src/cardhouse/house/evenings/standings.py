"""Standings: points for places, and what decides at equal points.

A table gives 100 points for the first place and 0 for the last, and evenly spaced ones between, so that tables of all
sizes count the same. Seats that share a place share its points. A table that was broken off counts for nobody.

At equal points these decide, one after the other: more first places; stronger opponents, by the average points of the
people that a player has met; the direct comparison, which is how much more often a player came before the players they
are still equal with than behind them. Players who are equal in all of that share a place.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import groupby, permutations

from cardhouse.house.evenings.entries import DrawnRound, Places
from cardhouse.wire.evenings import Standing

FIRST = 100  # points for the first place


def points(places: Places, seat: int) -> int:
    """Return the points of a seat, for the seats that it came before; rounded, a half up."""
    mine, others = places[seat], len(places) - 1
    before = sum(1 for place in places if place > mine)
    equal = sum(1 for place in places if place == mine) - 1
    return (FIRST * (2 * before + equal) + others) // (2 * others)


def standings(players: Iterable[int], rounds: Iterable[DrawnRound]) -> tuple[Standing, ...]:
    """Return the standings after these rounds, the first player first; equal players in their order."""
    sums, wins = defaultdict[int, int](int), defaultdict[int, int](int)
    met = defaultdict[int, list[int]](list)
    ahead = defaultdict[int, Counter[int]](Counter)  # how much more often a player came before each of the others
    for people, places in _counted(rounds):
        for seat, player in enumerate(people):
            sums[player] += points(places, seat)
            wins[player] += places[seat] == 1
        for (one, here), (other, there) in permutations(zip(people, places, strict=False), 2):
            met[one].append(other)
            ahead[one][other] += (here < there) - (here > there)

    def so_far(player: int) -> tuple[int, int, int]:
        return sums[player], wins[player], _average([sums[other] for other in met[player]])

    found: list[Standing] = []
    for _, equal in groupby(sorted(players, key=so_far, reverse=True), so_far):
        group = [*equal]
        tied = {*group}
        direct = {one: sum(more for other, more in ahead[one].items() if other in tied) for one in group}
        group.sort(key=lambda one: -direct[one])
        first = len(found) + 1
        for number, player in enumerate(group):
            shared = number > 0 and direct[player] == direct[group[number - 1]]
            place = found[-1].place if shared else first + number
            total, won, strength = so_far(player)
            found.append(
                Standing(
                    player=player,
                    place=place,
                    points=total,
                    wins=won,
                    strength=strength,
                    direct=direct[player],
                )
            )
    return tuple(found)


def _counted(rounds: Iterable[DrawnRound]) -> Iterable[tuple[tuple[int, ...], Places]]:
    """Yield the people and the places of each table that counts."""
    for one in rounds:
        for table, places in zip(one.tables, one.places or (), strict=False):
            if places:
                yield table.people, places


def _average(numbers: list[int]) -> int:
    """Return the average as it is shown: rounded, a half up."""
    return (2 * sum(numbers) + len(numbers)) // (2 * len(numbers)) if numbers else 0
