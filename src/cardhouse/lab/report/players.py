"""What does the number of players do?"""

from cardhouse.lab.counts import Estimate
from cardhouse.lab.report.charts import Chart
from cardhouse.lab.report.exhibit import AMBER, GREEN, Exhibit, Finding, Study, Table


def exhibit(study: Study) -> Exhibit:
    seats = [many for many in study.rules.seats if not study.rules.misfit(many, study.options)]
    tables = [study.at(many, study.options) for many in seats]
    better = [table.share("rule", "random").scaled(table.seats) for table in tables]
    counts = [table.counts("rule") for table in tables]
    leads = [found.share("lead 0").scaled(table.seats) for table, found in zip(tables, counts, strict=True)]
    chart = Chart("First places by the number of players, as multiples of par", "players", "times par")
    chart.line(seats, better, "rule of thumb among players of chance", 0)
    chart.line(seats, leads, "seat that moves first, all by rule of thumb", 1)
    chart.axes.axhline(1, color="#333333", linewidth=0.8, linestyle="--")
    chart.axes.set_xticks(seats)
    moves = [found.mean("moves") for found in counts]
    rows = [
        [str(many), times(good), times(lead), str(length), f"{length.mean / many:.3g}"]
        for many, good, lead, length in zip(seats, better, leads, moves, strict=True)
    ]
    head = ["players", "the better player, times par", "the first seat, times par", "moves", "moves a player"]
    return Exhibit(
        "The number of players",
        "With how many is it best, and does the better player still win?",
        [judged(seats, better)],
        [chart.svg(legend=True)],
        [Table(head, rows)],
        how=f"{study.games:,} matches for each figure, with the table's options.",
    )


def times(value: Estimate) -> str:
    return f"{value.mean:.2f} ({value.low:.2f} to {value.high:.2f})"


def judged(seats: list[int], better: list[Estimate]) -> Finding:
    if len(seats) == 1:
        return Finding(GREEN, f"The game is for {seats[0]} players; the better one wins {times(better[0])} times par.")
    most = [value.mean / many for value, many in zip(better, seats, strict=True)]
    best, worst = max(range(len(seats)), key=most.__getitem__), min(range(len(seats)), key=most.__getitem__)
    words = (
        f"The better player wins {most[best]:.0%} with {seats[best]} players and {most[worst]:.0%} with "
        f"{seats[worst]}: {times(better[worst])} times par."
    )
    return Finding(GREEN if better[worst].low > 1 else AMBER, words)
