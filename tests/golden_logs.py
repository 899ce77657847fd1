"""The golden logs: matches that a version has played. Every later version must replay them to the same hash.

`make golden` writes those of the version that is being made, and touches no others: promise 13, old games live.
"""

import re
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path

import cardhouse
from cardhouse import FairDealer, Match
from cardhouse.bots import player
from tests.golden import CASES, Case

FOLDER = Path(__file__).parent / "golden" / "logs"
PLAYERS = ("quick", "random", "easy")
RESULTS = "results.json"  # of each match: the places and the points of its seats
MATCHES = 4  # of each case: one match does not have all that a law can do


def version() -> str:
    """Return the version that is being made, or that is released: the same folder for both."""
    found = re.match(r"\d+\.\d+\.\d+", cardhouse.__version__)
    assert found is not None
    return found[0]


def files(of_version: str = "*") -> list[Path]:
    return sorted(FOLDER.glob(f"{of_version}/*.jsonl"))


class RepeatableDealer(FairDealer):
    """A fair dealer whose secrets follow from a number, so that the same match is written every time."""

    def __init__(self, number: int) -> None:
        self._secrets = (sha256(f"{number} {deal}".encode()).digest() for deal in count())
        super().__init__(next(self._secrets))

    def reveal(self) -> str:
        self._next = next(self._secrets)
        return super().reveal()


def played(case: Case, number: int) -> Match:
    """Play a match with all that a log can have: words of players, pauses, a fault, and guests where there are any."""
    dealer = RepeatableDealer(number)
    match = Match(case.game, seats=case.seats, options=case.options, dealer=dealer, pause=True)
    players = [
        player(match.game, PLAYERS[seat % len(PLAYERS)], seed=100 * number + seat) for seat in range(match.seats)
    ]
    players.append(player(match.game, "random", seed=100 * number + 99))  # of a guest
    for pause in count():
        dealer.add(pause % case.seats, f"pause {pause}")
        if match.game.house.guests is not None and pause == 1:
            match.join("Eve")
            match.leave(0)
        match.go_on()
        while match.to_act:
            seat = match.to_act[0]
            if len(match.log_entries()) % 50 == 0:
                match.play_default(seat, fault="out of time")
            else:
                match.play(seat, players[seat](match.view(seat)))
        if match.over:
            return match
    raise AssertionError("unreachable")


def written() -> Iterator[tuple[Path, Match]]:
    for case in CASES:
        for number in range(MATCHES):
            yield FOLDER / version() / f"{case.path.stem}_{number}.jsonl", played(case, number)


def result_of(match: Match) -> list[list[int]]:
    assert match.result is not None
    return [list(match.result.places), list(match.result.points)]


def write() -> None:
    if ".dev" not in cardhouse.__version__:
        raise SystemExit(f"Version {cardhouse.__version__} is released: its golden logs stay as they are.")
    folder, results = FOLDER / version(), []
    folder.mkdir(parents=True, exist_ok=True)
    for file, match in written():
        file.write_text(match.log(), "utf-8", newline="\n")
        results.append(f'  "{file.stem}": {result_of(match)}')
    (folder / RESULTS).write_text("{\n" + ",\n".join(results) + "\n}\n", "utf-8", newline="\n")


if __name__ == "__main__":
    write()
