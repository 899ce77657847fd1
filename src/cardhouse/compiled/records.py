"""Convert between states and numpy records, their compiled form, with the same cells in the same bytes."""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from cardhouse.cards.ledger import Ledger

T = TypeVar("T", bound=Ledger)
States = NDArray[np.void]


def dtype_of(state: Ledger | type[Ledger]) -> np.dtype[np.void]:
    """Return the record type of a state or its class: the widest cells first, as `to_bytes` packs them."""
    names, formats, offsets = [], [], []
    offset = 0
    for name, field in state.FIELDS.items():
        names.append(name)
        formats.append((f"<i{field.bits // 8}", field.shape))
        offsets.append(offset)
        offset += field.count * field.bits // 8
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": state.BYTES})


def pack(*states: Ledger) -> States:
    """Convert states to an array of records."""
    return np.frombuffer(bytearray(b"".join(state.to_bytes() for state in states)), dtype_of(states[0]))


def join(states: Sequence[States]) -> States:
    """Concatenate arrays of records. Numpy alone would drop the padding, and the new type would compile again."""
    return np.concatenate(states, dtype=states[0].dtype)


def unpack(states: States, kind: type[T]) -> T:
    """Convert the first record to a plain state."""
    return kind.from_bytes(states[:1].tobytes())
