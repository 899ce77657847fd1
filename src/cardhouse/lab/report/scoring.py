"""Is the scoring fair? The same deals, scored in other ways."""

from collections.abc import Callable
from typing import Any

import numpy as np

from cardhouse.lab.counts import Estimate
from cardhouse.lab.report.charts import Chart
from cardhouse.lab.report.exhibit import AMBER, GREEN, RED, Exhibit, Finding, Study, Table, estimate, points

DEALS = 6  # that a match of this exhibit has
Scoring = Callable[[Any], Any]  # the gains of [match, deal, seat] -> its points


def scorings(study: Study) -> dict[str, Scoring]:
    found: dict[str, Scoring] = {"as written": lambda gains: gains}
    found |= {name: np.vectorize(score) for name, score in study.rules.scorings.items()}
    found["1 for the best of a deal"] = lambda gains: (gains == gains.max(axis=2, keepdims=True)).astype(int)
    found["1 for each player beaten"] = lambda gains: (gains[..., None] > gains[..., None, :]).sum(axis=-1)
    return found


def exhibit(study: Study) -> Exhibit | None:
    """None for a game in which there is nothing to score, or no match of several deals."""
    long = study.at(study.seats, {**study.options, **study.rules.long})
    skilled, rotated = gains(long, "rule", "easy")
    equal, leads = gains(long, "rule", "rule")
    if not len(skilled) or not len(equal):
        return None
    written = skilled.sum(axis=1).argmax(axis=1)
    rows, better = [], {}
    for name, score in scorings(study).items():
        totals = score(skilled).sum(axis=1)
        won = first_part(totals)
        better[name] = estimate(by_block(won[np.arange(len(won)), rotated], study.seats))
        others = estimate(totals.argmax(axis=1) != written)
        lead = estimate(first_part(score(equal).sum(axis=1))[np.arange(len(equal)), leads] - study.par)
        rows.append([name, better[name].percent, points(lead), others.percent])
    chart = Chart(
        "How the better player fares, by the way of scoring", "share of first places", "", 0.8 + 0.4 * len(better)
    )
    chart.forest(list(better), list(better.values()))
    chart.axes.set_xlim(left=min(value.low for value in better.values()) - 0.02)
    starts = first_of_deal(equal, leads)
    head = [
        "scoring",
        "the better player comes first",
        "seat that moves first, points over par",
        "another winner than as written",
    ]
    return Exhibit(
        "Scoring",
        "Is the scoring fair: to the seats, and to the better player?",
        [judged_seats(starts, rows), judged_skill(better)],
        [chart.svg()],
        [Table(head, rows)],
        how=f"{len(skilled):,} matches of {DEALS} deals in rotated blocks, one rule-of-thumb player among easy "
        f"ones, and {len(equal):,} of equal players; each was scored in all ways, so that nothing but the scoring "
        "differs. Who shares the first place has a part of it.",
    )


def gains(study: Study, one: str, others: str) -> tuple[Any, Any]:
    """What each seat gained in each of the first deals; and where player 0 sat, or the seat that moved first."""
    played = study.play(*study.one_against(one, others), deals=DEALS)
    whole = played.deals >= DEALS
    if one != others:  # whole blocks
        whole = np.repeat(whole.reshape(-1, study.seats).all(axis=1), study.seats)
    scores = played.scores[whole].astype(np.int64)
    seats = np.arange(len(whole)) % study.seats if one != others else played.leads
    return np.diff(scores, axis=1, prepend=0), seats[whole]


def first_part(totals: Any) -> Any:
    best = totals == totals.max(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True)


def by_block(values: Any, size: int) -> Any:
    return values.reshape(-1, size).mean(axis=1)


def first_of_deal(equal: Any, leads: Any) -> Estimate:
    """What the seat that moves first in the first deal gains in it, over the others' mean."""
    first = equal[:, 0]
    mine = first[np.arange(len(first)), leads]
    return estimate(mine - (first.sum(axis=1) - mine) / (first.shape[1] - 1))


def judged_seats(start: Estimate, rows: list[list[str]]) -> Finding:
    words = (
        f"In a deal the seat that moves first gains {start.mean:+.2f} ({start.low:+.2f} to {start.high:+.2f}) over "
        f"the others; in a match of {DEALS} deals, scored as written, its first places are {rows[0][2]} points over "
        "par."
    )
    low, high = (float(bound) for bound in rows[0][2].split("(")[1].rstrip(")").split(" to "))
    if low >= -2 and high <= 2:
        return Finding(GREEN, words + " That is fair to the seats.")
    return Finding(RED if low > 2 or high < -2 else AMBER, words)


def judged_skill(better: dict[str, Estimate]) -> Finding:
    written = better["as written"]
    best = max(better, key=lambda name: better[name].mean)
    words = f"Scored as written, the better player comes first in {written.percent} of matches"
    if better[best].low > written.high:
        return Finding(AMBER, f"{words}; scored as “{best}” in {better[best].percent}.")
    return Finding(GREEN, f"{words}, and no other way of scoring tells players apart clearly better.")
