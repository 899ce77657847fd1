"""What happens in Hearts, and what is refused, beside what games have in common."""

from cardhouse.cards.facts import Card, Fact, Number, Seat, Word, fact


@fact
class HeartsBroken(Fact):
    pass


@fact
class TookTrick(Fact):
    seat: Seat


@fact
class Gained(Fact):
    seat: Seat
    points: Number


@fact
class MoonShot(Fact):
    pass


# Refusals


@fact
class WrongFirstLead(Fact):
    card: Card


@fact
class FollowSuit(Fact):
    suit: Word


@fact
class NotInFirstTrick(Fact):
    card: Card


@fact
class HeartsNotBroken(Fact):
    pass
