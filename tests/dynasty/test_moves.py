"""What RULES.md says beside the numbered rules, bad input, and the heuristic."""

from functools import partial
from typing import Any

import pytest

from cardhouse import BadSetup, Match, Refused, SeededDealer, Unreadable, play_out
from cardhouse.bots import random_player
from cardhouse.games.dynasty import DYNASTY
from tests.dynasty.position import TAXES, after, between, finds, lying, opened, table, turned_down
from tests.planted_faults import with_change

HANDS = "0: 4 9 9 W W\n1: 5 8\n2: 6 7 7"
ANSWER = HANDS + "\npile: 8 8 by 2"

# In a player's absence


@pytest.mark.parametrize(
    ("text", "move"),
    [
        (ANSWER, "pass"),
        (HANDS, "play 9"),
        (HANDS.replace("0: 4 9 9", "0:"), "play W"),
        (HANDS.replace("0: 4 9 9 W W", "0: W"), "play W"),
        (TAXES, "give 7 12"),
        (TAXES.replace("7 12", "12 12"), "give 12 12"),
        (TAXES.replace("3 7 12 W", "3 W W"), "give 3 W"),
        (TAXES.replace("3 7 12 W", "3 3 11"), "give 3 11"),
        (TAXES.replace("0>3 0>3", "0>3"), "give 12"),
        (TAXES.replace("0>3 0>3", "0>3").replace("3 7 12 W", "1 W"), "give 1"),
    ],
)
def test_the_default_move(text: str, move: str) -> None:
    match = table(text)
    assert match.play_default(0, fault="away") == move
    assert (match.events[-1].move, match.events[-1].fault) == (move, "away")


def test_planted_a_default_that_leads_a_wild_is_found() -> None:
    fault = with_change(DYNASTY, "highest = highest_held(t, seat, WILD)", "highest = WILD")
    assert finds(lambda: test_the_default_move(HANDS, "play 9"), fault)


def test_the_default_move_is_for_a_seat_that_is_to_act() -> None:
    for text, seat in ((HANDS, 1), (TAXES, 3)):
        match = table(text)
        before = match.log()
        with pytest.raises(Refused):
            match.play_default(seat, fault="away")
        assert match.log() == before


def test_cards_may_be_named_in_any_order() -> None:
    match = after(table(HANDS), "play W 9 9")
    assert match.events[-1].move == "play 9 9 W"
    assert lying(match, "hand 0") == "4 W"
    match = table(TAXES)
    match.play(0, "give W 3")
    assert match.events[-1].move == "give 3 W"


# Bad input


def refused(match: Match, seat: int, move: Any, kind: type[Exception], says: str) -> None:
    turned_down(match, lambda: match.play(seat, move), kind, says)
    assert not match.may(seat, move)


NO_MOVE = "is not a move; try `pass`, `play 9 9 W`, `give 3 7`. (Dynasty, rule 4)"


@pytest.mark.parametrize(
    ("move", "says"),
    [
        ("draw 5", f"'draw 5' {NO_MOVE}"),
        ("", f"'' {NO_MOVE}"),
        ("pass 9", f"'pass 9' {NO_MOVE}"),
        ("play 13", "There is no card '13' in the deck. (Dynasty, rule 1)"),
        ("play 0", "There is no card '0' in the deck. (Dynasty, rule 1)"),
        ("play 9 X", "There is no card 'X' in the deck. (Dynasty, rule 1)"),
        ("play -1", "There is no card '-1' in the deck. (Dynasty, rule 1)"),
        ("give 09", "There is no card '09' in the deck. (Dynasty, rule 1)"),
        (None, "A move is a text of at most 400 characters, not NoneType. (Dynasty, moves)"),
        ("play" + " 9" * 200, "A move is a text of at most 400 characters, not 404 characters. (Dynasty, moves)"),
    ],
)
def test_what_is_no_move(move: Any, says: str) -> None:
    refused(table(HANDS), 0, move, Unreadable, says)


@pytest.mark.parametrize(
    ("text", "seat", "move", "says"),
    [
        (HANDS, 0, "play", "A play is one or more cards of the same value, as in `play 9 9 W`. (Dynasty, rule 4)"),
        (HANDS, 0, "play 9 4", "4 and 9 are not of the same value. (Dynasty, rule 4)"),
        (HANDS, 0, "play 9 4 W", "4 and 9 are not of the same value. (Dynasty, rule 4)"),
        (HANDS, 0, "play 9 9 9", "You do not hold 9 9 9. (Dynasty, rule 4)"),
        (HANDS, 0, "play 5", "You do not hold 5. (Dynasty, rule 4)"),
        (HANDS, 0, "give 4", "There is nothing to give now: play cards, or pass. (Dynasty, rule 4)"),
        (HANDS, 0, "pass", "You lead, so you cannot pass. (Dynasty, rule 6)"),
        (HANDS, 1, "play 5", "It is seat 0's turn. (Dynasty, rule 3)"),
        (
            ANSWER,
            0,
            "play 9 9",
            "9 9 cannot beat 8 8: play exactly 2 cards of a lower value, or pass. (Dynasty, rule 6)",
        ),
        (ANSWER, 0, "play 4", "4 cannot beat 8 8: play exactly 2 cards of a lower value, or pass. (Dynasty, rule 6)"),
        (
            ANSWER,
            0,
            "play W W",
            "W W cannot beat 8 8: play exactly 2 cards of a lower value, or pass. (Dynasty, rule 5)",
        ),
        (
            ANSWER + "\npassed: 1",
            1,
            "play 5",
            "You have passed: you are out of this pile until it is cleared. (Dynasty, rule 7)",
        ),
    ],
)
def test_what_the_rules_forbid(text: str, seat: int, move: str, says: str) -> None:
    refused(table(text), seat, move, Refused, says)


@pytest.mark.parametrize("move", ["play W W W", "play" + " 12" * 13])
def test_more_cards_than_there_are(move: str) -> None:
    match = table(HANDS)
    refusal = match.refusal(0, move)
    assert isinstance(refusal, Refused)
    refused(match, 0, move, Refused, f"{refusal.sentence} (Dynasty, rule 4)")


TWO = "You must give two cards to seat 3, as in `give 3 7`. (Dynasty, rule 11)"
ONE = "You must give one card to seat 2, as in `give 7`. (Dynasty, rule 11)"
WAIT = (
    "The taxes are not paid yet: wait until the monarch and the second player have given their cards. "
    "(Dynasty, rule 11)"
)


@pytest.mark.parametrize(
    ("seat", "move", "says"),
    [
        (0, "give 7", TWO),
        (0, "play 7", TWO),
        (0, "pass", TWO),
        (0, "give", "The monarch gives two cards, and the second player gives one, not 0. (Dynasty, rule 11)"),
        (0, "give 3 7 12", "The monarch gives two cards, and the second player gives one, not 3. (Dynasty, rule 11)"),
        (0, "give 3 5", "You do not hold 3 5. (Dynasty, rule 11)"),
        (0, "give 7 7", "You do not hold 7 7. (Dynasty, rule 11)"),
        (1, "give 5 7", ONE),
        (1, "play 5", ONE),
        (1, "give 3", "You do not hold 3. (Dynasty, rule 11)"),
        (2, "give 6", WAIT),
        (3, "play 9", WAIT),
    ],
)
def test_what_is_no_gift(seat: int, move: str, says: str) -> None:
    refused(table(TAXES), seat, move, Refused, says)


def test_nobody_acts_twice() -> None:
    match = table(TAXES)
    match.play(1, "give 7")
    refused(match, 1, "give 5", Refused, WAIT)
    match = after(table(HANDS), "play 9")
    refused(match, 0, "play 9", Refused, "It is seat 1's turn. (Dynasty, rule 3)")


def test_before_the_deal_and_after_the_end() -> None:
    waiting = Match("dynasty", dealer=SeededDealer(1), pause=True)
    for match in (waiting, between("0 1 2")):
        refused(match, 0, "pass", Refused, "The cards are not dealt yet. (Dynasty, rule 3)")
    over = after(table("0: 9\n1: 8\n2: 7", monarchies=1), "play 9")
    for move in ("pass", "play 8", "give 8"):
        refused(over, 1, move, Refused, "The match is over. (Dynasty, rule 10)")


@pytest.mark.parametrize("seat", [3, -1, "0", None, True])
def test_a_seat_that_is_not_there(seat: Any) -> None:
    says = f"There is no seat {seat!r}; this table has 3 seats. (Dynasty, players)"
    refused(table(HANDS), seat, "pass", Refused, says)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"seats": 2}, "Dynasty is for 3 to 12 players, not 2. (Dynasty, players)"),
        ({"seats": 13}, "Dynasty is for 3 to 12 players, not 13. (Dynasty, players)"),
        ({"options": {"monarchies": 0}}, "The option monarchies must be one of 1 to 9, not 0. (Dynasty, rule 10)"),
        ({"options": {"monarchies": 10}}, "The option monarchies must be one of 1 to 9, not 10. (Dynasty, rule 10)"),
        ({"options": {"taxation": "yes"}}, "The option taxation must be one of off, on, not 'yes'. (Dynasty, rule 11)"),
        (
            {"options": {"taxes": "on"}},
            "Dynasty has no option 'taxes'; it has: monarchies, taxation. (Dynasty, options)",
        ),
    ],
)
def test_a_table_that_cannot_be_opened(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(BadSetup) as caught:
        Match("dynasty", dealer=SeededDealer(1), **wrong)
    assert str(caught.value) == says


def test_who_cannot_join_or_leave() -> None:
    match = between("0 1 2")
    for name, quoted in ((5, "5"), (None, "None"), (b"Eve", "bytes"), ("", "''"), ("\x1b[2J", "'\\x1b[2J'")):
        says = f"A name is a text of 1 to 32 characters, not {quoted}. (Dynasty, players)"
        turned_down(match, partial(match.join, name), BadSetup, says)  # type: ignore[arg-type]
    for seat in (3, -1, "0", None, True):
        says = f"There is no seat {seat!r}; this table has 3 seats. (Dynasty, players)"
        turned_down(match, partial(match.leave, seat), Refused, says)  # type: ignore[arg-type]


def test_nobody_joins_or_leaves_president() -> None:
    match = Match("president", dealer=SeededDealer(1), pause=True)
    says = "Nobody can join or leave a match of President. (President, players)"
    turned_down(match, partial(match.join, "Eve"), Refused, says)
    turned_down(match, partial(match.leave, 0), Refused, says)


# The heuristic

HEURISTIC = DYNASTY.quick


@pytest.mark.parametrize("taxation", ["off", "on"])
@pytest.mark.parametrize("seats", [3, 4, 8, 12])
def test_the_heuristic_makes_no_fault(seats: int, taxation: str) -> None:
    match = opened(seats, taxation=taxation, monarchies=2)
    players = [HEURISTIC if seat % 2 else random_player(seat) for seat in range(seats)]
    result = play_out(match, players, strict=True)
    assert max(result.points) == 2
    gifts = [event for event in match.events if event.move.startswith("give")]
    assert len(gifts) == (2 * (match.deals_over - 1) if taxation == "on" and seats > 3 else 0)


def test_the_heuristic_gives_single_high_cards_and_no_wilds() -> None:
    assert HEURISTIC(table(TAXES.replace("7 12", "11 12 12 12")).view(0)) == "give 11 12"


def wins(seats: int, deals: int) -> int:
    """Of the first deals that the heuristic plays against random players, from every seat in turn."""
    won = 0
    for deal in range(deals):
        match = Match("dynasty", seats=seats, options={"monarchies": 1}, dealer=SeededDealer(5, match=deal))
        players = [random_player(100 * deal + seat) for seat in range(seats)]
        players[deal % seats] = HEURISTIC
        won += play_out(match, players, strict=True).places[deal % seats] == 1
    return won


@pytest.mark.parametrize(("seats", "deals"), [(4, 120), (8, 80)])
def test_the_heuristic_wins_more_often_than_random_players(seats: int, deals: int) -> None:
    assert wins(seats, deals) > 1.4 * deals / seats
