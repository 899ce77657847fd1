"""Measure the timing side channel of bots' moves: how well a watcher guesses hidden things from time alone.

    .venv/bin/python -m bench.timing
    .venv/bin/python -m bench.timing blitz      one game alone; the figures of the others stay

In President the watcher guesses whether a bot had to pass, and whether it had many moves to choose from; in Blitz,
whether a hidden turn had many moves. Bots do not pause before their moves, so only their own time counts.

The watcher finds the best threshold on one half of the moves, and applies it to the other half: 0.5 is chance, 1.0 is
certainty.
"""

import json
import re
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, NamedTuple
from unittest.mock import patch
from urllib.request import urlopen

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from bench.house_load import NO_LIMITS, house
from bench.load import HOST, free_port
from bench.measure import FOLDER, machine
from cardhouse import client
from cardhouse.bots.deep import warm
from cardhouse.cards.ledger import WATCHER
from cardhouse.games import game as game_named
from cardhouse.play.match import Match
from cardhouse.play.replay import replay

FILE, PAGE = FOLDER / "timing.json", FOLDER.parent / "docs" / "deploy.md"
PLACE = re.compile(r"(<!-- timing: make bench -->\n).*?(<!-- end of timing -->)", re.DOTALL)
TABLES = 3  # at a time
MATCHES = {("president", "quick"): 30, ("president", "deep"): 30, ("blitz", "quick"): 80, ("blitz", "deep"): 15}
OPTIONS: dict[str, dict[str, int]] = {"president": {"deals": 2}, "blitz": {"max_hands": 2}}
WARM = 30.0  # seconds for deep bots to load their games


class Turn(NamedTuple):
    """All moves of a seat until the others see one of them."""

    number: int  # of the visible move, among all visible moves
    seat: int
    moves: tuple[str, ...]
    choices: tuple[int, ...]  # the number of legal moves, each time


class Recorded(Match):
    """A match that records its turns."""

    def __init__(self, *given: Any, **more: Any) -> None:
        self.turns: list[Turn] = []
        self._open: list[tuple[str, int]] = []
        super().__init__(*given, **more)

    def play(self, seat: int, move: Any, *, fault: str = "") -> None:
        self._open.append((str(move), len(self.moves(seat))))
        number = len(self.seen_moves())
        super().play(seat, move, fault=fault)
        if self.sees(WATCHER):
            moves, choices = zip(*self._open, strict=True)
            self.turns.append(Turn(number, seat, moves, choices))
            self._open.clear()

    def seen_moves(self) -> list[tuple[int, str]]:
        """Return the moves that a watcher sees, including automatic ones."""
        return [(event.seat, event.move) for event in self.events if event.seat >= 0 and event.only is None]


def watch(socket: ClientConnection, seen: list[tuple[float, dict[str, Any]]]) -> None:
    with suppress(ConnectionClosed):
        for text in socket:
            message = json.loads(text)
            if message["type"] == "event":
                seen.append((time.perf_counter(), message["happened"]))


def played(url: str, game: str, level: str, _number: int) -> list[tuple[Turn, float]]:
    """Return the turns of a match's bots, with how long each took for a watcher."""
    bots, options = game_named(game).default_seats - 1, OPTIONS[game]
    seat = client.create(url, game, name="Ann", bots=bots, level=level, pace=0, options=options)
    seen: list[tuple[float, dict[str, Any]]] = []
    with connect(f"ws{url.removeprefix('http')}/socket/{seat.table}", max_size=None) as socket:
        socket.send(json.dumps({"type": "hello"}))
        watcher = Thread(target=watch, args=(socket, seen))
        watcher.start()
        seat.play(game_named(game).quick)
        with urlopen(f"{url}/api/tables/{seat.table}/log", timeout=60) as answer:
            log = answer.read().decode()
    watcher.join()
    with patch("cardhouse.play.replay.Match", Recorded):
        match = replay(log)
    assert isinstance(match, Recorded)
    times = {number: now - before for number, ((before, _), (now, _)) in enumerate(pairwise(seen), 1)}
    moved = [number for number, (_, what) in enumerate(seen) if what.get("seat", -1) >= 0 and "move" in what]
    missed = missing(match.seen_moves(), [(seen[number][1]["seat"], seen[number][1]["move"]) for number in moved])
    numbers = {missed + i: number for i, number in enumerate(moved)}
    took = [(turn, times.get(numbers.get(turn.number, -1))) for turn in match.turns]
    return [(turn, seconds) for turn, seconds in took if turn.seat and seconds is not None]


def missing(moves: list[tuple[int, str]], seen: list[tuple[int, str]]) -> int:
    """Return how many moves were made before the watcher came; the last may be missing, too."""
    for start in range(len(moves) - len(seen) + 1):
        pairs = zip(moves[start:], seen, strict=False)
        if all(seat == seen_seat and shown in ("", move) for (seat, move), (seen_seat, shown) in pairs):
            return start
    raise RuntimeError("The watcher did not see this match.")


def forced(turns: list[tuple[Turn, float]]) -> list[tuple[bool, float]]:
    """Return the passes: whether the seat had no other move, and the time."""
    return [(turn.choices == (1,), took) for turn, took in turns if turn.moves == ("pass",)]


def many_choices(turns: list[tuple[Turn, float]]) -> list[tuple[bool, float]]:
    """Return the plays: whether the seat had more moves than the median, and the time."""
    plays = [(turn.choices[0], took) for turn, took in turns if turn.moves != ("pass",)]
    typical = median(choices for choices, _ in plays)
    return [(choices > typical, took) for choices, took in plays]


def many_moves(turns: list[tuple[Turn, float]]) -> list[tuple[bool, float]]:
    """Return the hidden turns: whether they had more moves than the median, and the time."""
    hidden = [(len(turn.moves), took) for turn, took in turns if turn.moves[-1] == "complete"]
    typical = median(moves for moves, _ in hidden)
    return [(moves > typical, took) for moves, took in hidden]


def accuracy(samples: list[tuple[bool, float]], cut: float) -> float:
    """Return the balanced accuracy of the guess that every time above the cut belongs to the secret."""
    return mean(mean((took > cut) == has for has, took in samples if has == kind) for kind in (True, False))


def guessed(samples: list[tuple[bool, float]]) -> float:
    """Return the accuracy with two-fold cross-validation: the best cut of one half, applied to the other."""
    found = []
    for learn, test in ((samples[::2], samples[1::2]), (samples[1::2], samples[::2])):
        cuts = [(accuracy(learn, cut), cut) for _, cut in learn]
        best, worst = max(cuts), min(cuts)
        upward = best[0] >= 1 - worst[0]
        found.append(accuracy(test, best[1]) if upward else 1 - accuracy(test, worst[1]))
    return mean(found)


def measured(url: str, game: str, level: str) -> list[tuple[Turn, float]]:
    with ThreadPoolExecutor(TABLES) as pool:
        matches = pool.map(partial(played, url, game, level), range(MATCHES[game, level]))
    return [turn for match in matches for turn in match]


def row(game: str, level: str, secret: str, samples: list[tuple[bool, float]]) -> dict[str, Any]:
    with_it, without = [[took for has, took in samples if has == kind] for kind in (True, False)]
    return {
        "game": game,
        "level": level,
        "secret": secret,
        "with": len(with_it),
        "without": len(without),
        "with_ms": round(1000 * median(with_it), 1),
        "without_ms": round(1000 * median(without), 1),
        "accuracy": round(guessed(samples), 3),
    }


def sentence(found: dict[str, Any]) -> str:
    worst = max(one["accuracy"] for one in found["rows"])
    moves = sum(one["with"] + one["without"] for one in found["rows"])
    return (
        f"A watcher who uses the timing alone guesses at most {100 * worst:.0f}% of hidden facts correctly; chance is\n"
        f"50% ([bench/timing.py](../bench/timing.py), {moves:,} moves in President and Blitz).\n"
    )


def written(page: str) -> str:
    found = json.loads(FILE.read_text("utf-8"))
    return PLACE.sub(lambda place: place[1] + sentence(found) + place[2], page)


MEASURED = (
    ("president", "quick", {"many choices": many_choices}),
    ("president", "deep", {"a forced pass": forced, "many choices": many_choices}),
    ("blitz", "quick", {"many moves": many_moves}),
    ("blitz", "deep", {"many moves": many_moves}),
)


def main() -> None:
    games = sys.argv[1:] or list(OPTIONS)
    for game in games:
        warm(game)  # compile once, so that the cache has it
    port = free_port()
    with TemporaryDirectory() as folder, house(Path(folder) / "house.db", port, deep_workers=1, limits=NO_LIMITS):
        url = f"http://{HOST}:{port}"
        time.sleep(WARM)
        before = json.loads(FILE.read_text("utf-8"))["rows"] if FILE.exists() else []
        rows = [one for one in before if one["game"] not in games]
        for game, level, secrets in [one for one in MEASURED if one[0] in games]:
            turns = measured(url, game, level)
            for secret, of_turns in secrets.items():
                rows.append(row(game, level, secret, of_turns(turns)))
                print(rows[-1], file=sys.stderr, flush=True)
    FILE.write_text(json.dumps({"machine": machine(), "rows": rows}, indent=1) + "\n", "utf-8")
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
    print(sentence(json.loads(FILE.read_text("utf-8"))))


if __name__ == "__main__":
    main()
