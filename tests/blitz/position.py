"""Tables of Blitz drawn as text.

    match = table('''
        0: 7h 9c J1
        1: 5h 6h
        discards: 3s 4s
        meld 0: run 3d 4d J2=5d by 0 0 1
        meld 1: book 10c 10h 8s=10 by 1
        stock: 9h 2c ...
        drawn: 5s
        wild: 8
        dealer: 1
        to act: 0
        totals: 900 -20
    ''', target=500)

The top card of the discards is the last one, that of the stock the first. `...` are all cards in play that are not
named; they are the stock where none is drawn, and out of play where it has an end. Usually seat 0 is to act, the last
seat has dealt, and nobody has drawn; `drawn: nothing` is an empty draw. `lap: 2`, `hands: 3` and `reshuffled: yes` say
what happened before.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast

import pytest

from cardhouse import WATCHER, CardhouseError, Match, Refused, SeededDealer
from cardhouse.cards.facts import clause
from cardhouse.cards.ledger import DISCARDS, EVERYBODY, HAND, LIMB, SEAT, STOCK, move, show
from cardhouse.games.blitz import BLITZ as BLITZ  # a planted fault takes its place
from cardhouse.games.blitz.cards import DECK
from cardhouse.games.blitz.law import clean
from cardhouse.games.blitz.positions import BOOK
from cardhouse.games.blitz.seen import View
from cardhouse.games.blitz.state import BOARD, PLAYING, SEATS
from cardhouse.games.blitz.turns import begin_turn
from cardhouse.games.definition import AnyGame
from cardhouse.play.dealers import PlainDealer

REST = "..."
LADDER = [14, *range(2, 15)]  # the ranks of the longest run


class Stacked(PlainDealer):
    """Gives these cards in this order, then always the lowest that there is."""

    def __init__(self, names: Iterable[str]) -> None:
        self.order = [DECK.card(name) for name in names]

    def draw(self, things: Sequence[int], wanted: int) -> list[int]:
        drawn: list[int] = []
        while len(drawn) < wanted:
            drawn.append(self.order.pop(0) if self.order else min(set(things) - set(drawn)))
        return drawn


def stacked(match: Match, names: str) -> Match:
    """The dealer will give these cards first."""
    match._dealer = Stacked(names.split())
    return match


def opened(seats: int = 2, seed: int = 1, /, **options: str | int) -> Match:
    return Match(BLITZ, seats=seats, options=options, dealer=SeededDealer(seed))


def dealt(names: str, *, seats: int = 2, move: str = "deal", **options: str | int) -> Match:
    """The first hand, of these cards in the order in which they are dealt, then the lowest of the rest."""
    return after(stacked(opened(seats, **options), names), move)


def table(text: str, **options: str | int) -> Match:
    drawn = [line.split(":") for line in text.splitlines() if line.strip()]
    lines = {key.strip(): words.strip() for key, words in drawn}
    seats = sum(key.isdigit() for key in lines)
    match = opened(seats, **options)
    t = match._state
    clean(t)
    for seat in range(seats):
        put(t, lines.pop(str(seat)), HAND + seat, SEAT + seat)
    put(t, lines.get("discards", ""), DISCARDS, EVERYBODY)
    t.piled = len(lines.get("discards", "").split())
    t.pile[: t.piled] = [DECK.card(name) for name in lines.pop("discards", "").split()]
    while f"meld {t.melds}" in lines:
        lay_meld(t, lines.pop(f"meld {t.melds}"))
    draw, stock = lines.pop("drawn", ""), lines.pop("stock", REST)
    order = [name for name in [draw, *stock.split()] if name not in ("", "nothing", REST)]
    assert all(lies(t, DECK.card(name), STOCK) for name in order), "a card is drawn twice, or is not in play"
    if REST not in stock:
        t.at[2 * STOCK : 2 * STOCK + 2] = [
            sum(1 << DECK.card(name) % LIMB for name in order if DECK.card(name) // LIMB == limb) for limb in range(2)
        ]
    t.wild_rank = int(lines.pop("wild", 1)) - 2
    t.dealt_by, t.stage, t.waits = int(lines.pop("dealer", seats - 1)), PLAYING, 0
    t.deal, t.lap = int(lines.pop("hands", 0)), int(lines.pop("lap", -1))
    t.reshuffled = int(lines.pop("reshuffled", "no") == "yes")
    t.points[:seats] = map(int, lines.pop("totals", "0 " * seats).split())
    t.reached = int(max(t.points[:SEATS]) >= t.target)
    begin_turn(t, int(lines.pop("to act", 0)))
    assert not lines, f"{lines} are not drawn"
    match._shown = t
    stacked(match, " ".join(order))
    if draw:
        after(match, "stock")
    match.events.clear()
    return match


def lies(t: Any, card: int, place: int) -> bool:
    return bool(t.at[2 * place + card // LIMB] >> card % LIMB & 1)


def put(t: Any, names: str, place: int, viewer: int) -> None:
    for card in map(DECK.card, names.split()):
        assert lies(t, card, STOCK), f"{DECK.name(card)} is drawn twice, or is not in play"
        move(t, 1 << card % LIMB, STOCK, place, card // LIMB)
        show(t, 1 << card % LIMB, viewer, card // LIMB)


def lay_meld(t: Any, text: str) -> None:
    """`run 3d 4d J2=5d by 0 0 1`: a card that is not itself says what it stands for; one seat may have laid all."""
    words, _, by = text.partition(" by ")
    form, *tokens = words.split()
    names, said = zip(*[token.partition("=")[::2] for token in tokens], strict=True)
    means = [stands_for or name.rstrip("'") for name, stands_for in zip(names, said, strict=True)]
    if form == "book":
        (rank,) = {mean.rstrip("cdhs") for mean in means}
        suit, places = BOOK, [int(rank) - 2] * len(names)
    else:
        low = LADDER.index(int(means[0][:-1]))
        assert means == [f"{rank}{means[0][-1]}" for rank in LADDER[low : low + len(names)]], f"{text} is not a run"
        suit, places = "cdhs".index(means[0][-1]), list(range(low, low + len(names)))
    put(t, " ".join(names), BOARD + t.melds, EVERYBODY)
    seats = [int(seat) for seat in by.split()] if " " in by else [int(by or 0)] * len(names)
    for name, place, seat in zip(names, places, seats, strict=True):
        t.means[DECK.card(name)], t.by[DECK.card(name)] = place, seat
    t.suit[t.melds], t.low[t.melds], t.high[t.melds] = suit, places[0], places[-1]
    t.melds += 1


def after(match: Match, *moves: str) -> Match:
    """Make these moves, each for the seat to act."""
    for words in moves:
        match.play(match.to_act[0], words)
    return match


def turn(match: Match, *moves: str) -> Match:
    """Make these moves and complete the turn."""
    return after(match, *moves, "complete")


# What came of it


def refused(match: Match, move: str, seat: int | None = None) -> int:
    """The number of the rule that forbids a move of this seat, usually of the one to act."""
    error = match.refusal(match.to_act[0] if seat is None else seat, move)
    assert isinstance(error, Refused), f"{move} was not refused"
    return error.rule_number


def view(match: Match, seat: int = WATCHER) -> View:
    return cast("View", match.view(seat))


def lying(match: Match, place: str) -> str:
    """The cards in a place: `stock`, `hand 2`, `meld 0`."""
    return " ".join(match.truth().get(place, ()))


def board(match: Match, seat: int | None = None) -> list[str]:
    """The melds as they are drawn, as the seat whose turn it is, or another, sees them; without who laid them."""
    seen = view(match, match.to_act[0] if seat is None else seat).board
    return [f"{meld.kind} {' '.join(laid(meld.kind, *card[:2]) for card in meld.cards)}" for meld in seen]


def laid(form: str, name: str, means: str) -> str:
    bare = name.rstrip("'")
    return name if means == (bare if form == "run" else bare.rstrip("cdhs")) else f"{name}={means}"


def clauses(match: Match, seat: int = WATCHER) -> list[str]:
    """Of all events since the table was drawn, as a seat is told."""
    return [clause(fact) for event in match.events_for(seat) for fact in event.facts]


def knowledge_of(match: Match, *seats: int) -> list[Any]:
    """All that these seats know, usually the watchers and all whose turn it is not."""
    seats = seats or tuple(seat for seat in range(WATCHER, match.seats) if seat != match._state.turn)
    return [(match.view(seat).as_dict(), match.events_for(seat)) for seat in seats]


def turned_down(match: Match, seat: Any, move: Any, kind: type[CardhouseError], says: str, rule: str) -> None:
    """A move gets a sentence that begins like this, and names the rule; the match is as it was."""
    before = match.log(), len(match.events), knowledge_of(match, *range(WATCHER, match.seats))
    with pytest.raises(kind) as caught:
        match.play(seat, move)
    assert (caught.value.sentence[: len(says)], str(caught.value.rule)) == (says, rule)
    assert caught.value.sentence.endswith(".")
    assert (match.log(), len(match.events), knowledge_of(match, *range(WATCHER, match.seats))) == before


def finds(test: Callable[[], None], fault: AnyGame) -> bool:
    """Does this test fail with a planted fault?"""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(f"{__name__}.BLITZ", fault)
        try:
            test()
        except (AssertionError, CardhouseError):
            return True
    return False
