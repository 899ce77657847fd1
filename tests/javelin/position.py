"""Tables of Javelin drawn as text.

    match = table('''
        0: (7h) (8h) .    (2c)
           9c   5h>  13d
        1: (3s)
           4d
        deck: 6c 6d
    ''', reshuffle="on")

For each seat two lines of eight slots, 0 to 7 and 8 to 15: `9c` is face-up, `5h>` sideways, `(7h)` face-down, `.`
empty, and so is what a line leaves out. Cards that are not named have been discarded. Usually seat 0 is to act, in the
first turn of the first round; `turn: 1`, `turns: 299`, `rounds: 3` (that are over) and `points: 20 12` say otherwise.
A round that ends is followed by the next one only after `match.go_on()`.
"""

import re
from collections.abc import Mapping
from typing import Any

from cardhouse import WATCHER, Dealer, Match, Refused, ScriptedDealer, SeededDealer
from cardhouse.cards.deck import STANDARD
from cardhouse.cards.facts import clause
from cardhouse.cards.law import lowest
from cardhouse.cards.ledger import DISCARDS, EVERYBODY, SEAT, STOCK
from cardhouse.games.javelin import JAVELIN
from cardhouse.games.javelin.rows import row as spots
from cardhouse.games.javelin.seen import View
from cardhouse.games.javelin.state import CARDS, DEALT, ROW, ROWS, VIEWERS, ZONE_COUNT, turn_up

EVERYONE = [WATCHER, 0, 1]
FEW = """
    0: (2c) (3c)
       9s   10h> 13d
    1: (9h) (6c)
       7h   12d> 11d
    deck: 8d 8h
"""


def opened(
    dealer: Dealer | None = None, *, pause: bool = False, options: Mapping[str, str | int] | None = None
) -> Match:
    """A match, dealt."""
    match = Match(JAVELIN, options=options, dealer=dealer or SeededDealer(4), pause=pause)
    match.go_on()
    return match


def table(text: str, **options: str | int) -> Match:
    lines, match = parsed(text), opened(pause=True, options=options)
    match.events.clear()
    t = match._state
    t.at, t.seen = [0] * ZONE_COUNT, [0] * VIEWERS
    t.least, t.most, t.face = [0] * DEALT, [0] * DEALT, [0] * DEALT
    t.down, t.up = [0, 0], [0, 0]
    t.sideways, t.proved = [0, 0], [0, 0]
    for seat in range(2):
        back, front = lines[str(seat)]
        for first, line in ((0, back), (8, front)):
            assert len(line.split()) <= 8, f"more than eight slots: {line}"
            for slot, drawn in enumerate(line.split(), first):
                lay(t, seat, slot, drawn)
    t.at[STOCK] = cards(" ".join(lines.get("deck", [])), among=CARDS & ~sum(t.at))
    t.undrawn = t.at[STOCK].bit_count()
    t.at[DISCARDS] = CARDS & ~sum(t.at)
    t.seen[EVERYBODY] |= t.at[DISCARDS]
    t.turn, t.turns, t.deal = (int(lines.get(key, ["0"])[0]) for key in ("turn", "turns", "rounds"))
    t.dealer = (t.turn + t.turns) % 2
    t.points = [int(points) for points in lines.get("points", ["0 0"])[0].split()]
    return match


def parsed(text: str) -> dict[str, list[str]]:
    """A line without a name of its own belongs to the one above."""
    lines: dict[str, list[str]] = {}
    key = ""
    for line in text.strip().splitlines():
        name, colon, words = line.rpartition(":")
        key = name.strip() if colon else key
        lines.setdefault(key, []).append(words)
    return lines


def lay(t: Any, seat: int, slot: int, drawn: str) -> None:
    if drawn == ".":
        return
    at, card = ROW * seat + slot, cards(drawn.strip("()>"), among=CARDS & ~sum(t.at))
    t.at[ROWS + at] = card
    if drawn.startswith("("):
        t.down[seat] |= 1 << slot
        t.least[at], t.most[at] = 1, 13
        t.seen[SEAT + seat] |= card if t.peek else 0
        return
    t.up[seat] |= 1 << slot
    t.sideways[seat] |= int(drawn.endswith(">")) << slot
    turn_up(t, at, lowest(card))


def cards(names: str, *, among: int) -> int:
    """A set of cards that are not drawn yet."""
    found = sum(1 << STANDARD.card(name) for name in names.split())
    assert not found & ~among, f"of {names} one is drawn twice"
    return found


def duel(mine: str, theirs: str, **options: str | int) -> Match:
    """Seat 0 is to act with a card in slot 8; that of seat 1 in slot 0 is drawn as wanted: `9h` or `(9h)`."""
    return table(f"0: (2c) (3c)\n{mine}\n1: {theirs} (4c)\n5c 6c\ndeck: 7c 8c", **options)


def after(match: Match, *moves: str) -> Match:
    """Make moves, each for the seat to act."""
    for move in moves:
        assert match.to_act, f"nobody is to act, so nobody can {move}"
        match.play(match.to_act[0], move)
    return match


def given(match: Match, *names: str) -> Match:
    """The dealer will give these cards and no others, one each time."""
    match._dealer = ScriptedDealer([[STANDARD.card(name)] for name in names])
    return match


# What came of it


def refused(match: Match, seat: int, move: str) -> int:
    """The number of the rule that forbids a move."""
    error = match.refusal(seat, move)
    assert isinstance(error, Refused), f"{move} was not refused"
    return error.rule_number


def lies(match: Match, seat: int, slot: int) -> str:
    """What lies in a slot, as it is drawn."""
    name, state, _, _ = spots(match._state, seat)[slot]
    return {"up": name, "sideways": f"{name}>", "down": f"({name})", "empty": "."}[state]


def row(match: Match, seat: int) -> str:
    """All that a seat has, from slot 0 to 15."""
    return " ".join(lies(match, seat, slot) for slot in range(ROW))


def pile(match: Match, name: str) -> str:
    """The cards of the `stock` or the `discards`."""
    return " ".join(match.truth().get(name, ()))


def view(match: Match, seat: int) -> View:
    seen = match.view(seat)
    assert isinstance(seen, View)
    return seen


def proved(match: Match, seat: int, slot: int) -> tuple[int, int]:
    """What is known of a face-down card: to everybody the same."""
    spots = [view(match, viewer).rows[seat][slot] for viewer in EVERYONE]
    (bounds,) = {(spot.least, spot.most) for spot in spots}
    return bounds


def who_know(match: Match, name: str) -> list[int]:
    """The viewers whose views or events have this card in them."""
    known = {viewer: f"{match.view(viewer)} {match.events_for(viewer)}" for viewer in EVERYONE}
    return [viewer for viewer in known if re.search(rf"(?<!\d){name}\b", known[viewer])]


def round_over(match: Match) -> str:
    """How the round ended that has just ended; nothing if none has."""
    return clause(match.events[-1].facts[-3]) if match.between_deals or match.over else ""
