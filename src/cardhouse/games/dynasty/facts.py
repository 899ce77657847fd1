"""The facts of Dynasty: what happens and why moves are refused, besides what all games share."""

from cardhouse.cards.facts import Card, Cards, Ends, Fact, Number, Seat, fact


@fact
class PaysTax(Fact):
    seat: Seat
    to: Seat
    cards: Number


@fact
class Last(Fact):
    seat: Seat
    place: Number


@fact
class Monarch(Fact):
    seat: Seat
    crowns: Number
    monarchies: Number  # as many as end the match


@fact
class TooFew(Ends):
    """The match ends because too many players have left."""


# Refusals


@fact
class NoCardsNamed(Fact):
    pass


@fact
class NotOneValue(Fact):
    first: Card
    second: Card


@fact
class TooManyCards(Fact):
    cards: Number


@fact
class WrongGift(Fact):
    cards: Number


@fact
class HasPassed(Fact):
    pass


@fact
class NothingToGive(Fact):
    pass


@fact
class NotPlayable(Fact):
    """A number that is not a play."""


@fact
class CannotFollow(Fact):
    cards: Cards
    pile: Cards
    wanted: Number


@fact
class TaxesNotPaid(Fact):
    pass


@fact
class Owes(Fact):
    cards: Number
    to: Seat


@fact
class LeftAlready(Fact):
    seat: Seat
