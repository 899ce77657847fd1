"""A law beside a second opinion: the dealer gives both the same cards."""

from random import Random
from typing import Any

from cardhouse.games.face import AnyGame


class Cards:
    """The cards that the law's dealer has given, one by one; an oracle draws them from its own deck."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def given(self, game: AnyGame, t: Any, chance: Random) -> None:
        """The dealer works until a seat is to act."""
        while t.waits and not game.law.over(t):
            row, wanted = [0] * game.law.MOST_CARDS, t.waits
            stock = row[: game.law.collect(t, row)]
            if game.law.over(t):
                return
            cards = chance.sample(stock, wanted)
            game.law.shuffled(t, cards, wanted)
            self.names += [game.deck.name(card) for card in cards]

    def draw(self, deck: list[str]) -> str:
        name = self.names.pop(0)
        assert name in deck
        return name


def legal(game: AnyGame, t: Any, seat: int) -> set[str]:
    """All that a seat may do, in words."""
    return {game.notation.words(t, choice) for choice in game.notation.every(t, seat) if game.may(t, seat, choice)}
