"""Measure the page: its size, the time to interactive, layout shifts, accessibility, the time for a move to reach all
screens, and frame times.

    .venv/bin/python -m bench.page

It uses a real Chromium without a GPU and a real house; all browsers run on this machine.
"""

import json
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from tests.house.live import LiveHouse
from tests.web import browser as chromium
from tests.web.accessibility import violations
from tests.web.controls import MouseControls
from tests.web.matches import act
from tests.web.person import Person
from tests.web.screen import loads
from tests.web.test_matches import SHORT

from bench.measure import FOLDER, Figure, machine, table_with_targets

LOADS = 11
MOVES = 40
DEALS = 5
SCREENS = 4
SMOOTH = 1000 / 60 * 1.5  # milliseconds; a longer frame has dropped one of 60 per second

# The time when the page shows a new event, which changes the last line of its log.
WATCH = """() => {
    window.seen = []
    new MutationObserver(() => window.seen.push(Date.now())).observe(document.querySelector('[role=log]'),
        {childList: true, characterData: true, subtree: true})
}"""
SHIFTS = """window.shifts = 0
new PerformanceObserver(list => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifts += one.value
}).observe({type: 'layout-shift', buffered: true})"""
SIZES = ((1280, 800), (390, 844))
FRAMES = """() => {
    window.frames_ = []
    let last = performance.now()
    const next = now => {
        window.frames_.push([now - last, document.querySelectorAll('.flying').length])
        last = now
        requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
}"""


def load(browser: Browser, house: LiveHouse) -> dict[str, float]:
    """Measure a first visit with an empty cache: bytes transferred, and the time to interactive."""
    context = browser.new_context()
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    names: dict[str, str] = {}
    weights: dict[str, float] = {}
    line.on("Network.responseReceived", lambda sent: names.update({sent["requestId"]: sent["response"]["url"]}))
    line.on(
        "Network.loadingFinished", lambda message: weights.update({message["requestId"]: message["encodedDataLength"]})
    )
    page.goto(house.url, wait_until="commit")
    page.get_by_role("button", name="Play now").first.click(trial=True)
    ready = page.evaluate("performance.now()")
    page.wait_for_load_state("networkidle")
    pictures = {number for number, url in names.items() if url.endswith(".svg")}
    context.close()
    return {
        "kB": sum(weight for number, weight in weights.items() if number not in pictures) / 1000,
        "pictures kB": sum(weight for number, weight in weights.items() if number in pictures) / 1000,
        "ms": ready,
    }


def shift(browser: Browser, house: LiveHouse, width: int, height: int) -> float:
    """Return the cumulative layout shift of a first visit, until everything has been loaded."""
    context = browser.new_context(viewport={"width": width, "height": height})
    context.add_init_script(SHIFTS)
    page = context.new_page()
    page.goto(house.url)
    page.get_by_role("button", name="Play now").first.wait_for()
    page.wait_for_load_state("networkidle")
    found = float(page.evaluate("window.shifts"))
    context.close()
    return found


def accessibility(browser: Browser, house: LiveHouse) -> tuple[int, int]:
    """Return the number of states of the page that axe-core has looked at, and of violations that it has found."""
    states, found = 0, list[str]()
    for width, height in SIZES:
        for theme in ("light", "dark"):
            ann = Person(browser, "Ann", house.url, width=width, height=height, theme=theme)
            for path in ("/", "/new/blitz", "/rules/president", "/no/page"):
                loads(ann, path)
                found += violations(ann.page)
                states += 1
            ann.context.close()
            for game, more in SHORT.items():
                table, (token,) = house.table(game, 1, bots=more["seats"] - 1, **more)
                ann = Person(browser, "Ann", house.url, width=width, height=height, theme=theme)
                ann.at(table, token)
                ann.page.wait_for_selector(".status .turn")
                ann.settled()
                found += violations(ann.page)
                states += 1
                ann.context.close()
    for one in found:
        print(one)
    return states, len(found)


def on_all_screens(browser: Browser, house: LiveHouse) -> list[float]:
    """Return the times from a click until all four screens, of two players and two watchers, show the move."""
    table, tokens = house.table("president", 2, seats=3, bots=1, options={"deals": 50})
    people = [Person(browser, name, house.url, width=1000, height=700) for name in ("Ann", "Ben 1")]
    for person, token in zip(people, tokens, strict=True):
        person.at(table, token)
    watchers = [Person(browser, f"Eve {n}", house.url, width=1000, height=700) for n in range(SCREENS - len(people))]
    for watcher in watchers:
        watcher.goes(f"/t/{table}")
    screens = [*people, *watchers]
    for screen in screens:
        screen.page.wait_for_selector(".felt .seat")
        screen.page.evaluate(WATCH)
        screen.page.evaluate("document.addEventListener('click', () => { window.clicked = Date.now() }, true)")
    waits: list[float] = []
    while len(waits) < MOVES:
        for person in people:
            before = [len(screen.page.evaluate("window.seen")) for screen in screens]
            if not act(MouseControls(person), Random(1)):
                continue
            clicked = person.page.evaluate("window.clicked")
            for screen in screens:
                screen.page.wait_for_timeout(20)
            seen = [screen.page.evaluate("window.seen")[count:] for screen, count in zip(screens, before, strict=True)]
            after = [next((when for when in times if when >= clicked), None) for times in seen]
            if all(when is not None for when in after):
                waits.append(max(when for when in after if when is not None) - clicked)
    for screen in screens:
        screen.context.close()
    return waits


def frames(browser: Browser, house: LiveHouse) -> list[float]:
    """Return the frame times of Dynasty's deals for three, while 27 cards move into the hand."""
    found: list[float] = []
    for _ in range(DEALS):
        table, tokens = house.table("dynasty", 2, seats=3, bots=0)
        ann = Person(browser, "Ann", house.url, width=1280, height=800, speed=1)
        ann.at(table, tokens[0])
        ann.page.wait_for_selector(".waiting")
        ann.page.wait_for_timeout(600)
        ann.page.evaluate(FRAMES)
        house.post(f"/api/tables/{table}/seats", {"name": "Cleo"})
        ann.page.wait_for_selector(".hand .card")
        ann.page.wait_for_timeout(2000)
        measured = ann.page.evaluate("window.frames_")
        found += [length for length, in_the_air in measured if in_the_air]
        ann.context.close()
    return found


def taken() -> dict[str, Any]:
    with TemporaryDirectory() as folder, LiveHouse(Path(folder)) as house, sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=chromium.found(), args=list(chromium.FLAGS))
        loads = [load(browser, house) for _ in range(LOADS)]
        shifts = [shift(browser, house, width, height) for width, height in SIZES]
        waits = sorted(on_all_screens(browser, house))
        states, faults = accessibility(browser, house)
        lengths = sorted(frames(browser, house))
        browser.close()
    return {
        "machine": machine(),
        "first load, kB": round(loads[0]["kB"], 1),
        "pictures, kB": round(loads[0]["pictures kB"], 1),
        "interactive, ms": round(median(one["ms"] for one in loads)),
        "layout shift": round(max(shifts), 4),
        "states seen by axe": states,
        "violations": faults,
        "on all screens, median ms": round(median(waits)),
        "on all screens, p95 ms": round(waits[int(0.95 * len(waits))]),
        "moves": len(waits),
        "frames while 27 cards move": len(lengths),
        "median frame, ms": round(median(lengths), 1),
        "p95 frame, ms": round(lengths[int(0.95 * len(lengths))], 1),
        "frames a second": round(1000 * len(lengths) / sum(lengths), 1),
        "frames late, %": round(100 * sum(length > SMOOTH for length in lengths) / len(lengths), 1),
    }


def figures(found: dict[str, Any]) -> list[Figure]:
    return [
        Figure("first load, compressed", "120 kB", f"{found['first load, kB']} kB"),
        Figure("pictures of the cards shown, loaded afterwards", "", f"{found['pictures, kB']} kB"),
        Figure("time to interactive, median", "1,000 ms", f"{found['interactive, ms']} ms"),
        Figure("cumulative layout shift of the first load", "0.02", f"{found['layout shift']}"),
        Figure(
            f"violations in {found['states seen by axe']} states of the page, by axe-core",
            "0",
            f"{found['violations']}",
        ),
        Figure("from a click to all four screens, median", "", f"{found['on all screens, median ms']} ms"),
        Figure("from a click to all four screens, p95", "100 ms", f"{found['on all screens, p95 ms']} ms"),
        Figure("frames per second while 27 cards are dealt", "58", f"{found['frames a second']}"),
        Figure("time per frame during the deal, p95", "16.7 ms", f"{found['p95 frame, ms']} ms"),
    ]


if __name__ == "__main__":
    found = taken()
    (FOLDER / "page.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    print(table_with_targets(figures(found)))
