"""Declared moves: numbers, texts and accessors follow, both ways."""

import pytest

from cardhouse.cards.deck import STANDARD
from cardhouse.cards.errors import CardhouseError, Refused, Unreadable
from cardhouse.cards.ledger import Ledger
from cardhouse.games.moves import (
    InState,
    Moves,
    NoSuchWord,
    Number,
    OfOneRank,
    OneCard,
    OneOf,
    Spelling,
    Verb,
    Word,
    spelled,
    spelled_in_state,
)
from tests.toy.law import State

PLACE = Number(16, rule=7)
MOVES = Moves(
    "Test",
    3,
    Verb(
        "guess",
        own=PLACE,
        target=PLACE,
        way=OneOf("higher", "lower"),
        example="guess 9 3 higher",
    ),
    Verb("replace", own=PLACE, rule=7),
    Verb("forfeit"),
    Verb("show", card=OneCard(STANDARD, rule=1)),
    Verb("play", cards=OfOneRank(STANDARD, rule=1)),
    Verb("turn", own=PLACE, way=Word("up")),
    Verb("turn", own=PLACE, way=Word("down")),
)
GUESS, REPLACE, FORFEIT, SHOW, PLAY, TURN_UP, TURN_DOWN = MOVES.numbers
own_of, rank_of, suits_of = MOVES.part("own"), MOVES.part("rank"), MOVES.part("suits")
TEXTS = [
    "guess 9 3 higher",
    "guess 15 0 lower",
    "replace 4",
    "forfeit",
    "show 14s",
    "play 7c 7s",
    "play 2h",
    "turn 3 up",
    "turn 3 down",
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_read_and_said_the_same(text: str) -> None:
    assert MOVES.say(MOVES.read(text)) == text
    assert MOVES.is_move(MOVES.read(text))


def test_every_move_goes_both_ways_and_no_other_number_is_one() -> None:
    every = set(MOVES.every())
    assert len(every) == 16 * 16 * 2 + 16 + 1 + 52 + 13 * 15 + 16 + 16
    assert all(MOVES.read(MOVES.say(choice)) == choice for choice in every)
    assert {choice for choice in range(-5, MOVES.CHOICES + 5) if MOVES.is_move(choice)} == every


def test_a_part_is_read_from_every_verb_that_has_it() -> None:
    assert own_of(MOVES.read("guess 9 3 higher")) == own_of(MOVES.read("replace 9")) == 9
    assert MOVES.verb_of(MOVES.read("replace 9")) == REPLACE
    assert MOVES.verb_of(MOVES.read("turn 3 down")) == TURN_DOWN
    assert MOVES.move_of(TURN_DOWN, own=3) == MOVES.read("turn 3 down")
    assert MOVES.maker("guess")(9, 3, 1) == MOVES.read("guess 9 3 lower")
    assert (rank_of(MOVES.read("play 7c 7s")), suits_of(MOVES.read("play 7s 7c"))) == (5, 0b1001)


@pytest.mark.parametrize(
    ("text", "rule", "sentence"),
    [
        ("", 3, "'' is not a move; try `guess 9 3 higher`, `replace`, `forfeit`, `show`, `play`, `turn`, `turn`."),
        ("sing", 3, "'sing' is not a move"),
        ("forfeit 3", 3, "'forfeit 3' is not a move"),
        ("guess 9 3", 3, "'guess 9 3' is not a move"),
        ("guess 9 3 above", 3, "'guess 9 3 above' is not a move"),
        ("replace 16", 7, "'16' is not a number from 0 to 15."),
        ("replace 04", 7, "'04' is not a number from 0 to 15."),
        ("show 1c", 1, "There is no card '1c'"),
        ("play", 3, "A play is 1 to 4 cards of one rank, not 0 cards."),
        ("play 7c 8c", 3, "7c and 8c are not of the same rank."),
        ("play 7c 7c", 3, "7c is named twice."),
    ],
)
def test_what_is_not_a_move_is_refused_with_its_rule(text: str, rule: int, sentence: str) -> None:
    with pytest.raises(CardhouseError) as error:
        MOVES.read(text)
    assert isinstance(error.value, Unreadable | Refused)
    assert error.value.sentence.startswith(sentence)
    assert error.value.rule_number == rule


def test_a_notation_reads_and_says_what_is_declared() -> None:
    read, text = spelled(MOVES)
    (choice,) = read(State(), 0, "guess 9 3 lower")
    assert text(State(), choice) == "guess 9 3 lower"


def test_a_verb_whose_text_depends_on_the_state_has_its_own_spelling() -> None:
    """`bid 2` is two more than there are seats; several words are several moves."""
    moves = Moves("Test", 3, Verb("pass"), Verb("bid", count=InState("${number}", count=range(64)), example="bid 2"))
    count_of, bid_of = moves.part("count"), moves.maker("bid")

    def read_bid(t: Ledger, seat: int, said: list[str]) -> list[int]:
        if not said:
            raise NoSuchWord
        return [bid_of(int(more) + t.seats) for more in said]

    def say_bid(t: Ledger, *choices: int) -> str:
        return " ".join(["bid", *(str(count_of(choice) - t.seats) for choice in choices)])

    read, text = spelled_in_state(moves, bid=Spelling(read_bid, say_bid))
    t = State(seats=3)
    assert [count_of(choice) for choice in read(t, 0, "bid 2 4")] == [5, 7]
    assert text(t, *read(t, 0, "bid 2 4")) == "bid 2 4"
    assert text(t, *read(t, 0, "pass")) == "pass"
    with pytest.raises(Unreadable, match="'bid' is not a move; try `pass`, `bid 2`"):
        read(t, 0, "bid")
    with pytest.raises(KeyError, match="bid"):
        spelled_in_state(moves)


def test_move_texts_are_types_of_the_page() -> None:
    forms = {verb.name: verb.texts for verb in MOVES.verbs}
    assert forms["forfeit"] == ["forfeit"]
    assert forms["guess"] == ["guess ${number} ${number} higher", "guess ${number} ${number} lower"]
    assert forms["play"] == ["play ${string}"]
    assert Verb("deal", dealer=InState("", "1", dealer=range(4))).texts == ["deal", "deal 1"]
