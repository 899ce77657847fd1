"""Javelin. Turn up all your opponent's face-down cards, or take all their face-up ones.

A player's slots are 0 to 7, dealt face-down, and 8 to 15, dealt face-up. The rules are numbered as in RULES.md.
"""

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.law import Row, law, lowest, place, size
from cardhouse.cards.ledger import DISCARDS, EVERYBODY, SEAT, STOCK, fill, gather, listed, move, renew, show
from cardhouse.cards.ranks import KING, value_of
from cardhouse.cards.scores import placed
from cardhouse.cards.sets import first_of, holds, only, rest_of, without
from cardhouse.games.javelin.moves import (
    ATTACK,
    FORFEIT,
    HIGHER,
    LOWER,
    MOVES,
    REPLACE,
    is_move,
    move_of,
    own_of,
    target_of,
    verb_of,
)
from cardhouse.games.javelin.state import (
    BY_ENDING,
    CARDS,
    DEALER_WON,
    DEALT,
    DRAWN,
    FAR_ROW,
    FOR_A_ROUND,
    FORFEITED,
    LONGEST_ROUND,
    MOST_ROUNDS,
    NEAR_ROW,
    NONE_DOWN,
    NONE_UP,
    RESHUFFLES,
    ROUNDS,
    ROW,
    ROWS,
    SEATS,
    STUCK,
    TURNS,
    VIEWERS,
    ZONE_COUNT,
    card_at,
    new_deal,
    new_match,
    spot_of,
    turn_up,
    upright,
    value_at,
)
from cardhouse.games.javelin.state import State as State

CHOICES = MOVES.CHOICES  # moves are numbers below this one
MOST_MOVES, MOST_CARDS = 400, size(CARDS)  # what the rows given to `moves` and `collect` must hold

# The deal


@law
def begin(t: State, seating: Row) -> None:
    """Begin a match. Rule 1: the first dealer is drawn by lot."""
    new_match(t)
    t.dealer = seating[0]
    t.waits = DEALT


@law
def collect(t: State, out: Row) -> int:
    """List the cards to draw from in `out`; return how many. The whole deck, or the stock for a replacement."""
    if t.replacing == NOBODY:
        new_deal(t)
        gather(t, CARDS, ZONE_COUNT, VIEWERS)
        t.turn = t.dealer  # rule 1: whoever deals has the first turn
        t.undrawn = MOST_CARDS - DEALT
    elif t.at[STOCK] == 0:  # rule 8
        t.undrawn = size(t.at[DISCARDS])
        renew(t, t.at[DISCARDS], VIEWERS)
        t.tally[RESHUFFLES] += 1
    return listed(t.at[STOCK], out)


@law
def shuffled(t: State, cards: Row, count: int) -> None:
    """Lay the cards that were drawn, in their order: a deal, or the card that replaces another."""
    t.waits = 0
    if t.replacing != NOBODY:
        put(t, cards[0])
        return
    for i in range(count):  # rule 1: one card at a time and in turn, the dealer's opponent first
        seat = (t.dealer + 1 + i) % 2
        deal_to(t, seat, i // 2, cards[i])
    fill(t.down, SEATS, NEAR_ROW)
    fill(t.up, SEATS, FAR_ROW)


@law
def deal_to(t: State, seat: int, slot: int, card: int) -> None:
    """Rule 1: lay the first eight cards face-down, the others face-up. Rule 2: with `peek` you may look at yours."""
    spot = spot_of(seat, slot)
    move(t, only(card), STOCK, ROWS + spot)
    if holds(FAR_ROW, slot):
        turn_up(t, spot, card)
        return
    t.least[spot] = 1
    t.most[spot] = KING
    if t.peek:
        show(t, only(card), SEAT + seat)


# What a player may do


@law
def to_act(t: State, seat: int) -> bool:
    return seat == t.turn and not t.waits and not over(t)


@law
def may_replace(t: State) -> bool:
    """Return whether a card can be replaced. Rule 7: there is a card to draw, or, by rule 8, there are discards."""
    return t.undrawn > 0 or (t.reshuffle == 1 and t.at[DISCARDS] != 0)


@law
def automatic(t: State) -> bool:
    """Rule 9: return whether the player to act can only forfeit.

    With an upright card they could guess: their opponent has a face-down card, or the round would be over.
    """
    return not t.waits and not over(t) and upright(t, t.turn) == 0 and not may_replace(t)


@law
def breaks(t: State, seat: int, choice: int) -> int:
    """Return the number of the rule that forbids this move, or 0."""
    if not to_act(t, seat):
        return 12 if over(t) else 3
    if not is_move(choice):
        return 3
    verb = verb_of(choice)
    own = own_of(choice)
    target = target_of(choice)
    other = 1 - seat
    if verb == FORFEIT:
        return 0
    if verb == REPLACE:
        return 0 if holds(t.up[seat], own) and may_replace(t) else 7
    if verb == ATTACK:
        if not holds(upright(t, seat), own) or not holds(t.up[other], target):
            return 6
        return 0 if value_at(t, seat, own) >= value_at(t, other, target) else 6
    return 0 if holds(upright(t, seat), own) and holds(t.down[other], target) else 4


@law
def moves(t: State, seat: int, out: Row) -> int:
    """List the moves, without those that are equivalent to a listed one; return how many.

    Face-down cards about which nothing is known are equivalent targets: only the first is listed. A forfeit is listed
    only if there is nothing else.
    """
    if not to_act(t, seat):
        return 0
    n = 0
    replaces = may_replace(t)
    other = 1 - seat
    unproved = t.down[other] & ~t.proved[other]
    targets = t.proved[other] | first_of(unproved)
    up = t.up[seat]
    while up:
        own = lowest(up)
        up = rest_of(up)
        if not holds(t.sideways[seat], own):
            n = uses(t, seat, own, targets, out, n)
        out[place(n)] = move_of(REPLACE, own)  # written, then counted or not: a branch would be slower
        n += int(replaces)
    if n == 0:
        out[0] = move_of(FORFEIT)
        return 1
    return n


@law
def uses(t: State, seat: int, own: int, targets: int, out: Row, n: int) -> int:
    """List what one upright card can do after the n moves that are listed already; return how many there are then.

    It can guess at these face-down targets, and attack face-up cards.
    """
    while targets:
        target = lowest(targets)
        targets = rest_of(targets)
        out[place(n)] = move_of(HIGHER, own, target)
        out[place(n + 1)] = move_of(LOWER, own, target)
        n += 2
    value = value_at(t, seat, own)
    other = 1 - seat
    first = spot_of(other, 0)
    up = t.up[other]
    while up:
        target = lowest(up)
        up = rest_of(up)
        out[place(n)] = move_of(ATTACK, own, target)
        n += int(t.face[place(first + target)] <= value)
    return n


@law
def default(t: State, seat: int) -> int:
    """Return the move of a player who is away: replace a card, else attack, else guess, else forfeit."""
    if may_replace(t):
        slots = t.sideways[seat] if t.sideways[seat] else t.up[seat]
        return move_of(REPLACE, lowest_card(t, seat, slots))
    choice = first_use(t, seat, ATTACK)
    if choice == NOBODY:
        choice = first_use(t, seat, HIGHER)  # where "higher" may be guessed, so may "lower", which comes after it
    return move_of(FORFEIT) if choice == NOBODY else choice


@law
def lowest_card(t: State, seat: int, slots: int) -> int:
    """Return which of these slots has the player's lowest face-up card; of equal cards, the lowest slot."""
    best = lowest(slots)
    while slots:
        slot = lowest(slots)
        slots = rest_of(slots)
        if value_at(t, seat, slot) < value_at(t, seat, best):
            best = slot
    return best


@law
def first_use(t: State, seat: int, verb: int) -> int:
    """Return the first legal move with this verb: from the lowest own slot, then on the lowest target. Or NOBODY."""
    for own in range(ROW):
        for target in range(ROW):
            choice = move_of(verb, own, target)
            if breaks(t, seat, choice) == 0:
                return choice
    return NOBODY


# What a move does


@law
def play(t: State, seat: int, choice: int) -> None:
    """Make a legal move. Rule 3: then it is the opponent's turn; after a replacement, once the card has been drawn."""
    verb = verb_of(choice)
    own = own_of(choice)
    target = target_of(choice)
    if verb == FORFEIT:
        end_deal(t, 1 - seat, STUCK if automatic(t) else FORFEITED)
    elif verb == REPLACE:
        t.replacing = own
        t.waits = 1
    elif verb == ATTACK:
        attack(t, seat, own, target)
        end_turn(t)
    else:
        guess(t, seat, verb, own, target)
        end_turn(t)


@law
def attack(t: State, seat: int, own: int, target: int) -> None:
    """Rule 6: discard the opponent's card, and turn your own sideways."""
    other = 1 - seat
    spot = spot_of(other, target)
    move(t, t.at[ROWS + spot], ROWS + spot, DISCARDS)
    t.face[spot] = 0
    t.up[other] = without(t.up[other], target)
    t.sideways[other] = without(t.sideways[other], target)
    t.sideways[seat] |= only(own)


@law
def guess(t: State, seat: int, verb: int, own: int, target: int) -> None:
    """Rule 4: turn up the opponent's card if the guess is right. Rule 5: if it is wrong, note what that proves."""
    other = 1 - seat
    yours = value_at(t, seat, own)
    theirs = value_of(card_at(t, other, target))
    is_right = theirs > yours if verb == HIGHER else theirs < yours
    if is_right:
        t.sideways[seat] |= only(own)
        uncover(t, other, target)
    else:
        prove(t, other, target, verb, yours)


@law
def uncover(t: State, seat: int, slot: int) -> None:
    """Rule 4: turn a face-down card face-up where it lies, upright."""
    t.down[seat] = without(t.down[seat], slot)
    t.proved[seat] = without(t.proved[seat], slot)
    t.up[seat] |= only(slot)
    turn_up(t, spot_of(seat, slot), card_at(t, seat, slot))


@law
def prove(t: State, seat: int, slot: int, verb: int, value: int) -> None:
    """Rule 5: after a wrong "higher" the card is at most as high as this value, after a wrong "lower" at least."""
    spot = spot_of(seat, slot)
    if verb == HIGHER:
        t.most[spot] = min(t.most[spot], value)
    else:
        t.least[spot] = max(t.least[spot], value)
    if t.least[spot] > 1 or t.most[spot] < KING:
        t.proved[seat] |= only(slot)


@law
def put(t: State, card: int) -> None:
    """Rule 7: lay the card drawn in the slot of the one replaced, face-up and upright."""
    spot = spot_of(t.turn, t.replacing)
    move(t, t.at[ROWS + spot], ROWS + spot, DISCARDS)
    move(t, only(card), STOCK, ROWS + spot)
    turn_up(t, spot, card)
    t.undrawn -= 1
    t.sideways[t.turn] = without(t.sideways[t.turn], t.replacing)
    t.replacing = NOBODY
    end_turn(t)


# The end


@law
def end_turn(t: State) -> None:
    """Pass the turn, and end the round if it is over.

    Rule 10: a player with no card face-down, or none face-up, loses. Rule 11: a round that goes on too long is drawn.
    """
    t.turns += 1
    t.turn = 1 - t.turn
    for seat in range(SEATS):
        if t.down[seat] == 0 or t.up[seat] == 0:
            end_deal(t, 1 - seat, NONE_UP if t.down[seat] else NONE_DOWN)
            return
    if t.turns == LONGEST_ROUND:
        end_deal(t, NOBODY, DRAWN)


@law
def end_deal(t: State, winner: int, ending: int) -> None:
    """End a round. Rule 12: 5 points, and 1 for each card still face-down. Rule 11: both players see all the cards."""
    if winner != NOBODY:
        t.points[winner] += FOR_A_ROUND + size(t.down[winner])
    show(t, CARDS, EVERYBODY)
    t.winner = winner
    t.ending = ending
    t.tally[ROUNDS] += 1
    t.tally[TURNS] += t.turns
    t.tally[BY_ENDING + ending] += 1
    t.tally[DEALER_WON] += int(winner == t.dealer)
    t.deal += 1
    t.dealer = 1 - t.dealer
    t.ended = int(decided(t))
    t.waits = 0 if t.ended else DEALT


@law
def decided(t: State) -> bool:
    """Rule 12: return whether both have dealt equally often, one has reached the target, and the totals differ."""
    if t.deal == MOST_ROUNDS:
        return True
    reached = max(t.points[0], t.points[1]) >= t.target
    return t.deal % 2 == 0 and reached and t.points[0] != t.points[1]


@law
def over(t: State) -> bool:
    return t.ended == 1


@law
def score(t: State, seat: int) -> int:
    return t.points[seat]


@law
def place_of(t: State, seat: int) -> int:
    """Return the seat's place in the match. Rule 12: equal totals share a place."""
    return placed(t.points, t.seats, seat)
