"""Every rule of RULES.md, by number."""

from itertools import pairwise
from random import Random

import pytest

from cardhouse import ScriptedDealer, SeededDealer
from cardhouse.cards.deck import STANDARD
from tests.event_texts import texts_of
from tests.javelin.position import (
    EVERYONE,
    FEW,
    after,
    duel,
    given,
    lies,
    opened,
    pile,
    proved,
    refused,
    round_over,
    row,
    table,
    view,
    who_know,
)

STUCK = "seat 1 has no other move: the face-up cards are all sideways and the deck is empty"


def test_rule_1_cards_run_from_the_ace_to_the_king_and_suits_make_no_difference() -> None:
    ranks = ["14", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13"]
    for low, high in pairwise(ranks):
        assert duel(f"{high}s", f"{low}h").may(0, "attack 8 0")
        assert duel(f"{high}s", f"{high}h").may(0, "attack 8 0")
        assert refused(duel(f"{low}s", f"{high}h"), 0, "attack 8 0") == 6


def test_rule_1_sixteen_cards_each_by_turns_and_not_to_the_dealer_first() -> None:
    match = opened(ScriptedDealer([[1, 0], list(range(32))]))
    for seat in range(2):
        dealt = [STANDARD.name(card) for card in range(seat, 32, 2)]
        assert row(match, seat).split() == [f"({name})" for name in dealt[:8]] + dealt[8:]
    assert view(match, 0).stock == len(pile(match, "stock").split()) == 20
    assert match.to_act == (1,)


def test_rule_1_the_first_dealer_is_drawn_by_lot() -> None:
    assert {view(opened(SeededDealer(seed)), 0).dealer for seed in range(20)} == {0, 1}


def test_rule_1_the_players_deal_by_turns_and_the_dealer_begins() -> None:
    match, dealers = opened(options={"target": 100}), []
    for number in range(6):
        dealers.append(view(match, 0).dealer)
        assert match.to_act == (dealers[-1],)
        after(match, *["replace 9"] * (number % 3), "forfeit")
    assert all(later == 1 - earlier for earlier, later in pairwise(dealers))


def test_rule_1_a_card_keeps_its_place_and_a_place_whose_card_was_taken_stays_empty() -> None:
    match = after(table(FEW), "attack 8 8", "guess 10 1 lower", "guess 10 1 lower")
    assert row(match, 0).split()[:11] == ["(2c)", "3c", *"......", "9s>", "10h>", "13d>"]
    assert row(match, 1).split()[:11] == ["(9h)", "6c", *"......", ".", "12d>", "11d>"]


@pytest.mark.parametrize("peek", ["off", "on"])
def test_rule_2_nobody_sees_a_face_down_card_and_its_owner_only_with_peek(peek: str) -> None:
    match = opened(options={"peek": peek})
    for seat in range(2):
        for place in range(16):
            down = [seat] if peek == "on" else []
            (name,) = match.truth()[f"row {seat} {place}"]
            assert who_know(match, name) == (down if place < 8 else EVERYONE)
    assert all(who_know(match, name) == [] for name in match.truth()["stock"])


@pytest.mark.parametrize("move", ["guess 8 0 higher", "guess 8 1 lower", "attack 8 8", "replace 8"])
def test_rule_3_one_thing_once_and_then_it_is_the_others_turn(move: str) -> None:
    match = after(table(FEW), move)
    assert match.to_act == (1,)
    assert refused(match, 0, "replace 10") == 3


def test_rule_3_you_guess_attack_replace_or_forfeit() -> None:
    match = table(FEW)
    assert {move.split()[0] for move in match.every_move(0)} == {"guess", "attack", "replace", "forfeit"}


def test_moves_lists_one_untouched_card_and_no_forfeit_beside_others() -> None:
    match = table(FEW)
    assert set(match.moves(0)) == {move for move in match.every_move(0) if move.split()[2:3] != ["1"]} - {"forfeit"}
    assert "guess 8 1 higher" in after(match, "guess 8 1 higher", "replace 8").moves(0)


def test_rule_4_a_right_guess_turns_yours_sideways_and_theirs_up_for_all_to_see() -> None:
    match = after(duel("5s", "(9h)"), "guess 8 0 higher")
    assert (lies(match, 0, 8), lies(match, 1, 0)) == ("5s>", "9h")
    assert texts_of(match.events[-1]) == ("right: it is 9h",)
    assert who_know(match, "9h") == EVERYONE


def test_rule_4_the_opponent_may_use_the_card_that_was_turned_up() -> None:
    match = after(table(FEW), "guess 10 0 lower")
    assert all(match.may(1, move) for move in ("attack 0 8", "guess 0 1 lower", "replace 0"))


def test_rule_4_an_upright_face_up_card_guesses_at_a_face_down_one() -> None:
    match = table(FEW)
    for guess in ("8 8", "8 2", "9 0", "0 0", "2 0", "15 0"):
        assert refused(match, 0, f"guess {guess} higher") == refused(match, 0, f"guess {guess} lower") == 4


@pytest.mark.parametrize(
    ("mine", "theirs", "way", "bounds"),
    [
        ("5s", "(9h)", "lower", (5, 13)),
        ("9s", "(5h)", "higher", (1, 9)),
        ("5s", "(5h)", "higher", (1, 5)),
        ("5s", "(5h)", "lower", (5, 13)),
        ("13s", "(14h)", "higher", (1, 13)),
    ],
)
def test_rule_5_a_wrong_guess_changes_no_card_and_shows_what_it_proves(
    mine: str, theirs: str, way: str, bounds: tuple[int, int]
) -> None:
    match = duel(mine, theirs)
    rows = row(match, 0), row(match, 1)
    after(match, f"guess 8 0 {way}")
    assert (row(match, 0), row(match, 1)) == rows
    assert who_know(match, theirs.strip("()")) == []
    assert proved(match, 1, 0) == bounds
    names = {1: "an ace", 5: "a 5", 9: "a 9", 13: "a king"}
    said = "seat 1's card in slot 0 is at least {} and at most {}".format(*(names[rank] for rank in bounds))
    proof = [] if bounds == (1, 13) else [said]
    assert list(texts_of(match.events[-1])) == ["wrong", *proof]


def test_rule_5_what_is_proved_narrows_and_is_gone_with_the_card_turned_up() -> None:
    match = table("0: (2c)\n9s 5s 6s 8s\n1: (7h) (3c)\n13h")
    bounds = [("8 0 higher", (1, 9)), ("9 0 lower", (5, 9)), ("10 0 lower", (6, 9)), ("9 0 lower", (6, 9))]
    for guess, known in bounds:
        after(match, f"guess {guess}", "guess 8 0 higher")
        assert proved(match, 1, 0) == known
    after(match, "guess 11 0 lower")
    assert proved(match, 1, 0) == (0, 0)
    assert view(match, 1).rows[1][0].card == "7h"


def test_rule_6_an_attack_takes_a_card_upright_or_sideways_and_turns_yours_sideways() -> None:
    for place in (8, 9):
        match = table(FEW)
        taken = lies(match, 1, place).rstrip(">")
        assert taken in pile(after(match, f"attack 10 {place}"), "discards").split()
        assert (lies(match, 0, 10), lies(match, 1, place)) == ("13d>", ".")


def test_rule_6_it_stays_sideways_until_the_round_is_over() -> None:
    match = after(table(FEW), "attack 10 8", "guess 10 0 higher", "guess 8 1 higher", "guess 10 0 higher")
    assert lies(match, 0, 10) == "13d>"
    after(match, "forfeit").go_on()
    assert ">" not in row(match, 0) + row(match, 1)


def test_rule_6_an_upright_face_up_card_attacks_a_face_up_one_that_is_no_higher() -> None:
    match = table(FEW)
    for attack in ("8 9", "8 10", "10 0", "10 2", "9 8", "0 8", "2 8"):
        assert refused(match, 0, f"attack {attack}") == 6


@pytest.mark.parametrize("place", [8, 9])
def test_rule_7_a_new_card_upright_for_one_upright_or_sideways(place: int) -> None:
    match = given(table(FEW), "8h")
    old = lies(match, 0, place).rstrip(">")
    after(match, f"replace {place}")
    assert lies(match, 0, place) == "8h"
    assert pile(match, "stock") == "8d"
    assert old in pile(match, "discards").split()
    assert who_know(match, "8h") == EVERYONE


def test_rule_7_face_up_cards_alone_and_not_with_an_empty_deck() -> None:
    for place in (0, 2, 15):
        assert refused(table(FEW), 0, f"replace {place}") == 7
    assert refused(table(FEW.replace("8d 8h", "")), 0, "replace 8") == 7


def test_rule_8_with_reshuffle_the_discards_but_for_the_replaced_card_renew_an_empty_deck() -> None:
    match = given(table(FEW.replace("8d 8h", ""), reshuffle="on"), "4d")
    discards = pile(match, "discards").split()
    after(match, "replace 8")
    assert lies(match, 0, 8) == "4d"
    assert pile(match, "stock").split() == [name for name in discards if name != "4d"]
    assert pile(match, "discards") == "9s"
    assert who_know(match, "8d") == []
    assert refused(table(FEW.replace("8d 8h", "")), 0, "replace 8") == 7


def test_rule_9_who_forfeits_loses_the_round() -> None:
    match = after(table(FEW), "forfeit")
    assert texts_of(match.events[-1]) == ("seat 0 forfeits", "seat 0 has 0 points", "seat 1 has 7 points")


@pytest.mark.parametrize(
    ("theirs", "deck", "reshuffle", "ending"),
    [
        ("7h> 12d>", "", "off", STUCK),
        ("7h> 12d", "", "off", ""),
        ("7h> 12d>", "8d", "off", ""),
        ("7h> 12d>", "", "on", ""),
    ],
)
def test_rule_9_with_nothing_else_to_do_the_round_is_lost_and_you_are_told_why(
    theirs: str, deck: str, reshuffle: str, ending: str
) -> None:
    match = table(f"0: (2c) (3c)\n9s\n1: (9h) (6c)\n{theirs} 4s>\ndeck: {deck}", reshuffle=reshuffle)
    after(match, "attack 8 10")
    assert round_over(match) == ending
    if ending:
        assert [(event.seat, event.move) for event in match.events] == [(0, "attack 8 10"), (1, "forfeit")]
        assert all(texts_of(match.events_for(viewer)[-1])[0] == STUCK for viewer in EVERYONE)
        assert view(match, 0).points == (7, 0)


@pytest.mark.parametrize(
    ("theirs", "move", "ending"),
    [
        ("(9h)\n7h", "guess 8 0 lower", "seat 1 has no face-down card left"),
        ("(9h) (4d)\n7h", "guess 8 0 lower", ""),
        ("(9h)\n7h", "attack 8 8", "seat 1 has no face-up card left"),
        ("(9h)\n7h> 6h>", "attack 8 8", ""),
    ],
)
def test_rule_10_no_card_face_down_or_none_face_up_loses(theirs: str, move: str, ending: str) -> None:
    match = after(table(f"0: (2c) (3c) (5d)\n10s 8s\n1: {theirs}\ndeck: 4s"), move)
    assert round_over(match) == ending
    assert view(match, 0).points == ((8, 0) if ending else (0, 0))


def test_rule_10_it_never_happens_to_both_players_in_one_turn() -> None:
    ended = 0
    for seed in range(30):
        match, chance = opened(SeededDealer(seed), pause=True), Random(seed)
        while not match.between_deals:
            after(match, chance.choice(match.moves(match.to_act[0])))
        lost = [seat for seat in range(2) if not match._state.down[seat] or not match._state.up[seat]]
        assert len(lost) <= 1
        ended += len(lost)
    assert ended > 5


def test_rule_11_the_300th_turn_is_the_last() -> None:
    match = table("0: (2c)\n13s\n1: (2d)\n13h")
    assert round_over(after(match, *["guess 8 0 higher"] * 299)) == ""
    assert round_over(after(match, "guess 8 0 higher")) == "the round is a draw after 300 turns"
    assert view(match, 0).points == (0, 0)


@pytest.mark.parametrize("move", ["attack 8 8", "guess 8 0 lower", "forfeit", "replace 8", "guess 8 0 higher"])
def test_rule_11_at_the_end_of_a_round_all_cards_are_seen_and_a_win_in_the_last_turn_counts(move: str) -> None:
    match = after(table("0: (2c)\n13s\n1: (12d)\n11h\ndeck: 4s\nturns: 299"), move)
    assert ("a draw" in round_over(match)) == (move in ("replace 8", "guess 8 0 higher"))
    assert who_know(match, "2c") == who_know(match, "12d") == EVERYONE


def test_rule_12_five_points_and_one_for_each_card_still_face_down() -> None:
    for down in range(1, 9):
        hidden = " ".join(f"({rank}c)" for rank in range(2, 2 + down))
        match = after(table(f"0: {hidden}\n9s\n1: (9h) (6h)\n7h\nturn: 1"), "forfeit")
        assert view(match, 0).points == (5 + down, 0)


@pytest.mark.parametrize(
    ("rounds", "points", "target", "places"),
    [
        (3, "18 0", 25, (1, 2)),
        (3, "17 0", 25, None),
        (2, "18 0", 25, None),  # the other deals once more
        (3, "18 26", 25, (2, 1)),
        (3, "18 25", 25, None),  # equal: two rounds more
        (4, "25 25", 25, None),
        (5, "25 25", 25, (1, 2)),
        (1, "0 0", 5, (1, 2)),
        (1, "0 0", 8, None),
        (38, "18 0", 25, None),
        (39, "0 0", 25, (1, 2)),
        (39, "0 9", 25, (2, 1)),
        (39, "18 25", 25, (1, 1)),  # a draw
    ],
)
def test_rule_12_a_match_ends_after_even_rounds_at_the_target_or_with_the_40th(
    rounds: int, points: str, target: int, places: tuple[int, int] | None
) -> None:
    """Seat 0 wins the next round, with two cards face-down: 7 points."""
    match = after(table(f"{FEW}turn: 1\nrounds: {rounds}\npoints: {points}", target=target), "forfeit")
    mine, theirs = map(int, points.split())
    assert view(match, 0).points == (mine + 7, theirs)
    assert (match.result and match.result.places) == places
    assert match.between_deals == (places is None)
