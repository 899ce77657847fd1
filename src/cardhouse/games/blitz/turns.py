"""What the moves of a turn of Blitz do, from the draw to Complete, and how a hand ends."""

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.law import law
from cardhouse.cards.ledger import (
    DISCARDS,
    EVERYBODY,
    HAND,
    STOCK,
    cards_at,
    fill,
    first_card,
    is_empty,
    limb_of,
    move,
    move_card,
    only_card,
    out_of_cards,
    renew,
    show,
    show_card,
    show_zone,
    without_card,
)
from cardhouse.cards.sets import rest_of
from cardhouse.games.blitz.cards import CARDS, kind
from cardhouse.games.blitz.positions import LAST
from cardhouse.games.blitz.state import (
    BLITZED,
    BOARD,
    BY_ENDING,
    DRY,
    FIRST_CARDS,
    HANDS,
    LAP_OVER,
    NOT_YET,
    NOTHING,
    RESHUFFLES,
    ROTATES,
    SEATS,
    SELECTING,
    TAKEN,
    TAKES,
    TURNS,
    VIEWERS,
    State,
    worth,
)


@law
def begin_turn(t: State, seat: int) -> None:
    """Give the turn to a seat, which has not drawn, laid or discarded anything yet."""
    t.turn = seat
    t.hidden = 0
    t.drawn = NOT_YET
    t.taken = 0
    t.duty = NOBODY
    t.discarded = NOBODY
    t.old_melds = t.melds
    fill(t.laid, 2)


@law
def draw(t: State) -> None:
    """Ask the dealer for a card. Rule 14: if there is none, and the discards cannot be the new stock, draw nothing."""
    can_renew = t.piled > 1 and not t.reshuffled
    if not is_empty(t, STOCK) or can_renew:
        t.waits = 1
    else:
        t.drawn = NOTHING


@law
def reshuffle(t: State) -> None:
    """Rule 14: make all discards but the top one the new stock, once in a hand."""
    top = t.pile[t.piled - 1]
    for limb in range(t.limbs):
        renew(t, without_card(cards_at(t, DISCARDS, limb), top, limb), VIEWERS, limb)
    fill(t.pile, CARDS)
    t.pile[0] = top
    t.piled = 1
    t.reshuffled = 1
    t.tally[RESHUFFLES] += 1


@law
def take(t: State, count: int) -> None:
    """Rule 6: take discards from the top. The deepest one, which comes last, is the duty."""
    t.drawn = TAKEN
    t.taken = count
    for _ in range(count):
        t.piled -= 1
        card = t.pile[t.piled]  # it stays in the row beyond the pile, so that `put_back` finds it
        move_card(t, card, DISCARDS, HAND + t.turn)
        t.duty = kind(card)


@law
def start_meld(t: State, suit: int, low: int) -> None:
    """Begin a meld without cards: `lay` extends it from its first position."""
    t.suit[t.melds] = suit
    t.low[t.melds] = low
    t.high[t.melds] = low
    t.melds += 1


@law
def lay(t: State, card: int, meld: int, at: int) -> None:
    """Rule 7: put a card on the board. Rule 8: fix what it stands for, a position or a rank."""
    move_card(t, card, HAND + t.turn, BOARD + meld)
    t.laid[limb_of(card)] |= only_card(card)
    t.means[card] = at
    t.by[card] = t.turn
    t.low[meld] = min(t.low[meld], at)
    t.high[meld] = max(t.high[meld], at)
    if kind(card) == t.duty:
        t.duty = NOBODY


@law
def discard(t: State, card: int) -> None:
    """Put a card among the discards; `reveal` puts it on the pile when the turn is completed."""
    move_card(t, card, HAND + t.turn, DISCARDS)
    t.discarded = card


@law
def undo(t: State) -> None:
    """Rule 10: restore the start of the turn. A card drawn from the stock has been seen, and stays in the hand."""
    if t.discarded != NOBODY:
        move_card(t, t.discarded, DISCARDS, HAND + t.turn)
    for meld in range(t.melds):
        take_back(t, meld)
    t.melds = t.old_melds
    t.discarded = NOBODY
    t.duty = NOBODY
    fill(t.laid, 2)
    if t.drawn == TAKEN:
        put_back(t)


@law
def take_back(t: State, meld: int) -> None:
    """Take back the cards that this turn has laid on a meld; what is left says how far it goes."""
    low = LAST
    high = NOBODY
    for limb in range(t.limbs):
        here = cards_at(t, BOARD + meld, limb)
        move(t, here & t.laid[limb], BOARD + meld, HAND + t.turn, limb)
        while here:
            card = first_card(here, limb)
            here = rest_of(here)
            if t.laid[limb] & only_card(card):
                t.means[card] = t.by[card] = 0
            else:
                low = min(low, t.means[card])
                high = max(high, t.means[card])
    if high == NOBODY:  # nothing is left of it
        t.suit[meld] = t.low[meld] = t.high[meld] = 0
    else:
        t.low[meld] = low
        t.high[meld] = high


@law
def put_back(t: State) -> None:
    """Put the discards that were taken back where they lay, so that nothing is drawn."""
    for _ in range(t.taken):
        card = t.pile[t.piled]
        move_card(t, card, HAND + t.turn, DISCARDS)
        t.piled += 1
    t.drawn = NOT_YET
    t.taken = 0


@law
def complete(t: State) -> None:
    """End the turn, and by rules 12 to 14 perhaps the hand; otherwise the next seat has the turn."""
    reveal(t)
    t.tally[TURNS] += 1
    t.tally[TAKES] += int(t.drawn == TAKEN)
    is_out = out_of_cards(t, t.turn)
    if is_out and t.discarded == NOBODY:  # rule 12: a Blitz
        end_deal(t, BLITZED)
        return
    if t.lap > 0:  # rule 13: a turn of the last lap
        t.lap -= 1
        if t.lap == 0:
            end_deal(t, LAP_OVER)
            return
    elif t.drawn == NOTHING:  # rule 14, also for a player who goes out in this turn
        end_deal(t, DRY)
        return
    elif is_out:  # rule 13: the others have one turn left
        t.lap = t.seats - 1
    begin_turn(t, (t.turn + 1) % t.seats)


@law
def reveal(t: State) -> None:
    """Rule 11: show everybody what was laid and discarded. The discard goes on top of what is left of the pile."""
    for limb in range(t.limbs):
        show(t, t.laid[limb], EVERYBODY, limb)
    for i in range(t.taken):
        t.pile[t.piled + i] = 0
    if t.discarded != NOBODY:
        show_card(t, t.discarded, EVERYBODY)
        t.pile[t.piled] = t.discarded
        t.piled += 1


@law
def end_deal(t: State, ending: int) -> None:
    """End a hand. Rule 15: it is scored. Rule 16: a single leader may have won; all cards are shown."""
    count_points(t)
    for seat in range(t.seats):
        t.points[seat] += t.gained[seat]
        if t.points[seat] >= t.target:
            t.reached = 1
        show_zone(t, HAND + seat, EVERYBODY)
    show_zone(t, STOCK, EVERYBODY)
    t.deal += 1
    t.ending = ending
    t.tally[HANDS] += 1
    t.tally[BY_ENDING + ending] += 1
    begin_turn(t, (t.dealt_by + 1) % t.seats)
    next_hand(t)


@law
def count_points(t: State) -> None:
    """Rule 15: count for each seat the cards it has laid, less those that it still holds."""
    fill(t.gained, SEATS)
    for limb in range(t.limbs):
        for meld in range(t.melds):
            cards = cards_at(t, BOARD + meld, limb)
            while cards:
                card = first_card(cards, limb)
                cards = rest_of(cards)
                t.gained[t.by[card]] += worth(t, card)
        for seat in range(t.seats):
            cards = cards_at(t, HAND + seat, limb)
            while cards:
                card = first_card(cards, limb)
                cards = rest_of(cards)
                t.gained[seat] -= worth(t, card)


@law
def next_hand(t: State) -> None:
    """Rule 3: wait for the seat whose turn it is, or another one, to deal; with dealer=rotates it deals at once."""
    t.stage = SELECTING
    if t.dealer == ROTATES and not decided(t):
        deal_next(t, t.turn)


@law
def deal_next(t: State, seat: int) -> None:
    """Let a seat deal the next hand: everybody is to get one card first."""
    t.dealt_by = seat
    t.stage = FIRST_CARDS
    t.waits = t.seats


@law
def decided(t: State) -> bool:
    """Rule 16: return whether the target is reached and one seat is ahead of all, or it was the last hand."""
    best = t.points[0]
    leaders = 1
    for seat in range(1, t.seats):
        if t.points[seat] > best:
            best = t.points[seat]
            leaders = 1
        elif t.points[seat] == best:
            leaders += 1
    return (t.reached == 1 and leaders == 1 and t.deal > 0) or t.deal == t.max_hands
