"""A fair deal by hand, as docs/fair-deals.md tells it, and by nothing else: what a stranger's checker would do."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256


def numbers(reveal: str) -> Iterator[int]:
    """The stream of what was revealed."""
    seed, *lines = reveal.split("\n")
    key = sha256(bytes.fromhex(seed) + b"".join(sha256(line.encode()).digest() for line in lines)).digest()
    block = 0
    while True:
        digest = sha256(key + block.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4))
        block += 1


def drawn(stream: Iterator[int], of: Sequence[int], wanted: int) -> list[int]:
    row = list(of)
    for i in range(wanted):
        below = len(row) - i
        other = i + next(x for x in stream if x < 2**32 // below * below) % below
        row[i], row[other] = row[other], row[i]
    return row[:wanted]


def is_fair(commitment: str, reveal: str, draws: Iterable[tuple[list[int], list[int]]]) -> bool:
    """Whether the seed is the one that was committed to, and all draws of the deal follow from it."""
    seed, stream = bytes.fromhex(reveal.split("\n")[0]), numbers(reveal)
    dealt = all(of == sorted(of) and drawn(stream, of, len(drew)) == drew for of, drew in draws)
    return dealt and sha256(b"cardhouse deal " + seed).hexdigest() == commitment
