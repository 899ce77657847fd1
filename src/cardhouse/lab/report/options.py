"""What does each option do? The same deals with another value, compared deal by deal."""

from typing import Any, NamedTuple

import numpy as np

from cardhouse.cards.errors import BadTable
from cardhouse.games.face import Option
from cardhouse.lab.counts import WHOLE, Estimate, shares
from cardhouse.lab.report.charts import Chart
from cardhouse.lab.report.exhibit import GREEN, Exhibit, Finding, Study, Table, estimate, points
from cardhouse.press.playout import Played

PARTS = (
    "the length of a match, in percent",
    "the better player's first places, in points",
    "the first places of the seat that moves first, in points",
)


class Effect(NamedTuple):
    """Of another value of an option."""

    length: Estimate  # of a match, as a share of its length
    skill: Estimate  # on the first places of one rule-of-thumb player among players of chance
    lead: Estimate  # on those of the seat that moves first, among rule-of-thumb players


def exhibit(study: Study) -> Exhibit:
    base = matches(study)
    effects = {}
    for option in study.rules.options:
        for value in values(study, option):
            try:
                other = study.at(study.seats, {**study.options, option.name: value})
                effects[f"{option.name}={value}"] = effect(study, base, matches(other))
            except BadTable:
                continue  # not with so many seats, or not with the other options
    names = list(effects)
    charts = []
    for part, title in enumerate(PARTS):
        chart = Chart(f"What options do to {title}", "", "", 0.8 + 0.34 * len(names))
        chart.forest(names, [effects[name][part].scaled(100) for name in names])
        charts.append(chart.svg())
    head = ["instead of the table's value", "length, %", "better player, points", "seat that moves first, points"]
    rows = [[name, *(points(part) for part in effects[name])] for name in names]
    return Exhibit(
        "Options",
        "What does each option do?",
        judged(effects),
        charts if names else [],
        [Table(head, rows)],
        how=f"{study.games:,} matches with each value, the same deals as with the table's own; differences are "
        "taken match by match, or block by block.",
    )


def values(study: Study, option: Option) -> list[str | int]:
    """Those that were asked for; or all words but the table's own; or a smaller number and a larger one."""
    now = study.options[option.name]
    if study.vary:
        return [value for value in study.vary.get(option.name, []) if str(value) != str(now)]
    if option.words:
        return [word for word in option.words if word != now]
    number, wide = int(now), option.numbers
    near = {max(wide[0], number // 2), min(wide[-1], 2 * number if number else 1)}
    return sorted(near - {number})


def matches(study: Study) -> tuple[Played, Played]:
    return study.play("rule"), study.play(*study.one_against("rule", "random"))


def effect(study: Study, base: tuple[Played, Played], other: tuple[Played, Played]) -> Effect:
    moves = base[0].moves.mean()
    return Effect(
        estimate((other[0].moves - base[0].moves) / moves),
        estimate(first_player(study, other[1]) - first_player(study, base[1])),
        estimate(lead(other[0]) - lead(base[0])),
    )


def first_player(study: Study, played: Played) -> Any:
    """The part of the first places that player 0 has, block by block."""
    many = len(played.moves)
    won = shares(played.places) / WHOLE
    return won[np.arange(many), np.arange(many) % study.seats].reshape(-1, study.seats).mean(axis=1)


def lead(played: Played) -> Any:
    won = shares(played.places) / WHOLE
    return won[np.arange(len(won)), played.leads]


def judged(effects: dict[str, Effect]) -> list[Finding]:
    if not effects:
        return [Finding(GREEN, "There is nothing to vary.")]
    longest = max(effects, key=lambda name: abs(effects[name].length.mean))
    deepest = max(effects, key=lambda name: abs(effects[name].skill.mean))
    return [
        Finding(GREEN, f"{longest} changes the length of a match most: {points(effects[longest].length)} percent."),
        Finding(GREEN, f"{deepest} changes most how the better player fares: {points(effects[deepest].skill)} points."),
    ]
