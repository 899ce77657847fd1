"""The long proof: the contract over millions of random moves of every game, and Blitz's melds over many hands.

    make prove                  # ten million moves of each game; some hours
    make prove MOVES=200000     # fewer

What was proved is written to bench/proof.json after every part; a broken promise stops it and is printed.
"""

import json
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from itertools import islice
from os import cpu_count
from pathlib import Path
from time import time

from rich.progress import Progress

from cardhouse import GAMES
from cardhouse.testing import check
from tests.blitz.test_canonical import compare as compare_melds
from tests.golden import FOLDER

MOVES, PART = 10_000_000, 10_000  # of each game; checked by one call
HANDS = 100  # of Blitz, beside each part of its moves
FIRST_SEED = 1_000  # the suite has the seeds below
PROOF = Path(FOLDER).parent.parent / "bench" / "proof.json"


def prove(name: str, seed: int, moves: int) -> tuple[str, int]:
    check(GAMES[name], moves=moves, seed=seed, bodies=seed % 10 == 0)
    if name == "blitz":
        compare_melds(GAMES[name], hands=HANDS, seed=seed)
    return name, moves


def parts(moves: int) -> Iterator[tuple[str, int, int]]:
    for start in range(0, moves, PART):
        yield from ((name, FIRST_SEED + start // PART, min(PART, moves - start)) for name in GAMES)


def main(moves: int) -> None:
    began, proved = time(), dict.fromkeys(GAMES, 0)
    todo, running = parts(moves), set[Future[tuple[str, int]]]()
    with ProcessPoolExecutor() as pool, Progress() as progress:
        bar = progress.add_task("random moves, everything checked", total=moves * len(GAMES))
        running = {pool.submit(prove, *part) for part in islice(todo, 2 * (cpu_count() or 1))}
        while running:
            done = next(as_completed(running))
            running.remove(done)
            name, checked = done.result()
            proved[name] += checked
            running |= {pool.submit(prove, *part) for part in islice(todo, 1)}
            progress.advance(bar, checked)
            PROOF.write_text(json.dumps({"moves": proved, "seconds": round(time() - began)}, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else MOVES)
