"""The table of Blitz as a seat knows it, at its own turn."""

from cardhouse.cards.deck import SUITS
from cardhouse.cards.law import law
from cardhouse.cards.ledger import DISCARDS, EVERYBODY, HAND, SEAT, STOCK
from cardhouse.games.blitz.notation import DEALER
from cardhouse.games.blitz.table import (
    ACE,
    BOARD,
    BOOK,
    DRAWN,
    JOKER,
    NONE,
    NOT_YET,
    NOTHING,
    PLAYING,
    SELECTING,
    Table,
    kind,
)
from cardhouse.games.blitz.telling import Meld
from cardhouse.games.blitz.view import View
from cardhouse.games.blitz.words import DECK, RANKS
from cardhouse.games.recall import fill_up, lay


@law
def stake(t: Table, seat: int) -> int:
    """Rule 15: to have more points of the hand than any other, and how many more."""
    best = -10_000
    for other in range(t.seats):
        if other != seat:
            best = max(best, t.gained[other])
    more = t.gained[seat] - best
    return 500 + max(-100, min(100, more // 10)) + (400 if more > 0 else -400 if more < 0 else 0)


def recall(view: View) -> Table:
    seats = view.seats
    t = Table(words=2, seats=seats, decks=view.decks, jokers=view.jokers, target=view.target, max_hands=view.max_hands)
    t.dealer, t.dealt_by, t.deal, t.turn = DEALER.index(view.dealing), view.dealer, view.deal, view.turn
    t.wild_rank = RANKS.index(view.wild_rank) if view.wild_rank else NONE
    t.stage = SELECTING if view.moves[0].startswith("deal") else PLAYING
    t.drawn, t.hidden = NOT_YET if not view.drawn else NOTHING if view.last else DRAWN, int(view.drawn)
    t.reshuffled, t.last, t.lap, t.reached = (
        int(view.reshuffled),
        int(view.last),
        view.lap,
        int(max(view.points) >= view.target),
    )
    t.duty = NONE if not view.duty else JOKER if view.duty == "joker" else kind(DECK.card(view.duty))
    t.gained[:seats], t.points[:seats] = view.gained, view.points
    for meld in view.board:
        lay_meld(t, meld)
    lay_pile(t, view)
    for seat, hand in enumerate(view.hands):
        lay(t, DECK, HAND + seat, hand, SEAT + seat if seat == view.seat else EVERYBODY)
    fill_up(t, DECK.in_play(t), {STOCK: view.stock, **{HAND + seat: many for seat, many in enumerate(view.counts)}})
    return t


def lay_meld(t: Table, meld: Meld) -> None:
    """An ace that begins a run is the low one."""
    means, book = meld.cards[0].means, meld.kind == "book"
    rank = RANKS.index(means if book else means[:-1])
    low = rank if book else 0 if rank == ACE else rank + 1
    t.suit[t.melds] = BOOK if book else SUITS.index(means[-1])
    t.low[t.melds], t.high[t.melds] = low, low if book else low + len(meld.cards) - 1
    for i, laid in enumerate(meld.cards):
        card = DECK.card(laid.card)
        t.means[card], t.by[card] = low if book else low + i, laid.by
        lay(t, DECK, BOARD + t.melds, [laid.card], EVERYBODY)
    t.melds += 1


def lay_pile(t: Table, view: View) -> None:
    """A card that was discarded in this turn is not in the pile until it is completed."""
    pile = [DECK.card(name) for name in view.discards]
    t.discarded = pile.pop() if view.moves == ("complete",) and view.hand else NONE
    t.pile[: len(pile)], t.piled = pile, len(pile)
    lay(t, DECK, DISCARDS, view.discards, EVERYBODY)
