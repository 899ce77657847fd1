"""Dealers: those who draw, the cards and, at the start of a match, the seats.

`FairDealer` for live tables, `SeededDealer` for matches that can be repeated, `ScriptedDealer` for tests and replay.
`docs/fair-deals.md` says how to check a fair deal by hand.
"""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from secrets import token_bytes
from struct import unpack
from typing import Protocol

from cardhouse.cards import chance
from cardhouse.cards.errors import BadDeal, shown

BLOCK = ">8I"  # the 32-bit numbers of one SHA-256
LONGEST_ENTROPY, MOST_SEATS = 100, 16  # characters that a seat may add, and how many may


class Dealer(Protocol):
    def commit(self) -> str:
        """A deal is to come: the commitment to what will be dealt, or nothing."""
        ...

    def draw(self, things: Sequence[int], wanted: int) -> list[int]:
        """Draw this number of things, one by one."""
        ...

    def reveal(self) -> str:
        """The deal is over: what the commitment was to, or nothing."""
        ...


def draw_checked(dealer: Dealer, things: list[int], wanted: int) -> list[int]:
    """Return what a dealer draws, checked: somebody else may have written the dealer."""
    if wanted > len(things):
        raise BadDeal(f"{wanted} of {len(things)} things cannot be drawn.", rule="dealing")
    found = dealer.draw(things, wanted)
    good = isinstance(found, list) and len(found) == wanted and set(map(type, found)) == {int}
    if not good or len(set(found)) != wanted or not set(found).issubset(things):
        raise BadDeal(f"The dealer was to draw {wanted} of {len(things)} things, not {shown(found)}.", rule="dealing")
    return found


class PlainDealer:
    """A dealer that promises nothing."""

    def commit(self) -> str:
        return ""

    def reveal(self) -> str:
        return ""


class SeededDealer(PlainDealer):
    """The same cards for the same seed and match number, here as in the compiled matches of `cardhouse.compiled`."""

    def __init__(self, seed: int, *, match: int = 0) -> None:
        for number in (seed, match):
            if type(number) is not int or not 0 <= number < 1 << 63:
                raise BadDeal(f"A seed is a number from 0 to 2**63 - 1, not {shown(number)}.", rule="dealing")
        self._chance = [0] * chance.CELLS
        chance.start(self._chance, seed, match, chance.DEALER)

    def draw(self, things: Sequence[int], wanted: int) -> list[int]:
        row = list(things)
        chance.draw(self._chance, row, len(row), wanted)
        return row[:wanted]


class ScriptedDealer(PlainDealer):
    """Deals as it was written down; first come the seats."""

    def __init__(self, draws: Iterable[Sequence[int]]) -> None:
        self._draws = iter(draws)

    def draw(self, things: Sequence[int], wanted: int) -> list[int]:
        try:
            return list(next(self._draws))
        except StopIteration:
            raise BadDeal(f"The script ends before {wanted} of {len(things)} are drawn.", rule="dealing") from None


class FairDealer:
    """Nobody can foresee the deal, nobody can change it once committed, and everybody can check it afterwards.

    Each deal has a secret of its own, 256 bits from the system's source. Its hash is shown before the deal, the secret
    after it. Every seat may add entropy to the coming deal, once it has seen the commitment.
    """

    def __init__(self, secret: bytes | None = None) -> None:
        self._next = secret
        self._renew()

    def _renew(self) -> None:
        self.secret, self._next = self._next or token_bytes(32), None  # for the dealer alone, until it is revealed
        self._entropy: dict[int, str] = {}
        self._committed = False
        self._stream: FairStream | None = None

    @property
    def commitment(self) -> str:
        """To the deal under way, or to the coming one."""
        return commitment_to(self.secret)

    def fork(self, secret: bytes | None = None) -> "FairDealer":
        """The same dealer from here on; its next deal's secret may be known, in a log that is played again."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._next, other._entropy = secret, dict(self._entropy)
        if self._stream is not None:
            other._stream = self._stream.fork()
        return other

    def add(self, seat: int, line: str) -> None:
        """A seat's own contribution to the chance of the coming deal; the last one counts."""
        if type(seat) is not int or not 0 <= seat < MOST_SEATS:
            raise BadDeal(f"There is no seat {shown(seat)}.", rule="dealing")
        if self._stream is not None:
            raise BadDeal(f"The entropy of seat {seat} comes too late: the deal has begun.", rule="dealing")
        if not isinstance(line, str) or not 0 < len(line) <= LONGEST_ENTROPY or not line.isprintable():
            raise BadDeal(f"Entropy is a line of 1 to {LONGEST_ENTROPY} characters, not {shown(line)}.", rule="dealing")
        self._entropy[seat] = line

    @property
    def entropy(self) -> tuple[str, ...] | None:
        """The lines that seats have added to the coming deal, as they will be revealed; None once it has begun."""
        return None if self._stream is not None else tuple(self._contributions())

    def withdraw(self) -> None:
        """Take back a commitment from which nothing was dealt, with its entropy: no deal will come."""
        if self._committed and self._stream is None:
            self._renew()

    def reseat(self, seats: Mapping[int, int]) -> None:
        """Move the entropy with its seats, each to its new number; that of other seats is dropped."""
        self._entropy = {seats[seat]: line for seat, line in self._entropy.items() if seat in seats}

    def commit(self) -> str:
        if self._committed:
            raise BadDeal("A fair dealer serves one match: the deal it has committed to is not over.", rule="dealing")
        self._committed = True
        return self.commitment

    def draw(self, things: Sequence[int], wanted: int) -> list[int]:
        if not self._committed:
            raise BadDeal("A fair dealer commits to a deal before it draws anything.", rule="dealing")
        if self._stream is None:
            self._stream = FairStream(self.secret, self._contributions())
        return self._stream.draw(things, wanted)

    def reveal(self) -> str:
        """The secret in hexadecimal, then a line for each seat that has added entropy, in order."""
        if self._stream is None:
            raise BadDeal("Nothing has been dealt yet: there is nothing to reveal.", rule="dealing")
        told = "\n".join([self.secret.hex(), *self._contributions()])
        self._renew()
        return told

    def _contributions(self) -> list[str]:
        return [f"{seat} {line}" for seat, line in sorted(self._entropy.items())]


class FairStream:
    """Numbers from SHA-256 over a counter, keyed by the dealer's secret and the players' lines."""

    def __init__(self, secret: bytes, lines: Iterable[str]) -> None:
        self._key = sha256(secret + b"".join(sha256(line.encode()).digest() for line in lines)).digest()
        self._counter = 0
        self._numbers: list[int] = []

    def fork(self) -> "FairStream":
        other = object.__new__(FairStream)
        other.__dict__.update(self.__dict__)
        other._numbers = self._numbers[:]
        return other

    def draw(self, things: Sequence[int], wanted: int) -> list[int]:
        row = list(things)
        for i in range(wanted):
            other = i + self.below(len(row) - i)
            row[i], row[other] = row[other], row[i]
        return row[:wanted]

    def below(self, bound: int) -> int:
        """By rejection, so that no number is likelier than another."""
        limit = (1 << 32) - (1 << 32) % bound
        while True:
            if not self._numbers:
                digest = sha256(self._key + self._counter.to_bytes(8, "big")).digest()
                self._numbers = list(reversed(unpack(BLOCK, digest)))
                self._counter += 1
            number = self._numbers.pop()
            if number < limit:
                return number % bound


def commitment_to(secret: bytes) -> str:
    return sha256(b"cardhouse deal " + secret).hexdigest()
