"""The names of bits: what a law asks of a set of standard cards."""

from hypothesis import given
from hypothesis import strategies as st

from cardhouse.cards import sets
from cardhouse.cards.deck import STANDARD

(ALL,) = STANDARD.limbs
CARDS = st.integers(0, ALL)


def numbers(cards: int) -> set[int]:
    return {card for card in range(60) if cards >> card & 1}


@given(CARDS, st.integers(0, 12), st.integers(0, 12), st.integers(0, 3))
def test_cards_are_told_apart_by_suit_and_rank(cards: int, low: int, high: int, suit: int) -> None:
    held = numbers(cards)
    assert numbers(sets.cards_of_suit(cards, suit)) == {card for card in held if card % 4 == suit}
    if low <= high:
        assert numbers(sets.of_ranks(cards, low, high)) == {card for card in held if low <= card // 4 <= high}
    assert sets.holds(cards, sets.numbered(low, suit)) == (4 * low + suit in held)


@given(CARDS, st.integers(0, 2))
def test_a_set_of_cards_is_shifted_by_ranks(cards: int, count: int) -> None:
    assert numbers(sets.ranks_up(cards, count)) == {card + 4 * count for card in numbers(cards)}
    assert numbers(sets.ranks_down(cards, count)) == {card - 4 * count for card in numbers(cards) if card >= 4 * count}


@given(CARDS, CARDS)
def test_suits_are_counted_for_all_ranks_at_once(first: int, second: int) -> None:
    counted = sets.suits_counted(first) + sets.suits_counted(second)
    for rank in range(13):
        count = len({card for card in numbers(first) if card // 4 == rank})
        count += len({card for card in numbers(second) if card // 4 == rank})
        assert counted >> 4 * rank & 15 == count
