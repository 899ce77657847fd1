"""Which seat is best? Counted from the seat that moves first, at every level of skill."""

from cardhouse.lab.counts import Counts, Estimate
from cardhouse.lab.report.charts import Chart
from cardhouse.lab.report.exhibit import AMBER, GREEN, LEVELS, RED, Exhibit, Finding, Study, Table

BAND = 0.02  # a share this near to par is as good as par


def exhibit(study: Study) -> Exhibit:
    chart = Chart("First places, by distance from the seat that moves first", "seats after it", "share of first places")
    chart.band(study.par - BAND, study.par + BAND)
    rows, best = [], Finding(GREEN, "")
    for number, level in enumerate(LEVELS):
        counts = study.counts(level)
        shares = by_lead(study, counts)
        chart.dots([seat + 0.12 * (number - 1) for seat in range(study.seats)], shares, level, number)
        rows.append(
            [level, *(share.percent for share in shares), counts.mean("moves").percent and verdict(study, shares)]
        )
        best = judged(study, level, shares)
    chart.axes.set_xticks(range(study.seats), [f"+{seat}" for seat in range(study.seats)])
    return Exhibit(
        "Seats and the first move",
        "Does it matter where you sit, and who begins?",
        [best],
        [chart.svg(legend=True)],
        [Table(["players", *(f"+{seat}" for seat in range(study.seats)), "within the band"], rows)],
        how=f"{study.games:,} matches at each level, all players alike. Seat +0 makes the first move of the match. The band "
        f"is par, {study.par:.1%}, within {BAND:.0%}: a share whose whole interval lies in it is as good as par.",
    )


def by_lead(study: Study, counts: Counts) -> list[Estimate]:
    return [counts.share(f"lead {seat}") for seat in range(study.seats)]


def verdict(study: Study, shares: list[Estimate]) -> str:
    low, high = study.par - BAND, study.par + BAND
    if all(low <= share.low and share.high <= high for share in shares):
        return "yes"
    return "no" if any(share.high < low or share.low > high for share in shares) else "not settled"


def judged(study: Study, level: str, shares: list[Estimate]) -> Finding:
    """In words, for players of the best level."""
    best = max(range(study.seats), key=lambda seat: shares[seat].mean)
    worst = min(range(study.seats), key=lambda seat: shares[seat].mean)
    named = {0: "the seat that moves first", 1: "the seat after the one that moves first"}
    where = named.get(best, f"the seat {best} after the one that moves first")
    inside = verdict(study, shares)
    if inside == "yes":
        return Finding(
            GREEN, f"No seat is better than another by more than {BAND:.0%} among players of the level {level}."
        )
    words = (
        f"Among players of the level {level} {where} is best, with {shares[best].percent} of first places, and seat "
        f"+{worst} worst, with {shares[worst].percent}; par is {study.par:.1%}."
    )
    return Finding(RED if inside == "no" else AMBER, words)
