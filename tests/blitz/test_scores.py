"""Rules 12 to 16: the end of a hand, the score, and the end of the match."""

from collections.abc import Callable

import pytest

from cardhouse import WATCHER, Match
from tests.blitz.position import BLITZ, after, clauses, finds, lying, refused, stacked, table, turn, view
from tests.planted_faults import with_change

BLITZED = "0: 7d 7h\n1: 5h 14s\n2: J1\ndrawn: 7c"
LAST_CARD = "0: 7d 7h 9c\n1: 5h 6h\n2: 5s 6s 9s\ndrawn: 7c\nstock: 2c 3c 4c 6c"
EMPTY = "0: 7c 7d 7h 9c 10c\n1: 5h 6h\n2: 5s 6s\ndiscards: 4c 8c 2s\nstock:"


def out(match: Match) -> Match:
    """Seat 0 lays a book, and discards its last card."""
    return turn(match, "new book 7c 7d 7h", "discard 9c")


def test_rule_12_all_cards_on_the_board_and_none_discarded_is_a_blitz() -> None:
    match = after(table(BLITZED), "new book 7c 7d 7h")
    assert match.deals_over == 0
    after(match, "complete")
    assert match.deals_over == 1
    assert "seat 0 goes out with a Blitz" in clauses(match)
    assert view(match).gained == (15, -105, -500)


def test_rule_12_it_may_be_undone_before_it_is_completed() -> None:
    match = after(table(BLITZED), "new book 7c 7d 7h", "undo")
    assert refused(match, "complete") == 5
    turn(match, "discard 7c")
    assert (match.deals_over, match.to_act) == (0, (1,))


def test_rule_12_cards_taken_and_added_count_as_well() -> None:
    text = "0: 7d\n1: 5h\ndiscards: 2c 7h\nmeld 0: book 7c 7s J1=7 by 1"
    match = turn(table(text), "take 1", "add 0 book 7d", "add 0 book 7h")
    assert {"seat 0 takes 1 from the discards", "seat 0 goes out with a Blitz"} <= set(clauses(match))


def test_rule_13_the_last_card_discarded_gives_each_of_the_others_a_single_turn() -> None:
    match = out(table(LAST_CARD))
    assert "seat 0 is out: everybody else has one more turn" in clauses(match)
    for seat, card in ((1, "5h"), (2, "5s")):
        assert (match.deals_over, match.to_act, view(match).lap) == (0, (seat,), 3 - seat)
        turn(match, "stock", f"discard {card}")
    assert match.deals_over == 1
    assert "the last lap is over" in clauses(match)


def test_rule_13_another_last_card_discarded_does_not_make_it_longer() -> None:
    match = out(table(LAST_CARD.replace("1: 5h 6h", "1: 7s")))
    turn(match, "stock", "add 0 book 7s", "discard 2c")
    assert lying(match, "hand 1") == ""
    assert (match.deals_over, match.to_act) == (0, (2,))
    assert clauses(match).count("seat 1 is out: everybody else has one more turn") == 0
    turn(match, "stock", "discard 5s")
    assert match.deals_over == 1


def test_rule_13_a_blitz_cuts_it_short() -> None:
    match = out(table(LAST_CARD.replace("1: 5h 6h", "1: 5h 6h 7s").replace("stock: 2c", "stock: 4h")))
    turn(match, "stock", "add 0 book 7s", "new run 4h 5h 6h")
    assert match.deals_over == 1
    assert "seat 1 goes out with a Blitz" in clauses(match)
    assert view(match).gained == (15, 20, -15)


def test_rule_14_all_discards_but_the_top_one_are_the_new_stock() -> None:
    match = after(stacked(table(EMPTY), "8c"), "stock")
    assert lying(match, "hand 0") == "7c 7d 7h 8c 9c 10c"
    assert (lying(match, "stock"), view(match, 0).discards) == ("4c", ("2s",))
    turn(match, "discard 8c")
    assert view(match).discards == ("2s", "8c")
    assert (match.deals_over, match.to_act) == (0, (1,))


def test_rule_14_nobody_knows_any_more_where_the_cards_are_that_were_shuffled() -> None:
    match = turn(stacked(table(EMPTY), "8c"), "stock", "discard 9c")
    assert "8c" in lying(match, "hand 0")
    assert [view(match, viewer).hands[0] for viewer in (WATCHER, 1, 2)] == [()] * 3
    assert "4c" not in str(match.view(0))


def test_rule_14_this_happens_once_in_a_hand() -> None:
    match = turn(table(EMPTY), "stock", "discard 9c")
    turn(match, "stock", "discard 5h")
    assert view(match).stock == 0
    after(match, "stock")
    assert lying(match, "hand 2") == "5s 6s"
    turn(match, "discard 5s")
    assert match.deals_over == 1
    assert {"there is no card for seat 2 to draw", "there was no card left to draw"} <= set(clauses(match))


def test_rule_14_nor_with_the_top_card_alone() -> None:
    match = turn(table(EMPTY.replace("4c 8c 2s", "2s")), "stock", "discard 9c")
    assert match.deals_over == 1
    assert "there was no card left to draw" in clauses(match)


def test_rule_14_you_may_play_all_the_same_and_discard_if_you_have_cards_left() -> None:
    match = after(table(EMPTY + "\nreshuffled: yes"), "stock", "new book 7c 7d 7h")
    assert refused(match, "complete") == 5
    assert refused(match, "take 1") == 6
    turn(match, "discard 9c")
    assert view(match).gained == (15 - 10, -10, -10)


def test_rule_14_who_goes_out_in_this_very_turn_starts_no_lap() -> None:
    match = turn(table(EMPTY.replace(" 10c", "") + "\nreshuffled: yes"), "stock", "new book 7c 7d 7h", "discard 9c")
    assert match.deals_over == 1
    assert "there was no card left to draw" in clauses(match)
    blitz = turn(table(EMPTY.replace(" 9c 10c", "") + "\nreshuffled: yes"), "stock", "new book 7c 7d 7h")
    assert "seat 0 goes out with a Blitz" in clauses(blitz)


def test_rule_14_a_lap_that_has_begun_is_played_to_its_end() -> None:
    match = turn(table(EMPTY + "\nreshuffled: yes\nlap: 2"), "stock", "discard 9c")
    assert (match.deals_over, match.to_act) == (0, (1,))
    turn(match, "stock", "discard 5h")
    assert match.deals_over == 1
    assert "the last lap is over" in clauses(match)


def test_rule_14_an_empty_stock_forces_nothing_on_you() -> None:
    match = turn(
        table(EMPTY.replace("8c 2s", "8c 7s") + "\nreshuffled: yes"), "take 1", "new book 7c 7d 7s", "discard 9c"
    )
    assert (match.deals_over, match.to_act) == (0, (1,))


@pytest.mark.parametrize(
    ("wild", "card", "points"),
    [
        *[(9, f"{rank}s", 5) for rank in (2, 3, 4, 5, 6, 7, 8)],
        *[(8, f"{rank}s", 10) for rank in (10, 11, 12, 13)],
        *[(rank, f"{rank}s", 100) for rank in (2, 9, 10, 13, 14)],
        (8, "14s", 100),
        (8, "J1", 500),
        (14, "J2", 500),
    ],
)
def test_rule_15_what_a_card_counts(wild: int, card: str, points: int) -> None:
    match = turn(table(f"0: 3d 3h\n1: {card}\ndrawn: 3c\nwild: {wild}"), "new book 3c 3d 3h")
    assert view(match).gained == (15, -points)


@pytest.mark.parametrize(("card", "points"), [("3s", 5), ("8s", 100), ("J1", 500)])
def test_rule_15_a_wild_counts_the_same_whatever_it_stands_for(card: str, points: int) -> None:
    match = turn(table(f"0: 3d {card}\n1: 4h\ndrawn: 3c\nwild: 8"), f"new book 3c 3d {card}")
    assert view(match).gained == (10 + points, -5)
    natural = turn(table("0: 8d 8h\n1: 4h\ndrawn: 8c\nwild: 8"), "new book 8c 8d 8h")
    assert view(natural).gained == (300, -5)


def test_rule_15_cards_count_for_who_laid_them_on_whosever_melds() -> None:
    text = """
        0: 6d 7d
        1: 5h 14s
        2: J2
        meld 0: run 3d 4d 5d by 2 1 2
        meld 1: book 12c 12h 8s=12 J1=12 by 1 1 2 0
        wild: 8
        drawn: 2d
    """
    match = turn(table(text), "add 0 high 6d 7d", "add 0 low 2d")
    assert view(match).gained == (15 + 500, 5 + 20 - 105, 10 + 100 - 500)
    assert "seat 1 has -80 points, -80 in this hand" in clauses(match)


def test_rule_15_totals_may_fall_below_nothing() -> None:
    match = turn(table(BLITZED + "\ntotals: -20 40 -30"), "new book 7c 7d 7h")
    assert view(match).points == (-5, -65, -530)
    match = turn(table(BLITZED + "\ntotals: -20 40 -30\nhands: 29"), "new book 7c 7d 7h")
    assert match.result is not None
    assert match.result.points == (-5, -65, -530)
    assert match.result.places == (1, 2, 3)


def ended(totals: str, **options: int) -> Match:
    """Seat 0 has a Blitz that gives it 15 points and costs seat 1 five."""
    return turn(table(f"0: 7d 7h\n1: 5h\ndrawn: 7c\ntotals: {totals}", **options), "new book 7c 7d 7h")


@pytest.mark.parametrize(
    ("totals", "is_over"),
    [("0 0", False), ("984 0", False), ("984 999", False), ("985 0", True), ("985 999", True), ("1100 1100", True)],
)
def test_rule_16_the_match_is_over_when_a_player_has_reached_the_target(totals: str, is_over: bool) -> None:
    match = ended(totals)
    assert match.over == is_over
    assert (match.to_act == ()) == is_over


def test_rule_16_the_one_ahead_of_all_others_has_won() -> None:
    text = "0: 7d 7h\n1: 5h\nmeld 0: book 3c 3d J1=3 by 1\ndrawn: 7c\ntotals: 985 960"
    match = turn(table(text), "new book 7c 7d 7h")
    assert match.result is not None
    assert match.result.points == (1000, 1465)
    assert (match.result.winner, match.result.places) == ("Player 1", (2, 1))
    assert refused(match, "deal", 0) == refused(match, "stock", 1) == 16


def test_rule_16_level_at_the_top_you_play_on_until_one_is_ahead() -> None:
    match = ended("1000 1020")
    assert view(match).points == (1015, 1015)
    assert not match.over
    assert match.to_act == (0, 1)
    last = "0: J1 2c\n1: J2 3c\ndiscards: 4c\nstock:\ntotals: 1015 1015"
    match = turn(table(last), "stock", "discard 2c")
    assert view(match).points == (515, 510)
    assert match.over  # the target was reached before


def test_rule_16_one_may_be_ahead_below_nothing() -> None:
    text = "0: J1 J2 J3 2c\n1: J4 J5 J6 3c\ndiscards: 4c\nstock:\ntotals: 1015 1015"
    match = turn(table(text, jokers=6), "stock", "discard 2c")
    assert match.result is not None
    assert (match.result.points, match.result.places) == ((-485, -490), (1, 2))


def test_rule_16_those_below_the_top_may_be_level() -> None:
    match = turn(table("0: 7d 7h\n1: 5h\n2: 6h\ndrawn: 7c\ntotals: 1000 20 20"), "new book 7c 7d 7h")
    assert match.result is not None
    assert match.result.places == (1, 2, 2)


@pytest.mark.parametrize("target", [100, 10_000])
def test_rule_16_option_target(target: int) -> None:
    assert not ended(f"{target - 16} 0", target=target).over
    assert ended(f"{target - 15} 0", target=target).over


@pytest.mark.parametrize("max_hands", [1, 30, 100])
def test_rule_16_the_last_hand_allowed_ends_it_whatever_the_score(max_hands: int) -> None:
    text = "0: 7d 7h\n1: 5h\ndrawn: 7c\ntotals: 80 100\nhands: {}"
    match = turn(table(text.format(max_hands - 1), max_hands=max_hands), "new book 7c 7d 7h")
    assert match.result is not None
    assert (match.result.winner, match.result.places, match.result.points) == (None, (1, 1), (95, 95))
    if max_hands > 1:
        assert not turn(table(text.format(max_hands - 2), max_hands=max_hands), "new book 7c 7d 7h").over


def test_rule_16_after_each_hand_all_cards_are_shown() -> None:
    match = turn(table(BLITZED), "new book 7c 7d 7h")
    for viewer in range(WATCHER, 3):
        assert view(match, viewer).hands == ((), ("5h", "14s"), ("J1",))


@pytest.mark.parametrize("dealer", ["selects", "rotates"])
def test_rule_16_the_event_shows_them_too_for_with_rotates_the_next_hand_is_dealt_at_once(dealer: str) -> None:
    match = turn(table(BLITZED, dealer=dealer), "new book 7c 7d 7h")
    for viewer in range(WATCHER, 3):
        steps = [step for event in match.events_for(viewer) for step in event.steps if step.source == step.to]
        shown = {step.to: step.cards for step in steps}
        assert (shown.get("hand 1"), shown.get("hand 2")) == (("5h", "14s"), ("J1",))


@pytest.mark.parametrize(
    ("test", "old", "new"),
    [
        (
            test_rule_12_all_cards_on_the_board_and_none_discarded_is_a_blitz,
            "end_deal(t, BLITZED)",
            "end_deal(t, LAP_OVER)",
        ),
        (test_rule_13_another_last_card_discarded_does_not_make_it_longer, "if t.lap > 0:", "if t.lap > 99:"),
        (test_rule_13_a_blitz_cuts_it_short, "t.discarded == NOBODY:  # rule 12", "t.lap == NOBODY:  # rule 12"),
        (test_rule_14_this_happens_once_in_a_hand, "t.piled > 1 and not t.reshuffled", "t.piled > 1"),
        (
            test_rule_14_all_discards_but_the_top_one_are_the_new_stock,
            "without_card(cards_at(t, DISCARDS, limb), top, limb)",
            "cards_at(t, DISCARDS, limb)",
        ),
        (
            test_rule_14_who_goes_out_in_this_very_turn_starts_no_lap,
            "elif t.drawn == NOTHING:",
            "elif t.drawn == NOTHING and not is_out:",
        ),
        (
            test_rule_14_a_lap_that_has_begun_is_played_to_its_end,
            "if t.lap > 0:  #",
            "if t.lap > 0 and t.drawn != NOTHING:  #",
        ),
        (test_rule_15_cards_count_for_who_laid_them_on_whosever_melds, "t.gained[t.by[card]]", "t.gained[t.turn]"),
        (test_rule_16_level_at_the_top_you_play_on_until_one_is_ahead, "reached == 1 and leaders == 1", "reached == 1"),
        (
            test_rule_16_level_at_the_top_you_play_on_until_one_is_ahead,
            "        if t.points[seat] >= t.target:\n            t.reached = 1",
            "        t.reached = int(t.points[seat] >= t.target)",
        ),
    ],
)
def test_planted_a_broken_rule_is_found(test: Callable[[], None], old: str, new: str) -> None:
    assert finds(test, with_change(BLITZ, old, new))
