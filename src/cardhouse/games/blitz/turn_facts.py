"""The facts of a turn of Blitz: for its player move by move, for the others all at once when it is completed."""

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.facts import Fact
from cardhouse.cards.ledger import STOCK, cards_at
from cardhouse.games.blitz.board import cards_on
from cardhouse.games.blitz.cards import DECK, JOKER, RANKS
from cardhouse.games.blitz.facts import (
    Added,
    CardOwed,
    Discarded,
    Drew,
    HandDealt,
    HandPoints,
    JokerOwed,
    JokersWild,
    LapOver,
    LastLap,
    MeldPlayed,
    NoCardLeft,
    NothingToDraw,
    RankWild,
    Reshuffled,
    TookDiscards,
    WentOut,
)
from cardhouse.games.blitz.positions import BOOK
from cardhouse.games.blitz.state import (
    BLITZED,
    BOARD,
    BY_ENDING,
    DRY,
    LAP_OVER,
    OTHER_CARDS,
    RESHUFFLES,
    TAKES,
    TURNS,
    State,
)
from cardhouse.games.blitz.tokens import written

ENDINGS: dict[int, type[Fact]] = {LAP_OVER: LapOver, DRY: NoCardLeft}  # or BLITZED, which names the seat


def facts(before: State, after: State, seat: int) -> tuple[Fact, ...]:
    """Return what happened, besides the steps of the cards."""
    found: list[Fact] = []
    if after.stage == OTHER_CARDS and before.stage != OTHER_CARDS:
        found.append(HandDealt(after.dealt_by))
        found.append(JokersWild() if after.wild_rank == NOBODY else RankWild(RANKS[after.wild_rank]))
    if after.duty != NOBODY and before.duty == NOBODY:
        found.append(JokerOwed() if after.duty == JOKER else CardOwed(DECK.name(after.duty)))
    if after.tally[TURNS] > before.tally[TURNS]:
        found += facts_of_turn(before, after, before.turn)
    if after.deal > before.deal:
        found.append(WentOut(before.turn) if after.ending == BLITZED else ENDINGS[after.ending]())
        found += [HandPoints(other, after.points[other], after.gained[other]) for other in range(after.seats)]
    return tuple(found)


def facts_of_turn(before: State, after: State, seat: int) -> list[Fact]:
    """Return a turn as facts, from the states before and after it."""
    blitz = after.tally[BY_ENDING + BLITZED] > before.tally[BY_ENDING + BLITZED]
    found = [] if before.hidden else [fact_of_draw(before, after, seat, blitz=blitz)]
    for meld in range(after.melds):
        if not has_changed(before, after, BOARD + meld):
            continue
        old = cards_on(before, meld)
        suit, cards = after.suit[meld], [card for card in cards_on(after, meld) if card not in old]
        new = tuple(written(after, card, suit, after.means[card]) for card in cards)
        found.append((Added if old else MeldPlayed)(seat, "book" if suit == BOOK else "run", meld, new))
    if not blitz:
        found.append(Discarded(seat, DECK.name(after.pile[after.piled - 1])))
    if after.lap > 0 and before.lap == NOBODY:
        found.append(LastLap(seat))
    return found


def fact_of_draw(before: State, after: State, seat: int, *, blitz: bool) -> Fact:
    if after.tally[TAKES] > before.tally[TAKES]:
        return TookDiscards(seat, before.piled - after.piled + (not blitz))
    if after.tally[RESHUFFLES] > before.tally[RESHUFFLES]:
        return Reshuffled(seat)
    return Drew(seat) if has_changed(before, after, STOCK) else NothingToDraw(seat)


def has_changed(before: State, after: State, zone: int) -> bool:
    """Return whether the cards in this zone have changed."""
    return any(cards_at(before, zone, limb) != cards_at(after, zone, limb) for limb in range(after.limbs))
