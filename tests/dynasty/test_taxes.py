"""Rule 11 of RULES.md: taxes, and who may know of what."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from cardhouse import WATCHER, Event, Match, SeededDealer, play_out
from cardhouse.bots import random_player
from cardhouse.games.defaults import to_everybody
from cardhouse.games.dynasty import DYNASTY
from cardhouse.games.dynasty.state import TAXED
from tests.dynasty.position import TAXES, after, between, dealt, finds, lying, opened, refused, table, view
from tests.event_texts import texts_of
from tests.planted_faults import with_change

HANDS = """
3: 2 4 12 W
2: 3 5
1: 7 8
0: 2 9 12 W
"""


def taxed(hands: str = HANDS, *, finished: str = "0 1 2 3") -> Match:
    """After a deal in which the seats finished like this; those of HANDS get 20 cards, the first the low ones."""
    return dealt(between(finished, taxation="on"), hands)


def test_rule_11_the_last_pays_two_and_the_second_last_one() -> None:
    match = taxed()
    assert view(match).counts == (22, 21, 19, 18)
    assert view(match, 3).hands[0] == ("2", "4")
    assert view(match, 2).hands[1] == ("3",)
    assert view(match).owes == (2, 1, 0, 0)
    assert view(match).partner == (3, 2, 1, 0)
    assert texts_of(match.events[-1]) == ("seat 3 pays seat 0 two cards", "seat 2 pays seat 1 one card")


def test_rule_11_first_and_last_go_by_the_order_of_finishing() -> None:
    match = taxed("1: 5 6 W\n0: 4", finished="2 3 0 1")
    assert view(match).partner == (3, 2, 1, 0)
    assert view(match).owes == (0, 0, 2, 1)
    assert view(match, 1).hands[2] == ("5", "6")
    assert view(match, 0).hands[3] == ("4",)


def test_rule_11_those_in_the_middle_are_left_alone() -> None:
    match = taxed("5: 7", finished="0 1 2 3 4 5")
    assert view(match).counts == (14 + 2, 14 + 1, 13, 13, 13 - 1, 13 - 2)
    assert view(match).partner == (5, 4, -1, -1, 1, 0)


def test_rule_11_the_best_natural_cards_go_and_no_wild() -> None:
    match = taxed("3: W W 10 10 10 11\n2: 9 11")
    assert view(match, 3).hands[0] == ("10", "10")
    assert view(match, 2).hands[1] == ("9",)
    assert lying(match, "hand 3").split().count("W") == 2


def test_rule_11_the_monarch_gives_any_two_cards_and_the_second_any_one() -> None:
    match = table(TAXES)
    assert match.to_act == (0, 1)
    pairs = {"3 7", "3 12", "3 W", "7 12", "7 W", "12 W"}
    assert set(match.every_move(0)) == set(match.moves(0)) == {f"give {cards}" for cards in pairs}
    assert set(match.every_move(1)) == set(match.moves(1)) == {"give 5", "give 7"}
    match.play(0, "give W 3")
    assert lying(match, "hand 0") == "7 12"
    assert lying(match, "hand 3") == "3 9 9 W"


def test_rule_11_the_receiver_holds_the_tax_and_may_give_it_back() -> None:
    match = taxed()
    match.play(0, "give 4 2")
    assert view(match).counts == (20, 21, 19, 20)
    match.play(1, "give 3")
    assert view(match).counts == (20,) * 4


def test_rule_11_neither_waits_for_the_other() -> None:
    """And who is first makes no difference."""
    moves, tables = {0: "give 9 12", 1: "give 8"}, set()
    for first, second in ((0, 1), (1, 0)):
        match = taxed()
        match.play(first, moves[first])
        assert match.to_act == (second,)
        match.play(second, moves[second])
        assert [*match.to_act] == [0]
        assert refused(match, 0, "pass") == 6
        tables.add(match._state.to_bytes())
    assert len(tables) == 1


def test_rule_11_nobody_plays_before_both_have_given() -> None:
    match = taxed()
    for _ in range(2):
        assert [refused(match, seat, "play 9") for seat in range(4)] == [11] * 4
        assert refused(match, 2, "give 9") == 11
        after(match, match.moves(match.to_act[0])[0])
    assert match.may(0, "play 9")


def test_rule_11_taxes_are_off_by_default_and_then_nobody_pays() -> None:
    match = between("0 1 2 3")
    match.go_on()
    assert match.options["taxation"] == "off"
    assert view(match).counts == (20,) * 4
    assert match.to_act == (0,)


def test_rule_11_every_deal_but_the_first_is_taxed() -> None:
    match = Match("dynasty", seats=5, options={"taxation": "on", "monarchies": 2}, dealer=SeededDealer(2))
    play_out(match, [random_player(3)] * 5, strict=True)
    first, *others = [event.facts for event in match.events if event.move == "deal"]
    assert first == ()
    assert len(others) > 1
    assert all(len(facts) == 2 for facts in others)
    assert match._state.tally[TAXED] == len(others)


# Those who come and go


def test_rule_11_newcomers_neither_pay_nor_get_anything() -> None:
    match = between("0 1 2 3", taxation="on")
    assert match.join("Eve") == 4
    match.go_on()
    assert view(match).order == (0, 1, 4, 2, 3)
    assert view(match).counts == (16 + 2, 16 + 1, 16 - 1, 16 - 2, 16)
    assert view(match).partner == (3, 2, 1, 0, -1)


def test_rule_11_those_who_left_are_not_counted() -> None:
    match = between("0 1 2 3 4 5", taxation="on")
    match.leave(0)
    match.leave(4)
    match.go_on()
    assert view(match).owes == (0, 2, 1, 0, 0, 0)
    assert view(match).partner == (-1, 5, 3, 2, -1, 1)


def test_rule_11_none_among_fewer_than_four_of_the_last_deal() -> None:
    match = between("0 1 2 3", taxation="on")
    match.leave(2)
    match.join("Eve")
    match.go_on()
    assert view(match).order == (0, 4, 1, 3)
    assert view(match).owes == (0,) * 5
    while not match.between_deals:
        match.play_default(match.to_act[0], fault="away")
    match.go_on()
    assert sum(view(match).owes) == 3


def test_rule_11_three_may_choose_the_option_but_pay_nothing() -> None:
    match = opened(3, taxation="on", monarchies=2)
    result = play_out(match, [random_player(4)] * 3, strict=True)
    assert max(result.points) == 2
    assert match._state.tally[TAXED] == 0


# Who may know


def knowledge_of(gift: str, viewer: int) -> tuple[dict[str, Any], list[Event]]:
    """What a viewer knows when the monarch has given these cards."""
    match = taxed()
    match.play(0, f"give {gift}")
    return match.view(viewer).as_dict(), match.events_for(viewer)


@pytest.mark.parametrize("viewer", [WATCHER, 1, 2])
def test_rule_11_for_the_others_all_gifts_look_alike(viewer: int) -> None:
    seen, events = knowledge_of("9 12", viewer)
    assert knowledge_of("1 W", viewer) == knowledge_of("2 4", viewer) == (seen, events)
    assert seen["hands"][0] == seen["hands"][3] == ()
    assert (events[-1].move, events[-1].steps) == ("", (("hand 0", "hand 3", (), 2, None),))


@pytest.mark.parametrize("viewer", [0, 3])
def test_rule_11_the_two_of_a_pair_see_the_gift(viewer: int) -> None:
    seen, events = knowledge_of("9 W", viewer)
    assert (events[-1].move, events[-1].steps) == ("give 9 W", (("hand 0", "hand 3", ("9", "W"), 0, None),))
    assert {"9", "W"} <= set(seen["hands"][3])


@pytest.mark.parametrize("viewer", [WATCHER, 0, 1, 2, 3])
def test_rule_11_only_the_two_of_a_pair_see_what_is_paid(viewer: int) -> None:
    match = taxed()
    knows: dict[int, tuple[str, ...]] = {0: ("2", "4")} if viewer == 3 else {1: ("3",)} if viewer == 2 else {}
    hands, steps = view(match, viewer).hands, match.events_for(viewer)[-1].steps
    for other in {0, 1, 2, 3} - {viewer}:
        assert hands[other] == steps[other].cards == knows.get(other, ())
        assert len(steps[other].cards) + steps[other].hidden == view(match).counts[other]


def test_rule_11_what_goes_does_not_tell_what_stays() -> None:
    """The monarch has seen one of the last one's 12s: that one goes first, so they do not know of another."""
    match = after(taxed(), "give 9 12", "give 8")
    assert view(match, 0).hands[3] == ("9", "12")
    after(match, "play W", "pass", "pass", "play 12")
    assert view(match, 0).hands[3] == ("9",)
    assert "12" in lying(match, "hand 3").split()


def test_rule_11_what_is_given_back_does_not_tell_what_stays() -> None:
    """Seat 3 has paid the monarch a 2: that one comes back first, so it does not know of another."""
    match = taxed("0: 2 9\n3: 2 4")
    match.play(0, "give 2 9")
    assert view(match, 3).hands[0] == ("4",)
    assert "2" in lying(match, "hand 0").split()


# Planted

ASKS_NOBODY = """(t, seat, *given):
    friends, t.partner = t.partner, [NOBODY] * SEATS
    answer = {name}_(t, seat, *given)
    t.partner = friends
    return answer
"""
SHOWS_THE_HAND = """(t, seat, *given):
    show(t, t.at[2 * (HAND + seat)], EVERYBODY)
    {name}_(t, seat, *given)
"""


def instead(name: str, body: str) -> tuple[str, str]:
    """Another law of this name, which can ask the old one."""
    return "FEWEST_PLAYERS = 3", f"FEWEST_PLAYERS = 3\n{name}_ = {name}\n\n\ndef {name}" + body.format(name=name)


def test_rule_11_a_watcher_knows_nothing() -> None:
    test_rule_11_for_the_others_all_gifts_look_alike(WATCHER)


FAULTS: list[tuple[tuple[str, str], Callable[[], None]]] = [
    (instead("picked", ASKS_NOBODY), test_rule_11_what_goes_does_not_tell_what_stays),
    (instead("hand_over", ASKS_NOBODY), test_rule_11_what_is_given_back_does_not_tell_what_stays),
    (instead("hand_over", SHOWS_THE_HAND), test_rule_11_a_watcher_knows_nothing),
    (("t.owes[seat] > 0 if", "t.owes[seat] == t.taxes if"), test_rule_11_neither_waits_for_the_other),
    (
        ("        tax(t)\n    t.newcomers = 0", "        t.newcomers = 0\n        tax(t)"),
        test_rule_11_none_among_fewer_than_four_of_the_last_deal,
    ),
    (
        ("if t.taxation and t.deal > 0:", "if t.taxation and t.deal > 1:"),
        test_rule_11_the_last_pays_two_and_the_second_last_one,
    ),
    (("if t.taxation and", "if"), test_rule_11_taxes_are_off_by_default_and_then_nobody_pays),
]


@pytest.mark.parametrize(("fault", "test"), FAULTS)
def test_planted_a_leak_or_a_wrong_tax_is_found(fault: tuple[str, str], test: Callable[[], None]) -> None:
    assert finds(test, with_change(DYNASTY, *fault))


def test_planted_a_gift_revealed_by_the_text_of_its_move_is_found() -> None:
    revealing = replace(DYNASTY, secrecy=replace(DYNASTY.secrecy, said_to=to_everybody))
    assert finds(test_rule_11_a_watcher_knows_nothing, revealing)
