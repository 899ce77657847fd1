"""What does the number of players do?"""

from cardhouse.lab.counts import Estimate
from cardhouse.lab.report.charts import Chart
from cardhouse.lab.report.exhibit import AMBER, GREEN, Exhibit, ExhibitTable, Finding, Study


def exhibit(study: Study) -> Exhibit:
    seats = [count for count in study.game.seats if not study.game.misfit(count, study.options)]
    setups = [study.at(count, study.options) for count in seats]
    better = [setup.share("quick", "random").scaled(setup.seats) for setup in setups]
    counts = [setup.counts("quick") for setup in setups]
    leads = [found.share("turn 0").scaled(setup.seats) for setup, found in zip(setups, counts, strict=True)]
    chart = Chart("First places by the number of players, as multiples of par", "players", "times par")
    chart.line(seats, better, "heuristic among random players", 0)
    chart.line(seats, leads, "seat that begins, all by the heuristic", 1)
    chart.axes.axhline(1, color="#333333", linewidth=0.8, linestyle="--")
    chart.axes.set_xticks(seats)
    moves = [found.mean("moves") for found in counts]
    rows = [
        [str(count), times(good), times(lead), str(length), f"{length.mean / count:.3g}"]
        for count, good, lead, length in zip(seats, better, leads, moves, strict=True)
    ]
    head = ["players", "the better player, times par", "the first seat, times par", "moves", "moves a player"]
    return Exhibit(
        "The number of players",
        "With how many is it best, and does the better player still win?",
        [judge(seats, better)],
        [chart.svg(legend=True)],
        [ExhibitTable(head, rows)],
        how=f"{study.matches:,} matches for each figure, with the options of this report.",
    )


def times(value: Estimate) -> str:
    return f"{value.mean:.2f} ({value.low:.2f} to {value.high:.2f})"


def judge(seats: list[int], better: list[Estimate]) -> Finding:
    if len(seats) == 1:
        return Finding(GREEN, f"The game is for {seats[0]} players; the better one wins {times(better[0])} times par.")
    shares = [value.scaled(1 / count) for value, count in zip(better, seats, strict=True)]
    figures = ", ".join(f"{share.mean:.0%} with {count}" for count, share in zip(seats, shares, strict=True))
    weak = [str(count) for count, value in zip(seats, better, strict=True) if value.among(len(seats)).low <= 1]
    if weak:
        return Finding(
            AMBER, f"With {', '.join(weak)} players the better one is not shown to win more than par ({figures})."
        )
    return Finding(GREEN, f"The better player wins more than par with every number of players: {figures}.")
