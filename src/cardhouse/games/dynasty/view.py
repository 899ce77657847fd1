"""Describe a view of Dynasty."""

from collections.abc import Sequence

from cardhouse.cards.ledger import WATCHER
from cardhouse.games.definition import Draw
from cardhouse.games.dynasty.seen import View


def describe(view: View, names: Sequence[str], draw: Draw) -> list[str]:
    """Describe a view in a few lines for people, with the seats in turn order."""
    seats = [
        f"{names[seat]}{'*' * view.crowns[seat]} "
        + (f"place {view.places[seat]}" if view.places[seat] else f"{view.counts[seat]}")
        + (" passed" if view.passed[seat] else "")
        for seat in view.order
    ]
    beat = f"{' '.join(map(draw, view.pile))} by {names[view.last]}" if view.pile else "empty"
    if view.seat != WATCHER and view.owes[view.seat]:
        partner = names[view.partner[view.seat]]
        owed = "two cards" if view.owes[view.seat] == 2 else "one card"
        beat = f"{partner} has paid you {' '.join(map(draw, view.shared))}; you owe {partner} {owed}"
    return [" -> ".join(seats), f"Pile:  {beat}", f"Hand:  {' '.join(map(draw, view.hand))}"]
