"""Blitz in words: `take 3`, `new run 3s 4s J1=5s 6s`, `add 2 high 7s`, `discard 9c`. A long meld is one line.

`reading.py` reads melds, `words.py` has the names of cards; here everything is put together and told.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.errors import Refused, Unreadable, shown
from cardhouse.cards.facts import Fact
from cardhouse.cards.ledger import numbers
from cardhouse.games.blitz.canonical import step_to
from cardhouse.games.blitz.cards import CARDS, DECK, JOKER, RANKS, rank_of, suit_of
from cardhouse.games.blitz.facts import (
    CannotUse,
    DealFirst,
    DealtAlready,
    DiscardFirst,
    DrawFirst,
    DrawnAlready,
    EndsWithAce,
    HasDiscarded,
    NeedsCard,
    NeedsRank,
    NoMeld,
    NotADeal,
    NotAMove,
    NothingToUndo,
    OtherDeals,
    PlayCardFirst,
    PlayJokerFirst,
    WrongTake,
)
from cardhouse.games.blitz.melds import fits, next_at
from cardhouse.games.blitz.moves import (
    ADD,
    BOOK,
    COMPLETE,
    DEAL,
    DISCARD,
    FROM_STOCK,
    NEW,
    TAKE,
    UNDO,
    added_of,
    card_of,
    dealer_of,
    discard_of,
    end_of,
    low_of_shape,
    many_of,
    meld_of,
    move_of,
    shape,
    shape_of,
    suit_of_shape,
    verb_of,
)
from cardhouse.games.blitz.places import LAST, LAST_LOW
from cardhouse.games.blitz.reading import read_add, read_new
from cardhouse.games.blitz.table import NOT_YET, SELECTING, Table, held_by, wild
from cardhouse.games.blitz.telling import facts as facts
from cardhouse.games.blitz.words import RULE, book, book_order, meaning, not_held, number, run
from cardhouse.games.facts import DealerActs, MatchOver, NotYourTurn

PLAIN = {"stock": FROM_STOCK, "undo": UNDO, "complete": COMPLETE}


def read(t: Table, seat: int, text: str) -> list[int]:
    match text.split():
        case [verb] if verb in PLAIN:
            return [PLAIN[verb]]
        case ["deal"]:
            return [move_of(DEAL, seat)]
        case ["deal", "1"] if t.deal == 0 and seat == 0:
            return [move_of(DEAL, 1)]
        case ["deal", _]:
            raise Refused(NotADeal(), rule=RULE(3))
        case ["take", many]:
            if (wanted := number(many, "discards", rule=6)) >= CARDS:
                raise Refused(why_not_take(t, wanted), rule=RULE(6))
            return [move_of(TAKE, wanted)]
        case ["discard", name]:
            return [move_of(DISCARD, DECK.card(name, rule=RULE(5)))]
        case ["new", "book" | "run" as form, *cards]:
            return read_new(t, form, cards)
        case ["add", meld, "low" | "high" | "book" as where, *cards]:
            return read_add(t, meld, where, cards)
    raise Unreadable(NotAMove(shown(text)), rule=RULE(5))


def words(t: Table, *choices: int) -> str:
    """Return one line for one move, or for the moves that lay one meld."""
    choice = choices[0]
    verb = verb_of(choice)
    if verb == DEAL:
        return "deal 1" if t.deal == 0 and dealer_of(choice) == 1 else "deal"
    if verb == NEW:
        suit = suit_of_shape(shape_of(choice))
        low = low_of_shape(shape_of(choice))
        cards = [card_of(choice, i) for i in range(3)] + [added_of(more) for more in choices[1:]]
        return f"new book {book(t, cards, low)}" if suit == BOOK else f"new run {run(t, cards, suit, low)}"
    if verb == ADD:
        return added(t, meld_of(choice), end_of(choice), [added_of(more) for more in choices])
    return phrase(choice)


@cache
def phrase(choice: int) -> str:
    """Return the words of a move that do not depend on the table."""
    verb = verb_of(choice)
    if verb == TAKE:
        return f"take {many_of(choice)}"
    if verb == DISCARD:
        return f"discard {DECK.name(discard_of(choice))}"
    return {FROM_STOCK: "stock", UNDO: "undo", COMPLETE: "complete"}[verb]


def added(t: Table, meld: int, end: int, cards: list[int]) -> str:
    at = next_at(t, meld, end)
    if t.suit[meld] == BOOK:
        return f"add {meld} book {' '.join(map(DECK.name, book_order(cards, at)))}"
    return f"add {meld} {('low', 'high')[end]} {run(t, cards, t.suit[meld], at, step_to(end))}"


def hand_of(t: Table, seat: int) -> list[int]:
    return [card for word in range(t.words) for card in numbers(held_by(t, seat, word), word)]


def every(t: Table, seat: int) -> Iterator[int]:
    """Every exact move of this seat's cards, good or not; of melds, those whose cards fit."""
    yield from {move_of(DEAL, seat), move_of(DEAL, 1) if t.deal == 0 else UNDO, FROM_STOCK, UNDO, COMPLETE}
    if t.stage == SELECTING:
        return
    yield from (move_of(TAKE, many) for many in range(t.piled + 1))
    hand = hand_of(t, seat)
    yield from (move_of(DISCARD, card) for card in hand)
    if t.drawn == NOT_YET or t.discarded != NOBODY:
        return
    for meld in range(t.melds):
        for end in range(1 if t.suit[meld] == BOOK else 2):
            if 0 <= next_at(t, meld, end) <= LAST:
                yield from (move_of(ADD, meld, end, card) for card in hand)
    yield from melds_of(t, hand)


def melds_of(t: Table, hand: list[int]) -> Iterator[int]:
    """All new melds of three of these cards."""
    wilds = [card for card in hand if wild(t, card)]
    others = [card for card in hand if card not in wilds]
    for rank in range(len(RANKS)):
        for three in combinations(sorted([card for card in others if rank_of(card) == rank] + wilds), 3):
            yield move_of(NEW, shape(BOOK, rank), *three)
    for suit in range(4):
        suited = [card for card in others if suit_of(card) == suit]
        slots = [[card for card in suited if fits(t, card, suit, at)] + wilds for at in range(LAST + 1)]
        for low in range(LAST_LOW + 1):
            for a, b, c in product(*slots[low : low + 3]):
                if a not in (b, c) and b != c:
                    yield move_of(NEW, shape(suit, low), a, b, c)


def why(t: Table, seat: int, choice: int, rule: int) -> Fact:
    """Return why this move is against this rule."""
    if rule == 16:
        return MatchOver()
    if t.waits:
        return DealerActs()
    if t.stage == SELECTING:
        return OtherDeals(t.turn) if t.deal == 0 and seat != t.turn else DealFirst()
    if rule == 3:
        return DealtAlready()
    if rule == 4:
        return NotYourTurn(t.turn)
    return of_the_turn(t, seat, choice)


def of_the_turn(t: Table, seat: int, choice: int) -> Fact:
    verb = verb_of(choice)
    if verb in (FROM_STOCK, TAKE) and t.drawn != NOT_YET:
        return DrawnAlready()
    if verb == TAKE:
        return why_not_take(t, many_of(choice))
    if verb == UNDO:
        return NothingToUndo()
    if t.drawn == NOT_YET:
        return DrawFirst()
    if t.discarded != NOBODY:
        return HasDiscarded()
    if verb in (COMPLETE, DISCARD) and t.duty != NOBODY:
        return PlayJokerFirst() if t.duty == JOKER else PlayCardFirst(DECK.name(t.duty))
    if verb == COMPLETE:
        return DiscardFirst()
    held = hand_of(t, seat)
    for card in cards_named(choice):
        if card not in held:
            return not_held(card)
    if verb == ADD and meld_of(choice) < t.melds:
        return why_not_add(t, meld_of(choice), end_of(choice), added_of(choice))
    return NoMeld()


def cards_named(choice: int) -> list[int]:
    """Return the cards that a play or a discard is about."""
    verb = verb_of(choice)
    if verb == DISCARD:
        return [discard_of(choice)]
    return [added_of(choice)] if verb == ADD else [card_of(choice, i) for i in range(3)]


def why_not_take(t: Table, many: int) -> Fact:
    if many < 1 or many > t.piled:
        return WrongTake(t.piled, many)
    return CannotUse(DECK.name(t.pile[t.piled - many]))


def why_not_add(t: Table, meld: int, end: int, card: int) -> Fact:
    at, suit = next_at(t, meld, end), t.suit[meld]
    if not 0 <= at <= LAST:
        return EndsWithAce(meld)
    return (NeedsRank if suit == BOOK else NeedsCard)(DECK.name(card), meld, meaning(suit, at))
