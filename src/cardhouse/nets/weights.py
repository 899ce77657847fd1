"""The file of a trained net: safetensors, with 16-bit floats and a header that says what the net is for.

The format is eight bytes with the length of a JSON text, that text, and the numbers:
https://huggingface.co/docs/safetensors. A file is checked as untrusted input: nothing in it is executed, and what does
not fit the game as it is now is refused with a sentence.
"""

import json
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardhouse.cards.errors import BadSetup, shown
from cardhouse.games import game as game_named
from cardhouse.games.actions import actions_of
from cardhouse.games.definition import AnyGame
from cardhouse.games.version import law_version
from cardhouse.interrupts import deferred
from cardhouse.nets.encoding import Encoding
from cardhouse.nets.header import (
    ALIGNED,
    KEY,
    LENGTH_BYTES,
    MALFORMED,
    MOST_BYTES,
    Header,
    bytes_of,
    listed,
    not_a_net,
    split,
)

Floats = NDArray[np.float32]
Layer = tuple[Floats, Floats]  # weights [outputs, inputs], and biases
Layers = list[Layer]

HALF = "F16"


@dataclass(frozen=True)
class Net:
    """A trained net: a perceptron with a number for each action as output."""

    header: Header
    layers: Layers = field(repr=False)

    def scores(self, features: NDArray[Any]) -> Floats:
        """Return how much the net likes each action, given a row of features.

        Most features are 0, so the first layer adds up the weights of the others. Neither this nor `einsum` uses the
        threads of numpy's BLAS, which cost more than such a small net takes.
        """
        (weight, bias), *others = self.layers
        numbers: Floats = weight.T[features == 1].sum(axis=0) + bias
        for weight, bias in others:
            numbers = np.einsum("ij,j->i", weight, np.maximum(numbers, 0)) + bias
        return numbers


def write(file: Path, net: Net) -> None:
    write_whole(file, packed(net))


def write_whole(file: Path, data: bytes) -> None:
    """Write a file in one piece: an interrupted writer leaves the old one."""
    part = file.with_name(f"{file.name}.part")
    with deferred():
        part.write_bytes(data)
        part.replace(file)


def packed(net: Net) -> bytes:
    """Return the bytes of the file of a net."""
    entries: dict[str, Any] = {"__metadata__": {KEY: json.dumps(asdict(net.header))}}
    numbers, at = [], 0
    for number, layer in enumerate(net.layers):
        for name, array in zip(("weight", "bias"), layer, strict=True):
            halves = array.astype("<f2")
            if not np.isfinite(halves).all():
                raise BadSetup("A weight of this net is too large for 16 bits.", rule="docs/train.md")
            entries[f"layer {number} {name}"] = {
                "dtype": HALF,
                "shape": list(array.shape),
                "data_offsets": [at, at + halves.nbytes],
            }
            numbers.append(halves.tobytes())
            at += halves.nbytes
    head = json.dumps(entries).encode()
    head += b" " * (-len(head) % ALIGNED)
    data = b"".join([len(head).to_bytes(LENGTH_BYTES, "little"), head, *numbers])
    if len(data) > MOST_BYTES:
        raise BadSetup(f"A net has at most {MOST_BYTES:,} bytes, and this one {len(data):,}.", rule="docs/train.md")
    return data


def read(file: Path, game: AnyGame | None = None) -> Net:
    """Return the net in a file, for the game of its header, or raise BadSetup."""
    data = bytes_of(file)
    try:
        net = unpacked(data)
    except MALFORMED as error:
        raise not_a_net(file, error) from None
    check(file.name, net, game or game_named(net.header.game))
    return net


def unpacked(data: bytes) -> Net:
    """Return the net in the bytes of a file; raise an error as `read` names it for any other bytes."""
    header, entries, data = split(data)
    spans = sorted(entry["data_offsets"] for entry in entries.values())
    if any(one[1] > other[0] for one, other in pairwise(spans)):  # else a small file could ask for gigabytes of memory
        raise ValueError("its numbers overlap")
    arrays = {name: array_of(data, **entry) for name, entry in entries.items()}
    count = len(arrays) // 2
    layers = [(arrays[f"layer {number} weight"], arrays[f"layer {number} bias"]) for number in range(count)]
    if not layers or len(arrays) != 2 * count or any(w.ndim != 2 or b.shape != w.shape[:1] for w, b in layers):
        raise ValueError("its layers do not fit together")
    if any(one.shape[0] != other.shape[1] for (one, _), (other, _) in pairwise(layers)):
        raise ValueError("its layers do not fit together")
    return Net(header, layers)


def array_of(data: bytes, *, dtype: str, shape: list[int], data_offsets: list[int]) -> Floats:
    first, last = data_offsets
    if dtype != HALF:
        raise ValueError(f"its numbers are {shown(dtype)}, not {HALF}")
    if not 0 <= first <= last <= len(data):
        raise ValueError("its numbers lie outside the file")
    array = np.frombuffer(data[first:last], "<f2").reshape([max(0, int(size)) for size in shape]).astype(np.float32)
    if not np.isfinite(array).all():
        raise ValueError("one of its numbers is not finite")
    return array


def check(name: str, net: Net, game: AnyGame) -> None:
    """Raise BadSetup unless a net was trained with the law, the encoding and the actions as they are now."""
    header, law = net.header, law_version(game).digest
    if not header.seats or any(count not in game.seats for count in header.seats):
        raise BadSetup(f"{name} is for {listed(header.seats)} seats; {game.title} has {game.players}.", rule="players")
    again = f"Train it again: cardhouse train {game.name}"
    if header.law != law:
        raise BadSetup(
            f"{name} was trained with another law of {game.title} (digest {shown(header.law)}, now {law!r}). {again}",
            rule="players",
        )
    encoding = Encoding(game, header.seats)
    inputs, outputs = net.layers[0][0].shape[1], net.layers[-1][0].shape[0]
    if header.encoding != encoding.digest or (inputs, outputs) != (len(encoding), actions_of(game).count):
        raise BadSetup(
            f"{name} was trained with another encoding of {game.title} (digest {shown(header.encoding)}, now "
            f"{encoding.digest!r}). {again}",
            rule="players",
        )
