"""All that a hand of Blitz can put on the board, by trying everything: kinds of cards and numbers of wilds.

A kind is (rank, suit), 0 is a 2 and 12 an ace. A meld is ("book", rank) or (suit, low, high), in places 0 to 13.
"""

from collections.abc import Iterator
from itertools import combinations

Kind = tuple[int, int]
Meld = tuple[str, int] | tuple[int, int, int]
State = tuple[tuple[Kind, ...], int, frozenset[Meld], bool]  # the hand, its wilds, the board, is the duty open?
Left = tuple[tuple[Kind, ...], int]


def every_way(hand: list[Kind], wilds: int, board: list[Meld], duty: Kind | str | None) -> set[Left]:
    """What may be left in a hand, with the duty (a kind, or "wild") fulfilled if there is one."""
    start: State = (tuple(sorted(hand)), wilds, frozenset(board), duty is not None)
    seen, todo = {start}, [start]
    while todo:
        for state in after_one(*todo.pop(), duty):
            if state not in seen:
                seen.add(state)
                todo.append(state)
    return {(naturals, left) for naturals, left, _, owed in seen if not owed}


def after_one(
    hand: tuple[Kind, ...], wilds: int, board: frozenset[Meld], owed: bool, duty: Kind | str | None
) -> Iterator[State]:
    """Every state after one new meld of three cards, or one card added."""
    for used, spent, gone, made in plays(hand, wilds, board):
        rest = list(hand)
        for kind in used:
            rest.remove(kind)
        met = duty in used or (duty == "wild" and spent > 0)
        yield tuple(rest), wilds - spent, board - gone | {made}, owed and not met


def plays(
    hand: tuple[Kind, ...], wilds: int, board: frozenset[Meld]
) -> Iterator[tuple[list[Kind], int, frozenset[Meld], Meld]]:
    """Cards used, wilds used, the meld that is there no more, the meld that there is instead."""
    for rank in range(13):
        of_rank = [kind for kind in hand if kind[0] == rank]
        for count in range(4):
            if 3 - count <= wilds:
                for used in set(combinations(of_rank, count)):
                    yield list(used), 3 - count, frozenset(), ("book", rank)
    for suit in range(4):
        for low in range(12):
            yield from ways_to_fill([low, low + 1, low + 2], suit, hand, wilds, frozenset(), (suit, low, low + 2))
    for meld in board:
        old = frozenset([meld])
        if len(meld) == 2:
            for kind in {kind for kind in hand if kind[0] == meld[1]}:
                yield [kind], 0, old, meld
            if wilds:
                yield [], 1, old, meld
        else:
            suit, low, high = meld
            if low > 0:
                yield from ways_to_fill([low - 1], suit, hand, wilds, old, (suit, low - 1, high))
            if high < 13:
                yield from ways_to_fill([high + 1], suit, hand, wilds, old, (suit, low, high + 1))


def ways_to_fill(
    places: list[int], suit: int, hand: tuple[Kind, ...], wilds: int, old: frozenset[Meld], made: Meld
) -> Iterator[tuple[list[Kind], int, frozenset[Meld], Meld]]:
    """In each place the natural card, if it is held, or a wild."""
    kinds = [((place + 12) % 13, suit) for place in places]
    for chosen in range(1 << len(kinds)):
        used = [kind for i, kind in enumerate(kinds) if chosen >> i & 1]
        if len(kinds) - len(used) <= wilds and all(kind in hand for kind in used):
            yield used, len(kinds) - len(used), old, made
