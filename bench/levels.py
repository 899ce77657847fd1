"""Measure how long bots take for a move while 200 other tables play, and how many playouts that allows.

    .venv/bin/python -m bench.levels        # prints, writes bench/levels.json and docs/strength.md

At each of the other tables, a person who moves at once plays against quick bots at their default pace. At the measured
tables, a person plays against bots of one level without a pause. The time of a move is the time between
two messages to the person, so it includes the network, the disk and the sending. Blitz is left out, because its turns
are hidden until they end, so single moves cannot be timed.
"""

import asyncio
import json
import re
import time
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.house_load import Heard, Seat, asked, encode, house
from bench.load import Load, free_port, paced
from bench.measure import FOLDER, machine, short
from cardhouse import GAMES, Match, SeededDealer
from cardhouse.bots import levels_of
from cardhouse.bots.deep import Budget, think, warm

OTHERS = 200
SECONDS = 25.0
LOADING = 10.0
CLOCK = 3.0
FILE, PAGE = FOLDER / "levels.json", FOLDER.parent / "docs/strength.md"
PLACE = re.compile(r"(<!-- levels: make bench -->\n).*?(<!-- end of levels -->)", re.DOTALL)
MEASURED = ("president", "dynasty", "davenport", "javelin")
TO_REACH = {"deep": 1000, "quick": 50, "master": 20}


class Watch(Seat):
    """A player that records how long the others took."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.waited: list[float] = []
        self.heard_at = 0.0

    def hear(self, text: bytes) -> None:
        before, now = self.view, time.perf_counter()
        super().hear(text)
        if b'"type":"event"' in text[:40] and before is not None:
            if self.heard_at and before.to_act and before.seat not in before.to_act:
                self.waited.append(1000 * (now - self.heard_at))
            self.heard_at = now

    def answered(self, heard: Heard) -> None:
        super().answered(heard)
        self.heard_at = time.perf_counter()

    def follow(self, phase: str) -> None:
        if phase == "pause" and not self.asked:
            self.asked = True
            self.id += 1
            self.line.say(encode({"type": "deal", "id": self.id}))
        super().follow(phase)


async def seated(load: Load, port: int, kind: type[Seat], **opened: Any) -> Any:
    bots = GAMES[opened["game"]].default_seats - 1
    made = await asyncio.to_thread(asked, port, "/api/tables", {"name": "seat 0", "bots": bots, **opened})
    seat = kind(load, port, made["table"]["id"], made["token"])
    await seat.connect(port)
    seat.begin()
    return seat


async def measure(port: int) -> list[dict[str, Any]]:
    load, rows = Load(paced(OTHERS, None)), []
    for number in range(OTHERS):
        await seated(load, port, Watch, game=list(GAMES)[number % len(GAMES)])
    for game in MEASURED:
        seats = {
            level: await seated(load, port, Watch, game=game, level=level, pace=0)
            for level in TO_REACH
            if level in levels_of(GAMES[game])
        }
        await asyncio.sleep(SECONDS)
        for level, seat in seats.items():
            waited = sorted(seat.waited)
            row = {"game": game, "level": level, "to_reach_ms": TO_REACH[level], "moves": len(waited)}
            row |= {f"p{part}_ms": round(waited[len(waited) * part // 100], 1) for part in (50, 99)}
            print(row, flush=True)
            rows.append(row)
            seat.line.transport.close()
    return rows


def playouts(game: str) -> dict[str, Any]:
    """Return the playouts per second of the search on one core, at the moments of a match of quick bots."""
    one = GAMES[game]
    match = Match(game, dealer=SeededDealer(1))
    done, clock = 0, 0.0
    while not match.over and clock < CLOCK:
        seat = match.to_act[0]
        view: Any = match.view(seat)
        if len(view.moves) > 1 and one.secrecy.recall is not None:
            began = time.process_time()
            done += think(one, one.secrecy.recall(view), seat, Budget(seconds=inf, playouts=5000), seed=1).playouts
            clock += time.process_time() - began
        match.play(seat, one.quick(view))
    row = {"game": game, "playouts_per_s": round(done / clock)}
    print(row, flush=True)
    return row


def tables(found: dict[str, Any]) -> str:
    text = "| game | level | median | p99 | moves |\n|---|---|---:|---:|---:|\n"
    for row in found["rows"]:
        times = " | ".join(f"{row[name]:,} ms" for name in ("p50_ms", "p99_ms"))
        text += f"| {GAMES[row['game']].title} | {row['level']} | {times} | {row['moves']:,} |\n"
    text += "\n| game | deals that the search plays out per second, on one core |\n|---|---:|\n"
    for row in found["playouts"]:
        text += f"| {GAMES[row['game']].title} | {short(row['playouts_per_s'])} |\n"
    where = f"[bench/levels.py](../bench/levels.py) on {found['machine']}"
    return f"Measured by {where}, with the load client on the same machine:\n\n{text}"


def written(page: str) -> str:
    found = json.loads(FILE.read_text("utf-8"))
    return PLACE.sub(lambda place: place[1] + tables(found) + place[2], page)


def main() -> None:
    for game in GAMES:
        warm(game)  # compile once, so that the cache has it
    found: dict[str, Any] = {"machine": machine(), "tables": OTHERS, "playouts": [playouts(game) for game in GAMES]}
    with TemporaryDirectory() as folder, house(Path(folder) / "house.db", port := free_port(), deep_workers=1):
        time.sleep(LOADING)
        found["rows"] = asyncio.run(measure(port))
    FILE.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
