"""A rule of thumb for Blitz: meld whatever can be melded, wilds last; discard what is least likely to fit."""

from cardhouse.cards.law import Row, count, law
from cardhouse.cards.ledger import HAND, WORD
from cardhouse.games.blitz.table import (
    ADD,
    DEAL,
    DISCARD,
    FROM_STOCK,
    NEW,
    NONE,
    TAKE,
    Table,
    kind,
    move_of,
    naturals,
    part,
    wild,
    worth,
)
from cardhouse.games.blitz.view import View
from cardhouse.games.blitz.words import DECK, RANKS
from cardhouse.games.face import Weights

WEIGHTS = (0,)
VERBS = ("deal", "draw from the stock", "take discards", "new meld", "add to a meld", "discard", "undo", "complete")
KEPT, NEVER = 10_000, -1_000_000


@law
def verb_of(t: Table, seat: int, choice: int) -> int:
    return choice & 7


@law
def thumb(t: Table, seat: int, out: Row, many: int, w: Weights) -> int:
    best, most = out[0], NEVER
    for i in range(many):
        value = worth_of(t, seat, out[i])
        if value > most:
            best, most = out[i], value
    return best


@law
def worth_of(t: Table, seat: int, choice: int) -> int:
    """A number for a move, the higher the better. A wild is kept as long as there are other cards to play it with."""
    verb = choice & 7
    if verb == TAKE:
        return 400 - 40 * part(choice, 0)
    if verb == FROM_STOCK:
        return 300
    if verb == NEW:
        return 5000 + played(t, part(choice, 1)) + played(t, part(choice, 2)) + played(t, part(choice, 3))
    if verb == ADD:
        card = part(choice, 2)
        held = count(t.at[2 * (HAND + seat)]) + count(t.at[2 * (HAND + seat) + 1])
        return 3000 + 10 * worth(t, card) - (2800 if wild(t, card) and held > 2 else 0)
    return -useful(t, seat, part(choice, 0)) if verb == DISCARD else 0


@law
def played(t: Table, card: int) -> int:
    return -600 if wild(t, card) else 10 * worth(t, card)


@law
def useful(t: Table, seat: int, card: int) -> int:
    """What a card is worth in the hand: wilds a lot, neighbours and equals something; points may count against you."""
    if wild(t, card):
        return KEPT + 10 * worth(t, card)
    rank, suit, near = kind(card) >> 2, kind(card) & 3, 0
    for word in range(2):
        others = t.at[2 * (HAND + seat) + word] & naturals(t) & ~(1 << kind(card))
        near += count(others >> 4 * rank & 15)
        for other in range(max(0, rank - 2), min(12, rank + 2) + 1):
            near += int(other != rank) & (others >> (4 * other + suit) & 1)
    return 100 * near - worth(t, card)


def recall(view: View) -> Table:
    """As much of the table as the rule of thumb looks at, from what its player knows."""
    t = Table(words=2, wild_rank=RANKS.index(view.wild_rank) if view.wild_rank else NONE)
    for name in view.hand:
        card = DECK.card(name)
        t.at[2 * (HAND + view.seat) + card // WORD] |= 1 << card % WORD
    return t


def heard(move: str) -> int:
    """The verb and the cards of a move; where they go is not looked at."""
    match move.split():
        case ["take", many]:
            return move_of(TAKE, int(many))
        case ["new", _, *names]:
            return move_of(NEW, 0, *(DECK.card(name.partition("=")[0]) for name in names))
        case ["add", _, _, name]:
            return move_of(ADD, 0, 0, DECK.card(name.partition("=")[0]))
        case ["discard", name]:
            return move_of(DISCARD, DECK.card(name))
    return FROM_STOCK if move == "stock" else DEAL


def choose(view: View) -> str:
    out = [heard(move) for move in view.moves]
    return view.moves[out.index(thumb(recall(view), view.seat, out, len(out), WEIGHTS))]
