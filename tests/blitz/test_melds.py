"""Rules 7 to 9: melds, wilds and aces."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardhouse import WATCHER
from cardhouse.games.blitz.cards import DECK, SUITED
from cardhouse.games.blitz.moves import new_of
from cardhouse.games.blitz.positions import books, gap, of_rank, positions_of, runs
from tests.blitz.position import BLITZ, after, board, clauses, finds, lying, refused, table, turn, view
from tests.planted_faults import with_change

MELDS = "0: 2d 5d 6d 7h 9c J1\n1: 5h\ndrawn: 9d\nmeld 0: run 3d 4d 8s=5d by 1\nmeld 1: book 7c 7d 7s by 1\nwild: 8"


@given(st.integers(0, SUITED), st.integers(0, SUITED), st.integers(0, SUITED), st.integers(0, 3))
def test_rule_7_all_books_and_runs_are_found_at_once(first: int, second: int, thin: int, wilds: int) -> None:
    held, twice = positions_of((first | second) & thin), positions_of(first & second & thin)
    count = [of_rank(held, twice, rank) for rank in range(13)]
    assert books(held, twice, wilds) == sum(8 << 4 * rank for rank in range(13) if 0 < count[rank] >= 3 - wilds)
    places = [(low, suit) for low in range(12) for suit in range(4) if gap(held, suit, low, low + 2) <= min(wilds, 2)]
    assert runs(held, wilds) == sum(1 << 4 * low + suit for low, suit in places)


def test_rule_7_a_new_meld_has_three_cards_or_more() -> None:
    match = table("0: 7c 7d 7h 8h 9h 10h\n1: 5h\ndrawn: 9d")
    assert refused(match, "new book 7c 7d") == refused(match, "new run 7h 8h") == refused(match, "new run 9d") == 7
    after(match, "new run 7h 8h 9h 10h")
    assert board(match) == ["run 7h 8h 9h 10h"]


def test_rule_7_you_may_add_to_any_meld_whoever_began_it() -> None:
    match = after(table(MELDS), "add 0 low 2d", "add 0 high 6d", "add 1 book 7h")
    assert board(match) == ["run 2d 3d 4d 8s=5d 6d", "book 7c 7d 7h 7s"]
    assert [card.by for card in view(match, 0).board[0].cards] == [0, 1, 1, 1, 0]


@pytest.mark.parametrize("move", ["add 0 high 2d", "add 0 low 6d", "add 0 low 5d", "add 0 high 9d", "add 1 book 9c"])
def test_rule_7_only_what_goes_on_from_an_end_or_is_of_the_rank(move: str) -> None:
    assert refused(table(MELDS), move) == 7


def test_rule_7_many_cards_go_down_at_once_at_each_end() -> None:
    match = after(table("0: 2d 6d 7d 14d J1\n1: 5h\ndrawn: 9d\nmeld 0: run 3d 4d 5d by 1"), "add 0 low 2d 14d")
    after(match, "add 0 high 6d 7d J1 9d")
    assert board(match) == ["run 14d 2d 3d 4d 5d 6d 7d J1=8d 9d"]


@pytest.mark.parametrize(
    "move", ["new run 6d 7d J1 10d", "new run 6d 7d J1 9s", "add 0 high 6d 7d 9d", "add 1 book 12d J1 6d"]
)
def test_rule_7_all_are_laid_or_none_is(move: str) -> None:
    match = table("0: 6d 7d 10d 12d J1\n1: 5h\ndrawn: 9d\nmeld 0: run 3d 4d 5d by 1\nmeld 1: book 12c 12h 12s by 1")
    before = match.log()
    refused(match, move)
    assert match.log() == before
    assert lying(match, "hand 0") == "6d 7d 9d 10d 12d J1"


def test_rule_7_no_card_is_laid_twice() -> None:
    """Nor by the law itself, whoever asks it: here the joker would be the 3s and the 4s of a run from the 3s on."""
    match = table("0: 5s 9c J1\n1: 5h\ndrawn: 9d")
    joker, five, spades = DECK.card("J1"), DECK.card("5s"), 3
    assert BLITZ.law.breaks(match._state, 0, new_of(spades, 2, joker, joker, five)) == 7
    assert refused(match, "new run J1 J1 5s") == 7


WILDS = "0: 3s 4s 6s 7h 8c 8d 8h 10h J1 J2 J3\n1: 5h\ndrawn: 9d\nwild: 8"


@pytest.mark.parametrize(
    ("move", "lies"),
    [
        ("new run 3s 4s J1 6s", "run 3s 4s J1=5s 6s"),
        ("new run J1 J2 3s 4s", "run J1=14s J2=2s 3s 4s"),
        ("new run 8c 3s 4s", "run 8c=2s 3s 4s"),
        ("new run 7h 8h J1 10h", "run 7h 8h J1=9h 10h"),
        ("new run 7h 8c J1 10h", "run 7h 8c=8h J1=9h 10h"),
        ("new run J1 J2=12c J3", "run J1=11c J2=12c J3=13c"),
        ("new run J1=14c J2 8d", "run J1=14c J2=2c 8d=3c"),
        ("new run J1 J2 8d=14c", "run J1=12c J2=13c 8d=14c"),
        ("new run 8c J1=9c J2", "run 8c J1=9c J2=10c"),
        ("new book 7h 8c J1", "book 7h 8c=7 J1=7"),
        ("new book 8c 8d 8h", "book 8c 8d 8h"),
        ("new book 8c J1 J2", "book 8c J1=8 J2=8"),
        ("new book J1=7 J2 J3", "book J1=7 J2=7 J3=7"),
        ("new book J1 8d J2=13", "book 8d=13 J1=13 J2=13"),
        ("new book 8c=8 8d=8 J1=8", "book 8c 8d J1=8"),
        ("new run 3s=3s 4s=4s J1=5s", "run 3s 4s J1=5s"),
    ],
)
def test_rule_8_a_wild_stands_for_the_card_whose_place_it_fills(move: str, lies: str) -> None:
    assert board(after(table(WILDS, jokers=3), move)) == [lies]


@pytest.mark.parametrize(
    "move",
    [
        "new run J1 J2 J3",
        "new run 8c 8d 8h",
        "new book J1 J2 J3",
        "new run 3s 4s J1=6s",
        "new run J1=3s 3s 4s",
        "new run J1=5s 8c=7s J2",
        "new book 7h 8c=8 8d=8 J1=9",
        "new book 7h J1=8 J2",
        "new book 7h=7 10h=7 J1",
        "new run 3s 4s 6s=5s",
        "new book J1=7s J2 J3",
        "new run J1=7 J2 J3",
    ],
)
def test_rule_8_what_has_to_be_said_and_what_is_said_has_to_be_true(move: str) -> None:
    assert refused(table(WILDS, jokers=3), move) in (1, 8)


def test_rule_8_a_wild_on_the_board_keeps_no_card_out_of_a_book_and_is_not_replaced() -> None:
    text = "0: 5d 7h 7s 9c\n1: 5h\ndrawn: 9d\nmeld 0: run 3d 4d J1=5d by 1\nmeld 1: book 7c 7d J2=7 by 1"
    match = after(table(text), "add 1 book 7h", "add 1 book 7s")
    assert refused(match, "add 0 high 5d") == 7
    assert not any("J1" in move or "J2" in move for move in match.every_move(0))
    assert board(match) == ["run 3d 4d J1=5d", "book 7c 7d 7h 7s J2=7"]


def test_rule_8_all_see_what_a_wild_stands_for() -> None:
    match = turn(table(WILDS, jokers=3), "new run 3s 4s 8c 6s", "new book 7h 8d J1", "discard 10h")
    assert board(match, WATCHER) == board(match, 1) == ["run 3s 4s 8c=5s 6s", "book 7h 8d=7 J1=7"]
    assert "seat 0 plays run 0: 3s 4s 8c=5s 6s" in clauses(match, 1)


ACES = "0: 2s 3s 12s 13s 14s J1 14s'\n1: 5h\ndrawn: 9d"


def test_rule_9_an_ace_is_below_the_2_or_above_the_king() -> None:
    match = after(table(ACES, decks=2), "new run 14s 2s 3s", "new run 12s 13s 14s'")
    assert board(match) == ["run 14s 2s 3s", "run 12s 13s 14s'"]
    assert refused(match, "add 0 low J1") == refused(match, "add 1 high J1") == 7


@pytest.mark.parametrize("cards", ["13s 14s 2s", "12s 13s 14s 2s", "13s 14s J1", "J1 14s 2s", "13s J1=14s 2s"])
def test_rule_9_a_run_does_not_go_through_the_ace(cards: str) -> None:
    assert refused(table(ACES, decks=2), f"new run {cards}") in (1, 9)


def test_rule_9_nor_does_it_begin_below_the_ace() -> None:
    match = table("0: 2s 14s J1 J2\n1: 5h\ndrawn: 13s")
    assert refused(match, "new run J1 J2 2s") == 9
    assert match.may(0, "new run J1 2s J2")
    assert refused(match, "new run 13s 14s J1") == 9


def test_rule_9_the_longest_run_in_one_line() -> None:
    spades = "14s 2s 3s 4s 5s 6s 7s 8s 9s 10s 11s 12s 13s 14s'"
    match = table(f"0: {spades} J1\n1: 5h\ndrawn: 2s'", decks=2)
    assert refused(match, f"new run {spades} J1") == refused(match, f"new run J1 {spades}") == 9
    after(match, f"new run {spades}")
    assert board(match) == [f"run {spades}"]
    assert refused(match, "add 0 low J1") == refused(match, "add 0 high 2s'") == 7


@pytest.mark.parametrize(
    ("test", "old", "new"),
    [
        (test_rule_7_you_may_add_to_any_meld_whoever_began_it, "t.high[meld] + 1", "t.high[meld] + 2"),
        (test_rule_8_all_see_what_a_wild_stands_for, "show(t, t.laid[limb], EVERYBODY, limb)", "pass"),
        (test_rule_9_an_ace_is_below_the_2_or_above_the_king, "rank == ACE and at == 0", "at == 99"),
        (test_rule_9_the_longest_run_in_one_line, "0 <= at <= LAST and fits(t, card", "at <= LAST and fits(t, card"),
    ],
)
def test_planted_a_broken_rule_is_found(test: Callable[[], None], old: str, new: str) -> None:
    assert finds(test, with_change(BLITZ, old, new))
