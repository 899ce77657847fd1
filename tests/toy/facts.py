"""What happens in the toy, and what is refused."""

from cardhouse.cards.facts import Fact, Number, fact


@fact
class AllCommitted(Fact):
    pass


@fact
class HasCommitted(Fact):
    pass


@fact
class NotInHand(Fact):
    choice: Number
