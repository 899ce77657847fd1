"""Blitz's board, its discards and the current turn, in a view and recalled from it."""

from functools import cache
from typing import Literal, NamedTuple

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.deck import SUITS
from cardhouse.cards.ledger import DISCARDS, EVERYBODY, cards_at, limb_of, numbers, only_card
from cardhouse.games.blitz.cards import ACE, DECK, RANKS
from cardhouse.games.blitz.law import may_undo
from cardhouse.games.blitz.positions import BOOK, position_of
from cardhouse.games.blitz.state import BOARD, State
from cardhouse.games.blitz.tokens import book_order, meaning
from cardhouse.games.recall import lay
from cardhouse.games.view import CardRow, LyingCard, OwnView


class Laid(NamedTuple):
    """A card on the board."""

    card: str
    means: str  # in a run, the card whose position it fills; in a book, the rank
    by: int  # the seat that played it


class Meld(NamedTuple):
    kind: Literal["book", "run"]
    cards: tuple[Laid, ...]  # of a run from low to high


def cards_on(t: State, meld: int) -> list[int]:
    """Return the cards of a meld in the order of printing: a book with its wilds last, a run from low to high."""
    cards = [card for limb in range(t.limbs) for card in numbers(cards_at(t, BOARD + meld, limb), limb)]
    if t.suit[meld] == BOOK:
        return book_order(cards, t.low[meld])
    return sorted(cards, key=t.means.__getitem__)


@cache
def laid_card(card: int, suit: int, at: int, by: int) -> Laid:
    return Laid(DECK.name(card), meaning(suit, at), by)


# From a state to a view


def board(t: State, viewer: int) -> tuple[Meld, ...]:
    """Return the melds on the board."""
    melds = []
    for meld in range(t.melds):
        suit = t.suit[meld]
        laid = [laid_card(card, suit, t.means[card], t.by[card]) for card in cards_on(t, meld)]
        melds.append(Meld("book" if suit == BOOK else "run", tuple(laid)))
    return tuple(melds)


def discards(t: State, viewer: int) -> tuple[str, ...]:
    """Return the discards in order, the top one last, including the discard of this turn."""
    pile = list(map(DECK.name, t.pile[: t.piled]))
    if t.discarded != NOBODY:
        pile.append(DECK.name(t.discarded))
    return tuple(pile)


def taken(t: State, viewer: int) -> tuple[str, ...]:
    """Return the discards that were taken in this turn, the top one last."""
    return tuple(map(DECK.name, t.pile[t.piled : t.piled + t.taken]))


def laid(t: State, viewer: int) -> tuple[str, ...]:
    """Return the cards that were played in this turn."""
    return DECK.names(t.laid[0]) + DECK.names(t.laid[1], 1)


def can_undo(t: State, viewer: int) -> bool:
    """Return whether this seat may undo its turn."""
    return viewer == t.turn and may_undo(t)


def rows_of_board(melds: tuple[Meld, ...]) -> list[CardRow]:
    """Return the melds as rows for drawing."""
    rows = []
    for number, meld in enumerate(melds):
        cards = tuple(LyingCard(laid.card, note=stands_for(meld, laid)) for laid in meld.cards)
        rows.append(CardRow(f"{meld.kind} {number}", cards))
    return rows


def stands_for(meld: Meld, laid: Laid) -> str:
    """Return what a wild in a run stands for, else ""; the cards of a book all stand for the same rank."""
    return "" if meld.kind == "book" or laid.card.rstrip("'") == laid.means else f"={DECK.symbol(laid.means)}"


# From a view to a state


def lay_out(t: State, view: OwnView) -> None:
    """Recall the board, the discards and what has been played in this turn."""
    for meld in view.board:
        lay_meld(t, meld)
    pile = [DECK.card(name) for name in view.discards]
    if t.discarded != NOBODY:
        pile.pop()
    t.piled = len(pile)
    t.taken = len(view.taken)
    pile += [DECK.card(name) for name in view.taken]
    t.pile[: len(pile)] = pile
    lay(t, DECK, DISCARDS, view.discards, EVERYBODY)
    for card in map(DECK.card, view.laid):
        t.laid[limb_of(card)] |= only_card(card)


def lay_meld(t: State, meld: Meld) -> None:
    """Recall a meld. An ace that begins a run is the low one."""
    means = meld.cards[0].means
    is_book = meld.kind == "book"
    if is_book:
        suit = BOOK
        low = high = RANKS.index(means)
    else:
        suit = SUITS.index(means[-1])
        rank = RANKS.index(means[:-1])
        low = 0 if rank == ACE else position_of(rank)
        high = low + len(meld.cards) - 1
    t.suit[t.melds] = suit
    t.low[t.melds] = low
    t.high[t.melds] = high
    for i, laid in enumerate(meld.cards):
        card = DECK.card(laid.card)
        t.means[card] = low if is_book else low + i
        t.by[card] = laid.by
        lay(t, DECK, BOARD + t.melds, [laid.card], EVERYBODY)
    t.melds += 1
