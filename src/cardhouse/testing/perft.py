"""Perft: how many sequences of exact moves there are from a table. One wrong rule, and the count is off."""

from cardhouse.cards.ledger import Ledger
from cardhouse.games.definition import AnyGame


def perft(game: AnyGame, t: Ledger, depth: int) -> int:
    """Count the ways to go on from a dealt table for a number of moves; a deal that ends sooner counts as one way.

    Where cards are drawn in the middle of a deal the dealer gives the first ones by number.
    """
    if depth == 0:
        return 1
    ways = 0
    for seat in game.to_act(t):
        for choice in game.notation.every(t, seat):
            if game.may(t, seat, choice):
                after = t.copy()
                game.law.play(after, seat, choice)
                ways += 1 if after.deal != t.deal else perft(game, draw_cards(game, after), depth - 1)
    return ways


def draw_cards(game: AnyGame, t: Ledger) -> Ledger:
    while t.waits:
        game.deal(t, lambda cards, wanted: cards[:wanted])
    return t
