"""Simulate many matches: who wins from which seat, how long matches take, and how they end.

    played = simulate("president", matches=100_000, players=["quick", "random", "random", "random"])
    print(summarise(played))

The same seed gives the same results with any workers. In your own script, call it under
`if __name__ == "__main__":`, because the workers are new processes.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from os import cpu_count
from pathlib import Path
from time import perf_counter
from typing import NamedTuple, TypedDict, Unpack

from cardhouse.cards.errors import BadSetup, CardhouseError, shown
from cardhouse.compiled import PlayoutResults, batch, is_cached, play_batch, warm
from cardhouse.extras import needs
from cardhouse.games import GAMES
from cardhouse.games import game as game_named
from cardhouse.games.definition import AnyGame
from cardhouse.lab import work
from cardhouse.lab.counts import Counts, Estimate
from cardhouse.lab.plain import check_fits, is_file, is_plain, play_plain

COMPILED, PLAIN, ON_GPU = range(500, 12_000), range(1, 60), range(1 << 20, 1 << 22)  # matches per job
FEW_PARTS, MANY_PARTS = 40, 100_000
SLICE = 100_000  # matches played by a GPU that a thread counts at once
DEVICES = ("cpu", "gpu")


class SimulationJob(NamedTuple):
    """A job for a worker."""

    game: str | AnyGame  # the name, if other processes can find the game by it
    seats: int
    options: dict[str, str | int]
    players: tuple[str, ...]
    seed: int
    device: str
    first: int
    matches: int
    folder: str  # the folder of players' files


def count_matches(part: SimulationJob) -> Counts:
    """Play the matches of a job, and count them."""
    game = game_named(part.game)
    is_slow = any(map(is_plain, part.players))
    todo = batch(
        game,
        matches=part.matches,
        seats=part.seats,
        options=part.options,
        players=("random",) if is_slow else part.players,
        seed=part.seed,
        first=part.first,
    )
    if is_slow:
        played = play_plain(todo, part.players, Path(part.folder))
    elif part.device == "gpu":
        from cardhouse.compiled import gpu

        return count_by_threads(part, game, gpu.play_batch(todo))
    else:
        played = play_batch(todo)
    return Counts.of(game, part.players, played, first=part.first)


def count_by_threads(part: SimulationJob, game: AnyGame, played: PlayoutResults) -> Counts:
    """Count matches in several threads, because a GPU plays faster than one core can count."""
    size = SLICE - SLICE % part.seats

    def count(start: int) -> Counts:
        rows = PlayoutResults(*(row[start : start + size] for row in played))
        return Counts.of(game, part.players, rows, first=part.first + start)

    with ThreadPoolExecutor(cpu_count()) as pool:
        return sum(pool.map(count, range(0, part.matches, size)), Counts())


@dataclass(repr=False)
class Simulation:
    """The results of a simulation so far."""

    game: AnyGame
    seats: int
    options: dict[str, str | int]
    players: tuple[str, ...]
    seed: int
    wanted: int
    counts: Counts = field(default_factory=Counts)
    broken: str = ""  # why it is not complete
    seconds: float = 0.0  # wall-clock time of play, without compilation

    def __repr__(self) -> str:
        from cardhouse.lab.summary import title

        return f"<Simulation: {title(self)}>"

    def _repr_html_(self) -> str:
        from cardhouse.lab.shown import simulation_html

        return simulation_html(self)

    @property
    def moves(self) -> int:
        return self.counts.sums.get("moves", 0)

    @property
    def moves_per_s(self) -> float:
        return self.moves / self.seconds if self.seconds else 0.0

    @property
    def names(self) -> dict[str, int]:
        """Return the players, with the number of seats of each."""
        return {name: self.players.count(name) for name in self.players}

    def by_player(self) -> dict[str, tuple[Estimate, Estimate]]:
        """Return the share of first places and the mean place by player, per seat if several have the same name."""
        counts = self.counts
        return {
            name: (counts.share(f"player {name}", count), counts.mean(f"place {name}").scaled(1 / count))
            for name, count in self.names.items()
        }

    def per_deal(self, name: str) -> float:
        return self.counts.sums[name] / max(1, self.counts.sums["deals"])


class SimulationArguments(TypedDict, total=False):
    """The keyword arguments of `plan`, for functions that pass them on."""

    matches: int
    seats: int | None
    options: Mapping[str, str | int] | None
    players: Sequence[str]
    seed: int
    device: str


def plan(
    game: str | AnyGame,
    *,
    matches: int = 10_000,
    seats: int | None = None,
    options: Mapping[str, str | int] | None = None,
    players: Sequence[str] = ("random",),
    seed: int = 1,
    device: str = "cpu",
) -> tuple[Simulation, list[SimulationJob]]:
    """Check the arguments and plan the jobs. Players are names, or Python files with a function `choose(view)`."""
    game = game_named(game)
    files = [name for name in players if is_plain(name)]
    seats = (len(players) if len(players) > 1 else game.default_seats) if seats is None else seats
    names = tuple(players) * seats if len(players) == 1 else tuple(players)
    batch(game, matches=matches, seats=seats, options=options, seed=seed, players=compiled(names))
    if device not in DEVICES:
        raise BadSetup(f"A device is one of {', '.join(DEVICES)}, not {shown(device)}.", rule="simulation")
    if device == "gpu":
        check_gpu(files)
    for name in files:
        if is_file(name) and not Path(name).is_file():
            raise BadSetup(f"There is no file {name!r}.", rule="players")
        check_fits(name, game.new_state(seats, options), game)
    size = part_size(matches, seats, PLAIN if files else ON_GPU if device == "gpu" else COMPILED)
    known = game.name if GAMES.get(game.name) is game else game
    simulation = Simulation(game, seats, game.options_of(game.new_state(seats, options)), names, seed, matches)
    parts = [
        SimulationJob(
            known, seats, simulation.options, names, seed, device, first, min(size, matches - first), str(Path.cwd())
        )
        for first in range(0, matches, size)
    ]
    return simulation, parts


def check_gpu(files: Sequence[str]) -> None:
    if files:
        raise BadSetup(f"{files[0]} plays in Python: it cannot play on a GPU.", rule="players")
    try:
        from cardhouse.compiled import gpu
    except ImportError as missing:
        raise CardhouseError(needs("A GPU", "gpu")) from missing
    gpu.check()


def part_size(matches: int, seats: int, default: range) -> int:
    """Return the size of a job: small enough to show progress, large enough to limit overhead, in whole blocks."""
    size = max(min(max(default.start, matches // FEW_PARTS), default.stop), matches // MANY_PARTS, seats)
    return size - size % seats


def compiled(names: Sequence[str]) -> list[str]:
    """Replace players that cannot be compiled by `random`, for checks that need compiled ones."""
    return ["random" if is_plain(name) else name for name in names]


def run(
    simulation: Simulation,
    parts: Sequence[SimulationJob],
    *,
    executor: work.Open | None = None,
    workers: int | None = None,
    tell: Callable[[Simulation], None] = lambda simulation: None,
) -> Simulation:
    """Run the jobs; call `tell` after each of them. If interrupted, the results so far remain."""
    work.check(workers)
    try:
        pool = executor or default_executor(simulation, parts, min(workers or cpu_count() or 1, max(1, len(parts))))
        start = perf_counter()
        with closing(work.run_parts(count_matches, parts, pool)) as done:
            for _, counts in done:
                simulation.counts += counts
                simulation.seconds = perf_counter() - start
                tell(simulation)
    except KeyboardInterrupt:
        simulation.broken = work.INTERRUPTED
    except work.Gone as gone:
        simulation.broken = gone.sentence
    return simulation


def default_executor(simulation: Simulation, parts: Sequence[SimulationJob], workers: int) -> work.Open:
    """Return processes, or threads for a GPU, for a game that other processes cannot find, or a law just compiled."""
    if any(map(is_plain, simulation.players)):
        return work.processes(workers)
    if parts and parts[0].device == "gpu":
        return work.threads(1)
    known = is_cached(simulation.game) and bool(parts) and isinstance(parts[0].game, str)
    warm(simulation.game).result()
    return work.processes(workers) if known else work.threads(workers)


def simulate(
    game: str | AnyGame,
    *,
    executor: work.Open | None = None,
    workers: int | None = None,
    tell: Callable[[Simulation], None] = lambda simulation: None,
    **wanted: Unpack[SimulationArguments],
) -> Simulation:
    """Play this number of matches. It takes the arguments of `plan` and of `run`."""
    return run(*plan(game, **wanted), executor=executor, workers=workers, tell=tell)
