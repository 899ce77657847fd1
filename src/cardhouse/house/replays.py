"""Replays: finished matches, event by event, with nothing hidden.

    {"game": "president", ..., "frames": [{"happened": {"what": "move", "seat": 1, ...}, "view": {...}}, ...]}

A finished match never changes, so recent answers are cached. The others are computed one at a time, in a thread.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

from cardhouse.cards.errors import BadLog
from cardhouse.house import archive
from cardhouse.house.archive import FinishedMatch
from cardhouse.house.packing import Packed
from cardhouse.house.rows import Row
from cardhouse.play.events import Event
from cardhouse.play.position import Position, cut, playable_frames, read_position
from cardhouse.play.show import DealRecord, show
from cardhouse.wire import Denial, MatchEvent, ResultInfo, StepInfo, encode
from cardhouse.wire.lobby import Replay, ReplayDeal, ReplayDraw, ReplayFrame

K = TypeVar("K")
MOST_CACHED = 1 << 26  # bytes
MOST_WAITING = 16  # length of the queue
BUSY = "Too many requests for finished matches; try again in a moment."


def replay(played: FinishedMatch, match: int, matches: int) -> Replay:
    shown, playable = show(played.log), playable_frames(played.log)
    over, result = shown.match, shown.match.result
    assert result is not None
    events = zip(shown.frames, played.by, strict=True)
    frames = [ReplayFrame(happened=_happened(frame.event, by), view=frame.view) for frame, by in events]
    return Replay(
        game=over.game.name,
        match=match,
        matches=matches,
        seats=over.seats,
        names=over.names,
        kinds=played.kinds,
        options=over.options,
        result=ResultInfo(places=result.places, points=result.points),
        daily=played.daily,
        frames=frames,
        deals=[_dealt(deal) for deal in shown.deals],
        onward=over.onward,
        playable=playable,
    )


def _happened(event: Event, by: str) -> MatchEvent:
    steps = [StepInfo(source=step.source, to=step.to, cards=step.cards) for step in event.steps]
    facts = [fact.as_dict() for fact in event.facts]
    return MatchEvent(seat=event.seat, move=event.move, steps=steps, facts=facts, fault=event.fault, by=by)


def _dealt(deal: DealRecord) -> ReplayDeal:
    draws = [ReplayDraw(of=of, drew=drew) for of, drew in deal.draws]
    return ReplayDeal(frame=deal.frame, commitment=deal.commitment, draws=draws, reveal=deal.reveal)


class Replays:
    def __init__(self, read: Callable[[str], Awaitable[list[Row]]]) -> None:
        self._read = read
        self._cached: OrderedDict[object, Packed] = OrderedDict()
        self._one_at_a_time, self._waiting = asyncio.Lock(), 0

    async def log(self, table: str, match: int) -> Packed:
        return await self._find(("log", table, match), table, partial(_log, match))

    async def of(self, table: str, match: int, matches: int) -> Packed:
        """Return a match of a table that has finished this number of matches."""
        return await self._find((table, match, matches), table, partial(_replay, match, matches))

    async def position(self, table: str, match: int, frame: int) -> Position:
        """Return the position at a frame of a match; raise Denial if nobody can play on from it."""
        try:
            return await self._compute(table, partial(_position, match, frame))
        except BadLog as error:
            raise Denial.of("not_now", error, about="onward_moment") from None

    async def _find(self, wanted: object, table: str, make: Callable[[list[Row]], Packed]) -> Packed:
        if wanted not in self._cached:
            packed = await self._compute(table, make, known=partial(self._cached.get, wanted))
            self._cached[wanted] = packed
        self._cached.move_to_end(wanted)
        found = self._cached[wanted]
        while len(self._cached) > 1 and sum(map(len, self._cached.values())) > MOST_CACHED:
            self._cached.popitem(last=False)
        return found

    async def _compute(
        self, table: str, make: Callable[[list[Row]], K], *, known: Callable[[], K | None] = lambda: None
    ) -> K:
        """Return what is made of a table's rows, unless it is known when this request's turn comes."""
        if self._waiting >= MOST_WAITING:
            raise Denial("flood", BUSY)
        self._waiting += 1
        try:
            async with self._one_at_a_time:
                if (found := known()) is not None:
                    return found
                return await asyncio.to_thread(make, await self._read(table))
        finally:
            self._waiting -= 1


def _position(match: int, frame: int, rows: list[Row]) -> Position:
    return read_position(cut(archive.find_match(rows, match).log, frame=frame))


def _log(match: int, rows: list[Row]) -> Packed:
    return Packed(archive.find_match(rows, match).log.encode(), "application/x-ndjson")


def _replay(match: int, matches: int, rows: list[Row]) -> Packed:
    return Packed(encode(replay(archive.find_match(rows, match), match, matches)), "application/json")
