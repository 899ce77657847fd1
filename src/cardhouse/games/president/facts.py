"""What happens in President, and what is refused, beside what games have in common."""

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
    """Of a player function of the callback interface."""

    type: Text


@fact
class NotTheOpening(Fact):
    opening: Cards
    move: Text


@fact
class DoesNotBeat(Fact):
    cards: Cards
    pile: Cards
