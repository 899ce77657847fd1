"""Every rule of RULES.md, by number."""

from itertools import pairwise

import pytest

from cardhouse import Match, Refused, SeededDealer, play_out
from cardhouse.bots import random_player
from cardhouse.games.facts import DealOver, Points
from tests.event_texts import texts_of
from tests.president.position import FOUR_SEATS, PRESIDENT, after, lying, table


def refused(match: Match, seat: int, move: str) -> int:
    """The number of the rule that forbids a move."""
    error = match.refusal(seat, move)
    assert isinstance(error, Refused), f"{move} was not refused"
    return error.rule_number


def test_rule_1_ranks_run_from_2_to_the_ace() -> None:
    ranks = ["4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14"]
    for low, high in pairwise(ranks):
        match = table(f"0: {low}h {high}h\n1: 5s\n2: 6s\non the table: {high}d by 2\nto act: 0")
        assert match.may(0, f"play {high}h")
        assert refused(match, 0, f"play {low}h") == 5


def test_rule_1_suits_make_no_difference() -> None:
    match = table("0: 9c 9s\n1: 5s\n2: 6s\non the table: 9h by 2\nto act: 0")
    assert match.may(0, "play 9c")
    assert match.may(0, "play 9s")


@pytest.mark.parametrize("seats", PRESIDENT.seats)
def test_rule_2_hands_differ_by_one_card_at_most_and_the_start_moves_on(seats: int) -> None:
    match = Match("president", seats=seats, options={"deals": 3}, dealer=SeededDealer(5))
    firsts = []
    play_out(match, [random_player(1)] * seats)
    for deal in [event for event in match.events if event.move == "deal"]:
        counts = [sum(len(step.cards) for step in deal.steps if step.to == f"hand {seat}") for seat in range(seats)]
        assert sum(counts) == 52
        assert max(counts) - min(counts) == (52 % seats > 0)
        if 52 % seats:
            extra = [seat for seat in range(seats) if counts[seat] == max(counts)]
            firsts.append(next(seat for seat in extra if (seat - 1) % seats not in extra))
    assert all((late - early) % seats == 1 for early, late in pairwise(firsts))


def test_rule_2_the_first_seat_is_drawn_by_lot() -> None:
    firsts = {Match("president", seats=3, dealer=SeededDealer(seed))._state.first for seed in range(40)}
    assert firsts == {0, 1, 2}


def test_rule_3_the_four_of_clubs_is_placed_by_itself_and_the_next_seat_answers() -> None:
    for seed in range(20):
        match = Match("president", seats=4, dealer=SeededDealer(seed))
        opening = match.events[-1]
        assert opening.move == "play 4c"
        assert match.to_act == ((opening.seat + 1) % 4,)
        assert lying(match) == "4c"


def test_rule_3_you_act_when_the_turn_comes_to_you() -> None:
    assert refused(table(FOUR_SEATS), 1, "play 5c") == 3


def test_rule_4_a_play_is_one_to_four_cards_of_one_rank_of_your_own() -> None:
    match = table("0: 9c 9d 9h 9s 10h\n1: 5s\n2: 6s\nto act: 0")
    for good in ("play 9c", "play 9c 9d", "play 9s 9c 9h", "play 9c 9d 9h 9s"):
        assert match.may(0, good)
    for bad in ("play", "play 9c 10h", "play 9c 9c", "play 5s", "play 8c", "play 9c 9d 9h 9s 10h"):
        assert refused(match, 0, bad) == 4


@pytest.mark.parametrize(
    ("lies", "held", "is_good"),
    [
        ("13h", "4c 4d", True),
        ("13h", "12h", False),
        ("13c 13d", "4c 4d 4h", True),
        ("13c 13d", "13h 13s", True),
        ("13c 13d", "14h", False),
        ("9c 9d", "4c 4d 4h 4s", True),
        ("13h", "9c 9d", True),
        ("9c 9d", "13h", False),
        ("14c 14d 14h", "4c 4d", False),
    ],
)
def test_rule_5_more_cards_or_as_many_of_equal_or_higher_rank(lies: str, held: str, is_good: bool) -> None:
    match = table(f"0: {held} 5h\n1: 6s\n2: 6h\non the table: {lies} by 2\nto act: 0")
    assert match.may(0, f"play {held}") == is_good
    if not is_good:
        assert refused(match, 0, f"play {held}") == 5


@pytest.mark.parametrize("lies", ["13h", "13c 13d", "14c 14d 14h 14s", "3c 3d"])
def test_rule_6_twos_and_threes_are_always_good(lies: str) -> None:
    match = table(f"0: 2c 2d 3h 3s 5h\n1: 6s\n2: 6h\non the table: {lies} by 2\nto act: 0")
    for move in ("play 2c", "play 2c 2d", "play 3h", "play 3h 3s"):
        assert match.may(0, move)


def test_rule_7_after_twos_the_same_player_leads() -> None:
    match = after(table(FOUR_SEATS), "play 2h")
    assert match.to_act == (0,)
    assert lying(match) == ""
    assert refused(match, 0, "pass") == 10
    assert match.may(0, "play 4d")


@pytest.mark.parametrize(("way", "leads"), [(1, 1), (-1, 3)])
def test_rule_7_after_twos_as_last_cards_the_next_seat_leads(way: int, leads: int) -> None:
    match = table("0: 2h 2s\n1: 5c\n2: 5d\n3: 5s\non the table: 14h by 3\nto act: 0", way=way)
    after(match, "play 2h 2s")
    assert match.to_act == (leads,)
    assert refused(match, leads, "pass") == 10


def test_rule_8_threes_turn_the_direction() -> None:
    match = after(table(FOUR_SEATS), "play 3h")
    assert match.to_act == (3,)
    assert match.view(0).direction == -1  # type: ignore[attr-defined]
    assert after(table(FOUR_SEATS, way=-1), "play 3h").to_act == (1,)


def test_rule_8_threes_turn_once_however_many_and_are_then_to_beat() -> None:
    match = table("0: 3h 3s 9h\n1: 5c 6c\n2: 5d 6d\n3: 4s 5h 5s 2d\non the table: 14c 14d by 2\nto act: 0")
    after(match, "play 3h 3s")
    assert match.to_act == (3,)
    assert refused(match, 3, "play 4s") == 5
    assert match.may(3, "play 5h 5s")
    assert match.may(3, "play 2d")


def test_rule_9_an_equal_play_skips_the_next_seat() -> None:
    match = after(table(FOUR_SEATS), "play 4d")
    assert match.to_act == (2,)
    assert "seat 1 is skipped" in texts_of(match.events[-1])
    assert after(table(FOUR_SEATS), "play 5h").to_act == (1,)
    assert after(table(FOUR_SEATS, way=-1), "play 5h").to_act == (3,)


def test_rule_9_passes_in_between_make_no_difference() -> None:
    match = table("0: 9h\n1: 5c 6c\n2: 9s 6d\n3: 5s 6s\non the table: 9d by 0\nto act: 1")
    after(match, "pass")
    assert after(match, "play 9s").to_act == (0,)


def test_rule_9_the_next_seat_still_in_is_skipped() -> None:
    match = table("0: 9h 5h\n1:\n2: 9s 6d\n3: 5s 6s\non the table: 9d by 3\nto act: 0")
    assert after(match, "play 9h").to_act == (3,)


def test_rule_9_threes_on_threes_skip_in_the_direction_after_the_turn() -> None:
    match = table("0: 3h 5h\n1: 5c 6c\n2: 9s 6d\n3: 5s 6s\non the table: 3d by 3\nto act: 0")
    after(match, "play 3h")
    assert match.to_act == (2,)
    assert "seat 3 is skipped" in texts_of(match.events[-1])


@pytest.mark.parametrize(("skip_on", "next_seat"), [("rank_and_count", 1), ("rank", 2)])
def test_rule_9_option_skip_on_rank(skip_on: str, next_seat: int) -> None:
    more = table("0: 9h 9s 5h\n1: 5c\n2: 6d\n3: 6s\non the table: 9d by 3\nto act: 0", skip_on=skip_on)
    assert after(more, "play 9h 9s").to_act == (next_seat,)
    fewer = table("0: 3h 5h\n1: 5c\n2: 6d\n3: 6s\non the table: 3c 3d by 1\nto act: 0", skip_on=skip_on, way=-1)
    assert after(fewer, "play 3h").to_act == (next_seat,)


def test_rule_10_a_pass_is_for_any_time_but_the_lead() -> None:
    match = table(FOUR_SEATS)
    assert match.may(0, "pass")
    assert refused(table("0: 5h\n1: 5c\n2: 6d\nto act: 0"), 0, "pass") == 10


def test_rule_10_without_a_good_play_only_the_pass_is_left() -> None:
    match = table("0: 5h 6h\n1: 5c\n2: 6d\non the table: 14h by 2\nto act: 0")
    assert match.every_move(0) == ["pass"]


def test_rule_10_who_passed_may_play_when_the_turn_comes_back() -> None:
    match = table(FOUR_SEATS)
    after(match, "pass")
    after(match, "play 5c")
    after(match, "pass")
    after(match, "pass")
    assert match.to_act == (0,)
    assert match.may(0, "play 9s")


def test_rule_11_the_table_is_cleared_when_the_turn_comes_back_to_the_last_player() -> None:
    match = after(table(FOUR_SEATS), "play 9s")
    for seat in (1, 2, 3):
        assert match.to_act == (seat,)
        after(match, "pass")
    assert match.to_act == (0,)
    assert lying(match) == ""
    assert "the pile is cleared" in texts_of(match.events[-1])
    assert match.may(0, "play 4d")


@pytest.mark.parametrize("full_circle", ["others", "everybody"])
def test_rule_11_the_table_is_cleared_when_the_turn_passes_over_the_last_player_who_is_out(full_circle: str) -> None:
    match = table("0: 9h\n1: 5c 6c\n2: 6d 5d\n3: 5s 6s\non the table: 8d by 3\nto act: 0", full_circle=full_circle)
    for move in ("play 9h", "pass", "pass", "pass"):
        after(match, move)
    assert match.to_act == (1,)
    assert lying(match) == ""


TWO_LEFT = "0: 9h 4h 4c\n1:\n2: 6d 14d\n3:\non the table: 9d by 2\nto act: 0"


def test_rule_11_a_skip_with_two_left_clears_the_table() -> None:
    match = after(table(TWO_LEFT), "play 9h")
    assert match.to_act == (0,)
    assert lying(match) == ""
    assert refused(match, 0, "pass") == 10


def test_rule_11_option_everybody_asks_the_last_player_too() -> None:
    match = table(FOUR_SEATS, full_circle="everybody")
    for move in ("play 5h", "pass", "pass", "pass"):
        after(match, move)
    assert match.to_act == (0,)
    assert lying(match) == "5h"
    assert refused(match, 0, "play 4d") == 5
    after(match, "pass")
    assert match.to_act == (1,)
    assert lying(match) == ""


def test_rule_11_option_everybody_lets_the_last_player_play_on_their_own_cards() -> None:
    match = table(FOUR_SEATS, full_circle="everybody")
    for move in ("play 5h", "pass", "pass", "pass"):
        after(match, move)
    after(match, "play 9s")
    assert match.to_act == (1,)
    assert lying(match) == "9s"


def test_rule_11_option_everybody_a_skip_with_two_left_brings_the_turn_to_the_player() -> None:
    match = after(table(TWO_LEFT, full_circle="everybody"), "play 9h")
    assert match.to_act == (0,)
    assert lying(match) == "9h"
    after(match, "pass")
    assert match.to_act == (2,)
    assert lying(match) == ""


def test_rule_12_the_last_play_still_turns_and_skips() -> None:
    turn = table("0: 3h\n1: 5c\n2: 6d\n3: 6s\non the table: 9d by 3\nto act: 0")
    assert after(turn, "play 3h").to_act == (3,)
    skip = table("0: 9h\n1: 5c\n2: 6d\n3: 6s\non the table: 9d by 3\nto act: 0")
    assert after(skip, "play 9h").to_act == (2,)
    assert "seat 0 is out first" in texts_of(skip.events[-1])


def test_rule_13_the_deal_ends_when_one_holds_cards() -> None:
    match = table("0:\n1: 9h\n2: 6d 7d\non the table: 8d by 2\nto act: 1")
    after(match, "play 9h")
    assert match.over
    assert match.to_act == ()
    assert refused(match, 2, "play 6d") == 13
    result = match.result
    assert result is not None
    assert result.places == (1, 2, 3)
    assert result.rank == ["Player 0", "Player 1", "Player 2"]
    assert result.winner == "Player 0"


def test_rule_14_places_are_points_and_equal_totals_share_a_place() -> None:
    match = table("0:\n1: 9h\n2: 6d 7d\non the table: 8d by 2\nto act: 1", deals=2)
    match._state.points[:3] = [0, 0, 2]
    match._state.deal = 1
    after(match, "play 9h")
    result = match.result
    assert result is not None
    assert result.points == (2, 1, 2)
    assert result.places == (1, 3, 1)
    assert result.winner is None


def test_rule_14_a_match_of_several_deals() -> None:
    match = Match("president", seats=5, options={"deals": 4}, dealer=SeededDealer(3))
    result = play_out(match, [random_player(2)] * 5)
    assert sum(result.points) == 4 * (4 + 3 + 2 + 1)
    assert sum(event.move == "deal" for event in match.events) == 4
    last = [event for event in match.events if DealOver() in event.facts][-1]
    assert last.facts[-5:] == tuple(Points(seat, result.points[seat]) for seat in range(5))
