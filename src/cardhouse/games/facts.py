"""The facts that games have in common: what happened, and why a move or a setup is refused."""

from cardhouse.cards.facts import Card, Cards, Ends, Fact, Number, Place, Seat, Text, fact

# What happened


@fact
class Out(Fact):
    seat: Seat
    place: Place


@fact
class Points(Fact):
    seat: Seat
    points: Number


@fact
class PileCleared(Fact):
    pass


@fact
class DealOver(Ends):
    pass


@fact
class MatchOver(Ends):
    """The match is over: an event, and also a refusal of later moves."""


# Why a move is refused


@fact
class NotDealt(Fact):
    pass


@fact
class DealerActs(Fact):
    pass


@fact
class NotYourTurn(Fact):
    seat: Seat  # whose turn it is


@fact
class LeaderPasses(Fact):
    pass


@fact
class NotHeld(Fact):
    cards: Cards


@fact
class NoCard(Fact):
    """A move about a number that is not a card."""


@fact
class UnknownMove(Fact):
    """A text that is not a move of this game."""

    move: Text
    examples: Text


@fact
class NotInRange(Fact):
    """A number in a move that is out of range."""

    text: Text
    most: Number


@fact
class NotAPlay(Fact):
    most: Number
    number: Number


@fact
class NamedTwice(Fact):
    card: Card


@fact
class NotOneRank(Fact):
    first: Card
    second: Card


@fact
class NotText(Fact):
    type: Text


# Why a table cannot be opened


@fact
class NoGame(Fact):
    name: Text
    games: Text
    trouble: Text  # with installed games that could not be added


@fact
class WrongSeats(Fact):
    game: Text
    least: Number
    most: Number
    seats: Text


@fact
class WrongNumberOfSeats(Fact):
    """A wrong number of seats, in a game for exactly one number of players."""

    game: Text
    wanted: Number
    seats: Text


@fact
class NotOptions(Fact):
    given: Text


@fact
class NoOption(Fact):
    game: Text
    name: Text
    options: Text


@fact
class WrongOption(Fact):
    name: Text
    choices: Text
    value: Text
