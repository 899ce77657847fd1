"""A fork server: it has imported everything, and opens a real house in a child, so kills and restarts are cheap.

python -m tests.house.fork_server FOLDER STORE PORT WORKERS PLANT NATS PUSH

then on stdin: `start`, answered by the child's number
"""

import os
import signal
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import uvicorn

from cardhouse.house import (
    attendance,
    calls,
    coach,
    connections,
    daily,
    docs,
    frames,
    limits,
    names,
    relays,
    room,
    socket,
    subscriptions,
    votes,
)
from cardhouse.house.evenings import Evenings
from cardhouse.house.house import House
from cardhouse.house.packing import Packed
from cardhouse.house.pages import FOLDER, POLICY, Pages
from cardhouse.house.push import sender
from cardhouse.house.relays import Ended, Relay
from cardhouse.house.room import Room
from cardhouse.house.rows import Row
from cardhouse.house.server import serve
from cardhouse.house.settings import Settings
from cardhouse.house.sitting import Sitting
from cardhouse.house.stores import database, leases, postgres
from cardhouse.house.stores.opening import is_database
from cardhouse.house.stores.postgres import PostgresStore
from cardhouse.house.stores.sqlite import SqliteStore
from cardhouse.house.visitor import Visitor
from cardhouse.house.workers import Workers
from cardhouse.site import FILE
from cardhouse.wire.commands import Entropy, Moved, Say
from tests.waiting import HANG


def child(settings: Settings) -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)  # what the fork server says is not mixed with what its houses say
    folder = Path(sys.argv[1])
    web, site = folder / "web", folder / "docs.zip"
    serve(settings, web=web if web.is_dir() else FOLDER, site=site if site.is_file() else FILE)
    os._exit(0)


# The coach that uses no idle time alone, because the machine of the tests is never idle; and it looks less closely.
HASTY = """
from cardhouse.bots import coach
from cardhouse.house import coach_worker
coach.PLAYOUTS, coach.WORLDS = 300, 100
coach_worker.use_idle_time = lambda: None
coach_worker.main()
"""


class Config(uvicorn.Config):
    """Waits for sockets as long as they need."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **{**more, "ws_ping_interval": None, "timeout_graceful_shutdown": None})


def disable_timeouts() -> None:
    """Put every limit in seconds out of reach: on a busy machine it would fire, and change what a test sees."""
    uvicorn.Config = Config  # type: ignore[misc]
    assert Workers.__init__.__kwdefaults__ is not None
    Workers.__init__.__kwdefaults__.update(limit=HANG, start=HANG)
    assert coach.Coach.__init__.__kwdefaults__ is not None
    coach.Coach.__init__.__kwdefaults__.update(command=("-c", HASTY))
    coach.LIMIT = HANG
    socket.HELLO = socket.GOODBYE = frames.GOODBYE = HANG
    connections.REQUEST_TIMEOUT = connections.READ_TIMEOUT = HANG
    connections.SLOW_DOWN = 0.0
    daily.FRESH = 0.0
    socket.FLOODS = 0
    attendance.VOLUNTEERS = attendance.REMOTE = votes.IDLE = HANG
    calls.AFTER = 0.2
    sender.LIMIT = HANG


def hurry() -> None:
    """Let leases and statements time out soon, because the tests of several houses wait for that many times."""
    leases.RENEW, leases.LEASE = 0.2, 1.0
    database.ANSWER = 1.0
    relays.RENEW = 0.2
    subscriptions.WATCH = 0.1


async def believe(self: House, leases: Any, name: str) -> int:
    """Take every table for one's own."""
    return 0


async def keyless(self: PostgresStore, batch: Any) -> None:
    """Stores what does not collide, and takes the rest for stored: as if the log had no key."""
    with patch.object(postgres, "APPEND", postgres.APPEND + " ON CONFLICT DO NOTHING"):
        await store_insert(self, batch)


def dropping(self: Relay, message: Any) -> None:
    """Loses a frame now and then, and does not notice."""
    self.received = message.number
    if message.number % 20 != 19 or isinstance(message, Ended):
        relay_take(self, message)


def without_tail(self: Room, rows: list[Row]) -> None:
    """Loads an older table than the log has, and does not notice."""
    room_load(self, rows[:-3] if len(rows) > 20 else rows)
    self.rows = len(rows)


def early(self: Any, rows: Any, done: Any) -> None:
    """Acknowledges moves first, and stores them when the next rows come: a kill always finds one that is not stored.

    All other rows are stored at once: nobody could sit down at a table that a database does not have.
    """
    if UNSTORED:
        store_append(self, UNSTORED.pop(), lambda error: None)
    if any(isinstance(row.entry, Moved) for row in rows):
        UNSTORED.append(rows)
        done(None)
    else:
        store_append(self, rows, done)


def forgetful(self: Room, waiting: Any) -> bool:
    return False


def crashing(text: str, longest: int, what: str, *, about: str = "") -> str:
    return text.encode("ascii").decode()


def silent(self: Visitor, number: int | None, outcome: Any) -> None:
    """Does not answer where there is no number."""
    if number is not None:
        visitor_answer(self, number, outcome)


def trusting(self: House, room: Room, token: str) -> int:
    return 1


async def eager(self: House) -> None:
    """Reads all tables at the start."""
    await house_open(self)
    assert isinstance(self.store, SqliteStore)
    for (name,) in await self.store.ask(lambda db: db.execute("SELECT id FROM tables").fetchall()):
        await self.room(str(name))


def wide_open(self: Pages, name: str) -> Packed:
    """Takes what is asked for from the disk."""
    return Packed((Path(sys.argv[1]) / "web" / name).read_bytes(), "text/plain")


async def by_hand(self: Any) -> float:
    """Tell the time that a test has set: a file in the folder says how many seconds the clock is ahead."""
    hand = Path(sys.argv[1]) / "seconds-ahead"
    now: float = await store_time(self)
    return now + (float(hand.read_text()) if hand.is_file() else 0.0)


async def never(self: Workers, process: Any, seconds: float) -> bool:
    """Never find a worker ready."""
    return False


async def deadly(self: Evenings, evening: Any, table: Any) -> None:
    """Is killed before it opens a table of an evening, and again after that, before it knows."""
    for moment in ("before", "after"):
        if moment == "after":
            await open_evening_table(self, evening, table)
        mark = Path(sys.argv[1]) / f"died {moment} {table.id}"
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)


house_open = House.open
open_evening_table = Evenings._open_table
hasty = property(lambda sitting: sitting.matches)  # a match is over when it begins
visitor_answer = Visitor._answer
relay_take = Relay.take
store_insert, room_load = PostgresStore._insert, Room.load
IS_DATABASE = len(sys.argv) > 2 and is_database(sys.argv[2])
AnyStore: type[Any] = PostgresStore if IS_DATABASE else SqliteStore
store_append, store_time = AnyStore.append, AnyStore.time
UNSTORED: list[Any] = []
PLANTS: dict[str, tuple[Any, str, Any]] = {
    "acknowledges before storing": (AnyStore, "append", early),
    "has no key": (PostgresStore, "_insert", keyless),
    "drops a frame of a relay": (Relay, "take", dropping),
    "forgets the tail": (Room, "load", without_tail),
    "accepts a command twice": (Room, "_is_repeated", forgetful),
    "crashes on letters beyond ASCII": (names, "clean", crashing),
    "does not answer without an id": (Visitor, "_answer", silent),
    "trusts everybody": (House, "player", trusting),
    "buffers everything": (socket, "MOST_FRAMES", 1 << 30),
    "loads all tables": (House, "open", eager),
    "has no ready worker": (Workers, "_is_ready", never),
    "two watchers at most": (room, "MOST_WATCHERS", 2),
    "no time for a request": (connections, "REQUEST_TIMEOUT", 0.0),
    "slows down floods": (connections, "SLOW_DOWN", HANG),
    "counts floods": (socket, "FLOODS", 1000),
    "serves any file": (Pages, "_find", wide_open),
    "match over at its start": (Sitting, "matches_over", hasty),
    "votes at once": (votes, "IDLE", 0.0),
    "dies at every table of an evening": (Evenings, "_open_table", deadly),
    "calls late": (calls, "AFTER", HANG),
    "strict policy": (docs, "_policy", lambda content: POLICY),
}


# To be reached soon, and at any speed: the clock of a house with these limits stands still, and nothing comes back.
LIMITS: dict[str, Any] = {"commands": 20, "burst": 50, "sockets": 5, "tables": 5, "requests": 20}
NO_LIMITS: dict[str, Any] = dict.fromkeys(("commands", "burst", "sockets", "tables", "requests", "connections"), 1e6)


def main() -> None:
    _, store, port, count, plant, nats, push = sys.argv[1:]
    disable_timeouts()
    AnyStore.time = by_hand
    if plant in PLANTS:
        setattr(*PLANTS[plant])
        if plant == "has no key":  # and no lease, which would keep two owners apart
            House._claim = believe  # type: ignore[method-assign]
        socket.MOST_WAITING = 1 << 40 if plant == "buffers everything" else socket.MOST_WAITING
    limited = plant in ("limits", "slows down floods", "counts floods")
    if limited:
        vars(limits)["time"] = SimpleNamespace(monotonic=lambda: 0.0)
    else:
        for kind in (Say, Entropy):
            kind.of_a_player = kind.of_a_table = None
    most = LIMITS if limited else NO_LIMITS
    settings = Settings(
        store,
        port=int(port),
        nats=nats,
        workers=int(count),
        deep_workers=0,
        log_level="error",
        unload_after=1e6,
        push_services=(push,) if push else (),
        **most,
    )
    if nats:
        hurry()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the dead
    for line in sys.stdin:
        if line.strip() == "start":
            number = os.fork()
            if number == 0:
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                child(settings)
            print(number, flush=True)


if __name__ == "__main__":
    main()
