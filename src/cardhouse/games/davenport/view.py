"""Describe a view of Davenport, and say who may know moves."""

from collections.abc import Sequence
from dataclasses import replace

from cardhouse.cards.law import law
from cardhouse.cards.ledger import EVERYBODY
from cardhouse.cards.sets import holds, includes
from cardhouse.games.davenport.moves import card_of
from cardhouse.games.davenport.seen import SEEN, View
from cardhouse.games.davenport.state import CARDS, COMMITTED, State
from cardhouse.games.definition import Draw
from cardhouse.games.recall import put, unseen


def describe(view: View, names: Sequence[str], draw: Draw) -> list[str]:
    """Describe a view in a few lines for people."""
    seats = [
        f"{name} {cards}{'*' if won else ''}{f' (showed {draw(card)})' if card else ''}"
        for name, cards, card, won, plays in zip(names, view.counts, view.shown, view.won, view.playing, strict=True)
        if plays or card
    ]
    playoff = "Playoff.  " if view.playing_off else ""
    piles = f"Deck {view.stock}, discards {len(view.discards) + view.discards_hidden}"
    piles += "   (* won the last round)" if any(view.won) else ""
    return [f"{playoff}{', '.join(seats)}", piles, f"Hand:  {' '.join(map(draw, view.hand))}"]


def recall(view: View) -> State:
    """Recall a state from a view, with all commitments back in their hands, because others do not know them."""
    counts = [cards + committed for cards, committed in zip(view.counts, view.committed, strict=True)]
    return SEEN.recall(replace(view, counts=tuple(counts), committed=()))


def recall_all(view: View) -> State:
    """Recall a state from the view of a seat to act, with commitments face down before the others."""
    t = SEEN.recall(view)
    others = [seat for seat, committed in enumerate(view.committed) if committed]
    for seat, card in zip(others, unseen(t, [CARDS]), strict=True):
        put(t, card, COMMITTED + seat)
    return t


@law
def said_to(t: State, seat: int, choice: int, viewer: int) -> bool:
    """Return who may know a move: only its player until the card is revealed, which an exchanged card never is."""
    return viewer == seat or holds(t.seen[EVERYBODY], card_of(choice))


def finished(t: State, seat: int) -> bool:
    """Return whether a seat is out of the playoff."""
    return t.playing_off == 1 and not includes(t.playing, seat)
