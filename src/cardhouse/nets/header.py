"""The header of the file of a trained net: what the net is for. It can be read without numpy.

The format is safetensors: eight bytes with the length of a JSON text, that text, and the numbers. A file is checked as
untrusted input.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardhouse.cards.errors import BadSetup

MOST_BYTES = 400_000
LENGTH_BYTES, ALIGNED = 8, 8
KEY = "cardhouse"  # of our part of the header
# What a file that is not a net may raise.
MALFORMED = (ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError, RecursionError)


class Misfit(BadSetup):
    """A net cannot play at a table."""


@dataclass(frozen=True, kw_only=True)
class Header:
    """What a net is for, and how it was trained."""

    game: str
    seats: tuple[int, ...]
    options: dict[str, tuple[str | int, ...]]  # the values of each option that it was trained with
    law: str  # the digest of the law ...
    encoding: str  # ... and that of the encoding
    seed: int
    steps: int
    seconds: float  # of training
    version: str  # of Cardhouse
    commit: str = ""  # of the repository, for a net that is shipped

    def misfit(self, game: str, seats: int, options: dict[str, str | int]) -> str:
        """Return why the net cannot play at a table, as a sentence, or ""."""
        if game != self.game:
            return f"This net plays {self.game}, not {game}."
        if seats not in self.seats:
            return f"This net plays {self.game} with {listed(self.seats)} seats, not {seats}."
        for name, value in options.items():
            if not is_among(value, self.options.get(name, ())):
                known = spanned(self.options.get(name, ()))
                return f"This net was trained with {name}={known}, not {name}={value}."
        return ""


def is_among(value: str | int, known: tuple[str | int, ...]) -> bool:
    """Return whether a value is one of these, or a number between two of them."""
    numbers = [one for one in known if isinstance(one, int)]
    return value in known or (isinstance(value, int) and bool(numbers) and min(numbers) <= value <= max(numbers))


def spanned(values: tuple[str | int, ...]) -> str:
    """Return the values that a net plays with, for people."""
    if len(values) > 1 and all(isinstance(one, int) for one in values):
        return f"{min(values)} to {max(values)}"
    return listed(values)


def listed(values: tuple[str | int, ...]) -> str:
    return " or ".join(map(str, values)) or "no value"


def read_header(file: Path) -> Header:
    """Return the header of the file of a net, or raise BadSetup."""
    data = bytes_of(file)
    try:
        return split(data)[0]
    except MALFORMED as error:
        raise not_a_net(file, error) from None


def bytes_of(file: Path) -> bytes:
    """Return the bytes of a file that may be a net, or raise BadSetup."""
    if not file.is_file():
        raise BadSetup(f"There is no file {str(file)!r}.", rule="players")
    if file.stat().st_size > MOST_BYTES:
        raise BadSetup(f"{file.name} is larger than {MOST_BYTES:,} bytes, the most that a net has.", rule="players")
    return file.read_bytes()


def not_a_net(file: Path, error: Exception) -> BadSetup:
    return BadSetup(f"{file.name} is not a net of Cardhouse: {error}.", rule="players")


def split(data: bytes) -> tuple[Header, dict[str, Any], bytes]:
    """Return the header, what describes the arrays, and their bytes; raise one of MALFORMED for any other bytes."""
    start = LENGTH_BYTES + int.from_bytes(data[:LENGTH_BYTES], "little")
    if not LENGTH_BYTES < start <= len(data):
        raise ValueError("its header has no end")
    entries = json.loads(data[LENGTH_BYTES:start])
    return header_of(json.loads(entries.pop("__metadata__")[KEY])), entries, data[start:]


def header_of(given: dict[str, Any]) -> Header:
    return Header(
        game=str(given["game"]),
        seats=tuple(int(count) for count in given["seats"]),
        options={str(name): tuple(values) for name, values in given["options"].items()},
        law=str(given["law"]),
        encoding=str(given["encoding"]),
        seed=int(given["seed"]),
        steps=int(given["steps"]),
        seconds=float(given["seconds"]),
        version=str(given["version"]),
        commit=str(given.get("commit", "")),
    )
