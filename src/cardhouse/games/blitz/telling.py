"""What is told of a turn of Blitz: to its owner move by move, to the others all at once, when it is completed."""

from functools import cache
from typing import NamedTuple

from cardhouse.cards.ledger import STOCK, numbers
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
from cardhouse.games.blitz.words import DECK, PLURALS, book_order, meaning, written

ENDINGS = {
    BLITZES: "the hand ends with a Blitz",
    LAPS: "the last lap is over",
    DRY: "there was no card left to draw",
}


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


def notes(before: Table, after: Table, seat: int) -> tuple[str, ...]:
    """What happened, beside the steps of the cards."""
    told: list[str] = []
    if after.stage == OTHER_CARDS and before.stage != OTHER_CARDS:
        told.append(f"seat {after.dealt_by} deals")
        told.append(f"{PLURALS[after.wild_rank]} and jokers are wild" if after.wild_rank != NONE else "jokers are wild")
    if after.duty != NONE and before.duty == NONE:
        told.append(f"{'a joker' if after.duty == JOKER else DECK.name(after.duty)} has to be played in this turn")
    if after.tally[TURNS] > before.tally[TURNS]:
        told += turn_told(before, after, before.turn)
    if after.deal > before.deal:
        blitz = after.ending == BLITZES
        told.append(f"seat {before.turn} goes out with a Blitz" if blitz else ENDINGS[after.ending])
        gains = zip(after.gained, after.points, strict=True)
        for other, (gained, points) in list(enumerate(gains))[: after.seats]:
            told.append(f"seat {other} has {points} points, {gained:+} in this hand")
    return tuple(told)


def turn_told(before: Table, after: Table, seat: int) -> list[str]:
    """A turn in words, from the tables before and after it."""
    blitz = after.tally[BLITZES] > before.tally[BLITZES]
    told = [] if before.hidden else [draw_told(before, after, seat, blitz)]
    for meld in range(after.melds):
        here = slice(2 * (BOARD + meld), 2 * (BOARD + meld) + 2)
        if before.at[here] == after.at[here]:
            continue
        old = cards_on(before, meld)
        suit, cards = after.suit[meld], [card for card in cards_on(after, meld) if card not in old]
        new = [written(after, card, suit, after.means[card]) for card in cards]
        form = "book" if suit == BOOK else "run"
        told.append(f"seat {seat} {'adds to' if old else 'plays'} {form} {meld}: {' '.join(new)}")
    if not blitz:
        told.append(f"seat {seat} discards {DECK.name(after.pile[after.piled - 1])}")
    if after.lap > 0 and before.lap == NONE:
        told.append(f"seat {seat} is out: all others have one more turn")
    return told


def draw_told(before: Table, after: Table, seat: int, blitz: bool) -> str:
    if after.tally[TAKES] > before.tally[TAKES]:
        return f"seat {seat} takes {before.piled - after.piled + (not blitz)} from the discards"
    reshuffled = after.tally[RESHUFFLES] > before.tally[RESHUFFLES]
    if not reshuffled and before.at[2 * STOCK : 2 * STOCK + 2] == after.at[2 * STOCK : 2 * STOCK + 2]:
        return f"seat {seat} finds nothing to draw"
    return f"seat {seat} {'reshuffles the discards and ' if reshuffled else ''}draws from the stock"
