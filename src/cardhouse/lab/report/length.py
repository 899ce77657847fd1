"""How long is it, and how does it end?"""

import numpy as np

from cardhouse.lab.counts import wilson
from cardhouse.lab.report.charts import COLOURS, Chart
from cardhouse.lab.report.exhibit import AMBER, GREEN, LEVELS, RED, Exhibit, Finding, Study, Table, estimate

FEW, MANY = 0.01, 0.05  # of deals that end as nobody wants


def exhibit(study: Study) -> Exhibit:
    chart = Chart("Matches still running, by the number of moves made", "moves", "share still running")
    lengths, ends, findings = [], [], list[Finding]()
    for number, level in enumerate(LEVELS):
        played = study.play(level)
        moves = np.sort(played.moves)
        steps = np.linspace(0, moves[-1], 200)
        running = 1 - np.searchsorted(moves, steps, side="right") / len(moves)
        chart.axes.step(steps, running, color=COLOURS[number], label=level, where="post")
        quantiles = [f"{value:,.0f}" for value in np.quantile(moves, (0.05, 0.5, 0.95))]
        lengths.append([level, str(estimate(moves)), *quantiles, f"{moves[-1]:,}", str(estimate(played.deals))])
        deals, broken = int(played.deals.sum()), int((played.places[:, 0] == 0).sum())
        stale = sum(int(played.tallies[:, study.rules.tallies.index(name)].sum()) for name in study.rules.stalemates)
        for name in study.rules.endings:
            many = int(played.tallies[:, study.rules.tallies.index(name)].sum())
            mark = " (a stalemate)" if name in study.rules.stalemates else ""
            ends.append([level, name + mark, wilson(many / max(1, deals), deals).percent])
        findings = [judged(level, stale / max(1, deals), deals, broken)]
    tables = [Table(["players", "moves of a match", "5%", "median", "95%", "longest", "deals of a match"], lengths)]
    tables += [Table(["players", "a deal ends so", "share of deals"], ends)] if ends else []
    return Exhibit(
        "Length and endings",
        "How long does it take, and does it come to an end that players want?",
        findings,
        [chart.svg(legend=True)],
        tables,
        how=f"{study.games:,} matches at each level. A stalemate is an end that is nobody's doing; a match of 100,000 moves "
        "is broken off.",
    )


def judged(level: str, stale: float, deals: int, broken: int) -> Finding:
    if broken:
        return Finding(RED, f"{broken:,} matches among players of the level {level} did not end.")
    share = wilson(stale, deals)
    colour = GREEN if share.high < FEW else RED if share.low > MANY else AMBER
    words = f"{share.percent} of deals among players of the level {level} end in a stalemate."
    return Finding(colour, words if stale else f"No deal among players of the level {level} ended in a stalemate.")
