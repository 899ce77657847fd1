"""The cards of a hand that the other seat of its pair has seen, because they were paid or given (rule 11)."""

from typing import TYPE_CHECKING

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.ledger import HAND, LIMB, SEAT, WATCHER, cards_at, seen_by, show
from cardhouse.cards.sets import holds, only
from cardhouse.games.dynasty.deck import DECK
from cardhouse.games.dynasty.state import State

if TYPE_CHECKING:
    from cardhouse.games.dynasty.seen import View


def shared(t: State, seat: int) -> tuple[str, ...]:
    """Return the names of the cards of a hand that the other seat of its pair has seen."""
    if seat == WATCHER or t.partner[seat] == NOBODY or t.waits:
        return ()
    names: tuple[str, ...] = ()
    for limb in range(t.limbs):
        names += DECK.names(cards_at(t, HAND + seat, limb) & seen_by(t, SEAT + t.partner[seat], limb), limb)
    return names


def recall_shared(t: State, view: "View") -> None:
    """Show the other seat of the pair the cards that, by the view, it has seen; of equal cards, the first."""
    for name in view.shared:
        partner = SEAT + t.partner[view.seat]
        for card in DECK.numbered(name):
            limb, number = divmod(card, LIMB)
            if holds(cards_at(t, HAND + view.seat, limb) & ~seen_by(t, partner, limb), number):
                show(t, only(number), partner, limb)
                break
