"""Every rule of Hearts, by its number."""

from cardhouse import Match, SeededDealer
from cardhouse.cards.ledger import HAND
from tests.hearts import HEARTS
from tests.hearts.position import Position
from tests.hearts.state import TAKEN, State

SUITED = "2h 3h 4h 5h 6h 7h 8h 9h 10h 11h 12h 13h 14h"


def test_rule_1_thirteen_cards_each() -> None:
    match = Match(HEARTS, dealer=SeededDealer(1))
    lie = match.truth()
    assert sum(len(lie[f"hand {seat}"]) for seat in range(4)) == 51
    assert {len(lie[f"hand {seat}"]) + len(lie.get(f"trick {seat}", ())) for seat in range(4)} == {13}
    assert Position("2c", "3c", turn=0).why("9d") == "1: You do not hold 9d."


def test_rule_2_the_two_of_clubs_is_led_by_itself_and_play_goes_clockwise() -> None:
    match = Match(HEARTS, dealer=SeededDealer(1))
    assert match.events[-1].move == "play 2c"
    assert match.to_act == ((match.events[-1].seat + 1) % 4,)
    table = Position("2c 9d", "3c", turn=0)
    table.t.tricks = 0
    assert table.may() == "2c"
    assert table.why("9d") == "2: The first lead is 2c."
    assert table.why("3c", seat=1) == "2: It is seat 0's turn."


def test_rule_3_you_must_follow_suit() -> None:
    table = Position("5c 9h 12s", "7c", turn=0, trick="3c")
    assert table.may() == "5c"
    assert table.why("9h") == "3: You must follow suit: clubs were led, and you hold some."


def test_rule_4_without_the_suit_any_card_but_no_points_in_the_first_trick() -> None:
    table = Position("9d 9h 12s", trick="3c")
    assert table.may() == "9d 9h 12s"
    table.t.tricks = 0
    assert table.may() == "9d"
    assert table.why("12s") == "4: 12s cannot be played to the first trick."
    only = Position("9h 12s", trick="3c")
    only.t.tricks = 0
    assert only.may() == "9h 12s"


def test_rule_5_hearts_are_led_when_they_are_broken() -> None:
    table = Position("5c 9h")
    assert table.may() == "5c"
    assert table.why("9h") == "5: Hearts are not broken yet, so you cannot lead one."
    assert Position("5c 9h", broken=True).may() == "5c 9h"
    assert Position("8h 9h").may() == "8h 9h"
    thrown = Position("5c 9h", "2c", "9d", "9s", turn=1, trick="").play("2c", "9d", "9s")
    assert thrown.t.broken == 0
    assert Position("9h 5d", "2c 3d", turn=0, trick="4c").play("9h").t.broken == 1


def test_rule_6_the_highest_card_of_the_suit_takes_the_trick_and_leads() -> None:
    table = Position("2c 2d", "9c 3d", "14s 4d", "5c 5d").play("2c", "9c", "14s", "5c")
    assert table.t.turn == 1
    table.play("3d")
    assert [bin(table.t.at[TAKEN + seat]).count("1") for seat in (0, 1, 2)] == [0, 4, 0]


def last_trick(taken: str = "") -> State:
    """A deal whose last trick is played to: seat 0 takes it."""
    table = Position("14c", "2c", "3c", "4c", taken=taken)
    table.t.tricks = 12
    return table.play("14c", "2c", "3c", "4c").t


def test_rule_7_a_heart_is_a_point_and_the_queen_of_spades_thirteen() -> None:
    t = last_trick(taken="2h 3h, 12s, 4h")
    assert t.gained == [2, 13, 1, 10]
    assert t.points == [2, 13, 1, 10]
    assert t.deal == 1


def test_rule_8_all_points_are_a_moon() -> None:
    assert last_trick(taken=f"{SUITED} 12s").gained == [0, 26, 26, 26]
    table = Position("14c", "2c", "3c", "4c", taken=f", {SUITED} 12s")
    table.t.moon, table.t.tricks = 1, 12
    assert table.play("14c", "2c", "3c", "4c").t.gained == [0, -26, 0, 0]


def test_rule_9_the_fewest_points_win_when_somebody_has_come_to_the_target() -> None:
    table = Position("14c", "2c", "3c", "4c", taken="2h 3h, 12s, 4h")
    table.t.points, table.t.tricks = [0, 87, 2, 0], 12
    t = table.play("14c", "2c", "3c", "4c").t
    assert HEARTS.law.over(t)
    assert t.points == [2, 100, 3, 10]
    assert [HEARTS.law.place_of(t, seat) for seat in range(4)] == [1, 4, 2, 3]
    assert t.waits == 0
    assert HEARTS.law.breaks(t, 0, 0) == 9
    assert not HEARTS.law.over(last_trick())
    late = Position("14c", "2c", "3c", "4c")
    late.t.deal, late.t.tricks = 99, 12
    assert HEARTS.law.over(late.play("14c", "2c", "3c", "4c").t)


def test_what_is_shown_tells_who_has_no_card_of_a_suit() -> None:
    t = Position("9h 5d", "2c 3d", turn=0, trick="4c").play("9h").t
    assert not HEARTS.secrecy.may_lie(t, HAND, 4 * 5)
    assert HEARTS.secrecy.may_lie(t, HAND, 4 * 5 + 1)
    assert HEARTS.secrecy.may_lie(t, HAND + 1, 4 * 5)
