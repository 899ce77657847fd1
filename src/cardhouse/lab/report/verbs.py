"""What is each kind of move worth? A player is denied it."""

from cardhouse.lab.counts import Estimate
from cardhouse.lab.report.charts import Chart
from cardhouse.lab.report.exhibit import AMBER, GREEN, Exhibit, Finding, Study, Table, points

SMALL = 0.005  # what is worth less is worth nothing


def exhibit(study: Study) -> Exhibit:
    worth = {verb: found for verb in study.rules.verbs if (found := value(study, verb)) is not None}
    order = sorted(worth, key=lambda verb: -worth[verb].mean)
    chart = Chart("What a kind of move is worth to its player", "points of first places", "", 0.8 + 0.4 * len(order))
    chart.forest(order, [worth[verb].scaled(100) for verb in order])
    return Exhibit(
        "What each kind of move is worth",
        "Which rules carry the game, and which could be left out?",
        judged(worth),
        [chart.svg()] if order else [],
        [Table(["kind of move", "worth, in points of first places"], [[verb, points(worth[verb])] for verb in order])],
        how=f"For each kind, {study.games:,} matches in rotated blocks of one rule-of-thumb player who never makes "
        "such a move, as long as there is another, among others who may: how far below par he falls.",
    )


def value(study: Study, verb: str) -> Estimate | None:
    """None if it changes nothing at all: nobody ever makes such a move of his own choice."""
    one = f"rule without {verb}"
    counts = study.counts(*study.one_against(one, "rule"))
    if not counts.error(f"player {one}"):
        return None
    return counts.share(f"player {one}").scaled(-1, study.par)


def judged(worth: dict[str, Estimate]) -> list[Finding]:
    idle = [verb for verb, found in worth.items() if abs(found.low) < SMALL and abs(found.high) < SMALL]
    harmful = [verb for verb, found in worth.items() if found.high < -SMALL]
    best = max(worth, key=lambda verb: worth[verb].mean) if worth else ""
    found = [Finding(GREEN, f"Worth most: {best}, {points(worth[best])} points.")] if best else []
    found += [Finding(AMBER, f"Nearly worth nothing to the rule of thumb: {', '.join(idle)}.")] if idle else []
    if harmful:
        found.append(Finding(AMBER, f"The rule of thumb does better without: {', '.join(harmful)}."))
    return found
