"""A live house in processes of its own, that can be killed and opened again; and players over real sockets."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from json import dumps, loads
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from cardhouse.house.stores.opening import is_database
from tests.house.stores import new_store
from tests.waiting import HANG


def reserved_port() -> socket.socket:
    """Bind a port without listening, so that nobody else is given it while the house that uses it is down."""
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    return held


class LiveHouse:
    def __init__(
        self, folder: Path, *, workers: int = 1, plant: str = "", store: str = "", nats: str = "", push: str = ""
    ) -> None:
        self._held = reserved_port()
        self._hand = folder / "seconds-ahead"
        self.file, self.port = folder / "house.db", int(self._held.getsockname()[1])
        self.store = store or new_store(folder)
        self.url = f"http://127.0.0.1:{self.port}"
        self.ws = f"ws://127.0.0.1:{self.port}/socket"
        given = [str(folder), self.store, str(self.port), str(workers), plant, nats, push]
        command = [sys.executable, "-m", "tests.house.fork_server", *given]
        self._fork_server = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.pid = 0

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.end()

    def end(self) -> None:
        self.kill()
        self._fork_server.kill()
        self._fork_server.communicate()
        self._held.close()

    def start(self) -> None:
        """Open it, and wait until it answers.

        A house does not start if its database takes too long to answer, as on a busy machine: then it is started again,
        as a service manager does it.
        """
        self._fork()
        late = time.monotonic() + HANG
        while time.monotonic() < late:
            try:
                socket.create_connection(("127.0.0.1", self.port), HANG).close()
                return
            except OSError:
                if not self.runs():
                    assert is_database(self.store), "the house ended before it answered"
                    self._fork()
                time.sleep(0.005)
        raise AssertionError("the house does not answer")

    def _fork(self) -> None:
        assert self._fork_server.stdin is not None
        assert self._fork_server.stdout is not None
        self._fork_server.stdin.write("start\n")
        self.pid = int(self._fork_server.stdout.readline())

    def runs(self) -> bool:
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def kill(self, number: int = signal.SIGKILL) -> None:
        """And wait until it is gone."""
        if not self.pid:
            return
        if self.runs():
            os.kill(self.pid, number)
        late = time.monotonic() + HANG
        while self.runs():
            assert time.monotonic() < late, "the house does not stop"
            time.sleep(0.002)
        self.pid = 0

    def set_clock(self, seconds: float) -> None:
        """Set the clock of the store ahead."""
        self._hand.write_text(str(seconds))

    # Over HTTP

    def get(self, path: str) -> Any:
        return self.request("GET", path)[1]

    def is_well(self) -> bool:
        """Return whether the house says so. A database that is slow to answer, on a busy machine, is asked again."""
        late = time.monotonic() + HANG
        while True:
            status, said = self.request("GET", "/health")
            if status == 200 or "has not answered" not in said["reason"] or time.monotonic() > late:
                return status == 200 and said["ok"] is True

    def post(self, path: str, body: Any, token: str = "") -> Any:
        return self.request("POST", path, dumps(body).encode(), token)[1]

    def request(self, method: str, path: str, body: bytes | None = None, token: str = "") -> tuple[int, Any]:
        headers = {"Content-Type": "application/json"} if body is not None else {}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        request = urllib.request.Request(self.url + path, body, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=HANG) as answer:
                text, status = answer.read().decode(), answer.status
        except urllib.error.HTTPError as error:
            text, status = error.read().decode(), error.code
        return status, loads(text) if text.startswith(("{", "[")) and "\n" not in text.strip() else text

    def table(self, game: str, people: int, **more: Any) -> tuple[str, list[str]]:
        """A table with that many people: its id, and their tokens. Nobody is played for, however slow they are."""
        first = self.post("/api/tables", {"game": game, "name": "Ann", "pace": 0, "grace": 3600, **more})
        name, tokens = first["table"]["id"], [first["token"]]
        for number in range(1, people):
            tokens.append(self.post(f"/api/tables/{name}/seats", {"name": f"Ben {number}"})["token"])
        return name, tokens
