"""Draw cards: their faces, like the page's small cards, and their backs."""

from functools import cache

from cardhouse.drawing.markup import fitted, line, number, tag
from cardhouse.drawing.scene import Card, Face

PAPER = "#fffefa"
EDGE = "#00000052"
BACK = "#8c2f39"
NOTE = "#2b2f36"
BLACK, RED, WILD = "#16181d", "#c4161c", "#6d28d9"
TALL = 1.4  # the height of a card of width 1
SMALLER = 0.75  # scale of a card that lies sideways in the space of an upright one
INDEX_SIZES = {1: 0.36, 2: 0.32, 3: 0.26}  # by the length of the index in the corner
# The shapes of the page (web/src/cards/Suit.svelte), in a square of 100.
SUITS = {
    "c": "M50 8a21 21 0 0 1 17 33 21 21 0 1 1-11 32q1 12 10 19H34q9-7 10-19a21 21 0 1 1-11-32A21 21 0 0 1 50 8z",
    "d": "M50 4Q66 30 86 50 66 70 50 96 34 70 14 50 34 30 50 4z",
    "h": "M50 92C40 72 8 54 8 31a21 21 0 0 1 42-5 21 21 0 0 1 42 5c0 23-32 41-42 61z",
    "s": "M50 6c10 20 40 33 40 55a19 19 0 0 1-34 12q1 12 10 19H34q9-7 10-19a19 19 0 0 1-34-12C10 39 40 26 50 6z",
}


def card(one: Card, x: float, y: float, width: float) -> str:
    """Draw a card with its upper left corner at (x, y)."""
    turn = f"translate({number(x)} {number(y)})"
    if one.face == "sideways":
        turn += f" rotate(90 {number(width / 2)} {number(width * TALL / 2)}) translate({_inset(width)})"
        turn += f" scale({SMALLER})"
    return tag("g", _drawn(one.label, one.suit, one.face, one.note, width), transform=turn)


def _inset(width: float) -> str:
    """Return the shift that centres a smaller card."""
    away = (1 - SMALLER) / 2
    return f"{number(away * width)} {number(away * width * TALL)}"


@cache
def _drawn(label: str, suit: str, face: Face, note: str, width: float) -> str:
    if face == "empty":
        return _slot(width)
    drawn = _face(label, suit, width) if label else _back(width)
    return drawn + (_note(note, width) if note else "")


def _outline(width: float, **attributes: str | float) -> str:
    return tag("rect", width=width, height=width * TALL, rx=width * 0.09, **attributes)


def _slot(width: float) -> str:
    return _outline(width, fill="none", stroke="#ffffff59", stroke_dasharray="3 3")


def _face(label: str, suit: str, width: float) -> str:
    ink = _ink(label, suit)
    size = width * INDEX_SIZES.get(len(label), 0.24)
    middle = width * (0.21 if len(label) < 2 else 0.26)
    parts = [_outline(width, fill=PAPER, stroke=EDGE)]
    parts.append(line(label, middle, width * 0.37, size, text_anchor="middle", font_weight=700, fill=ink))
    if suit:
        parts.append(_sign(suit, middle - width * 0.13, width * 0.43, width * 0.26, ink))
        parts.append(_sign(suit, width * 0.42, width * 0.8, width * 0.5, ink))
    else:
        parts.append(
            line(
                label,
                width * 0.56,
                width * 1.2,
                width * 1.5 * INDEX_SIZES.get(len(label), 0.24),
                text_anchor="middle",
                font_weight=700,
                fill=ink,
                opacity=0.85,
            )
        )
    return "".join(parts)


def _ink(label: str, suit: str) -> str:
    if suit:
        return RED if suit in "dh" else BLACK
    if label.isdecimal():
        return f"hsl({48 + (int(label) - 1) * 27} 78% 27%)"
    return RED if label.startswith("★") else WILD


def _sign(suit: str, x: float, y: float, size: float, ink: str) -> str:
    place = f"translate({number(x)} {number(y)}) scale({size / 100:.3f})"
    return tag("path", d=SUITS[suit], fill=ink, transform=place)


def _back(width: float) -> str:
    border, high = width * 0.08, width * TALL
    inner = tag(
        "rect", x=border, y=border, width=width - 2 * border, height=high - 2 * border, rx=width * 0.05, fill=BACK
    )
    return _outline(width, fill=PAPER, stroke=EDGE) + inner + _diamonds(width, high)


def _diamonds(width: float, high: float) -> str:
    """Draw three diamonds, one below another."""
    across, down = width * 0.3, high * 0.13
    path = ""
    for step in range(3):
        top = high / 2 + (step - 1.5) * 2 * down
        path += f"M{number(width / 2)} {number(top)}l{number(across)} {number(down)}"
        path += f"l{number(-across)} {number(down)}l{number(-across)} {number(-down)}z"
    return tag("path", d=path, fill="none", stroke="#ffffff66", stroke_width=1)


def _note(note: str, width: float) -> str:
    """Draw a strip with a text at the bottom of a card."""
    high, size = width * 0.32, width * 0.24
    top = width * TALL - high
    strip = tag("rect", y=top, width=width, height=high, rx=width * 0.06, fill=NOTE)
    words = fitted(note, size, width)
    return strip + line(words, width / 2, top + high * 0.76, size, text_anchor="middle", font_weight=600, fill="#fff")
