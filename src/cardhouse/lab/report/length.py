"""How long is it, and how does it end?"""

import numpy as np

from cardhouse.lab.counts import wilson
from cardhouse.lab.report.charts import COLOURS, Chart
from cardhouse.lab.report.exhibit import (
    AMBER,
    CALLED,
    GREEN,
    LEVELS,
    RED,
    Exhibit,
    ExhibitTable,
    Finding,
    Study,
    estimate,
)

FEW, MANY = 0.01, 0.05  # shares of deals with an unwanted ending: below the first is green, above the second red
WITHIN = 1.36  # divided by sqrt(n): the 95% band of a distribution of n matches (Kolmogorov-Smirnov)


def exhibit(study: Study) -> Exhibit:
    chart = Chart("Matches still running, by the number of moves made", "moves", "share still running")
    lengths, ends, findings = [], [], list[Finding]()
    for number, level in enumerate(LEVELS):
        played = study.play(level)
        moves = np.sort(played.moves)
        steps = np.linspace(0, moves[-1], 200)
        running = 1 - np.searchsorted(moves, steps, side="right") / len(moves)
        sure = WITHIN / np.sqrt(len(moves))
        chart.axes.step(steps, running, color=COLOURS[number], label=CALLED[level], where="post")
        chart.axes.fill_between(
            steps, np.maximum(0, running - sure), np.minimum(1, running + sure), color=COLOURS[number], alpha=0.2
        )
        quantiles = [f"{value:,.0f}" for value in np.quantile(moves, (0.05, 0.5, 0.95))]
        lengths.append([CALLED[level], str(estimate(moves)), *quantiles, f"{moves[-1]:,}", str(estimate(played.deals))])
        deals, broken = int(played.deals.sum()), int((played.places[:, 0] == 0).sum())
        stale = sum(int(played.tallies[:, study.game.tallies.index(name)].sum()) for name in study.game.lab.stalemates)
        for name in study.game.lab.endings:
            count = int(played.tallies[:, study.game.tallies.index(name)].sum())
            mark = " (a stalemate)" if name in study.game.lab.stalemates else ""
            ends.append([CALLED[level], name + mark, wilson(count / max(1, deals), deals).percent])
        findings.append(judge(CALLED[level], stale / max(1, deals), deals, broken))
    worst = max(reversed(findings), key=lambda one: (GREEN, AMBER, RED).index(one.colour))
    tables = [
        ExhibitTable(["players", "moves of a match", "5%", "median", "95%", "longest", "deals of a match"], lengths)
    ]
    tables += [ExhibitTable(["players", "a deal ends so", "share of deals"], ends)] if ends else []
    return Exhibit(
        "Length and endings",
        "How long does it take, and does it come to an end that players want?",
        [worst],
        [chart.svg(legend=True)],
        tables,
        how=f"{study.matches:,} matches at each level; the bands hold the whole curves with 95%. A stalemate is an "
        "end that is nobody's doing; a match of 100,000 moves is broken off.",
    )


def judge(level: str, stale: float, deals: int, broken: int) -> Finding:
    if broken:
        return Finding(RED, f"{broken:,} matches among {level} did not end.")
    share = wilson(stale, deals)
    colour = GREEN if share.high < FEW else RED if share.low > MANY else AMBER
    words = f"{share.percent} of deals among {level} end in a stalemate."
    return Finding(colour, words if stale else f"No deal among {level} ended in a stalemate.")
