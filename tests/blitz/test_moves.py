"""What RULES.md says beside the numbered rules: moves in words, bad input, and a player's absence."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardhouse import BadSetup, Match, Refused, SeededDealer, Unreadable
from tests.blitz.position import BLITZ, after, board, clauses, finds, opened, table, turn, turned_down, view
from tests.planted_faults import with_change

HAND = """
    0: 3s 4s 7d 7h 8c 9c J1 J2
    1: 5h 6h
    discards: 4c 7c 2s
    meld 0: run 3d 4d J3=5d by 1
    meld 1: book 12c 12d 12h by 1
    wild: 8
    stock: 10h ...
"""
NO_MOVES = ["", "draw", "Stock", "stock 1", "take", "take 1 2", "discard", "discard 9c 3s", "undo 1", "complete now"]
NO_MOVES += ["new", "new 7d 7h J1", "new set 7d 7h J1", "add", "add 0", "add 0 6d", "add 0 top J1", "deal 1 2", "\0"]


def start() -> Match:
    return table(HAND, jokers=3)


@pytest.mark.parametrize("move", NO_MOVES)
def test_what_is_no_move(move: str) -> None:
    turned_down(start(), 0, move, Unreadable, f"{move!r} is not a move; try `deal`, `stock`, ", "Blitz, rule 5")


@pytest.mark.parametrize("move", [None, 5, b"stock", "discard " + "9c" * 200])
def test_a_move_that_is_not_a_short_text_is_unreadable(move: Any) -> None:
    turned_down(start(), 0, move, Unreadable, "A move is a text of at most 400 characters, not", "Blitz, moves")


FIRST = "Draw first, from the stock or from the discards."


@pytest.mark.parametrize(
    ("move", "kind", "says", "rule"),
    [
        ("take 0", Refused, "You can take 1 to 3 of the discards, not 0.", 6),
        ("take 4", Refused, "You can take 1 to 3 of the discards, not 4.", 6),
        ("take 500", Refused, "", 6),
        ("take x", Unreadable, "'x' is not a number of discards.", 6),
        ("take 03", Unreadable, "'03' is not a number of discards.", 6),
        ("take ٣", Unreadable, "'٣' is not a number of discards.", 6),
        ("take -1", Unreadable, "'-1' is not a number of discards.", 6),
        ("take " + "9" * 90, Unreadable, "'999", 6),
        ("new book 7d 7h J1", Refused, FIRST, 5),
        ("add 0 high J1", Refused, FIRST, 5),
        ("discard 9c", Refused, FIRST, 5),
        ("complete", Refused, FIRST, 5),
        ("undo", Refused, "There is nothing to undo.", 10),
        ("deal", Refused, "The hand has already been dealt.", 3),
        ("deal x", Refused, "To deal, use `deal`; only the player who opened the table may use `deal 1`", 3),
    ],
)
def test_before_the_draw(move: str, kind: type[Refused], says: str, rule: int) -> None:
    turned_down(start(), 0, move, kind, says, f"Blitz, rule {rule}")


def test_a_take_that_is_refused_says_which_card_cannot_be_played() -> None:
    match = table("0: 7d 9c\n1: 5h\ndiscards: 7c 2s")
    turned_down(match, 0, "take 2", Refused, "You could not play 7c in this turn, so you cannot", "Blitz, rule 6")


RUN_RANKS = "In a run a card stands for a card, as in `J1=5s`, not for"
BOOK_RANKS = "In a book a card stands for a rank, as in `J1=7`, not for"


@pytest.mark.parametrize(
    ("move", "kind", "says", "rule"),
    [
        ("stock", Refused, "You have already drawn.", 6),
        ("take 1", Refused, "You have already drawn.", 6),
        ("undo", Refused, "There is nothing to undo.", 10),
        ("complete", Refused, "Discard a card first.", 5),
        ("discard 9x", Unreadable, "There is no card '9x' in ", 5),
        ("discard 4d", Refused, "You do not hold 4d.", 5),
        ("discard J5", Refused, "You do not hold J5.", 5),
        ("discard 7h'", Refused, "You do not hold 7h'.", 5),
        ("new book", Refused, "A new book has at least three cards, not 0.", 7),
        ("new book 7d 7h", Refused, "A new book has at least three cards, not 2.", 7),
        ("new run 3s 4s", Refused, "A new run has at least three cards, not 2.", 7),
        ("new book 7d 7h 9c", Refused, "7d and 9c are not of the same rank.", 1),
        ("new book 7d 7h 7h", Refused, "7h is named twice.", 7),
        ("new run J1=2s 3s 4s J1=5s", Refused, "J1 is named twice.", 7),
        ("new book 7d 7h 7s", Refused, "You do not hold 7s.", 7),
        ("new book 7d 7h J4", Refused, "You do not hold J4.", 7),
        ("new book 7d 7h J9", Unreadable, "There is no card 'J9' in ", 1),
        ("new book 7d 7h 7x", Unreadable, "There is no card '7x' in ", 1),
        ("new run 3s 4s =5s", Unreadable, "There is no card '' in ", 1),
        ("new run 3s 4s 9c", Refused, "9c is not the 5s that this run needs there.", 1),
        ("new run 4s 3s J1", Refused, "3s is not the 5s that this run needs there.", 1),
        ("new run 3s=4s J1 J2", Refused, "3s is not the 4s that this run needs there.", 1),
        ("new run J1 J2 8c", Refused, "Say what one of the wild cards stands for, as in `new run J1=5s J2 J3`.", 8),
        ("new book J1 J2 J3", Refused, "Say what the wild cards stand for, as in `new book J1=7 J2=7 J3=7`.", 8),
        ("new book J1= 7d 7h", Unreadable, "'J1=' does not say what 'J1' stands for.", 8),
        ("new book J1=7d 7d 7h", Refused, f"{BOOK_RANKS} '7d'.", 8),
        ("new book J1=15 J2 8c", Refused, f"{BOOK_RANKS} '15'.", 8),
        ("new book J1=9 7d 7h", Refused, "J1=9 and 7d are not of the same rank.", 1),
        ("new book 7d=7 7h=7 9c=7", Refused, "9c is not a wild card, so it cannot stand for 7.", 8),
        ("new run 3s 4s J1=6s", Refused, "J1 would stand for 5s there, not for '6s'.", 8),
        ("new run J1=7 J2 8c", Refused, f"{RUN_RANKS} '7'.", 8),
        ("new run J1=J2 3s 4s", Refused, f"{RUN_RANKS} 'J2'.", 8),
        ("add 0 low", Unreadable, "Name the cards to add, as in `add 2 low 4s 3s`.", 7),
        ("add 9 low 3s", Refused, "There is no meld 9", 7),
        ("add 500 low 3s", Refused, "There is no meld 500", 7),
        ("add -1 low 3s", Unreadable, "'-1' is not a meld.", 7),
        ("add x low 3s", Unreadable, "'x' is not a meld.", 7),
        ("add 00 high J1", Unreadable, "'00' is not a meld.", 7),
        ("add 0 book J1", Refused, "Meld 0 is a run: add to its `low` or `high` end, not to 'book'.", 7),
        ("add 1 low J1", Refused, "Meld 1 is a book: add to `book`, not to 'low'.", 7),
        ("add 1 high J1", Refused, "Meld 1 is a book: add to `book`, not to 'high'.", 7),
        ("add 1 book 9c", Refused, "9c does not fit there: meld 1 needs a card of rank 12.", 7),
        ("add 1 book 9c=12", Refused, "9c does not fit there: meld 1 needs a card of rank 12.", 7),
        ("add 1 book 12s", Refused, "You do not hold 12s.", 7),
        ("add 1 book J1=11", Refused, "J1 would stand for 12 there, not for '11'.", 8),
        ("add 1 book J1 J1", Refused, "J1 is named twice.", 7),
        ("add 0 low 3s", Refused, "3s does not fit there: meld 0 needs 2d.", 7),
        ("add 0 high J1 8c 9c", Refused, "9c does not fit there: meld 0 needs 8d.", 7),
        ("add 0 high J1=9d", Refused, "J1 would stand for 6d there, not for '9d'.", 8),
        ("add 0 low J1 J2 8c", Refused, "Meld 0 ends with an ace: it cannot continue there.", 7),
    ],
)
def test_after_the_draw(move: str, kind: type[Refused], says: str, rule: int) -> None:
    turned_down(after(start(), "stock"), 0, move, kind, says, f"Blitz, rule {rule}")


@pytest.mark.parametrize("move", ["new book 7d 7h J1", "add 0 high J1", "discard 7h"])
def test_after_the_discard(move: str) -> None:
    match = after(start(), "stock", "discard 9c")
    turned_down(match, 0, move, Refused, "You have discarded: complete your turn, or undo it.", "Blitz, rule 5")


@pytest.mark.parametrize(
    ("card", "says"),
    [("7c", "You took 7c from the discards: play it"), ("J1", "You took a joker from the discards: play it")],
)
@pytest.mark.parametrize("move", ["discard 9c", "complete"])
def test_a_turn_cannot_end_before_the_taken_card_is_played(card: str, says: str, move: str) -> None:
    match = after(table(f"0: 7d 7h 9c\n1: 5h\ndiscards: {card} 2s"), "take 2")
    turned_down(match, 0, move, Refused, says, "Blitz, rule 6")


def test_who_is_not_to_act() -> None:
    says = "It is seat 0's turn."
    for match in (start(), after(start(), "stock")):
        for move in ("stock", "discard 5h", "complete", "undo", "deal", "new run 5h 6h J1"):
            turned_down(match, 1, move, Refused, says, "Blitz, rule 4")
        for seat in (2, -1, "0", None, True):
            turned_down(match, seat, "stock", Refused, f"There is no seat {seat!r}; this table has", "Blitz, players")


def test_between_hands_and_after_the_match() -> None:
    text = "0: 7d 7h\n1: 5h\ndrawn: 7c"
    match, over = (turn(table(text, max_hands=most), "new book 7c 7d 7h") for most in (2, 1))
    for move in ("stock", "take 1", "add 0 book 7s", "discard 5h", "undo", "complete"):
        turned_down(match, 1, move, Refused, "The next hand must be dealt first.", "Blitz, rule 3")
        turned_down(over, 1, move, Refused, "The match is over.", "Blitz, rule 16")
    turned_down(over, 0, "deal", Refused, "The match is over.", "Blitz, rule 16")
    turned_down(opened(3), 1, "deal", Refused, "Seat 0 deals the first hand.", "Blitz, rule 3")
    paused = Match("blitz", dealer=SeededDealer(1), pause=True)
    turned_down(paused, 0, "deal", Refused, "The cards are being dealt.", "Blitz, rule 3")


@pytest.mark.parametrize(
    ("seats", "options", "says"),
    [
        (1, {}, "Blitz is for 2 to 10 players, not 1. (Blitz, players)"),
        (11, {"decks": 2}, "Blitz is for 2 to 10 players, not 11. (Blitz, players)"),
        (
            6,
            {},
            "With one deck Blitz is for 2 to 5 players, not 6; with two decks it is for up to 10. (Blitz, options)",
        ),
        (2, {"decks": 3}, "The option decks must be one of 1 to 2, not 3. (Blitz, rule 1)"),
        (2, {"jokers": 7}, "The option jokers must be one of 0 to 6, not 7. (Blitz, rule 1)"),
        (2, {"jokers": -1}, "The option jokers must be one of 0 to 6, not -1. (Blitz, rule 1)"),
        (2, {"target": 99}, "The option target must be one of 100 to 10000, not 99. (Blitz, rule 16)"),
        (2, {"target": 10_001}, "The option target must be one of 100 to 10000, not 10001. (Blitz, rule 16)"),
        (2, {"max_hands": 0}, "The option max_hands must be one of 1 to 100, not 0. (Blitz, rule 16)"),
        (2, {"dealer": "me"}, "The option dealer must be one of selects, rotates, not 'me'. (Blitz, rule 3)"),
        (
            2,
            {"deck": 1},
            "Blitz has no option 'deck'; it has: decks, jokers, target, max_hands, dealer. (Blitz, options)",
        ),
    ],
)
def test_a_table_that_cannot_be_opened(seats: int, options: dict[str, Any], says: str) -> None:
    with pytest.raises(BadSetup) as caught:
        opened(seats, **options)
    assert str(caught.value) == says


WORDS = [*HAND.split(), "take", "1", "new book", "new run", "add 0 low", "add 1 book", "J1=5s", "8c=7", "=", "٣"]


@settings(max_examples=80)
@given(st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join) | st.text(max_size=20))
def test_any_text_is_a_move_or_gets_a_sentence(text: str) -> None:
    for match in (start(), after(start(), "stock")):
        error = match.refusal(0, text)
        assert error is None or (error.rule and error.sentence.endswith("."))


# What is written down


@pytest.mark.parametrize(
    ("move", "written"),
    [
        ("new run 3s 4s J1 6s 8d", "new run 3s 4s J1=5s 6s 8d=7s"),
        ("new run J1 J2 J3=4c 8c", "new run J1=2c J2=3c J3=4c 8c=5c"),
        ("new run J1=14c J2 J3 J4", "new run J1=14c J2=2c J3=3c J4=4c"),
        ("new run J1 J2 8d J3=14c", "new run J1=11c J2=12c 8d=13c J3=14c"),
        ("new run 7h 8h 8c J1", "new run 7h 8h 8c=9h J1=10h"),
        ("new book J2 7h J1 7d 8c", "new book 7d 7h 8c J1 J2"),
        ("new book J2 8d J1 8c", "new book 8c 8d J1 J2"),
        ("new book 8d 12s J1 8c", "new book 12s 8c 8d J1"),
        ("new book J2 J1 8d=9 J3", "new book 8d=9 J1=9 J2=9 J3=9"),
        ("new book J3=2 J2 J1 J4", "new book J1=2 J2=2 J3=2 J4=2"),
        ("add 0 low J1 8c", "add 0 low J1=2d 8c=14d"),
        ("add 0 high J1=6d 7d 8d", "add 0 high J1=6d 7d 8d"),
        ("add 1 book J1 12s 8c=12", "add 1 book 12s 8c J1"),
    ],
)
def test_a_long_line_reads_back_the_same(move: str, written: str) -> None:
    melds = "meld 0: run 3d 4d 5d by 1\nmeld 1: book 12c 12d 12h by 1"
    text = f"0: 3s 4s 6s 7d 7h 8c 8d 8h 12s J1 J2 J3 J4\n1: 5h\n{melds}\nwild: 8\ndrawn: 9c"
    first = after(table(text, jokers=4), move)
    assert json.loads(first.log().splitlines()[-3]) == {"seat": 0, "move": written}
    again = after(table(text, jokers=4), written)
    assert again.log() == first.log()
    assert board(again) == board(first)


def test_rule_8_a_card_that_stands_for_another_is_printed_as_a_wild_last() -> None:
    """In the move, on the board, in what is told, and with the cards of a second deck among the others."""
    text = "0: 2c 2h 9c 9h 9h' 3d J1\n1: 5h\nwild: 2\ndrawn: 4c"
    match = after(table(text, decks=2), "new book J1 2h 9h' 9c 2c 9h")
    assert match.events[-1].move == "new book 9c 9h 9h' 2c 2h J1"
    assert board(match) == ["book 9c 9h 9h' 2c=9 2h=9 J1=9"]
    turn(match, "discard 3d")
    assert "seat 0 plays book 0: 9c 9h 9h' 2c=9 2h=9 J1=9" in clauses(match)


def test_rule_8_a_card_of_the_wild_rank_that_is_itself_is_not_a_wild() -> None:
    text = "0: 2c 2h 9c 3d J1\n1: 5h\nwild: 2\ndrawn: 4c"
    match = after(table(text), "new book J1 2h 2c")
    assert match.events[-1].move == "new book 2c 2h J1"
    assert board(match) == ["book 2c 2h J1=2"]


# In a player's absence


@pytest.mark.parametrize(
    ("wild", "hand", "discard"),
    [
        (8, "5h 9d 10c 12s", "5h"),
        (8, "9d 9h 14s", "9d"),
        (8, "10c 12s 14c", "10c"),
        (8, "8c 14s J1", "14s"),
        (2, "2c 13h J1", "13h"),
        (8, "8d 8h J1", "8d"),
        (8, "J1 J2", "J1"),
        (14, "2s 14s", "2s"),
        (8, "3c' 3d 3s", "3c'"),
    ],
)
def test_the_default_discard(wild: int, hand: str, discard: str) -> None:
    """The fewest points, of those the lowest; a wild only if there is nothing else."""
    *held, drawn = hand.split()
    match = table(f"0: {' '.join(held)}\n1: 6h\nwild: {wild}\ndrawn: {drawn}", decks=2)
    assert match.play_default(0, fault="away") == f"discard {discard}"
    assert match.play_default(0, fault="away") == "complete"


def test_the_default_moves_finish_a_turn() -> None:
    match = after(table("0: 7d 7h 9c\n1: 5h\ndiscards: 7c 2s\nstock: 3c ..."), "take 2")
    made = [match.play_default(0, fault="away") for _ in range(4)]
    assert made == ["undo", "stock", "discard 3c", "complete"]
    assert match.to_act == (1,)
    assert [(event.move, event.fault) for event in match.events_for(1)] == [("complete", "no valid move")]
    out = after(table("0: 7d 7h\n1: 5h\ndrawn: 7c"), "new book 7c 7d 7h")
    assert out.play_default(0, fault="away") == "complete"


def test_the_default_deals() -> None:
    assert opened(3).play_default(0, fault="away") == "deal 1"
    match = turn(table("0: 7d 7h\n1: 5h\ndrawn: 7c"), "new book 7c 7d 7h")
    assert match.play_default(1, fault="away") == "deal"
    assert view(match).dealer == 1


def test_a_turn_left_in_the_middle_is_always_finished() -> None:
    chance, match, seen = Random(7), opened(3, decks=2, jokers=6, max_hands=8, dealer="rotates"), set[str]()
    while not match.over:
        seat, turns = match.to_act[0], match._state.tally[1]
        for _ in range(chance.randrange(5)):
            match.play(seat, chance.choice([move for move in match.every_move(seat) if move != "complete"] or ["undo"]))
        made = []
        while match._state.tally[1] == turns:
            made.append(match.play_default(seat, fault="away").split()[0])
        assert made in (["undo", "stock", "discard", "complete"][-count:] for count in range(1, 5))
        seen.add(made[0])
    assert seen == {"undo", "stock", "discard", "complete"}


def test_planted_a_default_that_stays_for_ever_is_found() -> None:
    fault = with_change(BLITZ, "    if t.duty != NOBODY:\n        return UNDO_TURN\n", "")
    assert finds(test_the_default_moves_finish_a_turn, fault)
