"""Bad input gets a sentence with the offending value and the rule, and changes nothing."""

from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardhouse
from cardhouse import (
    BadDeal,
    BadSetup,
    Match,
    Refused,
    ScriptedDealer,
    SeededDealer,
    Unreadable,
    play_out,
)
from cardhouse.bots import player, random_player
from cardhouse.games.facts import WrongOption
from cardhouse.games.president.facts import NotTheOpening
from cardhouse.play.dealers import draw_checked
from tests.play.players import opened
from tests.president.position import table
from tests.toy import TOY


@pytest.mark.parametrize(
    ("move", "kind", "says"),
    [
        ("play 4x", Unreadable, "There is no card '4x' in the deck. (President, rule 1)"),
        ("play 9c 9c", Refused, "9c is named twice. (President, rule 4)"),
        ("play 9c 10h", Refused, "9c and 10h are not of the same rank. (President, rule 4)"),
        ("play 8c 8d", Refused, "You do not hold 8c 8d. (President, rule 4)"),
        (
            "play 9c",
            Refused,
            "9c cannot beat 13d: play the same number of cards of an equal or higher rank, or more cards, or",
        ),
        ("draw", Unreadable, "'draw' is not a move; try `pass`, `play 4d 4h`."),
        ("", Unreadable, "'' is not a move"),
        (None, Unreadable, "A move is a text of at most 400 characters, not NoneType."),
        (b"pass", Unreadable, "A move is a text of at most 400 characters, not bytes."),
        ("play " + "9c " * 500, Unreadable, "A move is a text of at most 400 characters, not 1505 characters."),
    ],
)
def test_a_bad_move_gets_a_sentence_with_the_value_and_the_rule(move: Any, kind: type[Exception], says: str) -> None:
    match = table("0: 9c 9d 10h\n1: 5s\n2: 6s\non the table: 13d by 2\nto act: 0")
    before = match._state.to_bytes(), len(match.events)
    with pytest.raises(kind) as caught:
        match.play(0, move)
    assert str(caught.value).startswith(says)
    assert caught.value.rule  # type: ignore[attr-defined]
    assert (match._state.to_bytes(), len(match.events)) == before
    assert not match.may(0, move)


@pytest.mark.parametrize("seat", [4, -1, 99, "0", None, True, 1.0])
def test_a_seat_that_is_not_there(seat: Any) -> None:
    match = opened()
    for ask in (
        match.moves,
        match.every_move,
        match.my_view,
        partial(match.play, move="pass"),
        partial(match.play_default, fault=""),
    ):
        with pytest.raises(Refused, match="There is no seat"):
            ask(seat)


def test_out_of_turn_and_after_the_end() -> None:
    match = opened()
    (seat,) = match.to_act
    late = (seat + 1) % 4
    with pytest.raises(Refused, match=f"It is seat {seat}'s turn"):
        match.play(late, "pass")
    play_out(match, [random_player(3)] * 4)
    with pytest.raises(Refused, match="The match is over"):
        match.play(0, "pass")


def test_before_the_deal_nothing_can_be_played() -> None:
    with pytest.raises(Refused, match="The cards are not dealt yet"):
        opened(pause=True).play(0, "pass")


def test_before_the_opening_only_the_opening_is_legal() -> None:
    game = cardhouse.game("president")
    t = game.new_state(4)
    game.law.begin(t, [0])
    game.deal(t, lambda cards, wanted: cards)
    assert game.notation.why(t, t.turn, 0, game.law.breaks(t, t.turn, 0)) == NotTheOpening(("4c",), "'pass'")
    assert game.law.default(t, t.turn) == game.moves(t, t.turn)[0]


class Equal:
    """Something that cannot be compared."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("not with me")


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"seats": 2}, "President is for 3 to 8 players, not 2."),
        ({"seats": 9}, "President is for 3 to 8 players, not 9."),
        ({"seats": "4"}, "President is for 3 to 8 players, not '4'."),
        ({"seats": True}, "President is for 3 to 8 players, not True."),
        ({"options": {"skip": "rank"}}, "President has no option 'skip'; it has: skip_on, full_circle, deals."),
        ({"options": {"skip_on": "colour"}}, "The option skip_on must be one of rank_and_count, rank, not 'colour'."),
        ({"options": {"deals": 51}}, "The option deals must be one of 1 to 50, not 51."),
        ({"options": {"deals": "many"}}, "The option deals must be one of 1 to 50, not 'many'."),
        ({"options": {"deals": None}}, "The option deals must be one of 1 to 50, not None."),
        ({"options": {"deals": 2.5}}, "The option deals must be one of 1 to 50, not 2.5."),
        ({"options": {"deals": Equal()}}, "The option deals must be one of 1 to 50, not Equal."),
        ({"options": {"skip_on": Equal()}}, "The option skip_on must be one of rank_and_count, rank, not Equal."),
        ({"names": ["one"]}, "['one'] are not names for 4 seats."),
        ({"names": 4}, "4 are not names for 4 seats."),
        ({"names": [1, 2, 3, 4]}, "[1, 2, 3, 4] are not names for 4 seats."),
        ({"seats": 4.0}, "President is for 3 to 8 players, not 4.0."),
        ({"options": "ab"}, "Options are names with values, not 'ab'."),
        ({"options": {"deals": float("inf")}}, "The option deals must be one of 1 to 50, not inf."),
        ({"options": {"deals": "9" * 5000}}, "The option deals must be one of 1 to 50, not '999"),
        ({"options": {"deals": True}}, "The option deals must be one of 1 to 50, not True."),
    ],
)
def test_a_table_that_cannot_be_opened(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(BadSetup) as caught:
        Match("president", dealer=SeededDealer(1), **wrong)
    assert str(caught.value).startswith(says)
    assert str(caught.value.rule).startswith("President")


def test_a_default_move_is_for_a_seat_that_is_to_act() -> None:
    match = opened()
    late = (match.to_act[0] + 1) % 4
    with pytest.raises(Refused, match="It is seat"):
        match.play_default(late, fault="away")
    for paused in (opened(pause=True), Match(TOY, dealer=SeededDealer(1), pause=True)):
        with pytest.raises(Refused):
            paused.play_default(0, fault="away")


@pytest.mark.parametrize("fault", [None, 5, object()])
def test_a_fault_is_described_in_words(fault: Any) -> None:
    match = opened()
    before = match.log()
    with pytest.raises(Unreadable, match="A fault is described by a text"):
        match.play(match.to_act[0], "pass", fault=fault)
    assert match.log() == before


def test_options_that_cannot_go_together() -> None:
    def unfit(t: Any) -> WrongOption | None:
        return WrongOption("full_circle", "others", "'everybody'") if t.seats == 5 and t.full_circle else None

    picky = replace(cardhouse.game("president"), unfit=unfit)
    assert Match(picky, seats=5).seats == 5
    with pytest.raises(BadSetup, match=r"one of others, not .everybody.\. \(President, options\)"):
        Match(picky, seats=5, options={"full_circle": "everybody"})


@pytest.mark.parametrize("name", ["presidnt", "", None, 3, ["president"]])
def test_an_unknown_game(name: Any) -> None:
    with pytest.raises(BadSetup, match="There is no game"):
        cardhouse.game(name)


def test_an_unknown_player() -> None:
    with pytest.raises(BadSetup, match=r"There is no player 'best'; there is random, easy, quick, deep, master\."):
        player(cardhouse.game("president"), "best")


def test_option_values_are_words_and_numbers() -> None:
    match = opened(options={"skip_on": "rank", "deals": "3"})
    assert match.options == {"skip_on": "rank", "full_circle": "others", "deals": 3}


@pytest.mark.parametrize("order", [[0, 1, 2], [*range(51), 50], list(range(53)), [*range(51), "x"], list(range(1, 53))])
def test_a_dealer_who_cheats_is_refused(order: Any) -> None:
    with pytest.raises(BadDeal, match="The dealer was to draw 52 of 52 things"):
        Match("president", dealer=ScriptedDealer([[0, 1, 2, 3], order]))


def test_more_cards_than_there_are_cannot_be_drawn() -> None:
    with pytest.raises(BadDeal, match="3 of 2 things cannot be drawn"):
        draw_checked(SeededDealer(1), [1, 2], 3)


def test_a_script_that_ends_too_soon() -> None:
    with pytest.raises(BadDeal, match="The script ends before 52 of 52 are drawn"):
        Match("president", dealer=ScriptedDealer([[0, 1, 2, 3]]))


@settings(max_examples=60)
@given(st.data())
def test_any_text_is_a_move_or_gets_a_sentence(data: st.DataObject) -> None:
    match = opened()
    (seat,) = match.to_act
    words = st.lists(st.sampled_from(["play", "pass", "4d", "14c", "11x", "J1", "'", "\0", "play play"]), max_size=6)
    text = data.draw(st.text(max_size=30) | words.map(" ".join))
    error = match.refusal(seat, text)
    assert error is None or (error.rule and error.sentence.endswith("."))
