"""Deal the cards that not everybody knows in a state again, so that an endgame is a game of hidden cards.

Each card in turn is given a spot by chance. All deals that fit what everybody knows are equally likely.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from cardhouse.cards.errors import BadSetup
from cardhouse.cards.ledger import LIMB, SEAT, WATCHER, Ledger, hidden_cards
from cardhouse.games.definition import AnyGame

MOST_COUNTED = 100_000  # states of the count of all deals


class HidingSpot(NamedTuple):
    """Where a hidden card can lie: a zone, and the seats that know the card there."""

    zone: int
    known_to: tuple[int, ...]


class Redeal:
    """The hidden cards of a state, the spots for them, and the number of ways to deal them."""

    def __init__(self, game: AnyGame, t: Ledger) -> None:
        self._game, self._t = game, t
        self.cards = hidden_cards(t, WATCHER)
        rooms = Counter(spot_of_card(t, card) for card in self.cards)
        self.spots, self.rooms = tuple(rooms), tuple(rooms.values())
        may_lie = game.secrecy.may_lie
        takes = [tuple(bool(may_lie(t, spot.zone, card)) for card in self.cards) for spot in self.spots]
        self._kinds = list(dict.fromkeys(takes))  # which cards a spot takes; counted together
        self._kind_of = [self._kinds.index(kind) for kind in takes]
        self._counted: dict[tuple[int, ...], int] = {}

    def outcomes(self, chosen: Sequence[int]) -> list[tuple[int, float]]:
        """Return the spots that the next card can get, with probabilities, after the spots of those before it."""
        rooms = [room - chosen.count(i) for i, room in enumerate(self.rooms)]
        in_kinds = [0] * len(self._kinds)
        for kind, room in zip(self._kind_of, rooms, strict=True):
            in_kinds[kind] += room
        ways = [room * self._ways_with(len(chosen), in_kinds, self._kind_of[i]) for i, room in enumerate(rooms)]
        return [(i, count / sum(ways)) for i, count in enumerate(ways) if count]

    def text(self, chosen: Sequence[int], outcome: int) -> str:
        """Say where the next card is laid."""
        card = self._game.deck.by_number[self.cards[len(chosen)]]
        spot = self.spots[outcome]
        known = "".join(f" known to {seat}" for seat in spot.known_to)
        return f"{card} to {self._game.zone_name(spot.zone)}{known}"

    def dealt(self, chosen: Sequence[int]) -> Ledger:
        """Return the state with all hidden cards in the spots chosen for them."""
        t = self._t.copy()
        for row in (t.at, t.seen):
            for index in range(len(row)):
                row[index] &= ~sum(1 << card % LIMB for card in self.cards if card // LIMB == index % t.limbs)
        for card, i in zip(self.cards, chosen, strict=True):
            zone, known_to = self.spots[i]
            limb, bit = card // LIMB, 1 << card % LIMB
            t.at[zone * t.limbs + limb] |= bit
            for seat in known_to:
                t.seen[(SEAT + seat) * t.limbs + limb] |= bit
        return t

    def _ways_with(self, number: int, in_kinds: Sequence[int], kind: int) -> int:
        """Return in how many ways the later cards can be laid if this one gets a certain spot of a kind."""
        if in_kinds[kind] == 0 or not self._kinds[kind][number]:
            return 0
        return self._ways(number + 1, tuple(room - (kind == other) for other, room in enumerate(in_kinds)))

    def _ways(self, number: int, in_kinds: tuple[int, ...]) -> int:
        """Return in how many ways the cards from this one on can be laid, with this room in spots of each kind."""
        if number == len(self.cards):
            return 1
        if in_kinds not in self._counted:  # the rooms say how many cards are left
            if len(self._counted) == MOST_COUNTED:
                count = len(self.cards)
                raise BadSetup(
                    f"{count} cards are hidden, and too much is proved about them to deal again.", rule="start"
                )
            ways = [room * self._ways_with(number, in_kinds, kind) for kind, room in enumerate(in_kinds)]
            self._counted[in_kinds] = sum(ways)
        return self._counted[in_kinds]


def spot_of_card(t: Ledger, card: int) -> HidingSpot:
    limb, bit = card // LIMB, 1 << card % LIMB
    known_to = [seat for seat in range(t.seats) if t.seen[(SEAT + seat) * t.limbs + limb] & bit]
    return HidingSpot(zone_of(t, card), tuple(known_to))


def zone_of(t: Ledger, card: int) -> int:
    """Return the zone that a card lies in."""
    limb, bit = card // LIMB, 1 << card % LIMB
    return next(zone for zone in range(len(t.at) // t.limbs) if t.at[zone * t.limbs + limb] & bit)
