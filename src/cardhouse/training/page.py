"""The page of a training run: learning curves, and the net against its earlier versions, in a single HTML file."""

from collections.abc import Mapping
from importlib.metadata import version

from cardhouse.drawing import bars, table
from cardhouse.lab.counts import Estimate
from cardhouse.lab.report.charts import Chart
from cardhouse.lab.report.exhibit import AMBER, GREEN, Exhibit, ExhibitTable, Finding
from cardhouse.lab.report.page import sheet
from cardhouse.training.trainer import Trainer

MILLION = 1e6
CURVES = (
    "One net, which makes the moves that it likes best, with the same opponent in all other seats. A block is one "
    "deal with the net moved through all seats; intervals are 95%, over blocks. No training uses these deals."
)
ENTROPY = "How undecided the policy is, in nats: the mean over the choices of the last rollout."
POOL = "One net as it is now, with one of its earlier versions in all other seats."


def page(trainer: Trainer, pool: Mapping[int, Estimate]) -> str:
    title = f"{trainer.plan.game.title}: a training run"
    return sheet(title, "How well has the net learned to play?", head(trainer), exhibits(trainer, pool))


def head(trainer: Trainer) -> str:
    plan, setup = trainer.plan, trainer.setups[0]
    options = ", ".join(f"{name}={','.join(map(str, values))}" for name, values in plan.values.items()) or "none"
    rows = [
        ["setup", f"{', '.join(map(str, plan.seats))} seats; {options}"],
        ["seed", str(plan.seed)],
        ["trained", f"{trainer.steps:,} steps in {trainer.seconds:,.0f} s, on one core of a CPU"],
        ["net", f"{len(trainer.encoding):,} features; {', '.join(map(str, widths(trainer)))} units"],
        [
            "measured",
            f"with {setup.seats} seats; {', '.join(f'{name}={value}' for name, value in setup.options.items())}",
        ],
        ["law", f"cardhouse {version('cardhouse')}"],
    ]
    return table(["1. What was trained", ""], rows)


def widths(trainer: Trainer) -> list[int]:
    return [len(bias) for _, bias in trainer.learner.layers()]


def exhibits(trainer: Trainer, pool: Mapping[int, Estimate]) -> list[Exhibit]:
    par, found = 1 / trainer.setups[0].seats, list[Exhibit]()
    if trainer.reports:
        found += [curves(trainer, par), entropies(trainer)]
    if pool:
        rows = [[f"{steps:,}", share.percent] for steps, share in pool.items()]
        drawn = zip(rows, bars(list(pool.values()), par), strict=True)
        shown = ExhibitTable(["steps of the version", "first places", ""], [[*row, bar] for row, bar in drawn])
        found.append(Exhibit("The pool", "Does the net beat its earlier versions?", tables=[shown], how=POOL))
    return found


def curves(trainer: Trainer, par: float) -> Exhibit:
    chart = Chart("First places of the net, by opponents", "million steps", "share of first places")
    chart.axes.axhline(par, color="#333333", linewidth=0.8)
    steps = [report.steps / MILLION for report in trainer.reports]
    last = trainer.reports[-1].shares
    for number, name in enumerate(last):
        chart.line(steps, [report.shares[name] for report in trainer.reports], f"against {name}", number)
    findings = [finding(name, share, par) for name, share in last.items()]
    rows = [
        [f"{report.steps:,}", f"{report.seconds:,.0f} s", *(share.percent for share in report.shares.values())]
        for report in trainer.reports
    ]
    shown = ExhibitTable(["steps", "time", *(f"against {name}" for name in last)], rows)
    return Exhibit("First places", f"Par is {par:.1%}.", findings, [chart.svg(legend=True)], [shown], how=CURVES)


def finding(name: str, share: Estimate, par: float) -> Finding:
    words = f"One net among {name} players comes first in {share.percent} of its matches; par is {par:.1%}."
    return Finding(GREEN if share.low > par else AMBER, words)


def entropies(trainer: Trainer) -> Exhibit:
    chart = Chart("Entropy of the policy", "million steps", "nats", height=2.4)
    values = [report.entropy for report in trainer.reports]
    chart.axes.plot([report.steps / MILLION for report in trainer.reports], values, marker="o", markersize=3)
    return Exhibit("Entropy", "Has it made up its mind?", charts=[chart.svg()], how=ENTROPY)
