"""Dynasty. Shed all your cards first and be monarch; three monarchies win. Low cards are good.

A play is a value and how many naturals and wilds: `play 9 9 W` is `9 << 6 | 2 << 2 | 1`; wilds alone have the value 13.
A gift is `GIVE | 3 << 4 | 7`. Which of equal cards go is the law's choice. The rules are numbered as in RULES.md.
"""

from cardhouse.cards.law import Row, law
from cardhouse.cards.ledger import (
    DISCARDS,
    EVERYBODY,
    HAND,
    STOCK,
    fill,
    gather_deck,
    hand_out,
    list_place,
    move,
    move_all,
    out_of_cards,
    show,
    show_deck,
    size_of,
)
from cardhouse.games.dynasty.table import (
    CARDS,
    DEALS,
    NOBODY,
    PILES,
    PLACES,
    SEATS,
    TABLE,
    VIEWERS,
    WILD,
    held,
    picked,
)
from cardhouse.games.dynasty.table import Table as Table
from cardhouse.games.dynasty.taxes import GIVE, gifts, hand_over, may_give, tax

PASS = 0
CHOICES, MOST_MOVES, MOST_CARDS = GIVE + 256, 128, 80
FEWEST_PLAYERS = 3  # rule 12

# The deal


@law
def begin(t: Table, seating: Row) -> None:
    """Rule 3: the first turn order is drawn by lot, as if the seats had finished in it."""
    t.words, t.waits, t.deal, t.ended, t.fresh, t.leavers = 2, MOST_CARDS, 0, 0, 0, 0
    fill(t.crowns, SEATS)
    fill(t.left, SEATS)
    fill(t.tally, 3)
    fill(t.place, SEATS)
    for i in range(t.seats):
        t.place[seating[i]] = i + 1
    t.players = t.seats


@law
def collect(t: Table, order: Row) -> int:
    """The dealer picks up the cards; rule 12: unless there are too few players for another deal."""
    arrange(t)
    if t.players < FEWEST_PLAYERS:
        t.ended, t.waits = 1, 0
        return 0
    fill(t.place, SEATS)
    fill(t.owes, SEATS)
    fill(t.partner, SEATS, NOBODY)
    t.turn, t.at_turn, t.taxes, t.out, t.monarch = t.order[0], 0, 0, 0, NOBODY
    t.many, t.value, t.last, t.passed, t.cleared = 0, 0, NOBODY, 0, 0
    gather_deck(t, CARDS, PLACES, VIEWERS)
    return list_place(t, STOCK, order)


@law
def arrange(t: Table) -> None:
    """Rule 3: the turn order is the finishing order. Rule 12: less those who left, with newcomers in the middle."""
    finished, stay = t.players, 0
    fill(t.order, SEATS, NOBODY)
    for place in range(1, finished + 1):
        for seat in range(t.seats):
            if t.place[seat] == place and not t.left[seat]:
                t.order[stay] = seat
                stay += 1
    t.players = stay
    for seat in range(t.seats):
        if t.fresh >> seat & 1 and not t.left[seat]:
            middle = stay // 2 + t.players - stay
            for i in range(t.players, middle, -1):
                t.order[i] = t.order[i - 1]
            t.order[middle] = seat
            t.players += 1


@law
def shuffled(t: Table, cards: Row, many: int) -> None:
    """Rule 2: one card at a time in turn order. Then taxes are due."""
    for i in range(t.players):
        hand_out(t, cards, many, i, t.players, t.order[i])
    t.waits = 0
    t.tally[DEALS] += 1
    if t.taxation and t.deal > 0:
        tax(t)
    t.fresh = 0


# What a seat may do


@law
def to_act(t: Table, seat: int) -> bool:
    if t.waits or t.ended:
        return False
    return t.owes[seat] > 0 if t.taxes else seat == t.turn


@law
def automatic(t: Table) -> bool:
    return False


@law
def breaks(t: Table, seat: int, choice: int) -> int:
    """The number of the rule that forbids this move, or 0."""
    if t.ended:
        return 10
    if not to_act(t, seat):
        return 11 if t.taxes else 7 if t.passed >> seat & 1 and not t.waits else 3
    if t.taxes:
        return 0 if may_give(t, seat, choice) else 11
    if choice == PASS:
        return 6 if t.many == 0 else 0
    value, naturals, wilds = choice >> 6, choice >> 2 & 15, choice & 3
    if not 0 < choice < GIVE or not 0 < value <= WILD or (naturals == 0) != (value == WILD) or naturals + wilds == 0:
        return 4
    if naturals > (held(t, seat, value) if value < WILD else 0) or wilds > held(t, seat, WILD):
        return 4
    if t.many == 0 or (naturals + wilds == t.many and value < t.value):
        return 0
    return 5 if value == WILD else 6


@law
def moves(t: Table, seat: int, out: Row) -> int:
    """List all moves; return how many."""
    if not to_act(t, seat):
        return 0
    if t.taxes:
        return gifts(t, seat, out)
    n, wilds, to_beat = 0, held(t, seat, WILD), t.many
    for value in range(1, t.value if to_beat else WILD):
        naturals = held(t, seat, value)
        for many in range(to_beat if to_beat else 1, (to_beat if to_beat else naturals + wilds) + 1):
            for wild in range(wilds + 1):  # written, then counted or not: a processor guesses badly at an `if`
                out[n] = value << 6 | many - wild << 2 | wild
                n += int(0 < many - wild <= naturals)
    if to_beat:
        out[n] = PASS
        return n + 1
    for wild in range(1, wilds + 1):  # rule 5
        out[n] = WILD << 6 | wild
        n += 1
    return n


@law
def default(t: Table, seat: int) -> int:
    """For a player who fails: pass; or lead, or give, the highest natural cards."""
    if t.many:
        return PASS
    highest = second = 0
    for i in range(WILD):
        value = i if i else WILD  # a wild is the last resort
        if held(t, seat, value):
            highest, second = value, highest
        if held(t, seat, value) > 1 and t.taxes:
            second = value
    if not t.taxes:
        return highest << 6 | (1 if highest == WILD else 1 << 2)
    if t.owes[seat] == 1:
        return GIVE | highest
    return GIVE | min(highest, second) << 4 | max(highest, second)


# What it does


@law
def play(t: Table, seat: int, choice: int) -> None:
    t.cleared = 0
    if choice >= GIVE:
        for value in (choice >> 4 & 15, choice & 15):
            if value:
                hand_over(t, seat, t.partner[seat], value)
        t.owes[seat] = 0
        t.taxes -= 1
    elif choice == PASS:
        t.passed |= 1 << seat
        advance(t)
    else:
        lay(t, seat, choice >> 6, choice >> 2 & 15, choice & 3)
        if out_of_cards(t, seat):
            go_out(t, seat)
        if not t.waits and not t.ended:
            advance(t)


@law
def lay(t: Table, seat: int, value: int, naturals: int, wilds: int) -> None:
    for word in range(2):
        move(t, t.at[2 * TABLE + word], TABLE, DISCARDS, word)
        cards = picked(t, seat, value, naturals) if int(value > 10) == word and naturals else 0
        cards |= picked(t, seat, WILD, wilds) if word and wilds else 0
        move(t, cards, HAND + seat, TABLE, word)
        show(t, cards, EVERYBODY, word)
    t.many, t.value, t.last = naturals + wilds, value, seat


@law
def advance(t: Table) -> None:
    """Rules 7 and 8: the turn goes to the next who is still in the pile; coming round, it clears the pile."""
    while True:
        t.at_turn = t.at_turn + 1 if t.at_turn + 1 < t.players else 0
        t.turn = t.order[t.at_turn]
        if t.turn == t.last:
            clear(t)
        if not out_of_cards(t, t.turn) and not t.passed >> t.turn & 1:
            return


@law
def clear(t: Table) -> None:
    move_all(t, TABLE, DISCARDS)
    t.many, t.value, t.last, t.passed, t.cleared = 0, 0, NOBODY, 0, 1
    t.tally[PILES] += 1


# The end


@law
def go_out(t: Table, seat: int) -> None:
    """Rules 9 and 10: the first to finish, of those who have not left, is monarch; the last monarchy ends the match."""
    t.out += 1
    t.place[seat] = t.out
    if t.monarch == NOBODY and not t.left[seat]:
        t.monarch = seat
        t.crowns[seat] += 1
        t.ended = int(t.crowns[seat] == t.monarchies)
    if t.out == t.players - 1 or t.ended:
        end_deal(t)


@law
def end_deal(t: Table) -> None:
    for seat in range(t.seats):
        if t.out == t.players - 1 and not out_of_cards(t, seat):
            t.place[seat] = t.players
    show_deck(t, CARDS, EVERYBODY)
    t.deal += 1
    t.waits = 0 if t.ended else MOST_CARDS


@law
def join(t: Table) -> None:
    """Rule 12: a newcomer gets the next seat."""
    t.fresh |= 1 << t.seats
    t.seats += 1


@law
def leave(t: Table, seat: int) -> None:
    t.leavers += 1
    t.left[seat] = t.leavers


@law
def over(t: Table) -> bool:
    return t.ended == 1


@law
def score(t: Table, seat: int) -> int:
    return t.crowns[seat]


@law
def standing(t: Table, seat: int) -> int:
    """Rule 10: monarchies, then the last finishing order, then fewer cards. Rule 12: those who left come last."""
    if t.left[seat]:
        return t.left[seat] - 1000
    if t.fresh >> seat & 1:
        return 0
    place = t.place[seat]
    if place == 0:
        place = SEATS + size_of(t, HAND + seat)
    return 200 * t.crowns[seat] + 150 - place  # no place is as high as 150: a hand has at most 80 cards


@law
def ranked(t: Table, seat: int) -> int:
    mine, place = standing(t, seat), 1
    for other in range(t.seats):
        place += int(standing(t, other) > mine)
    return place
