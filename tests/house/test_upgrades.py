"""A rolling upgrade: houses of two versions on one database, and logs with entries that the older one does not know."""

import asyncio
import logging

import asyncpg
import pytest

from cardhouse.house.house import House
from cardhouse.wire import Denial
from tests.house.test_several_houses import TABLE, Houses, houses

NEWER = "INSERT INTO log VALUES ($1, $2, 0, 1, NULL, 0, 0, $3, '')"
ENTRIES = ['{"what":"danced","seat":0}', '{"what":"said","seat":0,"text":"hello","tune":"waltz"}']


async def write_as_a_newer_house(both: Houses, entry: str) -> asyncpg.Connection:
    db = await asyncpg.connect(both.url)
    await db.execute(NEWER, TABLE, await both.length(), entry)
    await db.execute("UPDATE tables SET listed = 1")
    return db


async def code_of(house: House) -> set[str]:
    """Return the codes with which a house refuses to show the table, or to let somebody in."""
    codes = set[str]()
    for look in (house.sitting, house.room_for):
        with pytest.raises(Denial) as denied:
            await look(TABLE, "192.0.2.7")
        codes.add(denied.value.code)
    return codes


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_table_that_only_newer_houses_can_read_is_left_to_them(entry: str, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        async with houses() as both:
            db = await write_as_a_newer_house(both, entry)
            assert await both.new.listed() == []
            assert await code_of(both.new) == {"not_now"}
            assert await code_of(both.new) == {"not_now"}
            assert await db.fetch("SELECT house FROM owners") == [], "a house keeps a table that it cannot read"
            assert await db.fetchval("SELECT listed FROM tables") == 1, "newer houses do not list it any more"
            await db.close()

    with caplog.at_level(logging.ERROR):
        asyncio.run(run())
    assert caplog.messages == ["a table does not load"]
