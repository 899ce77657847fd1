"""What happens in the game beside the movement of cards, and why moves are refused: kinds of facts with typed parts.

Every kind has a sentence in en.json, under its name in small letters. cardhouse.games.facts has those that games share.
"""

from cardhouse.cards.facts import Fact, Seat, fact


@fact
class TookTrick(Fact):
    seat: Seat
