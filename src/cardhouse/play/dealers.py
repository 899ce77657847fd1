"""Dealers: those who put things in order, the cards and, at the start of a match, the seats.

`FairDealer` for live tables, `SeededDealer` for games that can be repeated, `ScriptedDealer` for tests and replay.
`docs/fair-deals.md` says how to check a fair deal by hand.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from secrets import token_bytes
from typing import Protocol

from cardhouse.cards import chance
from cardhouse.cards.errors import BadDeal

BLOCK = 8  # 32-bit numbers in one SHA-256


class Dealer(Protocol):
    def commit(self) -> str:
        """A deal begins: the commitment to what will be dealt, or nothing."""
        ...

    def order(self, things: Sequence[int]) -> list[int]:
        """The same things in another order."""
        ...

    def reveal(self) -> str:
        """The deal is over: what the commitment was to, or nothing."""
        ...


class PlainDealer:
    """A dealer that promises nothing."""

    def commit(self) -> str:
        return ""

    def reveal(self) -> str:
        return ""


class SeededDealer(PlainDealer):
    """The same orders for the same seed and game, here as in the compiled games of `cardhouse.press`."""

    def __init__(self, seed: int, *, game: int = 0) -> None:
        self._chance = [0] * chance.CELLS
        chance.start(self._chance, seed, game, chance.DEALER)

    def order(self, things: Sequence[int]) -> list[int]:
        row = list(things)
        chance.shuffle(self._chance, row, len(row))
        return row


class ScriptedDealer(PlainDealer):
    """Orders written down before; the first is that of the seats."""

    def __init__(self, orders: Iterable[Sequence[int]]) -> None:
        self._orders = iter(orders)

    def order(self, things: Sequence[int]) -> list[int]:
        try:
            return list(next(self._orders))
        except StopIteration:
            raise BadDeal(f"The script has no order for {len(things)} things any more.", rule="dealing") from None


class FairDealer:
    """Nobody can foresee the deal, nobody can change it once committed, and everybody can check it afterwards.

    Each deal has a seed of its own, 256 bits from the system's source. Its hash is shown before the deal, the seed
    after it. Players may add words of their own to the coming deal, once they have seen the commitment.
    """

    def __init__(self) -> None:
        self._renew()

    def _renew(self) -> None:
        self._seed = token_bytes(32)
        self._words: list[str] = []
        self._stream: FairStream | None = None

    @property
    def commitment(self) -> str:
        """The commitment to the deal under way, or to the coming one."""
        return commitment_to(self._seed)

    def add(self, words: str) -> None:
        """A player's contribution to the chance of the coming deal."""
        if self._stream is not None:
            raise BadDeal(f"{words!r} comes too late: the deal has begun.", rule="dealing")
        self._words.append(words)

    def commit(self) -> str:
        self._stream = FairStream(self._seed, self._words)
        return self.commitment

    def order(self, things: Sequence[int]) -> list[int]:
        if self._stream is None:
            raise BadDeal("A fair dealer commits to a deal before it orders anything.", rule="dealing")
        return self._stream.order(things)

    def reveal(self) -> str:
        """The seed in hexadecimal, then the players' words, one to a line."""
        if self._stream is None:
            raise BadDeal("Nothing has been dealt yet: there is nothing to reveal.", rule="dealing")
        told = "\n".join([self._seed.hex(), *self._words])
        self._renew()
        return told


class FairStream:
    """Numbers from SHA-256 over a counter, keyed by the dealer's seed and the players' words."""

    def __init__(self, seed: bytes, words: Iterable[str]) -> None:
        self._key = sha256(seed + b"".join(sha256(text.encode()).digest() for text in words)).digest()
        self._counter = 0
        self._numbers: list[int] = []

    def order(self, things: Sequence[int]) -> list[int]:
        row = list(things)
        for last in range(len(row) - 1, 0, -1):
            other = self.below(last + 1)
            row[last], row[other] = row[other], row[last]
        return row

    def below(self, bound: int) -> int:
        """By rejection, so that no number is likelier than another."""
        limit = (1 << 32) - (1 << 32) % bound
        while True:
            if not self._numbers:
                digest = sha256(self._key + self._counter.to_bytes(8, "big")).digest()
                self._numbers = [int.from_bytes(digest[4 * i : 4 * i + 4], "big") for i in range(BLOCK)][::-1]
                self._counter += 1
            number = self._numbers.pop()
            if number < limit:
                return number % bound


def commitment_to(seed: bytes) -> str:
    return sha256(b"cardhouse deal " + seed).hexdigest()
