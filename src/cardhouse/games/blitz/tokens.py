"""Read and write the names of Blitz's cards and what they stand for."""

from collections.abc import Iterable
from functools import cache, partial

from cardhouse.cards.deck import NUMBERS, SUITS
from cardhouse.cards.errors import Rule, Unreadable, shown
from cardhouse.cards.facts import Fact
from cardhouse.cards.ledger import limb_of, only_card
from cardhouse.games.blitz.cards import CARDS, DECK, RANKS, rank_of
from cardhouse.games.blitz.facts import NoMeaning, NotANumber
from cardhouse.games.blitz.positions import BOOK
from cardhouse.games.blitz.state import State, is_wild
from cardhouse.games.facts import NoCard, NotHeld

PRINTED = [DECK.card(name) for name in DECK.sorted(DECK)]  # all cards, by rank, suit and copy; jokers last
RULE = partial(Rule, "Blitz")
PLURALS = [f"{name.lower()}{'es' if name == 'Six' else 's'}" for name in NUMBERS]


def not_held(card: int) -> Fact:
    """Return the refusal for a card that a seat does not hold; `card` may be any number in a move."""
    names = DECK.names(only_card(card), limb_of(card)) if card < CARDS else ()
    return NotHeld(names) if names else NoCard()


@cache
def meaning(suit: int, at: int) -> str:
    """Return the name of the card that belongs at a position of a run, or the rank of a book."""
    return RANKS[at] if suit == BOOK else f"{RANKS[(at + 12) % 13]}{SUITS[suit]}"


def number(text: str, what: str, *, rule: int) -> int:
    """Read a number as people write it. `what` is the key of what it counts, for the sentence of the refusal."""
    if not (text.isascii() and text.isdecimal() and str(int(text[:4])) == text):
        raise Unreadable(NotANumber(shown(text), what), rule=RULE(rule))
    return int(text)


def token(text: str) -> tuple[int, str]:
    """Read a card and what it stands for, as in `J1=5s`; the second is "" if it is not stated."""
    name, equals, stands_for = text.partition("=")
    if equals and not stands_for:
        raise Unreadable(NoMeaning(shown(text), shown(name)), rule=RULE(8))
    return DECK.card(name, rule=RULE(1)), stands_for


def written(t: State, card: int, suit: int, at: int, *, stated: bool = True) -> str:
    """Return the name of a card of a meld, with what it stands for if it is a wild that stands for another card."""
    name, stands_for = DECK.name(card), meaning(suit, at)
    itself = name.rstrip("'") == stands_for or (suit == BOOK and rank_of(card) == at)
    return f"{name}={stands_for}" if stated and is_wild(t, card) and not itself else name


@cache
def order_in_book(card: int, rank: int) -> tuple[bool, int]:
    """Return the sort key of a card in a book: by suit, wilds last. A card of another rank is a wild."""
    return rank_of(card) != rank, PRINTED.index(card)


def book_order(cards: Iterable[int], rank: int) -> list[int]:
    return sorted(cards, key=lambda card: order_in_book(card, rank))


def book(t: State, cards: list[int], rank: int) -> str:
    """Return the text of a book. What wilds stand for is stated only if no card shows the rank."""
    shown = any(rank_of(card) == rank for card in cards)
    return " ".join(written(t, card, BOOK, rank, stated=not shown) for card in book_order(cards, rank))


def run(t: State, cards: list[int], suit: int, low: int, step: int = 1) -> str:
    return " ".join(written(t, card, suit, low + step * i) for i, card in enumerate(cards))
