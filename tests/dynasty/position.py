"""Tables of Dynasty drawn as text.

    match = table('''
        0: 4 9 9 W
        1: 5 6
        2:
        order: 2 0 1
        pile: 12 12 by 2
        passed: 1
        crowns: 1 0 2
        to act: 0
    ''', taxation="on")

Cards that are not named have been played before. Usually the turn order is that of the seats and its first one leads.
Those without cards have finished, in turn order. `taxes: 0>3 0>3 1>2` says which cards are still to be given. A deal
that ends is followed by the next one only after `match.go_on()`.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from cardhouse import WATCHER, CardhouseError, Dealer, Match, Refused, ScriptedDealer, SeededDealer
from cardhouse.cards.cells import NOBODY
from cardhouse.cards.facts import clause
from cardhouse.cards.ledger import DISCARDS, EVERYBODY, HAND, LIMB, SEAT, gather, move, show
from cardhouse.games.definition import AnyGame
from cardhouse.games.dynasty import DYNASTY as DYNASTY  # a planted fault takes its place
from cardhouse.games.dynasty.deck import DECK
from cardhouse.games.dynasty.seen import View
from cardhouse.games.dynasty.state import CARDS, PILE, VIEWERS, ZONE_COUNT

THREE = "0: 4 9\n1: 5 9\n2: 6 9"
TAXES = "0: 3 7 12 W\n1: 5 7\n2: 6 8\n3: 9 9\ntaxes: 0>3 0>3 1>2"


def opened(seats: int, dealer: Dealer | None = None, /, **options: str | int) -> Match:
    """A match with a pause between deals, the first one dealt."""
    match = Match(DYNASTY, seats=seats, options=options, dealer=dealer or SeededDealer(1), pause=True)
    match.go_on()
    return match


def table(text: str, **options: str | int) -> Match:
    lines = {key.strip(): words.strip() for key, words in (line.split(":") for line in text.strip().splitlines())}
    seats = sum(key.isdigit() for key in lines)
    match = opened(seats, **options)
    match.events.clear()
    t, taken = match._state, Counter[str]()
    gather(t, 0, ZONE_COUNT, VIEWERS)
    gather(t, 0, ZONE_COUNT, VIEWERS, limb=1)
    t.at[2 * DISCARDS : 2 * DISCARDS + 2] = CARDS
    for seat in range(seats):
        put(t, cards(lines[str(seat)], taken), HAND + seat, SEAT + seat)
    t.order[:seats] = whole(lines, "order") or range(seats)
    pile, _, by = lines.get("pile", "").partition(" by ")
    put(t, cards(pile, taken), PILE, EVERYBODY)
    show(t, t.at[2 * DISCARDS], EVERYBODY)
    show(t, t.at[2 * DISCARDS + 1], EVERYBODY, 1)
    t.count, t.value = len(pile.split()), min([number(name) for name in pile.split()], default=0)
    t.last = int(by) if by else NOBODY
    t.passed = sum(1 << seat for seat in whole(lines, "passed"))
    t.turn = int(lines.get("to act", t.order[0]))
    t.at_turn = t.order.index(t.turn)
    t.crowns[:seats] = whole(lines, "crowns") or [0] * seats
    for seat in [seat for seat in t.order[:seats] if not lines[str(seat)]]:
        t.out += 1
        t.places[seat] = t.out
        t.monarch = seat if t.out == 1 else t.monarch
    for gift in lines.get("taxes", "").split():
        rich, poor = map(int, gift.split(">"))
        t.partner[rich], t.partner[poor] = poor, rich
        t.taxes += not t.owes[rich]
        t.owes[rich] += 1
    return match


def whole(lines: dict[str, str], key: str) -> list[int]:
    return [int(limb) for limb in lines.get(key, "").split()]


def number(name: str) -> int:
    return 13 if name == "W" else int(name)


def cards(names: str, taken: Counter[str]) -> list[int]:
    """The numbers of these cards, of equal ones the first that is not taken yet."""
    found = []
    for name in names.split():
        found.append(DECK.card(name) + taken[name])
        assert DECK.name(found[-1]) == name, f"there are too few cards {name}"
        taken[name] += 1
    return found


def put(t: Any, found: list[int], place: int, viewer: int) -> None:
    for card in found:
        move(t, 1 << card % LIMB, DISCARDS, place, card // LIMB)
        show(t, 1 << card % LIMB, viewer, card // LIMB)


def between(finished: str, *, crowns: str = "", **options: str | int) -> Match:
    """The pause after a deal in which the seats finished like this; crowns are those from before it."""
    order = [int(seat) for seat in finished.split()]
    hands = [f"{seat}: {12 - place}" for place, seat in enumerate(order)]
    match = table("\n".join([*hands, f"order: {finished}", f"crowns: {crowns}"]), **options)
    after(match, *(f"play {12 - place}" for place in range(len(order) - 1)))
    assert match.between_deals
    return match


def dealt(match: Match, text: str) -> Match:
    """The next deal, in which the seats get these cards; what is left goes, the lowest first, to the first in turn."""
    named, taken = dict(line.split(":") for line in text.strip().splitlines()), Counter[str]()
    hands = {int(seat): cards(names, taken) for seat, names in named.items()}
    t = match._state.copy()
    rest = [card for card in match.game.collect(t) if not any(card in hand for hand in hands.values())]
    order = t.order[: t.players]
    for place, seat in enumerate(order):
        hand = hands.setdefault(seat, [])
        missing = len(range(place, len(DECK), len(order))) - len(hand)
        hand += rest[:missing]
        del rest[:missing]
    match._dealer = ScriptedDealer([[hands[order[i % len(order)]][i // len(order)] for i in range(len(DECK))]])
    match.go_on()
    return match


def after(match: Match, *moves: str) -> Match:
    """Make these moves, each for the seat to act."""
    for words in moves:
        match.play(match.to_act[0], words)
    return match


# What came of it


def refused(match: Match, seat: int, words: str) -> int:
    """The number of the rule that forbids a move."""
    error = match.refusal(seat, words)
    assert isinstance(error, Refused), f"{words} was not refused"
    return error.rule_number


def view(match: Match, seat: int = WATCHER) -> View:
    seen = match.view(seat)
    assert isinstance(seen, View)
    return seen


def lying(match: Match, place: str) -> str:
    """The cards in a place: `table`, `hand 2`."""
    return " ".join(match.truth().get(place, ()))


def clauses(match: Match) -> list[str]:
    """Of all events since the table was drawn."""
    return [clause(fact) for event in match.events for fact in event.facts]


def places(match: Match) -> tuple[int, ...]:
    """Of each seat, at the end of the match."""
    assert match.result is not None, "the match is not over"
    return match.result.places


def turned_down(match: Match, act: Callable[[], object], kind: type[Exception], says: str) -> None:
    """What was tried gets this sentence, which names the rule, and the match is as it was."""
    before = match.log(), match.names, len(match.events)
    with pytest.raises(kind) as caught:
        act()
    assert str(caught.value) == says
    assert (match.log(), match.names, len(match.events)) == before


def finds(test: Callable[[], None], fault: AnyGame) -> bool:
    """Does this test fail with a planted fault?"""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(f"{__name__}.DYNASTY", fault)
        try:
            test()
        except (AssertionError, CardhouseError):
            return True
    return False
