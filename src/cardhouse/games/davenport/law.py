"""Davenport. Be the first to lose all your cards: whoever shows the highest card draws none.

All seats commit, in any order; then the round goes on by itself until a seat or the dealer has to act. The state is
declared in state.py, the moves in moves.py. The rules are numbered as in RULES.md.
"""

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.law import Row, law, lowest, size
from cardhouse.cards.ledger import (
    DISCARDS,
    EVERYBODY,
    HAND,
    STOCK,
    fill,
    gather,
    give,
    hand_out,
    listed,
    move,
    renew,
    show,
)
from cardhouse.cards.ranks import ACE, JACK, KING, value_of
from cardhouse.cards.scores import placed
from cardhouse.cards.sets import cards_above, first_seats, holds, includes, only, rank_of_card, rest_of
from cardhouse.games.davenport.moves import EXCHANGE, MOVES, card_of, commit_of, exchange_of, is_move, verb_of
from cardhouse.games.davenport.state import (
    BY_ELIMINATION,
    CARDS,
    CHOOSING,
    COMMITTED,
    DEALING,
    DRAWING,
    EXCHANGES,
    EXCHANGING,
    GIVEN_UP,
    OVER,
    PLAYOFFS,
    RESHUFFLES,
    ROUNDS,
    SEATS,
    VIEWERS,
    ZONE_COUNT,
    new_deal,
    new_match,
)
from cardhouse.games.davenport.state import State as State

CHOICES = MOVES.CHOICES  # moves are numbers below this one
MOST_MOVES, MOST_CARDS = 26, size(CARDS)  # what the rows given to `moves` and `collect` must hold
DEALT, DEALT_IN_PLAYOFF = 5, 3  # cards for each player: rules 1 and 11
NO_VALUE = 0  # no card has it


@law
def left_of(t: State, seat: int) -> int:
    """Return the seat to the left of this one: the next one clockwise."""
    return (seat + 1) % t.seats


# The deal


@law
def begin(t: State, seating: Row) -> None:
    """Begin a match. Rule 1: the dealer is drawn by lot, and everybody gets five cards."""
    new_match(t)
    t.dealer = seating[0]
    t.turn = left_of(t, t.dealer)
    t.playing = first_seats(t.seats)
    t.waits = DEALT * t.seats


@law
def collect(t: State, out: Row) -> int:
    """List the cards to draw from in `out`; return how many. The whole deck for a deal, the stock for draws."""
    if t.stage == DEALING:
        new_deal(t)
        gather(t, CARDS, ZONE_COUNT, VIEWERS)
    else:
        discard_given_up(t)
        if t.at[STOCK] == 0:  # rule 6
            renew(t, t.at[DISCARDS], VIEWERS)
            t.tally[RESHUFFLES] += 1
    return listed(t.at[STOCK], out)


@law
def discard_given_up(t: State) -> None:
    """Rule 3: before any new card is drawn, all cards given up go face down to the discards."""
    for seat in range(t.seats):
        if t.at[GIVEN_UP + seat]:
            move(t, t.at[GIVEN_UP + seat], GIVEN_UP + seat, DISCARDS)
            t.exchanged |= only(seat)


@law
def shuffled(t: State, cards: Row, count: int) -> None:
    """Hand out the cards that were drawn, in their order: a deal, or draws that are owed."""
    t.waits = 0
    if t.stage == DEALING:
        deal_hands(t, cards, count)
        t.stage = CHOOSING
    else:
        for i in range(count):
            draw(t, cards[i])
        go_on(t)


@law
def deal_hands(t: State, cards: Row, count: int) -> None:
    """Rules 1 and 11: one card at a time to all who take part, clockwise from the dealer's left."""
    players = size(t.playing)
    served = 0
    for i in range(t.seats):
        seat = (t.turn + i) % t.seats
        if includes(t.playing, seat):
            hand_out(t, cards, count, served, players, seat)
            served += 1


# What a seat may do


@law
def to_act(t: State, seat: int) -> bool:
    """Rule 2: all who take part may act, until they have committed."""
    return t.stage == CHOOSING and includes(t.playing & ~t.chosen, seat)


@law
def breaks(t: State, seat: int, choice: int) -> int:
    """Return the number of the rule that forbids this move, or 0."""
    is_out = t.stage != DEALING and not includes(t.playing, seat)
    if over(t) or is_out:
        return 7
    if not to_act(t, seat) or not is_move(choice):
        return 2
    if holds(t.at[HAND + seat], card_of(choice)):
        return 0
    return 3 if verb_of(choice) == EXCHANGE else 2


@law
def moves(t: State, seat: int, out: Row) -> int:
    """List a commitment and an exchange for each rank held, as suits do not matter; return how many."""
    if not to_act(t, seat):
        return 0
    n = 0
    hand = t.at[HAND + seat]
    while hand:
        card = lowest(hand)
        out[n] = commit_of(card)
        out[n + 1] = exchange_of(card)
        n += 2
        hand = cards_above(hand, rank_of_card(card))
    return n


@law
def default(t: State, seat: int) -> int:
    """Return the move of a player who is away: commit the highest card."""
    hand = t.at[HAND + seat]
    best = NOBODY
    while hand:
        card = lowest(hand)
        if best == NOBODY or value_of(card) > value_of(best):
            best = card
        hand = rest_of(hand)
    return commit_of(best)


# What a move does


@law
def play(t: State, seat: int, choice: int) -> None:
    """Rules 2 and 3: lay a card face down before its player. When everybody has committed, the round goes on."""
    zone = GIVEN_UP if verb_of(choice) == EXCHANGE else COMMITTED
    move(t, only(card_of(choice)), HAND + seat, zone + seat)
    t.chosen |= only(seat)
    if t.chosen == t.playing:
        begin_exchange(t)
        go_on(t)


@law
def begin_exchange(t: State) -> None:
    """Rule 3: a new card is owed for each one given up."""
    t.stage = EXCHANGING
    t.exchanged = 0
    for seat in range(t.seats):
        t.owed[seat] = size(t.at[GIVEN_UP + seat])


@law
def go_on(t: State) -> None:
    """Go on with the round from where it stopped, until the dealer or a seat is to act."""
    ask(t)
    if t.stage == EXCHANGING and not t.waits:  # all exchanges are made
        t.stage = DRAWING
        reveal(t)
        ask(t)
    if t.stage == DRAWING and not t.waits:  # all draws are made; if the reveal has decided the game, the stage is OVER
        end_round(t)


@law
def ask(t: State) -> None:
    """Ask the dealer for the cards that are owed, or as many as there are. Rule 6: if there are none, forgo them."""
    owed = 0
    discards = t.at[DISCARDS]
    for seat in range(t.seats):
        owed += t.owed[seat]
        discards |= t.at[GIVEN_UP + seat]  # rule 3: they are discarded before anything is drawn
    deck = t.at[STOCK] if t.at[STOCK] else discards
    t.waits = min(owed, size(deck))
    if not t.waits:
        fill(t.owed, SEATS)


@law
def draw(t: State, card: int) -> None:
    """Give a card to the next seat that is owed one: rule 3, unseen, as its commitment; rules 4 and 11, in its hand."""
    seat = t.turn if t.stage == EXCHANGING else t.first
    while not t.owed[seat]:
        seat = left_of(t, seat)
    t.owed[seat] -= 1
    if t.stage == EXCHANGING:
        move(t, only(card), STOCK, COMMITTED + seat)
    else:
        give(t, card, seat)


# The end of a round


@law
def reveal(t: State) -> None:
    """Rule 4: turn over all commitments. Rule 5: they go to the discards, face up. Then settle the round."""
    high, low = NO_VALUE, KING + 1
    for seat in range(t.seats):
        t.shown[seat] = NOBODY
        if includes(t.playing, seat):
            card = lowest(t.at[COMMITTED + seat])
            t.shown[seat] = card
            show(t, only(card), EVERYBODY)
            move(t, only(card), COMMITTED + seat, DISCARDS)
            high = max(high, value_of(card))
            low = min(low, value_of(card))
    settle(t, high, low)
    t.tally[ROUNDS] += 1
    t.tally[EXCHANGES] += size(t.exchanged)


@law
def settle(t: State, high: int, low: int) -> None:
    """Rules 4 and 8 to 12: decide who has won and who draws how many, by the highest and the lowest value shown."""
    wins, draws_two = high, NO_VALUE
    if low == ACE and t.ace_rule == 1 and not t.playing_off:
        if high >= JACK:  # rule 8
            wins, draws_two = ACE, high
        elif high > ACE:  # rule 9
            draws_two = ACE
        # rule 10: otherwise there are only aces, which are the highest cards and win
    t.won = showing(t, wins)
    for seat in range(t.seats):
        if includes(t.won, seat):
            t.owed[seat] = 1 if t.playing_off else 0  # rule 11: in a playoff the winner draws too
        elif includes(t.playing, seat):
            t.owed[seat] = 2 if value_of(t.shown[seat]) == draws_two else 1
    t.first = left_of(t, first_winner(t))
    if t.playing_off:
        play_off(t, showing(t, low))


@law
def showing(t: State, value: int) -> int:
    """Return the seats that show a card of this value, as a set."""
    seats = 0
    for seat in range(t.seats):
        if includes(t.playing, seat) and value_of(t.shown[seat]) == value:
            seats |= only(seat)
    return seats


@law
def first_winner(t: State) -> int:
    """Return the winner to whose left drawing begins. Rule 5: of several, the first one from the dealer's left."""
    seat = t.turn
    while not includes(t.won, seat):
        seat = left_of(t, seat)
    return seat


@law
def play_off(t: State, lows: int) -> None:
    """Rule 11: eliminate a player who alone shows the lowest value. Rule 12: or count a win for a single highest."""
    if t.playoff == BY_ELIMINATION:
        if size(lows) == 1:
            eliminate(t, lowest(lows))
    elif size(t.won) == 1:
        count_win(t, lowest(t.won))


@law
def eliminate(t: State, seat: int) -> None:
    """Rule 11: the cards of an eliminated player go face down to the discards; the last one still in has won."""
    t.places[seat] = size(t.playing)
    t.owed[seat] = 0
    t.playing &= ~only(seat)
    move(t, t.at[HAND + seat], HAND + seat, DISCARDS)
    if size(t.playing) == 1:
        end_deal(t)


@law
def count_win(t: State, seat: int) -> None:
    """Rule 12: the first with enough wins has won the game."""
    t.wins[seat] += 1
    if t.wins[seat] == t.playoff_wins:
        end_deal(t)


@law
def end_round(t: State) -> None:
    """Begin the next round. Rule 7: unless one player has no cards, and wins, or several, who meet in a playoff."""
    t.stage = CHOOSING
    t.chosen = 0
    out = without_cards(t)
    if out and not t.playing_off:
        place_by_cards(t)
        t.playing = out
        if size(out) == 1:
            end_deal(t)
        else:
            begin_playoff(t)


@law
def without_cards(t: State) -> int:
    """Return the seats whose hands are empty, as a set."""
    seats = 0
    for seat in range(t.seats):
        if t.at[HAND + seat] == 0:
            seats |= only(seat)
    return seats


@law
def place_by_cards(t: State) -> None:
    """Rule 13: place those who have cards left, fewer cards first, behind those who have none and play on (place 0)."""
    for seat in range(t.seats):
        ahead = 0
        for other in range(t.seats):
            ahead += int(size(t.at[HAND + other]) < size(t.at[HAND + seat]))
        t.places[seat] = 0 if ahead == 0 else 1 + ahead


@law
def begin_playoff(t: State) -> None:
    """Rule 11: all cards are shuffled again, and those in the playoff get three each."""
    t.playing_off = 1
    t.stage = DEALING
    t.waits = DEALT_IN_PLAYOFF * size(t.playing)
    t.tally[PLAYOFFS] += 1


# The end


@law
def end_deal(t: State) -> None:
    """End the match. Rules 12 and 13: those who are left are placed by their wins. All cards are shown."""
    for seat in range(t.seats):
        if includes(t.playing, seat):
            t.places[seat] = placed(t.wins, t.seats, seat)
    fill(t.owed, SEATS)
    show(t, CARDS, EVERYBODY)
    t.stage = OVER
    t.deal = 1


@law
def over(t: State) -> bool:
    return t.stage == OVER


@law
def score(t: State, seat: int) -> int:
    return t.wins[seat]


@law
def place_of(t: State, seat: int) -> int:
    return t.places[seat]
