"""Tables of Hearts, drawn as text."""

from cardhouse.cards.cells import NOBODY
from cardhouse.cards.deck import STANDARD
from cardhouse.cards.facts import sentence
from cardhouse.cards.ledger import EVERYBODY, HAND, SEAT, move, show
from cardhouse.cards.sets import only, suit_of_card
from tests.hearts import HEARTS
from tests.hearts.state import CARDS, SEATS, TAKEN, TRICK, State


class Position:
    """A table in the middle of a deal: each seat's hand, the cards of the trick and what was taken, by seat.

    Cards that are named nowhere were taken by seat 3.
    """

    def __init__(self, *hands: str, trick: str = "", taken: str = "", turn: int = 0, broken: bool = False) -> None:
        t = self.t = State(limbs=1, seats=SEATS, target=100, turn=turn, led=NOBODY, broken=int(broken), tricks=1)
        t.at[TAKEN + 3] = CARDS
        for seat, names in enumerate(hands):
            for name in names.split():
                move(t, only(STANDARD.card(name)), TAKEN + 3, HAND + seat)
                show(t, only(STANDARD.card(name)), SEAT + seat)
        for number, name in enumerate(trick.split()):
            seat = (turn - len(trick.split()) + number) % SEATS
            move(t, only(STANDARD.card(name)), TAKEN + 3, TRICK + seat)
            show(t, only(STANDARD.card(name)), EVERYBODY)
            t.led = suit_of_card(STANDARD.card(trick.split()[0]))
        for seat, names in enumerate(taken.split(",")):
            for name in names.split():
                move(t, only(STANDARD.card(name)), TAKEN + 3, TAKEN + seat)

    def may(self, seat: int | None = None) -> str:
        """Return the cards that a seat may play; the one whose turn it is, if not said."""
        t = self.t
        listed = HEARTS.moves(t, t.turn if seat is None else seat)
        return " ".join(STANDARD.name(card) for card in listed)

    def why(self, name: str, seat: int | None = None) -> str:
        """Return why a seat may not play a card, with the rule."""
        t, card = self.t, STANDARD.card(name)
        seat = t.turn if seat is None else seat
        rule = HEARTS.law.breaks(t, seat, card)
        return f"{rule}: {sentence(HEARTS.notation.why(t, seat, card, rule))}"

    def play(self, *names: str) -> "Position":
        for name in names:
            assert HEARTS.may(self.t, self.t.turn, STANDARD.card(name)), name
            HEARTS.law.play(self.t, self.t.turn, STANDARD.card(name))
        return self
