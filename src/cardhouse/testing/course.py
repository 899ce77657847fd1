"""Check that matches go on, and end. It is checked first, because the other checks would hang or crash otherwise."""

from functools import reduce
from operator import or_
from random import Random

from cardhouse.cards.ledger import Ledger
from cardhouse.games.definition import AnyGame
from cardhouse.play.referee import truth
from cardhouse.testing.broken import Broken, CheckedPosition, must, texts_of

MOST_ASKED = 1000  # draws of the dealer between two moves


def cards_in_play(t: Ledger) -> list[int]:
    """Return all cards of all zones, limb by limb; -1 where one lies in two zones."""
    limbs = []
    for limb in range(t.limbs):
        zones = t.at[limb :: t.limbs]
        union = reduce(or_, zones)
        limbs.append(union if union == sum(zones) else -1)  # a card in two zones makes a carry in the sum
    return limbs


def cards_are_conserved(game: AnyGame, t: Ledger, deck: list[int]) -> None:
    if cards_in_play(t) != deck:  # the sentence takes long to make, so not at every move
        raise Broken(f"cards were lost or doubled: {truth(game, t)}")


class Course:
    """A watch on a match played with the law alone: at every turn some seat can move, and the match ends."""

    def __init__(self, position: CheckedPosition, longest: int) -> None:
        self.position, self.longest = position, longest
        self.asked = 0  # draws of the dealer since the last move
        position.moves, position.last, position.seat = 0, "", None

    def asks_dealer(self, wanted: int, cards: int) -> None:
        """Note that the dealer is to draw cards."""
        self.asked += 1
        must(0 < wanted <= cards, f"the dealer is to draw {wanted} of {cards} cards")
        must(self.asked <= MOST_ASKED, f"the dealer is asked for cards {MOST_ASKED} times, and nobody moves in between")

    def to_act(self, t: Ledger) -> tuple[int, ...]:
        """Return the seats to act."""
        acting = self.position.game.to_act(t)
        must(acting, "the match is not over, and nobody is to act")
        must(self.position.moves < self.longest, f"a match of more than {self.longest:,} moves")
        return acting

    def moves(self, t: Ledger, seat: int) -> list[int]:
        """Return the moves of a seat that is to act."""
        self.position.seat = seat
        listed = self.position.game.moves(t, seat)
        must(listed, f"seat {seat} is to act, but `moves` lists nothing: should the law set `waits`, to ask for cards?")
        return listed

    def play(self, t: Ledger, seat: int, choice: int) -> None:
        self.asked = 0
        self.position.note_move(seat, t, choice)
        self.position.seat = None
        self.position.game.law.play(t, seat, choice)


def check_course(position: CheckedPosition, chance: Random, *, longest: int) -> None:
    """Play a random match, with nothing but the law."""
    game, law, course = position.game, position.game.law, Course(position, longest)
    t = game.new_state(position.seats, position.options)
    law.begin(t, chance.sample(range(position.seats), position.seats))
    deck = list(game.deck.in_play(t))

    def draw(cards: list[int], wanted: int) -> list[int]:
        course.asks_dealer(wanted, len(cards))
        return chance.sample(cards, wanted)

    while not law.over(t):
        if t.waits:
            game.deal(t, draw)
            cards_are_conserved(game, t, deck)
            continue
        seat = chance.choice(course.to_act(t))
        listed = course.moves(t, seat)
        if game.automatic(t) and len(listed) != 1:
            raise Broken(f"a choice in a move that makes itself: {texts_of(game, t, listed)}")
        course.play(t, seat, chance.choice(listed))
        cards_are_conserved(game, t, deck)
    must(position.moves, "the match is over before the first move")
