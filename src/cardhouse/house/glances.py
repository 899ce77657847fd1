"""Glances: tables as their logs say, for lists and replays. A glance loads no room, and takes no table from its owner.

What was read before is kept, and only newer rows are read, so that a list of many tables is cheap. The last row is read
again: a primary that has crashed may show rows which a failover then loses.
"""

import asyncio
from collections import OrderedDict
from typing import NamedTuple

from cardhouse.cards.errors import BadLog
from cardhouse.house.apply import restore
from cardhouse.house.rows import Row
from cardhouse.house.sitting import Sitting
from cardhouse.house.stores import Store

MOST_KEPT = 200  # tables


class Glance(NamedTuple):
    sitting: Sitting
    last: Row  # of the log


class Glances:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[str, Glance] = OrderedDict()

    async def at(self, table: str, *, certain: bool = False) -> Sitting | None:
        """Return a table as it is stored now, or None if there is no such table. Raise BadLog if it does not load.

        What is certain outlives a failover.
        """
        known = self._kept.get(table)
        rows = await self._store.rows(table, known.last.number if known else 0, certain=certain)
        if known is not None and rows[:1] != [known.last]:
            self._kept.pop(table, None)
            known, rows = None, await self._store.rows(table, certain=certain)
        if newer := rows[1:] if known else rows:
            sitting = await asyncio.to_thread(_go_on, known, newer)
            known = Glance(sitting, newer[-1])
        if known is None:
            return None
        self._kept[table] = known
        self._kept.move_to_end(table)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return known.sitting


def _go_on(known: Glance | None, rows: list[Row]) -> Sitting:
    length = known.last.number + 1 if known else 0
    if rows[0].number != length:
        raise BadLog(f"Entry {length} of this table is missing.", rule="logs")
    *_, (_, sitting, _) = restore(rows, known.sitting if known else None)
    return sitting
