"""Events: what happened in a match, complete for the record, redacted for a seat or a watcher.

    Event(seq=5, seat=2, move='play 9c 9d', steps=(Step('hand 2', 'pile', ('9c', '9d')),), ...)

A step says which cards moved from which zone to which; a step from a zone to itself turns cards up there. Cards that a
viewer may not know are counted, never named.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import compress, pairwise
from operator import ne
from typing import NamedTuple

from cardhouse.cards.facts import Fact
from cardhouse.cards.law import Row
from cardhouse.cards.ledger import EVERYBODY, LIMB, SEAT, STOCK, WATCHER, Ledger, numbers
from cardhouse.games.definition import AnyGame

DEALER = -2  # instead of a seat, if the dealer acts
FAILED = "no valid move"  # the fault that other players see


class Step(NamedTuple):
    source: str
    to: str
    cards: tuple[str, ...]
    hidden: int = 0  # how many cards the viewer may not know
    seen_by: tuple[int, ...] | None = None  # in the record: the seats that may know the cards; None is everybody


class Event(NamedTuple):
    """An event. `seq` has no gaps: it counts all events in the record, and the visible ones in a viewer's stream."""

    seq: int
    seat: int  # or DEALER
    move: str  # also `join` or `leave`; of the dealer `continue`, `commit`, `gather`, `deal`, `reveal` or `end`
    steps: tuple[Step, ...] = ()
    facts: tuple[Fact, ...] = ()
    fault: str = ""  # why the default move was played
    only: tuple[int, ...] | None = None  # in the record: the seats that may know of it; None is everybody
    said_to: tuple[int, ...] | None = None  # in the record: the seats that may know the move; None is everybody
    whole_turn: "Event | None" = None  # in the record: the event for viewers who saw nothing of a hidden turn

    @property
    def is_public(self) -> bool:
        """Return whether the event is the same for all viewers."""
        if self.only is not None or self.said_to is not None or self.whole_turn is not None or self.fault:
            return False
        return all(step.seen_by is None for step in self.steps)

    def redact_for(self, seat: int, seq: int) -> "Event | None":
        """Return the event as this seat (or WATCHER) may know it, or None if it may not know of it at all."""
        if self.whole_turn is not None and self.whole_turn.only and seat in self.whole_turn.only:
            return self.whole_turn.redact_for(seat, seq)
        if self.only is not None and seat not in self.only:
            return None
        move = self.move if self.said_to is None or seat in self.said_to else ""
        fault = FAILED if self.fault and seat != self.seat else self.fault  # the details may reveal the player's cards
        steps: dict[tuple[str, str], Step] = {}
        for step in self.steps:
            known = step.seen_by is None or seat in step.seen_by
            way = (step.source, step.to)
            others = steps.get(way, Step(*way, ()))
            cards, hidden = (step.cards, 0) if known else ((), len(step.cards))
            steps[way] = Step(*way, others.cards + cards, others.hidden + hidden)
        return Event(seq, self.seat, move, tuple(steps.values()), self.facts, fault)


class Change(NamedTuple):
    """A transition from one state to the next, from which an event is made."""

    before: Ledger
    after: Ledger
    seat: int
    move: str
    choice: int | None
    fault: str
    turn: tuple[Ledger, ...]  # when a hidden turn is shown: the state that everybody saw before it, and those since
    promise: Fact | None = None  # the dealer's, about a deal


def make_event(game: AnyGame, seq: int, change: Change) -> Event:
    """Make the complete event; at the end of a hidden turn, also the event for viewers who saw nothing of it."""
    before, after, seat, move, choice, fault, turn, promise = change
    if promise:
        return Event(seq, seat, move, facts=(promise,))
    facts, said_to = game.notation.facts, None if choice is None else knowers(game, after, seat, choice)
    only = None if game.secrecy.sees(after, WATCHER) else seers(game, after)
    event = Event(seq, seat, move, steps(game, before, after), facts(before, after, seat), fault, only, said_to)
    if not turn:
        return event
    saw = seers(game, turn[-2])
    others = tuple(viewer for viewer in range(WATCHER, after.seats) if viewer not in saw)
    whole_turn = event._replace(steps=steps_at_once(game, turn), facts=facts(turn[0], after, seat), only=others)
    return event._replace(whole_turn=whole_turn)


def knowers(game: AnyGame, t: Ledger, seat: int, choice: int) -> tuple[int, ...] | None:
    """Return the seats that may know a move, or None if everybody may."""
    said_to = game.secrecy.said_to
    if said_to(t, seat, choice, WATCHER):
        return None
    return tuple(viewer for viewer in range(t.seats) if said_to(t, seat, choice, viewer))


def seers(game: AnyGame, t: Ledger) -> tuple[int, ...]:
    return tuple(viewer for viewer in range(WATCHER, t.seats) if game.secrecy.sees(t, viewer))


def steps(game: AnyGame, before: Ledger, after: Ledger) -> tuple[Step, ...]:
    """Compare two states; return the cards that changed zone or were turned up, and who may know them."""
    at, seen, limbs = after.at, after.seen, after.limbs
    if at == before.at and seen == before.seen:  # a pass
        return ()
    found, stay = [], [~0] * limbs
    for source, to, cards in _moved(before.at, at, limbs):
        stay[source % limbs] &= ~cards
        if cards & ~seen[source % limbs]:
            for seen_by, some in _by_viewers(after, source % limbs, cards):
                found.append(_step(game, source, to, limbs, some, seen_by))
        else:
            found.append(_step(game, source, to, limbs, cards, None))
    for limb in range(limbs):
        if shown := seen[limb] & ~before.seen[limb] & stay[limb]:
            for index in range(limb, len(at), limbs):
                if cards := shown & at[index]:
                    found.append(_step(game, index, index, limbs, cards, None))
    if limbs > 1:  # the order of the steps must not reveal the limb of a card
        found.sort(key=lambda step: step[:2])
    return tuple(found)


def _moved(was: Row, now: Row, limbs: int) -> list[tuple[int, int, int]]:
    """Return sets of cards that moved, each with the cells of `at` that they moved from and to."""
    found, changed = [], list(compress(range(len(was)), map(ne, was, now)))
    for source in changed:
        if left := was[source] & ~now[source]:
            for to in changed:
                if (went := left & now[to]) and (to - source) % limbs == 0:
                    found.append((source, to, went))
    return found


def steps_at_once(game: AnyGame, states: Sequence[Ledger]) -> tuple[Step, ...]:
    """Return the steps of a whole hidden turn, then the cards turned up. Cards drawn from the stock stay hidden."""
    known, limbs, moved = states[-1].seen, states[-1].limbs, dict[tuple[str, str, bool], list[str]]()
    for before, after in pairwise(states):
        for source, to, went in _moved(before.at, after.at, limbs):
            limb, zone, name = source % limbs, source // limbs, game.zone_name
            for card in numbers(went, limb):
                open_ = STOCK not in (zone, to // limbs) and known[limb] >> card % LIMB & 1 == 1
                moved.setdefault((name(zone), name(to // limbs), open_), []).append(game.deck.name(card))
    shown = {name for (_, _, open_), names in moved.items() if open_ for name in names}
    for step in steps(game, states[-2], states[-1]):
        if step.source == step.to and set(step.cards) - shown:
            moved[(*step[:2], True)] = [name for name in step.cards if name not in shown]
    return tuple(
        Step(source, to, game.deck.sorted(cards), 0, None if open_ else ())
        for (source, to, open_), cards in sorted(moved.items())
    )


@lru_cache(maxsize=4096)  # most steps move a card or two, and recur
def _step(game: AnyGame, source: int, to: int, limbs: int, cards: int, seen_by: tuple[int, ...] | None) -> Step:
    name = game.zone_name
    return Step(name(source // limbs), name(to // limbs), game.deck.names(cards, source % limbs), 0, seen_by)


def _by_viewers(t: Ledger, limb: int, cards: int) -> list[tuple[tuple[int, ...] | None, int]]:
    """Split a set of cards by who knows them: everybody, or the same seats."""
    limbs, seats = t.limbs, t.seen[SEAT * t.limbs + limb :: t.limbs]
    everybody = cards & t.seen[EVERYBODY * limbs + limb]
    if cards & cards - 1 == 0:  # a single card, and not everybody knows it
        return [(tuple([seat for seat, known in enumerate(seats) if known & cards]), cards)]
    split: list[tuple[tuple[int, ...], int]] = [((), cards & ~everybody)]
    for seat, known in enumerate(seats):
        if cards & known:
            split = [(seats, some & ~known) for seats, some in split if some & ~known] + [
                ((*seats, seat), some & known) for seats, some in split if some & known
            ]
    return [(None, everybody), *split] if everybody else [*split]
