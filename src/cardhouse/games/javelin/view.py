"""What a player may know of a table of Javelin."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from cardhouse.cards.deck import STANDARD
from cardhouse.cards.ledger import DISCARDS, STOCK
from cardhouse.games.face import OFF_ON
from cardhouse.games.javelin.law import (
    ATTACK,
)
from cardhouse.games.javelin.notation import ending
from cardhouse.games.javelin.table import (
    ROW,
    ROWS,
    Table,
    card_at,
)
from cardhouse.games.view import View as AnyView


class Spot(NamedTuple):
    """A place in a row."""

    card: str  # "" for one that is not known, and where there is none
    state: str  # up, sideways, down or empty
    least: int  # what wrong guesses have proved of a face-down card: it is not lower than this ...
    most: int  # ... nor higher than this; 0 for others


@dataclass(slots=True, kw_only=True)
class View(AnyView):
    peek: str
    reshuffle: str
    target: int
    dealer: int
    rows: tuple[tuple[Spot, ...], ...]  # of each seat: places 0 to 15
    stock: int  # cards
    discards: tuple[str, ...]
    turns: int  # in this round
    points: tuple[int, ...]
    winner: int  # of the last round, -1 for nobody
    ending: str  # how it ended: the kind of the fact that tells it, "" while none has


def view(t: Table, many: Callable[[int], int], **common: Any) -> View:
    """From a table without the cards that the player cannot know, and how many cards lie in each place."""
    return View(
        **common,
        peek=OFF_ON[t.peek],
        reshuffle=OFF_ON[t.reshuffle],
        target=t.target,
        dealer=t.dealer,
        rows=(row(t, 0), row(t, 1)),
        stock=many(STOCK),
        discards=STANDARD.names(t.at[DISCARDS]),
        turns=t.turns,
        points=tuple(t.points),
        winner=t.winner,
        ending=ending(t).kind if t.ending else "",
    )


def row(t: Table, seat: int) -> tuple[Spot, ...]:
    """The sixteen places of a player."""
    at, up, sideways = ROW * seat, t.up[seat], t.sideways[seat]
    cards, least, most = t.at[ROWS + at : ROWS + at + ROW], t.least[at : at + ROW], t.most[at : at + ROW]
    return tuple([spot(cards[i], least[i], most[i], up >> i & 1, sideways >> i & 1) for i in range(ROW)])


@cache
def spot(cards: int, least: int, most: int, up: int, sideways: int) -> Spot:
    name = STANDARD.name(cards.bit_length() - 1) if cards else ""
    return Spot(name, "sideways" if sideways else "up" if up else "down" if most else "empty", least, most)


def told(view: View, names: Sequence[str]) -> list[str]:
    """The view in a few lines for a person: his opponent above, he below; `7h>` is sideways, `[3-9]` a proved bound."""
    below = max(0, view.seat)  # a watcher sits with seat 0
    seats = (1 - below, below)
    lines = [f"{names[seat]} {view.points[seat]}" for seat in seats]
    lines = [f"{' : '.join(lines)}   stock {view.stock}, turn {view.turns + 1}, first to {view.target}   (> sideways)"]
    for seat in seats:
        halves = (range(ROW // 2), range(ROW // 2, ROW))
        for half in halves if seat != below else reversed(halves):
            lines.append(f"{names[seat]:>6} " + " ".join(f"{place}:{drawn(view.rows[seat][place])}" for place in half))
    return lines


def drawn(spot: Spot) -> str:
    if spot.state == "down":
        bounds = "?" if (spot.least, spot.most) == (1, 13) else f"[{spot.least}-{spot.most}]"
        return f"{spot.card}{bounds}"
    return {"up": spot.card, "sideways": f"{spot.card}>"}.get(spot.state, ".")


def asks(t: Table, seat: int, choice: int) -> frozenset[int]:
    """What a guess does depends on the card that it is about."""
    guess = seat >= 0 and choice >> 8 < ATTACK
    return frozenset((card_at(t, 1 - seat, choice & 15),)) if guess else frozenset()
