"""The facts of a match in any game: the dealer's promises, and what the referee refuses before the law is asked."""

from cardhouse.cards.facts import Fact, Number, Text, fact


@fact
class Committed(Fact):
    """The dealer commits to a deal: the SHA-256 of its secret, in hexadecimal."""

    commitment: Text


@fact
class Revealed(Fact):
    """The deal is over: its secret, then a line for each seat that has added entropy."""

    revealed: Text


@fact
class Continued(Fact):
    """The match goes on from a position that somebody has chosen in a finished match."""


# Moves


@fact
class MoveTooLong(Fact):
    most: Number
    length: Number


@fact
class MoveNotText(Fact):
    most: Number
    type: Text


@fact
class NotOneSpace(Fact):
    wanted: Text
    move: Text


@fact
class FaultNotText(Fact):
    type: Text


# Players


@fact
class NoSeat(Fact):
    number: Text
    seats: Number


@fact
class WrongName(Fact):
    most: Number
    name: Text


@fact
class WrongNames(Fact):
    names: Text
    seats: Number


@fact
class WrongSeating(Fact):
    seating: Text
    seats: Number


# Joining and leaving


@fact
class NobodyJoins(Fact):
    game: Text


@fact
class JoinBetweenDeals(Fact):
    pass


@fact
class FullTable(Fact):
    most: Number


@fact
class FullMatch(Fact):
    most: Number


@fact
class NotBegun(Fact):
    pass
