"""A block: one deal, and a line-up that is moved through all the seats, so that everybody has held every hand.

Block 17 of a seed is dealt by `SeededDealer(seed, match=17)`, as many times as there are seats. In its match number n
the player who is named first sits in seat n.
"""

from collections import Counter
from dataclasses import dataclass, field
from math import log2
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from cardhouse.compiled.loop import MOST_MADE
from cardhouse.games.definition import AnyGame
from cardhouse.lab.contest.entrants import Entrant, entrant, lot_of
from cardhouse.lab.counts import WHOLE
from cardhouse.play.dealers import SeededDealer
from cardhouse.play.match import Match
from cardhouse.play.runner import TOO_LONG, Patience, Tried, play_or_default

STEPS = 16  # of the clock, in an octave: a time is known to 2 in 100
FEW = 3  # faults of a block that are told in words

Line = tuple[str, ...]  # a line-up: the players, by name


class ContestJob(NamedTuple):
    """A part of the work, as it is sent to a worker: blocks of one line-up."""

    game: str | AnyGame  # by name, if it has one that other processes know
    seats: int
    options: dict[str, str | int]
    seed: int
    limit: float
    folder: str  # where players' files are looked for
    number: int  # of the line-up
    line: Line
    blocks: tuple[int, ...]


@dataclass
class Block:
    """What came of it, added up over its matches, by the players' names."""

    line: int
    number: int
    first: Counter[str] = field(default_factory=Counter)  # parts of first places, of WHOLE
    place: Counter[str] = field(default_factory=Counter)
    moves: int = 0
    unfinished: int = 0
    times: dict[str, Counter[int]] = field(default_factory=dict)  # moves, by steps of the clock
    faults: Counter[str] = field(default_factory=Counter)
    said: list[str] = field(default_factory=list)  # the first faults, in words


def play_blocks(part: ContestJob) -> list[Block]:
    """A worker's work."""
    return [play_block(part, number) for number in part.blocks]


def play_block(part: ContestJob, number: int) -> Block:
    block = Block(part.number, number, times={name: Counter() for name in part.line})
    for turned in range(part.seats):
        match = Match(part.game, seats=part.seats, options=part.options, dealer=SeededDealer(part.seed, match=number))
        seated = [part.line[(seat - turned) % part.seats] for seat in range(part.seats)]
        play_match(match, seated, part, block, number * part.seats + turned)
        note_places(match, seated, block)
    return block


def play_match(match: Match, seated: list[str], part: ContestJob, block: Block, number: int) -> None:
    turned, patience, made = number % part.seats, Patience(), 0
    entrants = [
        entrant(
            match.game,
            name,
            limit=part.limit,
            folder=Path(part.folder),
            lot=lot_of(part.seed, number, seat),
            sits=(turned, seat),
        )
        for seat, name in enumerate(seated)
    ]
    while not match.over and made < MOST_MADE:
        seat, made = match.to_act[0], made + 1
        name = seated[seat]
        tried = ask_player(entrants[seat], match, seat, block.times[name]) if patience.lasts(seat) else TOO_LONG
        if fault := play_or_default(match, seat, tried, strict=False):
            block.faults[name] += 1
            if block.faults[name] <= FEW:
                where = f"match {number} of {' v '.join(dict.fromkeys(part.line))}"
                when = f"(seed {part.seed}, block {block.number}), move {made}"
                block.said.append(f"{name} failed in {where} {when}: {fault}")
    block.moves += made


def ask_player(one: Entrant, match: Match, seat: int, times: Counter[int]) -> Tried:
    view = match.view(seat)
    one.ready()
    if one.out:
        return one.ask(view)
    begun = perf_counter()
    tried = one.ask(view)
    times[step(perf_counter() - begun)] += 1
    return tried


def step(seconds: float) -> int:
    return max(0, int(STEPS * log2(max(1.0, seconds * 1e6))))


def quantile(times: Counter[int], part: float) -> float:
    """The time within which this number of moves end, in milliseconds: the middle of its step."""
    left = part * times.total()
    for number in sorted(times):
        left -= times[number]
        if left <= 0:
            return float(2 ** ((number + 0.5) / STEPS) / 1000)
    return 0.0


def note_places(match: Match, seated: list[str], block: Block) -> None:
    """Who shares the first place has a part of it; of a match that did not end, nobody has any."""
    if (result := match.result) is None:
        block.unfinished += 1
        return
    part = WHOLE // result.places.count(1)
    for name, place in zip(seated, result.places, strict=True):
        block.first[name] += part * (place == 1)
        block.place[name] += place
