"""A person with a browser: sees the page, hears what the house tells it, clicks, or uses the keyboard alone."""

import re
from collections.abc import Callable
from json import dumps
from pathlib import Path
from time import monotonic
from typing import Any

from msgspec import json
from playwright.sync_api import Browser, ConsoleMessage, WebSocket

from tests.waiting import HANG

LINE = Path(__file__).parents[2] / "web/src/lib/line.ts"
SPEAK = """language => localStorage['cardhouse tastes'] = JSON.stringify({
    ...JSON.parse(localStorage['cardhouse tastes']), language})"""
SETTLED = """() => new Promise(settled => {
    let changed = true
    const watch = new MutationObserver(() => (changed = true))
    watch.observe(document, {subtree: true, childList: true, attributes: true, characterData: true})
    const look = still => requestAnimationFrame(() => {
        const moving = document.getAnimations().some(one => one.playState === 'running' && isFinite(
            one.effect.getComputedTiming().endTime))
        still = changed || moving ? 0 : still + 1
        changed = false
        if (still < 3) return look(still)
        watch.disconnect()
        settled()
    })
    look(0)
})"""
PATIENCE = HANG / 10  # seconds until a page gives up a line on which no answer comes
BLOCKED = "Service Worker registration blocked"  # Playwright says so
OFFLINE = ("net::ERR_", "WebSocket connection to")  # what a browser itself says of a network that is cut


class Person:
    def __init__(
        self, browser: Browser, name: str, url: str, *, width: int, height: int, installs: bool = False, **tastes: Any
    ) -> None:
        self.name, self.url = name, url
        self.complaints: list[str] = []
        self.view: dict[str, Any] | None = None
        self.table: dict[str, Any] = {}
        self.frames: list[dict[str, Any]] = []
        self.allowed: tuple[str, ...] = ()  # complaints that a test brings about: the browser's own, of a network cut
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=width < 700,
            reduced_motion="reduce" if tastes.get("speed", 0) == 0 else "no-preference",
            color_scheme="light",
            service_workers="allow" if installs else "block",  # what one answers, a test cannot change
        )
        liked = dumps({"name": name, "speed": 0, "volume": 0, **tastes})
        self.context.add_init_script(
            f"localStorage.getItem('cardhouse tastes') || localStorage.setItem('cardhouse tastes', {dumps(liked)})"
        )
        self.context.add_init_script(patient())
        self.page = self.tab()

    def tab(self) -> Any:
        page = self.context.new_page()
        page.set_default_timeout(HANG * 1000)
        page.on("pageerror", lambda error: self.complaints.append(f"{self.name}: {error}"))
        page.on("console", self._hears)
        page.on("websocket", self._listens)
        return page

    def _hears(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(word in message.text for word in (BLOCKED, *self.allowed)):
            self.complaints.append(f"{self.name}: {message.text}")

    def _listens(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._told)

    def _told(self, payload: str | bytes) -> None:
        frame = json.decode(payload)
        self.frames.append(frame)
        if frame["type"] in ("welcome", "event"):
            self.view = frame.get("view") or self.view
            self.table = frame.get("table") or self.table

    # What one does

    def goes(self, path: str) -> None:
        self.page.goto(self.url + path)

    def at(self, table: str, token: str) -> None:
        """Comes to a table where a seat is theirs."""
        kept = dumps([{"id": table, "game": "", "name": self.name, "token": token, "at": 0}])
        self.context.add_init_script(
            f"localStorage.getItem('cardhouse seats') || localStorage.setItem('cardhouse seats', {dumps(kept)})"
        )
        self.goes(f"/t/{table}")

    def speaks(self, language: str) -> None:
        """Read the page in another language from now on."""
        self.page.evaluate(SPEAK, language)
        self.page.reload()

    def sees(self, text: str) -> None:
        self.page.get_by_text(text).first.wait_for()

    def until(self, done: Callable[[], bool], doing: Callable[[], object] = lambda: None) -> None:
        """Wait for something, doing something meanwhile; not for ever."""
        late = monotonic() + HANG
        while not done():
            assert monotonic() < late, f"{self.name} waits in vain; {self.situation()}"
            doing()
            self.page.wait_for_timeout(10)

    def situation(self) -> str:
        """What this person has heard last, and what the page shows."""
        heard = " ".join(frame["type"] for frame in self.frames[-10:])
        view = self.view or {}
        about = {"phase": self.table.get("phase"), "seat": self.seat, "to act": view.get("to_act")}
        return f"{about}, moves {view.get('moves')}, heard {heard!r}:\n{self.page.inner_text('body')}"

    def settled(self) -> None:
        """Wait until the page has nothing more to change or to move: for three frames it stays as it is."""
        self.page.evaluate(SETTLED)

    @property
    def announced(self) -> list[str]:
        """What the page has told those who hear it, in its order."""
        told: list[str] = self.page.locator("[role=log] p").all_inner_texts()
        return told

    def press(self, label: str) -> None:
        self.page.get_by_role("button", name=label).first.click()

    @property
    def seat(self) -> int:
        return -1 if self.view is None else int(self.view["seat"])

    @property
    def to_act(self) -> bool:
        return self.view is not None and self.seat in self.view["to_act"]


def patient() -> str:
    """A script: a page waits for an answer of the house as long as a busy machine needs.

    Otherwise it would give up the line, and send again what it has sent.
    """
    (patience,) = re.findall(r"^const PATIENCE = ([\d_]+);", LINE.read_text("utf-8"), re.MULTILINE)
    return f"""(set => window.setTimeout = (call, wait, ...more) =>
        set(call, wait === {patience} ? {PATIENCE * 1000:.0f} : wait, ...more))(window.setTimeout.bind(window))"""
