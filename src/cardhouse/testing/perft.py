"""Perft: how many sequences of exact moves there are from a table. One wrong rule, and the count is off."""

from typing import Any

from cardhouse.games.face import Game


def perft(game: Game, t: Any, depth: int) -> int:
    """Count the ways to go on from a dealt table for so many moves; a deal that ends sooner counts as one way."""
    if depth == 0 or t.waits or game.law.over(t):
        return 1
    ways = 0
    for seat in game.to_act(t):
        for choice in game.notation.every(t, seat):
            if game.may(t, seat, choice):
                after = t.copy()
                game.law.play(after, seat, choice)
                ways += perft(game, after, depth - 1)
    return ways
