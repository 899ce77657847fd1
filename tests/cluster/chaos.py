"""Chaos tests of promise 3: three houses, a PostgreSQL pair and NATS on one machine, and everything fails in turn.

Houses are killed and stopped beyond their lease, the primary is killed and the standby promoted, NATS is killed, and
the wires between them are cut, delayed or swallow what they carry. Meanwhile people play, at any house. Afterwards the
log must have every acknowledged command, once, in the order in which they were acknowledged; and nobody may have been
shown less than what was acknowledged to anybody before they asked.
"""

import asyncio
import os
import signal
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from tools.cluster.nats import Nats
from tools.cluster.postgres import Postgres, shared_folder
from websockets.asyncio.client import ClientConnection

from tests.cluster.wires import Wire
from tests.house.chaos import GAMES, check, until
from tests.house.live import LiveHouse
from tests.house.players import Account, Player, Wrong

HOUSES = 3
SYNCHRONOUS = "ANY 1 (standby)"
STOPPED = 1.5  # seconds, longer than the lease of a house in these tests
SWALLOWED = 1.2  # seconds, longer than the timeout of a statement in these tests
FAULTS = {"kill": 4, "stop": 2, "cut": 6, "delay": 3, "swallow": 2, "bus": 2, "promote": 1}  # how often, in proportion


class Guest(Player):
    """A player who comes back to any of the houses, and to none that shows less than others have been told."""

    houses: list[LiveHouse]
    expects_all = True  # whether a welcome must have everything that others were told before
    welcomes = 0
    ws: ClientConnection | None = None

    @property
    def address(self) -> str:
        house = self.chance.choice(self.houses)
        return f"{house.ws}/{self.table}"

    @address.setter
    def address(self, given: str) -> None:
        pass

    async def visit(self, ws: ClientConnection) -> None:
        self.least = max(self.account.events, default=-1) if self.expects_all else -1
        self.ws = ws
        await super().visit(ws)

    def move_on(self) -> None:
        """Lose the connection, and so come back to any of the houses."""
        if self.ws is not None:
            self.ws.transport.abort()

    async def hear(self, ws: ClientConnection, message: dict[str, Any], text: bytes) -> None:
        if message["type"] == "welcome" and message["seq"] < self.least:
            raise Wrong(f"event {self.least} had happened, and the table is shown at {message['seq']}")
        self.welcomes += message["type"] == "welcome"
        await super().hear(ws, message, text)


class Cluster:
    """The parts, with a wire between each house and each of the two databases, and between each house and NATS."""

    def __init__(self, folder: Path, chance: Random, *, plant: str = "", synchronous: bool = True) -> None:
        self._folder, self._chance, self._plant = folder, chance, plant
        self._synchronous = synchronous
        self._stack = AsyncExitStack()
        self.faults: Counter[str] = Counter()
        self.houses: list[LiveHouse] = []
        self.wires: list[Wire] = []

    async def __aenter__(self) -> "Cluster":
        try:
            await self._open()
        except BaseException:
            await self._stack.aclose()
            raise
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._stack.aclose()

    async def _open(self) -> None:
        enter = self._stack.enter_context
        self._servers = enter(shared_folder())
        self.primary = enter(Postgres(self._servers / "0"))
        self.replication = await self._wire(self.primary.port)
        self.standby = enter(self.primary.standby(self._servers / "1", through=self.replication.port))
        self._made = 2
        self._require_standby(self.primary)
        self.nats = enter(Nats())
        for number in range(HOUSES):
            databases = [await self._wire(one.port) for one in (self.primary, self.standby)]
            bus = await self._wire(self.nats.port)
            self.wires += [*databases, bus]
            hosts = ",".join(f"127.0.0.1:{wire.port}" for wire in databases)
            (folder := self._folder / f"house-{number}").mkdir()
            house = LiveHouse(
                folder,
                workers=0,
                plant=self._plant,
                store=f"postgresql://house@{hosts}/postgres",
                nats=f"nats://127.0.0.1:{bus.port}",
            )
            self.houses.append(await asyncio.to_thread(enter, house))

    async def _wire(self, port: int) -> Wire:
        return await self._stack.enter_async_context(Wire(port))

    def _require_standby(self, primary: Postgres) -> None:
        if self._synchronous:
            primary.sql(f"ALTER SYSTEM SET synchronous_standby_names = '{SYNCHRONOUS}'")
            primary.sql("SELECT pg_reload_conf()")

    # Faults

    async def fail(self) -> None:
        kind = self._chance.choices([*FAULTS], weights=[*FAULTS.values()])[0]
        self.faults[kind] += 1
        await getattr(self, f"_{kind}")()

    async def _kill(self) -> None:
        house = self._chance.choice(self.houses)
        await asyncio.to_thread(house.kill)
        await asyncio.to_thread(house.start)

    async def _stop(self) -> None:
        house = self._chance.choice(self.houses)
        os.kill(house.pid, signal.SIGSTOP)
        await asyncio.sleep(STOPPED)
        os.kill(house.pid, signal.SIGCONT)

    async def _cut(self) -> None:
        self._chance.choice([*self.wires, self.replication]).cut()

    async def _delay(self) -> None:
        await self._disturb("delay", self._chance.uniform(0.0, 0.5))

    async def _swallow(self) -> None:
        await self._disturb("swallow", SWALLOWED)

    async def _disturb(self, mode: Any, seconds: float) -> None:
        wire = self._chance.choice([*self.wires, self.replication])
        wire.mode = mode
        await asyncio.sleep(seconds)
        wire.mode = "pass"
        wire.cut()  # what was swallowed is gone

    async def _bus(self) -> None:
        await asyncio.to_thread(self.nats.kill)
        await asyncio.sleep(self._chance.uniform(0.0, 0.3))
        await asyncio.to_thread(self.nats.start)

    async def _promote(self) -> None:
        """Kill the primary, promote the standby, and make a new standby in the place of the old primary."""
        old, new = self.primary, self.standby
        await asyncio.to_thread(old.kill)
        await asyncio.to_thread(new.promote)
        self.replication.cut()
        self.replication.to = new.port
        folder = self._servers / f"{self._made}"
        self._made += 1
        self.primary, self.standby = new, new.standby(folder, through=self.replication.port, port=old.port)
        await asyncio.to_thread(self._stack.enter_context, self.standby)
        await asyncio.to_thread(self._require_standby, new)

    async def lose_the_primary(self, swallowed: Awaitable[None]) -> None:
        """Swallow what goes to the standby meanwhile, then promote: what was not replicated is gone."""
        self.replication.mode = "swallow"
        await swallowed
        await asyncio.to_thread(self.primary.kill)
        self.replication.mode = "pass"
        await self._promote()


async def play_through_faults(
    folder: Path,
    *,
    faults: int,
    seed: int = 1,
    plant: str = "",
    synchronous: bool = True,
    loses_primary: bool = False,
    least_acks: int = 0,
    moves_on: int = 0,
    expects_all: bool = True,
    tell: Callable[[int], None] = lambda done: None,
) -> dict[str, Any]:
    """Play through this number of faults, with acknowledgements after each; return what there was.

    `moves_on` says how often everybody goes to any of the houses in the end, as soon as all have been welcomed.
    With `loses_primary`, all that is replicated is swallowed in the end, and the standby promoted. A synchronous
    standby lets nothing be acknowledged meanwhile. After the loss of an asynchronous one, tables may never go on.
    """
    chance = Random(seed)
    async with Cluster(folder, chance, plant=plant, synchronous=synchronous) as cluster:
        players = await seat_guests(cluster.houses, chance)
        for player in players:
            player.expects_all = expects_all
        tasks = [asyncio.create_task(player.run()) for player in players]

        async def fresh(acks: int) -> None:
            wanted = sum(len(one.acks) for one in players) + acks
            await until(tasks, lambda: sum(len(one.acks) for one in players) >= wanted)

        try:
            await fresh(len(players))
            for done in range(faults):
                await cluster.fail()
                await fresh(chance.randint(1, 8))
                tell(done + 1)
            if loses_primary:
                await cluster.lose_the_primary(asyncio.sleep(SWALLOWED) if synchronous else fresh(len(players)))
            for _ in range(moves_on):
                wanted = [one.welcomes + 1 for one in players]
                for one in players:
                    one.move_on()
                await until(tasks, partial(are_welcome, players, wanted))
            if synchronous and not moves_on:  # tables may stand still whose players are at different owners
                await fresh(max(len(players), least_acks))
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        acks = await asyncio.to_thread(check, cluster.primary.url(), players)
    comebacks = sum(one.comebacks for one in players)
    return {"faults": dict(cluster.faults), "acks": acks, "comebacks": comebacks}


def are_welcome(players: Sequence[Guest], wanted: Sequence[int]) -> bool:
    return all(one.welcomes >= least for one, least in zip(players, wanted, strict=True))


async def seat_guests(houses: list[LiveHouse], chance: Random) -> list[Guest]:
    guests = []
    for number, (game, seats) in enumerate(GAMES):
        house = houses[number % len(houses)]
        table, tokens = await asyncio.to_thread(house.table, game, seats, seats=seats, grace=3600)
        account = Account()
        for token in tokens:
            guest = Guest("", table, token, account, Random(chance.random()))
            guest.houses = houses
            guests.append(guest)
    return guests
