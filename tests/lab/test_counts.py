"""Sums that can be added in any order, and intervals over blocks."""

import numpy as np
import pytest

from cardhouse.compiled import PlayoutResults, batch, play_batch, play_many
from cardhouse.games.president import PRESIDENT
from cardhouse.lab.counts import WHOLE, Counts, Estimate, shares, wilson

PLAYERS = ("quick", "random", "easy")


def played(first: int, matches: int) -> PlayoutResults:
    return play_batch(batch("president", matches=matches, seats=3, seed=4, first=first, players=PLAYERS))


def test_parts_add_up_to_the_whole() -> None:
    whole = Counts.of(PRESIDENT, PLAYERS, played(0, 300))
    parts = [Counts.of(PRESIDENT, PLAYERS, played(first, 60), first=first) for first in range(0, 300, 60)]
    added = Counts()
    for part in reversed(parts):
        added += part
    assert added == whole
    assert whole.blocks == 100


def test_players_are_followed_through_the_seats() -> None:
    """Match n of a rotation has player p in seat (p + n) % 3; a wrong turn would give the wins to others."""
    found = played(0, 300)
    counts = Counts.of(PRESIDENT, PLAYERS, found)
    for number, name in enumerate(PLAYERS):
        wins = sum(int(found.places[match, (number + match) % 3] == 1) for match in range(300))
        assert counts.sums[f"player {name}"] == wins * WHOLE
    assert counts.share("player quick").mean > 0.6 > 0.2 > counts.share("player random").mean
    turned = Counts.of(PRESIDENT, PLAYERS, found, first=1)
    assert turned.sums["player quick"] != counts.sums["player quick"]


def test_the_same_cards_are_dealt_to_every_player_of_a_block() -> None:
    dealt = play_batch(batch("president", matches=9, seats=3, seed=4, players=PLAYERS, hands=True)).dealt
    assert (dealt[0:3] == dealt[0]).all()
    assert (dealt[3:6] == dealt[3]).all()
    assert (dealt[0] != dealt[3]).any()


def test_a_shared_first_place_counts_in_parts() -> None:
    places = np.array([[1, 1, 3], [1, 1, 1], [3, 1, 2], [0, 0, 0]])
    assert (shares(places) * 6 // WHOLE).tolist() == [[3, 3, 0], [2, 2, 2], [0, 6, 0], [0, 0, 0]]


def test_intervals_are_over_blocks_not_over_matches() -> None:
    """Of 100 blocks of three alike, a third as much is known as of 300 matches."""
    sums = {"seat 0": 150 * WHOLE}
    alike = Counts(300, 100, sums, sums, {"seat 0": 50 * (3 * WHOLE) ** 2}, 3)
    apart = Counts(300, 300, sums, sums, {"seat 0": 150 * WHOLE**2})
    wide, narrow = (one.share("seat 0") for one in (alike, apart))
    assert wide.mean == narrow.mean == 0.5
    assert (wide.high - wide.low) / (narrow.high - narrow.low) == pytest.approx(3**0.5, rel=0.03)


@pytest.mark.parametrize(("share", "count"), [(0.0, 100), (1.0, 100), (0.5, 1), (0.3, 0)])
def test_an_interval_is_never_empty_nor_beyond_the_possible(share: float, count: float) -> None:
    _, low, high = wilson(share, count)
    assert 0 <= low <= share <= high <= 1
    assert low < high


def test_intervals_cover_what_they_should() -> None:
    """Of 200 intervals of 95% about a seat's share, which is a quarter by lot, 95 of 100 cover it, give or take 4."""
    covered = 0
    for seed in range(200):
        found = play_many("president", matches=200, seats=4, seed=seed)
        share = Counts.of(PRESIDENT, ("random",) * 4, found).share("seat 2")
        covered += share.low <= 0.25 <= share.high
    assert 182 <= covered <= 198


def test_an_estimate_reads_aloud() -> None:
    assert str(Estimate(1.5, 1.25, 1.75)) == "1.5 (1.25 to 1.75)"
    assert Estimate(0.25, 0.2, 0.3).percent == "25.0% (20.0% to 30.0%)"
    assert Estimate(0.25, 0.2, 0.3).scaled(-1, 1) == Estimate(0.75, 0.7, 0.8)


def test_one_match_has_no_interval_and_incomplete_blocks_are_left_out() -> None:
    one = Counts.of(PRESIDENT, ("random",) * 3, play_many("president", matches=1, seats=3, seed=1))
    assert one.mean("moves").interval == "?"
    cut = Counts.of(PRESIDENT, PLAYERS, played(0, 100))
    assert (cut.matches, cut.blocks) == (100, 33)
    assert cut.mean("deals") == Estimate(1.0, 1.0, 1.0)
    few, whole = (Counts.of(PRESIDENT, PLAYERS, played(0, matches)) for matches in (8, 6))
    assert few.error("moves") == whole.error("moves")  # two blocks of three, whatever is left over


def test_the_best_of_many_needs_a_wider_interval() -> None:
    one = Estimate(0.5, 0.4, 0.6)
    assert one.among(1).low == pytest.approx(0.4, abs=1e-4)
    assert one.among(10).low < one.among(2).low < 0.4
