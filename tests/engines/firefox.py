"""Firefox, by WebDriver BiDi: JSON over a WebSocket that the browser itself opens."""

import shutil
import subprocess
from json import dumps, loads
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.engines.engine import KEYS, Engine
from tests.waiting import HANG, until


class Firefox(Engine):
    name = "firefox"
    program = "firefox-esr"
    packages = ("firefox-esr",)
    _socket: ClientConnection
    _context: str  # the window
    _commands = 0

    def start(self) -> None:
        profile = mkdtemp()
        self._ends.callback(shutil.rmtree, profile, ignore_errors=True)
        command = [self.program, "--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", profile]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._ends.callback(process.wait)
        self._ends.callback(process.kill)
        written = Path(profile, "WebDriverBiDiServer.json")
        until(lambda: written.is_file() and written.read_text().endswith("}"))
        port = loads(written.read_text())["ws_port"]
        address = f"ws://127.0.0.1:{port}/session"
        self._socket = self._ends.enter_context(connect(address, max_size=None, open_timeout=HANG))
        self._call("session.new", capabilities={})
        self._context = self._call("browsingContext.getTree")["contexts"][0]["context"]
        self._call("browsingContext.setViewport", context=self._context, viewport={"width": 1280, "height": 800})

    def _call(self, method: str, **parameters: Any) -> Any:
        self._commands += 1
        self._socket.send(dumps({"id": self._commands, "method": method, "params": parameters}))
        while True:
            message = loads(self._socket.recv(timeout=HANG))
            if message.get("id") == self._commands:
                assert message["type"] == "success", f"{method}: {message}"
                return message["result"]

    def go(self, address: str) -> None:
        self._call("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def reload(self) -> None:
        self._call("browsingContext.reload", context=self._context, wait="complete")

    def run(self, script: str) -> Any:
        target = {"context": self._context}
        text = f"JSON.stringify({script}) ?? 'null'"
        answer = self._call("script.evaluate", expression=text, target=target, awaitPromise=False)
        assert answer["type"] == "success", answer
        return loads(answer["result"]["value"])

    def click_at(self, x: float, y: float) -> None:
        move = {"type": "pointerMove", "x": round(x), "y": round(y)}
        steps = [move, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self._perform({"type": "pointer", "id": "mouse", "actions": steps})

    def press(self, key: str) -> None:
        value = KEYS.get(key, key)
        steps = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
        self._perform({"type": "key", "id": "keyboard", "actions": steps})

    def _perform(self, actions: dict[str, Any]) -> None:
        self._call("input.performActions", context=self._context, actions=[actions])
