"""Which seat is best? Seats are counted in turn order, for players of every level."""

import numpy as np

from cardhouse.lab.counts import Estimate
from cardhouse.lab.report.cards import count_of, kinds
from cardhouse.lab.report.charts import Chart
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
    by_turn,
    estimate,
)

BAND = 0.02  # a share this close to par counts as par


def exhibit(study: Study) -> Exhibit:
    """Compare the seats in a normal match, and in the shortest one, which has no later deals to even things out."""
    shown = Exhibit(
        "Seats and who begins",
        "Does it matter where you sit, and who begins?",
        how=f"{study.matches:,} matches at each level, all players alike. +0 is {study.game.lab.leader}; the others "
        f"follow in turn order. The band is par, {study.par:.1%}, give or take {BAND:.0%}: a share whose whole "
        "interval lies in it is as good as par. What is said of best and worst allows for there being several "
        "seats.",
    )
    look(study, "a match", shown)
    if study.short.options != study.options:
        options = ", ".join(f"{name}={value}" for name, value in study.game.lab.short.items())
        look(study.short, f"the shortest match ({options})", shown)
    if study.game.lab.opening_kind:
        equal_hands(study.short, shown)
    return shown


def look(study: Study, what: str, shown: Exhibit) -> None:
    chart = Chart(f"First places in {what}, in turn order", "seats after the one that begins", "share")
    chart.band(study.par - BAND, study.par + BAND)
    rows, shares = [], list[Estimate]()
    for number, level in enumerate(LEVELS):
        counts = study.counts(level)
        shares = [counts.share(f"turn {seat}") for seat in range(study.seats)]
        chart.dots([seat + 0.12 * (number - 1) for seat in range(study.seats)], shares, CALLED[level], number)
        rows.append([CALLED[level], *(share.percent for share in shares), inside(study, shares)])
    chart.axes.set_xticks(range(study.seats), [f"+{seat}" for seat in range(study.seats)])
    shown.charts.append(chart.svg(legend=True))
    shown.tables.append(ExhibitTable([what, *(f"+{seat}" for seat in range(study.seats)), "within the band"], rows))
    shown.findings.append(judge(study, f"In {what}", shares))


def equal_hands(study: Study, shown: Exhibit) -> None:
    """Compare only seats with exactly one card of the kind that decides who begins, to remove its effect."""
    played, kind = study.play("quick", hands=True), study.game.lab.opening_kind
    held = count_of(played, kinds(study)[kind])
    one = np.zeros(held.shape, bool)
    np.put_along_axis(one, played.turns.astype(np.int64), held == 1, axis=1)
    won = by_turn(played)
    shares = [estimate(won[one[:, seat], seat]) for seat in range(study.seats)]
    row = [CALLED["quick"], *(share.percent for share in shares)]
    shown.tables.append(
        ExhibitTable([f"dealt exactly one {kind}", *(f"+{seat}" for seat in range(study.seats))], [row])
    )
    shown.findings.append(judge(study, f"Among hands with exactly one {kind}, which makes them alike,", shares))


def inside(study: Study, shares: list[Estimate]) -> str:
    low, high = study.par - BAND, study.par + BAND
    if all(low <= share.low and share.high <= high for share in shares):
        return "yes"
    return "no" if any(share.high < low or share.low > high for share in shares) else "not settled"


def judge(study: Study, where: str, shares: list[Estimate]) -> Finding:
    """Return the finding about the shares of heuristic players."""
    sure = [share.among(len(shares)) for share in shares]
    best = max(range(study.seats), key=lambda seat: shares[seat].mean)
    worst = min(range(study.seats), key=lambda seat: shares[seat].mean)
    if inside(study, shares) == "yes":
        return Finding(GREEN, f"{where} no seat is off par by more than {BAND:.0%}, among heuristic players.")
    if sure[best].low <= sure[worst].high:
        return Finding(AMBER, f"{where} no seat is shown to be better than another: more matches would settle it.")
    words = (
        f"{where} {name_of(study, best)} is best among heuristic players, with {shares[best].percent} of first "
        f"places, and {name_of(study, worst)} worst, with {shares[worst].percent}; par is {study.par:.1%}."
    )
    return Finding(RED if inside(study, sure) == "no" else AMBER, words)


def name_of(study: Study, seat: int) -> str:
    return f"seat +{seat}" + (f" ({study.game.lab.leader})" if seat == 0 else "")
