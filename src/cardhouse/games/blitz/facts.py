"""The facts of Blitz: what happens and why moves are refused, besides what all games share."""

from cardhouse.cards.facts import Card, Cards, Ends, Fact, Gain, Index, Number, Seat, Text, Word, fact


@fact
class HandDealt(Fact):
    seat: Seat


@fact
class JokersWild(Fact):
    pass


@fact
class RankWild(Fact):
    rank: Word


@fact
class JokerOwed(Fact):
    """A joker must be played in this turn."""


@fact
class CardOwed(Fact):
    card: Card


# A turn


@fact
class TookDiscards(Fact):
    seat: Seat
    cards: Number


@fact
class NothingToDraw(Fact):
    seat: Seat


@fact
class Reshuffled(Fact):
    """The discards became the stock, and the seat drew from it."""

    seat: Seat


@fact
class Drew(Fact):
    seat: Seat


@fact
class MeldPlayed(Fact):
    seat: Seat
    form: Word
    meld: Index
    cards: Cards


@fact
class Added(Fact):
    seat: Seat
    form: Word
    meld: Index
    cards: Cards


@fact
class Discarded(Fact):
    seat: Seat
    card: Card


@fact
class LastLap(Fact):
    seat: Seat


# How a hand ends


@fact
class WentOut(Ends):
    """A seat went out with a Blitz."""

    seat: Seat


@fact
class LapOver(Ends):
    pass


@fact
class NoCardLeft(Ends):
    pass


@fact
class HandPoints(Fact):
    seat: Seat
    points: Number
    gained: Gain


# Refusals


@fact
class OneDeckIsTooFew(Fact):
    seats: Number


@fact
class NotADeal(Fact):
    pass


@fact
class OtherDeals(Fact):
    seat: Seat


@fact
class DealFirst(Fact):
    pass


@fact
class DealtAlready(Fact):
    pass


@fact
class DrawnAlready(Fact):
    pass


@fact
class NothingToUndo(Fact):
    pass


@fact
class DrawFirst(Fact):
    pass


@fact
class HasDiscarded(Fact):
    pass


@fact
class PlayJokerFirst(Fact):
    pass


@fact
class PlayCardFirst(Fact):
    card: Card


@fact
class DiscardFirst(Fact):
    pass


@fact
class NoMeld(Fact):
    """Cards that make neither a book nor a run."""


@fact
class WrongTake(Fact):
    most: Number
    wanted: Number


@fact
class CannotUse(Fact):
    card: Card


@fact
class EndsWithAce(Fact):
    meld: Index


@fact
class NeedsRank(Fact):
    card: Card
    meld: Index
    rank: Text


@fact
class NeedsCard(Fact):
    card: Card
    meld: Index
    needed: Card


@fact
class NotANumber(Fact):
    text: Text
    what: Word


@fact
class NoMeaning(Fact):
    text: Text
    name: Text


@fact
class TooShort(Fact):
    form: Word
    cards: Number


@fact
class NoSuchMeld(Fact):
    meld: Index


@fact
class NameCards(Fact):
    pass


@fact
class AddToBook(Fact):
    meld: Index
    end: Text


@fact
class AddToRun(Fact):
    meld: Index
    end: Text


@fact
class MeansOther(Fact):
    card: Card
    meaning: Card
    said: Text


@fact
class BookTakesRanks(Fact):
    said: Text


@fact
class RunTakesCards(Fact):
    said: Text


@fact
class SayRank(Fact):
    pass


@fact
class SayCard(Fact):
    pass


@fact
class NotWild(Fact):
    card: Card
    said: Text


@fact
class RunTooLong(Fact):
    pass


@fact
class NotInRun(Fact):
    card: Card
    needed: Card
