"""The facts of the game: what happens besides moving cards, and why moves are refused.

Every kind of fact has typed parts, and a sentence in en.json under its name in small letters. cardhouse.games.facts has
the facts that games share.
"""

from cardhouse.cards.facts import Fact, Seat, fact


@fact
class TookTrick(Fact):
    seat: Seat
