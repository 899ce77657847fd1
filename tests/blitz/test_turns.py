"""Rules 5, 6 and 10: a turn, what may be drawn, and Undo."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from cardhouse import Match
from tests.blitz.position import BLITZ, after, board, clauses, finds, lying, opened, refused, table, turn, view
from tests.planted_faults import with_change

TURN = "0: 7c 7d 7h 9c 10c\n1: 5h\ndiscards: 2c\nmeld 0: run 3d 4d 5d by 1\nstock: 6d ..."


def test_rule_5_draw_first() -> None:
    match = table(TURN)
    for move in ("new book 7c 7d 7h", "add 0 high 6d", "discard 9c", "complete"):
        assert refused(match, move) == 5
    assert match.moves(0) == ["stock"]
    assert match.may(0, "stock")


def test_rule_5_then_play_as_often_as_you_like_and_discard_one_card() -> None:
    match = after(table(TURN), "stock", "add 0 high 6d", "new book 7c 7d 7h")
    assert refused(match, "complete") == 5
    after(match, "discard 9c")
    for move in ("discard 10c", "new book 7c 7d 7h", "add 0 high 6d"):
        assert refused(match, move) == 5
    assert match.to_act == (0,)
    after(match, "complete")
    assert match.to_act == (1,)
    assert lying(match, "hand 0") == "10c"
    assert view(match).discards == ("2c", "9c")


def test_rule_5_or_play_not_at_all() -> None:
    match = turn(table(TURN), "stock", "discard 7c")
    assert match.to_act == (1,)
    assert view(match).counts == (5, 1)


def test_rule_5_who_has_no_card_left_discards_none() -> None:
    match = after(table("0: 7c 7d\n1: 5h\ndrawn: 7h"), "new book 7c 7d 7h")
    assert match.every_move(0) == ["undo", "complete"]


TAKE = "0: 7d 7h 9c 12s\n1: 5h\ndiscards: 4c 7c 2d 11d"


def test_rule_6_you_draw_once() -> None:
    for draw in ("stock", "take 3"):
        match = after(table(TAKE), draw)
        assert refused(match, "stock") == refused(match, "take 1") == refused(match, "take 3") == 6


def test_rule_6_as_many_as_you_like_from_the_top_of_the_discards() -> None:
    match = after(table(TAKE), "take 3")
    assert lying(match, "hand 0") == "2d 7c 7d 7h 9c 11d 12s"
    assert view(match, 0).discards == ("4c",)
    assert view(match, 0).duty == "7c"
    assert "7c must be played in this turn" in clauses(match, 0)


def test_rule_6_the_deepest_card_taken_has_to_get_to_the_board() -> None:
    match = after(table(TAKE), "take 3")
    assert refused(match, "discard 2d") == refused(match, "discard 7c") == refused(match, "complete") == 6
    after(match, "new book 7c 7d 7h")
    assert view(match, 0).duty == ""
    turn(match, "discard 11d")
    assert view(match).discards == ("4c", "11d")
    assert not any(match._state.pile[2:])  # equal tables are equal in every cell
    assert view(match).hands[0] == ("2d",)  # all know that it was taken


def test_rule_6_even_if_it_is_the_only_one() -> None:
    match = after(table("0: 7d 7h 9c\n1: 5h\ndiscards: 4c 7c"), "take 1")
    assert refused(match, "discard 9c") == refused(match, "complete") == 6
    assert match.may(0, "new book 7d 7h 7c")


@pytest.mark.parametrize(
    ("hand", "discards", "good"),
    [
        ("7s 10c", "7c", []),
        ("7s 7h 10c", "4c 7c 12d 11h", [3]),
        ("7s 10c", "7c 7h 12d", [3]),
        ("8c J1", "7c", [1]),
        ("12c 13c", "14c", [1]),
        ("2c 3c", "14c", [1]),
        ("13c 2c", "14c", []),
        ("10c", "9s", [1]),
        ("10c", "14d 2d", [1, 2]),
        ("10c", "2d 14d", [2]),
        ("7d 10c", "8d", []),
        ("10c 6s", "8d", []),
        ("7d 6s", "8d", [1]),
        ("10c", "J1", [1]),
        ("10c", "6s", [1]),
    ],
)
def test_rule_6_only_what_can_be_played_then_may_be_taken(hand: str, discards: str, good: list[int]) -> None:
    melds = "meld 0: run 3d 4d 5d by 1\nmeld 1: book 9d 9h J2=9 by 1"
    match = table(f"0: {hand}\n1: 5h\ndiscards: {discards}\n{melds}\nwild: 6")
    for count in range(1, len(discards.split()) + 1):
        assert match.may(0, f"take {count}") == (count in good)
        assert count in good or refused(match, f"take {count}") == 6


@pytest.mark.parametrize(
    ("hand", "is_good"), [("10c 11d", False), ("10c 12c", True), ("14c 2c", True), ("J2 9c", True)]
)
def test_rule_6_a_wild_needs_company_too(hand: str, is_good: bool) -> None:
    assert table(f"0: {hand} 4s\n1: 5h\ndiscards: J1").may(0, "take 1") == is_good


@pytest.mark.parametrize(
    ("hand", "discards", "duty", "play"),
    [
        ("9c 9h J1", "J2", "joker", "new book 9c 9h J1"),
        ("9c 9h J1", "J2", "joker", "new book 9c 9h J2"),
        ("7c 7d 7h", "7h'", "7h", "new book 7c 7d 7h"),
        ("7c 7d 7h'", "7h", "7h", "new book 7c 7d 7h'"),
        ("7c 7d 7h", "7h'", "7h", "new book 7c 7d 7h'"),
    ],
)
def test_rule_6_of_equal_cards_either_will_do(hand: str, discards: str, duty: str, play: str) -> None:
    match = after(table(f"0: {hand} 4s\n1: 5h\ndiscards: {discards}", decks=2), "take 1")
    assert view(match, 0).duty == duty
    assert refused(match, "discard 4s") == 6
    after(match, play)
    assert view(match, 0).duty == ""
    assert match.may(0, "discard 4s")


def test_rule_6_a_card_of_the_wild_rank_is_equal_only_to_its_copy() -> None:
    match = after(table("0: 7d 7h 8c J1\n1: 5h\ndiscards: 8h\nwild: 8"), "take 1", "new book 7d 7h 8c")
    assert refused(match, "discard J1") == 6
    assert match.may(0, "add 0 book 8h")


def test_rule_6_the_card_may_be_played_after_others() -> None:
    text = "0: 6d 9c J1\n1: 5h\ndiscards: 8d 4c\nmeld 0: run 3d 4d 5d by 1"
    match = after(table(text), "take 2", "add 0 high 6d", "add 0 high J1")
    assert refused(match, "discard 9c") == 6
    turn(match, "add 0 high 8d", "discard 9c")
    assert board(match) == ["run 3d 4d 5d 6d J1=7d 8d"]


# Undo

UNDO = "0: 2d 6d 7d 7h 9c\n1: 5h\ndiscards: 4c 7c 2s\nmeld 0: run 3d 4d 5d by 1\nstock: 7s ..."


def as_it_was(match: Match, start: Any) -> bool:
    """Is the table as it was, but for being the owner's alone?"""
    start = start.copy()
    start.hidden = 1
    return bool(match._state == start)


def test_rule_10_undo_brings_back_the_start_of_the_turn_any_number_of_times() -> None:
    match = table(UNDO)
    start = match._state.copy()
    for _ in range(3):
        after(match, "take 2", "new book 7c 7d 7h", "add 0 high 6d", "add 0 low 2d", "discard 9c")
        assert view(match, 0).discards == ("4c", "9c")
        after(match, "undo")
        assert as_it_was(match, start)
    after(match, "take 2", "undo")
    assert as_it_was(match, start)


def test_rule_10_cards_taken_go_back_and_you_may_draw_in_another_way() -> None:
    text = UNDO.replace("7c 2s", "7c")
    for moves in (["stock"], ["take 1"]):
        match = after(table(text), "take 1", "undo", *moves)
        assert match.may(0, "new book 7d 7h 7s") == (moves == ["stock"])
    count = after(table("0: 7d 7h 9c\n1: 5h\ndiscards: 7s 7c"), "take 1", "undo", "take 2")
    assert lying(count, "hand 0") == "7c 7d 7h 7s 9c"
    assert view(count, 0).duty == "7s"


def test_rule_10_a_card_from_the_stock_stays() -> None:
    match = after(table(UNDO), "stock")
    drawn = match._state.copy()
    assert refused(match, "undo") == 10
    for moves in (["discard 7s"], ["new book 7d 7h 7s"], ["add 0 high 6d 7d", "discard 7s"]):
        after(match, *moves, "undo")
        assert as_it_was(match, drawn)
        assert refused(match, "stock") == refused(match, "take 2") == 6
    assert lying(match, "hand 0") == "2d 6d 7d 7h 7s 9c"


def test_rule_10_a_draw_that_gave_nothing_stays_too() -> None:
    match = table("0: 7c 7d 7h 9c 10c\n1: 5h\ndiscards: 4c\nstock:\ndrawn: nothing")
    drawn = match._state.copy()
    assert refused(match, "undo") == 10
    after(match, "new book 7c 7d 7h", "discard 9c", "undo")
    assert as_it_was(match, drawn)
    assert refused(match, "stock") == 6
    turn(match, "discard 9c")
    assert match.deals_over == 1


def test_rule_10_there_has_to_be_something_to_bring_back() -> None:
    match = table(UNDO)
    assert refused(match, "undo") == 10
    after(match, "take 2", "undo")
    assert refused(match, "undo") == 10


def test_rule_10_not_after_the_turn_is_completed() -> None:
    match = turn(table(UNDO), "stock", "discard 9c")
    assert refused(match, "undo", 0) == 4
    assert refused(match, "undo", 1) == 10


def test_rule_10_any_turn_comes_back_exactly_and_can_be_played_again() -> None:
    chance, match, undone = Random(3), opened(3, decks=2, jokers=6, max_hands=4, target=10_000), 0
    while not match.over:
        seat, start, made = match.to_act[0], match._state, list[str]()
        while (move := chance.choice(match.moves(seat))) not in ("deal", "complete"):
            match.play(seat, move)
            made.append(move)
            if move == "stock":
                start, made = match._state, []
        if made:
            after(match, "undo")
            assert as_it_was(match, start)
            after(match, *made)
            undone += 1
        match.play(seat, move)
    assert undone > 30


@pytest.mark.parametrize(
    ("test", "old", "new"),
    [
        (test_rule_5_who_has_no_card_left_discards_none, "or (out_of_cards(t, seat) and", "or (False and"),
        (test_rule_6_you_draw_once, "t.drawn == NOT_YET and may_draw(", "may_draw("),
        (test_rule_6_the_deepest_card_taken_has_to_get_to_the_board, "t.duty = kind(card)", "t.duty = NOBODY"),
        (test_rule_6_a_card_of_the_wild_rank_is_equal_only_to_its_copy, "if kind(card) == t.duty:", "if True:"),
        (
            test_rule_10_a_card_from_the_stock_stays,
            "if t.drawn == TAKEN:\n        put_back",
            "if True:\n        put_back",
        ),
        (test_rule_10_any_turn_comes_back_exactly_and_can_be_played_again, "t.means[card] = t.by[card] = 0", "pass"),
    ],
)
def test_planted_a_broken_rule_is_found(test: Callable[[], None], old: str, new: str) -> None:
    assert finds(test, with_change(BLITZ, old, new))
