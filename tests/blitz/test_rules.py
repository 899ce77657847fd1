"""Every rule of RULES.md, by number: here the cards, the deal and the table; the others are beside it."""

import re
from collections.abc import Callable

import pytest

from cardhouse import WATCHER, BadSetup, Match, play_out
from cardhouse.bots import random_player
from tests.blitz.position import (
    BLITZ,
    clauses,
    dealt,
    finds,
    knowledge_of,
    lying,
    opened,
    refused,
    stacked,
    table,
    turn,
    view,
)
from tests.planted_faults import with_change

EXAMPLES = [
    ("7h 7d 7c", "book", True),
    ("7h 7d J1", "book", True),
    ("7c 7d 7h 7s J1 J2", "book", True),
    ("2s 3s 4s", "run", True),
    ("10h 11h 12h", "run", True),
    ("12d 13d 14d", "run", True),
    ("14c 2c 3c", "run", True),
    ("13h 14h 2h", "run", False),
    ("2s 3s", "run", False),
    ("3s 4s 6s", "run", False),
    ("3s 4s J1 6s", "run", True),
]


@pytest.mark.parametrize(("cards", "form", "is_good"), EXAMPLES)
def test_rule_1_books_and_runs(cards: str, form: str, is_good: bool) -> None:
    match = table(f"0: {cards} 9c\n1: 5h\ndrawn: 9d")
    assert match.may(0, f"new {form} {cards}") == is_good
    assert not match.may(0, f"new {'run' if form == 'book' else 'book'} {cards}")


def test_rule_1_the_examples_are_those_of_the_rules() -> None:
    rows = re.findall(r"^\| `([^`]+)` \| (book|run) \| (not )?allowed", BLITZ.rules, re.MULTILINE)
    assert [(cards, form, not wrong) for cards, form, wrong in rows] == EXAMPLES


@pytest.mark.parametrize("cards", ["7h 7d 8c", "2s 3s 4h", "2s 4s 3s", "4s 3s 2s", "3s 3s' 4s"])
def test_rule_1_what_is_neither(cards: str) -> None:
    match = table(f"0: {cards} 9c\n1: 5h\ndrawn: 9d", decks=2)
    assert refused(match, f"new book {cards}") == refused(match, f"new run {cards}") == 1


def test_rule_1_a_book_grows_without_end() -> None:
    sevens = "7c 7c' 7d 7d' 7h 7h' 7s 7s' J1 J2 J3 J4 J5 J6"
    match = table(f"0: {sevens} 9c\n1: 5h\ndrawn: 9d", decks=2, jokers=6)
    match.play(0, f"new book {sevens}")
    assert lying(match, "meld 0") == sevens


@pytest.mark.parametrize(("decks", "jokers"), [(1, 0), (1, 2), (1, 6), (2, 0), (2, 6)])
def test_rule_1_the_decks_and_jokers_that_were_chosen(decks: int, jokers: int) -> None:
    names = [name for place in dealt("", decks=decks, jokers=jokers).truth().values() for name in place]
    assert len(set(names)) == len(names) == 52 * decks + jokers
    assert sum(name[0] == "J" for name in names) == jokers
    assert sum(name[-1] == "'" for name in names) == 52 * (decks - 1)


@pytest.mark.parametrize(("seats", "decks"), [(1, 1), (6, 1), (10, 1), (1, 2), (11, 2)])
def test_rule_1_two_to_five_players_for_each_deck(seats: int, decks: int) -> None:
    with pytest.raises(BadSetup):
        opened(seats, decks=decks)
    for good in range(2, 5 * decks + 1):
        match = opened(good, decks=decks, jokers=0, dealer="rotates")
        assert view(match).stock > 0


@pytest.mark.parametrize("rank", [*range(2, 15), "J1"])
def test_rule_2_the_first_card_says_how_many(rank: int | str) -> None:
    first, count = ("J1", 10) if rank == "J1" else (f"{rank}h", min(int(rank), 10))
    assert view(dealt(f"{first} 5c")).counts == (5, count)
    match = dealt(f"5c {first}")
    assert view(match).counts == (count, 5)
    assert first in view(match, 0).hand


def test_rule_3_seat_0_deals_the_first_hand_or_leaves_it_to_the_next() -> None:
    match = opened(3)
    assert match.to_act == (0,)
    assert match.every_move(0) == ["deal", "deal 1"]
    assert [refused(match, "deal", seat) for seat in (1, 2)] == [3, 3]
    assert [refused(match, move, 0) for move in ("deal 2", "stock", "complete")] == [3, 3, 3]
    assert view(dealt("", seats=3)).dealer == 0
    left = dealt("", seats=3, move="deal 1")
    assert (view(left).dealer, left.to_act) == (1, (2,))
    match.play_default(0, fault="away for 15 seconds")
    assert view(match).dealer == 1


def between_hands() -> Match:
    """Seat 0 has gone out with a Blitz, in a hand dealt by seat 2."""
    return turn(table("0: 7h 7d\n1: 5h\n2: 6h\ndrawn: 7c"), "new book 7c 7d 7h")


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_rule_3_between_hands_anybody_deals(seat: int) -> None:
    match = between_hands()
    assert set(match.to_act) == {0, 1, 2}
    assert refused(match, "deal 1", 0) == refused(match, "stock", 0) == 3
    match.play(seat, "deal")
    assert view(match).dealer == seat
    assert match.to_act == ((seat + 1) % 3,)
    assert [match.may(other, "deal") for other in range(3)] == [False] * 3
    assert refused(match, "deal") == 3


def test_rule_3_if_nobody_does_the_seat_after_the_last_dealer_deals() -> None:
    match = between_hands()
    assert match.play_default(match.to_act[0], fault="nobody has dealt for 15 seconds") == "deal"
    assert view(match).dealer == 0
    match = turn(table("0: 7h 7d\n1: 5h\n2: 6h\ndealer: 0\ndrawn: 7c"), "new book 7c 7d 7h")
    assert match.to_act[0] == 1


def test_rule_3_one_card_each_from_the_dealers_left_then_singly_to_those_who_lack_some() -> None:
    match = dealt("3h 4d 2c  5c 6c 7c  8c 9c  10c  11c", seats=3)
    assert lying(match, "hand 1") == "3h 5c 8c"
    assert lying(match, "hand 2") == "4d 6c 9c 10c"
    assert lying(match, "hand 0") == "2c 7c"
    assert view(match).discards == ("11c",)


@pytest.mark.parametrize(
    ("first", "rank", "says"),
    [
        ("8d", "8", "eights and jokers are wild"),
        ("14s", "14", "aces and jokers are wild"),
        ("J2", "", "jokers are wild"),
    ],
)
def test_rule_3_the_dealers_first_card_makes_its_rank_wild_and_all_are_told(first: str, rank: str, says: str) -> None:
    match = dealt(f"4d {first}")
    for viewer in range(WATCHER, 2):
        assert clauses(match, viewer) == ["seat 0 deals", says]
        assert view(match, viewer).wild_rank == rank


def test_rule_3_the_wild_rank_is_that_of_this_hand_alone() -> None:
    match = turn(table("0: 7h 7d\n1: 5h\nwild: 9\ndrawn: 7c"), "new book 7c 7d 7h")
    stacked(match, "2h J1").play(0, "deal")
    assert view(match).wild_rank == ""


def test_rule_3_with_rotates_the_first_dealer_is_drawn_by_lot_and_the_deal_goes_round() -> None:
    first = set()
    for seed in range(30):
        match = opened(3, seed, dealer="rotates", max_hands=4)
        first.add(view(match).dealer)
        hand, wild = view(match, view(match).dealer).hand, view(match).wild_rank
        assert any(name[0] == "J" or name[:-1] == wild for name in hand)
    assert first == {0, 1, 2}
    play_out(match, [random_player(1)] * 3)
    dealers = [int(said[5]) for said in clauses(match) if said.endswith(" deals")]
    assert dealers == [(dealers[0] + hand) % 3 for hand in range(len(dealers))]
    assert len(dealers) > 2
    assert not any(event.move == "deal" for event in match.events if event.seat >= 0)


def test_rule_4_the_next_card_is_turned_up_and_the_dealer_is_last() -> None:
    match = dealt("3h 4d 2c  5c 6c 7c  8c 9c  10c  11c", seats=3)
    assert [view(match, viewer).discards for viewer in range(WATCHER, 3)] == [("11c",)] * 4
    for seat in (1, 2, 0, 1):
        assert match.to_act == (seat,)
        assert refused(match, "stock", (seat + 1) % 3) == 4
        turn(match, "stock", f"discard {view(match, seat).hand[0]}")


def test_rule_17_each_card_shows_who_played_it_and_the_box_who_is_where() -> None:
    text = "0: 9c 7h\n1: 5h 6h 8h\n2: 2c\nmeld 0: book 7c 7d J1=7 by 2 2 1\nwild: 9\ndealer: 2\ndrawn: 3c"
    match = turn(table(text), "add 0 book 7h", "discard 9c")
    for viewer in range(WATCHER, 3):
        seen = view(match, viewer)
        assert seen.board[0].cards == (("7c", "7", 2), ("7d", "7", 2), ("7h", "7", 0), ("J1", "7", 1))
        assert (seen.counts, seen.wild_rank, seen.dealer, seen.turn) == ((1, 3, 1), "9", 2, 1)
        assert seen.to_act == (1,)


def test_rule_17_a_watcher_sees_numbers_of_cards_and_no_hand() -> None:
    match = dealt("3h 4d 2c  5c 6c 7c  8c 9c  10c  11c", seats=3)
    seen = view(match)
    assert (seen.hand, seen.hands, seen.moves) == ((), ((), (), ()), ())
    assert view(match, 1).hands == ((), ("3h", "5c", "8c"), ())
    names = [name for seat in range(3) for name in lying(match, f"hand {seat}").split()]
    assert not any(f"'{name}'" in str(knowledge_of(match, WATCHER)) for name in names)


@pytest.mark.parametrize(
    ("test", "old", "new"),
    [
        (test_rule_3_seat_0_deals_the_first_hand_or_leaves_it_to_the_next, "SELECTING and t.deal > 0", "SELECTING"),
        (
            test_rule_3_one_card_each_from_the_dealers_left_then_singly_to_those_who_lack_some,
            "seat = (t.dealt_by + 1 + i)",
            "seat = (t.dealt_by + i)",
        ),
        (
            test_rule_3_if_nobody_does_the_seat_after_the_last_dealer_deals,
            "begin_turn(t, (t.dealt_by + 1) % t.seats)\n    next_hand(t)",
            "begin_turn(t, 0)\n    next_hand(t)",
        ),
        (test_rule_4_the_next_card_is_turned_up_and_the_dealer_is_last, "(t.turn + 1) % t.seats", "(t.turn + 2) % 3"),
        (
            test_rule_17_each_card_shows_who_played_it_and_the_box_who_is_where,
            "t.by[card] = t.turn",
            "t.by[card] = 1",
        ),
    ],
)
def test_planted_a_broken_rule_is_found(test: Callable[[], None], old: str, new: str) -> None:
    assert finds(test, with_change(BLITZ, old, new))


def test_planted_a_harmless_change_is_not_reported() -> None:
    same = with_change(BLITZ, "(t.turn + 1) % t.seats", "(1 + t.turn) % t.seats")
    assert not finds(test_rule_4_the_next_card_is_turned_up_and_the_dealer_is_last, same)
