"""Chaos tests: a house is killed again and again, the network fails, and people play on.

Afterwards the log must have every acknowledged command, once, in the order in which they were acknowledged.
"""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, Self

from msgspec import json

from cardhouse.cards.errors import BadLog
from cardhouse.house.house import hash_token
from cardhouse.house.room import Room
from cardhouse.house.stores.opening import read_rows
from cardhouse.wire.commands import Moved
from tests.house.live import LiveHouse
from tests.house.players import Account, Player, Wrong
from tests.waiting import HANG

GAMES = (("president", 4), ("davenport", 3), ("javelin", 2), ("blitz", 3), ("dynasty", 4))


class Proxy:
    """A bad network: it delays, swallows, and breaks off in the middle of a frame. Its seed says when."""

    def __init__(self, port: int, chance: Random, badness: float) -> None:
        self.port = 0
        self._to = port
        self._chance = chance
        self._badness = badness
        self.faults = 0
        self._tasks: set[asyncio.Task[Any]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *error: object) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ends, task = [writer], asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._to)
            ends.append(back)
            async with asyncio.TaskGroup() as ways:
                ways.create_task(self._pump(reader, back))
                ways.create_task(self._pump(there, writer))
        except (OSError, asyncio.CancelledError, ExceptionGroup):
            pass
        finally:
            self._tasks.discard(task)
            for end in ends:
                end.transport.abort()

    async def _pump(self, source: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
        while data := await source.read(4096):
            fate = self._chance.random() / self._badness if self._badness else 1
            if fate < 0.3:
                await asyncio.sleep(self._chance.uniform(0, 0.02))
            elif fate < 1:
                self.faults += 1
                to.write(data[: self._chance.randrange(len(data))] if fate < 0.6 else b"")
                break
            to.write(data)
            await to.drain()
        raise ConnectionResetError


async def play_through_faults(
    folder: Path,
    *,
    kills: int,
    badness: float = 0.0,
    seed: int = 1,
    plant: str = "",
    least: dict[str, int] | None = None,
    tell: Callable[[int], None] = lambda done: None,
) -> dict[str, Any]:
    """Play through that many kills, and through a network as bad as this; returns what there was.

    There are fresh acknowledgements before every kill and after the last one. It goes on until there was at least
    as much of everything as `least` says.
    """
    chance = Random(seed)
    with LiveHouse(folder, workers=0, plant=plant) as house:  # no bot sits here, and each start is half as long
        async with Proxy(house.port, Random(chance.random()), badness) as proxy:
            players, lives = await seat_players(house, proxy, chance), {house.pid}
            tasks = [asyncio.create_task(player.run()) for player in players]

            def counted() -> dict[str, int]:
                return {
                    "acks": sum(len(one.acks) for one in players),
                    "comebacks": sum(one.comebacks for one in players),
                    "repeats": sum(one.repeats for one in players),
                    "faults": proxy.faults,
                }

            async def fresh(acks: int) -> None:
                wanted = counted()["acks"] + acks
                await until(tasks, lambda: counted()["acks"] >= wanted)

            try:
                for done in range(kills):
                    await fresh(chance.randint(1, 4))
                    await wait(tasks, chance.uniform(0.0, 0.03))  # any moment: in the middle of a write, too
                    await asyncio.to_thread(house.kill)
                    await asyncio.to_thread(house.start)
                    lives.add(house.pid)
                    tell(done + 1)
                await fresh(len(players))
                await until(tasks, lambda: all(counted()[what] >= count for what, count in (least or {}).items()))
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
    return {"kills": len(lives) - 1, **counted(), "acks": await asyncio.to_thread(check, house.store, players)}


async def seat_players(house: LiveHouse, proxy: Proxy, chance: Random) -> list[Player]:
    players = []
    for game, seats in GAMES:
        table, tokens = await asyncio.to_thread(house.table, game, seats, seats=seats, grace=3600)
        account, address = Account(), f"ws://127.0.0.1:{proxy.port}/socket/{table}"
        players += [Player(address, table, token, account, Random(chance.random())) for token in tokens]
    return players


async def wait(tasks: list[asyncio.Task[None]], seconds: float) -> None:
    """As long as nobody has found anything wrong."""
    done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in done:
        task.result()


async def until(tasks: list[asyncio.Task[None]], condition: Callable[[], bool]) -> None:
    """Wait for a condition, as long as nobody has found anything wrong."""
    async with asyncio.timeout(HANG):
        while not condition():
            await wait(tasks, 0.002)


def check(store: str, players: Sequence[Player]) -> int:
    """Hold what was acknowledged against what is stored; returns how much that is."""
    return sum(check_table(store, table, players) for table in {player.table for player in players})


def check_table(store: str, table: str, players: Sequence[Player]) -> int:
    rows = read_rows(store, table)
    if [row.number for row in rows] != list(range(len(rows))):
        raise Wrong(f"{table}: the log has gaps")
    stored = {(row.player, row.command): row for row in rows if row.command}
    if len(stored) != sum(1 for row in rows if row.command):
        raise Wrong(f"{table}: a command is stored twice")
    room = Room(table, None, Still(), None)  # type: ignore[arg-type]
    try:
        room.load(rows)
    except BadLog as error:
        raise Wrong(f"{table}: the log does not replay: {error}") from error
    return sum(check_player(player, stored, room) for player in players if player.table == table)


class Still:
    def time(self) -> float:
        return 0.0


def check_player(player: Player, stored: dict[Any, Any], room: Room) -> int:
    number = next(one.number for one in room.sitting.people() if one.token == hash_token(player.token))
    seqs = []
    for command, ack in player.acks.items():
        row, answer, sent = stored.get((number, command)), json.decode(ack), json.decode(player.sent[command])
        if row is None:
            raise Wrong(f"command {command} was acknowledged, and is not stored: {ack!r}")
        if (row.seq, row.draft) != (answer["seq"], answer["draft"]):
            raise Wrong(f"command {command} is stored otherwise than it was acknowledged")
        if isinstance(row.entry, Moved) and (row.entry.move or row.secret.move) != sent["move"]:
            raise Wrong(f"{sent['move']} was acknowledged, and {row.entry} is stored")
        seqs.append((command, row.number))
    if sorted(seqs) != sorted(seqs, key=lambda one: one[1]):
        raise Wrong("commands are stored in another order")
    strangers = {command for who, command in stored if who == number} - player.sent.keys()
    if strangers:
        raise Wrong(f"nobody sent {strangers}")
    return len(seqs)
