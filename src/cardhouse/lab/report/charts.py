"""Charts as inline SVG: text stays text, and the same figures give the same bytes."""

from collections.abc import Sequence
from io import StringIO
from typing import TYPE_CHECKING

import matplotlib as mpl

from cardhouse.lab.counts import Estimate

mpl.use("svg")

from matplotlib.figure import Figure

if TYPE_CHECKING:
    from matplotlib.typing import RcKeyType

COLOURS = ("#2364aa", "#c1502e", "#3f7d4e", "#7b4ea3", "#8a6d1f")
STYLE: dict["RcKeyType", str | int | bool] = {
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
WIDTH = 7.0


class Chart:
    """A chart with one pair of axes. Its title is also its description for screen readers."""

    def __init__(self, title: str, x: str, y: str, height: float = 3.2) -> None:
        with mpl.rc_context(STYLE):
            self.figure = Figure(figsize=(WIDTH, height), layout="constrained")
            self.axes = self.figure.subplots()
        self.title = title
        self.axes.set_title(title, loc="left", fontsize=10)
        self.axes.set_xlabel(x)
        self.axes.set_ylabel(y)

    def line(self, x: Sequence[float], values: Sequence[Estimate], name: str, number: int) -> None:
        """Draw a line with its interval."""
        colour = COLOURS[number % len(COLOURS)]
        self.axes.plot(x, [value.mean for value in values], color=colour, label=name, marker="o", markersize=3)
        self.axes.fill_between(
            x, [value.low for value in values], [value.high for value in values], color=colour, alpha=0.2, linewidth=0
        )

    def dots(self, places: Sequence[float], values: Sequence[Estimate], name: str, number: int) -> None:
        """Draw a dot with a whisker for each value, along the x axis."""
        errors = [[v.mean - v.low for v in values], [v.high - v.mean for v in values]]
        colour = COLOURS[number % len(COLOURS)]
        self.axes.errorbar(
            places, [value.mean for value in values], yerr=errors, fmt="o", color=colour, label=name, capsize=3
        )

    def forest(self, names: Sequence[str], values: Sequence[Estimate]) -> None:
        """Draw a forest plot: an interval for each name, in grey if it includes 0."""
        for row, value in enumerate(values):
            sure = value.low > 0 or value.high < 0
            self.axes.plot([value.low, value.high], [row, row], color=COLOURS[0] if sure else "#8a8a8a", linewidth=2)
            self.axes.plot([value.mean], [row], "o", color=COLOURS[0] if sure else "#8a8a8a")
        self.axes.axvline(0, color="#333333", linewidth=0.8)
        self.axes.set_yticks(range(len(names)), names)
        self.axes.set_ylim(len(names) - 0.5, -0.5)

    def band(self, low: float, high: float) -> None:
        self.axes.axhspan(low, high, color="#3f7d4e", alpha=0.12, linewidth=0)

    def svg(self, *, legend: bool = False) -> str:
        if legend:
            self.axes.legend(frameon=False, fontsize=9)
        text = StringIO()
        metadata: dict[str, str | None] = {"Date": None, "Creator": None, "Format": None, "Type": None}
        with mpl.rc_context({**STYLE, "svg.hashsalt": self.title}):
            self.figure.savefig(text, format="svg", metadata=metadata, transparent=True)
        body = text.getvalue()
        body = body[body.index("<svg") :]
        label = self.title.replace("&", "and").replace('"', "'").replace("<", "less than ")
        return body.replace("<svg", f'<svg role="img" aria-label="{label}"', 1)
