"""The numbers of Blitz's canonical moves.

Equal cards are not told apart, nor are wilds, and only the first book of a rank gets cards: so 1,024 numbers are
enough. No pile has more than 106 cards: before the first meld all players hold at least two, and a meld has three.
"""

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.law import law, lowest
from cardhouse.cards.ledger import out_of_cards
from cardhouse.cards.sets import rank_of_card, suit_of_card
from cardhouse.games.blitz.canonical import card_for, copy_in_hand, new_book, nth_wild
from cardhouse.games.blitz.cards import JOKER, RANKS, SUITED, kind, suit_of
from cardhouse.games.blitz.melds import next_at
from cardhouse.games.blitz.moves import (
    ADD,
    COMPLETE_TURN,
    DISCARD,
    DRAW_FROM_STOCK,
    FROM_STOCK,
    NEW,
    TAKE,
    TO_BOOK,
    UNDO_TURN,
    add_of,
    card_of,
    card_of_new,
    count_of,
    deal_of,
    discard_of,
    end_of,
    low_of_new,
    meld_of,
    new_of,
    suit_of_new,
    take_of,
    verb_of,
)
from cardhouse.games.blitz.positions import BOOK, LAST, LAST_LOW, position_of
from cardhouse.games.blitz.state import MELDS, SELECTING, State, held_by, is_wild

LARGEST_PILE = 106
SUITS, ENDS = 4, 2
# New runs of a suit: where the wilds are, as a set of the three positions. Not every run begins at every position.
NO_WILD, LOW_WILD, MIDDLE_WILD, LOW_TWO_WILD, HIGH_WILD, HIGH_TWO_WILD = 0, 1, 2, 3, 4, 6
AT_ALL, AT_SOME = LAST_LOW + 1, LAST_LOW  # the numbers of positions at which runs can begin
RUNS = 3 * AT_ALL + 3 * AT_SOME
# New books of a rank: a card and two wilds, two cards and a wild, three cards.
ONE_CARD, TWO_CARDS = SUITS, 10
THREE_SUITS = SUITS  # of three cards: those of three suits come first
BOOKS = ONE_CARD + TWO_CARDS + THREE_SUITS + SUITS * (SUITS - 1)

ONLY_MOVE = 0  # to deal, to complete a turn, or to undo one: if this can be done, nothing else can
FIRST_DRAW = 1  # from the stock, or this number of discards
FIRST_DISCARD = FIRST_DRAW + LARGEST_PILE + 1
FIRST_RUN = FIRST_DISCARD + JOKER + 1
BOOK_OF_WILDS = FIRST_RUN + SUITS * RUNS
FIRST_BOOK = BOOK_OF_WILDS + 1
FIRST_TO_BOOK = FIRST_BOOK + len(RANKS) * BOOKS
FIRST_TO_RUN = FIRST_TO_BOOK + JOKER
FIRST_WILD = FIRST_TO_RUN + ENDS * MELDS
ACTIONS = FIRST_WILD + ENDS * MELDS


@law
def action_of(t: State, seat: int, choice: int) -> int:
    """Return the number of a listed move."""
    verb = verb_of(choice)
    if verb == FROM_STOCK:
        return FIRST_DRAW
    if verb == TAKE:
        return FIRST_DRAW + count_of(choice)
    if verb == DISCARD:
        return FIRST_DISCARD + kind(card_of(choice))
    if verb == NEW:
        return book_number(t, choice) if suit_of_new(choice) == BOOK else run_number(t, choice)
    if verb == ADD:
        return addition_number(t, choice)
    return ONLY_MOVE


@law
def choice_of(t: State, seat: int, action: int) -> int:
    """Return the move with this number."""
    if action == ONLY_MOVE:
        if t.stage == SELECTING:
            return deal_of(seat)
        return COMPLETE_TURN if t.discarded != NOBODY or out_of_cards(t, seat) else UNDO_TURN
    if action < FIRST_DISCARD:
        return take_of(action - FIRST_DRAW) if action > FIRST_DRAW else DRAW_FROM_STOCK
    if action < FIRST_RUN:
        return discard_of(held_copy(t, seat, action - FIRST_DISCARD))
    if action < BOOK_OF_WILDS:
        return run_numbered(t, seat, action - FIRST_RUN)
    if action < FIRST_TO_BOOK:
        return book_numbered(t, seat, action)
    return addition_numbered(t, seat, action)


@law
def held_copy(t: State, seat: int, kind: int) -> int:
    """Return the seat's card of a kind: of two, the one with the lower number."""
    if kind == JOKER:
        return lowest(held_by(t, seat, 0) & ~SUITED)
    return card_for(t, seat, suit_of_card(kind), position_of(rank_of_card(kind)))


# Runs


@law
def run_number(t: State, choice: int) -> int:
    """Return the number of a new run."""
    low = low_of_new(choice)
    wilds = 0
    for i in range(3):
        wilds |= int(is_wild(t, card_of_new(choice, i))) << i
    first = FIRST_RUN + RUNS * suit_of_new(choice)
    if wilds == NO_WILD:
        return first + low
    if wilds == MIDDLE_WILD:
        return first + AT_ALL + low
    if wilds == HIGH_WILD:
        return first + 2 * AT_ALL + low
    first += 3 * AT_ALL
    if wilds == LOW_WILD:
        return first + low - 1
    if wilds == LOW_TWO_WILD:
        return first + AT_SOME + low - 1
    return first + 2 * AT_SOME + low


@law
def run_numbered(t: State, seat: int, number: int) -> int:
    """Return the new run with this number."""
    suit = number // RUNS
    number %= RUNS
    if number < 3 * AT_ALL:
        which = number // AT_ALL
        low = number % AT_ALL
        wilds = NO_WILD
        if which == 1:
            wilds = MIDDLE_WILD
        elif which == 2:
            wilds = HIGH_WILD
    else:
        number -= 3 * AT_ALL
        which = number // AT_SOME
        low = number % AT_SOME + int(which < 2)
        wilds = LOW_WILD
        if which == 1:
            wilds = LOW_TWO_WILD
        elif which == 2:
            wilds = HIGH_TWO_WILD
    a = part_of_run(t, seat, suit, low, wilds, 0)
    b = part_of_run(t, seat, suit, low, wilds, 1)
    return new_of(suit, low, a, b, part_of_run(t, seat, suit, low, wilds, 2))


@law
def part_of_run(t: State, seat: int, suit: int, low: int, wilds: int, i: int) -> int:
    """Return one of the three cards of a new run: a card of the suit, or the seat's first or second wild."""
    if wilds >> i & 1:
        return nth_wild(t, seat, int(i > 0 and wilds >> (i - 1) & 1))
    return card_for(t, seat, suit, min(low + i, LAST))


# Books


@law
def book_number(t: State, choice: int) -> int:
    """Return the number of a new book."""
    first = FIRST_BOOK + BOOKS * low_of_new(choice)
    suits = 0  # how often each suit is used: two bits for each
    naturals = 0
    for i in range(3):
        card = card_of_new(choice, i)
        if not is_wild(t, card):
            suits += 1 << 2 * suit_of(card)
            naturals += 1
    if naturals == 0:
        return BOOK_OF_WILDS
    if naturals == 1:
        return first + lowest_suit(suits)
    if naturals == 2:
        one = lowest_suit(suits)
        other = lowest_suit(suits - (1 << 2 * one))
        return first + ONE_CARD + one * (9 - one) // 2 + other - one
    return first + ONE_CARD + TWO_CARDS + three_number(suits)


@law
def lowest_suit(suits: int) -> int:
    suit = 0
    while not suits >> 2 * suit & 3:
        suit += 1
    return suit


@law
def three_number(suits: int) -> int:
    """Return the number of three natural cards: those of three suits by the missing one, others by both suits."""
    missing = twice = once = NOBODY
    for suit in range(SUITS):
        used = suits >> 2 * suit & 3
        if used == 0:
            missing = suit
        elif used == 1:
            once = suit
        else:
            twice = suit
    if twice == NOBODY:
        return missing
    return THREE_SUITS + (SUITS - 1) * twice + once - int(once > twice)


@law
def book_numbered(t: State, seat: int, action: int) -> int:
    """Return the new book with this number."""
    if action == BOOK_OF_WILDS:
        rank = 0 if t.wild_rank == NOBODY else t.wild_rank
        return new_book(rank, nth_wild(t, seat, 0), nth_wild(t, seat, 1), nth_wild(t, seat, 2))
    rank = (action - FIRST_BOOK) // BOOKS
    number = (action - FIRST_BOOK) % BOOKS
    if number < ONE_CARD:
        return new_book(rank, copy_in_hand(t, seat, rank, 2 * number), nth_wild(t, seat, 0), nth_wild(t, seat, 1))
    number -= ONE_CARD
    if number < TWO_CARDS:
        one = 0
        while number >= SUITS - one:
            number -= SUITS - one
            one += 1
        second = 2 * (one + number) + int(number == 0)  # of the same suit, the second copy
        return new_book(
            rank, copy_in_hand(t, seat, rank, 2 * one), copy_in_hand(t, seat, rank, second), nth_wild(t, seat, 0)
        )
    return three_numbered(t, seat, rank, number - TWO_CARDS)


@law
def three_numbered(t: State, seat: int, rank: int, number: int) -> int:
    """Return the book of three natural cards with this number."""
    if number < THREE_SUITS:
        first = int(number == 0)
        second = 1 + int(number <= 1)
        third = 2 + int(number <= 2)
        a = copy_in_hand(t, seat, rank, 2 * first)
        return new_book(rank, a, copy_in_hand(t, seat, rank, 2 * second), copy_in_hand(t, seat, rank, 2 * third))
    number -= THREE_SUITS
    twice = number // (SUITS - 1)
    once = number % (SUITS - 1)
    once += int(once >= twice)
    a = copy_in_hand(t, seat, rank, 2 * twice)
    return new_book(rank, a, copy_in_hand(t, seat, rank, 2 * twice + 1), copy_in_hand(t, seat, rank, 2 * once))


# Additions


@law
def addition_number(t: State, choice: int) -> int:
    """Return the number of an addition. A wild has the same number for a book as for the low end of a run."""
    card = card_of(choice)
    end = end_of(choice)
    if is_wild(t, card):
        return FIRST_WILD + ENDS * meld_of(choice) + (0 if end == TO_BOOK else end)
    if end == TO_BOOK:
        return FIRST_TO_BOOK + kind(card)
    return FIRST_TO_RUN + ENDS * meld_of(choice) + end


@law
def addition_numbered(t: State, seat: int, action: int) -> int:
    """Return the addition with this number."""
    if action < FIRST_TO_RUN:
        card = action - FIRST_TO_BOOK
        meld = 0
        while meld < t.melds and not (t.suit[meld] == BOOK and t.low[meld] == rank_of_card(card)):
            meld += 1
        return add_of(meld, TO_BOOK, held_copy(t, seat, card))
    is_wanted_wild = action >= FIRST_WILD
    number = action - (FIRST_WILD if is_wanted_wild else FIRST_TO_RUN)
    meld = number // ENDS
    end = number % ENDS
    if is_wanted_wild:
        return add_of(meld, TO_BOOK if t.suit[meld] == BOOK else end, nth_wild(t, seat, 0))
    position = min(max(next_at(t, meld, end), 0), LAST)
    return add_of(meld, end, card_for(t, seat, t.suit[meld], position))
