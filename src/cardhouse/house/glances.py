"""Glances: tables as their logs say, for lists and replays. A glance loads no room, and takes no table from its owner.

What was read before is kept, and only newer rows are read, so that a list of many tables is cheap.
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
    length: int  # of the log


class Glances:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[str, Glance] = OrderedDict()

    async def at(self, table: str) -> Sitting | None:
        """Return a table as it is stored now, or None if there is no such table. Raise BadLog if it does not load."""
        known = self._kept.get(table)
        rows = await self._store.rows(table, known.length if known else 0)
        if rows:
            sitting = await asyncio.to_thread(_go_on, known, rows)
            known = Glance(sitting, rows[-1].number + 1)
        if known is None:
            return None
        self._kept[table] = known
        self._kept.move_to_end(table)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return known.sitting


def _go_on(known: Glance | None, rows: list[Row]) -> Sitting:
    length = known.length if known else 0
    if rows[0].number != length:
        raise BadLog(f"Entry {length} of this table is missing.", rule="logs")
    *_, (_, sitting, _) = restore(rows, known.sitting if known else None)
    return sitting
