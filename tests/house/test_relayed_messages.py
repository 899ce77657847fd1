"""Messages between houses that are late, doubled, lost, forged or wrong."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.types import Message, Receive, Scope, Send

from cardhouse.cards.ledger import WATCHER
from cardhouse.house import relays as relaying
from cardhouse.house.house import House
from cardhouse.house.relays import Came, Relays, Request, Spoke, Went, encode, read_response
from cardhouse.house.room import Room
from cardhouse.house.settings import Settings
from cardhouse.house.stores.leases import Peer
from cardhouse.house.visitor import Arrival, Visitor
from cardhouse.wire import MOST_BYTES
from tests.house.in_memory import InMemoryHouse
from tests.house.relayed_rooms import HOME, OWNER, TABLE, MemoryBus, Outlet, arrival


def relays_of(house: House) -> Relays:
    """Return the relays of the owner of a table, on a bus in memory."""
    leases = SimpleNamespace(me=SimpleNamespace(id=OWNER))
    relays = Relays(house, cast(Any, leases), "nats://127.0.0.1")
    relays.bus = cast(Any, MemoryBus())
    return relays


async def broken(scope: Scope, receive: Receive, send: Send) -> None:
    raise RuntimeError("a bug")


async def broken_after_an_answer(scope: Scope, receive: Receive, send: Send) -> None:
    """As Starlette does: it answers, and raises the error again."""
    start: Message = {"type": "http.response.start", "status": 500}
    await send(start)
    await broken(scope, receive, send)


async def silent(scope: Scope, receive: Receive, send: Send) -> None:
    pass


REQUEST = encode(
    Request(method="POST", path="/api/tables/table/seats", body=b"{}", token="", fresh="", caller="192.0.2.1")
)


@pytest.mark.parametrize("app", [broken, broken_after_an_answer, silent])
@pytest.mark.parametrize("request_", [REQUEST, b"\xc1 is not a request"], ids=["readable", "unreadable"])
def test_a_house_that_fails_answers_the_house_that_asks(app: Callable[..., Awaitable[None]], request_: bytes) -> None:
    async def run() -> None:
        relays = relays_of(House(Settings("")))
        relays.app = app
        response = read_response(await relays._answer(request_))
        assert response.status == 500
        assert b'"failed"' in response.body

    asyncio.run(run())


class Owner:
    """The owner of a table that is in memory. It hears what a test says in the name of another house."""

    def __init__(self) -> None:
        self.memory = InMemoryHouse("president", seats=4, bots=3)
        self.room: Room = self.memory.room
        self.house = House(Settings(""))
        self.house.rooms = {TABLE: self.room}
        self.relays = relays_of(self.house)

    async def hear(self, *messages: Any) -> None:
        for message in messages:
            self.relays._heard(encode(message))
        while self.relays._entering:
            await asyncio.gather(*self.relays._entering)

    def came(self, *, visit: int, seat: int) -> Came:
        return Came(HOME, visit, 0, arrival(self.memory, seat, last=-1))


@pytest.mark.parametrize("seat", [WATCHER, 0])
@pytest.mark.parametrize("at_once", [True, False])
def test_a_visitor_who_is_announced_twice_is_one_viewer_and_leaves_no_ghost(seat: int, at_once: bool) -> None:
    async def run() -> None:
        owner = Owner()
        came = owner.came(visit=0, seat=seat)
        if at_once:
            await owner.hear(came, came)
        else:
            await owner.hear(came)
            await owner.hear(came)
        assert len(owner.room.viewers) == len(owner.relays.guests) == 1
        await owner.hear(Went(HOME, 0, 1))
        assert not owner.room.viewers

    asyncio.run(run())


def test_a_visitor_who_leaves_and_is_announced_again_while_entering_leaves_no_ghost() -> None:
    async def run() -> None:
        owner = Owner()
        came = owner.came(visit=0, seat=WATCHER)
        await owner.hear(came, Went(HOME, 0, 1), came)
        assert len(owner.room.viewers) == 1
        await owner.hear(Went(HOME, 0, 1))
        assert not owner.room.viewers

    asyncio.run(run())


def test_a_visitor_who_has_left_while_entering_replaces_nobody() -> None:
    """They may have come back directly, and `replaced` would tell their client to stay away."""

    async def run() -> None:
        owner = Owner()
        ann = owner.memory.people[0]
        ann.enter()
        await owner.hear(owner.came(visit=0, seat=0), Went(HOME, 0, 1))
        assert owner.room.viewers == [ann]
        await owner.hear(owner.came(visit=1, seat=0))
        assert len(owner.room.viewers) == 1
        assert ann.bye is not None
        assert ann.bye.code == "replaced"

    asyncio.run(run())


PEER = Peer("another", "")
WATCHING = Arrival(table=TABLE, token="", last=-1, reasons=False, caller="192.0.2.1")


def test_a_house_that_says_nothing_is_given_up() -> None:
    async def run() -> None:
        relays, socket = relays_of(House(Settings(""))), Outlet()
        relays.visit(PEER, WATCHING, socket)
        for _ in range(relaying.SILENCE):
            relays._give_up_silent()
        assert not socket.sent
        relays._give_up_silent()
        assert b'"moved"' in socket.sent[0]
        assert not relays.count

    asyncio.run(run())


def test_a_house_is_not_silent_because_nobody_was_relayed_there_for_a_while() -> None:
    async def run() -> None:
        relays, socket = relays_of(House(Settings(""))), Outlet()
        relays.visit(PEER, WATCHING, Outlet()).leave()
        for _ in range(relaying.SILENCE):
            relays._give_up_silent()
        relays.visit(PEER, WATCHING, socket)
        relays._give_up_silent()
        assert not socket.sent

    asyncio.run(run())


def test_a_house_that_was_stopped_does_not_think_that_the_others_were_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relaying, "RENEW", 0.02)

    async def run() -> None:
        relays, socket = relays_of(House(Settings(""))), Outlet()
        comparing = asyncio.create_task(relays._compare())
        relays.visit(PEER, WATCHING, socket)
        await asyncio.sleep(relaying.RENEW)
        time.sleep(relaying.RENEW * relaying.SILENCE * 2)  # the whole process is stopped
        await asyncio.sleep(relaying.RENEW)
        comparing.cancel()
        assert not socket.sent

    asyncio.run(run())


def test_a_message_that_is_too_large_is_not_carried_to_another_house_in_full() -> None:
    async def run() -> None:
        relays = relays_of(House(Settings("")))
        relay = relays.visit(PEER, WATCHING, Outlet())
        relay.hear(b"x" * 60_000)
        sent = cast(Any, relays.bus).waiting[-1][1]
        assert MOST_BYTES < len(sent) < 2 * MOST_BYTES

    asyncio.run(run())


def test_a_visitor_who_talks_on_while_the_table_is_loaded_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        owner, loaded = Owner(), asyncio.Event()

        async def load(name: str, caller: str) -> Room:
            await loaded.wait()
            return owner.room

        monkeypatch.setattr(owner.house, "room_for", load)
        talk = [Spoke(HOME, 0, number, b"{}") for number in range(1, 1000)]
        hearing = asyncio.create_task(owner.hear(owner.came(visit=0, seat=WATCHER), *talk))
        await asyncio.sleep(0)
        assert not owner.relays.guests
        loaded.set()
        await hearing
        assert not owner.room.viewers
        said = [message for _, message in cast(Any, owner.relays.bus).waiting]
        assert b"flood" in said[-1]

    asyncio.run(run())


def test_a_visitor_whose_message_meets_a_bug_is_told_and_the_journal_says_where(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def hear(visitor: Visitor, text: bytes) -> None:
        raise RuntimeError("a bug")

    async def run() -> None:
        owner = Owner()
        await owner.hear(owner.came(visit=0, seat=0))
        monkeypatch.setattr(Visitor, "hear", hear)
        await owner.hear(Spoke(HOME, 0, 1, b"{}"))
        assert b"failed" in cast(Any, owner.relays.bus).waiting[-1][1]
        assert not owner.room.viewers

    asyncio.run(run())
    assert caplog.messages == ["a guest failed"]
