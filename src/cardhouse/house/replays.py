"""Replays: finished matches, event by event, with nothing hidden.

    {"game": "president", ..., "frames": [{"happened": {"what": "move", "seat": 1, ...}, "view": {...}}, ...]}

A finished match never changes, so recent answers are cached. The others are computed one at a time, in a thread.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from pathlib import Path

from cardhouse.house import archive
from cardhouse.house.archive import FinishedMatch
from cardhouse.house.packing import Packed
from cardhouse.play.events import Event
from cardhouse.play.show import DealRecord, show
from cardhouse.wire import Denial, MatchEvent, ResultInfo, StepInfo, encode
from cardhouse.wire.lobby import Replay, ReplayDeal, ReplayDraw, ReplayFrame

MOST_CACHED = 1 << 26  # bytes
MOST_WAITING = 16  # length of the queue
BUSY = "Too many requests for finished matches; try again in a moment."


def replay(played: FinishedMatch, match: int, matches: int) -> Replay:
    shown = show(played.log)
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
        frames=frames,
        deals=[_dealt(deal) for deal in shown.deals],
    )


def _happened(event: Event, by: str) -> MatchEvent:
    steps = [StepInfo(source=step.source, to=step.to, cards=step.cards) for step in event.steps]
    facts = [fact.as_dict() for fact in event.facts]
    return MatchEvent(seat=event.seat, move=event.move, steps=steps, facts=facts, fault=event.fault, by=by)


def _dealt(deal: DealRecord) -> ReplayDeal:
    draws = [ReplayDraw(of=of, drew=drew) for of, drew in deal.draws]
    return ReplayDeal(frame=deal.frame, commitment=deal.commitment, draws=draws, reveal=deal.reveal)


class Replays:
    def __init__(self, file: Path) -> None:
        self._file = file
        self._cached: OrderedDict[object, Packed] = OrderedDict()
        self._one_at_a_time, self._waiting = asyncio.Lock(), 0

    async def log(self, table: str, match: int) -> Packed:
        return await self._find(("log", table, match), partial(self._log, table, match))

    async def of(self, table: str, match: int, matches: int) -> Packed:
        """Return a match of a table that has finished this number of matches."""
        return await self._find((table, match, matches), partial(self._replay, table, match, matches))

    async def _find(self, wanted: object, make: Callable[[], Packed]) -> Packed:
        if wanted not in self._cached:
            if self._waiting >= MOST_WAITING:
                raise Denial("flood", BUSY)
            self._waiting += 1
            try:
                async with self._one_at_a_time:
                    if wanted not in self._cached:  # another request may have computed it meanwhile
                        self._cached[wanted] = await asyncio.to_thread(make)
            finally:
                self._waiting -= 1
        self._cached.move_to_end(wanted)
        found = self._cached[wanted]
        while len(self._cached) > 1 and sum(map(len, self._cached.values())) > MOST_CACHED:
            self._cached.popitem(last=False)
        return found

    def _log(self, table: str, match: int) -> Packed:
        return Packed(archive.export_log(self._file, table, match).encode(), "application/x-ndjson")

    def _replay(self, table: str, match: int, matches: int) -> Packed:
        played = archive.find_match(self._file, table, match)
        return Packed(encode(replay(played, match, matches)), "application/json")
