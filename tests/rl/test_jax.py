"""JAX takes the batches of tables on a CPU. `make peers` runs these tests, in an environment that has JAX."""

from typing import Any

import numpy as np
import pytest

from cardhouse.rl.stepping import Batch
from cardhouse.rl.tables import Tables

jax: Any = pytest.importorskip("jax", reason="jax is not installed: `make peers` runs these tests")


def stepped(**wanted: Any) -> tuple[Tables, Batch]:
    """Return tables after a few steps, with numbers of matches that take more than 32 bits."""
    tables = Tables("javelin", count=64, seed=5, first=1 << 40, **wanted)
    batch = tables.reset()
    for _ in range(20):
        batch = tables.step(batch.moves[:, 0])
    return tables, batch


@pytest.mark.parametrize("observe", ["words", "planes"])
def test_jax_with_64_bits_takes_every_part_of_a_batch_as_it_is(observe: Any) -> None:
    _, batch = stepped(observe=observe)
    with jax.enable_x64(True):
        for name, part in batch._asdict().items():
            taken = jax.dlpack.from_dlpack(part)
            assert (taken.dtype, taken.shape) == (part.dtype, part.shape), name
            np.testing.assert_array_equal(np.asarray(taken), part, err_msg=name)


def test_jax_with_32_bits_takes_words_by_their_halves() -> None:
    """By default JAX makes 32 bits of 64, without an error: docs/train.md says so."""
    _, batch = stepped()
    with jax.enable_x64(False):
        for name, part in batch._asdict().items():
            taken = np.asarray(jax.dlpack.from_dlpack(part))
            np.testing.assert_array_equal(taken, part.astype(taken.dtype), err_msg=name)
            assert (taken.dtype == part.dtype) == (name not in ("words", "number")), name
        assert (np.asarray(jax.dlpack.from_dlpack(batch.words)) != batch.words).any(), "some cards are in higher bits"
        halves = np.asarray(jax.dlpack.from_dlpack(batch.words.view(np.uint32)))
    np.testing.assert_array_equal(halves.view(np.int64), batch.words)


def test_what_jax_has_taken_does_not_change_with_the_next_step() -> None:
    tables, batch = stepped()
    taken = [jax.dlpack.from_dlpack(part) for part in (batch.mask, batch.cells, batch.moves)]
    before = [np.array(part) for part in taken]
    tables.step(batch.moves[:, 0])
    for part, same in zip(taken, before, strict=True):
        np.testing.assert_array_equal(np.asarray(part), same)


def test_jax_does_not_take_the_tables_own_memory_but_copies_it() -> None:
    """With `copy=False` a batch is read-only, and changes with the next step: JAX takes its arrays for constant."""
    tables, batch = stepped(copy=False)
    with pytest.raises(BufferError, match="readonly"):
        jax.dlpack.from_dlpack(batch.mask)
    taken, before = jax.numpy.array(batch.mask), batch.mask.copy()
    tables.step(batch.moves[:, 0])
    np.testing.assert_array_equal(np.asarray(taken), before)
