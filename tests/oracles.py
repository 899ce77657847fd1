"""Play a law and an oracle (a second, naive implementation) with the same cards."""

from random import Random
from typing import Any

from cardhouse.games.definition import AnyGame


class DealtCards:
    """The cards that were dealt to the law, in order; an oracle draws them from its own deck."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def deal(self, game: AnyGame, t: Any, chance: Random) -> None:
        """Deal until a seat is to act."""

        def draw(stock: list[int], wanted: int) -> list[int]:
            cards = chance.sample(stock, wanted)
            self.names += [game.deck.name(card) for card in cards]
            return cards

        while t.waits and not game.law.over(t):
            game.deal(t, draw)

    def draw(self, deck: list[str]) -> str:
        name = self.names.pop(0)
        assert name in deck
        return name


def legal(game: AnyGame, t: Any, seat: int) -> set[str]:
    """Return the texts of all legal moves of a seat."""
    return {game.notation.text(t, choice) for choice in game.notation.every(t, seat) if game.may(t, seat, choice)}
