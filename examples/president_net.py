"""President with four players: a small net, trained by examples/train_president.py. Needs the extra `compiled`.

Its weights are in the file of the same name that ends in `.npz`.
"""

from functools import cache
from pathlib import Path

import numpy as np

from cardhouse import game
from cardhouse.rl import layout_of, observe

SEATS, RANKS, SUITS, MOST_CARDS = 4, 13, 4, 13
LAYOUT = layout_of(game("president"), SEATS)
WORDS = [part.name for part in LAYOUT.words]
COUNTS = [part.name for part in LAYOUT.counts]
CELLS = [part.name for part in LAYOUT.cells]
ZONES = [WORDS.index(name) for name in ("hand 0", "pile", "discards")]
HANDS = [COUNTS.index(f"hand {seat}") for seat in range(SEATS)]


def features(words, counts, cells):
    """Return what the net sees of each row of a batch, as zeros and ones."""
    rows = len(words)
    bits = np.unpackbits(np.ascontiguousarray(words[:, ZONES]).view(np.uint8), axis=1, bitorder="little")
    cards = bits.reshape(rows, len(ZONES), -1)[:, :, : RANKS * SUITS].reshape(rows, -1, SUITS)
    seen = [
        cards.sum(axis=2, dtype=np.int8)[:, :, None] > np.arange(SUITS),  # how many of each rank: suits do not matter
        counts[:, HANDS, None] > np.arange(MOST_CARDS),
        cells[:, CELLS.index("last"), None] == np.arange(SEATS),
        cells[:, CELLS.index("direction"), None] == 1,
    ]
    return np.concatenate([part.reshape(rows, -1) for part in seen], axis=1).astype(np.float32)


@cache
def weights():
    with np.load(Path(__file__).with_suffix(".npz")) as file:
        return [(file[f"weight {layer}"], file[f"bias {layer}"]) for layer in range(len(file) // 2)]


def choose(view):
    if (view.game, view.seats) != ("president", SEATS):
        raise ValueError(f"This net plays President with {SEATS} players, not {view.game} with {view.seats}.")
    seen = observe(view)
    numbers = features(seen.words[None], seen.counts[None], seen.cells[None])[0]
    *hidden, (weight, bias) = weights()
    for inner, inner_bias in hidden:
        numbers = np.maximum(inner @ numbers + inner_bias, 0)
    values = weight @ numbers + bias
    return view.moves[values[seen.moves].argmax()]  # `moves` has the actions of `view.moves`, in the same order
