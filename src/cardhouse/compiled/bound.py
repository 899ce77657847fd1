"""Bind a kernel to arrays that stay where they are: a call then passes one row of numbers instead of all the arrays.

Numba reads each argument of a call from a Python object, which takes about 0.13 µs for an array. For a step of one
table, with its 32 arrays, that is eight times as long as the step itself.

    kinds = kinds_of(memory, batch)
    unbound = compilable(unbinding(kinds), "unbound")   # in a kernel: memory, batch = unbound(row)
    row = bound(memory, batch)
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numba import from_dtype
from numpy.typing import NDArray

from cardhouse.compiled.intrinsics import array_of
from cardhouse.untyped import Function, Namespace

Part = NDArray[Any] | int
Group = Any  # an array, or a NamedTuple of arrays and whole numbers
Kind = tuple[np.dtype[Any], int] | None  # the type of an array's cells and its number of axes; None is a whole number
Kinds = tuple[tuple[type[Any] | None, tuple[Kind, ...]], ...]  # of groups: the class of the NamedTuple, and its parts


def kinds_of(*groups: Group) -> Kinds:
    """Return what a kernel must know of groups of arrays. It is the same for other arrays of the same types."""
    return tuple(
        (None if isinstance(group, np.ndarray) else type(group), tuple(kind_of(part) for part in parts_of(group)))
        for group in groups
    )


def kind_of(part: Part) -> Kind:
    return (part.dtype, part.ndim) if isinstance(part, np.ndarray) else None


def parts_of(group: Group) -> Iterable[Part]:
    return (group,) if isinstance(group, np.ndarray) else group


def bound(*groups: Group) -> NDArray[np.int64]:
    """Return a row with the addresses and shapes of arrays, and numbers. The caller must keep the arrays."""
    row: list[int] = []
    for group in groups:
        for part in parts_of(group):
            if isinstance(part, np.ndarray):
                assert part.flags.c_contiguous
                row += [part.ctypes.data, *part.shape]
            else:
                row.append(part)
    return np.array(row, np.int64)


def unbinding(kinds: Kinds) -> Function:
    """Return the function that makes groups of these kinds from a row, for compiled code alone."""
    names: Namespace = {"__name__": __name__}
    made, at = [], 0
    for group, kind in kinds:
        parts = []
        for one in kind:
            if one is None:
                parts.append(f"row[{at}]")
                at += 1
                continue
            cells, axes = one
            array = array_of(from_dtype(cells), axes)
            names[array.__name__] = array
            shape = "".join(f"row[{at + 1 + axis}], " for axis in range(axes))
            parts.append(f"{array.__name__}(row[{at}], ({shape}))")
            at += 1 + axes
        if group is not None:
            names[group.__name__] = group
        made.append(parts[0] if group is None else f"{group.__name__}({', '.join(parts)})")
    exec(f"def unbound(row):\n    return {', '.join(made)}", names)
    unbound: Function = names["unbound"]
    return unbound
