"""Are there choices, and do they matter?"""

from random import Random
from typing import NamedTuple

import numpy as np

from cardhouse.cards.law import Row
from cardhouse.compiled.records import States, join
from cardhouse.compiled.search import imagine_states
from cardhouse.lab.counts import SURE, Estimate, points, wilson
from cardhouse.lab.report.charts import Chart
from cardhouse.lab.report.exhibit import (
    AMBER,
    GREEN,
    RED,
    Exhibit,
    ExhibitTable,
    Finding,
    Followed,
    Moment,
    Study,
    estimate,
)

CANDIDATES, WORLDS, EACH = 8, 48, 4  # moves to compare, worlds that fit the view, and playouts from each
KILLER = 0.1  # the lead over the second-best move that makes a move a killer


class Weighed(NamedTuple):
    """The differences in value between moves: best to worst, and best to second, each with its standard error."""

    spread: float
    spread_error: float
    lead: float
    lead_error: float

    @property
    def meaningful(self) -> bool:
        return self.spread > SURE * self.spread_error

    @property
    def killer(self) -> bool:
        return self.lead - SURE * self.lead_error > KILLER


def exhibit(study: Study) -> Exhibit:
    matches, chance = study.short.follow("easy", matches_for(study)), Random(study.seed)
    moments = [moment for match in matches for moment in match.moments]
    free = [moment for moment in moments if len(moment.moves) > 1]
    weighed = weigh(study.short, chance.sample(free, min(len(free), study.matches // 60)), chance)
    forced = estimate([np.mean([len(moment.moves) == 1 for moment in match.moments]) for match in matches])
    meaningful = wilson(sum(one.meaningful for one in weighed) / max(1, len(weighed)), len(weighed))
    killers = wilson(sum(one.killer for one in weighed) / max(1, len(weighed)), len(weighed))
    rows = [
        ["forced: one move only", forced.percent],
        ["moves to choose from, where there is a choice", str(estimate([len(moment.moves) for moment in free]))],
        ["meaningful: the best move is shown to be better than the worst", f"at least {meaningful.percent}"],
        ["killer: the best is shown to be 10 points better than the next", f"at least {killers.percent}"],
        ["best over worst, in points of winning", points(estimate([one.spread for one in weighed]))],
    ]
    return Exhibit(
        "Choices",
        "Are there choices, and do they matter?",
        [judge(meaningful, forced)],
        [how_many(matches)],
        [ExhibitTable(["", "95% interval"], rows)],
        how=f"{len(moments):,} moments of {len(matches)} matches of easy players; at {len(weighed)} of those with a "
        f"choice, up to {CANDIDATES} moves were each played out {WORLDS * EACH} times, from {WORLDS} worlds that "
        "look the same to the seat to act, with the same chance for every move. Best and worst are found in one "
        "half of these worlds and compared in the other, so chance alone makes one in forty meaningful; small "
        "differences stay unseen.",
    )


def how_many(matches: list[Followed]) -> str:
    count = np.array([len(moment.moves) for match in matches for moment in match.moments])
    chart = Chart("How many moves there are to choose from", "moves", "share of moments")
    sizes = range(1, min(40, int(count.max())) + 1)
    chart.dots(sizes, [wilson(float((count == size).mean()), len(count)) for size in sizes], "", 0)
    return chart.svg()


def matches_for(study: Study) -> int:
    return max(2, min(60, study.matches // 200))


def weigh(study: Study, moments: list[Moment], chance: Random) -> list[Weighed]:
    """Weigh all moments in one batch. Each world has its own random numbers, the same for all moves."""
    states: list[States] = []
    moves: Row = []
    streams: Row = []
    picked = []
    for number, moment in enumerate(moments):
        candidates = chance.sample(moment.moves, min(CANDIDATES, len(moment.moves)))
        worlds = imagine_states(
            study.game, moment.state, moment.seat, count=WORLDS, seed=study.seed, first=number * WORLDS
        )
        for move in candidates:
            states.append(worlds)
            moves += [move] * WORLDS
            streams += range(number * WORLDS, number * WORLDS + WORLDS)
        picked.append(len(candidates))
    won = np.zeros((0, EACH, study.seats))
    if states:
        won = study.outcomes(join(states), moves, streams, EACH)
    found, at = [], 0
    for moment, count in zip(moments, picked, strict=True):
        found.append(compare(won[at : at + count * WORLDS, :, moment.seat].reshape(count, WORLDS, EACH)))
        at += count * WORLDS
    return found


def compare(won: np.ndarray) -> Weighed:
    """Compare the moves of a seat, given [move, world, playout]: rank them in even worlds, measure in odd ones."""
    ranked = np.argsort(-won[:, ::2].mean(axis=(1, 2)), kind="stable")
    odd = won[:, 1::2].mean(axis=2)

    def gain(one: int, other: int) -> tuple[float, float]:
        differ = odd[one] - odd[other]
        return float(differ.mean()), float(differ.std(ddof=1) / np.sqrt(len(differ)))

    return Weighed(*gain(ranked[0], ranked[-1]), *gain(ranked[0], ranked[1]))


def judge(meaningful: Estimate, forced: Estimate) -> Finding:
    words = f"At least {meaningful.percent} of the choices are meaningful; {forced.percent} of all moves are forced."
    if meaningful.low >= 0.2:
        return Finding(GREEN, words)
    return Finding(RED if meaningful.high < 0.1 else AMBER, words)
