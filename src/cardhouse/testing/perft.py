"""Perft: count the sequences of exact moves from a state. One wrong rule changes the count."""

from cardhouse.cards.ledger import Ledger
from cardhouse.games.definition import AnyGame


def perft(game: AnyGame, t: Ledger, depth: int) -> int:
    """Count the sequences of `depth` moves from a dealt state; a deal that ends sooner counts as one sequence.

    If cards are drawn in the middle of a deal, the dealer gives those with the lowest numbers.
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
