"""What happens in the toy, and what is refused."""

from cardhouse.cards.facts import Fact, Number, Text, fact


@fact
class AllCommitted(Fact):
    pass


@fact
class NotAMove(Fact):
    move: Text


@fact
class HasCommitted(Fact):
    pass


@fact
class NotInHand(Fact):
    choice: Number
