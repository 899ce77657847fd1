"""Every rule of RULES.md, by number."""

from itertools import pairwise

import pytest

from cardhouse import WATCHER, Match, ScriptedDealer, SeededDealer
from tests.davenport.position import (
    FOUR,
    clauses,
    draws,
    drew,
    given,
    lying,
    places,
    reveal,
    showing,
    table,
    view,
    waiting,
    who_know,
    winners,
)


def test_rule_1_five_cards_singly_and_clockwise_from_the_dealers_left() -> None:
    match = Match("davenport", seats=3, dealer=ScriptedDealer([[1, 2, 0], range(15)]))
    assert view(match, WATCHER).dealer == 1
    assert lying(match, "hand 2") == "2c 2s 3h 4d 5c"
    assert lying(match, "hand 0") == "2d 3c 3s 4h 5d"
    assert lying(match, "hand 1") == "2h 3d 4c 4s 5h"
    assert view(match, WATCHER).stock == 52 - 15


def test_rule_1_the_first_dealer_is_drawn_by_lot() -> None:
    dealers = [view(Match("davenport", seats=3, dealer=SeededDealer(seed)), 0).dealer for seed in range(40)]
    assert set(dealers) == {0, 1, 2}


def test_rule_2_cards_are_shown_when_all_have_committed() -> None:
    match = reveal(table("0: 4c 9c\n1: 5d 10d\n2: 6h 11h"), "2: 6h, 0: 9c")
    assert view(match, WATCHER).shown == ("", "", "")
    assert clauses(match) == []
    reveal(match, "1: 10d")
    assert view(match, WATCHER).shown == ("9c", "10d", "6h")


@pytest.mark.parametrize("move", ["commit 5d", "exchange 5d"])
def test_rule_2_you_cannot_take_it_back(move: str) -> None:
    match = table(FOUR)
    match.play(1, move)
    assert view(match, 1).commitment == move
    assert not match.may(1, "commit 10d")
    assert not match.may(1, "exchange 10d")


def test_rule_3_an_unknown_card_is_your_commitment_and_the_other_is_given_up() -> None:
    match = reveal(table("0: 4c 9c\n1: 5d 10d"), "0: exchange 4c, 1: 10d", "13h", "7h")
    assert view(match, 1).shown == ("13h", "10d")
    assert winners(match) == [0]
    assert lying(match, "hand 0") == "9c"
    assert lying(match, "discards") == "4c 10d 13h"


def test_rule_3_your_last_card_may_be_exchanged() -> None:
    assert reveal(table("0: 4c\n1: 5d 10d"), "0: exchange 4c, 1: 10d", "2h", "3h").to_act == (0, 1)
    assert places(reveal(table("0: 4c\n1: 5d 10d"), "0: exchange 4c, 1: 10d", "13h", "7h")) == (1, 2)


def test_rule_3_first_all_cards_given_up_go_then_new_ones_are_drawn_the_dealer_last() -> None:
    match = table("0: 4c 9c\n1: 5d 10d\n2: 6h ...\ndeck:\ndealer: 1")
    reveal(match, "0: exchange 4c, 1: exchange 5d, 2: exchange 6h", "4c 5d 6h", "5d 6h")
    assert view(match, 0).shown == ("5d", "6h", "4c")


def test_rule_3_all_learn_who_has_exchanged_and_you_alone_know_which_card() -> None:
    match = reveal(table("0: 4c 9c\n1: 5d 10d\n2: 6h 11h"), "0: exchange 4c, 1: 5d, 2: 6h", "13h", "7h 8h")
    assert clauses(match)[:2] == ["seat 0 shows 13h, an unknown card", "seat 1 shows 5d"]
    assert who_know(match, "4c") == [0]
    assert view(match, 0).discards == ("4c", "5d", "6h", "13h")
    for viewer in (WATCHER, 1, 2):
        assert view(match, viewer).exchanged == (True, False, False)
        assert view(match, viewer).discards == ("5d", "6h", "13h")
        assert view(match, viewer).discards_hidden == 1


def test_rule_4_the_highest_value_wins_and_all_others_draw_one() -> None:
    for low, high in pairwise(["A", *map(str, range(2, 11)), "J", "Q", "K"]):
        match = showing(f"{low} {high} A")
        assert (winners(match), draws(match)) == ([1], [1, 0, 1])


def test_rule_4_players_who_share_it_all_win() -> None:
    match = showing("9 9 4 9 8")
    assert (winners(match), draws(match)) == ([0, 1, 3], [0, 0, 1, 0, 1])


def test_rule_4_who_draws_looks_at_the_card_and_nobody_else_does() -> None:
    match = reveal(table("0: 4c 9c\n1: 5d 10d\n2: 6h 11h"), "0: 4c, 1: 5d, 2: 6h", "13h 12h")
    assert view(match, 0).hand == ("9c", "13h")
    assert who_know(match, "13h") == [0]


def test_rule_5_the_cards_shown_go_to_the_discards_face_up() -> None:
    match = reveal(table("0: 4c 9c\n1: 5d 10d\nface up: 2c"), "0: 4c, 1: 5d")
    assert (view(match, WATCHER).discards, view(match, WATCHER).discards_hidden) == (("2c", "4c", "5d"), 0)


@pytest.mark.parametrize("dealer", range(4))
def test_rule_5_draws_go_clockwise_from_the_winners_left(dealer: int) -> None:
    match = table(f"0: 4c 9c\n1: 5d 10d\n2: 6h 11h\n3: 4s 12s\ndealer: {dealer}")
    reveal(match, "0: 4c, 1: 5d, 2: 6h, 3: 4s", "8d 8c 8h")
    assert [drew(match, seat) for seat in range(4)] == ["8c", "8h", "", "8d"]


@pytest.mark.parametrize(("dealer", "early", "late"), [(0, 3, 1), (1, 3, 1), (2, 1, 3), (3, 1, 3)])
def test_rule_5_of_several_winners_the_first_from_the_dealers_left_counts(dealer: int, early: int, late: int) -> None:
    match = table(f"0: 9c 2c\n1: 5d 10d\n2: 9h 11h\n3: 4s 12s\ndealer: {dealer}")
    reveal(match, "0: 9c, 1: 5d, 2: 9h, 3: 4s", "8d 8c")
    assert (drew(match, early), drew(match, late)) == ("8d", "8c")


def test_rule_5_a_player_who_must_draw_two_takes_both_before_the_next_one_draws() -> None:
    match = table("0: 13c 2c\n1: 14d 10d\n2: 13h 11h\n3: 4s 12s", ace_rule="on")
    reveal(match, "0: 13c, 1: 14d, 2: 13h, 3: 4s", "5c 6c 7c 8c 9c")
    assert [drew(match, seat) for seat in range(4)] == ["8c 9c", "", "5c 6c", "7c"]


def test_rule_6_an_empty_deck_is_the_discards_shuffled() -> None:
    """The example of RULES.md: the 10 draws the last card, the jack and the queen draw from the cards shown."""
    match = table("0: 12h ...\n1: 13h 2c\n2: 10h 2d\n3: 11h 2h\ndeck: 5h")
    reveal(match, "0: 12h, 1: 13h, 2: 10h, 3: 11h", "5h", "13h 11h")
    assert [drew(match, seat) for seat in range(4)] == ["11h", "", "5h", "13h"]
    assert (lying(match, "stock"), lying(match, "discards")) == ("10h 12h", "")


def test_rule_6_the_law_waits_for_the_dealer_and_goes_on_with_what_is_owed() -> None:
    match = waiting()
    assert not match.to_act
    given(match, "3c", "5d 7s", "9c")
    match.go_on()
    assert view(match, 0).shown == ("9c", "8c", "11h", "3c")
    assert [drew(match, seat) for seat in range(4)] == ["7s", "9c", "", "5d"]
    assert view(match, 1).hands[3] == ()  # what it gave up was shuffled: nobody knows who has drawn it
    assert match.to_act == (0, 1, 2, 3)


def test_rule_6_a_card_is_not_drawn_if_there_are_no_discards() -> None:
    match = table("0: 14h ...\n1: 13c 2c\n2: 13d 2d\n3: 13h 2h\ndeck:", ace_rule="on")
    reveal(match, "0: 14h, 1: 13c, 2: 13d, 3: 13h", "13c 13d 13h 14h")
    assert [drew(match, seat) for seat in range(4)] == ["", "13c 13d", "13h 14h", ""]
    assert match.to_act == (0, 1, 2, 3)


def test_rule_7_who_has_no_cards_after_the_draws_has_won() -> None:
    match = reveal(table("0: 9c\n1: 5d\n2: 6h 11h"), "0: 9c, 1: 5d, 2: 6h")
    assert match.over
    assert places(match)[0] == 1
    assert clauses(match)[-2:] == ["seat 0 wins the round", "the match is over"]
    assert not reveal(table("0: 9c\n1: 5d\n2: 6h 11h"), "0: 9c, 1: 5d, 2: 11h").over


def test_rule_7_several_without_cards_and_only_these_meet_in_a_playoff() -> None:
    match = reveal(table("0: 9c\n1: 5d\n2: 9h\n3: 9s 2s"), "0: 9c, 1: 5d, 2: 9h, 3: 9s")
    assert view(match, WATCHER).playing == (True, False, True, False)
    assert match.to_act == (0, 2)
    assert clauses(match)[-1] == "seat 0 and seat 2 meet in a playoff"


def after(ranks: str, ace_rule: str = "on") -> str:
    """How many cards each seat draws after showing these; who draws none has won."""
    match = showing(ranks, ace_rule=ace_rule)
    assert winners(match) == [seat for seat, count in enumerate(draws(match)) if count == 0]
    return "".join(map(str, draws(match)))


@pytest.mark.parametrize(
    ("ranks", "drawn"), [("A 8 J K", "0112"), ("A 7 K K", "0122"), ("A J K K", "0122"), ("J A 2 A", "2010")]
)
def test_rule_8_aces_win_where_a_face_card_would_and_the_highest_face_cards_draw_two(ranks: str, drawn: str) -> None:
    assert after(ranks) == drawn


def test_rule_8_is_an_option() -> None:
    assert after("A 8 J K", "off") == "1110"
    assert after("A 7 8 9", "off") == "1110"
    assert view(showing("A 8 J K"), 0).ace_rule == "off"


@pytest.mark.parametrize(
    ("ranks", "drawn"), [("A 7 8 9", "2110"), ("A A 7 8", "2210"), ("10 A 10 2", "0201"), ("A 2", "20")]
)
def test_rule_9_without_a_face_card_each_ace_draws_two(ranks: str, drawn: str) -> None:
    assert after(ranks) == drawn


def test_rule_10_if_there_are_only_aces_everybody_wins() -> None:
    assert after("A A A") == "000"


THREE = "0: 4c 5c 6c\n1: 13d 12d 11d\n2: 9h 8h 7h\n3:\nplayoff: 0 1 2"


def test_rule_11_all_52_cards_are_shuffled_and_those_in_it_get_three_from_the_dealers_left() -> None:
    match = table("0: 13c\n1: 4h 5h\n2: 13d\n3: 6h 7h\nface up: 9c\ndealer: 1")
    reveal(match, "0: 13c, 1: 4h, 2: 13d, 3: 6h", "9h 10h", "13c 9c 13d 9d 13h 9h")
    assert [lying(match, f"hand {seat}") for seat in range(4)] == ["9c 9d 9h", "", "13c 13d 13h", ""]
    assert view(match, 0).stock == 52 - 6
    assert view(match, WATCHER).shown == ("",) * 4


def test_rule_11_the_lowest_alone_is_eliminated_and_discards_their_cards_face_down() -> None:
    match = reveal(table(THREE), "0: 4c, 1: 13d, 2: 9h", "2s 3s")
    assert match.to_act == (1, 2)
    assert clauses(match)[-1] == "seat 0 is eliminated"
    assert (view(match, 3).discards, view(match, 3).discards_hidden) == (("4c", "9h", "13d"), 2)
    assert who_know(match, "5c") == [0]


def test_rule_11_each_one_still_in_draws_from_the_left_of_the_winner_who_draws_last() -> None:
    match = reveal(table(THREE), "0: 4c, 1: 13d, 2: 9h", "2s 3s")
    assert [drew(match, seat) for seat in range(4)] == ["", "3s", "2s", ""]
    assert view(match, 1).counts == (0, 3, 3, 0)


def test_rule_11_of_several_winners_rule_5_takes_one_and_a_shared_lowest_value_eliminates_nobody() -> None:
    match = table("0: 9c 5c 6c\n1: 4d 12d 11d\n2: 9h 8h 7h\n3: 4s 7s 8s\nplayoff: 0 1 2 3\ndealer: 1")
    reveal(match, "0: 9c, 1: 4d, 2: 9h, 3: 4s", "2c 2d 2h 2s")
    assert [drew(match, seat) for seat in range(4)] == ["2d", "2h", "2s", "2c"]
    assert match.to_act == (2, 3, 0, 1)


def test_rule_11_exchanges_go_as_before_but_aces_are_low() -> None:
    match = reveal(table(THREE, ace_rule="on"), "0: exchange 4c, 1: 13d, 2: 9h", "14s", "2s 3s")
    assert (winners(match), draws(match)) == ([1], [0, 1, 1, 0])
    assert clauses(match)[-1] == "seat 0 is eliminated"


def test_rule_11_two_players_to_the_end() -> None:
    match = reveal(table("0: 13c\n1: 13d"), "0: 13c, 1: 13d", "9c 9d 10c 11d 14c 2d")
    reveal(match, "1: 9d, 0: 9c", "3d 3c")
    assert (lying(match, "hand 0"), lying(match, "hand 1")) == ("3c 10c 14c", "2d 3d 11d")
    reveal(match, "0: exchange 14c, 1: 11d", "12h")
    assert places(match) == (1, 2)
    assert lying(match, "hand 0") == "3c 10c"


def test_rule_12_nobody_is_eliminated_and_the_highest_alone_has_a_win() -> None:
    match = reveal(table(THREE, playoff="wins"), "0: 4c, 1: 13d, 2: 9h", "2s 3s 3h")
    assert view(match, 3).wins == (0, 1, 0, 0)
    assert match.to_act == (0, 1, 2)
    assert [drew(match, seat) for seat in range(4)] == ["3s", "3h", "2s", ""]


def test_rule_12_a_shared_highest_value_counts_for_nobody() -> None:
    match = reveal(table("0: 9c 5c 6c\n1: 9d 2d 3d\nplayoff: 0 1", playoff="wins"), "0: 9c, 1: 9d")
    assert view(match, 0).wins == (0, 0)


@pytest.mark.parametrize(("wins", "ranks"), [("1 2 0 0", (2, 1, 3, 4)), ("1 2 1 0", (2, 1, 2, 4))])
def test_rule_12_the_others_follow_by_their_wins_and_there_are_no_more_draws(wins: str, ranks: tuple[int, ...]) -> None:
    match = reveal(table(f"{THREE}\nwins: {wins}", playoff="wins"), "0: 4c, 1: 13d, 2: 9h")
    assert places(match) == ranks
    assert (draws(match), match._state.waits) == ([0, 0, 0, 0], 0)


@pytest.mark.parametrize(("seats", "enough"), [(2, 1), (2, 9), (3, 3)])
def test_rule_12_two_or_three_players_until_one_has_enough_wins(seats: int, enough: int) -> None:
    kings = [f"{seat}: 13{'cdh'[seat]}" for seat in range(seats)]
    match = reveal(table("\n".join(kings), playoff="wins", playoff_wins=enough), ", ".join(kings))
    while not match.over:
        for seat in match.to_act:
            match.play_default(seat, fault="away")
    wins = view(match, 0).wins
    assert max(wins) == enough
    assert places(match) == tuple(1 + sum(more > mine for more in wins) for mine in wins)
    assert places(match).count(1) == 1


def test_rule_13_those_with_cards_left_follow_by_fewest_cards_after_the_draws() -> None:
    match = table("0: 13c\n1: 4d 5d 6d\n2: 7h 8h\n3: 9s 10s 2s\n4: 3c")
    assert places(reveal(match, "0: 13c, 1: 4d, 2: 7h, 3: 9s, 4: 3c")) == (1, 4, 3, 4, 2)


def test_rule_13_in_a_playoff_the_longer_the_better_and_then_come_the_others() -> None:
    match = table("0: 13c\n1: 13d\n2: 13h\n3: 4c 5c 6c\n4: 7c")
    reveal(match, "0: 13c, 1: 13d, 2: 13h, 3: 4c, 4: 7c", "2c 2d", "10c 11d 2h 3c 4d 5h 6c 7d 8h")
    reveal(match, "0: 10c, 1: 11d, 2: 2h", "9c 9d")
    reveal(match, "0: 9c, 1: 9d", "14d 14c")
    assert match.to_act == (0, 1)
    reveal(match, "0: 14c, 1: 7d")
    assert places(match) == (2, 1, 3, 5, 4)
    assert match.result is not None
    assert match.result.winner == "Player 1"
