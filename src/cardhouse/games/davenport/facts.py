"""What happens in Davenport, and what is refused, beside what games have in common."""

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
