"""Operations on card sets that are a single processor instruction: population count and trailing zeros."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from cardhouse.cards import law

Numba = Any  # types and values of Numba's compiler, which are untyped


@intrinsic  # type: ignore[untyped-decorator]
def _count(typing: Numba, cards: Numba) -> Numba:
    return types.int64(types.int64), lambda context, builder, signature, given: builder.ctpop(given[0])


@intrinsic  # type: ignore[untyped-decorator]
def _lowest(typing: Numba, cards: Numba) -> Numba:
    never_empty = ir.Constant(ir.IntType(1), 1)
    return types.int64(types.int64), lambda context, builder, signature, given: builder.cttz(given[0], never_empty)


def make_known() -> None:
    """Register the compiled forms of `size` and `lowest` with Numba."""
    overload(law.size)(lambda cards: lambda cards: _count(cards))
    overload(law.lowest)(lambda cards: lambda cards: _lowest(cards))
