"""Write markup. Every value is escaped, so untrusted names are safe."""

from collections.abc import Iterable
from html import escape
from unicodedata import east_asian_width

Value = str | float
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
WIDE = "WF"  # East Asian characters that take a whole em
MEAN_WIDTH = 0.58  # of a character, in em


def tag(name: str, *inner: str, **attributes: Value) -> str:
    """Return an element; `font_size` becomes `font-size`. Its content must be escaped already: see `text`."""
    written = "".join(f' {key.replace("_", "-")}="{_value(value)}"' for key, value in attributes.items())
    return f"<{name}{written}>{''.join(inner)}</{name}>"


def text(words: str) -> str:
    """Escape a text, and remove characters that change its direction or break the line."""
    return escape("".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in words))


def _value(value: Value) -> str:
    return text(value) if isinstance(value, str) else number(value)


def number(value: float) -> str:
    """Return a coordinate, rounded to a tenth."""
    return f"{value:.1f}".removesuffix(".0")


def width_of(words: str, size: float) -> float:
    """Estimate the width of a line in a proportional font."""
    return size * sum(1.0 if east_asian_width(one) in WIDE else MEAN_WIDTH for one in words)


def fitted(words: str, size: float, width: float) -> str:
    """Truncate a text that is wider than this."""
    if width_of(words, size) <= width:
        return words
    while words and width_of(words, size) > width - size:
        words = words[:-1]
    return f"{words.rstrip()}…"


def wrapped(parts: Iterable[str], size: float, width: float, separator: str = " · ") -> list[str]:
    """Join parts into lines of at most this width."""
    lines: list[str] = []
    for part in parts:
        if lines and width_of(lines[-1] + separator + part, size) <= width:
            lines[-1] += separator + part
        else:
            lines.append(fitted(part, size, width))
    return lines


def line(words: str, x: float, y: float, size: float, **attributes: Value) -> str:
    """Return a line of text with its baseline at `y`."""
    return tag("text", text(words), x=x, y=y, font_size=size, **attributes)
