"""The house: its rooms, its store and its workers."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from hashlib import sha256
from hmac import compare_digest
from importlib.util import find_spec
from secrets import token_hex, token_urlsafe
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from cardhouse.bots.elsewhere.process import DEEP_WORKER
from cardhouse.cards.errors import BadLog, BadSetup, CardhouseError
from cardhouse.extras import needs
from cardhouse.games import game as game_named
from cardhouse.house import catalogue, names
from cardhouse.house.clock import Clock
from cardhouse.house.connections import Connections, most_files
from cardhouse.house.decide import Open, Sit, Wish
from cardhouse.house.glances import Glances
from cardhouse.house.journal import journal
from cardhouse.house.limits import Buckets
from cardhouse.house.networks import page_url
from cardhouse.house.outbox import Outbox
from cardhouse.house.pools import Pools
from cardhouse.house.room import Room
from cardhouse.house.settings import Settings
from cardhouse.house.sitting import Sitting
from cardhouse.house.stores.opening import is_database, open_leases, open_store
from cardhouse.house.workers import Workers
from cardhouse.wire import Ack, Bye, Denial, Suggestion
from cardhouse.wire.commands import HOUSE, Level, Notice, Opened, Suggest

if TYPE_CHECKING:
    from cardhouse.house.relays import Relays  # needs the extra `cluster`
    from cardhouse.house.stores.leases import Leases, Peer  # needs the extra `postgres`

SWEEP = 30.0  # seconds between searches for idle tables
MOST_LISTED = 50
GUESS = 9  # extra requests that a wrong table id counts as, against guessing ids
CLOSING = "The house is about to stop. Come back in a moment."
MOVED = Bye(code="moved", reason="Another house has this table now. Come back, and nothing is lost.")
CHANGED = (
    "This house cannot go on with this table: it was played by another version of the game's law. "
    "Its log is kept, and the version that played it opens it again."
)
Given = TypeVar("Given", Ack, Suggestion)


class Elsewhere(Denial):
    """Another house owns the table."""

    def __init__(self, owner: "Peer") -> None:
        super().__init__(
            "moved", f"This table is at another house{f', {owner.url}' if owner.url else ''}.", url=owner.url
        )
        self.owner = owner


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
        self.id = token_hex(8)  # a new one for each process
        self.leases: Leases | None = None  # only if several houses can share the store
        self.relays: Relays | None = None  # only if there is a bus between them
        self._opening: set[str] = set()
        self._loading: dict[str, asyncio.Future[Room | None]] = {}

    async def open(self) -> None:
        self.clock = Clock(asyncio.get_running_loop())
        self.outbox = Outbox(asyncio.get_running_loop())
        self.store = open_store(self.settings.store, self.id)
        self.glances = Glances(self.store)
        if is_database(self.settings.store):
            url = self.settings.url or page_url(self.settings.host, self.settings.port)
            self.leases = open_leases(self.settings.store, self.id, url, self._lose_all)
            await self.leases.open()
        if self.leases is not None and self.settings.nats:
            self.relays = open_relays(self, self.leases, self.settings.nats)
            self.relays.open()
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
                await self.store.flush()
        for room in self.rooms.values():
            room.stop(Bye(code="closing", reason=CLOSING))
        if self.relays is not None:
            await self.relays.close()
        if self.leases is not None:
            await self.leases.close()
        await self.store.close()

    async def _sweep(self) -> None:
        """Unload idle tables from memory, now and then. They are loaded again when somebody visits."""
        while True:
            await asyncio.sleep(SWEEP)
            unused = [room for room in self.rooms.values() if self._is_unused(room)]
            for room in unused:
                room.attendance.stop()
                del self.rooms[room.name]
            if self.leases is not None and unused:
                await self.leases.release([room.name for room in unused])
            for address in [*self.opened_by]:
                if not self.in_play(address):
                    del self.opened_by[address]

    def _is_unused(self, room: Room) -> bool:
        return room.idle and self.clock.time() - room.used > self.settings.unload_after

    async def trouble(self) -> str:
        """Return why people cannot play here at the moment, or ""."""
        if self.closing:
            return "The house is closing."
        if missing := self.pools.missing:
            return f"No worker is there for bots: {', '.join(missing)}."
        return await self.store.check()

    async def guarantees(self) -> dict[str, object]:
        """Return, for `/health`, how many houses share the database, and which standbys confirm its commits."""
        if self.leases is None:
            return {}
        standbys = await self.leases.synchronous_standbys()
        bus = {} if self.relays is None else {"bus": self.relays.bus.works}
        return {"houses": len(self.leases.peers), "synchronous_standby_names": standbys, **bus}

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
        """Return the room of a table, loading it from the store if needed. Raise Elsewhere if another house owns it."""
        if self.leases is not None:
            await self._claim(self.leases, name)
        if name not in self.rooms:
            if name not in self._loading:
                self._loading[name] = asyncio.ensure_future(self._load(name))
                self._loading[name].add_done_callback(lambda _: self._loading.pop(name))
            found = await asyncio.shield(self._loading[name])
            if found is None:
                raise Denial("unknown", "There is no such table.")
            return found
        return self.rooms[name]

    async def _claim(self, leases: "Leases", name: str) -> None:
        """Make sure that this house owns a table, and that its room, if it is loaded, has all that is in the log."""
        room = self.rooms.get(name)
        least = room.rows if room else 0
        claim = await leases.claim(name)
        if room is not None and (claim.owner or not least <= claim.length <= room.rows + room.appending):
            self._lose(name)
        if claim.owner is not None:
            raise Elsewhere(claim.owner)

    def _lose(self, name: str) -> None:
        """Forget a room, because another house has its table now, and send its viewers there."""
        if room := self.rooms.pop(name, None):
            self.counts["lost"] += 1
            room.stop(MOVED)

    def _lose_all(self) -> None:
        for name in [*self.rooms]:
            self._lose(name)

    async def _load(self, name: str) -> Room | None:
        rows = await self.store.rows(name)
        if not rows:
            return None
        room = self._new_room(name)
        try:
            await asyncio.to_thread(room.load, rows)
        except BadLog as error:
            await self._shelve(name, error)
            raise Denial("not_now", CHANGED) from error
        self.counts["loaded"] += 1
        return self.rooms.setdefault(name, room)  # it may have been loaded meanwhile

    def _new_room(self, name: str) -> Room:
        return Room(name, self.store, self.clock, self.pools.choose, self._lose)

    async def sitting(self, name: str, address: str) -> Sitting:
        """Return a table as it is now, without loading its room; if there is none, charge the address for guessing."""
        try:
            return await self._glance(name)
        except Denial:
            self.requests.owe(address, GUESS)
            raise

    async def _glance(self, name: str) -> Sitting:
        if self.leases is None and name in self.rooms:
            return self.rooms[name].sitting
        try:
            sitting = await self.glances.at(name)
        except BadLog as error:
            await self._shelve(name, error)
            raise Denial("not_now", CHANGED) from error
        if sitting is None:
            raise Denial("unknown", "There is no such table.")
        return sitting

    async def _shelve(self, name: str, error: BadLog) -> None:
        """Note that a table does not load, and take it from the list, because otherwise every visitor would retry."""
        journal.error("a table does not load", extra={"table": name, "why": error.sentence}, exc_info=error)
        await self.store.unlist([name])

    async def listed(self) -> list[tuple[str, Sitting]]:
        """Return the newest of the listed tables."""
        tables, closed = [], []
        for name in await self.store.listed(MOST_LISTED):
            try:
                sitting = await self._glance(name)
            except Denial:  # a table that does not load must not break the list
                continue
            if sitting.phase == "closed":
                closed.append(name)
            else:
                tables.append((name, sitting))
        if closed:
            await self.store.unlist(closed)
        return tables

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
        return await self.store.exists(name)

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
        except Denial as denial:
            raise taken if denial.code == "moved" else denial from None
        finally:
            self._opening.discard(name)
        self.counts["tables"] += 1
        return room, token

    async def sit(self, room: Room, wish: Sit) -> tuple[int, str]:
        """Take a seat; return it and its token."""
        token = token_urlsafe(32)
        await self.command(room, HOUSE, replace(wish, token=hash_token(token)))
        seat = room.sitting.seat_of(self.player(room, hash_token(token)))
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
        """Return the number of the player whose token has this hash; raise Denial if there is none."""
        for player in room.sitting.people():
            if compare_digest(player.token, token):
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


def open_relays(house: House, leases: "Leases", url: str) -> "Relays":
    if find_spec("nats") is None:
        raise BadSetup(needs("A bus between houses", "cluster"), rule="serve")
    from cardhouse.house.relays import Relays

    return Relays(house, leases, url)


def hash_token(token: str) -> str:
    return sha256(token.encode()).hexdigest()
