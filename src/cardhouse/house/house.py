"""The house: its rooms, its store and its workers."""

import asyncio
import signal
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from hashlib import sha256
from hmac import compare_digest
from secrets import token_urlsafe
from typing import TypeVar

from msgspec.structs import replace

from cardhouse.bots.elsewhere.process import DEEP_WORKER
from cardhouse.cards.errors import BadLog, CardhouseError
from cardhouse.games import game as game_named
from cardhouse.house import catalogue, names
from cardhouse.house.clock import Clock
from cardhouse.house.connections import Connections, most_files
from cardhouse.house.decide import Open, Sit, Wish
from cardhouse.house.journal import journal
from cardhouse.house.limits import Buckets
from cardhouse.house.pools import Pools
from cardhouse.house.room import Room
from cardhouse.house.settings import Settings
from cardhouse.house.store import Store
from cardhouse.house.trouble import Checkup
from cardhouse.house.workers import Workers
from cardhouse.wire import Ack, Bye, Denial, Suggestion
from cardhouse.wire.commands import HOUSE, Level, Notice, Opened, Suggest

SWEEP = 30.0  # seconds between searches for idle tables
MOST_LISTED = 50
GUESS = 9  # extra requests that a wrong table id counts as, against guessing ids
LISTED = "SELECT id FROM tables WHERE listed ORDER BY opened DESC LIMIT ?"
UNLIST = "UPDATE tables SET listed = 0 WHERE id = ?"
EXISTS = "SELECT 1 FROM tables WHERE id = ?"
CLOSING = "The house is about to stop. Come back in a moment."
CHANGED = (
    "This house cannot go on with this table: it was played by another version of the game's law. "
    "Its log is kept, and the version that played it opens it again."
)
Given = TypeVar("Given", Ack, Suggestion)


class House:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.levels = catalogue.levels(settings.deep_workers)
        self.rooms: dict[str, Room] = {}
        self.sockets: Counter[str] = Counter()  # by address
        self.new_tables = Buckets(settings.tables / 3600, settings.tables)
        self.opened_by: defaultdict[str, set[str]] = defaultdict(set)  # the tables in memory, by address
        self.requests = Buckets(settings.requests, settings.requests * 5)
        self.assets = Buckets(settings.requests * 5, settings.requests * 25)  # a page loads many files at once
        self.connections = Connections(settings, most_files())
        self.counts: Counter[str] = Counter()  # counters for the metrics
        self.closing = False
        self._opening: set[str] = set()
        self._loading: dict[str, asyncio.Future[Room | None]] = {}

    async def open(self) -> None:
        self.clock = Clock(asyncio.get_running_loop())
        self.store = Store(self.settings.file, broken=lambda: signal.raise_signal(signal.SIGTERM))
        self._checkup = Checkup(self.settings.file, self.store.trouble)
        deep = Workers(self.settings.deep_workers, command=DEEP_WORKER) if catalogue.DEEP in self.levels else None
        self.pools = Pools(Workers(self.settings.workers), deep)
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Store and acknowledge the commands that wait, then disconnect everybody, with a request to come back."""
        self.closing = True
        self._sweeper.cancel()
        await self.pools.close()
        with suppress(Denial):  # a disk failure
            while any(room.busy for room in self.rooms.values()):
                await self.store.ask(lambda db: None)
        for room in self.rooms.values():
            room.attendance.stop()
            for viewer in [*room.viewers]:
                viewer.close(Bye(code="closing", reason=CLOSING))
        self._checkup.stop()
        await self.store.close()

    async def _sweep(self) -> None:
        """Unload idle tables from memory, now and then. They are loaded again when somebody visits."""
        while True:
            await asyncio.sleep(SWEEP)
            for name, room in [*self.rooms.items()]:
                if room.idle and self.clock.time() - room.used > self.settings.unload_after:
                    room.attendance.stop()
                    del self.rooms[name]
            for address in [*self.opened_by]:
                if not self.in_play(address):
                    del self.opened_by[address]

    async def trouble(self) -> str:
        """Return why people cannot play here at the moment, or ""."""
        if self.closing:
            return "The house is closing."
        if missing := self.pools.missing:
            return f"No worker is there for bots: {', '.join(missing)}."
        return await self.store.check()

    def count(self, outcome: Ack | Suggestion | Denial) -> None:
        """Count an answer to a command, for the metrics."""
        kinds = {Ack: "acks", Suggestion: "suggestions", Denial: "naks"}
        self.counts[kinds[type(outcome)]] += 1

    # Rooms

    async def room_for(self, name: str, address: str) -> Room:
        """Return the room of a table; if there is no such table, charge the address for guessing."""
        try:
            return await self.room(name)
        except Denial:
            self.requests.owe(address, GUESS)
            raise

    async def room(self, name: str) -> Room:
        """Return the room of a table, loading it from the store if needed."""
        if name not in self.rooms:
            if name not in self._loading:
                self._loading[name] = asyncio.ensure_future(self._load(name))
                self._loading[name].add_done_callback(lambda _: self._loading.pop(name))
            found = await asyncio.shield(self._loading[name])
            if found is None:
                raise Denial("unknown", "There is no such table.")
            return found
        return self.rooms[name]

    async def _load(self, name: str) -> Room | None:
        rows = await self.store.rows(name)
        if not rows:
            return None
        room = self._new_room(name)
        try:
            await asyncio.to_thread(room.load, rows)
        except BadLog as error:
            journal.error("a table does not load", extra={"table": name, "why": error.sentence}, exc_info=error)
            await self.store.ask(lambda db: db.execute(UNLIST, (name,)))  # otherwise every visitor would retry
            raise Denial("not_now", CHANGED) from error
        self.counts["loaded"] += 1
        return self.rooms.setdefault(name, room)  # it may have been loaded meanwhile

    def _new_room(self, name: str) -> Room:
        return Room(name, self.store, self.clock, self.pools.choose)

    async def listed(self) -> list[Room]:
        """Return the newest of the listed tables."""
        found = await self.store.ask(lambda db: [name for (name,) in db.execute(LISTED, (MOST_LISTED,))])
        rooms = []
        for name in found:
            try:
                rooms.append(await self.room(name))
            except Exception as error:  # a table that does not load must not break the list
                journal.error("a table does not load", exc_info=error, extra={"table": name})
        closed = [(room.name,) for room in rooms if room.sitting.phase == "closed"]
        if closed:
            await self.store.ask(lambda db: db.executemany(UNLIST, closed))
        return [room for room in rooms if room.sitting.phase != "closed"]

    # For the lobby

    def in_play(self, address: str) -> int:
        """Return how many tables opened from an address are in memory, which means that they were visited lately."""
        known = {name for name in self.opened_by[address] if name in self.rooms}
        self.opened_by[address] = {name for name in known if self.rooms[name].sitting.phase != "closed"}
        return len(self.opened_by[address])

    async def is_free(self, name: str) -> bool:
        """Return whether a table id is free, and not about to be taken."""
        return name not in self.rooms and name not in self._opening and not await self._is_stored(name)

    async def _is_stored(self, name: str) -> bool:
        return bool(await self.store.ask(lambda db: db.execute(EXISTS, (name,)).fetchall()))

    async def create(self, name: str, opened: Opened, creator: Sit, bots: int) -> tuple[Room, str]:
        """Open a table; return its room and its creator's token. Nobody sees it before it is stored."""
        try:
            game = game_named(opened.game)
            opened = replace(opened, options=game.options_of(game.new_state(opened.seats, opened.options)))
        except CardhouseError as error:
            raise Denial.of("unreadable", error) from None
        suggestion = names.make_up()
        taken = Denial("taken", f"The table id {name} is taken. Try {suggestion}.", suggestion=suggestion)
        if name in self.rooms or name in self._opening:
            raise taken
        room, token = self._new_room(name), token_urlsafe(32)
        self._opening.add(name)
        try:
            if await self._is_stored(name):
                raise taken
            await self.command(room, HOUSE, Open(opened, replace(creator, token=hash_token(token)), bots))
            self.rooms[name] = room
        finally:
            self._opening.discard(name)
        self.counts["tables"] += 1
        return room, token

    async def sit(self, room: Room, wish: Sit) -> tuple[int, str]:
        """Take a seat; return it and its token."""
        token = token_urlsafe(32)
        await self.command(room, HOUSE, replace(wish, token=hash_token(token)))
        seat = room.sitting.seat_of(self.player(room, token))
        assert seat is not None
        return seat, token

    def admit(self, wish: Wish | Suggest | Notice) -> None:
        """Raise Denial if the house cannot take this wish: it is closing, or does not have the level."""
        if self.closing:
            raise Denial("closing", CLOSING)
        if isinstance(wish, Open | Level):
            catalogue.must_have(self.levels, wish.level if isinstance(wish, Level) else wish.opened.level)

    async def command(self, room: Room, player: int, wish: Wish) -> Ack:
        """Submit a wish, and wait for the answer."""
        self.admit(wish)
        return await _await_answer(partial(room.submit, player, wish))

    async def suggestion(self, room: Room, player: int, wish: Suggest) -> Suggestion:
        self.admit(wish)
        return await _await_answer(partial(room.suggestions.ask, player, wish.id))

    async def notice(self, room: Room, player: int, wish: Notice) -> Ack:
        self.admit(wish)
        return await _await_answer(partial(room.notice, player, wish))

    def player(self, room: Room, token: str) -> int:
        """Return the number of the player with this token; raise Denial if there is none."""
        wanted = hash_token(token)
        for player in room.sitting.people():
            if compare_digest(player.token, wanted):
                return player.number
        raise Denial("denied", "This token does not belong to a seat at this table.")


async def _await_answer(asking: Callable[[Callable[[Given | Denial], None]], None]) -> Given:
    answered: asyncio.Future[Given | Denial] = asyncio.get_running_loop().create_future()

    def answer(outcome: Given | Denial) -> None:
        if not answered.done():
            answered.set_result(outcome)

    asking(answer)
    outcome = await answered
    if isinstance(outcome, Denial):
        raise outcome
    return outcome


def hash_token(token: str) -> str:
    return sha256(token.encode()).hexdigest()
