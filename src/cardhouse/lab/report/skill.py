"""How much is skill, and how much is luck?"""

import numpy as np

from cardhouse.lab.counts import SURE, WHOLE, Estimate, shares
from cardhouse.lab.ladder import elo, ladder
from cardhouse.lab.report.charts import Chart
from cardhouse.lab.report.exhibit import AMBER, CALLED, GREEN, LEVELS, RED, Exhibit, ExhibitTable, Finding, Study

AGAIN = 8  # how often each deal is played


def exhibit(study: Study) -> Exhibit:
    pool = {(one, others): study.share(one, others) for one in LEVELS for others in LEVELS if one != others}
    ratings = ladder(LEVELS, pool, study.seats)
    chart = Chart("The ladder: ratings that fit the whole pool", "", "Elo above chance")
    chart.dots(range(len(LEVELS)), [ratings[level] for level in LEVELS], "", 0)
    chart.axes.set_xticks(range(len(LEVELS)), [CALLED[level] for level in LEVELS])
    best = pool["quick", "random"]
    luck = best.scaled(-1 / (1 - study.par), 1 / (1 - study.par))
    rows = [[CALLED[one], *("" if one == others else pool[one, others].percent for others in LEVELS)] for one in LEVELS]
    cards = [[CALLED[level], by_the_cards(study, level).percent] for level in LEVELS[:2]]
    return Exhibit(
        "Skill and luck",
        "Does the better player win?",
        [judge(study, best)],
        [chart.svg()],
        [
            ExhibitTable([f"one of these, among {study.seats - 1}:", *(CALLED[level] for level in LEVELS)], rows),
            ExhibitTable(["players", "Elo above chance"], [[CALLED[level], elo(ratings[level])] for level in LEVELS]),
            ExhibitTable(["left to luck", ""], [["between the heuristic and random players", luck.percent]]),
            ExhibitTable(["what the cards decide, and who begins", "share of the variance"], cards),
        ],
        how=f"{study.matches:,} matches for each cell, in blocks: one deal, the player in question moved through all "
        f"seats. Par is {study.par:.1%}. Ratings fit all six cells at once (Plackett and Luce's model). Left to "
        "luck is how far the heuristic falls short of always winning, as a share of how far par does: a better "
        f"player would leave less. What the cards decide: the same deals were played {AGAIN} times each by players "
        "who differ by chance alone; it is the share of the variance between deals. The more players leave to "
        "chance, the smaller it is.",
    )


def by_the_cards(study: Study, level: str) -> Estimate:
    """Return the share of variance in first places that is between deals, with a jackknife over 20 groups of deals."""
    won = shares(study.play(level, block=AGAIN, matches=study.matches - study.matches % AGAIN).places) / WHOLE
    won = won.reshape(-1, AGAIN, study.seats)
    groups = np.arange(len(won)) % min(20, len(won))
    without = np.array([between(won[groups != group]) for group in np.unique(groups)])
    whole, error = between(won), SURE * float(np.sqrt((len(without) - 1) * without.var()))
    return Estimate(max(0.0, whole), max(0.0, whole - error), max(0.0, whole + error))


def between(won: np.ndarray) -> float:
    within = float(won.var(axis=1, ddof=1).mean())
    means = float(won.mean(axis=1).var(axis=0, ddof=1).mean()) - within / AGAIN
    return means / (means + within) if means + within else 0.0


def judge(study: Study, best: Estimate) -> Finding:
    words = f"One heuristic player among random players comes first in {best.percent} of matches"
    words += f"; par is {study.par:.1%}."
    if best.low <= study.par * 1.1:
        return Finding(RED, words + " The better player hardly shows.")
    if best.low > 0.98:
        return Finding(AMBER, words + " A beginner never wins.")
    return Finding(GREEN if best.low > study.par * 1.5 else AMBER, words)
