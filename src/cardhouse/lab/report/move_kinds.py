"""What is each kind of move worth? A player without it is compared with one that has it."""

from math import isclose

from cardhouse.lab.counts import Estimate, points
from cardhouse.lab.report.charts import Chart
from cardhouse.lab.report.exhibit import AMBER, GREEN, Exhibit, ExhibitTable, Finding, Study

SMALL = 0.005  # a smaller value counts as 0


def exhibit(study: Study) -> Exhibit:
    worth = {kind: found for kind in study.game.lab.move_kinds if (found := value(study, kind)) is not None}
    order = sorted(worth, key=lambda kind: -worth[kind].mean)
    charts = []
    if order:
        chart = Chart(
            "What a kind of move is worth to its player", "points of first places", "", 0.9 + 0.4 * len(order)
        )
        chart.forest(order, [worth[kind].scaled(100) for kind in order])
        charts.append(chart.svg())
    return Exhibit(
        "What each kind of move is worth",
        "Which rules carry the game, and which could be left out?",
        judge(worth),
        charts,
        [
            ExhibitTable(
                ["kind of move", "worth, in points of first places"], [[kind, points(worth[kind])] for kind in order]
            )
        ],
        how=f"For each kind, {study.matches:,} matches in rotated blocks of one heuristic player who never makes "
        "such a move, as long as there is another, among others who may: how far below par they fall.",
    )


def value(study: Study, kind: str) -> Estimate | None:
    """Return the value of a kind of move, or None if players never choose it."""
    one = f"quick without {kind}"
    counts = study.counts(*study.one_against(one, "quick"))
    share = counts.share(f"player {one}")
    if not counts.error(f"player {one}") and isclose(share.mean, study.par):
        return None
    return share.scaled(-1, study.par)


def judge(worth: dict[str, Estimate]) -> list[Finding]:
    sure = {kind: found.among(len(worth)) for kind, found in worth.items()}
    idle = [kind for kind, found in sure.items() if abs(found.low) < SMALL and abs(found.high) < SMALL]
    harmful = [kind for kind, found in sure.items() if found.high < -SMALL]
    order = sorted((kind for kind in worth if sure[kind].low > SMALL), key=lambda kind: -worth[kind].mean)
    named = "; ".join(f"{kind} {points(worth[kind])}" for kind in order)
    found = [Finding(GREEN, f"What kinds of moves are worth, in points of first places: {named}.")] if order else []
    found += [Finding(AMBER, f"Nearly worth nothing to the heuristic: {', '.join(idle)}.")] if idle else []
    if harmful:
        found.append(Finding(AMBER, f"The heuristic does better without: {', '.join(harmful)}."))
    return found
