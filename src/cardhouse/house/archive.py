"""The archive: the part of the logs that the operator may read, and after a match everybody."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import NamedTuple

from cardhouse.cards.errors import BadLog
from cardhouse.cards.ledger import WATCHER
from cardhouse.house.apply import restore
from cardhouse.house.daily import is_sealed
from cardhouse.house.rows import Row
from cardhouse.play import log
from cardhouse.play.events import Event
from cardhouse.wire import encode
from cardhouse.wire.commands import Kind, Moved, Opened, Started

SEALED = "Others still play this deal of the day. Its log can be read when the day is over, at midnight UTC."
RUNS = "There is no such finished match at this table. The cards of a match in progress are shown to nobody."


class FinishedMatch(NamedTuple):
    """A match that is over, with all its cards."""

    log: str
    by: tuple[str, ...]  # for each event: what moved instead of the player, or ""
    kinds: tuple[Kind, ...]  # of the players, when they joined the match
    daily: str = ""  # the date of the deal of the day


def finished_matches(rows: Iterable[Row]) -> Iterator[FinishedMatch]:
    """Yield the finished matches in order. A match in progress is left out, because its cards are secret."""
    lines: list[log.Entry] = []
    by: list[str] = []
    kinds: list[Kind] = []
    done = 0
    for row, sitting, news in restore(rows):
        if isinstance(row.entry, Started) and sitting.match is not None:
            lines, by, kinds = [], [], []
            sitting.match.log_entries()[0]["law"] = {"version": row.entry.version, "digest": row.entry.digest}
        if sitting.match is not None:
            lines += sitting.match.log_entries()
            by += [one.by for one in news if isinstance(one.what, Event)]
            joined = sitting.chairs[len(kinds) : sitting.match.seats]
            kinds += [chair.player.kind for chair in joined if chair.player]
            if sitting.matches_over > done:
                done = sitting.matches_over
                text = log.text(lines, sitting.match.state_for(WATCHER))
                yield FinishedMatch(text, tuple(by), tuple(kinds), sitting.opened.daily)


def find_match(rows: Iterable[Row], match: int | None = None) -> FinishedMatch:
    """Return a finished match of a log, counted from 1; by default the last one."""
    found = list(islice(finished_matches(rows), match))
    if not found or len(found) < (match or 0):
        raise BadLog(RUNS, rule="logs")
    return found[-1]


def must_be_open(rows: Iterable[Row], now: float) -> None:
    """Raise BadLog for the log of a deal of the day that is not over."""
    for row in rows:
        if isinstance(row.entry, Opened) and is_sealed(row.entry, now):
            raise BadLog(SEALED, rule="logs")


def describe_entries(rows: Iterable[Row]) -> Iterator[str]:
    """Yield a line for each public entry. The moves of a hidden turn follow when it ends."""
    seq = -1
    for row in rows:
        hidden = isinstance(row.entry, Moved) and not row.entry.move and row.seq == seq
        if not hidden:
            at = datetime.fromtimestamp(row.at / 1000, UTC).isoformat(timespec="milliseconds")
            yield f"{at}  {row.number:>5}  {encode(row.entry).decode()}"
        seq = row.seq
