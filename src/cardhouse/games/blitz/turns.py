"""What the moves of a turn of Blitz do, from the draw to Complete, and how a hand ends."""

from cardhouse.cards.law import law, lowest
from cardhouse.cards.ledger import DISCARDS, EVERYBODY, HAND, STOCK, WORD, fill, move, out_of_cards, renew, show
from cardhouse.games.blitz.table import (
    BLITZES,
    BOARD,
    CARDS,
    DRY,
    FIRST_CARDS,
    HANDS,
    LAPS,
    NONE,
    NOT_YET,
    NOTHING,
    RESHUFFLES,
    SEATS,
    SELECTING,
    TAKEN,
    TAKES,
    TURNS,
    VIEWERS,
    Table,
    kind,
    worth,
)


@law
def begin_turn(t: Table, seat: int) -> None:
    t.turn, t.hidden, t.drawn, t.taken, t.duty = seat, 0, NOT_YET, 0, NONE
    t.discarded, t.old_melds, t.last = NONE, t.melds, 0
    fill(t.laid, 2)


@law
def draw(t: Table) -> None:
    """Rule 14: who chooses an empty stock that cannot be renewed draws nothing, and the hand ends with his turn."""
    if t.at[2 * STOCK] | t.at[2 * STOCK + 1] or (t.piled > 1 and not t.reshuffled):
        t.waits = 1
    else:
        t.drawn, t.last = NOTHING, 1


@law
def reshuffle(t: Table) -> None:
    """Rule 14: the discards but the top one are the new stock, once in a hand."""
    top = t.pile[t.piled - 1]
    for word in range(2):
        keep = 1 << top % WORD if word == top // WORD else 0
        renew(t, t.at[2 * DISCARDS + word] & ~keep, VIEWERS, word)
    fill(t.pile, CARDS)
    t.pile[0], t.piled, t.reshuffled = top, 1, 1
    t.tally[RESHUFFLES] += 1


@law
def take(t: Table, many: int) -> None:
    """Rule 6: the deepest card taken is the duty."""
    t.drawn, t.taken = TAKEN, many
    for _ in range(many):
        t.piled -= 1
        card = t.pile[t.piled]
        move(t, 1 << card % WORD, DISCARDS, HAND + t.turn, card // WORD)
        t.duty = kind(card)


@law
def start_meld(t: Table, suit: int, low: int) -> None:
    t.suit[t.melds], t.low[t.melds], t.high[t.melds] = suit, low, low
    t.melds += 1


@law
def lay(t: Table, card: int, meld: int, at: int) -> None:
    """Rules 7 and 8: a card goes to the board, and what it stands for is fixed."""
    word = card // WORD
    move(t, 1 << card % WORD, HAND + t.turn, BOARD + meld, word)
    t.laid[word] |= 1 << card % WORD
    t.means[card], t.by[card] = at, t.turn
    t.low[meld], t.high[meld] = min(t.low[meld], at), max(t.high[meld], at)
    if kind(card) == t.duty:
        t.duty = NONE


@law
def discard(t: Table, card: int) -> None:
    """It comes to the pile when the turn is completed."""
    move(t, 1 << card % WORD, HAND + t.turn, DISCARDS, card // WORD)
    t.discarded = card


@law
def undo(t: Table) -> None:
    """Rule 10: everything goes back, but a card from the stock has been seen: it stays."""
    if t.discarded != NONE:
        move(t, 1 << t.discarded % WORD, DISCARDS, HAND + t.turn, t.discarded // WORD)
    for meld in range(t.melds):
        take_back(t, meld)
    t.melds, t.discarded, t.duty = t.old_melds, NONE, NONE
    fill(t.laid, 2)
    if t.drawn == TAKEN:
        for _ in range(t.taken):
            card = t.pile[t.piled]
            move(t, 1 << card % WORD, HAND + t.turn, DISCARDS, card // WORD)
            t.piled += 1
        t.drawn, t.taken = NOT_YET, 0


@law
def take_back(t: Table, meld: int) -> None:
    """The cards that this turn has laid on a meld go back; what is left says how far it goes."""
    low, high = 14, NONE
    for word in range(2):
        here = t.at[2 * (BOARD + meld) + word]
        move(t, here & t.laid[word], BOARD + meld, HAND + t.turn, word)
        while here:
            card = WORD * word + lowest(here)
            if t.laid[word] >> card % WORD & 1:
                t.means[card] = t.by[card] = 0
            else:
                low, high = min(low, t.means[card]), max(high, t.means[card])
            here &= here - 1
    t.low[meld], t.high[meld] = (low, high) if high != NONE else (0, 0)
    t.suit[meld] = t.suit[meld] if high != NONE else 0


@law
def complete(t: Table) -> None:
    """Rule 11: now all may see it. Rules 12 to 14: does the hand end?"""
    for word in range(2):
        show(t, t.laid[word], EVERYBODY, word)
    for i in range(t.taken):
        t.pile[t.piled + i] = 0
    if t.discarded != NONE:
        show(t, 1 << t.discarded % WORD, EVERYBODY, t.discarded // WORD)
        t.pile[t.piled] = t.discarded
        t.piled += 1
    t.tally[TURNS] += 1
    t.tally[TAKES] += int(t.drawn == TAKEN)
    if out_of_cards(t, t.turn) and t.discarded == NONE:  # rule 12
        end_hand(t, BLITZES)
        return
    if t.lap > 0:  # rule 13
        t.lap -= 1
    elif out_of_cards(t, t.turn) and not t.last:
        t.lap = t.seats - 1
    if t.lap == 0:
        end_hand(t, LAPS)
    elif t.last and t.lap == NONE:  # rule 14
        end_hand(t, DRY)
    else:
        begin_turn(t, (t.turn + 1) % t.seats)


@law
def end_hand(t: Table, ending: int) -> None:
    """Rule 15: what is played counts for you, what is left against you. Rule 16: a single leader may have won."""
    fill(t.gained, SEATS)
    for word in range(2):
        for place in range(HAND, BOARD + t.melds):
            cards = t.at[2 * place + word]
            while cards:
                card = WORD * word + lowest(cards)
                if place >= BOARD:
                    t.gained[t.by[card]] += worth(t, card)
                else:
                    t.gained[place - HAND] -= worth(t, card)
                cards &= cards - 1
        show(t, t.at[2 * STOCK + word], EVERYBODY, word)
        for seat in range(t.seats):
            show(t, t.at[2 * (HAND + seat) + word], EVERYBODY, word)
    for seat in range(t.seats):
        t.points[seat] += t.gained[seat]
        t.reached |= int(t.points[seat] >= t.target)
    t.deal += 1
    t.ending = ending
    t.tally[HANDS] += 1
    t.tally[ending] += 1
    begin_turn(t, (t.dealt_by + 1) % t.seats)
    next_hand(t)


@law
def next_hand(t: Table) -> None:
    """Rule 3: the seat whose turn it is deals, if another does not do so first; with dealer=rotates it just does."""
    t.stage = SELECTING
    if t.dealer and not finished(t):
        t.stage, t.dealt_by, t.waits = FIRST_CARDS, t.turn, t.seats


@law
def finished(t: Table) -> bool:
    """Rule 16: the target has been reached and one seat is ahead of all; or it was the last hand."""
    best, many = 0, 0
    for seat in range(t.seats):
        if many == 0 or t.points[seat] > best:
            best, many = t.points[seat], 1
        elif t.points[seat] == best:
            many += 1
    return (t.reached == 1 and many == 1 and t.deal > 0) or t.deal == t.max_hands
