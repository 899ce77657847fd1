"""A rule of thumb for Dynasty: lead high cards many at a time, answer with whole sets, keep low cards and wilds."""

from collections import Counter

from cardhouse.games.dynasty.view import View

WILD = 13


def values(names: list[str] | tuple[str, ...]) -> list[int]:
    return [WILD if name == "W" else int(name) for name in names]


def choose(view: View) -> str:
    """The cheapest move. To pass costs little while many cards are left, and more towards the end."""
    hand = Counter(values(view.hand))
    if view.owes[view.seat]:
        return min(view.moves, key=lambda move: gift(values(move.split()[1:]), hand))
    left = sum(hand.values())
    return min(view.moves, key=lambda move: cost(move, hand, left))


def gift(cards: list[int], hand: Counter[int]) -> float:
    """Give away single high cards, never wilds."""
    return sum(100 if card == WILD else 2 * hand[card] - card for card in cards)


def cost(move: str, hand: Counter[int], left: int) -> float:
    if move == "pass":
        return 12.0 if left > 4 else 20.0
    cards = values(move.split()[1:])
    if len(cards) == left:
        return -100.0
    naturals = [card for card in cards if card != WILD]
    value = naturals[0] if naturals else WILD
    broken = hand[value] - len(naturals) if naturals else 0
    return (WILD - value) - 0.5 * len(cards) + 2.0 * (broken > 0) + 6.0 * (len(cards) - len(naturals))
