"""President. Be the first to shed every card; the last seat holding cards loses.

The state is declared in state.py, the moves in moves.py. The rules are numbered as in RULES.md.
"""

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.law import Row, law, lowest, size
from cardhouse.cards.ledger import DISCARDS, EVERYBODY, HAND, deal_round, gather, listed, move, show
from cardhouse.cards.scores import placed
from cardhouse.cards.sets import (
    ALL_SUITS,
    cards_of,
    first_of,
    holds,
    numbered,
    only,
    rank_of_card,
    rest_of,
    suit_of_card,
    suits_held,
)
from cardhouse.games.president.moves import MOVES, PASS, is_move, play_of, rank_of, suits_of
from cardhouse.games.president.state import (
    BY_RANK,
    CARDS,
    CLEARS,
    EVERYBODY_IS_ASKED,
    PILE,
    SKIPS,
    TURNS,
    VIEWERS,
    ZONE_COUNT,
    new_deal,
    new_match,
)
from cardhouse.games.president.state import State as State

TWO, THREE, FOUR = 0, 1, 2  # rule 1: ranks run 2, 3, 4 ... ace = 0, 1, 2 ... 12
CLUBS = 0  # a suit
FOUR_OF_CLUBS = numbered(FOUR, CLUBS)  # a card
TWOS_AND_THREES = cards_of(TWO, ALL_SUITS) | cards_of(THREE, ALL_SUITS)  # a set of cards
OPENING = play_of(FOUR, only(CLUBS))
CHOICES = MOVES.CHOICES  # moves are numbers below this one
MOST_MOVES, MOST_CARDS = 64, size(CARDS)  # what the rows given to `moves` and `collect` must hold


# The deal


@law
def begin(t: State, seating: Row) -> None:
    """Begin a match. Rule 2: the seat that gets the first card is drawn by lot."""
    new_match(t)
    t.first = seating[0]
    t.waits = MOST_CARDS


@law
def collect(t: State, out: Row) -> int:
    """List the cards to draw from in `out`, by number; return how many."""
    new_deal(t)
    gather(t, CARDS, ZONE_COUNT, VIEWERS)
    return listed(CARDS, out)


@law
def shuffled(t: State, cards: Row, count: int) -> None:
    """Rule 2: deal the cards that were drawn, one by one. Rule 3: the holder of the four of clubs opens."""
    deal_round(t, cards, count, t.first)
    t.turn = 0
    while not holds(t.at[HAND + t.turn], FOUR_OF_CLUBS):
        t.turn += 1
    show(t, only(FOUR_OF_CLUBS), EVERYBODY)
    t.waits = 0
    t.opening = 1


# What a seat may do


@law
def to_act(t: State, seat: int) -> bool:
    return seat == t.turn and not t.waits and not over(t)


@law
def automatic(t: State) -> bool:
    """Rule 3: return whether the next move is automatic, as the opening is."""
    return t.opening == 1


@law
def least(rank: int, many_to_beat: int, rank_to_beat: int) -> int:
    """Return how many cards of a rank are needed to beat the pile; 0 if the pile is empty.

    Rule 6: 2s and 3s are always legal. Rule 5: as many of an equal or higher rank, or else one more.
    """
    if rank <= THREE:
        return 1
    return many_to_beat if rank >= rank_to_beat else many_to_beat + 1


@law
def breaks(t: State, seat: int, choice: int) -> int:
    """Return the number of the rule that forbids this move, or 0."""
    if not to_act(t, seat):
        return 13 if over(t) else 3
    if t.opening:
        return 0 if choice == OPENING else 3
    if choice == PASS:
        return 10 if t.count == 0 else 0
    if not is_move(choice) or not has_cards(t, seat, choice):
        return 4
    return 0 if size(suits_of(choice)) >= least(rank_of(choice), t.count, t.rank) else 5


@law
def has_cards(t: State, seat: int, choice: int) -> bool:
    """Rule 4: return whether a seat holds the cards of this play."""
    return suits_of(choice) & ~suits_held(t.at[HAND + seat], rank_of(choice)) == 0


@law
def plays(hand: int, many_to_beat: int, rank_to_beat: int, out: Row) -> int:
    """List one legal play for each rank and number of cards, in the lowest suits; return how many."""
    n = 0
    while hand:
        rank = rank_of_card(lowest(hand))
        unused = suits_held(hand, rank)
        hand &= ~cards_of(rank, unused)
        enough = least(rank, many_to_beat, rank_to_beat)
        suits = 0
        count = 0
        while unused:
            suits |= first_of(unused)
            unused = rest_of(unused)
            count += 1
            if count >= enough:
                out[n] = play_of(rank, suits)
                n += 1
    return n


@law
def moves(t: State, seat: int, out: Row) -> int:
    """List the pass, and one play for each rank and number of cards; return how many."""
    if not to_act(t, seat):
        return 0
    if t.opening:
        out[0] = OPENING
        return 1
    n = plays(t.at[HAND + seat], t.count, t.rank, out)
    if t.count:
        out[n] = PASS
        n += 1
    return n


@law
def default(t: State, seat: int) -> int:
    """Return the move of a player who is away: pass, or lead the lowest single card, 2s and 3s last."""
    if t.opening:
        return OPENING
    if t.count:
        return PASS
    hand = t.at[HAND + seat]
    others = hand & ~TWOS_AND_THREES
    card = lowest(others if others else hand)
    return play_of(rank_of_card(card), only(suit_of_card(card)))


# What a move does


@law
def play(t: State, seat: int, choice: int) -> None:
    """Make a legal move; then the turn goes on, unless the deal is over or the player leads again."""
    t.skipped = NOBODY
    t.cleared = 0
    skips = choice != PASS and is_equal(t, choice)  # compared with the pile before this play
    if choice != PASS:
        play_cards(t, seat, choice)
    elif seat == t.last:  # rule 11, full_circle=everybody: asked too, and passed
        clear(t)
    if t.out == t.seats - 1:
        end_deal(t)
    elif not leads_again(t, seat, choice):
        advance(t)
        if skips:
            skip(t)


@law
def play_cards(t: State, seat: int, choice: int) -> None:
    """Lay cards, with the effect of their rank; a player without cards is out."""
    lay(t, seat, choice)
    if rank_of(choice) == TWO:  # rule 7
        clear(t)
    if rank_of(choice) == THREE:  # rule 8
        t.direction = -t.direction
        t.tally[TURNS] += 1
    if t.at[HAND + seat] == 0:  # rule 12
        t.out += 1
        t.places[seat] = t.out


@law
def leads_again(t: State, seat: int, choice: int) -> bool:
    """Rule 7: return whether the player leads again, after a 2 and with cards left."""
    return choice != PASS and rank_of(choice) == TWO and t.at[HAND + seat] != 0


@law
def is_equal(t: State, choice: int) -> bool:
    """Rule 9: return whether this play is equal to the pile, so that it skips the next player."""
    if t.count == 0 or rank_of(choice) != t.rank:
        return False
    return t.skip_on == BY_RANK or size(suits_of(choice)) == t.count


@law
def lay(t: State, seat: int, choice: int) -> None:
    """Put the cards of a play on the pile: they are the cards to beat."""
    rank = rank_of(choice)
    suits = suits_of(choice)
    move(t, t.at[PILE], PILE, DISCARDS)
    move(t, cards_of(rank, suits), HAND + seat, PILE)
    show(t, cards_of(rank, suits), EVERYBODY)
    t.count = size(suits)
    t.rank = rank
    t.last = seat
    t.opening = 0


@law
def clear(t: State) -> None:
    """Clear the pile: whoever is next to act leads."""
    move(t, t.at[PILE], PILE, DISCARDS)
    t.count = 0
    t.rank = 0
    t.last = NOBODY
    t.cleared = 1
    t.tally[CLEARS] += 1


@law
def advance(t: State) -> None:
    """Give the turn to the next seat that holds cards.

    Rule 11: if it comes to the player of the cards to beat, or passes over them, the pile is cleared. With
    full_circle=everybody that player is asked first, if they still hold cards.
    """
    while True:
        t.turn = (t.turn + t.direction) % t.seats
        is_in = t.at[HAND + t.turn] != 0
        is_asked_again = is_in and t.full_circle == EVERYBODY_IS_ASKED
        if t.turn == t.last and not is_asked_again:
            clear(t)
        if is_in:
            return


@law
def skip(t: State) -> None:
    """Rule 9: pass over the seat whose turn it would be."""
    t.skipped = t.turn
    t.tally[SKIPS] += 1
    advance(t)


# The end


@law
def end_deal(t: State) -> None:
    """Rule 13: the player who still holds cards is last. Rule 14: the players behind you are your points."""
    for seat in range(t.seats):
        if t.places[seat] == 0:
            t.places[seat] = t.seats
        t.points[seat] += t.seats - t.places[seat]
    show(t, CARDS, EVERYBODY)
    t.deal += 1
    t.first = (t.first + 1) % t.seats
    t.waits = 0 if over(t) else MOST_CARDS


@law
def over(t: State) -> bool:
    return t.deal == t.deals


@law
def score(t: State, seat: int) -> int:
    return t.points[seat]


@law
def place_of(t: State, seat: int) -> int:
    """Return the seat's place in the match. Rule 14: equal totals share a place."""
    return placed(t.points, t.seats, seat)
