"""Which seat is best? Counted from the seat that moves first, at every level of skill."""

from cardhouse.lab.counts import Estimate
from cardhouse.lab.report.charts import Chart
from cardhouse.lab.report.exhibit import AMBER, CALLED, GREEN, LEVELS, RED, Exhibit, Finding, Study, Table

BAND = 0.02  # a share this near to par is as good as par


def exhibit(study: Study) -> Exhibit:
    """In a match as it is played; and in the shortest one, where the deals to come cannot even it out."""
    shown = Exhibit(
        "Seats and the first move",
        "Does it matter where you sit, and who begins?",
        how=f"{study.games:,} matches at each level, all players alike. Seat +0 makes the first move of the match. "
        f"The band is par, {study.par:.1%}, give or take {BAND:.0%}: a share whose whole interval lies in it is as "
        "good as par.",
    )
    look(study, "a match", shown)
    if study.short.options != study.options:
        options = ", ".join(f"{name}={value}" for name, value in study.rules.short.items())
        look(study.short, f"the shortest match ({options})", shown)
    return shown


def look(study: Study, what: str, shown: Exhibit) -> None:
    chart = Chart(f"First places in {what}, by distance from the seat that moves first", "seats after it", "share")
    chart.band(study.par - BAND, study.par + BAND)
    rows, shares = [], list[Estimate]()
    for number, level in enumerate(LEVELS):
        counts = study.counts(level)
        shares = [counts.share(f"lead {seat}") for seat in range(study.seats)]
        chart.dots([seat + 0.12 * (number - 1) for seat in range(study.seats)], shares, CALLED[level], number)
        rows.append([CALLED[level], *(share.percent for share in shares), inside(study, shares)])
    chart.axes.set_xticks(range(study.seats), [f"+{seat}" for seat in range(study.seats)])
    shown.charts.append(chart.svg(legend=True))
    shown.tables.append(Table([what, *(f"+{seat}" for seat in range(study.seats)), "within the band"], rows))
    shown.findings.append(judged(study, what, shares))


def inside(study: Study, shares: list[Estimate]) -> str:
    low, high = study.par - BAND, study.par + BAND
    if all(low <= share.low and share.high <= high for share in shares):
        return "yes"
    return "no" if any(share.high < low or share.low > high for share in shares) else "not settled"


def judged(study: Study, what: str, shares: list[Estimate]) -> Finding:
    """For rule-of-thumb players."""
    best = max(range(study.seats), key=lambda seat: shares[seat].mean)
    worst = min(range(study.seats), key=lambda seat: shares[seat].mean)
    settled = inside(study, shares)
    if settled == "yes":
        return Finding(GREEN, f"In {what} no seat is off par by more than {BAND:.0%}, among rule-of-thumb players.")
    words = (
        f"In {what} among rule-of-thumb players {named(best)} is best, with {shares[best].percent} of first places, "
        f"and {named(worst)} worst, with {shares[worst].percent}; par is {study.par:.1%}."
    )
    return Finding(RED, words) if settled == "no" else Finding(AMBER, f"{words} More matches would settle it.")


def named(seat: int) -> str:
    where = {0: "the seat that moves first", 1: "the seat right after the one that moves first"}
    return where.get(seat, f"the seat {seat} after the one that moves first")
