"""Describe a view in a few lines for people, by the declarations of its state: for games without their own lines."""

from collections.abc import Callable, Iterator, Sequence

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.ledger import Ledger
from cardhouse.games.view import OwnView

MANY_CARDS = 8  # more cards than this are counted, not named


def plain_lines(state: type[Ledger], view: OwnView, names: Sequence[str], draw: Callable[[str], str]) -> list[str]:
    """Return lines for the piles, the seats, what else is known of the match, and the hand."""
    lines = [*piles(state, view, names, draw), *by_seat(state, view, names)]
    if others := ", ".join(of_the_state(state, view, names)):
        lines.append(others[0].upper() + others[1:])
    if state.ZONES.hands:
        lines.append(f"Hand: {' '.join(map(draw, view.hand))}")
    return lines


def piles(state: type[Ledger], view: OwnView, names: Sequence[str], draw: Callable[[str], str]) -> Iterator[str]:
    for zone_name, zone in state.ZONES.kinds.items():
        if zone.shown not in ("cards", "both"):
            continue
        pile = getattr(view, zone_name)
        if zone.by_seat:
            parts = [f"{name} {cards_of(cards, draw)}" for name, cards in zip(names, pile, strict=True) if cards]
        else:
            parts = [cards_of(pile, draw)] if pile else []
        if parts:
            yield f"{in_words(zone_name)}: {', '.join(parts)}"


def cards_of(pile: tuple[str, ...], draw: Callable[[str], str]) -> str:
    return " ".join(map(draw, pile)) if len(pile) <= MANY_CARDS else f"{len(pile)} cards"


def by_seat(state: type[Ledger], view: OwnView, names: Sequence[str]) -> Iterator[str]:
    """Yield a line for each row with a number or a word for each seat, and for the numbers of cards."""
    rows = {"cards": view.counts} if state.ZONES.hands else {}
    for cell_name, cell in state.CELLS.items():
        if cell.by_seat and cell.shown != "":
            rows[cell.shown or cell_name] = getattr(view, cell.shown or cell_name)
    for name, row in rows.items():
        if any(value not in (NOBODY, 0, "") for value in row):
            yield f"{in_words(name)}: {', '.join(f'{one} {value}' for one, value in zip(names, row, strict=True))}"


def of_the_state(state: type[Ledger], view: OwnView, names: Sequence[str]) -> Iterator[str]:
    """Yield the single cells that are not empty; options do not change, and are left out."""
    for cell_name, cell in state.CELLS.items():
        if cell.shape or cell.option or cell.shown == "" or cell.kind == "seats":
            continue
        name = cell.shown or cell_name
        value = getattr(view, name)
        if value in (NOBODY, 0, ""):
            continue
        if cell.kind == "flag":
            yield name.replace("_", " ")
        else:
            yield f"{name.replace('_', ' ')} {names[value] if cell.kind == 'seat' else value}"


def in_words(name: str) -> str:
    return name.replace("_", " ").capitalize()
