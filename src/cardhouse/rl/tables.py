"""Many tables of a game at once, for programs that learn.

    tables = Tables("president", seats=4, count=4096, seed=7)
    batch = tables.reset()
    while learning:
        batch = tables.step(policy(batch))

Each table plays one match after another: table i the matches i, i + count, i + 2 * count and so on of the seed, the
same ones as `SeededDealer(seed, match=number)` deals. With a seed for each table, each plays all matches of its own.
`docs/train.md` says what a batch contains.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from operator import index
from typing import Any, Literal, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cardhouse.cards.chance import CELLS
from cardhouse.cards.errors import BadSetup, shown
from cardhouse.compiled.batch import LEVELS, check_number, who_of
from cardhouse.compiled.bound import Kinds, bound, kinds_of, unbinding
from cardhouse.compiled.compiler import Kernel, compilable, compiled
from cardhouse.compiled.loop import MOST_MADE, longest_order
from cardhouse.compiled.records import States, dtype_of, pack
from cardhouse.games import game as game_named
from cardhouse.games.actions import actions_of
from cardhouse.games.definition import AnyGame
from cardhouse.games.observation import layout_of
from cardhouse.rl.stepping import (
    FIRST,
    KEPT,
    NEVER,
    NEXT_STEP,
    OUTSIDE,
    OWN,
    PLACE,
    RESET,
    SAME_STEP,
    SCORE,
    STEP,
    Array,
    Batch,
    Memory,
    Plan,
    Reward,
    Space,
    stepping,
)

Numbers = NDArray[Any]
Observed = Literal["words", "planes", "nothing"]
Options = Mapping[str, str | int]
Autoreset = Literal["same_step", "next_step", "never"]
AUTORESETS = {"same_step": SAME_STEP, "next_step": NEXT_STEP, "never": NEVER}
REWARDS = {"first": FIRST, "place": PLACE, "score": SCORE}
OBSERVED = ("words", "planes", "nothing")
BY_TABLE = ("number", "reward", "done", "final")  # the parts of a batch that have a row for each table
MOST_TABLES = 1 << 24
MOST_STEPS = 1 << 31  # of a match
LIMB_BITS = 64


@cache
def kernel(game: AnyGame, own_reward: Reward | None, kinds: Kinds) -> Kernel:
    """Return the compiled function that resets or steps some of the tables, whose arrays are bound in a row."""
    step = compilable(stepping(game, own_reward), "step")
    unbound = compilable(unbinding(kinds), "unbound")

    def step_some(row: NDArray[np.int64], first: int, last: int, what: int) -> None:
        actions, wanted, memory, plan, space, batch = unbound(row)
        for i in range(first, last):
            step(i, memory.states[i], what, actions, wanted, memory, plan, space, batch)

    return compiled(step_some)


class Tables:
    """Tables of a game, which all make a step at the same time."""

    def __new__(cls, *given: object, device: str = "cpu", **wanted: object) -> "Tables":
        if cls is not Tables or device == "cpu":
            return super().__new__(cls)
        from cardhouse.rl.device import GpuTables

        return super().__new__(GpuTables)

    def __init__(
        self,
        game: str | AnyGame,
        *,
        seats: int | None = None,
        options: Options | Sequence[Options] | None = None,
        count: int = 1,
        seed: int | Sequence[int] = 0,
        first: int = 0,
        device: str = "cpu",
        observe: Observed = "words",
        reward: str | Reward = "first",
        autoreset: Autoreset = "same_step",
        players: Sequence[str | None] = (),
        rotates: bool = False,
        parallel: bool = False,
        copy: bool = True,
        workers: int = 1,
        longest: int = MOST_MADE,
    ) -> None:
        """Open the tables; `reset` begins the matches.

        `options` are the same for all tables, or a list with those of each.
        `first` is the number of the first match; a list of seeds has one for each table. `device` is "cpu", "gpu", or
        one of several GPUs, such as "cuda:1"; on a GPU, batches are tensors of torch. With `parallel`, a step makes the
        moves of all seats that act at the same time, and a batch has a row for each seat. With `copy=False`, a batch
        shows the tables' own memory, which the next step changes.

        `players` names a built-in player for each seat, such as "easy", or None: the tables make the moves of those
        with a name, so that a step leads to the next choice of one without. With `rotates`, the players move on by one
        seat from match to match.
        """
        self.game = game_named(game)
        seat_count = self.game.default_seats if seats is None else seats
        self._states = [self.game.new_state(seat_count, one) for one in listed(options)]
        self._state = self._states[0]
        self.seats, self.count, self.copy, self.parallel = self._state.seats, count, copy, parallel
        self.actions = actions_of(self.game).count
        self.layout = layout_of(self.game, self.seats)
        check_number("first", first, 1 << 62)
        check_count("count", count, MOST_TABLES)
        if len(self._states) not in (1, count):
            raise BadSetup(f"There must be options for each of {count} tables, not {len(self._states)}.", rule="rl")
        check_count("workers", workers, 1 << 10)
        check_count("longest", longest, MOST_STEPS)
        for name, choice in (("rotates", rotates), ("parallel", parallel), ("copy", copy)):
            if choice not in (False, True):
                raise BadSetup(f"{name} is True or False, not {shown(choice)}.", rule="rl")
        self._own = None if isinstance(reward, str) else reward
        self.observe = one_of("observe", observe, OBSERVED)
        self.players = self._codes(players)
        self.plan = Plan(
            rotates=int(rotates),
            parallel=int(parallel),
            observes=int(observe != "nothing"),
            autoreset=AUTORESETS[one_of("autoreset", autoreset, tuple(AUTORESETS))],
            reward=OWN if self._own else REWARDS[one_of("reward", reward, tuple(REWARDS))],
            longest=longest,
        )
        self._first = first
        self._open(device, workers)
        self.seeds = self._here(np.zeros(count), np.int64)  # each table plays the matches of its seed
        self.strides = self._here(np.ones(count), np.int64)
        self._sow(seed, self._here(np.ones(count), np.bool_))
        self._memory, self._batch = self._new_memory(), self._new_batch()
        self._view = Batch(*map(self._viewed, Batch._fields, self._batch))
        self._actions = self._here(np.zeros(self._rows), np.int64)
        self._shapes = [(self._rows,), (count, self.seats)][: 1 + parallel]  # of actions
        self._wanted = self._here(np.ones(count), np.bool_)  # the tables to reset
        self._is_reset = False

    def _open(self, device: str, workers: int) -> None:
        """Prepare what makes the steps."""
        self.device = one_of("device", device, ("cpu", "gpu"))
        self._spaces = [self._new_space() for _ in range(workers)]
        self._bound: list[Numbers] = []  # the arrays and the plan, for the kernel: a row for each worker
        self._pool = ThreadPoolExecutor(workers - 1) if workers > 1 else None

    def _here(self, given: object, kind: type[np.generic] | None = None) -> Array:
        """Return an array on the device of the tables."""
        return np.ascontiguousarray(given, kind)

    def _viewed(self, name: str, array: Array) -> Array:
        """Return a part of a batch as it is shown, without copying it."""
        if self.parallel and name not in BY_TABLE:
            array = array.reshape(self.count, self.seats, *array.shape[1:])
        return read_only(array)

    def _codes(self, players: Sequence[str | None]) -> list[int]:
        """Return the code of each player."""
        if isinstance(players, str) or not isinstance(players, Sequence) or len(players) not in (0, self.seats):
            raise BadSetup(f"Players for {self.seats} seats are needed, not {shown(players)}.", rule="players")
        for name in players:
            if name is not None and (not isinstance(name, str) or name.partition(" ")[0] not in LEVELS):
                known = ", ".join(LEVELS)
                raise BadSetup(
                    f"Tables play {known} themselves, not {shown(name)}: give None, and make its moves with `step`.",
                    rule="players",
                )
        codes = [OUTSIDE if name is None else who_of(self.game, name) for name in players or [None] * self.seats]
        if OUTSIDE not in codes:
            raise BadSetup("All seats have a player: one of them must be None, to be played by `step`.", rule="players")
        return codes

    def __repr__(self) -> str:
        return f"Tables({self.game.name!r}, seats={self.seats}, count={self.count}, device={self.device!r})"

    @property
    def _rows(self) -> int:
        return self.count * (self.seats if self.parallel else 1)

    def _new_memory(self) -> Memory:
        count, seats = self.count, self.seats
        states = pack(*self._states)[np.arange(count) % len(self._states)].astype(dtype_of(self._state))
        return Memory(
            states=states,
            shown=states.copy() if self.game.has_hidden_turns else states[:1].copy(),
            seeds=self.seeds,
            strides=self.strides,
            chance=np.zeros((count, CELLS), np.int64),
            luck=np.zeros((count, CELLS), np.int64),
            players=np.tile(np.array(self.players, np.int64), (count, 1)),
            made=np.zeros(count, np.int32),
            past=np.zeros((count, seats, 2 * KEPT, 2), np.int16),
            latest=np.zeros((count, seats), np.int8),
            resting=np.zeros(count, np.bool_),
        )

    def _new_batch(self) -> Batch:
        rows, layout = self._rows, self.layout
        return Batch(
            seat=np.zeros(rows, np.int8),
            acts=np.zeros(rows, np.bool_),
            words=np.zeros((rows, len(layout.words)), np.int64),
            planes=np.zeros((rows, 0), np.uint8),
            counts=np.zeros((rows, len(layout.counts)), np.int8),
            cells=np.zeros((rows, len(layout.cells)), np.int32),
            rows=np.zeros((rows, len(layout.rows)), np.int8),
            mask=np.zeros((rows, self.actions), np.bool_),
            moves=np.zeros((rows, self.game.law.MOST_MOVES), np.int16),
            move_count=np.zeros(rows, np.int16),
            history=np.zeros((rows, KEPT, 2), np.int16),
            illegal=np.zeros(rows, np.bool_),
            number=np.zeros(self.count, np.int64),
            reward=np.zeros((self.count, self.seats), np.float32),
            done=np.zeros(self.count, np.bool_),
            final=np.zeros((self.count, self.seats), np.int8),
        )

    def _new_space(self) -> Space:
        return Space(np.zeros(longest_order(self.game), np.int64), np.zeros(self.game.law.MOST_MOVES, np.int64))

    def reset(self, wanted: ArrayLike | None = None, *, seed: int | Sequence[int] | None = None) -> Batch:
        """Begin the first match at each table; or, with a mask of tables, the next match at these.

        The first `reset` takes no mask: each table needs a match. With a seed, the first match of the seed begins, with
        a mask too. With a seed for each table, each plays all matches of its own, one after another.
        """
        chosen = self._mask(wanted)
        if seed is not None:
            self._sow(seed, chosen)
        self._wanted[:] = chosen
        if seed is not None or wanted is None:
            numbers = self._first + self._here(np.arange(self.count), np.int64) * (self.strides > 1)
            self._batch.number[chosen] = numbers[chosen]
        else:
            self._batch.number[chosen] += self.strides[chosen]
        self._is_reset = True
        self._run(RESET)
        return self.batch()

    def _mask(self, wanted: ArrayLike | None) -> Array:
        """Return which tables are wanted, or refuse a mask that does not fit."""
        if wanted is None:
            return self._here(np.ones(self.count), np.bool_)
        try:
            chosen = self._here(wanted, np.bool_)
        except (TypeError, ValueError) as error:
            raise BadSetup(f"A mask of {self.count} tables is needed, not {shown(wanted)}.", rule="rl") from error
        if chosen.shape != (self.count,):
            raise BadSetup(f"A mask of {self.count} tables is needed, not one of {tuple(chosen.shape)}.", rule="rl")
        if not self._is_reset:
            raise BadSetup("The tables have no matches yet: call `reset` without a mask first.", rule="rl")
        return chosen

    def _sow(self, seed: int | Sequence[int], chosen: Array) -> None:
        if isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str):  # each table has a seed of its own
            seeds, stride = [seed_of(one) for one in seed], 1
        else:
            seeds, stride = [seed_of(seed)] * self.count, self.count
        if len(seeds) != self.count:
            raise BadSetup(f"There must be a seed for each of {self.count} tables, not {len(seeds)}.", rule="rl")
        self.seeds[chosen] = self._here(seeds, np.int64)[chosen]
        self.strides[chosen] = stride

    def step(self, actions: ArrayLike) -> Batch:
        """Make a move at each table: the one with this number, or the rules' default move if it is illegal.

        In the parallel form there is an action for each seat of each table, in one row or in a row for each table.
        """
        if not self._is_reset:
            raise BadSetup("The tables have no matches yet: call `reset` first.", rule="rl")
        try:
            chosen = self._here(actions)
        except (TypeError, ValueError) as error:
            raise self._not_actions(shown(actions)) from error
        if chosen.shape not in self._shapes or not is_whole(chosen.dtype):
            raise self._not_actions(f"{shown(tuple(chosen.shape))} of {chosen.dtype}")
        self._actions[:] = chosen.reshape(-1)
        self._run(STEP)
        return self.batch()

    def _not_actions(self, given: str) -> BadSetup:
        if self._rows == 1:
            return BadSetup(f"A step takes one whole number, the action, not {given}.", rule="rl")
        wanted = f"{self.count} x {self.seats}" if self.parallel else str(self.count)
        return BadSetup(f"A step takes {wanted} whole numbers, the actions, not {given}.", rule="rl")

    def _step_one(self, action: SupportsIndex) -> Batch:
        """Make a move at the only table, like `step`, but faster."""
        try:
            self._actions[0] = index(action)
        except (TypeError, OverflowError) as error:
            raise self._not_actions(shown(action)) from error
        self._run(STEP)
        return self.batch()

    def _run(self, what: int) -> None:
        """Reset or step the tables, the first part of them in this thread."""
        if not self._bound:
            self._bind()
        bound_rows, run = self._bound, self._kernel
        if self._pool is None:
            run(bound_rows[0], 0, self.count, what)
            return
        ends = [self.count * part // len(bound_rows) for part in range(len(bound_rows) + 1)]
        parts = zip(bound_rows[1:], ends[1:-1], ends[2:], strict=True)
        others = [self._pool.submit(run, *part, what) for part in parts]
        run(bound_rows[0], 0, ends[1], what)
        for other in others:
            other.result()

    def _bind(self) -> None:
        for space in self._spaces:
            groups = self._actions, self._wanted, self._memory, self.plan, space, self._batch
            self._kernel = kernel(self.game, self._own, kinds_of(*groups))
            self._bound.append(bound(*groups))

    def batch(self) -> Batch:
        """Return what the tables show now."""
        batch = Batch(*map(self._copied, self._view)) if self.copy else self._view
        return batch._replace(planes=self._planes(batch.words)) if self.observe == "planes" else batch

    def _copied(self, array: Array) -> Array:
        return array.copy()

    def _planes(self, words: Array) -> Array:
        """Return sets of cards as bytes: [..., word, card of its limb]."""
        bits = np.unpackbits(words.view(np.uint8), axis=-1, bitorder="little")
        return bits.reshape(*words.shape, LIMB_BITS)

    def state(self) -> Array:
        """Return all cards of each table, by zone and limb, hidden or not: for a critic, never for a player."""
        cards = read_only(self._memory.states["at"])
        return self._copied(cards) if self.copy else cards

    def snapshot(self) -> dict[str, Array]:
        """Return a copy of all that the tables remember and show. With `restore`, other tables go on from there."""
        self._must_be_on_cpu()
        return {name: self._copied(array) for name, array in self._named().items()}

    def restore(self, snapshot: Mapping[str, Array]) -> Batch:
        """Go on from a snapshot of tables of the same game, setup and count; return what they show."""
        self._must_be_on_cpu()
        named = self._named()
        if not isinstance(snapshot, Mapping) or kinds_in(snapshot) != kinds_in(named):
            raise BadSetup("This is not a snapshot of tables of the same game, setup and count.", rule="docs/train.md")
        for name, array in named.items():
            array[...] = snapshot[name]
        self._is_reset = True
        return self.batch()

    def _named(self) -> dict[str, Array]:
        """Return all arrays that change from step to step, by name."""
        memory = {f"memory {name}": array for name, array in self._memory._asdict().items()}
        return memory | {f"batch {name}": array for name, array in self._batch._asdict().items()}

    def _must_be_on_cpu(self) -> None:
        if self.device != "cpu":
            raise BadSetup("Only tables on a CPU have snapshots.", rule="docs/train.md")

    def records(self) -> States:
        """Return the states as records, hidden or not."""
        found: States = self._memory.states.copy()
        return found


@cache
def is_whole(kind: object) -> bool:
    """Return whether this type of numpy or torch is one of whole numbers."""
    return "int" in str(kind)


def kinds_in(arrays: Mapping[str, Array]) -> dict[str, object]:
    """Return the shapes and types of arrays by name."""
    return {name: (np.shape(array), getattr(array, "dtype", None)) for name, array in arrays.items()}


def check_count(name: str, number: object, limit: int) -> None:
    """Raise BadSetup if this is not a whole number from 1 on, below the limit."""
    check_number(name, number, limit)
    if number == 0:
        raise BadSetup(f"{name} must be 1 or more, not 0.", rule="rl")


def listed(options: Options | Sequence[Options] | None) -> list[Options | None]:
    """Return the options of each table, or a list of one if all tables have the same."""
    if isinstance(options, Sequence) and not isinstance(options, str) and options:
        return [*options]
    return [options]  # type: ignore[list-item]  # the game refuses what is not a mapping


def seed_of(given: object) -> int:
    """Return a seed as a number of Python, or refuse it. Whole numbers of numpy are seeds, too."""
    number: Any = given
    with suppress(TypeError):
        number = index(number)
    check_number("seed", number, 1 << 63)
    return int(number)


def read_only(array: Numbers) -> Numbers:
    view = array.view()
    view.flags.writeable = False
    return view


def one_of(name: str, value: object, known: tuple[str, ...]) -> Any:
    if value not in known:
        raise BadSetup(f"{name} is one of {', '.join(known)}, not {shown(value)}.", rule="rl")
    return value
