"""The facts of Javelin: what happens and why moves are refused, besides what all games share."""

from cardhouse.cards.facts import Card, Ends, Fact, Index, Seat, Word, fact


@fact
class GuessedRight(Fact):
    card: Card


@fact
class GuessedWrong(Fact):
    pass


@fact
class Took(Fact):
    card: Card


@fact
class Proved(Fact):
    """A wrong guess proves that the rank of a face-down card is within these bounds."""

    seat: Seat
    slot: Index
    least: Word
    most: Word


# How a round ends; the seat is the loser's


@fact
class NoneDown(Ends):
    seat: Seat


@fact
class NoneUp(Ends):
    seat: Seat


@fact
class Forfeited(Ends):
    seat: Seat


@fact
class Stuck(Ends):
    seat: Seat


@fact
class Drawn(Ends):
    """Nobody has won."""


# Refusals


@fact
class NotAnyMove(Fact):
    """A number that is not a move."""


@fact
class NotFaceUp(Fact):
    slot: Index


@fact
class EmptyDeck(Fact):
    pass


@fact
class OnlyOneCard(Fact):
    pass


@fact
class IsSideways(Fact):
    slot: Index


@fact
class IsHigher(Fact):
    card: Card
    other: Card


@fact
class NoneToAttack(Fact):
    slot: Index


@fact
class NoneToGuess(Fact):
    slot: Index
