"""Tables on a GPU. Their batches are tensors of torch, which the kernel writes; other libraries read them by DLPack.

Needs the extras `gpu` and `train`, and an NVIDIA GPU. The same seed shows the same bytes as on the CPU.
"""

import re
from collections.abc import Callable
from functools import cache, cached_property
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardhouse.cards.errors import BadSetup, shown
from cardhouse.compiled.compiler import compilable
from cardhouse.compiled.intrinsics import Numba
from cardhouse.compiled.loop import longest_order
from cardhouse.compiled.records import States, dtype_of
from cardhouse.extras import needs
from cardhouse.games.definition import AnyGame
from cardhouse.rl.stepping import Array, Batch, Memory, Plan, Reward, Space, stepping
from cardhouse.rl.tables import BY_TABLE, LIMB_BITS, Tables

try:
    from numba import cuda, from_dtype, int16, int32, typeof
    from numba.extending import register_jitable

    from cardhouse.compiled import gpu
except ImportError as missing:
    raise ModuleNotFoundError(needs("A GPU", "gpu"), name=missing.name) from missing

WORD = 8  # bytes, as of a set of cards
BLOCK = 128  # threads; one thread steps one table


@register_jitable  # type: ignore[untyped-decorator]
def load(states: Array, i: int, state: Array) -> None:
    """Copy the state of a table into a thread, by its words: the compiler would copy a record byte by byte."""
    words = state.view(np.int64)
    for k in range(len(words)):
        words[k] = states[k, i]


@register_jitable  # type: ignore[untyped-decorator]
def save(states: Array, i: int, state: Array) -> None:
    words = state.view(np.int64)
    for k in range(len(words)):
        states[k, i] = words[k]


def threaded(game: AnyGame, own_reward: Reward | None) -> Callable[..., None]:
    """Return the kernel as a plain function."""
    step = compilable(stepping(game, own_reward), "step")
    many_cards, most_moves = longest_order(game), game.law.MOST_MOVES
    record = from_dtype(dtype_of(game.law.State))
    move = int16 if game.law.CHOICES <= 1 << 15 else int32  # a thread's memory is scarce

    def step_some(what: int, actions: Array, wanted: Array, memory: Memory, plan: Plan, batch: Batch) -> None:
        state = cuda.local.array(1, record)
        space = Space(cuda.local.array(many_cards, int16), cuda.local.array(most_moves, move))
        for i in range(cuda.grid(1), len(memory.resting), cuda.gridsize(1)):
            load(memory.states, i, state)
            step(i, state[0], what, actions, wanted, memory, plan, space, batch)
            save(memory.states, i, state)

    return step_some


def ptx(game: AnyGame, capability: tuple[int, int] = (9, 0), *, optimized: bool = True) -> str:
    """Return the kernel in PTX, the GPU's assembly language. This needs the compiler, but no GPU."""
    tables = Tables(game)
    actions, wanted = np.zeros(1, np.int64), np.ones(1, np.bool_)
    memory = tables._memory._replace(states=as_words(tables._memory.states))
    types = tuple(typeof(given) for given in (0, actions, wanted, memory, tables.plan, tables._batch))
    return str(cuda.compile_ptx(threaded(game, None), types, cc=capability, opt=optimized)[0])


@cache
def kernel(game: AnyGame, own_reward: Reward | None) -> Numba:
    return cuda.jit(threaded(game, own_reward), max_registers=gpu.REGISTERS)


class GpuTables(Tables):
    """Tables in the memory of a GPU. Open them with `Tables(..., device="gpu")`."""

    def _open(self, device: str, workers: int) -> None:
        number = number_of(device)
        self._torch = torch_for(number)
        self._gpu, self.device = cuda.gpus[number], f"cuda:{number}"
        self._launcher = kernel(self.game, self._own)

    def _here(self, given: object, kind: type[np.generic] | None = None) -> Array:
        array = self._torch.as_tensor(given, device=self.device)
        return (array.to(getattr(self._torch, kind.__name__)) if kind else array).contiguous()

    def _new_memory(self) -> Memory:
        """Return the memory as tensors: the words of the states, and the bytes of those that all saw."""
        made = super()._new_memory()
        made = made._replace(states=as_words(made.states), shown=as_bytes(made.shown))
        return Memory(*map(self._here, made))

    def _new_batch(self) -> Batch:
        return Batch(*map(self._here, super()._new_batch()))

    def _viewed(self, name: str, array: Array) -> Array:
        by_seat = self.parallel and name not in BY_TABLE
        return array.reshape(self.count, self.seats, *array.shape[1:]) if by_seat else array

    @cached_property
    def _for_kernel(self) -> tuple[Numba, Numba, Memory, Plan, Batch]:
        """The same arrays as the kernel takes them."""
        memory = Memory(*map(kernel_array, self._memory))
        shown = memory.shown.view(dtype_of(self.game.law.State)).reshape(len(memory.shown))
        actions, wanted = kernel_array(self._actions), kernel_array(self._wanted)
        return actions, wanted, memory._replace(shown=shown), self.plan, Batch(*map(kernel_array, self._batch))

    def _run(self, what: int) -> None:
        with self._gpu:
            stream = cuda.external_stream(self._torch.cuda.current_stream(self.device).cuda_stream)
            launch = self._launcher[-(-self.count // BLOCK), BLOCK, stream]
            launch(what, *self._for_kernel)

    def _copied(self, array: Array) -> Array:
        return array.clone()

    def _planes(self, words: Array) -> Array:
        places = self._torch.arange(LIMB_BITS, device=self.device)
        return (words.unsqueeze(-1) >> places & 1).to(self._torch.uint8)

    def state(self) -> Array:
        record: Any = dtype_of(self._state)
        row, offset = record.fields["at"]
        first, count = offset // WORD, row.shape[0]
        cards = self._memory.states[first : first + count].T
        return cards.contiguous() if self.copy else cards

    def records(self) -> States:
        words = np.ascontiguousarray(self._memory.states.cpu().numpy().T)
        found: States = words.view(dtype_of(self._state)).reshape(self.count)
        return found


def as_words(states: States) -> NDArray[np.int64]:
    """Return the first words of all states, side by side, then the second ones: neighbours for neighbouring threads."""
    words = states.view(np.int64).reshape(len(states), states.dtype.itemsize // WORD)
    return np.ascontiguousarray(words.T)


def as_bytes(states: States) -> NDArray[np.uint8]:
    return states.view(np.uint8).reshape(len(states), states.dtype.itemsize)


def kernel_array(tensor: Array) -> Numba:
    """Return a tensor as a kernel takes it, without copying it."""
    if tensor.numel() == 0:  # it has no address
        return cuda.device_array(tuple(tensor.shape), str(tensor.dtype).removeprefix("torch."))
    return cuda.as_cuda_array(tensor)


def number_of(device: object) -> int:
    """Return the number of a GPU: "gpu" and "cuda" are the first."""
    found = re.fullmatch(r"(?:gpu|cuda)(?::(\d+))?", device) if isinstance(device, str) else None
    if not found:
        raise BadSetup(f"device is cpu, gpu, or a GPU by its number, such as cuda:1, not {shown(device)}.", rule="rl")
    return int(found[1] or 0)


def torch_for(number: int) -> Any:
    """Return torch, if there is a GPU with this number."""
    gpu.check()
    if number >= len(cuda.gpus):
        raise BadSetup(f"There is no GPU {number} here; the last one is {len(cuda.gpus) - 1}.", rule="rl")
    try:
        return import_module("torch")
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError(needs("Tables on a GPU", "train"), name=missing.name) from missing
