"""Playouts on a GPU, from the same source. Needs the extra `gpu` and an NVIDIA GPU."""

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # numba-cuda 0.30 needs it; numpy 2.5 has removed it

from numba import cuda, from_dtype, int16, int32, int64, typeof

from cardhouse.cards.chance import CELLS
from cardhouse.cards.errors import BadSetup
from cardhouse.compiled.batch import BatchArguments, Playouts, batch, blank, source
from cardhouse.compiled.compiler import compilable
from cardhouse.compiled.intrinsics import Numba
from cardhouse.compiled.loop import Scratch, longest_order
from cardhouse.compiled.playout import PlayoutPlan, PlayoutResults, Starts
from cardhouse.compiled.records import dtype_of
from cardhouse.extras import needs
from cardhouse.games.definition import AnyGame

BLOCK, THREADS = 128, 1 << 20
REGISTERS = 64  # per thread: with more, fewer threads run at once, and Dynasty takes 1.6 times as long


def threaded(game: AnyGame) -> Callable[..., None]:
    """Return the kernel as a plain function."""
    play_one = compilable(source(game), "play_one")
    many_cards, most_moves = longest_order(game), game.law.MOST_MOVES
    record = from_dtype(dtype_of(game.law.State))
    move = int16 if game.law.CHOICES <= 1 << 15 else int32  # a thread's memory is scarce

    def play_some(starts: Starts, who: NDArray[np.int64], plan: PlayoutPlan, played: PlayoutResults) -> None:
        state = cuda.local.array(1, record)
        dealer, players = cuda.local.array(CELLS, int64), cuda.local.array(CELLS, int64)
        order, out = cuda.local.array(many_cards, int16), cuda.local.array(most_moves, move)
        for i in range(cuda.grid(1), played.moves.shape[0], cuda.gridsize(1)):
            play_one(i, state, starts, who, plan, Scratch(dealer, players, order, out), played)

    return play_some


def ptx(game: AnyGame, capability: tuple[int, int] = (9, 0), *, optimized: bool = True) -> str:
    """Return the kernel in PTX, the GPU's assembly language. This needs the compiler, but no GPU."""
    todo = batch(game, matches=1, seed=1)
    types = tuple(typeof(given) for given in (todo.starts, todo.who, todo.plan, blank(todo)))
    return str(cuda.compile_ptx(threaded(game), types, cc=capability, opt=optimized)[0])


@cache
def kernel(game: AnyGame) -> Numba:
    return cuda.jit(threaded(game), max_registers=REGISTERS)


def check() -> None:
    """Raise an error if there is no GPU that can be used: Numba alone, without the extra, finds none."""
    if find_spec("numba_cuda") is None:
        raise ModuleNotFoundError(needs("A GPU", "gpu"), name="numba_cuda")
    if not cuda.is_available():
        raise BadSetup("There is no GPU that can be used here.", rule="simulation")


def launch(todo: Playouts) -> PlayoutResults:
    """Launch a batch; return its results as device arrays."""
    check()
    starts = Starts(*map(cuda.to_device, todo.starts))
    played = blank(todo, cuda.device_array)
    kernel(todo.game)[THREADS // BLOCK, BLOCK](starts, cuda.to_device(todo.who), todo.plan, played)
    return played


def play_batch(todo: Playouts) -> PlayoutResults:
    rows: tuple[Numba, ...] = launch(todo)
    return PlayoutResults(*(row.copy_to_host() for row in rows))


def play_many(game: str | AnyGame, **wanted: Unpack[BatchArguments]) -> PlayoutResults:
    """Play many matches, as `cardhouse.compiled.play_many` does, with the same results."""
    return play_batch(batch(game, **wanted))
