"""Nonsense of all kinds, thrown at a live house over sockets and HTTP, while a control table plays on.

Every frame gets exactly one answer, an ack, a suggestion or a nak of a known code; every request a status below 500.
"""

import socket
import time
from collections import Counter
from collections.abc import Callable
from itertools import count as numbers_from
from random import Random
from threading import Event, Thread
from typing import Any, get_args

from msgspec import json
from websockets.sync.client import ClientConnection, connect

from cardhouse.client import create
from cardhouse.games import GAMES as ALL
from cardhouse.wire import Code, encode
from tests.house.live import LiveHouse
from tests.waiting import HANG

NUMBERS = numbers_from(1000)  # of commands: they must grow, and nonsense has none of them
GAMES_SEATS = {game.name: game.default_seats for game in ALL.values()}
GAMES = [*GAMES_SEATS]
AT_ONCE = 50  # frames before the answers are read
SUGGESTIONS = 1  # that may be thought about, while everything else is answered in order
TEXTS = (
    "play 9c",
    "pass",
    "stock",
    "take 99",
    "commit 7s",
    "attack 1 2",
    "new run 3s 4s J1=5s",
    "é\u202e",
    "x" * 500,
    "",
)
VALUES: list[Any] = [None, True, -1, 0, 7, 1 << 70, 0.5, "", "x", "\x00\u202e", "é" * 300, [], [[]], {}, {"a": [{}]}]
WORDS: tuple[str, ...] = ("play", "say", "mute", "pace", "level", "suggest", "kick", "entropy", "deal", "rematch")
WORDS += ("start", "vote", "back", "hello", "dance", "")
HOSTS = (*("127.0.0.1",) * 8, "h", "é", "[", "")
TYPES = (*("application/json",) * 8, "text/plain", "é", "")
FIELDS = ("base", "draft", "text", "seat", "entropy", "on", "seconds", "level", "v", "token")


def frame(chance: Random) -> str | bytes:
    kind = chance.randrange(8)
    if kind == 0:
        return chance.randbytes(chance.randrange(200))
    if kind == 1:
        return "".join(chr(chance.choice((chance.randrange(32, 127), chance.randrange(0x2FFF)))) for _ in range(40))
    if kind == 2:
        return chance.choice('[{"') * chance.randrange(1, 4200)
    if kind > 5:
        return encode(chance.choice(sound(chance))).decode()
    message: dict[str, Any] = {"type": chance.choice(WORDS), "id": chance.choice(VALUES), "move": chance.choice(VALUES)}
    for _ in range(chance.randrange(4)):
        message[chance.choice(FIELDS)] = chance.choice(VALUES)
    text = encode(message).decode()
    if kind == 3:
        return text[: chance.randrange(len(text))]
    if kind == 4:
        at = chance.randrange(len(text))
        return text[:at] + chr(chance.randrange(0x20, 0x250)) + text[at + 1 :]
    return text


def sound(chance: Random) -> list[dict[str, Any]]:
    """Commands that are well made; some of them are even done."""
    number, text = next(NUMBERS), chance.choice(TEXTS)
    return [
        {"type": "play", "id": number, "move": text, "base": chance.randrange(40), "draft": chance.randrange(3)},
        {"type": "say", "id": number, "text": text},
        {"type": "entropy", "id": number, "text": text},
        {"type": "mute", "id": number, "seat": chance.randrange(6), "on": False},
        {"type": "pace", "id": number, "seconds": chance.choice((0, 0.5, 3))},
        {"type": "level", "id": number, "level": chance.choice(("easy", "quick", "deep", text))},
        {"type": "suggest", "id": number},
        {"type": "deal", "id": number},
        {"type": "rematch", "id": number},
        {"type": "vote", "id": number, "seat": chance.randrange(6)},
        {"type": "back", "id": number},
    ]


def throw_frames(house: LiveHouse, table: str, token: str, count: int, chance: Random) -> Counter[str]:
    """Returns how many answers there were of each kind; raises if one is missing, or of no known kind."""
    answers: Counter[str] = Counter()
    patient: dict[str, Any] = {"compression": None, "ping_interval": None, "max_size": None, "max_queue": None}
    with connect(f"{house.ws}/{table}", open_timeout=HANG, **patient) as ws:
        ws.send(encode({"type": "hello", "token": token}).decode())
        for start in range(0, count, AT_ONCE):
            batch = min(AT_ONCE, count - start)
            for _ in range(batch):
                ws.send(frame(chance))
            last = says(ws)
            while batch or last:
                message = json.decode(ws.recv(timeout=HANG))
                if message["type"] not in ("ack", "nak", "suggestion"):
                    continue
                assert message["type"] != "nak" or message["code"] in get_args(Code), message
                assert message.get("code") != "failed", "a fault of the house"
                if last and message.get("id") == last:
                    last = says(ws) if message.get("code") == "flood" else 0
                    assert last or batch <= SUGGESTIONS, f"{batch} frames have no answer"
                else:
                    answers[message.get("code", message["type"])] += 1
                    batch -= 1
    return answers


def says(ws: ClientConnection) -> int:
    """Say something. The house answers in order, so all frames before it are answered first."""
    number = next(NUMBERS)
    ws.send(encode({"type": "say", "id": number, "text": "Is that all?"}).decode())
    return number


def throw_bodies(house: LiveHouse, table: str, count: int, chance: Random) -> Counter[int]:
    """Requests over one connection after another; some are broken off, or are not HTTP at all."""
    statuses: Counter[int] = Counter()
    paths = (
        "/api/tables",
        f"/api/tables/{table}/seats",
        f"/api/tables/{table}/commands",
        f"/socket/{table}",
        "/x" * 50,
    )
    for _ in range(count):
        found = frame(chance)
        body = found if isinstance(found, bytes) else found.encode("utf-8", "replace")
        length = len(body) if chance.random() < 0.9 else chance.choice((-1, 10**12, "x"))
        head = f"{chance.choice(('POST', 'PUT', 'GET', 'É'))} {chance.choice(paths)} HTTP/1.1\r\n"
        head += f"Host: {chance.choice(HOSTS)}\r\nContent-Type: {chance.choice(TYPES)}\r\n"
        token = f"Authorization: Bearer {chance.choice(('x', '', 'é'))}\r\n" if chance.random() < 0.5 else ""
        request = f"{head}{token}Content-Length: {length}\r\nConnection: close\r\n\r\n".encode() + body
        statuses[_status(house, request)] += 1
    return statuses


def _status(house: LiveHouse, request: bytes) -> int:
    """0, if there was no answer: the request was never finished."""
    with socket.create_connection(("127.0.0.1", house.port), HANG) as line:
        line.sendall(request)
        line.shutdown(socket.SHUT_WR)
        try:
            answer = line.recv(4096)
        except OSError:
            return 0
        return int(answer.split()[1]) if answer.startswith(b"HTTP/") else 0


class Control:
    """A table that must keep playing: one match after another, each move timed for `make prove` to report."""

    def __init__(self, house: LiveHouse) -> None:
        self._house, self._stop = house, Event()
        self.matches, self.times, self.error = 0, list[float](), ""
        self._thread = Thread(target=self._play)

    def __enter__(self) -> "Control":
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._stop.set()
        self._thread.join()

    def _play(self) -> None:
        last = time.perf_counter()

        def choose(view: Any) -> str:
            nonlocal last
            self.times.append(time.perf_counter() - last)
            last = time.perf_counter()
            return str(view.moves[0])

        try:
            while not (self._stop.is_set() and self.matches):  # one match at least, however slow it is
                create(self._house.url, "president", name="Control", bots=3, pace=0).play(choose)
                self.matches += 1
        except Exception as error:
            self.error = repr(error)

    @property
    def p99(self) -> float:
        """Seconds from a move to the next, the bots' in between."""
        return sorted(self.times)[int(len(self.times) * 0.99)] if self.times else 0.0


def fuzz(house: LiveHouse, count: int, seed: int, tell: Callable[[int], None] = lambda done: None) -> dict[str, Any]:
    """This number of frames, and a request for every fifty of them."""
    chance, answers, statuses = Random(seed), Counter[str](), Counter[int]()
    with Control(house) as control:
        for start in range(0, count, 5000):
            part, game = min(5000, count - start), chance.choice(GAMES)
            table, tokens = house.table(game, 2, bots=max(0, GAMES_SEATS[game] - 2))
            token = chance.choice((tokens[0], tokens[1], ""))
            answers += throw_frames(house, table, token, part, chance)
            statuses += throw_bodies(house, table, part // 50, chance)
            tell(start + part)
    assert not control.error, f"the control table stopped: {control.error}"
    return {
        "frames": answers.total(),
        "requests": statuses.total(),
        "answers": dict(answers),
        "statuses": {str(status): number for status, number in statuses.items()},
        "control_matches": control.matches,
        "control_p99_ms": round(control.p99 * 1000, 1),
    }
