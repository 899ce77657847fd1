"""What a seat is shown of a table, as numbers: derived from the declarations of the state, like its view.

    words    the cards of each zone that the seat knows, as sets with one bit per card
    counts   the number of cards in each zone, known or not
    cells    the public numbers, and the features that the game declares
    rows     the public rows of small numbers, such as the order of a pile

Seats are counted from the one that looks: its own hand is `hand 0`, and the next one clockwise `hand 1`. Equal cards,
such as Dynasty's twelve twelves, are not told apart: of those in a zone, the first ones of their kind are shown.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from cardhouse.cards.cells import NOBODY, Cell
from cardhouse.cards.errors import BadSetup
from cardhouse.cards.law import Row, copy_cells, law, place, size
from cardhouse.cards.ledger import LIMB, SEAT, Ledger
from cardhouse.games.definition import AnyGame
from cardhouse.untyped import Namespace

Observe = Callable[[Ledger, int, Row, Row, Row, Row], None]
PARTS = ("words", "counts", "cells", "rows")
SMALL, WIDE = 8, 64  # bits of a cell
MOST_DEALS = (1 << 15) - 1


class Part(NamedTuple):
    """A number of an observation: what it is, and its range."""

    name: str
    low: int
    high: int


@dataclass(frozen=True)
class Layout:
    """The numbers of an observation, in their order."""

    words: tuple[Part, ...]
    counts: tuple[Part, ...]
    cells: tuple[Part, ...]
    rows: tuple[Part, ...]


@law
def from_seat(other: int, seat: int, seats: int) -> int:
    """Return how many places a seat is after another one, or NOBODY for nobody."""
    if other == NOBODY:
        return other
    return other - seat if other >= seat else other - seat + seats


@law
def turned(set_of_seats: int, seat: int, seats: int) -> int:
    """Return a set of seats, counted from this one."""
    return (set_of_seats >> seat | set_of_seats << (seats - seat)) & (1 << seats) - 1


def public_cells(game: AnyGame) -> dict[str, Cell]:
    """Return the cells that everybody may know.

    Options are left out, because they are the same in all states of a match, and so are rows with a cell for each card:
    the words say where the cards are.
    """
    cells = game.law.State.CELLS
    return {name: cell for name, cell in cells.items() if not (cell.option or cell.secret or cell.by_card)}


def equal_cards(game: AnyGame) -> list[list[int]]:
    """Return the cards of each kind of which there are several, by number."""
    kinds: dict[str, list[int]] = {}
    for number in sorted(game.deck.by_number):
        kinds.setdefault(game.deck.by_number[number], []).append(number)
    return [cards for cards in kinds.values() if len(cards) > 1]


def part_of(cell: Cell) -> str:
    """Return the part of an observation that a cell belongs to: sets of cards are words."""
    if cell.bits == WIDE:
        return "words"
    is_long = cell.row > 1 if cell.by_seat else bool(cell.shape)
    return "rows" if is_long and cell.bits == SMALL else "cells"


@cache
def layout_of(game: AnyGame, seats: int) -> Layout:
    """Return the layout of the observations of a game with this number of seats."""
    zones, deck = game.zones, game.deck
    words, counts = list[Part](), list[Part]()
    for name, kind in zones.kinds.items():
        for zone in named(name, kind.by_seat, kind.count, seats):
            words += [Part(zone, 0, mask) for mask in deck.limbs]
            counts += [] if kind.called else [Part(zone, 0, len(deck))]
    found: dict[str, list[Part]] = {"words": words, "cells": [Part("deal", 0, MOST_DEALS)], "rows": []}
    for name, cell in public_cells(game).items():
        low, high = range_of(cell, seats)
        count = cell.row if cell.by_seat else cell.count
        found[part_of(cell)] += [Part(one, low, high) for one in named(name, cell.by_seat, count, seats)]
    found["cells"] += [Part(feature.name, feature.low, feature.high) for feature in game.features]
    return Layout(tuple(words), tuple(counts), tuple(found["cells"]), tuple(found["rows"]))


def named(name: str, by_seat: bool, count: int, seats: int) -> Iterator[str]:
    """Yield the names of the numbers of a zone or a cell: `hand 2`, `meld 12`, `row 1 7`."""
    for seat in range(seats if by_seat else 1):
        for number in range(count):
            yield " ".join([name, *([str(seat)] if by_seat else []), *([str(number)] if count > 1 else [])])


def range_of(cell: Cell, seats: int) -> tuple[int, int]:
    if cell.kind == "seat":
        return NOBODY, seats - 1
    if cell.kind == "seats":
        return 0, (1 << seats) - 1
    return cell.low, cell.high


@cache
def observing(game: AnyGame) -> Observe:
    """Return the law that writes what a seat knows of a state into the four rows of an observation."""
    lines = ["n = t.seats", "w = k = c = r = 0"]
    limbs = range(len(game.deck.limbs))
    for limb in limbs:
        lines.append(f"known_{limb} = t.seen[{limb}] | t.seen[place(({SEAT} + seat) * {len(limbs)} + {limb})]")
    lines += zone_lines(game)
    lines.append("cells[c] = t.deal")
    lines.append("c += 1")
    for name, cell in public_cells(game).items():
        lines += cell_lines(game, name, cell)
    features = {f"feature_{number}": feature.value_of for number, feature in enumerate(game.features)}
    for feature in features:
        lines += [f"cells[c] = {feature}(t, seat)", "c += 1"]
    source = "\n    ".join(["def observe(t, seat, words, counts, cells, rows):", *lines])
    names: Namespace = {"size": size, "place": place, "copy_cells": copy_cells}
    names |= {"from_seat": from_seat, "turned": turned, "first_equal": first_equal(game)}
    names |= {"__name__": game.law.__name__, **features}
    exec(source, names)
    made: Observe = names["observe"]
    return law(made)


def first_equal(game: AnyGame) -> Callable[[int], int]:
    """Return the law of the first card of a card's kind."""
    lines = ["def first_equal(card):"]
    for first, *others in equal_cards(game):
        lines.append(f"    if {' or '.join(f'card == {card}' for card in others)}:")
        lines.append(f"        return {first}")
    names: Namespace = {"__name__": game.law.__name__}
    exec("\n".join([*lines, "    return card"]), names)
    made: Callable[[int], int] = names["first_equal"]
    return law(made)


def zone_lines(game: AnyGame) -> Iterator[str]:
    """Yield the code for words and counts. Zones that look alike to others are counted together."""
    zones, limbs = game.zones, len(game.deck.limbs)
    for name, kind in zones.kinds.items():
        alike = [zones[other] - zones[name] for other, one in zones.kinds.items() if name in (other, one.called)]
        first = f"{zones[name]} + {kind.count} * seen_seat" if kind.by_seat else f"{zones[name]}"
        words = [f"z = {limbs} * ({first} + i)"]
        words += [f"cards_{limb} = t.at[place(z + {limb})] & known_{limb}" for limb in range(limbs)]
        words += first_of_each_kind(game)
        words += [f"words[place(w + {limbs} * i + {limb})] = cards_{limb}" for limb in range(limbs)]
        sizes = [f"size(t.at[place(z + {limbs * way + limb})])" for way in alike for limb in range(limbs)]
        counts = [words[0], f"counts[place(k + i)] = {' + '.join(sizes)}"]
        inner = [*looped(words, kind.count), f"w += {limbs * kind.count}"]
        if not kind.called:  # in a loop of their own: the compiler can then do several at a time
            inner += [*looped(counts, kind.count), f"k += {kind.count}"]
        yield from by_seat(inner) if kind.by_seat else inner


def first_of_each_kind(game: AnyGame) -> Iterator[str]:
    """Yield the code that replaces equal cards by the first ones of their kind.

    Otherwise they would reveal something: a law plays the first of several, so who plays the third has only later ones.
    The first n cards from card c on are the set `(1 << c + n) - (1 << c)`, and such sets can be added.
    """
    limbs = range(len(game.deck.limbs))
    runs: list[tuple[int, int, int]] = []  # limb, place and number of cards that follow each other
    for cards in equal_cards(game):
        limb, place = divmod(cards[0], LIMB)
        if cards == list(range(cards[0], cards[0] + len(cards))) and cards[-1] // LIMB == limb:
            runs.append((limb, place, len(cards)))
        else:
            raise BadSetup(f"The equal cards {cards} of {game.title} do not follow each other.", rule="rl")
    for limb in limbs:
        mine = [(1 << place, ((1 << count) - 1) << place) for where, place, count in runs if where == limb]
        if mine:
            others = ~sum(cards for _, cards in mine)
            yield f"if cards_{limb}:"
            sets = [f"({first} << size(cards_{limb} & {cards}))" for first, cards in mine]
            yield f"    firsts = {' + '.join(sets)} - {sum(first for first, _ in mine)}"
            yield f"    cards_{limb} = cards_{limb} & {others} | firsts"


def cell_lines(game: AnyGame, name: str, cell: Cell) -> Iterator[str]:
    """Yield the code for a cell, or for a row of cells."""
    into, at = {"words": ("words", "w"), "cells": ("cells", "c"), "rows": ("rows", "r")}[part_of(cell)]
    count = cell.row if cell.by_seat else cell.count
    first = f"{count} * seen_seat" if cell.by_seat else "0"
    value = f"t.{name}[place({first} + i)]" if cell.shape else f"t.{name}"
    shown = value
    if cell.kind == "seat":
        shown = f"from_seat({value}, seat, n)"
    if cell.kind == "seats":
        shown = f"turned({value}, seat, n)"
    if cell.kind == "card" and equal_cards(game):
        shown = f"first_equal({value})"
    if shown == value and count > 1:
        inner = [f"copy_cells(t.{name}, {first}, {into}, {at}, {count})"]
    else:
        inner = [*looped([f"{into}[place({at} + i)] = {shown}"], count)]
    inner.append(f"{at} += {count}")
    yield from by_seat(inner) if cell.by_seat else inner


def looped(inner: list[str], count: int) -> Iterator[str]:
    """Yield lines inside a loop over several of a kind, whose number is `i`."""
    if count == 1:
        yield from ["i = 0", *inner]
        return
    yield f"for i in range({count}):"
    yield from (f"    {line}" for line in inner)


def by_seat(inner: list[str]) -> Iterator[str]:
    """Yield lines inside a loop over the seats, from the one that looks."""
    yield "for turn in range(n):"
    yield "    seen_seat = seat + turn if seat + turn < n else seat + turn - n"
    yield from (f"    {line}" for line in inner)
