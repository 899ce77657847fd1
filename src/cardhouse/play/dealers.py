"""Dealers, who draw the cards and, at the start of a match, the seating.

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

BLOCK = ">8I"  # one SHA-256 hash as 32-bit numbers
LESSON = b"cardhouse lesson"  # how the deal secret of a lesson begins, so that everybody can tell it from a random one
LONGEST_ENTROPY, MOST_SEATS = 100, 16  # characters of a seat's entropy, and seats that may add some


class Dealer(Protocol):
    def commit(self) -> str:
        """Prepare a deal; return the commitment to it, or "" if this dealer makes none."""
        ...

    def draw(self, things: Sequence[int], wanted: int) -> list[int]:
        """Draw `wanted` of these things, one by one."""
        ...

    def reveal(self) -> str:
        """End a deal; return what the commitment was made to, or "" if there was none."""
        ...


def draw_checked(dealer: Dealer, things: list[int], wanted: int) -> list[int]:
    """Draw from an untrusted dealer, and validate the result."""
    if wanted > len(things):
        raise BadDeal(f"{wanted} of {len(things)} things cannot be drawn.", rule="dealing")
    found = dealer.draw(things, wanted)
    good = isinstance(found, list) and len(found) == wanted and set(map(type, found)) == {int}
    if not good or len(set(found)) != wanted or not set(found).issubset(things):
        raise BadDeal(f"The dealer was to draw {wanted} of {len(things)} things, not {shown(found)}.", rule="dealing")
    return found


class PlainDealer:
    """A dealer without commitments."""

    def commit(self) -> str:
        return ""

    def reveal(self) -> str:
        return ""


class SeededDealer(PlainDealer):
    """A reproducible dealer: the same seed and match number give the same cards, here and in `cardhouse.compiled`."""

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
    """A dealer that deals from a script: first the seating, then the cards."""

    def __init__(self, draws: Iterable[Sequence[int]]) -> None:
        self._draws = iter(draws)

    def draw(self, things: Sequence[int], wanted: int) -> list[int]:
        try:
            return list(next(self._draws))
        except StopIteration:
            raise BadDeal(f"The script ends before {wanted} of {len(things)} are drawn.", rule="dealing") from None


class FairDealer:
    """A dealer whose deals nobody can foresee, nobody can change once committed, and everybody can verify.

    Each deal has its own secret, 256 bits from the system's random source. Its hash is published before the deal, the
    secret after it. Every seat may add entropy to the next deal, once it has seen the commitment. In a *chain* each
    secret follows from the one before, so that whoever knows the first can repeat the match.
    """

    def __init__(self, secret: bytes | None = None, *, chain: bool = False) -> None:
        self._next, self._chain = secret, chain
        self.secret = b""
        self._renew()

    def _renew(self) -> None:
        fresh = following(self.secret) if self._chain and self.secret else token_bytes(32)
        self.secret, self._next = self._next or fresh, None  # known to the dealer alone until it is revealed
        self._entropy: dict[int, str] = {}
        self._committed = False
        self._stream: FairStream | None = None

    @property
    def commitment(self) -> str:
        """The commitment to the current deal, or to the next one between deals."""
        return commitment_to(self.secret)

    def fork(self, secret: bytes | None = None) -> "FairDealer":
        """Return a copy of the dealer; `secret` sets the secret of its next deal, for a replay."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._next = secret
        return other

    def add(self, seat: int, line: str) -> None:
        """Add a seat's entropy to the next deal; it replaces an earlier line of this seat."""
        if type(seat) is not int or not 0 <= seat < MOST_SEATS:
            raise BadDeal(f"There is no seat {shown(seat)}.", rule="dealing")
        if self._stream is not None:
            raise BadDeal(f"The entropy of seat {seat} comes too late: the deal has begun.", rule="dealing")
        if not isinstance(line, str) or not 0 < len(line) <= LONGEST_ENTROPY or not line.isprintable():
            raise BadDeal(f"Entropy is a line of 1 to {LONGEST_ENTROPY} characters, not {shown(line)}.", rule="dealing")
        self._entropy = {**self._entropy, seat: line}  # a fork may share the other one

    @property
    def entropy(self) -> tuple[str, ...] | None:
        """The entropy that seats have added to the next deal, as it will be revealed; None once the deal has begun."""
        return None if self._stream is not None else tuple(self._contributions())

    def withdraw(self) -> None:
        """Withdraw an unused commitment and its entropy, when no other deal follows."""
        if self._committed and self._stream is None:
            self._renew()

    def reseat(self, seats: Mapping[int, int]) -> None:
        """Renumber the seats of the entropy; drop that of all other seats."""
        self._entropy = {seats[seat]: line for seat, line in self._entropy.items() if seat in seats}

    def commit(self) -> str:
        if self._committed:
            raise BadDeal("A fair dealer serves one match: the deal it has committed to is not over.", rule="dealing")
        self._committed = True
        return self.commitment

    def begin(self) -> None:
        """Begin the deal: nobody can add entropy to it any more."""
        if not self._committed:
            raise BadDeal("A fair dealer commits to a deal before it draws anything.", rule="dealing")
        if self._stream is None:
            self._stream = FairStream(self.secret, self._contributions())

    def draw(self, things: Sequence[int], wanted: int) -> list[int]:
        if self._stream is None:
            self.begin()
        else:
            self._stream = self._stream.fork()  # a fork of the dealer may share it
        assert self._stream is not None
        return self._stream.draw(things, wanted)

    def reveal(self) -> str:
        """Return the secret in hexadecimal, then a line for each seat that has added entropy, in order."""
        if self._stream is None:
            raise BadDeal("Nothing has been dealt yet: there is nothing to reveal.", rule="dealing")
        revealed = "\n".join([self.secret.hex(), *self._contributions()])
        self._renew()
        return revealed

    def _contributions(self) -> list[str]:
        return [f"{seat} {line}" for seat, line in sorted(self._entropy.items())]


class FairStream:
    """A random stream: SHA-256 over a counter, keyed by the dealer's secret and the players' entropy."""

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
        """Return a number from 0 to bound - 1, by rejection sampling, so that all are equally likely."""
        limit = (1 << 32) - (1 << 32) % bound
        while True:
            if not self._numbers:
                digest = sha256(self._key + self._counter.to_bytes(8, "big")).digest()
                self._numbers = list(reversed(unpack(BLOCK, digest)))
                self._counter += 1
            number = self._numbers.pop()
            if number < limit:
                return number % bound


def following(secret: bytes) -> bytes:
    """Return the secret of the next deal in a chain."""
    return sha256(b"cardhouse next " + secret).digest()


def lesson_secret(seed: int) -> bytes:
    """Return the deal secret of a lesson: its cards are chosen, and everybody may know them."""
    return LESSON + seed.to_bytes(16, "big")


def is_lesson(secret: bytes) -> bool:
    """Return whether a deal secret is that of a lesson: a random one is with probability 2**-128."""
    return secret.startswith(LESSON)


def commitment_to(secret: bytes) -> str:
    return sha256(b"cardhouse deal " + secret).hexdigest()
