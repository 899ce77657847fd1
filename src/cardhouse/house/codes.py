"""Codes that move a seat to another device. Each works once, for a few minutes.

They are kept in memory, as hashes: after a restart, or at another house, a player asks for a new one. They are sent in
bodies alone, and a link has its code behind the `#`, which browsers do not send; so no log has them. Only their hashes
are known here, because the house of a client makes and reads codes, which may not be the one that has the table.

A device that sends a key with a code needs neither if the answer is lost: its key is the token of the seat by then.
"""

from hmac import compare_digest
from typing import NamedTuple

from cardhouse.house.clock import Clock
from cardhouse.wire import Denial

LIFE = 300.0  # seconds
EXPIRED = "This code does not work, or no longer: it works once, for {} minutes. Ask for a new one at the other device."


class Issued(NamedTuple):
    code: str  # its SHA-256
    until: float


class Codes:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._issued: dict[int, Issued] = {}  # the last one by player

    def issue(self, player: int, code: str) -> None:
        """Let a code, given by its hash, move a player's seat; the one before does not work any more."""
        self._issued[player] = Issued(code, self._clock.time() + LIFE)

    def redeem(self, code: str) -> tuple[int, Issued]:
        """Use up a code, given by its hash; return whose seat it moves. Raise Denial if it does not work."""
        for player, issued in [*self._issued.items()]:
            if issued.until <= self._clock.time():
                del self._issued[player]
            elif compare_digest(issued.code, code):
                return player, self._issued.pop(player)
        raise Denial("expired", EXPIRED.format(f"{LIFE / 60:.0f}"))

    def revoke(self, player: int) -> None:
        """Forget a player's code: the device that asked for it does not have the seat any more."""
        self._issued.pop(player, None)

    def give_back(self, player: int, issued: Issued) -> None:
        """Let a code work again, because the seat could not be moved."""
        self._issued.setdefault(player, issued)
