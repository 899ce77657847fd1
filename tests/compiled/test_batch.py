"""Compiled matches: the same for the same seed, however the work is split."""

from typing import Any

import numpy as np
import pytest

from cardhouse import BadSetup, Match, SeededDealer
from cardhouse.cards import chance
from cardhouse.cards.law import lowest, size
from cardhouse.compiled import play_many
from cardhouse.compiled.compiler import compilable, compiled
from cardhouse.compiled.records import dtype_of, pack, unpack
from cardhouse.games.president import PRESIDENT


def test_the_split_of_the_work_does_not_matter() -> None:
    whole = play_many("president", matches=10_000, seats=4, seed=7)
    halves = [play_many("president", matches=5000, seats=4, seed=7, first=first) for first in (0, 5000)]
    threads = play_many("president", matches=10_000, seats=4, seed=7, workers=2)
    assert (np.concatenate([half.places for half in halves]) == whole.places).all()
    assert (threads.places == whole.places).all()
    assert (threads.moves == whole.moves).all()
    assert (play_many("president", matches=100, seats=4, seed=8).moves != whole.moves[:100]).any()


def test_a_compiled_match_is_dealt_as_a_seeded_dealer_deals() -> None:
    """The dealer's stream is the same, so a strange match can be looked at, card by card."""
    match = Match("president", seats=5, dealer=SeededDealer(3, match=17))
    row, order = [0] * chance.CELLS, list(range(5))
    chance.start(row, 3, 17, chance.DEALER)
    chance.draw(row, order, 5, 5)
    assert match._state.first == order[0]


def test_places_and_moves() -> None:
    played = play_many("president", matches=2000, seats=3, options={"deals": 2}, seed=1)
    assert played.places.shape == (2000, 3)
    assert (played.places.min(axis=1) == 1).all()
    assert played.moves.min() > 20
    assert play_many("president", matches=0, seats=3, seed=1).moves.shape == (0,)


def test_no_seat_is_favoured_among_players_of_chance() -> None:
    """The first seat is drawn by lot: over many matches all seats do equally well (99.9% interval)."""
    matches = 40_000
    first = (play_many("president", matches=matches, seats=4, seed=5).places == 1).mean(axis=0)
    assert np.abs(first - 0.25).max() < 3.3 * np.sqrt(0.25 * 0.75 / matches)


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": 2},
        {"options": {"x": 1}},
        {"matches": -1},
        {"matches": (1 << 32) + 1},
        {"workers": 0},
        {"game": "bridge"},
        {"seed": 1.5},
        {"seed": 1 << 63},
        {"first": "a"},
    ],
)
def test_bad_batches(wrong: dict[str, Any]) -> None:
    given: dict[str, Any] = {"game": "president", "matches": 10, "seats": 4, "seed": 1} | wrong
    with pytest.raises(BadSetup):
        play_many(given.pop("game"), **given)


def test_a_state_and_its_record_convert_both_ways() -> None:
    state = Match("president", dealer=SeededDealer(1))._state
    record = pack(state)
    assert record.dtype == dtype_of(PRESIDENT.law.State)
    assert record["turn"][0] == state.turn
    assert list(record["at"][0]) == state.at
    assert unpack(record, PRESIDENT.law.State) == state


def test_size_lowest_and_chance_are_the_same_compiled() -> None:
    def fill(cards: Any, counts: Any, lows: Any, row: Any, numbers: Any) -> None:
        for i in range(cards.shape[0]):
            counts[i], lows[i] = size(cards[i]), lowest(cards[i])
        chance.start(row, 12345678901, 99, chance.PLAYERS)
        for i in range(numbers.shape[0]):
            numbers[i] = chance.below(row, i + 1)

    sets = np.random.default_rng(1).integers(1, 1 << 60, 500)
    counts, lows, numbers = (np.zeros(500, np.int64) for _ in range(3))
    compiled(compilable(fill, "count"))(sets, counts, lows, np.zeros(chance.CELLS, np.int64), numbers)
    assert list(counts) == [size(int(cards)) for cards in sets]
    assert list(lows) == [lowest(int(cards)) for cards in sets]
    row = [0] * chance.CELLS
    chance.start(row, 12345678901, 99, chance.PLAYERS)
    assert list(numbers) == [chance.below(row, i + 1) for i in range(500)]
