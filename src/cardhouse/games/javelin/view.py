"""Describe a view of Javelin, and name the hidden card that a guess is about."""

from collections.abc import Sequence

from cardhouse.cards.ranks import KING
from cardhouse.games.definition import Draw
from cardhouse.games.javelin.moves import ATTACK, target_of, verb_of
from cardhouse.games.javelin.rows import Spot
from cardhouse.games.javelin.seen import View
from cardhouse.games.javelin.state import ROW, State, card_at


def describe(view: View, names: Sequence[str], draw: Draw) -> list[str]:
    """Draw the opponent's rows above and the player's below; `7h>` is sideways, `[3-9]` a proved bound."""
    below = max(0, view.seat)  # a watcher looks from seat 0
    seats = (1 - below, below)
    score = " : ".join(f"{names[seat]} {view.points[seat]}" for seat in seats)
    lines = [f"{score}   stock {view.stock}, turn {view.turns + 1}, first to {view.target}   (> sideways)"]
    for seat in seats:
        halves = (range(ROW // 2), range(ROW // 2, ROW))
        for half in halves if seat != below else reversed(halves):
            spots = [f"{slot}:{drawn(view.rows[seat][slot], draw)}" for slot in half]
            lines.append(f"{names[seat]:>6} {' '.join(spots)}")
    return lines


def drawn(spot: Spot, draw: Draw) -> str:
    card = draw(spot.card)
    if spot.lies == "down":
        bounds = "?" if (spot.least, spot.most) == (1, KING) else f"[{spot.least}-{spot.most}]"
        return f"{card}{bounds}"
    return {"up": card, "sideways": f"{card}>"}.get(spot.lies, ".")


def depends_on(t: State, seat: int, choice: int) -> frozenset[int]:
    """Return the card that a guess is about, as the effect of the guess depends on it."""
    is_guess = seat >= 0 and verb_of(choice) < ATTACK
    return frozenset((card_at(t, 1 - seat, target_of(choice)),)) if is_guess else frozenset()
