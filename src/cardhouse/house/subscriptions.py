"""Subscriptions: who is called at which table, and the key of the house, as documents in the store.

There is one document for each table, which only the owner of the table writes: the store makes sure of that. There is
one for the key: several houses on one database have the same, whichever of them came first. When a house opens, and
when another one is gone, it looks for tables that nobody has in memory and where somebody is still to be called.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING

from msgspec import Struct

from cardhouse.house import calls
from cardhouse.house.calls import Callees
from cardhouse.house.journal import journal
from cardhouse.house.push.sender import Device, Message, Outcome, PushSender
from cardhouse.house.push.services import Services
from cardhouse.house.room import moved
from cardhouse.house.settings import Settings
from cardhouse.house.stores import Store
from cardhouse.wire import Denial, encode

if TYPE_CHECKING:
    from cardhouse.house.house import House
    from cardhouse.house.push.encryption import HouseKey  # needs the extra `push`

CALLS = "calls"  # the kind of the documents: one for each table, by its id
KEY = "push key"  # the kind and the name of the document with the key
WATCH = 5.0  # seconds between looks at which houses are there
NAMELESS = "calls are signed in the name of localhost, which Apple may refuse: name this house with --host-name"
UNKNOWN_SERVICE = "This house does not know the push service of your browser, and so cannot call you."


class Unwritten(Struct, eq=False):
    """What is to be stored of a table."""

    text: str
    is_lost: bool = False  # because another house has the table


class Subscriptions:
    def __init__(self, settings: Settings, store: Store) -> None:
        self._store, self._services = store, Services(settings.push_services)
        subject = f"https://{settings.host_names[0] if settings.host_names else 'localhost'}"
        self._is_nameless = not settings.host_names  # until that is in the journal
        self.sender = PushSender(self._services, subject, self.key)
        self._key: HouseKey | None = None
        self._unwritten: dict[str, Unwritten] = {}  # by table
        self._writing = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._watching: asyncio.Task[None] | None = None
        self._looked = False

    async def key(self) -> "HouseKey":
        """Return the key of the house. It is made when it is needed first: most houses never call anybody."""
        if self._key is None:
            text = await self._store.document(KEY, KEY)
            if text is None:
                text = await asyncio.to_thread(_new_key)
            text = await self._store.add_document(KEY, KEY, text)  # also a known one, which a failover could lose
            self._key = await asyncio.to_thread(_read_key, text)
        return self._key

    async def of(self, table: str) -> Callees:
        async with self._writing:  # what is being stored counts
            return calls.read(await self._store.document(CALLS, table), table)

    def check(self, device: Device) -> None:
        if self._services.target(device.endpoint) is None:
            raise Denial("denied", UNKNOWN_SERVICE, about="calls_service")
        if self._is_nameless:
            self._is_nameless = False
            journal.warning(NAMELESS)

    def keep(self, table: str, callees: Callees) -> Awaitable[None]:
        text = encode(callees).decode() if callees else ""
        unwritten = self._unwritten.setdefault(table, Unwritten(text))
        unwritten.text = text
        return self._start(self._write(table, unwritten))

    def is_writing(self, table: str) -> bool:
        """Return whether something of a table is still to be stored."""
        return table in self._unwritten

    def lose(self, table: str) -> None:
        """Drop what is to be stored of a table, because another house may have it."""
        if unwritten := self._unwritten.pop(table, None):
            unwritten.is_lost = True

    def call(self, table: str, device: Device, wanted: Callable[[], bool], done: Callable[[Outcome], None]) -> None:
        self.sender.send(Message(device, table, wanted, done))

    async def _write(self, table: str, unwritten: Unwritten) -> None:
        """Store what is to be stored of a table: one at a time, so that what is newer is not overwritten."""
        async with self._writing:
            if unwritten.is_lost:
                raise moved()
            if self._unwritten.get(table) is not unwritten:
                return  # it was stored together with something newer
            text = unwritten.text
            if not await self._store.put_document(CALLS, table, text):
                self.lose(table)
                raise moved()
            if unwritten.text == text and not unwritten.is_lost:
                del self._unwritten[table]

    # Tables that nobody has in memory

    def look_again(self) -> None:
        """Look for calls that are due, because this house has lost its tables."""
        self._looked = False

    def watch(self, house: "House") -> None:
        self._watching = self._start(self._watch(house))

    async def _watch(self, house: "House") -> None:
        """Look for calls that are due when this house has opened, and when another one is gone."""
        before = set[str]()
        while True:
            houses = set(house.leases.peers) if house.leases is not None else set[str]()
            if not self._looked or before - houses:
                self._looked = True
                try:
                    await self._look(house)
                except Denial:  # the store cannot be used at the moment
                    self._looked = False
            before = houses
            if not self._writing.locked():  # while the store hangs, tasks must not pile up
                for table, unwritten in self._unwritten.items():  # what could not be stored before
                    self._start(self._write(table, unwritten))
            await asyncio.sleep(WATCH)

    async def _look(self, house: "House") -> None:
        """Load the tables where somebody is to be called; not those that another house has."""
        for table, text in (await self._store.documents(CALLS)).items():
            if table in house.rooms:
                continue
            with suppress(Denial):
                if calls.is_pending(await house.glance(table), calls.read(text, table)):
                    await house.room(table)

    def _start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            journal.warning("the calls of a table could not be stored, or looked for", exc_info=error)

    async def close(self) -> None:
        """Stop sending and looking, and store what is to be stored."""
        await self.sender.close()
        if self._watching is not None:
            self._watching.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def open_subscriptions(settings: Settings, store: Store) -> Subscriptions | None:
    """Return the subscriptions of a house; None if it calls nobody."""
    if not settings.push_services or find_spec("cryptography") is None:
        return None
    return Subscriptions(settings, store)


def _new_key() -> str:
    from cardhouse.house.push.encryption import HouseKey  # needs the extra `push`

    return HouseKey.new().text()


def _read_key(text: str) -> "HouseKey":
    from cardhouse.house.push.encryption import HouseKey

    return HouseKey.read(text)
