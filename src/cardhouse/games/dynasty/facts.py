"""What happens in Dynasty, and what is refused, beside what games have in common."""

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
    monarchies: Number  # that end the match


@fact
class TooFew(Ends):
    """The match ends, as too many have left."""


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
