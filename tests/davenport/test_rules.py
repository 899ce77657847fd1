"""Every rule of RULES.md, by number."""

from itertools import pairwise, permutations
from typing import Any

import pytest

from cardhouse import WATCHER, BadDeal, Match, ScriptedDealer, SeededDealer
from cardhouse.games.davenport import DAVENPORT
from cardhouse.games.face import Game
from cardhouse.play.events import Event
from tests.davenport.position import (
    drew,
    draws,
    given,
    lying,
    notes,
    places,
    reveal,
    showing,
    table,
    view,
    winners,
)
from tests.variants import changed

FOUR = "0: 9c ...\n1: 5d 10d\n2: 6h 11h\n3: 7s 12s\ndeck: 8c\nface down: 3c"
OTHERS = (WATCHER, 0, 2, 3)


# The deal


@pytest.mark.parametrize("seats", DAVENPORT.seats)
def test_rule_1_five_cards_each(seats: int) -> None:
    match = Match("davenport", seats=seats, dealer=SeededDealer(2))
    assert view(match, WATCHER).counts == (5,) * seats
    assert view(match, WATCHER).stock == 52 - 5 * seats


def test_rule_1_singly_and_clockwise_from_the_dealers_left() -> None:
    match = Match("davenport", seats=3, dealer=ScriptedDealer([[1, 2, 0], range(15)]))
    assert view(match, WATCHER).dealer == 1
    assert lying(match, "hand 2") == "2c 2s 3h 4d 5c"
    assert lying(match, "hand 0") == "2d 3c 3s 4h 5d"
    assert lying(match, "hand 1") == "2h 3d 4c 4s 5h"


def test_rule_1_the_first_dealer_is_drawn_by_lot() -> None:
    dealers = [view(Match("davenport", seats=3, dealer=SeededDealer(seed)), 0).dealer for seed in range(40)]
    assert set(dealers) == {0, 1, 2}


# Commitments


def in_every_order(game: Game) -> set[bytes]:
    """The tables after one round, its moves made in every order; the deck runs out in the exchange and in the draws."""
    tables = set()
    for moves in permutations(["0: 9c", "1: exchange 5d", "2: 11h", "3: exchange 7s"]):
        match = reveal(table(FOUR, game=game), ", ".join(moves), "8c", "3c", "5d 7s", "9c")
        assert [drew(match, seat) for seat in range(4)] == ["7s", "9c", "", "5d"]
        tables.add(match._table.to_bytes())
    return tables


def test_rule_2_there_are_no_turns_and_the_order_makes_no_difference() -> None:
    assert table(FOUR).to_act == (0, 1, 2, 3)
    assert len(in_every_order(DAVENPORT)) == 1


def test_planted_a_law_that_favours_the_quick_is_found() -> None:
    hasty = "t.stage, t.exchanged, t.turn = EXCHANGING, 0, seat"
    with pytest.raises((AssertionError, BadDeal)):
        in_every_order(changed(DAVENPORT, "t.stage, t.exchanged = EXCHANGING, 0", hasty))


def test_rule_2_a_card_of_your_own_hand_is_shown_when_all_have_committed() -> None:
    match = reveal(table("0: 4c 9c\n1: 5d 10d\n2: 6h 11h"), "2: 6h, 0: 9c")
    assert view(match, WATCHER).shown == ("", "", "")
    assert notes(match) == []
    reveal(match, "1: 10d")
    assert view(match, WATCHER).shown == ("9c", "10d", "6h")
    assert lying(match, "discards") == "6h 9c 10d"


def told_of(move: str, viewer: int, *, game: Game = DAVENPORT) -> tuple[dict[str, Any], list[Event]]:
    """What a viewer knows when seat 1 has moved and nobody else."""
    match = table(FOUR, game=game)
    match.play(1, move)
    return match.view(viewer).as_dict(), match.events_for(viewer)


@pytest.mark.parametrize("viewer", OTHERS)
def test_rule_2_the_others_see_that_you_have_committed_and_nothing_else(viewer: int) -> None:
    before, (after, events) = table(FOUR).view(viewer).as_dict(), told_of("exchange 5d", viewer)
    assert {key for key in before if before[key] != after[key]} == {"committed", "counts", "to_act"}
    assert after["committed"] == (False, True, False, False)
    assert after["counts"] == (*before["counts"][:1], 1, *before["counts"][2:])
    assert after["to_act"] == (0, 2, 3)
    assert [(event.seat, event.move, event.notes) for event in events] == [(1, "", ())]
    assert events[0].steps[0].cards == ()


def alike(game: Game) -> bool:
    moves = ("commit 5d", "commit 10d", "exchange 5d", "exchange 10d")
    return all(told_of(move, viewer, game=game) == told_of(moves[0], viewer, game=game) for viewer in OTHERS for move in moves)


def test_rule_2_all_commitments_look_alike() -> None:
    assert alike(DAVENPORT)
    assert told_of("commit 5d", 1) != told_of("exchange 5d", 1)


def test_planted_a_law_that_tells_of_an_exchange_too_soon_is_found() -> None:
    lays = "move(t, 1 << (choice & 63), HAND + seat, place + seat)"
    assert not alike(changed(DAVENPORT, lays, f"{lays}\n    t.exchanged |= (choice >> 6) << seat"))


def test_rule_2_you_cannot_take_it_back() -> None:
    for move in ("commit 5d", "exchange 5d"):
        match = table(FOUR)
        match.play(1, move)
        assert not match.may(1, "commit 10d")
        assert not match.may(1, "exchange 10d")
        assert view(match, 1).commitment == move


# Exchanges


def test_rule_3_an_unknown_card_is_your_commitment_and_the_other_is_given_up() -> None:
    match = reveal(table("0: 4c 9c\n1: 5d 10d"), "0: exchange 4c, 1: 10d", "13h", "7h")
    assert view(match, 1).shown == ("13h", "10d")
    assert winners(match) == [0]
    assert lying(match, "hand 0") == "9c"


def test_rule_3_the_last_card_may_be_exchanged() -> None:
    match = reveal(table("0: 4c\n1: 5d 10d"), "0: exchange 4c, 1: 10d", "13h", "7h")
    assert match.over
    assert places(match) == (1, 2)
    assert reveal(table("0: 4c\n1: 5d 10d"), "0: exchange 4c, 1: 10d", "2h", "3h").to_act == (0, 1)


def test_rule_3_all_cards_given_up_go_first_and_then_new_ones_are_drawn_the_dealer_last() -> None:
    match = table("0: 4c 9c\n1: 5d 10d\n2: 6h ...\ndeck:\ndealer: 1")
    reveal(match, "0: exchange 4c, 1: exchange 5d, 2: exchange 6h", "4c 5d 6h", "5d 6h")
    assert view(match, 0).shown == ("5d", "6h", "4c")


def waiting(game: Game = DAVENPORT) -> Match:
    """Seat 1 has drawn 8c unseen; the deck is empty, and seat 3 is to draw."""
    match = table(FOUR, game=game)
    with pytest.raises(BadDeal, match="The script ends before 1 of 3 are drawn"):
        reveal(match, "0: 9c, 1: exchange 5d, 2: 11h, 3: exchange 7s", "8c")
    return match


def who_know(match: Match, name: str) -> list[int]:
    """The viewers whose views or events have this card in them."""
    known = {viewer: f"{match.view(viewer)} {match.events_for(viewer)}" for viewer in range(WATCHER, match.seats)}
    return [viewer for viewer in known if name in known[viewer]]


def test_rule_3_you_see_the_drawn_card_when_all_the_others_do() -> None:
    match = waiting()
    assert lying(match, "commitment 1") == "8c"
    assert who_know(match, "8c") == []
    given(match, "3c", "5d 7s", "9c")
    match.go_on()
    assert who_know(match, "8c") == [WATCHER, 0, 1, 2, 3]


def test_planted_a_law_that_lets_the_owner_look_is_found() -> None:
    lays = "move(t, 1 << card, STOCK, COMMITTED + seat)"
    assert who_know(waiting(changed(DAVENPORT, lays, f"{lays}\n        show(t, 1 << card, 1 + seat)")), "8c") == [1]


def test_rule_3_all_learn_who_has_exchanged_and_which_card_you_alone_know() -> None:
    match = reveal(table("0: 4c 9c 6d\n1: 5d 10d\n2: 6h 11h"), "0: exchange 4c, 1: 5d, 2: 6h", "13h", "7h 8h")
    assert "seat 0 shows, unseen, 13h" in notes(match)
    assert "seat 1 shows 5d" in notes(match)
    assert who_know(match, "4c") == [0]
    for viewer in (WATCHER, 1, 2):
        assert view(match, viewer).exchanged == (True, False, False)
        assert (view(match, viewer).discards, view(match, viewer).discards_hidden) == (("5d", "6h", "13h"), 1)
    assert view(match, 0).discards == ("4c", "5d", "6h", "13h")


# The reveal


def test_rule_4_the_highest_value_wins_and_an_ace_is_worth_1() -> None:
    for low, high in pairwise("A 2 3 4 5 6 7 8 9 10 J Q K".split()):
        assert winners(showing(f"{low} {high} A")) == [1]
        assert draws(showing(f"{low} {high} A")) == [1, 0, 1]


def test_rule_4_players_who_share_it_all_win() -> None:
    assert winners(showing("9 9 4 9 8")) == [0, 1, 3]
    assert draws(showing("9 9 4 9 8")) == [0, 0, 1, 0, 1]


def test_rule_4_who_draws_looks_at_the_card_and_nobody_else_does() -> None:
    match = reveal(table("0: 4c 9c\n1: 5d 10d\n2: 6h 11h"), "0: 4c, 1: 5d, 2: 6h", "13h 12h")
    assert (drew(match, 0), drew(match, 1), drew(match, 2)) == ("13h", "12h", "")
    assert who_know(match, "13h") == [0]
    assert view(match, 0).hand == ("9c", "13h")


def test_rule_5_the_cards_shown_go_to_the_discards_face_up() -> None:
    match = reveal(table("0: 4c 9c\n1: 5d 10d\nface up: 2c"), "0: 4c, 1: 5d")
    assert view(match, WATCHER).discards == ("2c", "4c", "5d")
    assert view(match, WATCHER).discards_hidden == 0


@pytest.mark.parametrize("dealer", range(4))
def test_rule_5_draws_go_clockwise_from_the_winners_left(dealer: int) -> None:
    match = table(f"0: 4c 9c\n1: 5d 10d\n2: 6h 11h\n3: 4s 12s\ndealer: {dealer}")
    reveal(match, "0: 4c, 1: 5d, 2: 6h, 3: 4s", "8d 8c 8h")
    assert [drew(match, seat) for seat in range(4)] == ["8c", "8h", "", "8d"]


@pytest.mark.parametrize(("dealer", "order"), [(0, "31"), (1, "31"), (2, "13"), (3, "13")])
def test_rule_5_of_several_winners_the_first_from_the_dealers_left_counts(dealer: int, order: str) -> None:
    match = table(f"0: 9c 2c\n1: 5d 10d\n2: 9h 11h\n3: 4s 12s\ndealer: {dealer}")
    reveal(match, "0: 9c, 1: 5d, 2: 9h, 3: 4s", "8d 8c")
    assert (drew(match, int(order[0])), drew(match, int(order[1]))) == ("8d", "8c")


def test_rule_5_a_player_who_must_draw_two_takes_both_before_the_next_one_draws() -> None:
    match = table("0: 13c 2c\n1: 14d 10d\n2: 13h 11h\n3: 4s 12s", ace_rule="on")
    reveal(match, "0: 13c, 1: 14d, 2: 13h, 3: 4s", "5c 6c 7c 8c 9c")
    assert [drew(match, seat) for seat in range(4)] == ["8c 9c", "", "5c 6c", "7c"]


def test_rule_6_an_empty_deck_is_the_discards_shuffled() -> None:
    """The example of RULES.md: the 10 draws the last card, the jack and the queen from the cards shown."""
    match = table("0: 12h ...\n1: 13h 2c\n2: 10h 2d\n3: 11h 2h\ndeck: 5h")
    reveal(match, "0: 12h, 1: 13h, 2: 10h, 3: 11h", "5h", "13h 11h")
    assert [drew(match, seat) for seat in range(4)] == ["11h", "", "5h", "13h"]
    assert (lying(match, "stock"), lying(match, "discards")) == ("10h 12h", "")
    assert who_know(match, "'discards', to='stock'") == [WATCHER, 0, 1, 2, 3]
    assert [view(match, seat).discards for seat in range(4)] == [()] * 4


def test_rule_6_the_law_waits_for_the_dealer_and_goes_on_with_what_is_owed() -> None:
    match = waiting()
    assert match.to_act == ()
    assert view(match, WATCHER).exchanged == (False, True, False, True)
    given(match, "3c", "5d 7s", "9c")
    match.go_on()
    assert view(match, 0).shown == ("9c", "8c", "11h", "3c")
    assert [drew(match, seat) for seat in range(4)] == ["7s", "9c", "", "5d"]
    assert match.to_act == (0, 1, 2, 3)


def test_rule_6_a_card_is_not_drawn_if_there_are_no_discards() -> None:
    match = table("0: 14h ...\n1: 13c 2c\n2: 13d 2d\n3: 13h 2h\ndeck:", ace_rule="on")
    reveal(match, "0: 14h, 1: 13c, 2: 13d, 3: 13h", "13c 13d 13h 14h")
    assert [drew(match, seat) for seat in range(4)] == ["", "13c 13d", "13h 14h", ""]
    assert match.to_act == (0, 1, 2, 3)
