"""Leases: which house owns which table, where several houses share a database.

Every house renews its lease once a second, by the database's clock. When a house has not done so for five seconds, the
others take over its tables, each when it is next used. Leases keep the peace: without them, two houses could each
refuse what the other has stored, again and again. They are not needed for safety, which is the primary key of the log.

A house can also ask the owner for a table, with PostgreSQL's LISTEN and NOTIFY.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import asyncpg

from cardhouse.house.journal import journal
from cardhouse.house.stores import unwell
from cardhouse.house.stores.database import Link
from cardhouse.house.stores.postgres import DatabaseTrouble
from cardhouse.house.stores.reasons import LOST, READ_ONLY

RENEW = 1.0  # seconds between renewals
LEASE = 5.0  # seconds after which a lease that was not renewed is lost
MOST_AT_ONCE = 1000  # claims per commit
TAKE = "INSERT INTO houses VALUES ($1, $2, clock_timestamp()) ON CONFLICT (id) DO UPDATE SET seen = excluded.seen"
SINCE = "clock_timestamp() - make_interval(secs => $1)"
UNTIL = "clock_timestamp() + make_interval(secs => $1)"  # later than that only if the clock was set back
LIVES = f"seen BETWEEN {SINCE} AND {UNTIL}"
RENEWED = f"UPDATE houses SET seen = clock_timestamp() WHERE id = $2 AND {LIVES}"
ALIVE = f"SELECT id, url FROM houses WHERE {LIVES}"
REPLACE = "DELETE FROM houses WHERE url = $2 AND id <> $1"
END = "DELETE FROM houses WHERE id = $1"
FORGET = "DELETE FROM houses WHERE seen < clock_timestamp() - interval '1 day'"
ASK = "SELECT pg_notify($1, $2)"
RELEASE = "DELETE FROM owners WHERE table_id = ANY($1::text[]) AND house = $2"
CLAIM = """
INSERT INTO owners AS known SELECT wanted.id, $2 FROM unnest($1::text[]) AS wanted (id) JOIN tables USING (id)
ON CONFLICT (table_id) DO UPDATE SET house = excluded.house
WHERE known.house = excluded.house OR known.house <> ALL($3::text[])
"""
OWNERS = """
SELECT wanted.id, owners.house, (SELECT max(number) + 1 FROM log WHERE table_id = wanted.id) AS length
FROM unnest($1::text[]) AS wanted (id) LEFT JOIN owners ON table_id = wanted.id
"""


class Peer(NamedTuple):
    """A house that shares the database."""

    id: str
    url: str  # where clients reach it


class Claim(NamedTuple):
    owner: Peer | None  # None if this house owns the table
    length: int  # of the table's log; 0 if there is no such table


def channel_of(house: str) -> str:
    """Return the channel of NOTIFY on which a house is asked for its tables."""
    return f"house_{house}"


class Leases:
    """The lease of this house, and its claims to tables.

    `lost` is called when others may have taken its tables, and `asked` when another house asks for one.
    """

    def __init__(self, url: str, me: Peer, lost: Callable[[], None], asked: Callable[[str], None]) -> None:
        self.me, self._lost, self._asked = me, lost, asked
        self.peers: dict[str, Peer] = {}  # the living houses, this one included
        self.standbys = ""  # which ones confirm every commit, as PostgreSQL is set up; empty if none has to
        self._beats, self._claims, self._trouble = Link(url, self._listen), Link(url), DatabaseTrouble(url)
        self._waiting: dict[str, asyncio.Future[Claim]] = {}
        self._claiming: asyncio.Task[None] | None = None

    @property
    def reason(self) -> str:
        """Return why the lease cannot be renewed, or ""."""
        return self._trouble.reason

    async def open(self) -> None:
        """Take a lease, as soon as the database can be used."""
        while True:
            try:
                await self._take()
                break
            except (*LOST, *READ_ONLY, asyncpg.PostgresError) as error:
                self._trouble.begin(error)
                await asyncio.sleep(RENEW)
        self._task = asyncio.create_task(self._beat())

    async def _take(self) -> None:
        """Take a lease. A house that had the same address before is gone: its tables need not wait for its lease."""
        await self._beats.do(lambda db: db.execute(REPLACE, *self.me))
        await self._beats.do(lambda db: db.execute(TAKE, *self.me))
        await self._beats.do(lambda db: db.execute(FORGET))
        await self._renew()

    async def close(self) -> None:
        """End the lease, so that others need not wait for it to run out."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        try:
            await self._beats.do(lambda db: db.execute(END, self.me.id))
        except (*LOST, *READ_ONLY, asyncpg.PostgresError):
            journal.warning("the lease could not be ended: others take over when it runs out")
        await asyncio.gather(self._beats.close(), self._claims.close())

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(RENEW)
            try:
                await self._renew()
            except (*LOST, *READ_ONLY, asyncpg.PostgresError) as error:
                self._trouble.begin(error)
            except Exception as error:  # a bug must not end the lease
                journal.error("the lease could not be renewed", exc_info=error)
            else:
                self._trouble.end()

    async def _renew(self) -> None:
        if await self._beats.do(lambda db: db.execute(RENEWED, LEASE, self.me.id)) == "UPDATE 0":
            journal.warning("the lease was lost: others may own the tables of this house now")
            self._lost()
            await self._beats.do(lambda db: db.execute(TAKE, *self.me))
        alive = await self._beats.do(lambda db: db.fetch(ALIVE, LEASE))
        self._meet([Peer(house, url) for house, url in alive])
        self.standbys = await self._beats.do(lambda db: db.fetchval("SHOW synchronous_standby_names"))

    def _meet(self, alive: list[Peer]) -> None:
        """Note which houses live. Drop an address that two of them give: it may lead to the wrong one."""
        houses = Counter(peer.url for peer in alive)
        peers = {peer.id: peer if houses[peer.url] == 1 else Peer(peer.id, "") for peer in alive}
        if houses[self.me.url] > 1 and peers != self.peers:
            journal.error("another house has the same address: give each its own --url", extra={"url": self.me.url})
        self.peers = peers

    # Claims

    async def _listen(self, db: asyncpg.Connection) -> None:
        await db.add_listener(channel_of(self.me.id), lambda db, process, channel, table: self._asked(table))

    async def ask_for(self, table: str, owner: Peer) -> None:
        """Ask the owner for a table. It may keep it; if it gives it up, it sends its viewers away."""
        try:
            await self._claims.do(lambda db: db.execute(ASK, channel_of(owner.id), table))
        except (*LOST, *READ_ONLY, asyncpg.PostgresError) as error:
            self._trouble.begin(error)

    async def release(self, tables: list[str]) -> None:
        """Give up tables, so that the house where they are next used owns them."""
        try:
            await self._claims.do(lambda db: db.execute(RELEASE, tables, self.me.id))
        except (*LOST, *READ_ONLY, asyncpg.PostgresError) as error:
            self._trouble.begin(error)

    async def claim(self, table: str) -> Claim:
        """Become the owner of a table, unless a living house is. Raise Denial if the database cannot be used.

        This is a commit, also for a table that this house owns already: when it returns, the standby has all that the
        length of the log counts, and a primary that was replaced meanwhile cannot answer.
        """
        if table not in self._waiting:
            self._waiting[table] = asyncio.get_running_loop().create_future()
            if self._claiming is None or self._claiming.done():
                self._claiming = asyncio.create_task(self._claim_all())
        return await asyncio.shield(self._waiting[table])

    async def _claim_all(self) -> None:
        while self._waiting:
            wanted = dict([*self._waiting.items()][:MOST_AT_ONCE])
            for table in wanted:  # who asks from now on must not be answered with what was read before
                del self._waiting[table]
            try:
                claims = await self._claims.do(partial(self._claim, [*wanted]))
            except Exception as error:
                self._trouble.begin(error)
                for answer in wanted.values():
                    answer.set_exception(unwell())
            else:
                for table, answer in wanted.items():
                    answer.set_result(claims[table])

    async def _claim(self, tables: list[str], db: asyncpg.Connection) -> dict[str, Claim]:
        others = [house for house, _ in await db.fetch(ALIVE, LEASE) if house != self.me.id]
        await db.execute(CLAIM, tables, self.me.id, others)
        claims = {}
        for table, house, length in await db.fetch(OWNERS, tables):
            owner = None if house in (self.me.id, None) else self.peers.get(house, Peer(house, ""))
            claims[table] = Claim(owner, length or 0)
        return claims
