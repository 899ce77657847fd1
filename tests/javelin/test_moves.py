"""What RULES.md says beside the numbered rules: examples, the move in a player's absence; bad input; the bot."""

from typing import Any

import pytest

from cardhouse import BadSetup, CardhouseError, Match, Refused, SeededDealer, Unreadable, play_out
from cardhouse.bots import random_player
from cardhouse.cards.errors import LONGEST_QUOTE
from cardhouse.games.javelin import JAVELIN
from tests.javelin import position
from tests.javelin import test_rules as rules
from tests.javelin.position import FEW, after, duel, given, lies, opened, pile, refused, table, view
from tests.planted_faults import with_change


@pytest.mark.parametrize(
    ("mine", "theirs", "move", "mine_then", "theirs_then"),
    [
        ("7s", "7h", "attack 8 0", "7s>", "."),
        ("8s", "7h", "attack 8 0", "8s>", "."),
        ("5s", "(9h)", "guess 8 0 lower", "5s", "(9h)"),
        ("5s", "(5h)", "guess 8 0 higher", "5s", "(5h)"),
        ("5s", "(9h)", "guess 8 0 higher", "5s>", "9h"),
    ],
)
def test_the_examples(mine: str, theirs: str, move: str, mine_then: str, theirs_then: str) -> None:
    match = after(duel(mine, theirs), move)
    assert (lies(match, 0, 8), lies(match, 1, 0)) == (mine_then, theirs_then)
    assert match.to_act == (1,)


def test_the_example_of_a_higher_card() -> None:
    assert refused(duel("6s", "7h"), 0, "attack 8 0") == 6


def test_the_example_of_the_last_face_down_card() -> None:
    match = after(table("0: (2c) (3c) (4c)\n5s\n1: (9h)\n13d"), "guess 8 0 higher")
    assert match.between_deals
    assert view(match, 0).points == (8, 0)


def test_the_examples_of_a_sideways_card() -> None:
    match = table(FEW)
    assert refused(match, 0, "guess 9 0 higher") == 4
    assert refused(match, 0, "attack 9 8") == 6
    assert lies(after(match, "attack 10 9"), 1, 9) == "."
    assert lies(after(given(table(FEW), "8h"), "replace 9"), 0, 9) == "8h"


# In a player's absence


@pytest.mark.parametrize(
    ("mine", "theirs", "deck", "move"),
    [
        ("4d 9s> 6h> 6d>", "7h", "8s", "replace 10"),  # the lowest sideways card; of equal ones the first
        ("4d 14s 14h", "7h", "8s", "replace 9"),  # or else the lowest: an ace
        ("9s> 4d 10d 8d", "11h 10h 7h", "", "attack 10 9"),  # the first attack of the first card that has one
        ("9s> 4d 6d", "7h", "", "guess 9 1 higher"),  # the first guess
        ("9s> 4d>", "7h", "", "forfeit"),  # nothing else is left
    ],
)
def test_the_default_move(mine: str, theirs: str, deck: str, move: str) -> None:
    match = table(f"0: (2c) (3c)\n{mine}\n1: . (9h) (6c)\n{theirs}\ndeck: {deck}")
    assert match.play_default(0, fault="away") == move
    assert match.events[0].fault == "away"


def test_the_default_move_with_reshuffle_replaces_whenever_it_can() -> None:
    for reshuffle, move in (("on", "replace 8"), ("off", "attack 9 8")):
        match = table("0: (2c)\n9s> 10d\n1: (9h)\n7h\ndeck:", reshuffle=reshuffle)
        assert (pile(match, "stock"), pile(match, "discards") == "") == ("", False)
        assert match.play_default(0, fault="away") == move


# Bad input


SOME = """
    0: (2c) 10c
       9s   10h> .    13d
    1: (9h) (6c)
       7h   12d> 11d
    deck: 8d
"""
NO_MOVE = " is not a move; try `guess 9 3 higher`, `guess 9 3 lower`, `attack 9 12`, `replace 9`, `forfeit`."


def bad(match: Match, seat: int, move: str, kind: type[Exception]) -> str:
    """What is said to a bad move, that changes nothing."""
    before = match.log(), len(match.events)
    with pytest.raises(kind) as caught:
        match.play(seat, move)
    assert (match.log(), len(match.events)) == before
    assert not match.may(seat, move)
    return str(caught.value)


@pytest.mark.parametrize(
    "move",
    [
        *("", "pass", "9", "guess", "guess 8 0", "guess 8 0 higher now", "guess 8 0 equal", "guess 8 higher 0"),
        *("attack", "attack 8", "attack 8 8 8", "replace", "replace 8 9", "Forfeit", "forfeit 8"),
    ],
)
def test_what_is_no_move(move: str) -> None:
    assert bad(table(SOME), 0, move, Unreadable) == f"{move!r}{NO_MOVE} (Javelin, rule 3)"


@pytest.mark.parametrize("place", ["x", "16", "-1", "+8", "8.0", "٣", "²", "008", "1" * 200, "8h"])
def test_a_slot_that_does_not_exist_is_refused(place: str) -> None:
    for move in ("guess {} 0 higher", "guess 8 {} lower", "attack {} 8", "attack 8 {}", "replace {}"):
        said = bad(table(SOME), 0, move.format(place), Unreadable)
        assert said == f"{place[:LONGEST_QUOTE]!r} is not a number from 0 to 15. (Javelin, rule 1)"


@pytest.mark.parametrize(
    ("move", "says"),
    [
        ("guess 0 0 higher", "You have no face-up card in slot 0. (Javelin, rule 4)"),
        ("guess 10 0 lower", "You have no face-up card in slot 10. (Javelin, rule 4)"),
        ("guess 9 0 higher", "Your card in slot 9 is sideways, so it can neither guess nor attack. (Javelin, rule 4)"),
        ("guess 8 8 higher", "Your opponent has no face-down card in slot 8. (Javelin, rule 4)"),
        ("guess 8 2 lower", "Your opponent has no face-down card in slot 2. (Javelin, rule 4)"),
        ("attack 0 8", "You have no face-up card in slot 0. (Javelin, rule 6)"),
        ("attack 15 8", "You have no face-up card in slot 15. (Javelin, rule 6)"),
        ("attack 9 8", "Your card in slot 9 is sideways, so it can neither guess nor attack. (Javelin, rule 6)"),
        ("attack 8 0", "Your opponent has no face-up card in slot 0. (Javelin, rule 6)"),
        ("attack 8 15", "Your opponent has no face-up card in slot 15. (Javelin, rule 6)"),
        ("attack 8 9", "9s cannot take 12d, which is higher. (Javelin, rule 6)"),
        ("attack 1 10", "10c cannot take 11d, which is higher. (Javelin, rule 6)"),
        ("replace 0", "You have no face-up card in slot 0. (Javelin, rule 7)"),
        ("replace 10", "You have no face-up card in slot 10. (Javelin, rule 7)"),
    ],
)
def test_a_move_against_a_rule(move: str, says: str) -> None:
    assert bad(table(SOME), 0, move, Refused) == says


def test_a_replacement_with_an_empty_deck() -> None:
    said = bad(table(SOME.replace("8d", "")), 0, "replace 8", Refused)
    assert said == "The deck is empty, so no card can be replaced. (Javelin, rule 7)"


@pytest.mark.parametrize("move", ["guess 8 0 higher", "attack 8 8", "replace 8", "forfeit"])
def test_a_move_out_of_turn_or_too_late(move: str) -> None:
    said = bad(table(SOME), 1, move, Refused)
    assert said == "It is seat 0's turn. (Javelin, rule 3)"
    between = after(table(SOME), "forfeit")
    assert bad(between, 1, move, Refused) == "The cards are being dealt. (Javelin, rule 3)"
    match = after(table(f"{SOME}rounds: 39"), "forfeit")
    assert match.over
    for seat in range(2):
        assert bad(match, seat, move, Refused) == "The match is over. (Javelin, rule 12)"


@pytest.mark.parametrize("seats", [0, 1, 3, -2, "2", True, 2.0])
def test_a_bad_number_of_seats(seats: Any) -> None:
    with pytest.raises(BadSetup) as caught:
        Match(JAVELIN, seats=seats)
    assert str(caught.value).startswith("Javelin is for ")
    assert str(caught.value).endswith(f"players, not {seats!r}. (Javelin, players)")


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("peek", "maybe", "The option peek must be one of off, on, not 'maybe'. (Javelin, rule 2)"),
        ("peek", True, "The option peek must be one of off, on, not True. (Javelin, rule 2)"),
        ("reshuffle", 1, "The option reshuffle must be one of off, on, not 1. (Javelin, rule 8)"),
        ("reshuffle", None, "The option reshuffle must be one of off, on, not None. (Javelin, rule 8)"),
        ("target", 4, "The option target must be one of 5 to 100, not 4. (Javelin, rule 12)"),
        ("target", 101, "The option target must be one of 5 to 100, not 101. (Javelin, rule 12)"),
        ("target", "many", "The option target must be one of 5 to 100, not 'many'. (Javelin, rule 12)"),
        ("target", 25.0, "The option target must be one of 5 to 100, not 25.0. (Javelin, rule 12)"),
        ("deals", 2, "Javelin has no option 'deals'; it has: peek, reshuffle, target. (Javelin, options)"),
    ],
)
def test_a_bad_option(option: str, value: Any, says: str) -> None:
    with pytest.raises(BadSetup) as caught:
        Match(JAVELIN, options={option: value})
    assert str(caught.value) == says


# What a player is told


def test_a_view_lists_all_moves_of_its_player() -> None:
    for deck in ("8d", ""):
        match = table(SOME.replace("8d", deck))
        assert list(view(match, 0).moves) == match.moves(0)


def test_the_view_in_lines_for_a_person() -> None:
    match = after(table(f"{SOME}points: 12 5", peek="on"), "guess 8 0 higher", "guess 10 0 higher")
    assert JAVELIN.lines(view(match, 0), ["You", "Bot 1"], str) == [
        "Bot 1 5 : You 12   stock 1, turn 3, first to 25   (> sideways)",
        " Bot 1 0:[1-9] 1:? 2:. 3:. 4:. 5:. 6:. 7:.",
        " Bot 1 8:7h 9:12d> 10:11d 11:. 12:. 13:. 14:. 15:.",
        "   You 8:9s 9:10h> 10:. 11:13d 12:. 13:. 14:. 15:.",
        "   You 0:2c[1-11] 1:10c 2:. 3:. 4:. 5:. 6:. 7:.",
    ]


# The heuristic


def won_by_the_bot(seed: int, **options: str | int) -> bool:
    """One match against a random player, without a fault; they change seats."""
    match, players = opened(SeededDealer(seed), options=options), [JAVELIN.quick, random_player(seed)]
    result = play_out(match, players[:: 1 - seed % 2 * 2], strict=True)
    return result.places[seed % 2] == 1


@pytest.mark.parametrize("options", [{"peek": "on"}, {"reshuffle": "on"}, {"peek": "on", "reshuffle": "on"}])
def test_the_heuristic_plays_whole_matches_without_a_fault(options: dict[str, str | int]) -> None:
    assert sum(won_by_the_bot(seed, **options) for seed in range(10)) > 0


def test_the_heuristic_wins_clearly_more_often_than_a_random_player() -> None:
    assert sum(won_by_the_bot(seed, target=5) for seed in range(80)) > 72


# Planted faults


def noticed(rule: int) -> bool:
    """Does a test of this rule, in any of its cases, fail?"""
    for name, test in vars(rules).items():
        if name.startswith(f"test_rule_{rule}_"):
            cases = [mark.args[1] for mark in getattr(test, "pytestmark", [])]
            for case in cases[0] if cases else [()]:
                try:
                    test(*case) if isinstance(case, tuple) else test(case)
                except (AssertionError, CardhouseError, KeyError):
                    return True
    return False


@pytest.mark.parametrize(
    ("rule", "old", "new"),
    [
        (1, "(t.dealer + 1 + i) % 2", "(t.dealer + i) % 2"),
        (1, "t.dealer = 1 - t.dealer", "t.dealer = t.dealer"),
        (1, "t.turn = t.dealer", "t.turn = 1 - t.dealer"),
        (1, "t.dealer = seating[0]", "t.dealer = 0"),
        (2, "show(t, only(card), SEAT + seat)", "show(t, only(card), EVERYBODY)"),
        (2, "if t.peek:", "if t.turns == 0:"),
        (3, "t.turn = 1 - t.turn", "t.turn = t.turn"),
        (
            4,
            "turn_up(t, spot_of(seat, slot), card_at(t, seat, slot))",
            "t.least[ROW * seat + slot] = t.most[ROW * seat + slot] = 0",
        ),
        (4, "if holds(upright(t, seat), own) and", "if holds(t.up[seat], own) and"),
        (5, "theirs > yours if", "theirs >= yours if"),
        (5, "else theirs < yours", "else theirs <= yours"),
        (5, "max(t.least[spot], value)", "value"),
        (5, "min(t.most[spot], value)", "min(t.most[spot], value - 1)"),
        (6, "    t.sideways[seat] |= only(own)\n\n", "\n\n"),
        (6, "if not holds(upright(t, seat), own) or", "if not holds(t.up[seat], own) or"),
        (6, "0 if value_at(t, seat, own) >=", "0 if value_at(t, seat, own) + 9 >="),
        (
            6,
            "sideways: Row = per_seat(number(0, ALL_SLOTS), shown=",
            "sideways: Row = per_seat(number(0, ALL_SLOTS), lives=MATCH, shown=",
        ),
        (7, "t.sideways[t.turn] = without(t.sideways[t.turn], t.replacing)", "t.turns += 0"),
        (7, "0 if holds(t.up[seat], own) and may_replace(t)", "0 if may_replace(t)"),
        (8, "(t.reshuffle == 1 and ", "("),
        (8, "renew(t, t.at[DISCARDS], VIEWERS)", "renew(t, t.at[DISCARDS], 0)"),
        (9, "== 0 and not may_replace(t)", "== 0"),
        (9, "STUCK if automatic(t) else FORFEITED", "FORFEITED"),
        (9, "if winner != NOBODY:", "if winner == 0:"),
        (10, "== 0 or t.up[seat] == 0", "== 0"),
        (10, "t.down[seat] == 0 or", "size(t.down[seat]) < 2 or"),
        (11, "LONGEST_ROUND, MOST_ROUNDS = 300", "LONGEST_ROUND, MOST_ROUNDS = 301"),
        (11, "show(t, CARDS, EVERYBODY)", "show(t, 0, EVERYBODY)"),
        (11, "if winner != NOBODY:", "if winner >= NOBODY:"),
        (12, "MOST_ROUNDS = 300, 40", "MOST_ROUNDS = 300, 42"),
        (12, "t.deal % 2 == 0 and reached", "reached"),
        (12, " and t.points[0] != t.points[1]", ""),
        (12, ">= t.target", "> t.target"),
        (12, "FOR_A_ROUND + size(t.down[winner])", "7"),
        (12, "MOST_ROUNDS = 300, 40", "MOST_ROUNDS = 300, 38"),
    ],
)
def test_planted_a_wrong_rule_is_noticed(rule: int, old: str, new: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not noticed(rule)
    monkeypatch.setattr(position, "JAVELIN", with_change(JAVELIN, old, new))
    assert noticed(rule)
