"""Is it exciting? How likely each seat is to win, from the first move to the last."""

import numpy as np
from numpy.typing import NDArray

from cardhouse.compiled.playout import BY_CHANCE
from cardhouse.compiled.records import pack
from cardhouse.lab.counts import Estimate, points, wilson
from cardhouse.lab.report.charts import COLOURS, Chart
from cardhouse.lab.report.choices import matches_for
from cardhouse.lab.report.exhibit import AMBER, GREEN, RED, Exhibit, ExhibitTable, Finding, Floats, Study, estimate

TIMES, EACH = 21, 120  # moments per match, and playouts from each
DECIDED = 0.9


def exhibit(study: Study) -> Exhibit:
    study = study.short
    chances, winners = follow(study, 2 * matches_for(study))
    theirs = chances[np.arange(len(chances)), :, winners]
    comebacks = wilson(float((theirs.min(axis=1) < study.par / 2).mean()), len(theirs))
    behind = estimate((chances.max(axis=2) - theirs).mean(axis=1))
    changes = estimate([leader_changes(match) for match in chances])
    decided = estimate([decision(row) for row in theirs])
    rows = [
        ["comebacks: the winner was once below half of par", comebacks.percent],
        ["drama: how far the winner lies behind the leader, on average, in points", points(behind)],
        ["changes of the leader", str(changes)],
        [f"decided: the part of the match after which the winner stays above {DECIDED:.0%}", decided.percent],
    ]
    return Exhibit(
        "Drama",
        "How does a match feel: who leads, who comes back, when is it decided?",
        [judge(comebacks, decided)],
        [fan(theirs, study.par)],
        [ExhibitTable(["", "95% interval"], rows)],
        how=f"{len(theirs)} matches of easy players, looked at {TIMES} times each, evenly spread; each time played "
        f"on {EACH} times from the cards as they lie. The leader changes when another is ahead by more than chance "
        "explains.",
    )


def follow(study: Study, matches: int) -> tuple[Floats, NDArray[np.int64]]:
    """Return [match, time, seat]: each seat's probability to come first; and the seats that did."""
    found = study.follow("easy", matches)
    states = []
    for match in found:
        last = len(match.moments) - 1
        states += [match.moments[round(time * last / (TIMES - 1))].state for time in range(TIMES)]
    won = study.outcomes(pack(*states), [BY_CHANCE] * len(states), range(len(states)), EACH)
    winners = np.array([match.won.argmax() for match in found])
    return won.mean(axis=1).reshape(len(found), TIMES, study.seats), winners


def leader_changes(chances: Floats) -> int:
    """Count the changes of the lead in [time, seat], ignoring the noise of the playouts."""
    leader, changes = int(chances[0].argmax()), 0
    for now in chances[1:]:
        best = int(now.argmax())
        if now[best] - now[leader] > 2 * np.sqrt((now[best] + now[leader]) / EACH):
            leader, changes = best, changes + 1
    return changes


def decision(chances: Floats) -> float:
    """Return the part of the match after which the winner's probability stays high."""
    low = np.flatnonzero(chances < DECIDED)
    return 0.0 if len(low) == 0 else float(low[-1] + 1) / len(chances)


def fan(theirs: Floats, par: float) -> str:
    chart = Chart("How likely the later winner is to win, over the match", "part of the match", "")
    times = np.linspace(0, 1, TIMES)
    low, quarter, middle, third, high = np.quantile(theirs, (0.1, 0.25, 0.5, 0.75, 0.9), axis=0)
    chart.axes.fill_between(times, low, high, color=COLOURS[0], alpha=0.15, linewidth=0, label="4 of 5 matches")
    chart.axes.fill_between(times, quarter, third, color=COLOURS[0], alpha=0.3, linewidth=0, label="half of them")
    chart.axes.plot(times, middle, color=COLOURS[0], label="median")
    chart.axes.axhline(par, color="#333333", linewidth=0.8, linestyle="--")
    chart.axes.set_ylim(0, 1.02)
    return chart.svg(legend=True)


def judge(comebacks: Estimate, decided: Estimate) -> Finding:
    words = (
        f"{comebacks.percent} of winners came back from below half of par; decided after {decided.percent} of a match."
    )
    if decided.high < 0.35:
        return Finding(RED, words + " The rest is played for nothing.")
    return Finding(GREEN if decided.low > 0.5 and comebacks.low > 0.05 else AMBER, words)
