"""A rule of thumb for Davenport: show a high card, and exchange a low one when there is nothing better."""

from cardhouse.cards.ranks import JACK, value
from cardhouse.games.davenport.view import View

EIGHT = 8


def choose(view: View) -> str:
    """With few cards left every round counts: the highest. Before, the lowest that may well win."""
    hand = sorted(view.hand, key=value)
    if value(hand[-1]) < EIGHT:
        return f"exchange {hand[0]}"
    good = [name for name in hand if value(name) >= JACK]
    if good and len(hand) > 3 and not view.playing_off:
        return f"commit {good[0]}"
    return f"commit {hand[-1]}"
