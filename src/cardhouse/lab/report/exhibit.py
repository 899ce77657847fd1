"""The parts of a report.

An **exhibit** answers one question, with **findings** (sentences in green, amber or red), charts and tables.
A **study** is a game with its options and number of seats; it plays the matches for all exhibits.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import inf
from os import cpu_count
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cardhouse.cards.errors import BadSetup, shown
from cardhouse.cards.law import Row
from cardhouse.cards.ledger import Ledger
from cardhouse.compiled.batch import batch, check_number, play_batch, play_on, play_plainly, source
from cardhouse.compiled.fingerprint import fingerprint
from cardhouse.compiled.playout import PlayoutResults, chooser
from cardhouse.compiled.records import States
from cardhouse.drawing import Cell
from cardhouse.games.definition import AnyGame
from cardhouse.lab.counts import SURE, WHOLE, Counts, Estimate, shares

Floats = NDArray[np.float64]
GREEN, AMBER, RED = "green", "amber", "red"
LEVELS = ("random", "easy", "quick")
FEWEST = 100  # matches behind a figure
CALLED = {"random": "random players", "easy": "easy players", "quick": "heuristic players"}


class Finding(NamedTuple):
    colour: str
    words: str


class ExhibitTable(NamedTuple):
    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]


@dataclass
class Exhibit:
    title: str
    asks: str
    findings: list[Finding] = field(default_factory=list)
    charts: list[str] = field(default_factory=list)  # SVG
    tables: list[ExhibitTable] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)  # lines of text
    how: str = ""  # how it was measured


class Moment(NamedTuple):
    """A moment of a match at which a seat is to act."""

    made: int  # moves before it in this match
    state: Ledger
    seat: int
    moves: Row


class Followed(NamedTuple):
    """A match with its moments and its result."""

    moments: list[Moment]
    won: Floats  # by seat: its share of the first place


@dataclass(frozen=True)
class Study:
    game: AnyGame
    seats: int
    options: dict[str, str | int]
    seed: int
    matches: int  # how many are played for each figure
    vary: dict[str, list[str | int]] = field(default_factory=dict)

    def check(self) -> None:
        check_number("matches", self.matches, 1 << 32)
        check_number("seed", self.seed, 1 << 62)
        if self.matches < FEWEST:
            raise BadSetup(f"A report needs at least {FEWEST} matches for a figure, not {self.matches}.", rule="report")
        for name, values in self.vary.items():
            if not isinstance(values, list):
                raise BadSetup(f"The values of {name} are a list, not {shown(values)}.", rule="report")
            for value in values:
                self.game.new_state(self.seats, {**self.options, name: value})

    @property
    def law_mark(self) -> str:
        """Return a digest of the law and the built-in players, as compiled."""
        return fingerprint(source(self.game))[:12] or "not on file"

    @property
    def par(self) -> float:
        return 1 / self.seats

    @property
    def short(self) -> "Study":
        """Return the study with the shortest matches that the options allow: one deal, in most games."""
        return replace(self, options={**self.options, **self.game.lab.short})

    def at(self, seats: int, options: dict[str, str | int]) -> "Study":
        return replace(self, seats=seats, options=options)

    def one_against(self, one: str, others: str) -> list[str]:
        return [one, *[others] * (self.seats - 1)]

    def play(
        self, *players: str, matches: int = 0, deals: int = 0, hands: bool = False, block: int = 1
    ) -> PlayoutResults:
        """Play matches of this study; one name is enough if all players are the same."""
        todo = batch(
            self.game,
            matches=matches or self.matches - self.matches % self.seats,
            seats=self.seats,
            options=self.options,
            players=players,
            seed=self.seed,
            deals=deals,
            hands=hands,
            block=block,
        )
        return play_batch(todo, cpu_count())

    def counts(self, *players: str) -> Counts:
        names = players * self.seats if len(players) == 1 else players
        return Counts.of(self.game, names, self.play(*players))

    def share(self, one: str, others: str) -> Estimate:
        """Return the share of first places of one player among others, rotated through the seats."""
        return self.counts(*self.one_against(one, others)).share(f"player {one}")

    def follow(self, player: str, matches: int) -> list[Followed]:
        """Play matches in plain Python, and record all moments."""
        todo = batch(
            self.game, matches=matches, seats=self.seats, options=self.options, players=[player], seed=self.seed + 1
        )
        built_in, found = chooser(self.game), list[Followed]()
        moments: list[Moment] = []

        def choose(t: Ledger, seat: int, who: int, chance: Row, out: Row, count: int) -> int:
            moments.append(Moment(len(moments), t.copy(), seat, list(out[:count])))
            return built_in(t, seat, who, chance, out, count)

        for number in range(matches):
            played = play_plainly(todo._replace(matches=1, plan=todo.plan._replace(first=number)), choose)
            found.append(Followed(list(moments), shares(played.places)[0] / WHOLE))
            moments.clear()
        return found

    def outcomes(self, states: States, moves: Row, streams: Sequence[int], each: int) -> Floats:
        """Return [state, playout, seat]: shares of the first place in playouts by easy players after these moves."""
        todo = play_on(self.game, states, moves, streams, each=each, players=["easy"], seed=self.seed + 2)
        won = shares(play_batch(todo, cpu_count()).places) / WHOLE
        return won.reshape(len(states), each, self.seats)


def estimate(values: ArrayLike) -> Estimate:
    """Return the mean of independent numbers; with fewer than two, its interval is unbounded."""
    found = np.asarray(values, float)
    mean = float(found.mean()) if len(found) else 0.0
    error = float(found.std(ddof=1) / np.sqrt(len(found))) if len(found) > 1 else inf
    return Estimate(mean, mean - SURE * error, mean + SURE * error)


def by_turn(played: PlayoutResults) -> Floats:
    """Return [match, position in turn order]: shares of the first place."""
    won, found = shares(played.places) / WHOLE, np.zeros(played.places.shape)
    np.put_along_axis(found, played.turns.astype(np.int64), won, axis=1)
    return found


def first_player(played: PlayoutResults) -> Floats:
    """Return player 0's share of first places in each complete block."""
    count, seats = played.places.shape
    won = shares(played.places) / WHOLE
    by_block: Floats = won[np.arange(count), np.arange(count) % seats].reshape(-1, seats).mean(axis=1)
    return by_block
