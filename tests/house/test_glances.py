"""Glances: tables as their logs say, also after a log has lost rows that nobody was told of."""

import asyncio
from typing import Any, cast

from msgspec.structs import replace

from cardhouse.house.glances import Glances
from cardhouse.house.rows import Row
from cardhouse.wire.commands import Said
from tests.house.in_memory import InMemoryHouse


class Log:
    """As much of a store as glances need."""

    def __init__(self, rows: list[Row]) -> None:
        self.kept = rows
        self.read = 0

    async def rows(self, table: str, since: int = 0, *, certain: bool = False) -> list[Row]:
        found = self.kept[since:]
        self.read += len(found)
        return found


def lines(house: InMemoryHouse, *texts: str) -> list[Row]:
    """Return the rows of a table at which this is said."""
    for text in texts:
        house.must(house.people[0].say("say", text=text))
    return [*house.store.rows]


def test_a_glance_does_not_keep_rows_that_a_failover_has_lost() -> None:
    """A primary that crashed shows what its standby does not have; then the standby takes over, and play goes on."""

    async def run() -> None:
        house = InMemoryHouse("president", seats=4, bots=2)
        log = Log(lines(house, "one", "two", "lost"))
        glances = Glances(cast(Any, log))
        before = await glances.at("table")
        assert before is not None
        lost = log.kept.pop()
        shorter = await glances.at("table")
        assert shorter is not None
        assert shorter.seq == before.seq - 1
        log.kept.append(replace(lost, at=lost.at + 1, entry=Said(seat=0, text="another")))
        log.kept += [replace(log.kept[-1], number=lost.number + 1, seq=lost.seq + 1, at=lost.at + 2, command=None)]
        again = await glances.at("table")
        assert again is not None
        assert again.seq == before.seq + 1

    asyncio.run(run())


def test_a_glance_reads_no_row_twice_but_the_last() -> None:
    async def run() -> None:
        log = Log(lines(InMemoryHouse("president", seats=4, bots=2), "one", "two"))
        glances = Glances(cast(Any, log))
        await glances.at("table")
        log.read = 0
        await glances.at("table")
        assert log.read <= 1

    asyncio.run(run())
