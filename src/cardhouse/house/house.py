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
from cardhouse.house.clock import Clock, StoreClock
from cardhouse.house.coach import Coach
from cardhouse.house.connections import Connections, most_files
from cardhouse.house.daily import Daily
from cardhouse.house.decide import Open, Sit, Take, Wish
from cardhouse.house.evenings import Evenings
from cardhouse.house.evenings.entries import Evening
from cardhouse.house.glances import Glances
from cardhouse.house.journal import journal
from cardhouse.house.limits import Buckets
from cardhouse.house.networks import page_url
from cardhouse.house.outbox import Outbox
from cardhouse.house.pools import Pools
from cardhouse.house.replays import Replays
from cardhouse.house.room import Room
from cardhouse.house.settings import Settings
from cardhouse.house.sitting import Sitting
from cardhouse.house.stores import unwell
from cardhouse.house.stores.opening import is_database, open_leases, open_store
from cardhouse.house.subscriptions import Subscriptions, open_subscriptions
from cardhouse.house.workers import Workers
from cardhouse.play.position import Position
from cardhouse.wire import Ack, Bye, Denial, Suggestion
from cardhouse.wire.commands import HOUSE, NO_PLAYER, Level, Notice, Opened, Suggest

if TYPE_CHECKING:
    from cardhouse.house.relays import Relays  # needs the extra `cluster`
    from cardhouse.house.stores.leases import Leases, Peer  # needs the extra `postgres`

SWEEP = 30.0  # seconds between searches for idle tables
MOST_LISTED = 50
ATTEMPTS = 10  # to enter a room that loses its table meanwhile
COMES_BACK = 15.0  # seconds in which a client comes back that cannot go to another house
KEEP = 30.0  # seconds for which a house keeps a table with players who are here, whoever asks for it ...
KEEP_WATCHED = 3.0  # ... and with watchers alone
GUESS = 9  # extra requests that a wrong table id counts as, against guessing ids
CLOSING = "The house is about to stop. Come back in a moment."
MOVED = Bye(code="moved", reason="Another house has this table now. Come back, and nothing is lost.")
no_table = partial(Denial, "unknown", "There is no such table.")
SHELVED = 60.0  # seconds until a table that does not load is tried again
CHANGED = (
    "This house cannot go on with this table: it was played by another version of the house, or of the game's law. "
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
        self.subscriptions: Subscriptions | None = None  # only if it can call people who are absent
        self._opening: set[str] = set()
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._sent_on: dict[tuple[str, str], float] = {}  # when a client was told where its table is
        self._giving: set[asyncio.Task[None]] = set()
        self._moving: dict[tuple[str, str], asyncio.Task[int]] = {}  # seats to other devices, by table and new token
        self._given = 0  # how many tables this house has given away
        self._shelved: dict[str, float] = {}  # the tables that do not load, and since when

    async def open(self) -> None:
        self.clock = Clock(asyncio.get_running_loop())
        self.outbox = Outbox(asyncio.get_running_loop())
        self.store = open_store(self.settings.store, self.id)
        self.store_clock = StoreClock(self.store.time)
        self.daily = Daily(self.store, self.store_clock)
        self.glances = Glances(self.store)
        self.evenings = Evenings(self)
        if is_database(self.settings.store):
            url = self.settings.url or page_url(self.settings.host, self.settings.port)
            self.leases = open_leases(self.settings.store, self.id, url, lost=self._lose_all, asked=self._asked)
            await self.leases.open()
        if self.leases is not None and self.settings.nats:
            self.relays = open_relays(self, self.leases, self.settings.nats)
            self.relays.open()
        deep = Workers(self.settings.deep_workers, command=DEEP_WORKER) if catalogue.DEEP in self.levels else None
        self.pools = Pools(Workers(self.settings.workers), deep)
        self.replays = Replays(self.store.archived)
        self.coach = Coach(self.settings.coach_workers, self.store.archived)
        self.subscriptions = open_subscriptions(self.settings, self.store)
        if self.subscriptions is not None:
            self.subscriptions.watch(self)
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Store and acknowledge the commands that wait, then disconnect everybody, with a request to come back."""
        self.closing = True
        self._sweeper.cancel()
        await asyncio.gather(self.pools.close(), self.coach.close())
        with suppress(Denial):  # a disk failure
            while any(room.busy for room in self.rooms.values()):
                await self.store.flush()
        for room in self.rooms.values():
            room.stop(Bye(code="closing", reason=CLOSING))
        for giving in self._giving:
            giving.cancel()
        await asyncio.gather(*self._giving, return_exceptions=True)
        if self.subscriptions is not None:
            await self.subscriptions.close()
        if self.relays is not None:
            await self.relays.close()
        if self.leases is not None:
            await self.leases.close()
        await self.store.close()

    async def _sweep(self) -> None:
        """Unload idle tables from memory, now and then. They are loaded again when somebody visits."""
        while True:
            await asyncio.sleep(SWEEP)
            with suppress(Denial):  # the store is in trouble
                await self.daily.prepare()
            unused = [room for room in self.rooms.values() if self._is_unused(room)]
            for room in unused:
                room.attendance.stop()
                del self.rooms[room.name]
            if self.leases is not None and unused:
                await self.leases.release([room.name for room in unused])
            since = self.clock.time() - COMES_BACK
            self._sent_on = {client: at for client, at in self._sent_on.items() if at > since}
            self._shelved = {name: at for name, at in self._shelved.items() if self._is_shelved(name)}
            for address in [*self.opened_by]:
                if not self.in_play(address):
                    del self.opened_by[address]

    def _is_unused(self, room: Room) -> bool:
        if self.subscriptions is not None and self.subscriptions.is_writing(room.name):
            return False
        return room.idle and self.clock.time() - room.used > self.settings.unload_after

    async def trouble(self) -> str:
        """Return why people cannot play here at the moment, or ""."""
        if self.closing:
            return "The house is closing."
        if missing := self.pools.missing:
            return f"No worker is there for bots: {', '.join(missing)}."
        return await self.store.check() or (self.leases.reason if self.leases is not None else "")

    def guarantees(self) -> dict[str, object]:
        """Return, for `/health`, how many houses share the database, and which standbys confirm its commits."""
        if self.leases is None:
            return {}
        bus = {} if self.relays is None else {"bus": self.relays.bus.works}
        return {"houses": len(self.leases.peers), "synchronous_standby_names": self.leases.standbys, **bus}

    def count(self, outcome: Ack | Suggestion | Denial) -> None:
        """Count an answer to a command, for the metrics."""
        kinds = {Ack: "acks", Suggestion: "suggestions", Denial: "naks"}
        self.counts[kinds[type(outcome)]] += 1

    # Rooms

    async def room_for(self, name: str, address: str) -> Room:
        """Return the room of a table; if there is no such table, charge the address for guessing."""
        try:
            return await self.room(name)
        except Elsewhere as elsewhere:
            await self._send_on(name, address, elsewhere.owner)
            raise
        except Denial as denial:
            self._charge(address, denial)
            raise

    def _charge(self, address: str, denial: Denial) -> None:
        if denial.code == "unknown":
            self.requests.owe(address, GUESS)

    async def _send_on(self, name: str, address: str, owner: "Peer") -> None:
        """Note that a client is told where its table is. If it comes back, it cannot go there: ask for the table.

        The page cannot, because the token of a seat stays with the address where the page was loaded; and a proxy
        sends it here again. With a bus nobody has to go anywhere, as long as it works.
        """
        if self.leases is None or (self.relays is not None and self.relays.bus.works):
            return
        client, now = (name, address), self.clock.time()
        if now - self._sent_on.get(client, -COMES_BACK) < COMES_BACK:
            await self.leases.ask_for(name, owner)
        self._sent_on[client] = now

    def _asked(self, name: str) -> None:
        """Give a table to a house that asks for it, unless people are here and it would move too often.

        Anybody can ask, and watch: a stranger must not keep a table from its players at another house.
        """
        if (room := self.rooms.get(name)) and room.viewers:
            has_players = any(viewer.player != NO_PLAYER for viewer in room.viewers)
            if self.clock.time() - room.since < (KEEP if has_players else KEEP_WATCHED):
                return
        giving = asyncio.create_task(self._give(name))
        self._giving.add(giving)
        giving.add_done_callback(self._giving.discard)

    async def _give(self, name: str) -> None:
        assert self.leases is not None, "only another house asks"
        if room := self.rooms.get(name):
            with suppress(Denial):
                await room.settled()
            self._lose(name)
        self._given += 1
        await self.leases.release([name])

    async def room(self, name: str) -> Room:
        """Return the room of a table, loading it from the store if needed. Raise Elsewhere if another house owns it.

        The room has every row that was in the log when this was called. A former owner that does not know yet that it
        was replaced may write while the room is loaded, and a row that this house is appending may turn out to be
        another house's. So the room is compared with the log, and only what the store has confirmed counts. If a table
        was given away meanwhile, perhaps this one after it was claimed, it is claimed again.
        """
        _check_id(name)
        for _ in range(ATTEMPTS):
            given = self._given
            length = await self._claim(self.leases, name) if self.leases is not None else 0
            room = self.rooms.get(name) or await self._loaded_or_released(name)
            if room is None and not length:
                raise no_table()
            if room is not None and room.rows < length:
                await room.settled()
            if room is None or self.rooms.get(name) is not room:  # lost meanwhile, or loaded before it was opened
                continue
            if given != self._given:
                continue
            if room.rows >= length:
                return room
            self._lose(name)
        raise unwell()

    async def _claim(self, leases: "Leases", name: str) -> int:
        """Make sure that this house owns a table, and return the length of its log."""
        room = self.rooms.get(name)
        least = room.rows if room else 0
        if room is not None:
            room.used = self.clock.time()  # so that the table is not released while it is claimed
        claim = await leases.claim(name)
        if claim.owner is not None or claim.length < least:  # it was taken over, or a failover has lost rows
            self._lose(name)
        if claim.owner is not None:
            raise Elsewhere(claim.owner)
        return claim.length

    def _lose(self, name: str) -> None:
        """Forget a room, because another house has its table now, and send its viewers there."""
        self._loading.pop(name, None)
        if self.subscriptions is not None:
            self.subscriptions.lose(name)
        if room := self.rooms.pop(name, None):
            self.counts["lost"] += 1
            room.stop(MOVED)

    def _lose_all(self) -> None:
        if self.subscriptions is not None:
            self.subscriptions.look_again()
        for name in {*self.rooms, *self._loading}:
            self._lose(name)

    async def _loaded_or_released(self, name: str) -> Room | None:
        """Load a room. If that cannot be, let another house have the table."""
        try:
            return await self._loaded(name)
        except Denial as denial:
            if self.leases is not None and denial.code == "not_now":
                await self.leases.release([name])
            raise

    async def _loaded(self, name: str) -> Room | None:
        """Load a room, once for all who wait for it."""
        if name not in self._loading:
            self._loading[name] = asyncio.create_task(self._load(name))
        return await asyncio.shield(self._loading[name])

    async def _load(self, name: str) -> Room | None:
        """Load a room. If its table is lost meanwhile, the room is not used."""
        loading = asyncio.current_task()
        try:
            if self._is_shelved(name):
                raise Denial("not_now", CHANGED, about="table_law")
            rows = await self.store.rows(name)
            if not rows:
                return None
            room = self._new_room(name)
            callees = await self.subscriptions.of(name) if self.subscriptions is not None else {}
            await asyncio.to_thread(room.load, rows)
        except BadLog as error:
            raise await self._shelve(name, error) from error
        finally:
            if is_wanted := self._loading.get(name) is loading:
                del self._loading[name]
        self.counts["loaded"] += 1
        if not is_wanted:
            return room
        if name in self.rooms:  # loaded meanwhile
            return self.rooms[name]
        self.rooms[name] = room
        if callees:
            room.calls.load(callees)
            room.attendance.ring()
        return room

    def _new_room(self, name: str) -> Room:
        return Room(
            name,
            self.store,
            self.clock,
            self.pools.choose,
            self._lose,
            now=self.store_clock.time,
            subscriptions=self.subscriptions,
        )

    async def sitting(self, name: str, address: str) -> Sitting:
        """Return a table as it is now, without loading its room; if there is none, charge the address for guessing."""
        try:
            return await self.glance(name)
        except Denial as denial:
            self._charge(address, denial)
            raise

    async def evening(self, name: str, address: str) -> Evening:
        """Return an evening as it is stored now; if there is none, charge the address for guessing."""
        try:
            return await self.evenings.at(name)
        except Denial as denial:
            self._charge(address, denial)
            raise

    async def glance(self, name: str, *, certain: bool = False) -> Sitting:
        """Return a table as it is now, without loading its room; if it has to be certain, as no failover changes it."""
        _check_id(name)
        if self.leases is None and name in self.rooms:
            return self.rooms[name].sitting
        if self._is_shelved(name):
            raise Denial("not_now", CHANGED, about="table_law")
        try:
            sitting = await self.glances.at(name, certain=certain)
        except BadLog as error:
            raise await self._shelve(name, error) from error
        if sitting is None:
            raise no_table()
        return sitting

    async def _shelve(self, name: str, error: BadLog) -> Denial:
        """Note that a table does not load; return what visitors are told for a while.

        It is taken from the list, because otherwise every visitor would retry; but not from a list that this house
        shares: a house of another version may go on with the table.
        """
        if not self._is_shelved(name):
            journal.error("a table does not load", extra={"table": name, "why": error.sentence}, exc_info=error)
        self._shelved[name] = self.clock.time()
        if self.leases is None:
            await self.store.unlist([name])
        return Denial("not_now", CHANGED, about="table_law")

    def _is_shelved(self, name: str) -> bool:
        return name in self._shelved and self.clock.time() - self._shelved[name] < SHELVED

    async def listed(self) -> list[tuple[str, Sitting]]:
        """Return the newest of the listed tables."""
        tables, closed = [], []
        for name in await self.store.listed(MOST_LISTED):
            try:
                sitting = await self.glance(name)
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

    async def create(
        self,
        name: str,
        opened: Opened,
        creator: Sit,
        bots: int,
        *,
        deal_secret: str = "",
        position: Position | None = None,
    ) -> tuple[Room, str]:
        """Open a table; return its room and its creator's token."""
        token = token_urlsafe(32)
        people = (replace(creator, token=hash_token(token)),)
        wish = Open(opened, people, bots, deal_secret=deal_secret, position=position)
        return await self.open_table(name, wish), token

    async def open_table(self, name: str, wish: Open) -> Room:
        """Open a table with everybody who plays. Nobody sees it before it is stored."""
        try:
            game, opened = game_named(wish.opened.game), wish.opened
            opened = replace(opened, options=game.options_of(game.new_state(opened.seats, opened.options)))
        except CardhouseError as error:
            raise Denial.of("unreadable", error) from None
        suggestion = names.make_up()
        taken = Denial("taken", f"The table id {name} is taken. Try {suggestion}.", suggestion=suggestion)
        if name in self.rooms or name in self._opening:
            raise taken
        room = self._new_room(name)
        self._opening.add(name)
        try:
            if await self._is_stored(name):
                raise taken
            await self.command(room, HOUSE, replace(wish, opened=opened))
            self.rooms[name] = room
        except Denial as denial:
            raise taken if denial.code == "moved" else denial from None
        finally:
            self._opening.discard(name)
        self.counts["tables"] += 1
        return room

    async def sit(self, room: Room, wish: Sit) -> int:
        """Take a seat, and return it."""
        await self.command(room, HOUSE, wish)
        seat = room.sitting.seat_of(self.player(room, wish.token))
        assert seat is not None
        return seat

    async def move_seat(self, room: Room, code: str, token: str, address: str) -> int:
        """Move the seat of a code to the device that has it, with a new token; both are hashes. Return the seat.

        A device that chose its token may ask again, because the answer was lost: it gets the same seat.
        """
        moving = self._moving.get((room.name, token))
        if moving is None:
            moving = asyncio.create_task(self._move_seat(room, code, token, address))
            self._moving[room.name, token] = moving
            moving.add_done_callback(lambda _: self._moving.pop((room.name, token)))
        return await asyncio.shield(moving)

    async def _move_seat(self, room: Room, code: str, token: str, address: str) -> int:
        for person in room.sitting.people():
            seat = room.sitting.seat_of(person.number)
            if seat is not None and compare_digest(person.token, token):
                return seat
        try:
            player, issued = room.codes.redeem(code)
        except Denial:
            self.requests.owe(address, GUESS)
            raise
        try:
            return await self.hand_seat(room, player, token)
        except Denial:
            room.codes.give_back(player, issued)
            raise

    async def hand_seat(self, room: Room, player: int, token: str) -> int:
        """Give a player's seat a new token, of this hash, which makes the old one void; return the seat."""
        await self.command(room, player, Take(token))
        seat = room.sitting.seat_of(player)
        assert seat is not None
        return seat

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
        if token in room.sitting.handed:
            raise Denial("handed", "This seat was moved to another device, which has it now.")
        raise Denial("denied", "This token does not belong to a seat at this table.", about="table_token")


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


def _check_id(name: str) -> None:
    """Raise Denial if no table can have this id. A database cannot even look for some, such as one with a NUL."""
    if not names.ID.fullmatch(name):
        raise no_table()


def open_relays(house: House, leases: "Leases", url: str) -> "Relays":
    if find_spec("nats") is None:
        raise BadSetup(needs("A bus between houses", "cluster"), rule="serve")
    from cardhouse.house.relays import Relays

    return Relays(house, leases, url)


def hash_token(token: str) -> str:
    return sha256(token.encode()).hexdigest()
