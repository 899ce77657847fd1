"""What a report is made of.

An **exhibit** answers one question: with **findings** in words, green, amber or red, with charts and with tables.
A **study** is the game in question, at one table, and plays the matches for all exhibits.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from os import cpu_count
from random import Random
from typing import Any, NamedTuple

import numpy as np

from cardhouse.cards.errors import BadTable
from cardhouse.cards.law import Row
from cardhouse.cards.ledger import hidden_cards, trade
from cardhouse.games.face import Game
from cardhouse.lab.counts import SURE, WHOLE, Counts, Estimate, shares
from cardhouse.press.batch import batch, check_number, play_batch, play_on, play_plainly
from cardhouse.press.compiler import fingerprint
from cardhouse.press.playout import Played, chooser, playout

GREEN, AMBER, RED = "green", "amber", "red"
LEVELS = ("random", "easy", "rule")
CALLED = {"random": "players of chance", "easy": "easy players", "rule": "rule-of-thumb players"}


class Finding(NamedTuple):
    colour: str
    words: str


class Table(NamedTuple):
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass
class Exhibit:
    title: str
    asks: str
    findings: list[Finding] = field(default_factory=list)
    charts: list[str] = field(default_factory=list)  # SVG
    tables: list[Table] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)  # a text to read
    how: str = ""  # how it was measured


class Moment(NamedTuple):
    """A seat is to act."""

    made: int  # moves before it, in this match
    table: Any
    seat: int
    moves: Row


@dataclass(frozen=True)
class Study:
    rules: Game
    seats: int
    options: dict[str, str | int]
    seed: int
    games: int  # matches behind each figure
    vary: dict[str, list[str | int]] = field(default_factory=dict)

    def check(self) -> None:
        check_number("games", self.games, 1 << 32)
        if self.games < 2 * self.seats:
            raise BadTable(f"A report needs at least {2 * self.seats} matches a figure.", rule="report")
        for name, values in self.vary.items():
            for value in values:
                self.rules.table(self.seats, {**self.options, name: value})

    @property
    def law_mark(self) -> str:
        """A digest of the law and of its players, as they were compiled."""
        return fingerprint(playout(self.rules, chooser(self.rules)))[:12] or "not on file"

    @property
    def par(self) -> float:
        return 1 / self.seats

    @property
    def short(self) -> "Study":
        """The same with the shortest matches that the options allow: one deal, in most games."""
        return replace(self, options={**self.options, **self.rules.short})

    def at(self, seats: int, options: dict[str, str | int]) -> "Study":
        return replace(self, seats=seats, options=options)

    def one_against(self, one: str, others: str) -> list[str]:
        return [one, *[others] * (self.seats - 1)]

    def play(self, *players: str, games: int = 0, **more: Any) -> Played:
        """Matches at this table; one player's name is enough if all are the same."""
        given: dict[str, Any] = {"seats": self.seats, "options": self.options, "players": players, "seed": self.seed}
        games = games or self.games - self.games % self.seats
        return play_batch(batch(self.rules, games=games, **given, **more), cpu_count())

    def counts(self, *players: str) -> Counts:
        names = players * self.seats if len(players) == 1 else players
        return Counts.of(self.rules, names, self.play(*players))

    def share(self, one: str, others: str) -> Estimate:
        """Of first places, of one player among others, rotated through the seats."""
        return self.counts(*self.one_against(one, others)).share(f"player {one}")

    def matches(self, player: str, games: int) -> list[list[Moment]]:
        """Whole matches of such players, moment by moment, in plain Python."""
        todo = batch(
            self.rules, games=games, seats=self.seats, options=self.options, players=[player], seed=self.seed + 1
        )
        built_in, found = chooser(self.rules), list[list[Moment]]()

        def choose(t: Any, seat: int, who: int, chance: Row, out: Row, many: int) -> int:
            found[-1].append(Moment(len(found[-1]), t.copy(), seat, list(out[:many])))
            return built_in(t, seat, who, chance, out, many)

        for number in range(games):
            found.append([])
            play_plainly(todo._replace(games=1, plan=todo.plan._replace(first=number)), choose)
        return found

    def outcomes(self, tables: list[Any], moves: list[int], player: str, each: int) -> Any:
        """[table, playout, seat]: parts of the first place, played on from these tables with these first moves."""
        todo = play_on(self.rules, tables, moves, each=each, players=[player], seed=self.seed + 2)
        won = shares(play_batch(todo, cpu_count()).places) / WHOLE
        return won.reshape(len(tables), each, self.seats)


def imagined(game: Game, t: Any, seat: int, chance: Random) -> Any:
    """A table that looks the same to this seat: what it cannot know lies somewhere else, as far as that is possible."""
    world, cards = t.copy(), hidden_cards(t, seat)
    for number, card in enumerate(cards):
        other = chance.choice(cards[number:])
        trade(world, card, other)
        if not game.possible(world):
            trade(world, card, other)
    return world


def estimate(values: Any) -> Estimate:
    """The mean of independent numbers."""
    found = np.asarray(values, float)
    mean = float(found.mean()) if len(found) else 0.0
    error = float(found.std(ddof=1) / np.sqrt(len(found))) if len(found) > 1 else 0.0
    return Estimate(mean, mean - SURE * error, mean + SURE * error)


def points(value: Estimate) -> str:
    """A difference of shares, in points of a hundred."""
    return f"{100 * value.mean:+.1f} ({100 * value.low:+.1f} to {100 * value.high:+.1f})"
