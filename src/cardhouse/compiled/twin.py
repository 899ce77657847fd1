"""A table's compiled twin: a numpy record with the same cells in the same bytes, both ways."""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from cardhouse.cards.ledger import Ledger

T = TypeVar("T", bound=Ledger)
Tables = NDArray[np.void]


def dtype_of(table: Ledger | type[Ledger]) -> np.dtype[np.void]:
    """The type of the record, for a table or its class: widest cells first, as `to_bytes` packs them."""
    names, formats, offsets, offset = [], [], [], 0
    for name, field in table.FIELDS.items():
        names.append(name)
        formats.append((f"<i{field.bits // 8}", field.shape))
        offsets.append(offset)
        offset += field.count * field.bits // 8
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": table.BYTES})


def packed(*tables: Ledger) -> Tables:
    """An array of records, the twins of these tables."""
    return np.frombuffer(bytearray(b"".join(table.to_bytes() for table in tables)), dtype_of(tables[0]))


def joined(tables: Sequence[Tables]) -> Tables:
    """One array of all these records. Numpy alone would leave out the padding: another type, to be compiled again."""
    return np.concatenate(tables, dtype=tables[0].dtype)


def unpacked(tables: Tables, kind: type[T]) -> T:
    """The plain table of which the first record is the twin."""
    return kind.from_bytes(tables[:1].tobytes())
