"""A browser of another engine, driven as a person drives it: by a pointer and keys on what the page shows."""

import shutil
from abc import ABC, abstractmethod
from contextlib import ExitStack
from json import dumps
from types import TracebackType
from typing import Any, Self

from tests.waiting import until

KEYS = {"Enter": "\ue007", "Tab": "\ue004", "Escape": "\ue00c"}  # as WebDriver writes them

FIND = """((selector, text, nth) => {
    const shown = [...document.querySelectorAll(selector)].filter(
        one => one.getClientRects().length && one.innerText.trim().startsWith(text))
    return shown.at(nth)
})"""
MOVES = """document.getAnimations().some(
    one => one.playState === 'running' && isFinite(one.effect.getComputedTiming().endTime))"""
CORNER = 12  # pixels from an element's upper left corner: of a card in a fan, only that may be visible

# What the page complains of, from now on: a script that fails, and what it writes as an error.
LISTEN = """window.complaints ??= (() => {
    const heard = []
    addEventListener('error', event => heard.push(event.message))
    addEventListener('unhandledrejection', event => heard.push(String(event.reason)))
    const said = console.error
    console.error = (...words) => { heard.push(words.join(' ')); said(...words) }
    return heard
})()"""


class Engine(ABC):
    """One window of a browser. The subclasses speak the protocol of their engine."""

    name: str
    program: str
    packages: tuple[str, ...]  # of Debian

    def __init__(self) -> None:
        self._ends = ExitStack()

    def __enter__(self) -> Self:
        assert shutil.which(self.program), f"{self.program} is missing: `make browsers` installs it."
        try:
            self.start()
        except BaseException:
            self._ends.close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._ends.close()

    @abstractmethod
    def start(self) -> None: ...

    @abstractmethod
    def go(self, address: str) -> None: ...

    @abstractmethod
    def reload(self) -> None: ...

    @abstractmethod
    def run(self, script: str) -> Any:
        """Return the value of a JavaScript expression."""

    @abstractmethod
    def click_at(self, x: float, y: float) -> None: ...

    @abstractmethod
    def press(self, key: str) -> None: ...

    # What a person does

    def visit(self, address: str) -> None:
        self.go(address)
        self.run(LISTEN)

    def refresh(self) -> None:
        self.reload()
        self.run(LISTEN)

    def sees(self, selector: str, text: str = "") -> bool:
        return self.count(selector, text) > 0

    def count(self, selector: str, text: str = "") -> int:
        found = f"[...document.querySelectorAll({dumps(selector)})]"
        return int(self.run(f"{found}.filter(one => one.innerText.trim().startsWith({dumps(text)})).length"))

    def wait_for(self, selector: str, text: str = "") -> None:
        until(lambda: self.sees(selector, text))

    def click(self, selector: str, text: str = "", nth: int = 0) -> None:
        """Click what is there now, once it has come to rest."""
        self.wait_for(selector, text)
        find = f"{FIND}({dumps(selector)}, {dumps(text)}, {nth})"
        self.run(f"{find}.scrollIntoView({{block: 'nearest'}}) ?? null")
        box = f"(at => [at.left, at.top, at.width, at.height])({find}.getBoundingClientRect())"
        seen: list[Any] = []

        def rests() -> bool:
            seen.append(self.run(box))
            return len(seen) > 1 and seen[-1] == seen[-2] and not self.run(MOVES)

        until(rests)
        left, top, width, height = seen[-1]
        self.click_at(left + min(CORNER, width / 2), top + min(CORNER, height / 2))

    def type(self, text: str) -> None:
        for letter in text:
            self.press(letter)

    @property
    def complaints(self) -> list[str]:
        return list(self.run("window.complaints"))
