"""What Numba does not know: population count and trailing zeros of card sets, unsigned indices, copies, addresses."""

from functools import cache
from hashlib import sha256
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numba.np.arrayobj import populate_array

from cardhouse.cards import law

Numba = Any  # types and values of Numba's compiler, which are untyped


@intrinsic  # type: ignore[untyped-decorator]
def _count(typing: Numba, cards: Numba) -> Numba:
    return types.int64(types.int64), lambda context, builder, signature, given: builder.ctpop(given[0])


@intrinsic  # type: ignore[untyped-decorator]
def _lowest(typing: Numba, cards: Numba) -> Numba:
    never_empty = ir.Constant(ir.IntType(1), 1)
    return types.int64(types.int64), lambda context, builder, signature, given: builder.cttz(given[0], never_empty)


@intrinsic  # type: ignore[untyped-decorator]
def _unsigned(typing: Numba, index: Numba) -> Numba:
    return types.uint64(types.int64), lambda context, builder, signature, given: given[0]


@intrinsic  # type: ignore[untyped-decorator]
def _copy(typing: Numba, source: Numba, first: Numba, into: Numba, at: Numba, count: Numba) -> Numba:
    """Copy cells along the first axis of arrays of the same type."""

    def copy(context: Numba, builder: Numba, signature: Numba, given: Numba) -> Numba:
        rows = [
            context.make_array(kind)(context, builder, array) for kind, array in ((source, given[0]), (into, given[2]))
        ]
        size = cgutils.unpack_tuple(builder, rows[1].strides)[0] if into.ndim > 1 else rows[1].itemsize
        begin, end = (
            cgutils.pointer_add(builder, row.data, builder.mul(index, size))
            for row, index in zip(rows, (given[1], given[3]), strict=True)
        )
        cgutils.raw_memcpy(builder, end, begin, given[4], size)
        return context.get_dummy_value()

    return types.void(source, types.int64, into, types.int64, types.int64), copy


def _copying(source: Numba, into: Numba) -> Numba:
    """Return the compiled form of `copy_cells`: cells of another width are converted, one by one."""
    if source.dtype == into.dtype and source.layout == into.layout == "C":
        return lambda source, first, into, at, count: _copy(source, first, into, at, count)

    def convert(source, first, into, at, count):  # type: ignore[no-untyped-def]  # Numba compares the signatures
        for i in range(count):
            into[law.place(at + i)] = source[law.place(first + i)]

    return convert


@cache
def array_of(cell: Numba, axes: int) -> Numba:
    """Return the function of an address and a shape that makes an array of such cells there."""
    kind = types.Array(cell, axes, "C")

    def array_at(typing: Numba, address: Numba, shape: Numba) -> Numba:
        def make(context: Numba, builder: Numba, signature: Numba, given: Numba) -> Numba:
            stored = context.get_data_type(cell)
            size = context.get_constant(types.intp, context.get_abi_sizeof(stored))
            shape = cgutils.unpack_tuple(builder, given[1])
            strides = [size]
            for length in reversed(shape[1:]):
                strides.insert(0, builder.mul(strides[0], length))
            array = context.make_array(kind)(context, builder)
            data = builder.inttoptr(given[0], stored.as_pointer())
            populate_array(array, data=data, shape=shape, strides=strides, itemsize=size, meminfo=None)
            return array._getvalue()

        return kind(types.int64, types.UniTuple(types.int64, axes)), make

    array_at.__name__ = array_at.__qualname__ = f"array_{sha256(str(kind).encode()).hexdigest()[:16]}"
    return intrinsic(array_at)


def make_known() -> None:
    """Register the compiled forms of `size`, `lowest`, `place` and `copy_cells` with Numba."""
    overload(law.size)(lambda cards: lambda cards: _count(cards))
    overload(law.lowest)(lambda cards: lambda cards: _lowest(cards))
    overload(law.place)(lambda index: lambda index: _unsigned(index))
    overload(law.copy_cells)(lambda source, first, into, at, count: _copying(source, into))
