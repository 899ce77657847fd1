"""A rule of thumb for President: shed low cards many at a time, answer cheaply, keep 2s and aces for the end."""

from cardhouse.cards.deck import STANDARD
from cardhouse.cards.law import Row, count
from cardhouse.games.president.law import PASS, THREE
from cardhouse.games.president.notation import choice_of, phrase
from cardhouse.games.president.view import View

ACE = 12


def thumb(hand: int, choices: Row) -> int:
    """The cheapest of a seat's choices."""
    best, least = PASS, 1000
    held = count(hand)
    for choice in choices:
        if choice == PASS:
            continue
        rank, cards = choice >> 4, count(choice & 15)
        whole = count(hand >> 4 * rank & 15) == cards
        if held == cards:
            return choice
        cost = 4 * rank - 2 * cards if rank > THREE else 40
        if not whole:
            cost += 12
        if rank == ACE and held > 6:
            cost += 8
        if cost < least:
            best, least = choice, cost
    return best


def choose(view: View) -> str:
    hand = 0
    for name in view.hand:
        hand |= 1 << STANDARD.card(name)
    choices = [choice_of(move) for move in view.moves]
    return phrase(thumb(hand, choices))
