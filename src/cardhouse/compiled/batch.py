"""Batches of matches by compiled players, on one core or several.

    played = play_many("president", matches=100_000, seats=4, seed=7)
    played.places       # [match, seat]: 1 for the winner
    played.moves        # [match]: the number of moves

Players are `random`, `easy` or `quick`. If they differ, matches are played in blocks of as many matches as there are
seats: all with the same deals, while the players rotate by one seat from match to match. The results depend only on the
players, the seed and the number of the match.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from os import cpu_count
from threading import Thread
from typing import NamedTuple, Required, TypedDict, Unpack
from warnings import warn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cardhouse.cards.errors import BadSetup, shown
from cardhouse.compiled.compiler import Kernel, compilable, compiled
from cardhouse.compiled.loop import MOST_MADE, Scratch, scratch
from cardhouse.compiled.playout import (
    ALWAYS,
    BY_CHANCE,
    DENIED,
    Choose,
    PlayoutPlan,
    PlayoutResults,
    Starts,
    chooser,
    playout,
)
from cardhouse.compiled.records import States, pack
from cardhouse.games import game as game_named
from cardhouse.games.definition import AnyGame
from cardhouse.untyped import Function

CHUNKS = range(256, 4096)  # matches per task of a thread: few enough that the threads finish at about the same time
MOST_MATCHES = 1 << 32  # matches in one batch, because results are held in memory
LEVELS = {"random": 0, "easy": 60, "quick": ALWAYS}


def source(game: AnyGame) -> Function:
    """Return the playout loop as a function that the compiler accepts."""
    return playout(game, compilable(chooser(game), "choose"))


@cache
def kernel(game: AnyGame) -> Kernel:
    """Return the compiled function that plays the matches of a plan."""
    play_one = compilable(source(game), "play_one")

    def play_some(
        states: States,
        starts: Starts,
        who: NDArray[np.int64],
        plan: PlayoutPlan,
        scratch: Scratch,
        played: PlayoutResults,
    ) -> None:
        for i in range(played.moves.shape[0]):
            play_one(i, states, starts, who, plan, scratch, played)

    return compiled(play_some)


def is_cached(game: AnyGame) -> bool:
    """Return whether the kernel is in the cache on disk, so that a new process need not compile it."""
    return bool(kernel(game).cached)


def warm(game: AnyGame) -> Future[None]:
    """Load a game's kernel from the cache, or compile it, in the background."""
    done: Future[None] = Future()

    def work() -> None:
        try:
            play_many(game, matches=1, seed=0)
        except BaseException as error:
            done.set_exception(error)
        else:
            done.set_result(None)

    Thread(target=work, daemon=True).start()
    return done


class Playouts(NamedTuple):
    """The validated arguments of a batch of matches."""

    game: AnyGame
    seats: int
    matches: int
    plan: PlayoutPlan
    starts: Starts
    who: NDArray[np.int64]  # the players
    deals: int = 0  # the number of deals after which scores are recorded
    hands: bool = False  # whether the dealt cards are recorded


class BatchArguments(TypedDict, total=False):
    """The keyword arguments of `batch`, for functions that pass them on."""

    matches: Required[int]
    seats: int | None
    options: Mapping[str, str | int] | None
    players: Sequence[str]
    seed: Required[int]
    first: int
    deals: int
    hands: bool
    block: int


def batch(
    game: str | AnyGame,
    *,
    matches: int,
    seats: int | None = None,
    options: Mapping[str, str | int] | None = None,
    players: Sequence[str] = ("random",),
    seed: int,
    first: int = 0,
    deals: int = 0,
    hands: bool = False,
    block: int = 1,
) -> Playouts:
    """Plan the matches from number `first` on. One name is enough if all players are the same."""
    game = game_named(game)
    for name, number in (("matches", matches), ("seed", seed), ("first", first)):
        check_number(name, number, MOST_MATCHES if name == "matches" else 1 << 63)
    state = game.new_state(game.default_seats if seats is None else seats, options)
    named = list(players) * state.seats if len(players) == 1 else list(players)
    if len(named) != state.seats:
        raise BadSetup(f"Players for {state.seats} seats are needed, not {len(named)}.", rule="players")
    who = [who_of(game, name) for name in named]
    rotates = int(len(set(who)) > 1)
    plan = PlayoutPlan(seed, first, 0, state.seats if rotates else block, rotates)
    check_number("first and matches", first + matches, 1 << 63)
    starts = Starts(pack(state), np.array([BY_CHANCE]), np.array([0]))
    return Playouts(game, state.seats, matches, plan, starts, np.array(who, np.int64), deals, hands)


def check_number(name: str, number: object, limit: int) -> None:
    if type(number) is not int or not 0 <= number < limit:
        most = f"2**{limit.bit_length() - 1}"
        raise BadSetup(f"{name} is a number from 0 on, below {most}, not {shown(number)}.", rule="simulation")


def who_of(game: AnyGame, name: str) -> int:
    """Return a player's code; `quick without exchange` avoids a kind of move as long as there is another move."""
    level, without, kind = name.partition(" without ")
    if level not in LEVELS:
        known = ", ".join(LEVELS)
        raise BadSetup(f"There is no player {shown(level)}; there is {known}, or a file `name.py`.", rule="players")
    if game.bots.heuristic is None and LEVELS[level]:
        raise BadSetup(f"{game.title} has no heuristic: its compiled players are random.", rule="players")
    if without and kind not in game.lab.move_kinds:
        known = ", ".join(game.lab.move_kinds)
        raise BadSetup(f"{game.title} has no kind of move {shown(kind)}; it has: {known}.", rule="players")
    return LEVELS[level] | (1 << DENIED + game.lab.move_kinds.index(kind) if without else 0)


def blank(todo: Playouts, rows: Function = np.zeros) -> PlayoutResults:
    """Allocate arrays for the results."""
    count, seats, limbs = todo.matches, todo.seats, len(todo.game.deck.limbs)
    return PlayoutResults(
        places=rows((count, seats), np.int8),
        moves=rows(count, np.int32),
        choices=rows(count, np.int32),
        deals=rows(count, np.int32),
        turns=rows((count, seats), np.int8),
        tallies=rows((count, len(todo.game.tallies)), np.int32),
        scores=rows((count, todo.deals, seats), np.int32),
        dealt=rows((count, seats if todo.hands else 0, limbs), np.int64),
    )


def play_batch(todo: Playouts, workers: int | None = 1) -> PlayoutResults:
    """Play a batch in this number of threads; None uses all cores."""
    if workers is not None:
        check_number("workers", workers, 1 << 16)
    if workers == 0:
        raise BadSetup("workers is a number from 1 on, or None for all cores, not 0.", rule="simulation")
    played, play_some = blank(todo), kernel(todo.game)
    each, plan = todo.plan.each, todo.plan

    def play_chunk(start: int) -> None:
        rows = PlayoutResults(*(row[start : start + size] for row in played))
        starts = Starts(*(row[start // each :] for row in todo.starts)) if each else todo.starts
        here = plan if each else plan._replace(first=plan.first + start)
        workspace = scratch(todo.game, lambda count: np.zeros(count, np.int64))
        play_some(starts.states[:1].copy(), starts, todo.who, here, workspace, rows)

    threads = workers or cpu_count() or 1
    size = min(max(CHUNKS.start, todo.matches // (8 * threads)), CHUNKS.stop)
    size = max(size - size % each, each) if each else size
    pool = ThreadPoolExecutor(threads)
    try:
        list(pool.map(play_chunk, range(0, todo.matches, size)))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)  # Ctrl-C must not wait for a chunk or for the compiler
    return played


def play_plainly(todo: Playouts, choose: Choose | None = None, who: Sequence[int] = ()) -> PlayoutResults:
    """Play a batch in plain Python, for tests and for players that cannot be compiled."""
    play_one = playout(todo.game, choose or chooser(todo.game))
    played, workspace, kind = blank(todo), scratch(todo.game), todo.game.law.State
    states = [kind.from_bytes(state.tobytes()) for state in todo.starts.states]
    for i in range(todo.matches):
        which = i // todo.plan.each if todo.plan.each else 0
        state = states[which].copy()
        starts = todo.starts._replace(states={which: state})
        play_one(i, [state], starts, who or todo.who, todo.plan, workspace, played)
    return played


def play_many(game: str | AnyGame, *, workers: int | None = 1, **wanted: Unpack[BatchArguments]) -> PlayoutResults:
    """Play many matches. It takes the arguments of `batch`; the number of workers does not affect the results.

    It warns if matches were stopped at the limit of moves; their places are 0.
    """
    played = play_batch(batch(game, **wanted), workers)
    if count := int((played.places[:, 0] == 0).sum()):
        sentence = f"{count:,} of {len(played.places):,} matches were stopped: not over after {MOST_MADE:,} moves."
        warn(sentence, stacklevel=2)
    return played


def play_on(
    game: AnyGame,
    states: States,
    moves: ArrayLike,
    streams: ArrayLike,
    *,
    each: int,
    players: Sequence[str],
    seed: int,
) -> Playouts:
    """Plan `each` matches from each of these states, after this first move (or BY_CHANCE).

    States of the same stream use the same random numbers, so that their moves can be compared.
    """
    seats = int(states[0]["seats"])
    who = [who_of(game, name) for name in players] * (seats if len(players) == 1 else 1)
    starts = Starts(states, *(np.asarray(row, np.int64) for row in (moves, streams)))
    plan = PlayoutPlan(seed, first=0, each=each, block=1, rotates=0)
    return Playouts(game, seats, each * len(states), plan, starts, np.array(who, np.int64))
