"""Rules 1 to 10 of RULES.md, by number. Rule 11 is in test_taxes.py, rule 12 in test_guests.py."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import permutations

import pytest

from cardhouse import ScriptedDealer, SeededDealer
from cardhouse.bots import random_player
from cardhouse.games.dynasty import DYNASTY
from cardhouse.games.dynasty.deck import DECK
from tests.dynasty.position import THREE, after, between, clauses, finds, lying, opened, places, refused, table, view
from tests.event_texts import texts_of
from tests.planted_faults import with_change


def test_rule_1_there_are_as_many_cards_of_a_value_as_its_number_says_and_two_wilds() -> None:
    dealt = Counter(name for names in opened(5).truth().values() for name in names)
    assert dealt == {str(value): value for value in range(1, 13)} | {"W": 2}


@pytest.mark.parametrize("value", range(1, 12))
def test_rule_1_low_values_are_the_best(value: int) -> None:
    assert table(f"0: {value} 9\n1: 9\n2: 9\npile: {value + 1} by 2").may(0, f"play {value}")
    assert refused(table(f"0: {value + 1} 9\n1: 9\n2: 9\npile: {value} by 2"), 0, f"play {value + 1}") == 6


@pytest.mark.parametrize("seats", DYNASTY.seats)
def test_rule_2_hands_differ_by_one_card_at_most_and_the_first_have_the_extra_ones(seats: int) -> None:
    seen = view(opened(seats))
    assert [seen.counts[seat] for seat in seen.order] == [80 // seats + (i < 80 % seats) for i in range(seats)]


def test_rule_2_cards_are_dealt_one_at_a_time() -> None:
    numbers = [card for word in range(2) for card in range(60 * word, 60 * word + 60) if card in DECK._names]
    match = opened(3, ScriptedDealer([[2, 0, 1], numbers]))
    names = [DECK.name(card) for card in numbers]
    assert [lying(match, f"hand {seat}") for seat in (2, 0, 1)] == [" ".join(names[i::3]) for i in range(3)]


def test_rule_3_the_first_turn_order_is_drawn_by_lot_and_its_first_leads() -> None:
    orders = set()
    for seed in range(60):
        match = opened(3, SeededDealer(seed))
        orders.add(view(match).order)
        assert match.to_act == view(match).order[:1]
    assert orders == set(permutations(range(3)))


def test_rule_3_later_in_the_order_of_finishing() -> None:
    match = between("2 0 3 1")
    match.go_on()
    assert view(match).order == (2, 0, 3, 1)
    assert match.to_act == (2,)
    assert refused(match, 2, "pass") == 6


def test_rule_3_you_act_when_the_turn_comes_to_you() -> None:
    match = table(THREE + "\norder: 1 0 2")
    assert refused(match, 0, "play 4") == 3
    assert after(match, "play 9").to_act == (0,)
    assert after(match, "play 4").to_act == (2,)


def test_rule_4_any_number_of_one_value_and_wilds_with_them() -> None:
    match = table("0: 4 9 9 9 W W\n1: 5\n2: 6")
    fours, nines, wilds = ["4"], ["9", "9 9", "9 9 9"], ["", " W", " W W"]
    expected = {f"play {naturals}{wild}" for naturals in fours + nines for wild in wilds} | {"play W", "play W W"}
    assert set(match.every_move(0)) == set(match.moves(0)) == expected


@pytest.mark.parametrize("bad", ["play", "play 4 9", "play 4 9 W", "play 4 4", "play 9 9 9 9", "play 5", "play W W W"])
def test_rule_4_nothing_else_can_be_led(bad: str) -> None:
    assert refused(table("0: 4 9 9 9 W W\n1: 5\n2: 6"), 0, bad) == 4


def test_rule_4_you_need_both_wilds_for_three_ones() -> None:
    match = table("0: 1 W 9\n1: 5\n2: 6\npile: 12 12 12 by 2")
    assert [refused(match, 0, f"play {cards}") for cards in ("1 1 1", "1 1 W", "1 W W")] == [4, 4, 4]


def test_rule_5_wilds_by_themselves_can_be_led_and_count_as_13() -> None:
    match = after(table("0: W W 9\n1: 12 12 9\n2: 11 11 9"), "play W W")
    assert match.may(1, "play 12 12")
    assert after(match, "play 12 12").may(2, "play 11 11")


@pytest.mark.parametrize("pile", ["5", "12", "W", "1", "12 12"])
def test_rule_5_wilds_alone_beat_nothing(pile: str) -> None:
    wilds = "W" if pile == "W" else "W W"
    match = table(f"0: {wilds} 9\n1: 9\n2: 9\npile: {pile} by 2")
    assert refused(match, 0, "play" + " W" * len(pile.split())) == 5
    assert not any(words.startswith("play W") for words in match.moves(0))


VECTORS = [
    ("12 12 12", "11 11 11", True),
    ("12 12 12", "1 W W", True),
    ("12 12 12", "11 11", False),
    ("12 12 12", "12 12 12", False),
    ("9 W", "8 8", True),
    ("9 W", "8 W", True),
    ("9 W", "9 9", False),
    ("9 W", "10 10", False),
    ("W W", "12 12", True),
    ("12 W", "2 2", True),
    ("5", "W", False),
    ("12 12", "11 11 11", False),
    ("3", "2 W", False),
]


@pytest.mark.parametrize(("lead", "answer", "is_good"), VECTORS)
def test_rule_6_as_many_of_a_lower_value(lead: str, answer: str, is_good: bool) -> None:
    match = after(table(f"0: {lead} 7\n1: {answer} 7\n2: 7"), f"play {lead}")
    assert match.may(1, f"play {answer}") == is_good
    assert (f"play {answer}" in match.moves(1)) == is_good
    assert match.may(1, "pass")


def test_rule_6_everybody_but_the_leader_may_pass() -> None:
    match = table("0: 1 9\n1: 2 9\n2: 3 9")
    assert refused(match, 0, "pass") == 6
    assert "pass" not in match.moves(0)
    after(match, "play 9")
    assert match.moves(1) == ["play 2", "pass"]


def test_rule_6_who_cannot_answer_can_only_pass() -> None:
    assert table("0: 4 9 9\n1: 9\n2: 9\npile: 4 4 by 2").every_move(0) == ["pass"]


FOUR = "0: 9 8 5\n1: 7 3\n2: 6 4 10\n3: 2 11"


def test_rule_7_who_passed_is_out_of_the_pile() -> None:
    """The example of RULES.md: A leads, B passes, C plays, D passes, A passes, and C leads."""
    match = table(FOUR)
    for seat, words in enumerate(["play 9", "pass", "play 6", "pass"]):
        assert match.to_act == (seat,)
        after(match, words)
    assert match.to_act == (0,)
    assert refused(match, 1, "play 3") == refused(match, 1, "pass") == 7
    assert view(match).passed == (False, True, False, True)
    after(match, "pass")
    assert match.to_act == (2,)
    assert refused(match, 2, "pass") == 6
    assert view(match).passed == (False,) * 4
    assert after(match, "play 10", "pass", "play 8").to_act == (1,)
    assert match.may(1, "play 7")


def test_rule_8_everybody_in_the_pile_is_asked_about_the_last_play() -> None:
    match = after(table(FOUR), "play 9", "play 7", "play 6", "pass", "play 5", "play 3")
    assert match.to_act == (2,)
    assert lying(match, "pile") == "3"
    assert not any("cleared" in said for said in clauses(match))


def test_rule_8_the_last_to_play_clears_the_pile_and_leads() -> None:
    match = after(table(FOUR), "play 9", "play 7", "pass", "pass", "pass")
    assert match.to_act == (1,)
    assert lying(match, "pile") == ""
    assert view(match).last == -1
    assert texts_of(match.events[-1]) == ("the pile is cleared",)
    assert set(lying(match, "discards").split()) >= {"9", "7"}


def test_rule_8_a_play_clears_the_pile_at_once_when_all_others_have_passed() -> None:
    match = after(table("0: 9 8\n1: 7 3\n2: 6 4\npile: 12 by 0\npassed: 0 1\nto act: 2"), "play 6")
    assert match.to_act == (2,)
    assert refused(match, 2, "pass") == 6


def test_rule_8_a_last_card_may_be_answered() -> None:
    match = after(table("0: 9\n1: 7 3\n2: 6 4\n3: 2 11"), "play 9", "pass")
    assert match.to_act == (2,)
    assert lying(match, "pile") == "9"
    after(match, "play 6", "pass")
    assert match.to_act == (2,)
    assert lying(match, "pile") == ""


def test_rule_8_if_nobody_answers_the_next_player_with_cards_leads_even_after_a_pass() -> None:
    match = after(table("0: 9 8\n1:\n2: 10\n3: 2 11\n4: 12 3\npile: 11 by 0\npassed: 3\nto act: 2"), "play 10")
    assert match.to_act == (4,)
    after(match, "pass", "pass")
    assert match.to_act == (3,)
    assert refused(match, 3, "pass") == 6
    assert match.may(3, "play 11")


def test_rule_8_the_next_goes_by_the_turn_order() -> None:
    match = table("0: 9 8\n1: 10\n2: 7 6\n3: 2 11\norder: 3 1 0 2\npile: 11 by 3\npassed: 0 2\nto act: 1")
    assert after(match, "play 10", "pass").to_act == (0,)


def test_rule_9_with_the_last_card_you_have_finished_and_are_not_asked_again() -> None:
    match = after(table("0: 9\n1: 7 3\n2: 6 4\n3: 2 11"), "play 9")
    assert "seat 0 is out first" in texts_of(match.events[-1])
    assert after(match, "play 7", "pass", "pass").to_act == (1,)
    assert view(match).places == (1, 0, 0, 0)


def test_rule_9_the_one_who_holds_cards_is_last() -> None:
    match = after(table("0: 5\n1:\n2: 4 4\norder: 1 0 2\nto act: 0"), "play 5")
    assert view(match).places == (2, 1, 3)
    assert view(match).hands == ((), (), ("4", "4"))  # they lie open
    assert match.between_deals
    assert match.deals_over == 1
    assert match.to_act == ()
    assert "the deal is over" in texts_of(match.events[-1])


def test_rule_10_the_first_to_finish_is_monarch() -> None:
    match = after(table("0: 9\n1: 7\n2: 6 4\n3: 2 11\ncrowns: 0 1 0 0"), "play 9")
    assert "seat 0 is the monarch, 1 of 3 times" in texts_of(match.events[-1])
    after(match, "play 7")
    assert view(match).monarch == 0
    assert view(match).crowns == (1, 1, 0, 0)


def test_rule_10_the_third_monarchy_ends_the_match_at_once() -> None:
    match = after(table("0: 9\n1: 7 3\n2: 6 4\n3: 2 11\ncrowns: 2 2 0 0"), "play 9")
    assert match.over
    assert match.to_act == ()
    assert refused(match, 1, "play 7") == 10
    assert match.result is not None
    assert match.result.winner == "Player 0"
    assert match.result.points == (3, 2, 0, 0)


def test_rule_10_a_second_monarchy_does_not_end_it() -> None:
    match = after(table("0: 9\n1: 7 3\n2: 6 4\n3: 2 11\ncrowns: 1 2 2 2"), "play 9")
    assert not match.over
    assert match.to_act == (1,)


def test_rule_10_monarchies_then_fewer_cards_rank() -> None:
    hands = "0: 9\n1: 7 3\n2: 6 4\n3: 2 11\n4: 5 5 5\n5: 10 10 10 10" + " 12" * 12
    assert places(after(table(hands + "\ncrowns: 2 0 0 0 0 1"), "play 9")) == (1, 3, 3, 3, 6, 2)
    assert places(after(table(hands + "\ncrowns: 2 2 1 2 2 2"), "play 9")) == (1, 2, 6, 2, 4, 5)


@pytest.mark.parametrize("monarchies", [1, 2, 9])
def test_rule_10_option_monarchies(monarchies: int) -> None:
    match = table(f"0: 9\n1: 7 3\n2: 6 4\ncrowns: {monarchies - 1} 0 0", monarchies=monarchies)
    assert after(match, "play 9").over
    match = table(f"0: 9\n1: 7 3\n2: 6 4\ncrowns: {max(0, monarchies - 2)} 0 0", monarchies=monarchies)
    assert after(match, "play 9").over == (monarchies == 1)


def test_rules_3_and_10_hold_in_whole_matches() -> None:
    for seed in range(3):
        match, players = opened(3 + seed, SeededDealer(seed), monarchies=2), random_player(seed)
        while not match.over:
            finished = [seat for _, seat in sorted((place, seat) for seat, place in enumerate(view(match).places))]
            if match.between_deals:
                match.go_on()
                assert list(view(match).order) == finished
            match.play(match.to_act[0], players(match.view(match.to_act[0])))
        crowns = view(match).crowns
        assert crowns.count(2) == 1
        assert max(crowns) == 2
        assert sum(crowns) == match.deals_over
        assert places(match)[crowns.index(2)] == 1


FAULTS: list[tuple[str, str, Callable[[], None]]] = [
    ("t.order[i])", "t.order[i - 1])", test_rule_2_cards_are_dealt_one_at_a_time),
    ("range(1, last_place + 1)", "range(last_place, 0, -1)", test_rule_3_later_in_the_order_of_finishing),
    ("range(wilds_held + 1):", "range(1):", test_rule_4_any_number_of_one_value_and_wilds_with_them),
    (" and wilds_of(choice) <= held(t, seat, WILD)", "", test_rule_4_you_need_both_wilds_for_three_ones),
    ("return 5 if value_of", "return 0 if value_of", partial(test_rule_5_wilds_alone_beat_nothing, "5")),
    ("(choice) < t.value", "(choice) <= t.value", partial(test_rule_6_as_many_of_a_lower_value, *VECTORS[3])),
    ("(choice) == t.count", "(choice) >= t.count", partial(test_rule_6_as_many_of_a_lower_value, *VECTORS[-1])),
    ("return 6 if t.count == 0 else 0", "return 0", test_rule_6_everybody_but_the_leader_may_pass),
    ("t.passed |= only(seat)", "t.passed |= 0", test_rule_7_who_passed_is_out_of_the_pile),
    ("            go_out(t, seat)", "            go_out(t, seat), clear(t)", test_rule_8_a_last_card_may_be_answered),
    ("t.out == t.players - 1 or", "t.out == t.players or", test_rule_9_the_one_who_holds_cards_is_last),
    ("t.places[seat] = t.players", "t.places[seat] = 0", test_rule_9_the_one_who_holds_cards_is_last),
    ("t.monarch == NOBODY and", "", test_rule_10_the_first_to_finish_is_monarch),
    ("== t.monarchies", "> t.monarchies", test_rule_10_the_third_monarchy_ends_the_match_at_once),
    ("== t.monarchies", ">= t.monarchies - 1", test_rule_10_a_second_monarchy_does_not_end_it),
    ("A_MONARCHY * t.crowns[seat]", "10 * t.crowns[seat]", test_rule_10_monarchies_then_fewer_cards_rank),
    ("SEATS + size_of(", "SEATS - size_of(", test_rule_10_monarchies_then_fewer_cards_rank),
]


@pytest.mark.parametrize(("old", "new", "test"), FAULTS)
def test_planted_a_broken_rule_is_found(old: str, new: str, test: Callable[[], None]) -> None:
    assert finds(test, with_change(DYNASTY, old, new))
