"""Records: a table's cells, its copies, its bytes."""

import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardhouse.cards.cells import number
from cardhouse.cards.cells import row as row_of
from cardhouse.cards.law import Record, Row, lowest, record, size


def of_bits(bits: int) -> Any:
    return number(-(1 << bits - 1), (1 << bits - 1) - 1)


@record
class Small(Record):
    one: int = of_bits(8)
    row: Row = row_of(3, of_bits(16))
    sets: Row = row_of(2, of_bits(64))
    wide: int = of_bits(32)

    def doubled(self) -> int:
        return 2 * self.one


def numbers(bits: int) -> Any:
    return st.integers(-(1 << bits - 1), (1 << bits - 1) - 1)


smalls = st.builds(
    Small,
    one=numbers(8),
    row=st.lists(numbers(16), min_size=3, max_size=3),
    sets=st.lists(numbers(64), min_size=2, max_size=2),
    wide=numbers(32),
)


@given(smalls)
def test_bytes_and_reprs_round_trip(small: Any) -> None:
    assert Small.from_bytes(small.to_bytes()) == small
    assert eval(repr(small)) == small
    assert len(small.to_bytes()) == Small.BYTES


@given(smalls)
def test_a_copy_is_equal_and_shares_nothing(small: Any) -> None:
    twin = small.copy()
    assert twin == small
    twin.row[0] = (twin.row[0] + 1) % 100
    twin.sets[1] ^= 1
    assert twin.row != small.row
    assert twin.sets != small.sets


def test_a_new_record_is_empty_and_keeps_its_methods() -> None:
    small = Small(one=3)
    assert (small.one, small.row, small.sets, small.wide) == (3, [0, 0, 0], [0, 0], 0)
    assert small.doubled() == 6
    assert small != "a table"


def test_wide_cells_come_first_so_that_each_is_aligned() -> None:
    bits = [field.bits for field in Small.FIELDS.values()]
    assert bits == sorted(bits, reverse=True)
    assert Small.BYTES % 8 == 0


def test_a_number_too_big_for_its_cell_cannot_be_packed() -> None:
    with pytest.raises(struct.error):
        Small(one=128).to_bytes()


def test_a_misspelled_field_is_an_error() -> None:
    with pytest.raises(AttributeError):
        Small(once=1)


def test_names_that_numpy_uses_are_refused() -> None:
    with pytest.raises(TypeError, match=r"Bad\.size: numpy uses that name"):

        @record
        class Bad(Record):
            size: int = of_bits(8)


@given(st.integers(1, (1 << 60) - 1))
def test_size_and_lowest_of_a_card_set(cards: int) -> None:
    bits = [bit for bit in range(60) if cards >> bit & 1]
    assert size(cards) == len(bits)
    assert lowest(cards) == bits[0]
