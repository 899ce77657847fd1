"""The facts of Davenport: what happens and why moves are refused, besides what all games share."""

from cardhouse.cards.facts import Card, Fact, Flag, Seat, Seats, fact


@fact
class Showed(Fact):
    seat: Seat
    card: Card
    unseen: Flag  # it was drawn in an exchange, and its player did not know it


@fact
class WonRound(Fact):
    seat: Seat


@fact
class Playoff(Fact):
    seats: Seats


@fact
class Eliminated(Fact):
    seat: Seat


# Refusals


@fact
class NotInPlayoff(Fact):
    seat: Seat


@fact
class HasCommitted(Fact):
    pass
