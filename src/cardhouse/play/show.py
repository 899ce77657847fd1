"""A finished match, frame by frame: what happened, with every card named, and the open view after it.

    Frame(Event(7, 1, 'play 9c 9d', ...), {'pile': ('9c', '9d'), 'to_act': (2,), ...})

A frame's view has the fields that differ from the frame before; the first has all fields. With the draws of its deals
anybody can deal the cards again: `docs/fair-deals.md` says how.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from typing import NamedTuple

from cardhouse.cards.errors import BadLog
from cardhouse.games.definition import AnyGame
from cardhouse.games.view import View
from cardhouse.play.events import DEALER, Change, Event, Step, make_event
from cardhouse.play.log import Entry
from cardhouse.play.match import Match
from cardhouse.play.replay import LoggedDealer, replay_with
from cardhouse.untyped import Json


class Frame(NamedTuple):
    event: Event
    view: Json


class Draw(NamedTuple):
    of: list[int]  # seats or cards, in the order of their numbers
    drew: list[int]


class DealRecord(NamedTuple):
    commitment: str
    reveal: str  # "" if the match ended before
    draws: list[Draw]
    frame: int  # the first frame of the deal


class Show(NamedTuple):
    match: Match
    frames: list[Frame]
    deals: list[DealRecord]


class NotedDealer(LoggedDealer):
    """A dealer that repeats the deals of a log, and records the draws of each deal."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        super().__init__(entries)
        self.commitments: list[str] = []
        self.draws: list[list[Draw]] = []
        self.reveals: list[str] = []

    def commit(self) -> str:
        self.draws.append([])
        self.commitments.append(super().commit())
        return self.commitments[-1]

    def draw(self, things: Sequence[int], wanted: int) -> list[int]:
        drew = super().draw(things, wanted)
        self.draws[-1].append(Draw(sorted(things), drew))
        return drew

    def reveal(self) -> str:
        self.reveals.append(super().reveal())
        return self.reveals[-1]


def show(log: str, *, game: AnyGame | None = None) -> Show:
    """Return the frames of a logged match, or raise an error if the match is not over."""
    match, dealer = replay_with(log, game, NotedDealer)
    if not match.over:
        raise BadLog("The match is not over: its cards are shown to nobody.", rule="logs")
    changes = match._drain()
    events = [_open(make_event(match.game, seq, change)) for seq, change in enumerate(changes)]
    views = _differences(match.game.open_view(change.after) for change in changes)
    return Show(match, list(map(Frame, events, views)), list(_deals(match, dealer, changes)))


def _open(event: Event) -> Event:
    """Return an event with everything in it public, and one step for each pair of zones."""
    ways: dict[tuple[str, str], tuple[str, ...]] = {}
    for step in event.steps:
        ways[step[:2]] = ways.get(step[:2], ()) + step.cards
    steps = tuple(Step(*way, cards) for way, cards in ways.items())
    return event._replace(steps=steps, only=None, said_to=None, whole_turn=None)


def _differences(views: Iterable[View]) -> Iterator[Json]:
    known: Json = {}
    for view in views:
        now = {field.name: getattr(view, field.name) for field in fields(view)}
        yield {name: value for name, value in now.items() if name not in known or known[name] != value}
        known = now


def _deals(match: Match, dealer: NotedDealer, changes: Sequence[Change]) -> Iterator[DealRecord]:
    began = changes[0].before.deal
    first: dict[int, int] = {began: 0} if match.onward else {}
    for number, change in enumerate(changes):
        if change.seat == DEALER and not change.promise:
            first.setdefault(change.before.deal, number)
    reveals = dealer.reveals + [""] * (len(dealer.commitments) - len(dealer.reveals))
    for deal, promised in enumerate(zip(dealer.commitments, reveals, dealer.draws, strict=True), began):
        yield DealRecord(*promised, first.get(deal, len(changes) - 1))
