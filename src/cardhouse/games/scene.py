"""Draw a view of any game by its declarations: the seats around the table, and every zone that the view shows.

It is made from the view alone, so what a seat may not know cannot be in it.
"""

from collections.abc import Iterable, Iterator, Sequence

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.deck import SIGNS, STANDARD_NAME, SUIT_SIGNS, Deck
from cardhouse.cards.ledger import WATCHER
from cardhouse.drawing import Card, Group, Scene, SceneSeat, svg
from cardhouse.drawing.markup import tag, text
from cardhouse.games.seen import forms_of, rows_of
from cardhouse.games.view import CardRow, Form, OwnView, View

DISCARDS = "discards"  # every game has this zone, which is drawn as a pile
NOTHING = (0, NOBODY, "")
MOST_MOVES = 40  # listed below the picture


def html(view: View, names: Sequence[str] = (), heading: str = "") -> str:
    """Return a view as HTML for a notebook: a heading, the table, what else is known, and the moves to choose from."""
    named = tuple(names) or tuple(f"Seat {seat}" for seat in range(view.seats))
    heading = heading or heading_of(view, named)
    parts = [tag("p", text(heading), style="margin: 0 0 .4em; font-weight: 600"), svg(scene(view, named, heading))]
    if facts := " · ".join(facts_of(view, named)):
        parts.append(tag("p", text(facts), style="margin: .5em 0 0; opacity: .75; font-size: .9em"))
    if view.moves:
        parts.append(tag("p", text(moves_of(view)), style="margin: .5em 0 0; font-size: .9em"))
    return tag("div", *parts, style="max-width: 920px; line-height: 1.45; text-align: left")


def heading_of(view: View, names: Sequence[str]) -> str:
    who = "a watcher" if view.seat == WATCHER else names[view.seat]
    return " · ".join([in_words(view.game).capitalize(), f"as {who} sees it", who_acts(view, names)])


def who_acts(view: View, names: Sequence[str]) -> str:
    """Return whose turn it is in which deal, or the number of deals once the match is over."""
    if not view.to_act:
        return f"{view.deal} deal{'' if view.deal == 1 else 's'} over"
    everybody = len(view.to_act) == len(names) > 1
    acts = "everybody" if everybody else ", ".join(names[seat] for seat in view.to_act)
    return f"deal {view.deal + 1}, {acts} to act"


def moves_of(view: View) -> str:
    """Return the moves as HTML, up to a limit."""
    count = len(view.moves)
    more = f", and {count - MOST_MOVES} more" if count > MOST_MOVES else ""
    return f"{count} move{'' if count == 1 else 's'}: {', '.join(view.moves[:MOST_MOVES])}{more}"


def scene(view: OwnView, names: Sequence[str], label: str) -> Scene:
    """Return the scene to draw, with the viewer at the bottom, or the first seat for a watcher."""
    forms, deck = forms_of(type(view)), view.ZONES.deck
    middle: list[Group] = []
    before: list[list[Group]] = [[] for _ in names]  # what lies before each seat
    for name, form in forms.items():
        if form.by_seat:
            for seat, value in enumerate(getattr(view, name)):
                before[seat] += groups(view, name, form, value, deck)
        else:
            middle += groups(view, name, form, getattr(view, name), deck)
    first = max(0, view.seat)
    order = [(first + turn) % len(names) for turn in range(len(names))]
    seats = tuple(
        SceneSeat(
            names[seat],
            groups=tuple(group for group in before[seat] if group.cards),
            notes=tuple(notes(view, forms, seat, names)),
            to_act=seat in view.to_act,
            hand=hand(view, seat, deck),
        )
        for seat in order
    )
    middle.sort(key=lambda group: group.spread)  # piles come first
    return Scene(label, seats, tuple(middle))


# Cards


def groups(view: View, name: str, form: Form, value: OwnView, deck: Deck) -> Iterator[Group]:
    """Yield the groups of cards that a field shows, for the table or for each seat."""
    if form.kind == "pile":
        if value:  # a pile that a game does not use is always empty
            yield Group(in_words(name), hidden=value, spread=False)
    elif form.kind == "cards":
        hidden = getattr(view, f"{name}_hidden") if form.covered else 0
        if value or hidden or name in view.ZONES.kinds:
            yield Group(in_words(name), faces(value, deck), hidden, spread=name != DISCARDS)
    elif form.kind == "card":
        cards = value if form.row else [value] if value else []
        if cards:
            yield Group(in_words(name), faces(cards, deck))
    elif form.kind == "other" and (rows := rows_of(type(view), name)):
        yield from (group(row, deck) for row in rows(value))


def hand(view: OwnView, seat: int, deck: Deck) -> Group | None:
    if not view.ZONES.hands:
        return None
    known = view.hands[seat]
    return Group("", faces(known, deck), view.counts[seat] - len(known))


def group(row: CardRow, deck: Deck) -> Group:
    return Group(row.caption, tuple(Card(*face(one.card, deck), one.face, one.note) for one in row.cards))


def faces(names: Iterable[str], deck: Deck) -> tuple[Card, ...]:
    return tuple(Card(*face(name, deck)) for name in names)


def face(name: str, deck: Deck) -> tuple[str, str]:
    """Return what is printed on a card: its rank, and its suit if it has one."""
    found = STANDARD_NAME.fullmatch(name)
    if not found or name in deck.symbols:
        return deck.symbol(name), ""
    return SIGNS[int(found[1]) - 2] + found[3], found[2]


# Everything else


def notes(view: View, forms: dict[str, Form], seat: int, names: Sequence[str]) -> Iterator[str]:
    """Yield notes about a seat: fields that name it, its numbers and words, and flags that not all seats have."""
    for name, form in forms.items():
        value = getattr(view, name)
        if form.kind == "seat" and not form.by_seat and not form.row and value == seat:
            yield in_words(name)
        elif form.by_seat and form.kind == "flag":
            if value[seat] and not all(value):
                yield in_words(name)
        elif form.by_seat and any(one not in NOTHING for one in value) and (words := worded(form, value[seat], names)):
            yield f"{in_words(name)} {words}"


def facts_of(view: View, names: Sequence[str]) -> Iterator[str]:
    """Yield what the view says about the whole match, besides cards and seats."""
    for name, form in forms_of(type(view)).items():
        value = getattr(view, name)
        if form.by_seat or form.kind in ("pile", "cards", "card"):
            continue
        if form.row:
            yield f"{in_words(name)} {', '.join(worded(form, one, names) for one in value) or 'none'}"
        elif form.kind == "flag":
            if value:
                yield in_words(name)
        elif form.kind == "other":
            if rows_of(type(view), name) is None and value:
                yield f"{in_words(name)} {value}"
        elif form.kind != "seat" and (words := worded(form, value, names)) not in ("", "0"):
            yield f"{in_words(name)} {words}"


def worded(form: Form, value: OwnView, names: Sequence[str]) -> str:
    """Return a value as people write it, or "" if it is NOBODY."""
    if form.kind == "seat":
        return "" if value == NOBODY else names[value]
    if form.kind == "suits":
        return "".join(SUIT_SIGNS[suit] for suit in value)
    return "" if form.kind in ("cards", "card", "other") or value == NOBODY else in_words(str(value))


def in_words(name: str) -> str:
    return name.replace("_", " ")
