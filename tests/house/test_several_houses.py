"""Several houses on one database, in one process: who owns a table, and who is shown what."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import asyncpg
import pytest

from cardhouse.house import subscriptions
from cardhouse.house.calls import Callee
from cardhouse.house.decide import Sit
from cardhouse.house.house import Elsewhere, House
from cardhouse.house.room import Room
from cardhouse.house.settings import Settings
from cardhouse.house.stores import database, leases, postgres, unwell
from cardhouse.wire import Bye, Denial
from cardhouse.wire.commands import NO_PLAYER, Opened, Say
from tests.house import stores
from tests.waiting import HANG

TABLE = "table"


@pytest.fixture(autouse=True)
def no_renewals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Houses do not notice by themselves that they have lost their lease."""
    monkeypatch.setattr(leases, "RENEW", 3600.0)
    monkeypatch.setattr(leases, "LEASE", 3600.0)


class Houses:
    """Two houses. The former owner of the table does not know that it was replaced."""

    def __init__(self, url: str, old: House, new: House, old_room: Room) -> None:
        self.url, self.old, self.new, self.old_room = url, old, new, old_room
        self.new_store: Any = new.store  # whose methods the tests replace
        self.said = 0

    async def say(self, house: House, room: Room) -> None:
        self.said += 1
        await house.command(room, 1, Say(id=self.said, text=f"line {self.said}"))

    async def end_lease(self, house: House) -> None:
        db = await asyncpg.connect(self.url)
        await db.execute("DELETE FROM houses WHERE id = $1", house.id)
        await db.close()

    async def length(self) -> int:
        return len(await self.old.store.rows(TABLE))


@asynccontextmanager
async def houses() -> AsyncIterator[Houses]:
    url = stores.server().new_database()
    await database.prepare(url)
    both = [House(Settings(url, url=f"http://{name}", workers=0, deep_workers=0)) for name in ("old", "new")]
    for house in both:
        await house.open()
    try:
        opened = Opened(game="president", seats=4, options={}, grace=3600)
        room, _ = await both[0].create(TABLE, opened, Sit("Ann", ""), 0)
        found = Houses(url, both[0], both[1], room)
        await found.end_lease(both[0])
        yield found
    finally:
        for house in both:
            await house.close()


class Gate:
    """Holds calls back until it is opened. `waiting` is set when there is one."""

    def __init__(self) -> None:
        self.waiting, self.open = asyncio.Event(), asyncio.Event()

    def after(self, call: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def held(*given: Any) -> Any:
            answer = await call(*given)
            self.waiting.set()
            await self.open.wait()
            return answer

        return held


def count_claims(house: House) -> asyncio.Event:
    """Return an event that is set when the next claim of this house was answered."""
    held: Any = house.leases
    claim, answered = held.claim, asyncio.Event()

    async def counted(table: str) -> leases.Claim:
        found: leases.Claim = await claim(table)
        answered.set()
        return found

    held.claim = counted
    return answered


def test_nobody_is_shown_a_room_that_was_read_before_a_former_owner_wrote() -> None:
    async def run() -> None:
        async with houses() as both:
            gate = Gate()
            both.new_store.rows = gate.after(both.new_store.rows)
            first = asyncio.create_task(both.new.room(TABLE))
            await gate.waiting.wait()
            await both.say(both.old, both.old_room)
            claimed = count_claims(both.new)
            second = asyncio.create_task(both.new.room(TABLE))
            await claimed.wait()
            gate.open.set()
            await first
            assert (await second).rows == await both.length()

    asyncio.run(run())


def test_a_row_that_is_being_appended_does_not_hide_one_of_another_house() -> None:
    async def run() -> None:
        async with houses() as both:
            room, append, held = await both.new.room(TABLE), both.new_store.append, list[Any]()
            both.new_store.append = lambda *given: held.append(given)
            said = asyncio.create_task(both.say(both.new, room))
            while not held:
                await asyncio.sleep(0)
            await both.say(both.old, both.old_room)
            claimed = count_claims(both.new)
            entering = asyncio.create_task(both.new.room(TABLE))
            await claimed.wait()
            append(*held[0])
            both.new_store.append = append
            assert (await entering).rows == await both.length()
            with pytest.raises(Denial, match="Another house has this table now"):
                await said

    asyncio.run(run())


def test_a_room_is_not_used_if_the_lease_was_lost_while_it_was_loaded() -> None:
    async def run() -> None:
        async with houses() as both:
            gate = Gate()
            both.new_store.rows = gate.after(both.new_store.rows)
            entering = asyncio.create_task(both.new.room(TABLE))
            await gate.waiting.wait()
            both.new._lose_all()
            await both.say(both.old, both.old_room)
            gate.open.set()
            room = await entering
            assert both.new.rooms == {TABLE: room}
            assert room.rows == await both.length()

    asyncio.run(run())


def test_a_table_whose_log_is_never_read_to_its_end_is_refused() -> None:
    async def run() -> None:
        async with houses() as both:
            rows = both.new_store.rows

            async def without_tail(table: str, since: int = 0) -> list[Any]:
                found: list[Any] = await rows(table, since)
                return found[:-1]

            await both.say(both.old, both.old_room)
            both.new_store.rows = without_tail
            with pytest.raises(Denial, match="cannot use its store"):
                await both.new.room(TABLE)
            assert not both.new.rooms

    asyncio.run(run())


@pytest.mark.parametrize("name", ["a\0b", "no\ud800pe", "Table", "a.*", "", "a" * 41, "two words", "table\n"])
def test_an_id_that_no_table_can_have_is_unknown_and_does_not_reach_the_database(name: str) -> None:
    """The claims of a moment are one statement: an id that PostgreSQL cannot read would fail those of all others."""

    async def run() -> None:
        async with houses() as both:
            for look in (both.new.room, both.new.glance, both.old.glance):
                with pytest.raises(Denial, match="no such table"):
                    await look(name)
            asked = await asyncio.gather(both.new.room(name), both.new.room(TABLE), return_exceptions=True)
            assert isinstance(asked[1], Room)

    asyncio.run(run())


class Watcher:
    """Somebody at a table, who notes why they were sent away."""

    player: int = NO_PLAYER
    reasons, address = False, ""

    def __init__(self) -> None:
        self.byes: list[str] = []

    def put(self, frame: bytes) -> None:
        pass

    def close(self, bye: Bye) -> None:
        self.byes.append(bye.code)


CLIENT = "192.0.2.7"


@asynccontextmanager
async def houses_without_a_bus() -> AsyncIterator[Houses]:
    """Two living houses. The old one has the table."""
    async with houses() as both:
        assert both.old.leases is not None
        assert both.new.leases is not None
        await both.old.leases._take()
        await both.new.leases._renew()  # meets the other one
        await both.old.room(TABLE)
        yield both


async def come_until_let_in(house: House) -> Room:
    """Come back as the page does, which cannot go to another house."""
    async with asyncio.timeout(HANG):
        while True:
            try:
                return await house.room_for(TABLE, CLIENT)
            except Elsewhere:
                await asyncio.sleep(0.01)


async def ask_in_vain(both: Houses, monkeypatch: pytest.MonkeyPatch) -> None:
    """Come to the new house until the old one was asked for the table some times, and has kept it."""
    asked, keeps = list[str](), both.old._asked

    def note(table: str) -> None:
        asked.append(table)
        keeps(table)

    with monkeypatch.context() as patches:
        patches.setattr(both.old.leases, "_asked", note)
        while len(asked) < 3:
            with pytest.raises(Elsewhere):
                await both.new.room_for(TABLE, CLIENT)
            await asyncio.sleep(0.01)


def test_without_a_bus_a_client_is_told_where_its_table_is_and_has_it_here_if_it_comes_back() -> None:
    async def run() -> None:
        async with houses_without_a_bus() as both:
            await both.say(both.old, both.old_room)
            with pytest.raises(Elsewhere) as told:
                await both.new.room_for(TABLE, CLIENT)
            assert told.value.bye.url == "http://old"
            assert both.old.rooms == {TABLE: both.old_room}
            room = await come_until_let_in(both.new)
            assert room.rows == await both.length()
            assert not both.old.rooms
            with pytest.raises(Elsewhere):
                await both.old.room(TABLE)
            await both.say(both.new, room)

    asyncio.run(run())


def test_a_house_that_is_asked_for_a_table_keeps_it_for_a_while_if_people_are_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def run() -> None:
        async with houses_without_a_bus() as both:
            ann = Watcher()
            ann.player = 1
            both.old_room.enter(ann, -1)
            await ask_in_vain(both, monkeypatch)
            assert not ann.byes
            monkeypatch.setattr("cardhouse.house.house.KEEP", 0.0)
            await come_until_let_in(both.new)
            assert ann.byes == ["moved"]

    asyncio.run(run())


@pytest.mark.parametrize("held_back", ["claim", "rows"])
def test_a_table_that_is_given_away_while_somebody_enters_is_claimed_again(held_back: str) -> None:
    """Otherwise they would look at a room that is nobody's, and see nothing of what happens at another house."""

    async def run() -> None:
        async with houses_without_a_bus() as both:
            both.old._lose(TABLE)
            gate, where = Gate(), both.old.leases if held_back == "claim" else both.old.store
            setattr(where, held_back, gate.after(getattr(where, held_back)))
            entering = asyncio.create_task(both.old.room(TABLE))
            await gate.waiting.wait()
            await both.old._give(TABLE)
            gate.open.set()
            await entering
            with pytest.raises(Elsewhere):
                await both.new.room(TABLE)

    asyncio.run(run())


def test_a_stranger_who_watches_at_another_house_keeps_a_table_from_its_players_for_a_moment_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardhouse.house.house.KEEP_WATCHED", 0.0)

    async def run() -> None:
        async with houses_without_a_bus() as both:
            room = await come_until_let_in(both.new)
            stranger, ann = Watcher(), Watcher()
            room.enter(stranger, -1)
            back = await come_until_let_in(both.old)
            assert stranger.byes == ["moved"]
            ann.player = 1
            back.enter(ann, -1)
            await ask_in_vain(both, monkeypatch)
            assert not ann.byes

    asyncio.run(run())


@pytest.mark.parametrize("works", [True, False])
def test_when_the_bus_is_lost_a_house_asks_for_a_table_as_without_one(
    works: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with houses_without_a_bus() as both:
            asked = list[str]()

            async def note(table: str, owner: object) -> None:
                asked.append(table)

            monkeypatch.setattr(both.new.leases, "ask_for", note)
            monkeypatch.setattr(both.new, "relays", SimpleNamespace(bus=SimpleNamespace(works=works)))
            for _ in range(2):
                with pytest.raises(Elsewhere):
                    await both.new.room_for(TABLE, CLIENT)
            monkeypatch.undo()
            assert bool(asked) is not works

    asyncio.run(run())


async def call_after_a_takeover(both: Houses) -> None:
    """Let a former owner repeat what it could not store of a table, also after the new owner has stored something."""
    old, new = both.old.subscriptions, both.new.subscriptions
    assert old is not None
    assert new is not None
    store: Any = both.old.store
    put, failed = store.put_document, asyncio.Event()

    async def fail(*given: str) -> None:
        failed.set()
        raise unwell()

    store.put_document = fail
    asked = old.keep(TABLE, {"older": Callee()})
    with pytest.raises(Denial, match="cannot use its store"):
        await asked
    await both.new.room(TABLE)
    await new.keep(TABLE, {"newer": Callee()})
    failed.clear()
    await failed.wait()
    store.put_document = put
    while old.is_writing(TABLE):
        await asyncio.sleep(0)
    assert (await new.of(TABLE)).keys() == (await old.of(TABLE)).keys() == {"newer"}


def test_a_former_owner_does_not_overwrite_who_is_called_at_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subscriptions, "WATCH", 0.01)

    async def run() -> None:
        async with houses() as both, asyncio.timeout(HANG):
            await call_after_a_takeover(both)

    asyncio.run(run())


def test_a_store_that_does_not_ask_who_owns_a_table_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "PUT_DOCUMENT", postgres.PUT_DOCUMENT.replace("AND house = $2", "AND $2 <> ''"))
    with pytest.raises(AssertionError):
        test_a_former_owner_does_not_overwrite_who_is_called_at_a_table(monkeypatch)


def test_who_asks_to_be_called_at_a_table_that_is_lost_meanwhile_is_told_so() -> None:
    async def run() -> None:
        async with houses() as both:
            old = both.old.subscriptions
            assert old is not None
            asked = old.keep(TABLE, {"token": Callee()})
            both.old._lose(TABLE)
            with pytest.raises(Denial, match="Another house has this table now"):
                await asked
            assert not await old.of(TABLE)

    asyncio.run(run())


def test_who_comes_late_or_is_somebody_else_has_not_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with houses_without_a_bus() as both:
            asked = list[str]()

            async def note(table: str, owner: object) -> None:
                asked.append(table)

            monkeypatch.setattr(both.new.leases, "ask_for", note)
            for client in ("192.0.2.1", "192.0.2.2"):
                with pytest.raises(Elsewhere):
                    await both.new.room_for(TABLE, client)
            monkeypatch.setattr("cardhouse.house.house.COMES_BACK", 0.0)
            with pytest.raises(Elsewhere):
                await both.new.room_for(TABLE, "192.0.2.1")
            assert not asked

    asyncio.run(run())


def test_a_house_whose_lease_cannot_be_renewed_says_so_even_if_it_stores_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(leases, "RENEW", 0.01)

    async def refuse(work: object) -> None:
        raise asyncpg.ReadOnlySQLTransactionError

    async def run() -> None:
        async with houses() as both, asyncio.timeout(HANG):
            held = both.new.leases
            assert held is not None
            with monkeypatch.context() as patches:
                patches.setattr(held._beats, "do", refuse)
                while "is read-only" not in await both.new.trouble():
                    await asyncio.sleep(0.01)
            while await both.new.trouble():
                await asyncio.sleep(0.01)

    asyncio.run(run())


def test_only_a_wrong_id_counts_as_a_guess() -> None:
    async def run() -> None:
        async with houses_without_a_bus() as both:
            owed = list[str]()
            both.new.requests.owe = lambda address, count: owed.append(address)  # type: ignore[method-assign]
            with pytest.raises(Elsewhere):
                await both.new.room_for(TABLE, CLIENT)
            assert not owed
            with pytest.raises(Denial, match="no such table"):
                await both.new.room_for("another", CLIENT)
            assert owed == [CLIENT]

    asyncio.run(run())
