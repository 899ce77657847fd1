"""What a move tells, what RULES.md says beside the numbered rules, bad input, and the heuristic."""

from itertools import permutations
from typing import Any

import pytest

from cardhouse import WATCHER, BadSetup, Match, Refused, SeededDealer, Unreadable, play_out
from cardhouse.bots import random_player
from cardhouse.games.davenport import DAVENPORT
from cardhouse.games.definition import AnyGame
from tests.davenport.position import FOUR, given, lying, reveal, table, told_of, view, waiting, who_know
from tests.planted_faults import with_change

OTHERS = (WATCHER, 0, 2, 3)  # than seat 1


def in_every_order(game: AnyGame) -> set[bytes]:
    """The tables after one round, its moves made in every order; the deck runs out in the exchange and in the draws."""
    tables = set()
    for moves in permutations(["0: 9c", "1: exchange 5d", "2: 11h", "3: exchange 7s"]):
        match = reveal(table(FOUR, game=game), ", ".join(moves), "8c", "3c", "5d 7s", "9c")
        tables.add(match._state.to_bytes())
    return tables


def test_rule_2_there_are_no_turns_and_the_order_makes_no_difference() -> None:
    assert table(FOUR).to_act == (0, 1, 2, 3)
    assert len(in_every_order(DAVENPORT)) == 1


def test_planted_a_law_in_which_the_order_of_choosing_matters_is_found() -> None:
    """One in which the last to commit draws first."""
    hasty = with_change(DAVENPORT, "        begin_exchange(t)", "        t.first = seat\n        begin_exchange(t)")
    assert len(in_every_order(with_change(hasty, "t.turn if t.stage == EXCHANGING else t.first", "t.first"))) > 1


@pytest.mark.parametrize("viewer", OTHERS)
def test_rule_2_the_others_see_that_you_have_committed_and_nothing_else(viewer: int) -> None:
    before, (after, events) = table(FOUR).view(viewer).as_dict(), told_of(DAVENPORT, "exchange 5d", viewer)
    assert {key for key in before if before[key] != after[key]} == {"committed", "counts", "to_act"}
    assert after["committed"] == (False, True, False, False)
    assert after["counts"][1] == before["counts"][1] - 1
    assert [(event.seat, event.move, event.facts) for event in events] == [(1, "", ())]
    assert events[0].steps[0].cards == ()


def alike(game: AnyGame) -> bool:
    """Do a commitment and an exchange, of whatever card, look alike for all others?"""
    moves = ("commit 5d", "commit 10d", "exchange 5d", "exchange 10d")
    seen = [[told_of(game, move, viewer) for viewer in OTHERS] for move in moves]
    return seen == [seen[0]] * 4


def test_rule_2_all_commitments_look_alike() -> None:
    assert alike(DAVENPORT)


def test_planted_a_law_that_tells_of_an_exchange_too_soon_is_found() -> None:
    lays = "move(t, only(card_of(choice)), HAND + seat, zone + seat)"
    assert not alike(with_change(DAVENPORT, lays, f"{lays}\n    t.exchanged |= verb_of(choice) << seat"))


def test_rule_3_you_see_the_drawn_card_when_all_the_others_do() -> None:
    match = waiting()
    assert lying(match, "commitment 1") == "8c"
    assert who_know(match, "8c") == []
    given(match, "3c", "5d 7s", "9c")
    match.go_on()
    assert who_know(match, "8c") == [WATCHER, 0, 1, 2, 3]


def test_planted_a_law_that_shows_face_down_cards_to_their_owner_is_found() -> None:
    lays = "move(t, only(card), STOCK, COMMITTED + seat)"
    assert who_know(waiting(with_change(DAVENPORT, lays, f"{lays}\n        show(t, only(card), 1 + seat)")), "8c") == [
        1
    ]


# Beside the numbered rules


def test_the_default_move_is_to_commit_the_highest_card() -> None:
    assert table("0: 14c 9c 13d 2h\n1: 5d").play_default(0, fault="away") == "commit 13d"
    assert table("0: 14c 2h 2s\n1: 5d").play_default(0, fault="away") == "commit 2h"
    assert table("0: 14d\n1: 5d").play_default(0, fault="away") == "commit 14d"


def test_moves_are_a_commitment_and_an_exchange_for_each_rank() -> None:
    match = table("0: 4c 4d 9s 14h\n1: 5d")
    cards = ("4c", "9s", "14h")
    assert sorted(match.moves(0)) == sorted(f"{verb} {name}" for verb in ("commit", "exchange") for name in cards)
    assert len(match.every_move(0)) == 8
    assert match.may(0, "exchange 4d")


def test_when_the_match_is_over_all_hands_are_open() -> None:
    match = table("0: 13c\n1: 4d 5d\n2: 6h 7h")
    assert view(match, WATCHER).hands == ((), (), ())
    reveal(match, "0: 13c, 1: 4d, 2: 6h", "2c 3c")
    assert view(match, WATCHER).hands == ((), ("2c", "5d"), ("3c", "7h"))


# Bad input


def refused(match: Match, seat: int, move: Any, kind: type[Exception], says: str) -> None:
    before = match.log(), match._state.to_bytes(), match.events_for(seat)
    with pytest.raises(kind) as caught:
        match.play(seat, move)
    assert str(caught.value).startswith(says)
    assert "(Davenport, " in str(caught.value)
    assert (match.log(), match._state.to_bytes(), match.events_for(seat)) == before
    assert not match.may(seat, move)


@pytest.mark.parametrize(
    ("move", "kind", "says"),
    [
        (
            "lay 5d",
            Unreadable,
            "'lay 5d' is not a move; try `commit 7s`, `exchange 7s`. (Davenport, rule 2)",
        ),
        ("", Unreadable, "'' is not a move; try `commit 7s`"),
        ("5d", Unreadable, "'5d' is not a move; try `commit 7s`"),
        ("commit", Unreadable, "'commit' is not a move; try `commit 7s`"),
        ("exchange", Unreadable, "'exchange' is not a move; try `commit 7s`"),
        ("commit 5d 10d", Unreadable, "'commit 5d 10d' is not a move; try `commit 7s`"),
        ("exchange 5d 10d", Unreadable, "'exchange 5d 10d' is not a move; try `commit 7s`"),
        ("commit 1d", Unreadable, "There is no card '1d' in the deck. (Davenport, rule 2)"),
        ("exchange 15d", Unreadable, "There is no card '15d' in the deck."),
        ("commit 8d", Refused, "You do not hold 8d. (Davenport, rule 2)"),
        ("exchange 8d", Refused, "You do not hold 8d. (Davenport, rule 3)"),
        ("commit 11h", Refused, "You do not hold 11h. (Davenport, rule 2)"),  # seat 2 does
        ("exchange 7s", Refused, "You do not hold 7s. (Davenport, rule 3)"),  # seat 3 has committed it
        (None, Unreadable, "A move is a text of at most 400 characters, not NoneType."),
    ],
)
def test_a_bad_move_gets_a_sentence_and_the_rule_and_changes_nothing(
    move: Any, kind: type[Exception], says: str
) -> None:
    match = reveal(table(FOUR), "3: 7s")
    refused(match, 1, move, kind, says)


@pytest.mark.parametrize("first", ["commit 5d", "exchange 5d"])
@pytest.mark.parametrize("then", ["commit 5d", "commit 10d", "exchange 10d"])
def test_nobody_acts_twice_in_a_round(first: str, then: str) -> None:
    match = table(FOUR)
    match.play(1, first)
    says = "You have already committed a card for this round, and you cannot change it. (Davenport, rule 2)"
    refused(match, 1, then, Refused, says)
    assert match.moves(1) == match.every_move(1) == []


@pytest.mark.parametrize("verb", ["commit", "exchange"])
def test_nobody_acts_who_is_out_of_the_game_or_while_the_dealer_does_or_after_the_end(verb: str) -> None:
    playoff = table("0: 4c 5c 6c\n1: 13d 12d 11d\n2: 9h 8h 7h\n3:\nplayoff: 0 1 2")
    refused(playoff, 3, f"{verb} 2c", Refused, "Seat 3 is not in the playoff. (Davenport, rule 7)")
    reveal(playoff, "0: 4c, 1: 13d, 2: 9h")
    refused(playoff, 0, f"{verb} 5c", Refused, "Seat 0 is not in the playoff. (Davenport, rule 7)")
    refused(waiting(), 3, f"{verb} 12s", Refused, "The cards are being dealt. (Davenport, rule 2)")
    over = reveal(table("0: 13c\n1: 4d 5d"), "0: 13c, 1: 4d")
    refused(over, 1, f"{verb} 5d", Refused, "The match is over. (Davenport, rule 7)")
    for match, seat in ((playoff, 0), (over, 1)):
        with pytest.raises(Refused, match="rule 7"):
            match.play_default(seat, fault="away")


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"seats": 1}, "Davenport is for 2 to 7 players, not 1. (Davenport, players)"),
        ({"seats": 8}, "Davenport is for 2 to 7 players, not 8."),
        ({"seats": "4"}, "Davenport is for 2 to 7 players, not '4'."),
        (
            {"options": {"ace_rule": "maybe"}},
            "The option ace_rule must be one of off, on, not 'maybe'. (Davenport, rule 8)",
        ),
        ({"options": {"ace_rule": True}}, "The option ace_rule must be one of off, on, not True."),
        (
            {"options": {"playoff": "best"}},
            "The option playoff must be one of elimination, wins, not 'best'. (Davenport, rule 12)",
        ),
        (
            {"options": {"playoff_wins": 0}},
            "The option playoff_wins must be one of 1 to 9, not 0. (Davenport, rule 12)",
        ),
        ({"options": {"playoff_wins": 10}}, "The option playoff_wins must be one of 1 to 9, not 10."),
        ({"options": {"aces": "on"}}, "Davenport has no option 'aces'; it has: ace_rule, playoff, playoff_wins."),
    ],
)
def test_a_table_that_cannot_be_opened(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(BadSetup) as caught:
        Match("davenport", dealer=SeededDealer(1), **wrong)
    assert str(caught.value).startswith(says)
    assert str(caught.value.rule).startswith("Davenport, ")


# The heuristic


def wins(seats: int, matches: int, **options: str | int) -> int:
    """Return how often a heuristic player, at each seat in turn, wins against random ones; raise its faults."""
    won = 0
    for number in range(matches):
        match = Match("davenport", seats=seats, options=options, dealer=SeededDealer(5, match=number))
        players = [random_player(seats * number + seat) for seat in range(seats)]
        players[number % seats] = DAVENPORT.quick
        won += play_out(match, players, strict=True).places[number % seats] == 1
    return won


@pytest.mark.parametrize(("seats", "clearly"), [(2, 80), (4, 52), (7, 36)])
def test_the_heuristic_plays_without_a_fault_and_wins_more_often_than_random_players(seats: int, clearly: int) -> None:
    assert wins(seats, 120) > clearly > 120 / seats


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_the_heuristic_plays_with_every_option_without_a_fault(seats: int) -> None:
    assert wins(seats, 100, ace_rule="on", playoff="wins", playoff_wins=2) > 100 / seats
