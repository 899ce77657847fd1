"""What is told of a turn of Blitz: to its owner move by move, to the others all at once, when it is completed."""

from functools import cache
from typing import NamedTuple

from cardhouse.cards.facts import Fact
from cardhouse.cards.ledger import STOCK, numbers
from cardhouse.games.blitz.facts import (
    Added,
    CardOwed,
    Dealt,
    Discarded,
    Drew,
    HandPoints,
    JokerOwed,
    JokersWild,
    LapOver,
    LastLap,
    NoCardLeft,
    NothingToDraw,
    Played,
    RankWild,
    Reshuffled,
    TookDiscards,
    WentOut,
)
from cardhouse.games.blitz.table import (
    BLITZES,
    BOARD,
    BOOK,
    DRY,
    JOKER,
    LAPS,
    NONE,
    OTHER_CARDS,
    RESHUFFLES,
    TAKES,
    TURNS,
    Table,
)
from cardhouse.games.blitz.words import DECK, RANKS, book_order, meaning, written

ENDINGS: dict[int, type[Fact]] = {BLITZES: WentOut, LAPS: LapOver, DRY: NoCardLeft}


class Laid(NamedTuple):
    """A card on the board."""

    card: str
    means: str  # in a run the card whose place it fills, in a book the rank
    by: int  # the seat that played it


class Meld(NamedTuple):
    kind: str  # book or run
    cards: tuple[Laid, ...]  # of a run from low to high


def cards_on(t: Table, meld: int) -> list[int]:
    """As they are printed: those of a book with the wilds last, those of a run in its order."""
    first, second = t.at[2 * (BOARD + meld)], t.at[2 * (BOARD + meld) + 1]
    cards = numbers(first, 0) + numbers(second, 1) if second else numbers(first, 0)
    if t.suit[meld] == BOOK:
        return book_order(cards, t.low[meld])
    return sorted(cards, key=t.means.__getitem__)


@cache
def laid_card(card: int, suit: int, at: int, by: int) -> Laid:
    return Laid(DECK.name(card), meaning(suit, at), by)


def board(t: Table) -> tuple[Meld, ...]:
    melds = []
    for meld in range(t.melds):
        suit = t.suit[meld]
        laid = [laid_card(card, suit, t.means[card], t.by[card]) for card in cards_on(t, meld)]
        melds.append(Meld("book" if suit == BOOK else "run", tuple(laid)))
    return tuple(melds)


def facts(before: Table, after: Table, seat: int) -> tuple[Fact, ...]:
    """Return what happened, beside the steps of the cards."""
    told: list[Fact] = []
    if after.stage == OTHER_CARDS and before.stage != OTHER_CARDS:
        told.append(Dealt(after.dealt_by))
        told.append(JokersWild() if after.wild_rank == NONE else RankWild(RANKS[after.wild_rank]))
    if after.duty != NONE and before.duty == NONE:
        told.append(JokerOwed() if after.duty == JOKER else CardOwed(DECK.name(after.duty)))
    if after.tally[TURNS] > before.tally[TURNS]:
        told += turn_told(before, after, before.turn)
    if after.deal > before.deal:
        told.append(WentOut(before.turn) if after.ending == BLITZES else ENDINGS[after.ending]())
        told += [HandPoints(other, after.points[other], after.gained[other]) for other in range(after.seats)]
    return tuple(told)


def turn_told(before: Table, after: Table, seat: int) -> list[Fact]:
    """Return a turn as facts, from the tables before and after it."""
    blitz = after.tally[BLITZES] > before.tally[BLITZES]
    told = [] if before.hidden else [draw_told(before, after, seat, blitz=blitz)]
    for meld in range(after.melds):
        here = slice(2 * (BOARD + meld), 2 * (BOARD + meld) + 2)
        if before.at[here] == after.at[here]:
            continue
        old = cards_on(before, meld)
        suit, cards = after.suit[meld], [card for card in cards_on(after, meld) if card not in old]
        new = tuple(written(after, card, suit, after.means[card]) for card in cards)
        told.append((Added if old else Played)(seat, "book" if suit == BOOK else "run", meld, new))
    if not blitz:
        told.append(Discarded(seat, DECK.name(after.pile[after.piled - 1])))
    if after.lap > 0 and before.lap == NONE:
        told.append(LastLap(seat))
    return told


def draw_told(before: Table, after: Table, seat: int, *, blitz: bool) -> Fact:
    if after.tally[TAKES] > before.tally[TAKES]:
        return TookDiscards(seat, before.piled - after.piled + (not blitz))
    if after.tally[RESHUFFLES] > before.tally[RESHUFFLES]:
        return Reshuffled(seat)
    drew = before.at[2 * STOCK : 2 * STOCK + 2] != after.at[2 * STOCK : 2 * STOCK + 2]
    return Drew(seat) if drew else NothingToDraw(seat)
