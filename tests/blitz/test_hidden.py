"""Rule 11: what others, and watchers, see of a turn."""

from typing import Any

import pytest

from cardhouse import WATCHER, Match
from cardhouse.cards.facts import clause
from cardhouse.play.events import Event, Step
from tests.blitz.position import BLITZ, after, clauses, finds, knowledge_of, lying, stacked, table, turn, view
from tests.planted_faults import with_change

TURN = """
    0: 2d 7d 7h 9c 10c
    1: 5h 6h
    2: 5s 6s
    discards: 4c 7c 2s
    meld 0: run 3d 4d 5d by 1
    stock: 7s 6d
"""
MOVES = [
    *["take 2", "new book 7c 7d 7h", "discard 2s", "undo"],
    *["stock", "new book 7d 7h 7s", "add 0 low 2d", "undo"],
    *["add 0 low 2d", "discard 7s", "undo", "new book 7d 7h 7s", "discard 9c"],
]
RESHUFFLE = TURN.replace("stock: 7s 6d", "stock:")


def seen_by_others(match: Match) -> list[Any]:
    """Views, events, and the views of callbacks."""
    return [knowledge_of(match), [match.my_view(seat) for seat in (1, 2)], match.to_act]


def the_event(match: Match, viewer: int) -> Event:
    """The only one that a viewer has been told since the table was drawn."""
    events = match.events_for(viewer)
    assert len(events) == 1
    return events[0]


def test_rule_11_until_you_complete_nobody_else_sees_anything() -> None:
    match = table(TURN)
    before = seen_by_others(match)
    for move in MOVES:
        after(match, move)
        assert seen_by_others(match) == before
    assert view(match, 0) != view(table(TURN), 0)
    after(match, "complete")
    assert seen_by_others(match) != before


def test_rule_11_not_even_a_reshuffle_or_an_empty_draw() -> None:
    for text in (RESHUFFLE, RESHUFFLE + "\nreshuffled: yes"):
        match = table(text)
        before = seen_by_others(match)
        after(match, "stock", "discard 9c", "undo")
        assert seen_by_others(match) == before
        assert (view(match).stock, view(match).discards) == (0, ("4c", "7c", "2s"))


def test_rule_11_you_see_your_own_turn() -> None:
    match = after(table(TURN), *MOVES)
    assert [event.move for event in match.events_for(0) if event.seat == 0] == MOVES
    assert view(match, 0).discards == ("4c", "7c", "2s", "9c")
    assert view(match, 0).counts == (2, 2, 2)


def test_rule_11_then_they_see_it_all_at_once_except_what_you_undid_and_what_you_drew() -> None:
    match = turn(table(TURN), *MOVES)
    for viewer in (WATCHER, 1, 2):
        event = the_event(match, viewer)
        assert (event.seat, event.move) == (0, "complete")
        assert event.steps == (
            Step("hand 0", "discards", ("9c",)),
            Step("hand 0", "meld 1", ("7d", "7h", "7s")),
            Step("stock", "hand 0", (), 1),
        )
        assert tuple(map(clause, event.facts)) == (
            "seat 0 draws from the stock",
            "seat 0 plays book 1: 7d 7h 7s",
            "seat 0 discards 9c",
        )
        assert view(match, viewer).counts == (2, 2, 2)


def test_rule_11_cards_taken_are_seen() -> None:
    match = turn(table(TURN), "take 2", "new book 7c 7d 7h", "add 0 low 2d", "discard 9c")
    event = the_event(match, 1)
    assert event.steps == (
        Step("discards", "hand 0", ("2s", "7c")),
        Step("hand 0", "discards", ("9c",)),
        Step("hand 0", "meld 0", ("2d",)),
        Step("hand 0", "meld 1", ("7c", "7d", "7h")),
    )
    assert clauses(match)[0] == "seat 0 takes 2 from the discards"
    assert "seat 0 adds to run 0: 2d" in clauses(match)
    assert view(match).hands[0] == ("2s",)


def test_rule_11_a_reshuffle_is_told_in_the_end() -> None:
    match = turn(stacked(table(RESHUFFLE), "7c"), "stock", "new book 7c 7d 7h", "discard 9c")
    event = the_event(match, 1)
    assert event.steps == (
        Step("discards", "stock", (), 2),
        Step("hand 0", "discards", ("9c",)),
        Step("hand 0", "meld 1", ("7c", "7d", "7h")),
        Step("stock", "hand 0", (), 1),
    )
    assert clauses(match)[0] == "seat 0 reshuffles the discards and draws from the stock"
    match = turn(table(RESHUFFLE + "\nreshuffled: yes"), "stock", "discard 9c")
    assert clauses(match)[0] == "there is no card for seat 0 to draw"


@pytest.mark.parametrize(
    ("text", "moves", "steps"),
    [
        (
            TURN,
            ["take 2", "new book 7c 7d 7h", "discard 2s"],
            {Step("discards", "hand 0", ("2s", "7c")), Step("hand 0", "discards", ("2s",))},
        ),
        (
            RESHUFFLE,
            ["stock", "discard 4c"],
            {Step("stock", "hand 0", (), 1), Step("hand 0", "discards", ("4c",)), Step("discards", "stock", (), 2)},
        ),
    ],
)
def test_rule_11_a_card_that_goes_back_to_the_discards_is_seen(text: str, moves: list[str], steps: set[Step]) -> None:
    match = turn(table(text), *moves)
    assert steps <= set(the_event(match, 1).steps)


WORLDS = [
    ("9c", "9d", ["new book 9c 9d 9h", "discard 10c"]),
    ("9c", "9d", ["discard 9c"]),
    ("9c", "9d", ["new book 9c 9h J1", "discard 9d"]),
    ("9c", "J2", ["new book 9c 9h J2", "discard 10c"]),
    ("9c", "9c'", ["new book 9c 9h J1", "discard 9c'"]),
    ("9c'", "10h", ["new run 9h 10h J1", "discard 9c'"]),
    ("9c'", "2s", ["discard 10c"]),
    ("3s'", "2s", ["new run 2s 3s' J1", "discard 10c", "undo", "discard 3s'"]),
]


@pytest.mark.parametrize(("one", "other", "moves"), WORLDS)
def test_rule_11_which_card_was_drawn_and_which_was_held_is_all_the_same_to_others(
    one: str, other: str, moves: list[str]
) -> None:
    """Two worlds: in one of them a card is held and another drawn, in the other it is the other way round."""
    worlds = [
        turn(table(f"0: {held} 9h J1 10c 11c\n1: 5h 6h\n2: 5s\nstock: {drawn} ...", decks=2), "stock", *moves)
        for held, drawn in ((one, other), (other, one))
    ]
    others = (WATCHER, 1, 2)
    assert knowledge_of(worlds[0], *others) == knowledge_of(worlds[1], *others)
    assert knowledge_of(worlds[0], 0) != knowledge_of(worlds[1], 0)
    for match in worlds:
        turn(match, "stock", "discard 5h")
    assert knowledge_of(worlds[0], *others) == knowledge_of(worlds[1], *others)


def test_rule_11_which_card_was_drawn_after_a_reshuffle_is_all_the_same_to_others() -> None:
    worlds = [turn(stacked(table(RESHUFFLE), card), "stock", "discard 9c") for card in ("4c", "7c")]
    assert knowledge_of(worlds[0], WATCHER, 1, 2) == knowledge_of(worlds[1], WATCHER, 1, 2)
    assert lying(worlds[0], "hand 0") != lying(worlds[1], "hand 0")


@pytest.mark.parametrize("move", ["add 1 low 3s", "add 1 book J1=9", "add 0 low J1=9d"])
def test_rule_11_a_refusal_tells_nothing_of_a_turn(move: str) -> None:
    match = table(TURN)
    before = str(match.refusal(1, move))
    after(match, "stock", "new book 7d 7h 7s", "add 0 low 2d")
    assert str(match.refusal(1, move)) == before


def test_planted_an_open_turn_is_found() -> None:
    fault = with_change(BLITZ, "return not t.hidden or seat == t.turn", "return True")
    for test in (
        test_rule_11_until_you_complete_nobody_else_sees_anything,
        test_rule_11_not_even_a_reshuffle_or_an_empty_draw,
        test_rule_11_then_they_see_it_all_at_once_except_what_you_undid_and_what_you_drew,
    ):
        assert finds(test, fault)


def test_planted_a_drawn_card_that_is_revealed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardhouse.play.events.STOCK", -1)
    for one, other, moves in WORLDS[1:6]:
        with pytest.raises(AssertionError):
            test_rule_11_which_card_was_drawn_and_which_was_held_is_all_the_same_to_others(one, other, moves)
