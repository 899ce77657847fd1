"""The ledger, with a deck of two words."""

from random import Random

import pytest

from cardhouse.cards.ledger import (
    DISCARDS,
    EVERYBODY,
    HAND,
    SEAT,
    STOCK,
    WATCHER,
    cards_at,
    counted,
    forget,
    gather_deck,
    hidden_cards,
    hide,
    is_empty,
    list_zone,
    move,
    move_all,
    numbers,
    seen_by,
    show,
    show_deck,
    size_of,
    trade,
)
from cardhouse.games.dynasty.deck import DECK
from cardhouse.testing.course import cards_in_play
from tests.toy import TOY
from tests.toy.law import VIEWERS, ZONE_COUNT, State


def dealt() -> State:
    t: State = TOY.new_state(3)
    TOY.law.begin(t, [0, 1, 2])
    TOY.deal(t, Random(1).sample)
    return t


def test_a_move_takes_a_set_of_cards_from_one_zone_to_another() -> None:
    t = dealt()
    cards = t.at[2 * HAND]
    move(t, cards, HAND, DISCARDS)
    assert t.at[2 * DISCARDS] == cards
    assert t.at[2 * HAND] == 0
    assert cards_in_play(t) == list(DECK.limbs)


def test_a_seat_knows_its_own_cards_and_what_everybody_knows() -> None:
    t = dealt()
    own = numbers(t.at[2 * HAND], 0) + numbers(t.at[2 * HAND + 1], 1)
    assert len(own) == 3
    assert len(hidden_cards(t, WATCHER)) == 80
    assert set(hidden_cards(t, 0)) == set(hidden_cards(t, WATCHER)) - set(own)
    show(t, t.at[2 * STOCK + 1], EVERYBODY, limb=1)
    assert not set(numbers(t.at[2 * STOCK + 1], 1)) & set(hidden_cards(t, WATCHER))


def test_hidden_cards_are_numbers_only() -> None:
    t = dealt()
    hidden, count = hide(t, 1), counted(t)
    assert count(STOCK) == 71
    assert [count(HAND + seat) for seat in range(3)] == [3, 3, 3]
    assert hidden.at[2 * HAND : 2 * HAND + 2] == [0, 0]
    assert hidden.at[2 * (HAND + 1)] == t.at[2 * (HAND + 1)]
    assert sum(hidden.at[2 * STOCK : 2 * STOCK + 2]) == 0


def test_two_cards_can_be_swapped_across_limbs() -> None:
    t = dealt()
    one, other = numbers(t.at[2 * STOCK], 0)[0], numbers(t.at[2 * STOCK + 1], 1)[0]
    move(t, 1 << one, STOCK, DISCARDS)
    show(t, 1 << one, EVERYBODY)
    before = [cards.bit_count() for cards in t.at]
    trade(t, one, other)
    assert t.at[2 * DISCARDS + 1] == 1 << other - 60
    assert t.at[2 * STOCK] >> one & 1
    assert t.seen[1] == 1 << other - 60
    assert len(before) == 2 * ZONE_COUNT
    assert cards_in_play(t) == list(DECK.limbs)
    trade(t, other, one)
    assert t.at[2 * DISCARDS] == 1 << one


def test_what_is_shuffled_is_forgotten() -> None:
    t = dealt()
    cards = t.at[2 * HAND]
    forget(t, cards, VIEWERS)
    assert set(numbers(cards, 0)) <= set(hidden_cards(t, 0))


def test_a_zone_is_read_limb_by_limb_or_as_a_whole() -> None:
    t = dealt()
    assert [cards_at(t, HAND + 1, limb) for limb in range(2)] == t.at[2 * (HAND + 1) : 2 * (HAND + 1) + 2]
    assert [seen_by(t, SEAT + 1, limb) for limb in range(2)] == t.seen[2 * (SEAT + 1) : 2 * (SEAT + 1) + 2]
    assert [size_of(t, STOCK), size_of(t, HAND + 1), size_of(t, DISCARDS)] == [71, 3, 0]
    order = [0] * 3
    assert list_zone(t, HAND + 1, order) == 3
    assert order == numbers(cards_at(t, HAND + 1), 0) + numbers(cards_at(t, HAND + 1, 1), 1)


@pytest.mark.parametrize("limb", range(2))
def test_a_zone_is_empty_when_no_limb_has_a_card(limb: int) -> None:
    t = dealt()
    assert is_empty(t, DISCARDS)
    move(t, DECK.limbs[limb] & cards_at(t, STOCK, limb), STOCK, DISCARDS, limb)
    assert not is_empty(t, DISCARDS)


def test_all_cards_of_a_zone_move_at_once() -> None:
    t = dealt()
    before = [cards_at(t, STOCK, limb) for limb in range(2)]
    move_all(t, STOCK, DISCARDS)
    assert is_empty(t, STOCK)
    assert [cards_at(t, DISCARDS, limb) for limb in range(2)] == before
    assert cards_in_play(t) == list(DECK.limbs)


def test_a_deck_is_gathered_unseen_and_can_be_shown() -> None:
    t = dealt()
    gather_deck(t, DECK.limbs, ZONE_COUNT, VIEWERS)
    assert size_of(t, STOCK) == len(hidden_cards(t, 0)) == 80
    assert cards_in_play(t) == list(DECK.limbs)
    show_deck(t, DECK.limbs, EVERYBODY)
    assert hidden_cards(t, WATCHER) == []
