"""Chance is fair: every order of four things comes equally often. The same test finds shuffles known to be bad."""

from collections import Counter
from collections.abc import Callable
from itertools import permutations
from random import Random
from typing import Any

import pytest

from cardhouse import BadDeal, SeededDealer
from cardhouse.cards import chance
from cardhouse.play.dealers import FairStream

ORDERS = list(permutations(range(4)))
ROUNDS = 24_000
LIMIT = 60.0  # chi-square of 23 degrees of freedom exceeds this once in 30,000 times

Shuffle = Callable[[int], list[int]]


def chi_square(shuffle: Shuffle) -> float:
    seen = Counter(tuple(shuffle(seed)) for seed in range(ROUNDS))
    expected = ROUNDS / len(ORDERS)
    return sum((seen[order] - expected) ** 2 / expected for order in ORDERS)


def seeded(seed: int) -> list[int]:
    return SeededDealer(seed).draw(range(4), 4)


def by_game(number: int) -> list[int]:
    return SeededDealer(1, match=number).draw(range(4), 4)


def fair(seed: int) -> list[int]:
    return FairStream(seed.to_bytes(32, "big"), ()).draw(range(4), 4)


@pytest.mark.parametrize("shuffle", [seeded, by_game, fair])
def test_every_order_is_equally_likely(shuffle: Shuffle) -> None:
    assert chi_square(shuffle) < LIMIT


def any_with_any(seed: int) -> list[int]:
    random, row = Random(seed), [0, 1, 2, 3]
    for i in range(4):
        j = random.randrange(4)
        row[i], row[j] = row[j], row[i]
    return row


def never_in_place(seed: int) -> list[int]:
    random, row = Random(seed), [0, 1, 2, 3]
    for last in (3, 2, 1):
        j = random.randrange(last)
        row[last], row[j] = row[j], row[last]
    return row


def biased_remainder(seed: int) -> list[int]:
    random, row = Random(seed), [0, 1, 2, 3]
    for last in (3, 2, 1):
        j = random.getrandbits(4) % (last + 1)
        row[last], row[j] = row[j], row[last]
    return row


@pytest.mark.parametrize("shuffle", [any_with_any, never_in_place, biased_remainder])
def test_planted_bad_shuffles_are_found(shuffle: Shuffle) -> None:
    assert chi_square(shuffle) > LIMIT


def test_a_short_draw_is_the_beginning_of_a_long_one() -> None:
    assert SeededDealer(5).draw(range(52), 7) == SeededDealer(5).draw(range(52), 52)[:7]
    assert FairStream(bytes(32), ()).draw(range(52), 7) == FairStream(bytes(32), ()).draw(range(52), 52)[:7]


@pytest.mark.parametrize("seed", [-1, 1 << 63, 1.5, "7", None])
def test_a_seed_is_a_number_of_63_bits(seed: Any) -> None:
    with pytest.raises(BadDeal, match="A seed is a number from 0"):
        SeededDealer(seed)


def test_streams_do_not_repeat_each_other() -> None:
    starts = set()
    for seed in (0, 1, 7, 1 << 40, (1 << 63) - 1):
        for game in range(200):
            for stream in (chance.DEALER, chance.PLAYERS):
                row = [0] * chance.CELLS
                chance.start(row, seed, game, stream)
                starts.add(tuple(chance.below(row, 1 << 16) for _ in range(4)))
    assert len(starts) == 5 * 200 * 2


def test_the_random_numbers_of_a_seed_never_change() -> None:
    """Seeds are promises: a changed generator would change every simulation ever quoted."""
    row = [0] * chance.CELLS
    chance.start(row, 7, 3, chance.DEALER)
    assert [chance.below(row, 52) for _ in range(8)] == [39, 46, 7, 50, 46, 43, 46, 25]
