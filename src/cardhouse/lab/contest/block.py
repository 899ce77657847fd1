"""A block: matches with the same deals, in which a line-up rotates through all seats, so that luck evens out.

Block 17 of a seed is dealt by `SeededDealer(seed, match=17)`, as many times as there are seats. In its match number n
the first player of the line-up sits in seat n.
"""

from collections import Counter
from dataclasses import dataclass, field
from math import log2
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from cardhouse.compiled.loop import MOST_MADE
from cardhouse.games.definition import AnyGame
from cardhouse.lab.contest.entrants import Entrant, entrant, seed_for
from cardhouse.lab.counts import WHOLE
from cardhouse.play.dealers import SeededDealer
from cardhouse.play.match import Match
from cardhouse.play.runner import TOO_LONG, Asked, Patience, Tried, play_or_default

STEPS = 16  # buckets per factor of two in the histogram of times, which is a precision of 2%
FEW = 3  # faults per block that are recorded as text

Line = tuple[str, ...]  # a line-up: the players' names


class ContestJob(NamedTuple):
    """A job for a worker: blocks of one line-up."""

    game: str | AnyGame  # the name, if other processes can find the game by it
    seats: int
    options: dict[str, str | int]
    seed: int
    limit: float
    folder: str  # the folder of players' files
    number: int  # the line-up's
    line: Line
    blocks: tuple[int, ...]


@dataclass
class Block:
    """The results of a block, summed over its matches, by the players' names."""

    line: int
    number: int
    first: Counter[str] = field(default_factory=Counter)  # shares of first places, in units of 1 / WHOLE
    place: Counter[str] = field(default_factory=Counter)
    moves: int = 0
    unfinished: int = 0
    times: dict[str, Counter[int]] = field(default_factory=dict)  # histograms of the time for a move
    faults: Counter[str] = field(default_factory=Counter)
    said: list[str] = field(default_factory=list)  # the first faults, as text
    asked: dict[str, Asked] = field(default_factory=dict)  # how often prompt-driven players were asked


def play_blocks(part: ContestJob) -> list[Block]:
    """Play the blocks of a job."""
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
            seed=seed_for(part.seed, number, seat),
            sits=(turned, seat),
        )
        for seat, name in enumerate(seated)
    ]
    while not match.over and made < MOST_MADE:
        seat, made = match.to_act[0], made + 1
        name = seated[seat]
        tried = ask_player(entrants[seat], match, seat, block.times[name]) if patience.lasts(seat) else TOO_LONG
        if tried.asked.prompts:
            block.asked[name] = block.asked.get(name, Asked()).plus(tried.asked)
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
    """Return a quantile of the times, in milliseconds: the middle of its bucket."""
    left = part * times.total()
    for number in sorted(times):
        left -= times[number]
        if left <= 0:
            return float(2 ** ((number + 0.5) / STEPS) / 1000)
    return 0.0


def note_places(match: Match, seated: list[str], block: Block) -> None:
    """Add the results of a match. A shared first place is divided; a match that did not end has none."""
    if (result := match.result) is None:
        block.unfinished += 1
        return
    part = WHOLE // result.places.count(1)
    for name, place in zip(seated, result.places, strict=True):
        block.first[name] += part * (place == 1)
        block.place[name] += place
