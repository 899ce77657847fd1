"""A match as a library: what may be asked, what may be done, and what bad input gets."""

from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardhouse
from cardhouse import (
    DEALER,
    WATCHER,
    BadDeal,
    BadTable,
    Event,
    Match,
    Refused,
    ScriptedDealer,
    SeededDealer,
    Unreadable,
    play_out,
)
from cardhouse.bots import player, random_player
from tests.president.position import table
from tests.toy import TOY


def opened(seed: int = 7, **settings: Any) -> Match:
    return Match("president", seats=4, dealer=SeededDealer(seed), **settings)


def test_the_same_seed_is_the_same_match() -> None:
    assert opened().log() == opened().log()
    assert opened().log() != opened(8).log()


def test_moves_are_among_every_move_and_may_be_played() -> None:
    match = opened()
    (seat,) = match.to_act
    assert set(match.moves(seat)) <= set(match.every_move(seat))
    assert all(match.may(seat, move) for move in match.every_move(seat))
    assert match.moves((seat + 1) % 4) == []


def test_exact_cards_go_down() -> None:
    match = table("0: 9c 9d 9h\n1: 5s\n2: 6s\nto act: 0")
    match.play(0, "play 9h 9c")
    assert match.truth()["table"] == ("9c", "9h")
    assert match.events[-1].steps[0].cards == ("9c", "9h")


def test_a_view_has_the_own_hand_and_no_other() -> None:
    match = opened()
    truth = match.truth()
    for seat in range(4):
        view = match.view(seat)
        assert view.hand == truth[f"hand {seat}"]  # type: ignore[attr-defined]
        text = str(view.as_dict() | {"moves": (), "hand": (), "hands": view.hands[seat]})  # type: ignore[attr-defined]
        others = {card for place, cards in truth.items() if place.startswith("hand") for card in cards}
        assert not any(repr(card) in text for card in others - set(truth[f"hand {seat}"]))
    watcher = match.view(WATCHER)
    assert watcher.hand == ()  # type: ignore[attr-defined]
    assert watcher.moves == ()
    assert watcher.counts == tuple(len(truth[f"hand {seat}"]) for seat in range(4))  # type: ignore[attr-defined]


def test_when_a_match_is_over_all_cards_may_be_seen() -> None:
    match = opened()
    play_out(match, [random_player(1)] * 4)
    loser = match.result.rank[-1] if match.result else ""
    seat = match.names.index(loser)
    assert match.view(WATCHER).hands[seat] == match.truth()[f"hand {seat}"] != ()  # type: ignore[attr-defined]


def test_events_are_complete_for_the_record_and_redacted_for_others() -> None:
    match = opened()
    deal = next(event for event in match.events if event.move == "deal")
    assert sorted(card for step in deal.steps for card in step.cards) == sorted(cardhouse.game("president").deck)
    told = next(event for event in match.events_for(2) if event.move == "deal")
    known = {step.to: step for step in told.steps}
    assert len(known["hand 2"].cards) == 13
    assert known["hand 2"].hidden == 0
    for other in ("hand 0", "hand 1", "hand 3"):
        assert set(known[other].cards) <= {"4c"}  # whose holder is known to all
        assert known[other].hidden + len(known[other].cards) == 13
        assert known[other].seen_by is None
    assert [event.seq for event in match.events_for(WATCHER)] == list(range(len(match.events)))
    assert [event.seq for event in match.events_for(WATCHER, since=2)] == list(range(2, len(match.events)))


def test_hidden_turns_are_told_to_their_owner_alone() -> None:
    match = Match(TOY, seats=3, dealer=SeededDealer(3))
    before = len(match.events_for(0))
    match.play(1, match.moves(1)[0])
    assert match.to_act == (0, 2)
    assert len(match.events_for(0)) == len(match.events_for(WATCHER)) == before
    assert match.events_for(1)[-1].move.startswith("commit")
    assert match.view(0).committed == (0, 0, 0)  # type: ignore[attr-defined]
    assert match.view(1).committed == (0, 1, 0)  # type: ignore[attr-defined]
    match.play(0, match.moves(0)[0])
    match.play(2, match.moves(2)[0])
    told = match.events_for(WATCHER)
    assert [event.seq for event in told] == list(range(len(told)))
    reveal = next(event for event in told if event.notes)
    assert sorted(step.source for step in reveal.steps) == ["hand 0", "hand 1", "hand 2"]


def test_a_viewer_who_comes_back_misses_nothing() -> None:
    """Everybody's events are numbered without gaps, hidden turns or not."""
    match = Match(TOY, seats=2, dealer=SeededDealer(3), options={"rounds": 3})
    told: dict[int, list[Event]] = {seat: [] for seat in (WATCHER, 0, 1)}
    while not match.over:
        match.play(match.to_act[0], match.moves(match.to_act[0])[0])
        for seat, events in told.items():
            events += match.events_for(seat, since=len(events))
    for seat, events in told.items():
        assert events == match.events_for(seat)
        assert [event.seq for event in events] == list(range(len(events)))
    assert len(told[WATCHER]) == len(told[1]) < len(told[0]) == len(match.events)


def test_a_hidden_move_is_told_without_its_words() -> None:
    match = Match(TOY, seats=3, dealer=SeededDealer(3))
    match.play(0, match.moves(0)[0])
    match.play(1, match.moves(1)[0])
    assert match.events_for(1)[-1].move.startswith("commit ")
    assert match.events_for(0)[-1].move == ""
    assert match.events_for(0)[-1].seat == 1


def test_what_went_wrong_is_told_to_the_player_alone() -> None:
    match = opened()
    (seat,) = match.to_act
    match.play_default(seat, fault="ValueError: I hold the 14s" + "!" * 1000)
    assert "14s" in match.events_for(seat)[-1].fault
    assert len(match.events_for(seat)[-1].fault) == 200
    for other in {WATCHER, 0, 1, 2, 3} - {seat}:
        assert match.events_for(other)[-1].fault == "no valid move"


@pytest.mark.parametrize("said", ["play\u202814h 14s", "play 14s\x8514h", "  play  14s\n14h ", "play 14h 14s"])
def test_a_move_is_told_and_logged_in_the_game_s_own_words(said: str) -> None:
    match = table("0: 14h 14s\n1: 5s 6h\n2: 6s\non the table: 13d by 2\nto act: 0")
    match.play(0, said)
    assert match.events[-1].move == "play 14h 14s"
    assert '"move": "play 14h 14s"' in match.log()


def test_a_stranger_s_text_is_no_text() -> None:
    class Liar(str):
        def __len__(self) -> int:
            raise ValueError

    with pytest.raises(Unreadable, match="not Liar"):
        opened().play(opened().to_act[0], Liar("pass"))


def test_seats_that_act_at_the_same_time_may_act_in_any_order() -> None:
    ends = set()
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        match = Match(TOY, seats=3, dealer=SeededDealer(3), options={"rounds": 1})
        for seat in order:
            match.play(seat, match.moves(seat)[-1])
        ends.add(match._table.to_bytes())
    assert len(ends) == 1


def test_a_match_may_pause_between_deals() -> None:
    match = opened(options={"deals": 2}, pause=True)
    assert match.between_deals
    assert match.to_act == ()
    assert match.truth() == {}
    assert match.view(0).hand == ()  # type: ignore[attr-defined]
    match.go_on()
    while match.to_act:
        match.play(match.to_act[0], match.moves(match.to_act[0])[0])
    assert not match.over
    assert len(match.view(WATCHER).hands) == 4  # type: ignore[attr-defined]
    assert match.refusal(0, "pass") is not None
    match.go_on()
    assert sum(event.move == "deal" for event in match.events) == 2


def test_a_default_move_says_why() -> None:
    match = opened()
    (seat,) = match.to_act
    assert match.play_default(seat, fault="away") == "pass"
    assert match.events[-1].fault == "away"
    assert '"fault": "away"' in match.log()


def test_reprs() -> None:
    assert repr(opened()) == "<Match of President, 4 seats, 3 events>"
    assert repr(cardhouse.game("president")) == "cardhouse.game('president')"


@pytest.mark.parametrize(
    ("move", "kind", "says"),
    [
        ("play 4x", Unreadable, "There is no card '4x' in one deck. (President, rule 1)"),
        ("play 9c 9c", Refused, "9c is named twice. (President, rule 4)"),
        ("play 9c 10h", Refused, "9c and 10h are not of one rank. (President, rule 4)"),
        ("play 8c 8d", Refused, "You do not hold 8c 8d. (President, rule 4)"),
        ("play 9c", Refused, "9c does not beat 13d: play as many cards of an equal or higher rank, or more cards, or"),
        ("draw", Unreadable, "'draw' is no move; say `pass`, or `play` and the cards, as in `play 4d 4h`."),
        ("", Unreadable, "'' is no move"),
        (None, Unreadable, "A move is a text of at most 400 characters, not NoneType."),
        (b"pass", Unreadable, "A move is a text of at most 400 characters, not bytes."),
        ("play " + "9c " * 500, Unreadable, "A move is a text of at most 400 characters, not 1505 characters."),
    ],
)
def test_a_bad_move_gets_a_sentence_with_the_value_and_the_rule(move: Any, kind: type[Exception], says: str) -> None:
    match = table("0: 9c 9d 10h\n1: 5s\n2: 6s\non the table: 13d by 2\nto act: 0")
    before = match._table.to_bytes(), len(match.events)
    with pytest.raises(kind) as caught:
        match.play(0, move)
    assert str(caught.value).startswith(says)
    assert caught.value.rule  # type: ignore[attr-defined]
    assert (match._table.to_bytes(), len(match.events)) == before
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
    with pytest.raises(Refused, match=f"It is the turn of seat {seat}, not of seat {late}"):
        match.play(late, "pass")
    play_out(match, [random_player(3)] * 4)
    with pytest.raises(Refused, match="The match is over"):
        match.play(0, "pass")


def test_before_the_deal_nothing_can_be_played() -> None:
    with pytest.raises(Refused, match="The cards are not dealt yet"):
        opened(pause=True).play(0, "pass")


def test_the_opening_is_no_choice() -> None:
    game = cardhouse.game("president")
    t = game.table(4)
    game.law.begin(t, [0])
    row = [0] * 52
    game.law.shuffled(t, row[: game.law.collect(t, row)], 52)
    assert game.notation.why(t, t.turn, 0, game.law.breaks(t, t.turn, 0)) == "The deal opens with 4c, not with 'pass'."
    assert game.law.default(t, t.turn) == game.moves(t, t.turn)[0]


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"seats": 2}, "President is for 3 to 8 players, not 2."),
        ({"seats": 9}, "President is for 3 to 8 players, not 9."),
        ({"seats": "4"}, "President is for 3 to 8 players, not '4'."),
        ({"seats": True}, "President is for 3 to 8 players, not True."),
        ({"options": {"skip": "rank"}}, "President has no option 'skip'; it has: skip_on, full_circle, deals."),
        ({"options": {"skip_on": "colour"}}, "The option skip_on is one of rank_and_count, rank, not 'colour'."),
        ({"options": {"deals": 51}}, "The option deals is one of 1 to 50, not 51."),
        ({"options": {"deals": "many"}}, "The option deals is one of 1 to 50, not 'many'."),
        ({"options": {"deals": None}}, "The option deals is one of 1 to 50, not None."),
        ({"options": {"deals": 2.5}}, "The option deals is one of 1 to 50, not 2.5."),
        ({"names": ["one"]}, "('one',) are no names for 4 seats."),
        ({"names": [1, 2, 3, 4]}, "(1, 2, 3, 4) are no names for 4 seats."),
        ({"seats": 4.0}, "President is for 3 to 8 players, not 4.0."),
        ({"options": "ab"}, "Options are names with values, not 'ab'."),
        ({"options": {"deals": float("inf")}}, "The option deals is one of 1 to 50, not inf."),
        ({"options": {"deals": "9" * 5000}}, "The option deals is one of 1 to 50, not '999"),
        ({"options": {"deals": True}}, "The option deals is one of 1 to 50, not True."),
    ],
)
def test_a_table_that_cannot_be_opened(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(BadTable) as caught:
        Match("president", dealer=SeededDealer(1), **wrong)
    assert str(caught.value).startswith(says)
    assert caught.value.rule.startswith("President")


def test_options_that_cannot_go_together() -> None:
    def unfit(t: Any) -> str:
        return "Five are too many for everybody." if t.seats == 5 and t.full_circle else ""

    picky = replace(cardhouse.game("president"), unfit=unfit)
    assert Match(picky, seats=5).seats == 5
    with pytest.raises(BadTable, match=r"Five are too many for everybody. \(President, options\)"):
        Match(picky, seats=5, options={"full_circle": "everybody"})


@pytest.mark.parametrize("name", ["presidnt", "", None, 3, ["president"]])
def test_an_unknown_game(name: Any) -> None:
    with pytest.raises(BadTable, match="There is no game"):
        cardhouse.game(name)


def test_an_unknown_player() -> None:
    with pytest.raises(BadTable, match=r"There is no player 'best'; there is random, rule\."):
        player(cardhouse.game("president"), "best")


def test_options_are_words_and_numbers() -> None:
    match = opened(options={"skip_on": "rank", "deals": "3"})
    assert match.options == {"skip_on": "rank", "full_circle": "others", "deals": 3}


@pytest.mark.parametrize("order", [[0, 1, 2], [*range(51), 50], list(range(53)), [*range(51), "x"], list(range(1, 53))])
def test_a_dealer_who_cheats_is_refused(order: Any) -> None:
    with pytest.raises(BadDeal, match="The dealer was to draw 52 of 52 things"):
        Match("president", dealer=ScriptedDealer([[0, 1, 2, 3], order]))


def test_a_script_that_ends_too_soon() -> None:
    with pytest.raises(BadDeal, match="The script ends before 52 of 52 are drawn"):
        Match("president", dealer=ScriptedDealer([[0, 1, 2, 3]]))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_text_is_a_move_or_gets_a_sentence(data: st.DataObject) -> None:
    match = opened()
    (seat,) = match.to_act
    words = st.lists(st.sampled_from(["play", "pass", "4d", "14c", "11x", "J1", "'", "\0", "play play"]), max_size=6)
    text = data.draw(st.text(max_size=30) | words.map(" ".join))
    error = match.refusal(seat, text)
    assert error is None or (error.rule and error.sentence.endswith("."))


def test_the_dealer_is_no_seat() -> None:
    assert DEALER not in range(WATCHER, 12)
