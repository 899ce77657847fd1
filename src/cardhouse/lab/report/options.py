"""What does each option do? The same deals with another value, compared deal by deal."""

from typing import NamedTuple

from cardhouse.cards.cells import Option
from cardhouse.cards.errors import BadSetup
from cardhouse.compiled.playout import PlayoutResults
from cardhouse.lab.counts import Estimate, points
from cardhouse.lab.report.charts import Chart
from cardhouse.lab.report.exhibit import (
    AMBER,
    GREEN,
    Exhibit,
    ExhibitTable,
    Finding,
    Study,
    by_turn,
    estimate,
    first_player,
)

PARTS = (
    "the length of a match, in percent",
    "the better player's first places, in points",
    "the first places of the seat that begins, in points",
)


class Effect(NamedTuple):
    """The effect of another value of an option."""

    length: Estimate  # on the length of a match, as a share
    skill: Estimate  # on the first places of one heuristic player among random players
    lead: Estimate  # on the first places of the seat that begins, among heuristic players


def exhibit(study: Study) -> Exhibit:
    effects = measure(study)
    charts = []
    for part, title in enumerate(PARTS if effects else ()):
        chart = Chart(f"What options do to {title}", "", "", 0.9 + 0.34 * len(effects))
        chart.forest(list(effects), [effect[part].scaled(100) for effect in effects.values()])
        charts.append(chart.svg())
    head = ["instead of the table's value", "length, %", "better player, points", "seat that begins, points"]
    return Exhibit(
        "Options",
        "What does each option do?",
        judge(effects),
        charts,
        [ExhibitTable(head, [[name, *map(points, effect)] for name, effect in effects.items()])],
        how=f"{study.matches:,} matches with each value, the same deals as with the table's own; differences are "
        "taken match by match, or block by block.",
    )


def measure(study: Study) -> dict[str, Effect]:
    base, effects = matches(study), {}
    for option in study.game.options:
        for value in values(study, option):
            try:
                other = study.at(study.seats, {**study.options, option.name: value})
                effects[f"{option.name}={value}"] = effect(base, matches(other))
            except BadSetup:
                continue  # not allowed with this number of seats, or with the other options
    return effects


def values(study: Study, option: Option) -> list[str | int]:
    """Return the values to compare: those asked for, or all others, or for a number a smaller and a larger one."""
    now = study.options[option.name]
    if study.vary:
        return [value for value in study.vary.get(option.name, []) if str(value) != str(now)]
    if option.values:
        return [word for word in option.values if word != now]
    number, wide = int(now), option.numbers
    near = {max(wide[0], number // 2), min(wide[-1], 2 * number if number else 1)}
    return sorted(near - {number})


def matches(study: Study) -> tuple[PlayoutResults, PlayoutResults]:
    return study.play("quick"), study.play(*study.one_against("quick", "random"))


def effect(base: tuple[PlayoutResults, PlayoutResults], other: tuple[PlayoutResults, PlayoutResults]) -> Effect:
    return Effect(
        estimate((other[0].moves - base[0].moves) / base[0].moves.mean()),
        estimate(first_player(other[1]) - first_player(base[1])),
        estimate(by_turn(other[0])[:, 0] - by_turn(base[0])[:, 0]),
    )


def judge(effects: dict[str, Effect]) -> list[Finding]:
    if not effects:
        return [Finding(AMBER, "There was nothing to vary.")]
    found = []
    for part, title in enumerate(PARTS):
        sure = {name: effect[part].among(len(effects)) for name, effect in effects.items()}
        changes = [f"{name} {points(effects[name][part])}" for name, one in sure.items() if one.low > 0 or one.high < 0]
        found.append(Finding(GREEN, f"What changes {title}: {'; '.join(changes) or 'nothing, as far as is shown'}."))
    return found
