"""Dynasty. Shed all your cards first and be monarch; three monarchies win. Low cards are good.

The state is declared in state.py, the moves in moves.py; taxes.py has rule 11. A move names values, and the law picks
the cards. The rules are numbered as in RULES.md.
"""

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.law import Row, law
from cardhouse.cards.ledger import (
    DISCARDS,
    EVERYBODY,
    HAND,
    STOCK,
    fill,
    gather_deck,
    hand_out,
    list_zone,
    move,
    move_all,
    out_of_cards,
    show,
    show_deck,
    size_of,
)
from cardhouse.cards.sets import includes, only
from cardhouse.games.dynasty.deck import DECK
from cardhouse.games.dynasty.moves import (
    MOVES,
    NO_CARD,
    PASS,
    PLAYING,
    cards_in,
    gift_of,
    high_of,
    is_gift,
    is_move,
    low_of,
    naturals_of,
    play_of,
    value_of,
    verb_of,
    wilds_of,
)
from cardhouse.games.dynasty.state import (
    CARDS,
    DEALS,
    PILE,
    PILES,
    SEATS,
    VIEWERS,
    WILD,
    ZONE_COUNT,
    held,
    limb_of_value,
    new_deal,
    new_match,
    picked,
)
from cardhouse.games.dynasty.state import State as State
from cardhouse.games.dynasty.taxes import gifts, hand_over, may_give, tax

CHOICES = MOVES.CHOICES  # moves are numbers below this one
MOST_MOVES, MOST_CARDS = 128, len(DECK)  # what the rows given to `moves` and `collect` must hold
FEWEST_PLAYERS = 3  # rule 12
# Weights for `merit`. A monarchy counts more than any place in the last deal: at most 16 seats + 80 cards = 96.
A_MONARCHY = 200
THE_LAST_DEAL = 150  # less the place in it
HAVING_LEFT = -1000

# The deal


@law
def begin(t: State, seating: Row) -> None:
    """Begin a match. Rule 3: the first turn order is random; it is stored as if an earlier deal had ended so."""
    new_match(t)
    for i in range(t.seats):
        t.places[seating[i]] = i + 1
    t.players = t.seats
    t.waits = MOST_CARDS


@law
def collect(t: State, out: Row) -> int:
    """List the cards to draw from in `out`; return how many. Rule 12: none if there are too few players."""
    arrange(t)  # by the places in the last deal, which `new_deal` clears
    if t.players < FEWEST_PLAYERS:
        t.ended = 1
        t.waits = 0
        return 0
    new_deal(t)
    t.turn = t.order[0]
    gather_deck(t, CARDS, ZONE_COUNT, VIEWERS)
    return list_zone(t, STOCK, out)


@law
def arrange(t: State) -> None:
    """Rule 3: make the turn order, which is the finishing order. Rule 12: nobody who left; newcomers in the middle."""
    last_place = t.players  # in the last deal
    fill(t.order, SEATS, NOBODY)
    t.players = 0
    for place in range(1, last_place + 1):
        for seat in range(t.seats):
            if t.places[seat] == place and not t.left[seat]:
                insert(t, t.players, seat)
    stayed = t.players
    joined = 0
    for seat in range(t.seats):
        if includes(t.newcomers, seat) and not t.left[seat]:
            insert(t, stayed // 2 + joined, seat)
            joined += 1


@law
def insert(t: State, at: int, seat: int) -> None:
    """Insert a seat into the turn order at this position; those behind it move on by one."""
    for i in range(t.players, at, -1):
        t.order[i] = t.order[i - 1]
    t.order[at] = seat
    t.players += 1


@law
def shuffled(t: State, cards: Row, count: int) -> None:
    """Rule 2: deal the cards that were drawn, one at a time in turn order. Rule 11: then taxes are due."""
    for i in range(t.players):
        hand_out(t, cards, count, i, t.players, t.order[i])
    t.waits = 0
    t.tally[DEALS] += 1
    if t.taxation and t.deal > 0:
        tax(t)
    t.newcomers = 0


# What a seat may do


@law
def to_act(t: State, seat: int) -> bool:
    """Rule 11: while taxes are due, those who owe cards may act; otherwise the seat whose turn it is."""
    if t.waits or t.ended:
        return False
    return t.owes[seat] > 0 if t.taxes else seat == t.turn


@law
def breaks(t: State, seat: int, choice: int) -> int:
    """Return the number of the rule that forbids this move, or 0."""
    if t.ended:
        return 10
    if not to_act(t, seat):
        return must_wait(t, seat)
    if t.taxes:
        return 0 if may_give(t, seat, choice) else 11
    if choice == PASS:
        return 6 if t.count == 0 else 0
    if not is_play(choice) or not has_cards(t, seat, choice):
        return 4
    if beats(t, choice):
        return 0
    return 5 if value_of(choice) == WILD else 6


@law
def must_wait(t: State, seat: int) -> int:
    """Return the number of the rule that says why a seat is not to act now."""
    if t.taxes:
        return 11
    if includes(t.passed, seat) and not t.waits:
        return 7
    return 3


@law
def is_play(choice: int) -> bool:
    """Rules 4 and 5: cards of one value, perhaps with wilds; or wilds alone, which have a value of their own."""
    if not is_move(choice) or verb_of(choice) != PLAYING or cards_in(choice) == 0:
        return False
    value = value_of(choice)
    if naturals_of(choice) == 0:
        return value == WILD
    return value < WILD


@law
def has_cards(t: State, seat: int, choice: int) -> bool:
    """Rule 4: return whether a seat holds the cards of this play."""
    return naturals_of(choice) <= held(t, seat, value_of(choice)) and wilds_of(choice) <= held(t, seat, WILD)


@law
def beats(t: State, choice: int) -> bool:
    """Rule 6: an answer has exactly as many cards as the last play, of a lower value. A lead has nothing to beat."""
    if t.count == 0:
        return True
    return cards_in(choice) == t.count and value_of(choice) < t.value


@law
def moves(t: State, seat: int, out: Row) -> int:
    """List all moves; return how many.

    A lead is any number of cards of any value, an answer as many as the last play, of a lower value: each with every
    number of wilds that leaves at least one natural card in it.
    """
    if not to_act(t, seat):
        return 0
    if t.taxes:
        return gifts(t, seat, out)
    leads = t.count == 0
    wilds_held = held(t, seat, WILD)
    bound = WILD if leads else t.value  # values below this one are legal
    least = 1 if leads else t.count
    n = 0
    for value in range(1, bound):
        naturals_held = held(t, seat, value)
        most = naturals_held + wilds_held if leads else t.count
        for count in range(least, most + 1):
            for wilds in range(wilds_held + 1):
                naturals = count - wilds
                out[n] = play_of(value, naturals, wilds)  # written, then counted or not: a branch would be slower
                n += int(0 < naturals <= naturals_held)
    if not leads:
        out[n] = PASS
        return n + 1
    for wilds in range(1, wilds_held + 1):  # rule 5: wilds by themselves
        out[n] = play_of(WILD, 0, wilds)
        n += 1
    return n


@law
def default(t: State, seat: int) -> int:
    """Return the move of a player who is away: pass.

    When leading, play one card of the highest value, a wild only if there is nothing else. When giving in return, give
    the highest natural cards.
    """
    if t.count:
        return PASS
    highest = highest_held(t, seat, WILD)
    if not t.taxes:
        return play_of(WILD, 0, 1) if highest == WILD else play_of(highest, 1, 0)
    if t.owes[seat] == 1:
        return gift_of(NO_CARD, highest)
    second = highest if held(t, seat, highest) > 1 else highest_held(t, seat, highest)
    return gift_of(min(highest, second), max(highest, second))


@law
def highest_held(t: State, seat: int, bound: int) -> int:
    """Return the highest value below a bound of which a seat holds natural cards; WILD if there is none."""
    for value in range(bound - 1, 0, -1):
        if held(t, seat, value):
            return value
    return WILD


# What a move does


@law
def play(t: State, seat: int, choice: int) -> None:
    """Make a legal move; then the turn goes on, unless the deal is over."""
    t.cleared = 0
    if is_gift(choice):
        give_back(t, seat, choice)
        return
    if choice == PASS:
        t.passed |= only(seat)
    else:
        lay(t, seat, choice)
        if out_of_cards(t, seat):
            go_out(t, seat)
    if not t.waits and not t.ended:
        advance(t)


@law
def give_back(t: State, seat: int, choice: int) -> None:
    """Rule 11: give cards from the monarch, or the second player, to the one who paid."""
    if low_of(choice) != NO_CARD:
        hand_over(t, seat, t.partner[seat], low_of(choice))
    hand_over(t, seat, t.partner[seat], high_of(choice))
    t.owes[seat] = 0
    t.taxes -= 1


@law
def lay(t: State, seat: int, choice: int) -> None:
    """Put the cards of a play on the pile: they are the cards to beat."""
    move_all(t, PILE, DISCARDS)
    put_down(t, seat, value_of(choice), naturals_of(choice))
    put_down(t, seat, WILD, wilds_of(choice))
    t.count = cards_in(choice)
    t.value = value_of(choice)
    t.last = seat


@law
def put_down(t: State, seat: int, value: int, count: int) -> None:
    """Move `count` cards of a value from a hand to the pile, face up."""
    cards = picked(t, seat, value, count)
    move(t, cards, HAND + seat, PILE, limb_of_value(value))
    show(t, cards, EVERYBODY, limb_of_value(value))


@law
def advance(t: State) -> None:
    """Rule 7: give the turn to the next player who is still in the pile.

    Rule 8: if it comes to the player of the last play, or passes over them, the pile is cleared.
    """
    while True:
        following = t.at_turn + 1
        t.at_turn = following if following < t.players else 0
        t.turn = t.order[t.at_turn]
        if t.turn == t.last:
            clear(t)
        if not out_of_cards(t, t.turn) and not includes(t.passed, t.turn):
            return


@law
def clear(t: State) -> None:
    """Rule 8: put the pile away; everybody who holds cards is in the next one."""
    move_all(t, PILE, DISCARDS)
    t.count = 0
    t.value = 0
    t.last = NOBODY
    t.passed = 0
    t.cleared = 1
    t.tally[PILES] += 1


# The end


@law
def go_out(t: State, seat: int) -> None:
    """Rules 9 and 10: the first to finish, of those who have not left, is monarch; enough monarchies end the match."""
    t.out += 1
    t.places[seat] = t.out
    if t.monarch == NOBODY and not t.left[seat]:
        t.monarch = seat
        t.crowns[seat] += 1
        t.ended = int(t.crowns[seat] == t.monarchies)
    if t.out == t.players - 1 or t.ended:
        end_deal(t)


@law
def end_deal(t: State) -> None:
    """End a deal. Rule 9: a single player who holds cards is last. All cards are shown."""
    is_played_out = t.out == t.players - 1  # rule 10: enough monarchies end the match in the middle of a deal
    for seat in range(t.seats):
        if is_played_out and not out_of_cards(t, seat):
            t.places[seat] = t.players
    show_deck(t, CARDS, EVERYBODY)
    t.deal += 1
    t.waits = 0 if t.ended else MOST_CARDS


@law
def join(t: State) -> None:
    """Rule 12: give a newcomer the next seat."""
    t.newcomers |= only(t.seats)
    t.seats += 1


@law
def leave(t: State, seat: int) -> None:
    """Rule 12: note who has left, and in which order; a bot plays for them until the deal ends."""
    t.leavers += 1
    t.left[seat] = t.leavers


@law
def over(t: State) -> bool:
    return t.ended == 1


@law
def score(t: State, seat: int) -> int:
    return t.crowns[seat]


@law
def merit(t: State, seat: int) -> int:
    """Return a number that is higher for a better seat, by rules 10 and 12.

    Monarchies count most, then the place in the last deal. Newcomers have neither, and those who left come last.
    """
    if t.left[seat]:
        return HAVING_LEFT + t.left[seat]
    if includes(t.newcomers, seat):
        return 0
    return A_MONARCHY * t.crowns[seat] + THE_LAST_DEAL - place_in_deal(t, seat)


@law
def place_in_deal(t: State, seat: int) -> int:
    """Return the place in the last deal. Rule 10: players who still hold cards come after all others."""
    if t.places[seat]:
        return t.places[seat]
    return SEATS + size_of(t, HAND + seat)


@law
def place_of(t: State, seat: int) -> int:
    """Return the seat's place in the match; seats of equal merit share a place."""
    mine = merit(t, seat)
    place = 1
    for other in range(t.seats):
        place += int(merit(t, other) > mine)
    return place
