"""Draw a table: the first seat at the bottom, the others clockwise around it, and the cards in the middle."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from cardhouse.drawing.cards import TALL, card
from cardhouse.drawing.markup import FONT, fitted, line, tag, width_of, wrapped
from cardhouse.drawing.scene import Card, Group, Scene, SceneSeat

WIDTH = 920.0
EDGE, GAP = 18.0, 14.0  # margins around the table, and between its parts
PLATE, FULL_PLATE = 166.0, 660.0  # widths of the other seats, and of the one at the bottom
MOST_ABOVE = 5  # seats in a line
SMALL, LARGE = 36.0, 50.0  # widths of cards: those of others, and those in the middle and of the first seat
SIDE_BY_SIDE = 1.08  # the step from card to card, in card widths
TIGHTEST = 0.42  # the smallest step that shows a card's index
BACKS, CLOSE = 8, 0.16  # most backs drawn for a hand, and the step between them
PILED, CLOSEST = 4, 0.05  # cards drawn for a pile, and the step between its backs
NAME, SMALL_TEXT = 14.0, 11.5
FELT, FELT_EDGE, PLATE_FILL = "#17694e", "#0d4a36", "#0422189c"
INK, SOFT, GOLD = "#f3faf6", "#cfe3da", "#ffd166"


class Box(NamedTuple):
    """A part of known size, which is drawn once its position is known."""

    width: float
    height: float
    draw: Callable[[float, float], str]


def svg(scene: Scene) -> str:
    """Draw a scene. It is as wide as its container, and has no `id`, so that a page can contain several."""
    first, others = scene.seats[0], scene.seats[1:]
    left, above, right = _around(others)
    top = [_plate(seat, _width_above(len(above)), SMALL) for seat in above]
    sides = [[_plate(seat, PLATE, SMALL) for seat in side] for side in (left, right)]
    inner = WIDTH - 2 * EDGE - (2 * (PLATE + GAP) if left or right else 0)
    middle = _stacked(_flowed([_group(one, LARGE, inner - 2 * GAP) for one in scene.middle], inner - 2 * GAP))
    below = _plate(first, FULL_PLATE, LARGE)
    drawn: list[str] = []
    y = EDGE
    if top:
        drawn += _in_line(top, y)
        y += max(one.height for one in top) + GAP
    high = max(middle.height + 2 * GAP, *(_height(side) for side in sides))
    drawn.append(_ring((WIDTH - inner) / 2, y, inner, high))
    for side, x in zip(sides, (EDGE, WIDTH - EDGE - PLATE), strict=True):
        drawn += _in_column(side, x, y, high)
    drawn.append(middle.draw((WIDTH - middle.width) / 2, y + (high - middle.height) / 2))
    y += high + GAP
    drawn.append(below.draw((WIDTH - below.width) / 2, y))
    height = y + below.height + EDGE
    felt = tag("rect", x=1, y=1, width=WIDTH - 2, height=height - 2, rx=26, fill=FELT, stroke=FELT_EDGE, stroke_width=2)
    return tag(
        "svg",
        felt,
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH:g} {height:.0f}",
        role="img",
        aria_label=scene.label,
        font_family=FONT,
        style=f"display: block; width: 100%; max-width: {WIDTH:g}px; height: auto",
    )


# Where the seats are


def _around(others: Sequence[SceneSeat]) -> tuple[Sequence[SceneSeat], Sequence[SceneSeat], Sequence[SceneSeat]]:
    """Split the other seats into those at the left, starting at the top, those above, and those at the right."""
    count = len(others)
    each_side = 0 if count < 3 else max(1, (count - MOST_ABOVE + 1) // 2)
    end = count - each_side
    return others[:each_side][::-1], others[each_side:end], others[end:]


def _width_above(count: int) -> float:
    return min(FULL_PLATE, (WIDTH - 2 * EDGE - GAP * (count - 1)) / max(1, count))


def _in_line(blocks: Sequence[Box], y: float) -> Iterable[str]:
    room = WIDTH - 2 * EDGE - sum(one.width for one in blocks)
    gap = room / (len(blocks) + 1)
    x = EDGE + gap
    for one in blocks:
        yield one.draw(x, y)
        x += one.width + gap


def _in_column(blocks: Sequence[Box], x: float, y: float, high: float) -> Iterable[str]:
    y += (high - _height(blocks)) / 2
    for one in blocks:
        yield one.draw(x, y)
        y += one.height + GAP


def _height(blocks: Sequence[Box]) -> float:
    return sum(one.height for one in blocks) + GAP * max(0, len(blocks) - 1)


def _ring(x: float, y: float, width: float, high: float) -> str:
    return tag("rect", x=x, y=y, width=width, height=high, rx=min(60.0, high / 2), fill="#ffffff0a", stroke="#ffffff33")


# What is at a seat


def _plate(seat: SceneSeat, width: float, size: float) -> Box:
    """Draw a seat: its name, its notes, its hand, and the cards in front of it."""
    inner = width - 16
    lines = wrapped(seat.notes, SMALL_TEXT, inner)
    groups = [*([seat.hand] if seat.hand else []), *seat.groups]
    blocks = [_group(one, size, inner) for one in groups]
    lying = _stacked(_flowed(blocks, inner))
    words = max([width_of(one, SMALL_TEXT) for one in lines], default=0.0)
    wide = max(PLATE, min(width, max(lying.width, words, width_of(seat.name, NAME)) + 24))
    head = 10 + NAME + (SMALL_TEXT + 4) * len(lines) + 8
    height = head + (lying.height + 8 if blocks else 0)

    def draw(x: float, y: float) -> str:
        stroke = GOLD if seat.to_act else "#ffffff2e"
        parts = [
            tag("rect", x=x, y=y, width=wide, height=height, rx=12, fill=PLATE_FILL, stroke=stroke, stroke_width=2)
        ]
        name = fitted(f"▸ {seat.name}" if seat.to_act else seat.name, NAME, wide - 16)
        centred = {"text_anchor": "middle", "fill": GOLD if seat.to_act else INK}
        parts.append(line(name, x + wide / 2, y + 8 + NAME, NAME, font_weight=600, **centred))
        for number, words in enumerate(lines, 1):
            down = y + 8 + NAME + (SMALL_TEXT + 4) * number
            parts.append(line(words, x + wide / 2, down, SMALL_TEXT, text_anchor="middle", fill=SOFT))
        parts.append(lying.draw(x + (wide - lying.width) / 2, y + head))
        return "".join(parts)

    return Box(wide, height, draw)


# What lies together


def _group(group: Group, size: float, most: float) -> Box:
    """Draw cards in a row, wrapped if it is too long, with a caption below."""
    cards = _seen(group)
    step = _step(group, len(cards), size, most)
    each = max(1, int((most - size) // step) + 1)
    lines = [cards[start : start + each] for start in range(0, len(cards), each)] or [[Card(face="empty")]]
    caption = fitted(_caption(group), SMALL_TEXT, most)
    wide = max(size + step * (len(lines[0]) - 1), min(most, width_of(caption, SMALL_TEXT)))
    high = size * TALL
    height = (high + 4) * len(lines) + (SMALL_TEXT + 3 if caption else 0)

    def draw(x: float, y: float) -> str:
        parts = []
        for number, some in enumerate(lines):
            start = x + (wide - size - step * (len(some) - 1)) / 2
            parts += [card(one, start + step * i, y + (high + 4) * number, size) for i, one in enumerate(some)]
        if caption:
            down = y + (high + 4) * len(lines) + SMALL_TEXT - 1
            parts.append(line(caption, x + wide / 2, down, SMALL_TEXT, text_anchor="middle", fill=SOFT))
        return "".join(parts)

    return Box(wide, height, draw)


def _seen(group: Group) -> list[Card]:
    """Return the cards to draw: only some of the backs, and only the last cards of a pile."""
    if not group.spread and group.cards:
        return list(group.cards[-PILED:])
    backs = min(group.hidden, BACKS if group.spread else PILED)
    return [Card(face="down")] * backs + list(group.cards)


def _step(group: Group, count: int, size: float, most: float) -> float:
    """Return the distance from one card to the next: backs are closer than faces, which must show their index."""
    if not group.cards:
        return size * (CLOSE if group.spread else CLOSEST)
    if not group.spread:
        return size * TIGHTEST
    return max(size * TIGHTEST, min(size * SIDE_BY_SIDE, (most - size) / max(1, count - 1)))


def _caption(group: Group) -> str:
    """Return the caption, with the number of cards if that is not obvious."""
    count = len(group.cards) + group.hidden
    if group.caption and (group.hidden or not group.spread or not count):
        return f"{group.caption} {count}"
    if group.hidden:
        return f"{count} cards" if count > 1 else "1 card"
    return group.caption


def _flowed(blocks: Sequence[Box], most: float) -> list[list[Box]]:
    """Arrange blocks side by side, in as many lines as they need."""
    lines: list[list[Box]] = []
    for one in blocks:
        if lines and sum(other.width + GAP for other in lines[-1]) + one.width <= most:
            lines[-1].append(one)
        else:
            lines.append([one])
    return lines


def _stacked(lines: Sequence[Sequence[Box]]) -> Box:
    """Arrange lines of blocks below each other, each centred."""
    widths = [sum(one.width for one in some) + GAP * (len(some) - 1) for some in lines]
    heights = [max(one.height for one in some) for some in lines]
    wide = max(widths, default=0.0)

    def draw(x: float, y: float) -> str:
        parts = []
        for some, width, high in zip(lines, widths, heights, strict=True):
            at = x + (wide - width) / 2
            for one in some:
                parts.append(one.draw(at, y))
                at += one.width + GAP
            y += high + GAP / 2
        return "".join(parts)

    return Box(wide, sum(heights) + GAP / 2 * max(0, len(heights) - 1), draw)
