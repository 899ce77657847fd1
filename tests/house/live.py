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


def free_port() -> int:
    with socket.socket() as any_port:
        any_port.bind(("127.0.0.1", 0))
        return int(any_port.getsockname()[1])


class LiveHouse:
    def __init__(self, folder: Path, *, plant: str = "") -> None:
        self.file, self.port = folder / "house.db", free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.ws = f"ws://127.0.0.1:{self.port}/socket"
        command = [sys.executable, "-m", "tests.house.zygote", str(self.file), str(self.port), plant]
        self._zygote = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.pid = 0

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.kill()
        self._zygote.kill()
        self._zygote.communicate()

    def start(self) -> None:
        """Open it, and wait until it answers."""
        assert self._zygote.stdin is not None
        assert self._zygote.stdout is not None
        self._zygote.stdin.write("start\n")
        while not (line := self._zygote.stdout.readline().strip()).isdecimal():
            assert line.startswith("Cardhouse is open"), f"the house does not start: {line!r}"
        self.pid = int(line)
        for _ in range(1000):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.005)
        raise AssertionError("the house does not answer")

    def kill(self, number: int = signal.SIGKILL) -> None:
        """And wait until it is gone."""
        if not self.pid:
            return
        try:
            os.kill(self.pid, number)
            while True:
                os.kill(self.pid, 0)
                time.sleep(0.002)
        except ProcessLookupError:
            self.pid = 0

    # Over HTTP

    def get(self, path: str) -> Any:
        return self.request("GET", path)[1]

    def post(self, path: str, body: Any, token: str = "") -> Any:
        return self.request("POST", path, dumps(body).encode(), token)[1]

    def request(self, method: str, path: str, body: bytes | None = None, token: str = "") -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        request = urllib.request.Request(self.url + path, body, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                text, status = answer.read().decode(), answer.status
        except urllib.error.HTTPError as error:
            text, status = error.read().decode(), error.code
        return status, loads(text) if text.startswith(("{", "[")) and "\n" not in text.strip() else text

    def table(self, game: str, people: int, **more: Any) -> tuple[str, list[str]]:
        """A table with so many people: its id, and their tokens."""
        first = self.post("/api/tables", {"game": game, "name": "Ann", "pace": 0, **more})
        name, tokens = first["table"]["id"], [first["token"]]
        for number in range(1, people):
            tokens.append(self.post(f"/api/tables/{name}/seats", {"name": f"Ben {number}"})["token"])
        return name, tokens
