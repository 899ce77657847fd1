"""How much is skill, and how much is luck?"""

from math import log10

import numpy as np

from cardhouse.lab.counts import WHOLE, Estimate, shares
from cardhouse.lab.report.charts import Chart
from cardhouse.lab.report.exhibit import AMBER, CALLED, GREEN, LEVELS, RED, Exhibit, Finding, Study, Table, estimate

AGAIN = 8  # times that a deal is played with the same cards


def exhibit(study: Study) -> Exhibit:
    pool = {(one, others): study.share(one, others) for one in LEVELS for others in LEVELS if one != others}
    chart = Chart("The ladder: how much better each level is than chance", "", "rating above chance (Elo)")
    ladder = {level: rating(study, pool[level, "random"]) for level in LEVELS[1:]}
    chart.dots(range(len(ladder)), list(ladder.values()), "", 0)
    chart.axes.set_xticks(range(len(ladder)), [CALLED[level] for level in ladder])
    luck = pool["rule", "random"].scaled(-1 / (1 - study.par), 1 + study.par / (1 - study.par))
    cards = by_the_cards(study)
    rows = [[one, *("" if one == others else pool[one, others].percent for others in LEVELS)] for one in LEVELS]
    return Exhibit(
        "Skill and luck",
        "Does the better player win?",
        [judged(luck), Finding(GREEN, f"The cards decide {cards.percent} of who comes first, among easy players.")],
        [chart.svg()],
        [
            Table([f"one of these, among {study.seats - 1}:", *LEVELS], rows),
            Table(["level", "rating above chance"], [[CALLED[name], elo(one)] for name, one in ladder.items()]),
        ],
        how=f"{study.games:,} matches for each cell, in blocks: one deal, the player in question moved through all "
        f"seats. Par is {study.par:.1%}. Luck is what the rule of thumb, among players of chance, falls short of "
        "winning always, as a share of what par falls short. What the cards decide: the same deals were played "
        f"{AGAIN} times each by easy players, who differ by chance; it is the share of the variance that lies "
        "between deals.",
    )


def rating(study: Study, share: Estimate) -> Estimate:
    """400 points are odds of ten to one against each of the others (Plackett and Luce's model)."""
    return Estimate(*(400 * log10(odds(value) * (study.seats - 1)) for value in share))


def elo(rating: Estimate) -> str:
    return f"{rating.mean:.0f} ({rating.low:.0f} to {rating.high:.0f})"


def odds(share: float) -> float:
    share = min(max(share, 1e-6), 1 - 1e-6)
    return share / (1 - share)


def by_the_cards(study: Study) -> Estimate:
    """The share of the variance of the first place that lies between deals; the interval is over 20 lots of them."""
    won = shares(study.play("easy", block=AGAIN, games=study.games - study.games % AGAIN).places) / WHOLE
    won = won.reshape(-1, AGAIN, study.seats)
    parts = np.array_split(won, min(20, len(won)))
    return estimate([between(part) for part in parts if len(part) > 1])


def between(won: np.ndarray) -> float:
    within = won.var(axis=1, ddof=1).mean()
    means = won.mean(axis=1).var(axis=0, ddof=1).mean() - within / AGAIN
    return float(max(0.0, means) / (max(0.0, means) + within)) if within + means > 0 else 1.0


def judged(luck: Estimate) -> Finding:
    words = f"Luck is {luck.percent} of the game between the rule of thumb and players of chance."
    if luck.low > 0.9:
        return Finding(RED, words + " The better player hardly shows.")
    if luck.high < 0.02:
        return Finding(AMBER, words + " A beginner never wins.")
    return Finding(GREEN if luck.mean < 0.7 else AMBER, words)
