"""The load of `bench.load` on a boardgame.io server, with the climbing game of `bench/boardgame`, for comparison.

Seats write socket.io messages by hand: `42/climb,["update", {"type": "MAKE_MOVE", ...}, 17, "the match", "0"]`. At each
table the seat to act always has one move in flight. The command is `.venv/bin/python -m bench.boardgame_load`.

The package pins koa-compose 4.1: version 4.2 copies the list of middleware before the lobby is added, and every request
to the lobby of boardgame.io 0.50.2 gets a 404.
"""

import asyncio
import os
import shutil
import subprocess
import sys
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from msgspec import Raw, Struct, field, json

from bench.load import HOST, Line, Load, counted, drained, free_port, paced

SOURCE = Path(__file__).parent / "boardgame"
SEATS = 4
TABLES, SECONDS, RATE = 500, 8.0, 1000.0
WARM = 2.0  # seconds of warm-up, in which node compiles hot code
PATH = "/socket.io/?EIO=4&transport=websocket"
JOIN, EVENT = b"40/climb,", b"42/climb,"
NPM = ["npm", "install", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
encode = json.Encoder().encode


class Ground(Struct):
    players: dict[str, list[str]]
    pile: list[str]


class Context(Struct):
    to_act: str = field(name="currentPlayer")


class State(Struct):
    ground: Ground = field(name="G")
    context: Context = field(name="ctx")
    id: int = field(name="_stateID")


class Sync(Struct):
    state: State


read_update = json.Decoder(tuple[str, str, State, Raw]).decode
read_sync = json.Decoder(tuple[str, str, Sync]).decode


def event(*words: Any) -> bytes:
    return EVENT + encode(words)


def rank(card: str) -> int:
    return int(card[:-1])


def plays(hand: list[str], pile: list[str]) -> list[list[str]]:
    """Return the legal plays, one for each rank and number of cards; an empty one is a pass.

    Our house sends such a list with every view; here the client must know the rules.
    """
    ranks: dict[int, list[str]] = {}
    for card in hand:
        ranks.setdefault(rank(card), []).append(card)
    if not pile:
        return [cards[:count] for cards in ranks.values() for count in range(1, len(cards) + 1)]
    count, least = len(pile), rank(pile[0]) + 1
    return [[], *(cards[:count] for height, cards in ranks.items() if height >= least and len(cards) >= count)]


class Seat:
    """A random player, from `begin` until the load is stopped."""

    def __init__(self, load: Load, port: int, match: str, name: str, credentials: str) -> None:
        self.load = load
        self.match = match
        self.name = name
        self.credentials = credentials
        self.line = Line(f"{HOST}:{port}", PATH, lambda: None, self.hear)
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.state: State | None = None
        self.sent = 0.0  # when its move was sent; 0 if none is in flight

    async def connect(self, port: int) -> None:
        await asyncio.get_running_loop().create_connection(lambda: self.line, HOST, port)
        await asyncio.wait_for(self.ready, timeout=30)

    def hear(self, text: bytes) -> None:
        if text.startswith(EVENT + b'["update"'):
            self.updated(read_update(text[len(EVENT) :])[2])
        elif text == b"2":  # a ping
            self.line.say(b"3")
        elif text.startswith(b"0"):
            self.line.say(JOIN)
        elif text.startswith(JOIN):
            self.line.say(event("sync", self.match, self.name, self.credentials, SEATS))
        elif text.startswith(EVENT + b'["sync"'):
            self.state = read_sync(text[len(EVENT) :])[2].state
            self.ready.set_result(None)

    def updated(self, state: State) -> None:
        if self.sent:
            self.load.times.append(perf_counter() - self.sent)
            self.load.answered += 1
            self.load.refused += self.state is not None and state.id == self.state.id
            self.sent = 0.0
        self.state = state
        self.begin()

    def begin(self) -> None:
        if self.state is None or self.state.context.to_act != self.name:
            return
        if pause := self.load.pause():
            asyncio.get_running_loop().call_later(pause, self.play, self.state)
        else:
            self.play(self.state)

    def play(self, state: State) -> None:
        if self.load.stopped:
            return
        cards = self.load.chance.choice(plays(state.ground.players[self.name], state.ground.pile))
        move = {"type": "play", "args": [cards]} if cards else {"type": "pass", "args": []}
        payload = {**move, "playerID": self.name, "credentials": self.credentials}
        self.load.said += 1
        self.sent = perf_counter()
        action = {"type": "MAKE_MOVE", "payload": payload}
        self.line.say(event("update", action, state.id, self.match, self.name))


def matches(port: int, tables: int) -> list[tuple[str, list[str]]]:
    """Create matches in the lobby; return each with the credentials of its seats."""
    lobby = HTTPConnection(HOST, port)

    def post(path: str, body: dict[str, Any]) -> Any:
        lobby.request("POST", f"/games/climb/{path}", encode(body), {"Content-Type": "application/json"})
        answer = lobby.getresponse()
        text = answer.read()
        if answer.status != HTTPStatus.OK:
            raise RuntimeError(f"The lobby of boardgame.io answers {answer.status} to {path}: {text.decode()!r}.")
        return json.decode(text)

    def joined(match: str, seat: int) -> str:
        answer = post(f"{match}/join", {"playerID": str(seat), "playerName": f"seat {seat}"})
        return str(answer["playerCredentials"])

    names = [str(post("create", {"numPlayers": SEATS})["matchID"]) for _ in range(tables)]
    found = [(name, [joined(name, seat) for seat in range(SEATS)]) for name in names]
    lobby.close()
    return found


async def seated(load: Load, port: int, tables: int) -> list[Seat]:
    seats: list[Seat] = []
    for match, credentials in await asyncio.to_thread(matches, port, tables):
        table = [Seat(load, port, match, str(seat), word) for seat, word in enumerate(credentials)]
        await asyncio.gather(*(seat.connect(port) for seat in table))
        seats += table
    return seats


async def measure(port: int, pid: int, tables: int, seconds: float, rate: float | None) -> dict[str, Any]:
    """Measure moves at this number of tables: `rate` per second in all, or None for as fast as the server answers."""
    load = Load(paced(tables, rate))
    seats = await seated(load, port, tables)
    for seat in seats:
        seat.begin()
    await asyncio.sleep(WARM)
    figures = await counted(load, pid, seconds)
    await drained(load)
    for seat in seats:
        if seat.line.transport is not None:
            seat.line.transport.close()
    return {"tables": tables, "rate": rate, **figures, "refused": load.refused, "lost": load.said - load.answered}


def install(folder: Path) -> str | None:
    """Install the server in an empty folder. Return None, or a sentence that says why that failed."""
    missing = [tool for tool in ("node", "npm") if shutil.which(tool) is None]
    if missing:
        return f"boardgame.io is left out: there is no {' and no '.join(missing)} on this machine."
    for name in ("package.json", "server.cjs"):
        shutil.copy(SOURCE / name, folder)
    done = subprocess.run(NPM, cwd=folder, capture_output=True, text=True, check=False)
    return f"boardgame.io is left out: npm failed, {done.stderr.strip()!r}." if done.returncode else None


def start(port: int, folder: Path) -> subprocess.Popen[str]:
    """Start the server of an installed folder, and wait until it is ready."""
    environment = {**os.environ, "NODE_ENV": "production"}  # otherwise every state is checked and every start logged
    command = ["node", "server.cjs", str(port)]
    server = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    if not server.stdout.readline().startswith("ready"):
        raise RuntimeError(f"The boardgame.io server does not start at port {port}: exit code {server.wait()}.")
    return server


def main() -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        if why := install(folder):
            sys.exit(why)
        for rate in (None, RATE):
            port = free_port()
            with start(port, folder) as server:
                try:
                    print(asyncio.run(measure(port, server.pid, TABLES, SECONDS, rate)))
                finally:
                    server.terminate()


if __name__ == "__main__":
    main()
