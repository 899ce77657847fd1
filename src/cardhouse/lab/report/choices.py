"""Are there choices, and do they matter?"""

from random import Random
from typing import Any, NamedTuple

import numpy as np

from cardhouse.lab.counts import SURE, wilson
from cardhouse.lab.report.charts import Chart
from cardhouse.lab.report.exhibit import (
    AMBER,
    GREEN,
    RED,
    Exhibit,
    Finding,
    Moment,
    Study,
    Table,
    estimate,
    imagined,
    points,
)

CANDIDATES, WORLDS, EACH = 8, 48, 4  # moves that are compared; tables that look the same; playouts from each
KILLER = 0.1  # a move that is better than all others by so much


class Weighed(NamedTuple):
    """A moment, and what its moves are worth: the spread between best and worst, the lead of the best."""

    moves: int
    spread: float
    sure: bool
    lead: float
    lead_sure: bool


def exhibit(study: Study) -> Exhibit:
    short = study.short
    moments = [moment for match in short.matches("easy", matches_for(study)) for moment in match]
    many = np.array([len(moment.moves) for moment in moments])
    chance = Random(study.seed)
    open_moments = [moment for moment in moments if len(moment.moves) > 1]
    sample = chance.sample(open_moments, min(len(open_moments), study.games // 60))
    weighed = weigh(short, sample, chance)
    forced = wilson(float((many == 1).mean()), len(many))
    meaningful = wilson(sum(one.sure for one in weighed) / max(1, len(weighed)), len(weighed))
    killers = wilson(sum(one.lead > KILLER and one.lead_sure for one in weighed) / max(1, len(weighed)), len(weighed))
    chart = Chart("How many moves there are to choose from", "moves", "share of moments")
    sizes = range(1, min(40, int(many.max())) + 1)
    chart.dots(sizes, [wilson(float((many == size).mean()), len(many)) for size in sizes], "", 0)
    rows = [
        ["forced: one move only", forced.percent],
        ["moves to choose from, where there is a choice", str(estimate([len(one.moves) for one in open_moments]))],
        ["meaningful: the best move is better than the worst, beyond doubt", meaningful.percent],
        ["killer moves: better than every other by 10 points", killers.percent],
        ["best over worst, in points of winning", points(estimate([one.spread for one in weighed]))],
    ]
    return Exhibit(
        "Choices",
        "Are there choices, and do they matter?",
        [judged(meaningful, forced)],
        [chart.svg()],
        [Table(["", "95% interval"], rows)],
        how=f"{len(moments):,} moments of {matches_for(study)} matches of easy players; at {len(weighed)} of those "
        f"with a choice, up to {CANDIDATES} moves were each played out {WORLDS * EACH} times, from {WORLDS} tables "
        "that look the same to the seat to act, with the same chance for every move. Best and worst are found in "
        "one half of these playouts and compared in the other, so that chance alone makes nothing meaningful.",
    )


def matches_for(study: Study) -> int:
    return max(2, min(60, study.games // 200))


def weigh(study: Study, moments: list[Moment], chance: Random) -> list[Weighed]:
    """All moments in one batch."""
    tables: list[Any] = []
    moves: list[int] = []
    picked = []
    for moment in moments:
        candidates = chance.sample(moment.moves, min(CANDIDATES, len(moment.moves)))
        worlds = [imagined(study.rules, moment.table, moment.seat, chance) for _ in range(WORLDS)]
        for move in candidates:
            tables += worlds
            moves += [move] * WORLDS
        picked.append(len(candidates))
    won = study.outcomes(tables, moves, "easy", EACH) if tables else np.zeros((0, EACH, study.seats))
    found, at = [], 0
    for moment, many in zip(moments, picked, strict=True):
        mine = won[at : at + many * WORLDS, :, moment.seat].reshape(many, WORLDS, EACH)
        found.append(compared(mine, len(moment.moves)))
        at += many * WORLDS
    return found


def compared(won: np.ndarray, moves: int) -> Weighed:
    """[move, world, playout] of one seat: ranked in the even worlds, compared in the odd ones."""
    ranked = np.argsort(-won[:, ::2].mean(axis=(1, 2)), kind="stable")
    odd = won[:, 1::2].mean(axis=2)

    def gain(one: int, other: int) -> tuple[float, bool]:
        differ = odd[one] - odd[other]
        error = differ.std(ddof=1) / np.sqrt(len(differ))
        return float(differ.mean()), bool(differ.mean() > SURE * error and differ.mean() > 0)

    return Weighed(moves, *gain(ranked[0], ranked[-1]), *gain(ranked[0], ranked[1]))


def judged(meaningful: Any, forced: Any) -> Finding:
    colour = GREEN if meaningful.mean >= 0.3 else AMBER if meaningful.mean >= 0.15 else RED
    return Finding(
        colour, f"{meaningful.percent} of the choices are meaningful; {forced.percent} of all moves are forced."
    )
