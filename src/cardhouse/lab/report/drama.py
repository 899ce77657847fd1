"""Is it exciting? How likely each seat is to win, from the first move to the last."""

from typing import Any

import numpy as np

from cardhouse.lab.counts import wilson
from cardhouse.lab.report.charts import COLOURS, Chart
from cardhouse.lab.report.choices import matches_for
from cardhouse.lab.report.exhibit import AMBER, GREEN, RED, Exhibit, Finding, Study, Table, estimate, points
from cardhouse.press.playout import BY_CHANCE

TIMES, EACH = 21, 120  # moments of a match that are looked at; playouts from each
DECIDED = 0.9


def exhibit(study: Study) -> Exhibit:
    study = study.short
    chances = followed(study, 2 * matches_for(study))
    winners = chances[:, -1].argmax(axis=1)
    theirs = chances[np.arange(len(chances)), :, winners]
    comebacks = wilson(float((theirs[:, :-1].min(axis=1) < study.par / 2).mean()), len(theirs))
    behind = estimate((chances.max(axis=2) - theirs)[:, :-1].mean(axis=1))
    changes = estimate((np.diff(chances.argmax(axis=2), axis=1) != 0).sum(axis=1))
    decided = estimate([decision(row) for row in theirs])
    rows = [
        ["comebacks: the winner was once below half of par", comebacks.percent],
        ["drama: how far the winner lies behind the leader, on average, in points", points(behind)],
        ["changes of the leader", str(changes)],
        [f"decided for good: the winner stays above {DECIDED:.0%} from here on", decided.percent + " of the match"],
    ]
    return Exhibit(
        "Drama",
        "How does a match feel: who leads, who comes back, when is it decided?",
        [judged(comebacks.mean, decided.mean)],
        [fan(theirs, study.par)],
        [Table(["", "95% interval"], rows)],
        how=f"{len(theirs)} matches of easy players, looked at {TIMES} times each, evenly spread; each time played "
        f"on {EACH} times from the cards as they lie.",
    )


def followed(study: Study, games: int) -> Any:
    """[match, time, seat]: how likely each seat is to come first."""
    matches = [match for match in study.matches("easy", games) if match]
    tables = [match[round(time * (len(match) - 1) / (TIMES - 1))].table for match in matches for time in range(TIMES)]
    won = study.outcomes(tables, [BY_CHANCE] * len(tables), "easy", EACH)
    return won.mean(axis=1).reshape(len(matches), TIMES, study.seats)


def decision(chances: Any) -> float:
    """The part of the match after which the winner's chances stay high."""
    low = np.flatnonzero(chances < DECIDED)
    return 0.0 if len(low) == 0 else float(low[-1] + 1) / len(chances)


def fan(theirs: Any, par: float) -> str:
    chart = Chart(
        "How likely the later winner is to win: half of all matches, and four fifths", "part of the match", ""
    )
    times = np.linspace(0, 1, TIMES)
    low, quarter, middle, third, high = np.quantile(theirs, (0.1, 0.25, 0.5, 0.75, 0.9), axis=0)
    chart.axes.fill_between(times, low, high, color=COLOURS[0], alpha=0.15, linewidth=0, label="4 of 5 matches")
    chart.axes.fill_between(times, quarter, third, color=COLOURS[0], alpha=0.3, linewidth=0, label="half of them")
    chart.axes.plot(times, middle, color=COLOURS[0], label="median")
    chart.axes.axhline(par, color="#333333", linewidth=0.8, linestyle="--")
    chart.axes.set_ylim(0, 1.02)
    return chart.svg(legend=True)


def judged(comebacks: float, decided: float) -> Finding:
    words = (
        f"{comebacks:.0%} of winners came back from below half of par; a match is decided after {decided:.0%} of it."
    )
    if decided < 0.35:
        return Finding(RED, words + " The rest is played for nothing.")
    return Finding(GREEN if decided > 0.6 and comebacks > 0.1 else AMBER, words)
