import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardhouse import Unreadable
from cardhouse.cards.deck import STANDARD, Deck, standard
from cardhouse.cards.ledger import LIMB
from cardhouse.games.blitz import BLITZ
from cardhouse.games.dynasty.deck import DECK as DYNASTY


def test_names_go_both_ways() -> None:
    for deck in (STANDARD, standard(jokers=6), standard(decks=2, jokers=4)):
        for name in deck:
            assert deck.name(deck.card(name)) == name


def test_cards_have_the_names_of_the_authors_descriptions() -> None:
    assert [STANDARD.card(name) for name in ("2c", "4h", "11d", "14c", "14s")] == [0, 10, 37, 48, 51]


def test_symbols_of_all_kinds() -> None:
    deck = standard(decks=2, jokers=2)
    assert [deck.symbol(name) for name in ("10h", "11d", "14c", "J2", "7s'")] == ["10♥", "J♦", "A♣", "★2", "7♠'"]
    assert [DYNASTY.symbol(name) for name in ("W", "12")] == ["W", "12"]


def test_a_deck_of_any_names_has_symbols_and_spoken_names() -> None:
    moon = Deck(
        "a moon deck", {0: "moon", 1: "sun", 2: "J9", 3: "sun"}, spoken={"sun": "the sun"}, symbols={"sun": "☀"}
    )
    assert [moon.symbol(name) for name in ("moon", "sun", "J9")] == ["moon", "☀", "J9"]
    assert moon.spoken == {"sun": "the sun"}
    assert moon.cards == ((0, "moon"), (1, "sun"), (2, "J9"), (3, "sun"))


def test_options_decide_which_cards_are_in_play() -> None:
    def count(**options: str | int) -> int:
        return sum(limb.bit_count() for limb in BLITZ.deck.in_play(BLITZ.new_state(3, options)))

    assert count(jokers=0) == 52
    assert count(jokers=6, decks=2) == 110
    assert STANDARD.in_play(BLITZ.new_state(2)) == STANDARD.limbs


@pytest.mark.parametrize(
    ("deck", "cards"),
    [
        (STANDARD, 52),
        (standard(jokers=2), 54),
        (standard(decks=2), 104),
        (standard(decks=2, jokers=6), 110),
        (DYNASTY, 80),
    ],
)
def test_a_deck_knows_its_number_of_cards(deck: object, cards: int) -> None:
    assert len(deck) == cards  # type: ignore[arg-type]
    assert str(cards) in repr(deck)
    assert sum(limb.bit_count() for limb in deck.limbs) == cards  # type: ignore[attr-defined]
    assert all(limb < 1 << LIMB for limb in deck.limbs)  # type: ignore[attr-defined]


def test_dynasty_has_as_many_cards_of_a_value_as_the_value_says() -> None:
    names = [name for limb, cards in enumerate(DYNASTY.limbs) for name in DYNASTY.names(cards, limb)]
    for value in range(1, 13):
        assert names.count(str(value)) == value
    assert names.count("W") == 2
    for limb, cards in enumerate(DYNASTY.limbs):  # no value is split between two words
        here = set(DYNASTY.names(cards, limb))
        assert not here & set(DYNASTY.names(DYNASTY.limbs[1 - limb], 1 - limb))


def test_the_second_copy_of_a_card_lies_one_limb_higher() -> None:
    two = standard(decks=2)
    assert two.card("7h'") == two.card("7h") + LIMB


def test_printed_cards_stand_by_rank_then_suit_wilds_last() -> None:
    deck = standard(decks=2, jokers=2)
    assert deck.sorted(["J1", "14c", "2s'", "2s", "10h", "2c"]) == ("2c", "2s", "2s'", "10h", "14c", "J1")
    assert DYNASTY.sorted(["W", "12", "2", "11", "10", "1"]) == ("1", "2", "10", "11", "12", "W")


@given(st.text(max_size=5))
def test_any_other_text_is_no_card(text: str) -> None:
    if text not in STANDARD:
        with pytest.raises(Unreadable, match="There is no card") as caught:
            STANDARD.card(text)
        assert repr(text)[:60] in str(caught.value)
        assert caught.value.rule


@pytest.mark.parametrize(("decks", "jokers"), [(0, 0), (3, 0), (1, 7), (1, -1)])
def test_there_are_few_kinds_of_decks(decks: int, jokers: int) -> None:
    with pytest.raises(Unreadable, match="There are 1 or 2 decks and 0 to 6 jokers"):
        standard(decks=decks, jokers=jokers)


def test_an_object_that_is_not_a_text_is_not_a_card() -> None:
    assert [] not in STANDARD
    with pytest.raises(Unreadable, match="There is no card"):
        STANDARD.card([])  # type: ignore[arg-type]


@given(st.integers(0, (1 << 52) - 1))
def test_a_set_of_cards_converts_to_names_and_back(cards: int) -> None:
    names = STANDARD.names(cards)
    assert sum(1 << STANDARD.card(name) for name in names) == cards
    assert STANDARD.sorted(names) == names
