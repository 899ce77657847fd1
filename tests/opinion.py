"""A law beside a second opinion: the dealer gives both the same cards."""

from random import Random
from typing import Any

from cardhouse.games.face import AnyGame


class Cards:
    """The cards that the law's dealer has given, one by one; an oracle draws them from its own deck."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def given(self, game: AnyGame, t: Any, chance: Random) -> None:
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
    """All that a seat may do, in words."""
    return {game.notation.text(t, choice) for choice in game.notation.every(t, seat) if game.may(t, seat, choice)}
