"""The load of `bench.load` on a house: all seats are people over real sockets, who play President at random."""

import asyncio
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct, json

from bench.load import HOST, Line, Load, counted, drained, memory, paced

SEATS = 4
WARM = 2.0  # seconds of warm-up
NO_LIMITS = (
    *("--commands", "1e9", "--burst", "1000000", "--sockets", "1000000", "--connections", "1000000"),
    *("--tables", "1000000", "--requests", "1e9"),
)
DEEP_WORKERS = ("--deep-workers", "--thinkers")  # the option as it is called now, and in version 0.1.0
encode = json.Encoder().encode


class Seen(Struct):
    seat: int
    to_act: list[int]
    moves: list[str]


class Heard(Struct):
    type: str
    seq: int = 0
    draft: int = 0
    id: int | None = None
    view: Seen | None = None
    table: dict[str, Any] | None = None


read = json.Decoder(Heard).decode
GO_ON = {"pause": "deal", "over": "rematch"}


class Seat:
    """A random player, match after match, until the load is stopped."""

    def __init__(self, load: Load, port: int, table: str, token: str, *, is_old: bool = False) -> None:
        self.load = load
        self.greeting = {"type": "hello", "token": token}
        path = f"/socket/{table}"
        if is_old:  # in version 0.1.0, hello names the table
            self.greeting["table"], path = table, "/socket"
        self.line = Line(f"{HOST}:{port}", path, self.hello, self.hear)
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.id, self.sent, self.version = 0, 0.0, (0, 0)
        self.view: Seen | None = None
        self.asked = False  # whether it has asked for the next deal or a rematch

    async def connect(self, port: int, address: str = HOST) -> None:
        await asyncio.get_running_loop().create_connection(lambda: self.line, HOST, port, local_addr=(address, 0))
        await asyncio.wait_for(self.ready, timeout=60)

    def hello(self) -> None:
        self.line.say(encode(self.greeting))

    def hear(self, text: bytes) -> None:
        heard = read(text)
        if heard.type == "ack" or heard.type == "nak":
            self.answered(heard)
        elif heard.type == "welcome":
            self.id, self.version, self.view = heard.id or 0, (heard.seq, heard.draft), heard.view
            self.ready.set_result(None)
        elif heard.type == "event":
            self.version, self.view = (heard.seq, heard.draft), heard.view
            self.follow(heard.table["phase"] if heard.table else "play")

    def answered(self, heard: Heard) -> None:
        if heard.id == self.id and self.sent:
            self.load.times.append(time.perf_counter() - self.sent)
            self.load.answered += 1
            self.load.refused += heard.type == "nak"
            self.sent = 0.0

    def follow(self, phase: str) -> None:
        if phase in GO_ON and not self.asked and not self.load.stopped:
            self.asked = True
            self.id += 1
            self.line.say(encode({"type": GO_ON[phase], "id": self.id}))
        elif phase == "play":
            self.asked = False
            self.begin()

    def begin(self) -> None:
        if self.view is None or self.view.seat not in self.view.to_act:
            return
        if pause := self.load.pause():
            asyncio.get_running_loop().call_later(pause, self.play, self.view)
        else:
            self.play(self.view)

    def play(self, view: Seen) -> None:
        if self.load.stopped:
            return
        self.id += 1
        self.load.said += 1
        base, draft = self.version
        move = {
            "type": "play",
            "id": self.id,
            "move": self.load.chance.choice(view.moves),
            "base": base,
            "draft": draft,
        }
        self.sent = time.perf_counter()
        self.line.say(encode(move))


def serve(python: str) -> list[str]:
    """Return the command that opens a house with this Python, which may be the one of another version."""
    return [python, "-c", "from cardhouse.cli import main; main()", "serve"]


@cache
def options(python: str) -> str:
    """Return the text about the options of a house, which differ from version to version."""
    return subprocess.run([*serve(python), "--help"], capture_output=True, text=True, check=True).stdout


def is_old(python: str) -> bool:
    """Return whether this is version 0.1.0, whose store is always a file."""
    return "--file " in options(python)


@contextmanager
def house(
    file: Path, port: int, deep_workers: int = 0, limits: Sequence[str] = NO_LIMITS, python: str = sys.executable
) -> Iterator[subprocess.Popen[str]]:
    """Start a house and wait until it is open. It has no deep workers, whose compilation would disturb the figures."""
    given = [*zip(limits[::2], limits[1::2], strict=True), *((name, str(deep_workers)) for name in DEEP_WORKERS)]
    known = [word for option in given if f"{option[0]} " in options(python) for word in option]
    store = "--file" if is_old(python) else "--store"
    command = [*serve(python), store, str(file), "--port", str(port), *known]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        if not server.stdout.readline().startswith("Cardhouse is open"):
            raise RuntimeError(f"The house does not open: exit code {server.wait()}.")
        yield server
    finally:
        server.terminate()
        server.communicate()


def asked(port: int, path: str, body: dict[str, Any] | None = None) -> Any:
    url, sent = f"http://{HOST}:{port}{path}", None if body is None else encode(body)
    request = urllib.request.Request(url, sent, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.decode(answer.read())


def tables(port: int, count: int) -> list[tuple[str, list[str]]]:
    """Open tables; return each with the tokens of its seats."""
    found = []
    for _ in range(count):
        made = asked(port, "/api/tables", {"game": "president", "name": "seat 0", "seats": SEATS})
        path = f"/api/tables/{made['table']['id']}/seats"
        others = [asked(port, path, {"name": f"seat {seat}"})["token"] for seat in range(1, SEATS)]
        found.append((made["table"]["id"], [made["token"], *others]))
    return found


async def measure(
    port: int, pid: int, count: int, seconds: float, rate: float | None, *, is_old: bool = False
) -> dict[str, Any]:
    """Measure moves at this number of tables: `rate` per second in all, or None for as fast as they are answered."""
    load, seats, before = Load(paced(count, rate)), list[Seat](), memory(pid)
    for table, tokens in await asyncio.to_thread(tables, port, count):
        at_table = [Seat(load, port, table, token, is_old=is_old) for token in tokens]
        await asyncio.gather(*(seat.connect(port) for seat in at_table))
        seats += at_table
    kept = round((memory(pid) - before) / count / 1000, 1)
    for seat in seats:
        seat.begin()
    await asyncio.sleep(WARM)
    figures = await counted(load, pid, seconds)
    await drained(load)
    answers = {"refused": load.refused, "lost": load.said - load.answered}
    return {"tables": count, "rate": rate, **figures, **answers, "table_with_sockets_kb": kept}
