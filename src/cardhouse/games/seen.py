"""Derive the view of a game, and the state that a view recalls, from the declarations of the state.

    SEEN = derive(State)
    SEEN.kind, SEEN.view, SEEN.recall       # the type of views, state -> view, and view -> state

Every cell outside the ledger is public, so a view shows all of them, each in the form of its kind. Of the zones it
shows what its seat may know. A game adds by hand only what is not a cell: see `Extra`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields, make_dataclass
from functools import partialmethod
from typing import Generic, TypeVar

from cardhouse.cards.cells import NOBODY, Cell
from cardhouse.cards.deck import SUITS, Deck
from cardhouse.cards.ledger import EVERYBODY, SEAT, WATCHER, Ledger
from cardhouse.cards.zones import Zones
from cardhouse.games.recall import bits, fill_up, fill_where, lay
from cardhouse.games.view import OTHER, CardRow, Form, OwnView, Parts, Shown, View, flags
from cardhouse.untyped import Namespace

T = TypeVar("T", bound=Ledger)

Names = tuple[str, ...]
HANDS: dict[str, object] = {"hand": Names, "counts": tuple[int, ...], "hands": tuple[Names, ...]}  # in games with hands
# Code that names the cards of a zone, or of a zone of each seat, by the number of limbs of a card set.
NAMED = {1: "names(at[{0}])", 2: "names(at[2 * {0}], at[2 * {0} + 1])"}
NAMED_BY_SEAT = {
    1: "tuple([names(cards) if cards else () for cards in at[{0} : {0} + seats]])",
    2: "tuple([names(at[2 * zone], at[2 * zone + 1]) for zone in range({0}, {0} + seats)])",
}
COMMON = [one.name for one in fields(View) if one.name != "event"]  # the fields of every view
TYPES: dict[str, type] = {"number": int, "flag": bool, "seat": int, "card": str, "word": str}
KINDS: dict[type[Ledger], type[View]] = {}  # the types of views, by the types of states
FORM, ROWS = "form", "rows"  # keys of a field's metadata
# Code that shows a cell, and code that recalls it: {0} is the value, {1} the name of what the kind needs.
SHOWN = {"number": "{0}", "seat": "{0}", "flag": "{0} == 1", "card": "{1}[{0}]", "word": "{1}[{0}]"}
RECALLED = {"number": "{0}", "seat": "{0}", "flag": "int({0})", "card": "{1}[{0}]", "word": "{1}[{0}]"}


@dataclass(frozen=True)
class Extra(Generic[T]):
    """A field of a view that is not a cell. It is made from the state without the cards that the seat cannot know."""

    name: str
    kind: object  # its type, which must convert to JSON
    of: Callable[[T, int], object]
    form: Form = OTHER
    rows: Callable[[OwnView], Iterable[CardRow]] | None = None  # how to draw its cards (of one seat)


@dataclass(frozen=True)
class Derived(Generic[T]):
    """What is derived from the declarations of a state."""

    kind: type[View]
    view: Callable[..., View]
    recall: Callable[[OwnView], T]
    extras: tuple[Extra[T], ...]


def derive(
    state: type[T],
    *extras: Extra[T],
    also: Callable[[T, OwnView], None] | None = None,
    may_lie: Callable[[T, int, int], bool] | None = None,
) -> Derived[T]:
    """Return the type of a game's views, and the functions that make a view and recall a state from it.

    `also` recalls what the extras show. It is called before the cards that the seat cannot know are laid wherever
    there is room and the law `may_lie`, if there is one, allows them.
    """
    zones, cells = state.ZONES, {name: cell for name, cell in state.CELLS.items() if cell.shown != ""}
    types = _zone_types(zones) | {cell.shown or name: _type(cell) for name, cell in cells.items()}
    types |= {extra.name: extra.kind for extra in extras}
    forms = _forms(zones, cells) | {extra.name: extra.form for extra in extras}
    rows = {extra.name: extra.rows for extra in extras}
    typed = [
        (name, kind, field(metadata={FORM: forms.get(name), ROWS: rows.get(name)})) for name, kind in types.items()
    ]
    view = make_dataclass("View", typed, bases=(View,), slots=True, kw_only=True)
    view.ZONES = zones  # type: ignore[attr-defined]  # it is a type of view
    view.__reduce__ = partialmethod(_reduced, state)  # type: ignore[method-assign,assignment]
    KINDS.setdefault(state, view)  # the first one is the game's own, from its import
    view.__module__ = state.__module__.replace(".state", ".seen")
    used: Namespace = {"View": view, "State": state, "names": _reader(zones.deck), "flags": flags, "bits": bits}
    used |= {"WATCHER": WATCHER, "LIMBS": len(zones.deck.limbs)}
    used |= {f"of_{extra.name}": extra.of for extra in extras}
    for name, cell in cells.items():
        words = {NOBODY: "", **_words(cell, zones.deck)}
        used |= {f"word_{name}": words, f"code_{name}": {word: code for code, word in words.items()}}
    exec(_maker(zones, cells, extras) + _part_makers(zones, cells, extras) + _recaller(cells), used)
    view.PARTS = Parts(  # type: ignore[attr-defined]
        shared=used["shared"],
        face_up=used["face_up"],
        is_public=used["is_public"],
        own=used["own"],
        has_extras=bool(extras),
    )

    def recall(seen: OwnView) -> T:
        t: T = used["recall"](seen)
        wanted = _lay(t, zones, seen)
        if also:
            also(t, seen)
        if may_lie:
            fill_where(t, zones.deck.in_play(t), wanted, may_lie)
        else:
            fill_up(t, zones.deck.in_play(t), wanted)
        return t

    return Derived(view, used["view"], recall, extras)


def _reduced(view: View, state: type[Ledger]) -> tuple[Callable[..., View], tuple[type[Ledger], Namespace]]:
    """Return how to pickle a view: by the type of its state, which can be imported, while the view's type cannot."""
    return remake, (state, {one.name: getattr(view, one.name) for one in fields(view)})


def remake(state: type[Ledger], values: Namespace) -> View:
    return KINDS[state](**values)


def _type(cell: Cell) -> object:
    if cell.kind == "seats":
        return tuple[bool, ...]
    one = TYPES[cell.kind]
    return tuple[one, ...] if cell.shape else one  # type: ignore[valid-type]  # msgspec uses the type at run time


def _words(cell: Cell, deck: Deck) -> dict[int, str]:
    if cell.kind == "card":
        return deck.by_number
    return dict(enumerate(cell.words))


def _reader(deck: Deck) -> Callable[..., Names]:
    """Return the function that names a set of cards, given limb by limb."""
    if len(deck.limbs) == 1:
        return deck.names
    in_order = list(deck.by_number) == sorted(deck.by_number)

    def names(first: int, second: int) -> Names:
        if not second:
            return deck.names(first) if first else ()
        found = deck.names(first) + deck.names(second, 1)
        return found if in_order else deck.sorted(found)

    return names


def _zone_types(zones: Zones) -> dict[str, object]:
    types: dict[str, object] = {}
    for name, kind in zones.kinds.items():
        if kind.shown == "hands":
            types |= HANDS
        elif kind.shown == "count":
            types[name] = int
        elif kind.shown:
            types[name] = tuple[Names, ...] if kind.by_seat else Names
        if kind.shown == "both":
            types[f"{name}_hidden"] = int
    return types


def _forms(zones: Zones, cells: dict[str, Cell]) -> dict[str, Form]:
    """Return the forms of the fields for zones and cells, except hands and options, which are the same in all games."""
    found: dict[str, Form] = {}
    for name, kind in zones.kinds.items():
        if kind.shown == "count":
            found[name] = Form("pile")
        elif kind.shown in ("cards", "both"):
            found[name] = Form("cards", by_seat=kind.by_seat, covered=kind.shown == "both")
    for name, cell in cells.items():
        if cell.kind == "seats":
            found[cell.shown or name] = Form("flag", by_seat=True)
        elif cell.option is None:
            form: Shown = "suits" if cell.words and set("".join(cell.words)) <= set(SUITS) else cell.kind
            found[cell.shown or name] = Form(form, by_seat=cell.by_seat, row=bool(cell.shape) and not cell.by_seat)
    return found


def forms_of(kind: type[View]) -> dict[str, Form]:
    """Return the forms of the fields that a game's views have besides those of all games."""
    common = {one.name for one in fields(View)}
    found: dict[str, Form] = {}
    for one in fields(kind):
        form = one.metadata.get(FORM, OTHER)
        if one.name not in common and form is not None:
            found[one.name] = form
    return found


def rows_of(kind: type[View], name: str) -> Callable[[OwnView], Iterable[CardRow]] | None:
    """Return the function that says how to draw the cards of an extra field (of one seat, if each has its own)."""
    rows: Callable[[OwnView], Iterable[CardRow]] | None
    rows = next(one.metadata.get(ROWS) for one in fields(kind) if one.name == name)
    return rows


def _maker(zones: Zones, cells: dict[str, Cell], extras: tuple[Extra[T], ...]) -> str:
    """Return the code of the function that makes a view from a state and the number of cards in each zone."""
    values = {name: name for name in COMMON} | _own(zones, extras) | _face_up(zones) | _shared(zones, cells)
    lines = [f"def view(t, count, *, {', '.join(COMMON)}):", "at = t.at"]
    lines.append(f"return View({', '.join(f'{name}={value}' for name, value in values.items())})")
    return "\n    ".join(lines) + "\n"


def _part_makers(zones: Zones, cells: dict[str, Cell], extras: tuple[Extra[T], ...]) -> str:
    """Return the code of the functions that make the parts of a view: see `Parts`."""
    common = [name for name in COMMON if name not in ("seat", "moves")]
    shared = {name: name for name in common} | {"event": "None"} | _shared(zones, cells)
    own = {"seat": "seat", "moves": "moves"} | _own(zones, extras)
    lines = [f"def shared(t, count, *, {', '.join(common)}):", f"    return {_literal(shared)}"]
    lines += ["def face_up(at, count, seats):", f"    return {_literal(_face_up(zones))}"]
    lines += ["def is_public(t):", f"    return not ({_not_seen(zones)})"]
    lines += ["def own(t, at, seat, seats, moves):", f"    return {_literal(own)}"]
    return "\n".join(lines) + "\n"


def _literal(values: dict[str, str]) -> str:
    return "{" + ", ".join(f"{name!r}: {value}" for name, value in values.items()) + "}"


def _own(zones: Zones, extras: tuple[Extra[T], ...]) -> dict[str, str]:
    """Return the fields that differ from viewer to viewer, as code: hands, and what the game adds by hand."""
    fields: dict[str, str] = {}
    limbs = len(zones.deck.limbs)
    for name in zones.kinds:
        if zones.kinds[name].shown == "hands":
            fields["hands"] = f"(hands := {NAMED_BY_SEAT[limbs].format(zones[name])})"
            fields["hand"] = "() if seat == WATCHER else hands[seat]"
    return fields | {extra.name: f"of_{extra.name}(t, seat)" for extra in extras}


def _face_up(zones: Zones) -> dict[str, str]:
    """Return the fields for the cards of face-up zones, as code."""
    fields: dict[str, str] = {}
    limbs = len(zones.deck.limbs)
    for name, kind in zones.kinds.items():
        if kind.shown in ("cards", "both"):
            fields[name] = (NAMED_BY_SEAT if kind.by_seat else NAMED)[limbs].format(zones[name])
        if kind.shown == "both":
            fields[name] = f"(in_{name} := {fields[name]})"
            fields[f"{name}_hidden"] = f"count({zones[name]}) - len(in_{name})"
    return fields


def _not_seen(zones: Zones) -> str:
    """Return the code for the cards of face-up zones that not everybody knows."""
    limbs = len(zones.deck.limbs)
    face_up = {name for name, kind in zones.kinds.items() if kind.shown in ("cards", "both")}
    numbers = [number for number, zone in enumerate(zones.all) if zone.kind in face_up]
    found = ["0"]
    for limb in range(limbs if numbers else 0):
        cards = " | ".join(f"t.at[{limbs * number + limb}]" for number in numbers)
        found.append(f"({cards}) & ~t.seen[{limb}]")
    return " or ".join(found)


def _shared(zones: Zones, cells: dict[str, Cell]) -> dict[str, str]:
    """Return the fields that are the same for all viewers, as code: numbers of cards, and cells."""
    fields: dict[str, str] = {}
    for name, kind in zones.kinds.items():
        if kind.shown == "hands":
            fields["counts"] = f"tuple(map(count, range({zones[name]}, {zones[name]} + seats)))"
        elif kind.shown == "count":
            fields[name] = f"count({zones[name]})"
    return fields | {cell.shown or name: _shown(name, cell) for name, cell in cells.items()}


def _shown(name: str, cell: Cell) -> str:
    if cell.kind == "seats":
        return f"flags(t.{name}, seats)"
    if not cell.shape:
        return SHOWN[cell.kind].format(f"t.{name}", f"word_{name}")
    used = f"t.{name}[:]"
    if cell.by_seat:
        used = f"t.{name}[:seats]"
    elif cell.length:
        used = f"t.{name}[:t.{cell.length}]"
    form = SHOWN[cell.kind].format("cell", f"word_{name}")
    return f"tuple({used})" if form == "cell" else f"tuple([{form} for cell in {used}])"


def _recaller(cells: dict[str, Cell]) -> str:
    """Return the code of the function that recalls the cells from a view; the cards are laid afterwards."""
    lines = ["def recall(view):", "t = State(limbs=LIMBS, seats=view.seats, deal=view.deal, turn=view.turn)"]
    for name, cell in cells.items():
        value = f"view.{cell.shown or name}"
        if cell.kind == "seats":
            lines.append(f"t.{name} = bits({value})")
        elif not cell.shape:
            lines.append(f"t.{name} = {RECALLED[cell.kind].format(value, f'code_{name}')}")
        else:
            form = RECALLED[cell.kind].format("cell", f"code_{name}")
            lines.append(f"t.{name} = [{cell.start}] * {cell.count}")
            lines.append(f"t.{name}[: len({value})] = [{form} for cell in {value}]")
    return "\n    ".join([*lines, "return t"]) + "\n"


def _lay(t: Ledger, zones: Zones, view: OwnView) -> dict[int, int]:
    """Lay the cards that a view names; return how many cards belong in each zone."""
    wanted: dict[int, int] = {}
    for name, kind in zones.kinds.items():
        zone = zones[name]
        if kind.shown == "hands":
            for seat, hand in enumerate(view.hands):
                lay(t, zones.deck, zone + seat, hand, SEAT + view.seat)
                wanted[zone + seat] = view.counts[seat]
        elif kind.shown == "count":
            wanted[zone] = getattr(view, name)
        elif kind.shown and kind.by_seat:
            for seat, cards in enumerate(getattr(view, name)):
                lay(t, zones.deck, zone + seat, cards, EVERYBODY)
        elif kind.shown:
            lay(t, zones.deck, zone, getattr(view, name), EVERYBODY)
            wanted[zone] = len(getattr(view, name)) + getattr(view, f"{name}_hidden", 0)
    return wanted
