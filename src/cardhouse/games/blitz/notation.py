"""The notation of Blitz: `take 3`, `new run 3s 4s J1=5s 6s`, `add 2 high 7s`, `discard 9c`. A long meld is one line.

`reading.py` reads the verbs whose text depends on the state, and `tokens.py` has the names of cards.
"""

from collections.abc import Iterator
from itertools import combinations, product

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.facts import Fact
from cardhouse.cards.ledger import numbers
from cardhouse.games.blitz.canonical import step_to
from cardhouse.games.blitz.cards import DECK, JOKER, RANKS, rank_of, suit_of
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
    NothingToUndo,
    OtherDeals,
    PlayCardFirst,
    PlayJokerFirst,
    WrongTake,
)
from cardhouse.games.blitz.melds import fits, next_at
from cardhouse.games.blitz.moves import (
    ADD,
    COMPLETE,
    COMPLETE_TURN,
    DISCARD,
    DRAW_FROM_STOCK,
    ENDS,
    FROM_STOCK,
    HIGH,
    LOW,
    MOVES,
    TAKE,
    TO_BOOK,
    UNDO,
    UNDO_TURN,
    add_of,
    card_of,
    card_of_new,
    count_of,
    deal_of,
    dealer_of,
    discard_of,
    end_of,
    is_move,
    low_of_new,
    meld_of,
    new_of,
    suit_of_new,
    take_of,
    verb_of,
)
from cardhouse.games.blitz.positions import BOOK, LAST, LAST_LOW
from cardhouse.games.blitz.reading import read_add, read_deal, read_new, read_take
from cardhouse.games.blitz.state import NOT_YET, SELECTING, State, held_by, is_wild
from cardhouse.games.blitz.tokens import book, book_order, meaning, not_held, run
from cardhouse.games.blitz.turn_facts import facts as facts
from cardhouse.games.facts import DealerActs, MatchOver, NoCard, NotYourTurn
from cardhouse.games.moves import Spelling, spelled_in_state


def say_deal(t: State, choice: int) -> str:
    return "deal 1" if t.deal == 0 and dealer_of(choice) == 1 else "deal"


def say_take(t: State, choice: int) -> str:
    return f"take {count_of(choice)}"


def say_new(t: State, choice: int, *additions: int) -> str:
    """Return one line for a new meld and the additions to it."""
    suit = suit_of_new(choice)
    low = low_of_new(choice)
    cards = [card_of_new(choice, i) for i in range(3)] + [card_of(more) for more in additions]
    return f"new book {book(t, cards, low)}" if suit == BOOK else f"new run {run(t, cards, suit, low)}"


def say_add(t: State, *choices: int) -> str:
    """Return one line for additions to one end of a meld."""
    meld = meld_of(choices[0])
    end = end_of(choices[0])
    cards = [card_of(choice) for choice in choices]
    at = next_at(t, meld, end)
    if end == TO_BOOK:
        names = " ".join(map(DECK.name, book_order(cards, at)))
    else:
        names = run(t, cards, t.suit[meld], at, step_to(end))
    return f"add {meld} {ENDS[end]} {names}"


read, text = spelled_in_state(
    MOVES,
    deal=Spelling(read_deal, say_deal),
    take=Spelling(read_take, say_take),
    new=Spelling(read_new, say_new),
    add=Spelling(read_add, say_add),
)


def hand_of(t: State, seat: int) -> list[int]:
    return [card for limb in range(t.limbs) for card in numbers(held_by(t, seat, limb), limb)]


def every(t: State, seat: int) -> Iterator[int]:
    """Yield every exact move of this seat's cards, legal or not; of melds, only those whose cards fit."""
    yield from {deal_of(seat), deal_of(1) if t.deal == 0 else deal_of(seat)}
    yield from (DRAW_FROM_STOCK, UNDO_TURN, COMPLETE_TURN)
    if t.stage == SELECTING:
        return
    yield from (take_of(count) for count in range(t.piled + 1))
    hand = hand_of(t, seat)
    yield from (discard_of(card) for card in hand)
    if t.drawn == NOT_YET or t.discarded != NOBODY:
        return
    for meld in range(t.melds):
        for end in (TO_BOOK,) if t.suit[meld] == BOOK else (LOW, HIGH):
            if 0 <= next_at(t, meld, end) <= LAST:
                yield from (add_of(meld, end, card) for card in hand)
    yield from melds_of(t, hand)


def melds_of(t: State, hand: list[int]) -> Iterator[int]:
    """Yield all new melds of three of these cards."""
    wilds = [card for card in hand if is_wild(t, card)]
    others = [card for card in hand if card not in wilds]
    for rank in range(len(RANKS)):
        for three in combinations(sorted([card for card in others if rank_of(card) == rank] + wilds), 3):
            yield new_of(BOOK, rank, *three)
    for suit in range(4):
        suited = [card for card in others if suit_of(card) == suit]
        fitting = [[card for card in suited if fits(t, card, suit, at)] + wilds for at in range(LAST + 1)]
        for low in range(LAST_LOW + 1):
            for a, b, c in product(*fitting[low : low + 3]):
                if a not in (b, c) and b != c:
                    yield new_of(suit, low, a, b, c)


def why(t: State, seat: int, choice: int, rule: int) -> Fact:
    """Return why this rule forbids this move."""
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
    if not is_move(choice):
        return NoCard()
    return of_the_turn(t, seat, choice)


def of_the_turn(t: State, seat: int, choice: int) -> Fact:
    verb = verb_of(choice)
    if verb in (FROM_STOCK, TAKE) and t.drawn != NOT_YET:
        return DrawnAlready()
    if verb == TAKE:
        return why_not_take(t, count_of(choice))
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
        return why_not_add(t, meld_of(choice), end_of(choice), card_of(choice))
    return NoMeld()


def cards_named(choice: int) -> list[int]:
    """Return the cards of a play or a discard."""
    if verb_of(choice) in (DISCARD, ADD):
        return [card_of(choice)]
    return [card_of_new(choice, i) for i in range(3)]


def why_not_take(t: State, count: int) -> Fact:
    if count < 1 or count > t.piled:
        return WrongTake(t.piled, count)
    return CannotUse(DECK.name(t.pile[t.piled - count]))


def why_not_add(t: State, meld: int, end: int, card: int) -> Fact:
    at, suit = next_at(t, meld, end), t.suit[meld]
    if not 0 <= at <= LAST:
        return EndsWithAce(meld)
    return (NeedsRank if suit == BOOK else NeedsCard)(DECK.name(card), meld, meaning(suit, at))
