"""WebKit, the engine of Safari, by WebDriver: JSON over HTTP to a driver that opens the browser in a virtual screen."""

import subprocess
import urllib.error
import urllib.request
from json import dumps, loads
from typing import Any

from tests.engines.engine import KEYS, Engine
from tests.house.live import reserved_port
from tests.waiting import HANG, until

SCREEN = "1600x1100x24"


class WebKit(Engine):
    name = "webkit"
    program = "WebKitWebDriver"
    packages = ("webkit2gtk-driver", "xvfb", "xauth")
    _url: str

    def start(self) -> None:
        with reserved_port() as held:
            port = held.getsockname()[1]
        command = ["xvfb-run", "-a", "-s", f"-screen 0 {SCREEN}", self.program, f"--port={port}"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._ends.callback(process.wait)
        self._ends.callback(process.terminate)
        self._url = f"http://127.0.0.1:{port}"
        until(self._answers)
        session = self._call("POST", "/session", capabilities={})["sessionId"]
        self._url += f"/session/{session}"
        self._ends.callback(self._call, "DELETE", "")
        self._call("POST", "/window/rect", width=1280, height=900)

    def _answers(self) -> bool:
        try:
            self._call("GET", "/status")
        except urllib.error.URLError:
            return False
        return True

    def _call(self, method: str, path: str, **parameters: Any) -> Any:
        body = dumps(parameters).encode() if method == "POST" else None
        request = urllib.request.Request(self._url + path, body, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=HANG) as answer:
                return loads(answer.read())["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{method} {path}: {error.read().decode()}") from None

    def go(self, address: str) -> None:
        self._call("POST", "/url", url=address)

    def reload(self) -> None:
        self._call("POST", "/refresh")

    def run(self, script: str) -> Any:
        text = self._call("POST", "/execute/sync", script=f"return JSON.stringify({script}) ?? 'null'", args=[])
        return loads(text)

    def click_at(self, x: float, y: float) -> None:
        move = {"type": "pointerMove", "duration": 0, "origin": "viewport", "x": round(x), "y": round(y)}
        steps = [move, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self._perform({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps})

    def press(self, key: str) -> None:
        value = KEYS.get(key, key)
        steps = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
        self._perform({"type": "key", "id": "keyboard", "actions": steps})

    def _perform(self, actions: dict[str, Any]) -> None:
        self._call("POST", "/actions", actions=[actions])
