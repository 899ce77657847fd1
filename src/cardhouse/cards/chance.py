"""A pseudo-random number generator: reproducible streams for every pair of a seed and a match number.

`chance` is a row of three cells: two keys, made from seed, match number and stream, and a counter. All arithmetic is in
32 bits with products below 2**63, because compiled integers are signed and an overflow would be undefined.
It is for simulation only; live tables use a `FairDealer`.
"""

from cardhouse.cards.law import Row, law

CELLS = 3
DEALER, PLAYERS = 0, 1
LOW = 0xFFFFFFFF
GOLDEN = 0x9E3779B9


@law
def mixed(x: int) -> int:
    """Mix the bits of a 32-bit number: a permutation in which every bit of x affects every bit of the result."""
    x = ((x ^ (x >> 16)) * 0x21F0AAAD) & LOW
    x = ((x ^ (x >> 15)) * 0x735A2D97) & LOW
    return x ^ (x >> 15)


@law
def start(chance: Row, seed: int, match: int, stream: int) -> None:
    """Go to the beginning of a stream of this match: DEALER's or PLAYERS'."""
    for i in range(2):
        key = mixed(GOLDEN + 2 * stream + i)
        key = mixed(key ^ (seed & LOW))
        key = mixed(key ^ (seed >> 32 & LOW))
        key = mixed(key ^ (match & LOW))
        chance[i] = mixed(key ^ (match >> 32 & LOW))
    chance[2] = 0


@law
def below(chance: Row, bound: int) -> int:
    """Return the next number of the stream, from 0 to bound - 1."""
    chance[2] += 1
    x = mixed((chance[0] + chance[2] * GOLDEN) & LOW)
    return (mixed(x ^ chance[1]) * bound) >> 32


@law
def draw(chance: Row, order: Row, count: int, wanted: int) -> None:
    """Shuffle `wanted` of the first `count` entries of a row to its beginning (a partial Fisher-Yates shuffle)."""
    for i in range(wanted):
        other = i + below(chance, count - i)
        order[i], order[other] = order[other], order[i]
