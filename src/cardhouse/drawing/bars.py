"""Draw a mean with its interval as a bar on a scale that other bars share."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Protocol

from cardhouse.drawing.markup import tag

WIDTH, HEIGHT = 180.0, 16.0
ABOVE, BELOW, NEITHER = "#2f8f6b", "#c1602e", "#8a8f98"


class Interval(Protocol):
    @property
    def mean(self) -> float: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...


@dataclass(frozen=True)
class Bar:
    mean: float
    low: float
    high: float
    scale: tuple[float, float]  # the ends of the axis
    mark: float  # the reference value: par, or 0

    def svg(self) -> str:
        """Draw the interval, a dot for the mean and a line for the mark; grey if the mark lies in the interval."""
        if not (isfinite(self.low) and isfinite(self.high)):
            return ""
        colour = self._colour()
        middle = HEIGHT / 2
        parts = [tag("line", x1=0, x2=WIDTH, y1=middle, y2=middle, stroke="currentColor", opacity=0.15)]
        at = self._x(self.mark)
        parts.append(
            tag("line", x1=at, x2=at, y1=0, y2=HEIGHT, stroke="currentColor", opacity=0.6, stroke_dasharray="2 2")
        )
        left, right = self._x(self.low), self._x(self.high)
        parts.append(
            tag("rect", x=left, y=middle - 3, width=max(1.0, right - left), height=6, rx=3, fill=colour, opacity=0.45)
        )
        parts.append(tag("circle", cx=self._x(self.mean), cy=middle, r=4, fill=colour))
        label = f"{self.mean:.4g}, from {self.low:.4g} to {self.high:.4g}"
        return tag(
            "svg",
            *parts,
            viewBox=f"-5 0 {WIDTH + 10:g} {HEIGHT:g}",
            role="img",
            aria_label=label,
            style=f"width: {WIDTH + 10:g}px; max-width: none; height: {HEIGHT:g}px; vertical-align: middle",
        )

    def _colour(self) -> str:
        if self.low > self.mark:
            return ABOVE
        return BELOW if self.high < self.mark else NEITHER

    def _x(self, value: float) -> float:
        low, high = self.scale
        return WIDTH * min(1.0, max(0.0, (value - low) / (high - low or 1.0)))


def bars(values: Sequence[Interval], mark: float = 0.0) -> list[Bar]:
    """Return bars on one scale, which includes all bounds and the mark."""
    ends = [mark, *(end for value in values for end in (value.low, value.high) if isfinite(end))]
    return [Bar(value.mean, value.low, value.high, (min(ends), max(ends)), mark) for value in values]
