"""The facts of President: what happens and why moves are refused, besides what all games share."""

from cardhouse.cards.facts import Cards, Fact, Seat, Text, fact


@fact
class DirectionTurned(Fact):
    pass


@fact
class Skipped(Fact):
    seat: Seat


# Refusals


@fact
class NotAnAnswer(Fact):
    """An answer of a player function of the callback interface that is neither cards nor a pass."""

    type: Text


@fact
class NotTheOpening(Fact):
    opening: Cards
    move: Text


@fact
class DoesNotBeat(Fact):
    cards: Cards
    pile: Cards
