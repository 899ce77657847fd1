"""The long proof: what the suite proves in minutes, for hours.

    make prove                              # everything, at full size: a night and more
    make prove SCALE=0.01                   # a hundredth of it
    make prove PARTS="kills fuzz"           # only these

What was proved is written to bench/proof.json after every piece; a broken promise stops it and is printed.
"""

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from itertools import islice
from os import cpu_count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import time
from typing import Any

from bench.measure import FOLDER
from rich.progress import Progress

from cardhouse.games import GAMES
from cardhouse.testing import check
from tests.blitz.test_canonical import compare as compare_melds
from tests.cluster.chaos import play_through_faults as play_through_cluster_faults
from tests.conservation import conserve
from tests.house.chaos import play_through_faults
from tests.house.fuzz import fuzz
from tests.house.live import LiveHouse
from tests.house.paired_rooms import PairedRooms
from tests.house.test_durability import power_cuts

PROOF = FOLDER / "proof.json"
FIRST_SEED = 1_000  # the suite has the seeds below
HANDS = 100  # of Blitz, beside each piece of its moves
Piece = Callable[[int, int], dict[str, Any]]  # a seed, and how many; returns what there was


def contract(name: str, seed: int, count: int) -> dict[str, Any]:
    check(GAMES[name], moves=count, seed=seed, bodies=seed % 10 == 0)
    if name == "blitz":
        compare_melds(GAMES[name], hands=HANDS, seed=seed)
    return {name: count}


def conserved(name: str, seed: int, count: int) -> dict[str, Any]:
    return {name: conserve(GAMES[name], count, seed)}


def pairs(name: str, watchers: bool, seed: int, count: int) -> dict[str, Any]:
    rooms = PairedRooms(GAMES[name], watchers=watchers, seed=seed)
    rooms.run(count)
    return {f"{name}, {'watchers' if watchers else 'seats'}": rooms.pairs, "hidden moves": rooms.hidden}


def kills(badness: float, seed: int, count: int) -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        return asyncio.run(play_through_faults(Path(folder), kills=count, badness=badness, seed=seed))


def faults(seed: int, count: int) -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        found = asyncio.run(play_through_cluster_faults(Path(folder), faults=count, seed=seed))
    return {**found.pop("faults"), **found}


def cuts(seed: int, count: int) -> dict[str, Any]:
    counts = power_cuts(count, seed=seed)
    assert counts["lost"] == counts["broken"] == 0, counts
    return counts


def frames(seed: int, count: int) -> dict[str, Any]:
    with TemporaryDirectory() as folder, LiveHouse(Path(folder)) as house:
        found = fuzz(house, count, seed)
    return {key: found[key] for key in ("frames", "requests", "control_matches", "control_p99_ms")}


@dataclass
class Part:
    promise: int
    what: str
    count: int  # at full size, for each piece of work
    at_once: int
    pieces: list[Piece]


PARTS = {
    "contract": Part(
        6, "random moves, everything checked", 10_000_000, 10_000, [partial(contract, name) for name in GAMES]
    ),
    "conservation": Part(
        6, "random moves, every card there", 10_000_000, 100_000, [partial(conserved, name) for name in GAMES]
    ),
    "pairs": Part(
        4,
        "pairs of rooms that sound the same",
        1_000_000,
        2_000,
        [partial(pairs, name, watchers) for name in GAMES for watchers in (False, True)],
    ),
    "kills": Part(1, "kills, and nothing lost or doubled", 10_000, 200, [partial(kills, 0.0)]),
    "network": Part(2, "kills in a bad network", 1_000, 100, [partial(kills, 0.05)]),
    "cluster": Part(3, "faults of several houses, and nothing lost, doubled or forked", 10_000, 50, [faults]),
    "cuts": Part(1, "power cuts, and nothing lost", 100_000, 2_000, [cuts]),
    "fuzz": Part(8, "bad frames, while a table plays on", 10_000_000, 100_000, [frames]),
}


def work(part: Part, scale: float) -> Iterator[tuple[Piece, int, int]]:
    count = max(1, round(part.count * scale))
    for seed, start in enumerate(range(0, count, part.at_once), FIRST_SEED):
        yield from ((piece, seed, min(part.at_once, count - start)) for piece in part.pieces)


def prove(name: str, scale: float, progress: Progress) -> None:
    part, began, found = PARTS[name], time(), Counter[str]()
    todo, running = work(part, scale), set[Future[tuple[int, dict[str, Any]]]]()
    total = max(1, round(part.count * scale)) * len(part.pieces)
    bar = progress.add_task(f"promise {part.promise}: {part.what}", total=total)
    with ProcessPoolExecutor() as pool:
        running = {pool.submit(done_of, *one) for one in islice(todo, 2 * (cpu_count() or 1))}
        while running:
            done = next(as_completed(running))
            running.remove(done)
            count, counts = done.result()
            for key, number in counts.items():  # the longest of times, the sum of all others
                found[key] = max(found[key], number) if key.endswith("_ms") else found[key] + number
            running |= {pool.submit(done_of, *one) for one in islice(todo, 1)}
            progress.advance(bar, count)
            write(name, {"promise": part.promise, "what": part.what, **found, "seconds": round(time() - began)})


def done_of(piece: Piece, seed: int, count: int) -> tuple[int, dict[str, Any]]:
    return count, piece(seed, count)


def write(name: str, proved: dict[str, Any]) -> None:
    proofs = json.loads(PROOF.read_text("utf-8")) if PROOF.exists() else {}
    PROOF.write_text(json.dumps({**proofs, name: proved}, indent=2) + "\n", "utf-8")


def main(scale: float, names: list[str]) -> None:
    with Progress() as progress:
        for name in names or PARTS:
            prove(name, scale, progress)


if __name__ == "__main__":
    main(float(sys.argv[1]), sys.argv[2:])
