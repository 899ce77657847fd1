"""Measure: every piece of work runs once in each of several rounds; the result is the median.

One core is measured in CPU time, several cores and GPUs in wall-clock time.
"""

import json
import platform
import sys
from collections.abc import Callable
from dataclasses import dataclass
from os import cpu_count
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from cardhouse import game

FOLDER = Path(__file__).parent
ROUNDS = 7


@dataclass
class Work:
    """Something to measure: a function that plays `matches` matches and returns how many moves they took."""

    what: str
    matches: int
    play: Callable[[int], int]
    clock: Callable[[], float]


def measured(works: list[Work]) -> list[dict[str, Any]]:
    """Return the moves and matches per second of each piece of work."""
    seconds: dict[str, list[float]] = {work.what: [] for work in works}
    moves: dict[str, int] = {}
    for work in works:
        work.play(1)  # warm up imports, caches and compilers
    for number in range(ROUNDS):
        for work in works:
            print(f"\rround {number + 1} of {ROUNDS}: {work.what:50}", end="", file=sys.stderr, flush=True)
            start = work.clock()
            moves[work.what] = work.play(work.matches)
            seconds[work.what].append(work.clock() - start)
    print("\r" + " " * 70 + "\r", end="", file=sys.stderr)
    return [
        {
            "what": work.what,
            "moves_per_s": round(moves[work.what] / median(seconds[work.what])),
            "matches_per_s": round(work.matches / median(seconds[work.what])),
        }
        for work in works
    ]


def named(name: str) -> str:
    """Return a game's title, with its default number of seats."""
    return f"{game(name).title}, {game(name).default_seats} seats"


def machine() -> str:
    return f"{cpu_count()} cores, {processor()}, Python {platform.python_version()}"


def processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text("utf-8").splitlines() if cpuinfo.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def publish(name: str, figures: dict[str, Any]) -> None:
    """Write the figures to a file, and print them as JSON and as a table."""
    text = json.dumps(figures, indent=2)
    (FOLDER / f"{name}.json").write_text(text + "\n", "utf-8")
    print(f"{text}\n\n{speeds(figures['rows'])}")


class Figure(NamedTuple):
    """Something measured, with the target that we set ourselves, if there is one."""

    what: str
    target: str
    measured: str


def table(figures: list[Figure]) -> str:
    """Return a Markdown table for the docs."""
    return "\n".join(["| what | measured |", "|---|---:|", *(f"| {one.what} | {one.measured} |" for one in figures)])


def table_with_targets(figures: list[Figure]) -> str:
    """Return the table that a bench prints."""
    lines = ["| what | target | measured |", "|---|---:|---:|"]
    return "\n".join(lines + [f"| {' | '.join(one)} |" for one in figures])


def speeds(rows: list[dict[str, Any]]) -> str:
    """Return moves and matches per second as a table."""
    lines = ["| what | moves/s | matches/s |", "|---|---:|---:|"]
    lines += [f"| {row['what']} | {short(row['moves_per_s'])} | {short(row['matches_per_s'])} |" for row in rows]
    return "\n".join(lines)


def matrix(rows: list[dict[str, Any]]) -> str:
    """Return a table of moves per second only: a row for each game, a column for each way to play it."""
    cells: dict[str, dict[str, str]] = {}
    for row in rows:
        game, seats, way = row["what"].split(", ", 2)
        cells.setdefault(f"{game}, {seats}", {})[way] = short(row["moves_per_s"])
    ways = list(dict.fromkeys(way for line in cells.values() for way in line))
    lines = [f"| moves/s | {' | '.join(ways)} |", f"|---|{'---:|' * len(ways)}"]
    lines += [f"| {name} | {' | '.join(line.get(way, '') for way in ways)} |" for name, line in cells.items()]
    return "\n".join(lines)


def short(number: float) -> str:
    """Format a number to three significant digits: 1,040, 41,900, 15.4 M, 9.97 G."""
    for size, sign in ((1e9, " G"), (1e6, " M")):
        if number >= size:
            return f"{number / size:.3g}{sign}"
    digits = max(0, len(str(int(number))) - 3)
    return f"{round(number, -digits):,.0f}"
