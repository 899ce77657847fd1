"""Plan and run contests: the blocks are split among workers, and the result does not depend on how."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from os import cpu_count
from pathlib import Path
from typing import TypedDict, Unpack

from cardhouse.cards.errors import BadSetup, shown
from cardhouse.compiled.batch import check_number
from cardhouse.games import GAMES
from cardhouse.games import game as game_named
from cardhouse.games.definition import AnyGame, Game
from cardhouse.lab import work
from cardhouse.lab.contest.block import ContestJob, play_blocks
from cardhouse.lab.contest.contest import Contest
from cardhouse.lab.contest.entrants import check
from cardhouse.lab.contest.lineups import duel_line, tournament_lines
from cardhouse.lab.contest.saved import SavedContest
from cardhouse.lab.contest.sequential import Settling
from cardhouse.lab.plain import check_fits
from cardhouse.play.runner import LONGEST_LIMIT

MANY_PARTS = 2000  # jobs; with more blocks than that, a job has several
LIMIT = 5.0  # seconds for a move


class ContestArguments(TypedDict, total=False):
    """The keyword arguments of `plan`, for functions that pass them on."""

    blocks: int
    seats: int | None
    options: Mapping[str, str | int] | None
    seed: int
    limit: float
    until: float | None


class Given(ContestArguments, total=False):
    """The arguments of `plan`, and those of `run`."""

    save: Path | str | None
    executor: work.Open | None
    workers: int | None
    tell: Callable[[Contest], None]


def plan(
    kind: str,
    game: str | AnyGame,
    players: Sequence[str],
    *,
    blocks: int = 100,
    seats: int | None = None,
    options: Mapping[str, str | int] | None = None,
    seed: int = 1,
    limit: float = LIMIT,
    until: float | None = None,
) -> Contest:
    """Return a contest to run, after checking that every player exists and every file runs."""
    game = game_named(game)
    lines = [duel_line(game, players, seats)] if kind == "duel" else tournament_lines(game, players, seats)
    state = game.new_state(len(lines[0]), options)
    check_number("blocks", blocks, 1 << 24)
    check_number("seed", seed, 1 << 62)
    if not 0 < limit <= LONGEST_LIMIT:
        raise BadSetup(f"A time limit is a number of seconds above 0, not {shown(limit)}.", rule="players")
    if until is not None and not 0 <= until <= 1:
        raise BadSetup(f"A difference of shares is a number from 0 to 1, not {shown(until)}.", rule="until")
    contest = Contest(kind, game, state.seats, game.options_of(state), seed, lines, blocks, limit, until)
    for name in contest.players:
        check(game, name, limit)
        check_fits(name, state, game)
    return contest


def parts(contest: Contest) -> list[ContestJob]:
    missing, game = contest.missing(), contest.game
    known = game.name if GAMES.get(game.name) is game else game
    size = 1 + len(missing) // MANY_PARTS
    given = known, contest.seats, contest.options, contest.seed, contest.limit, str(Path.cwd())
    found: dict[tuple[int, int], list[int]] = {}
    for line, number in missing:
        found.setdefault((number // size, line), []).append(number)
    return [ContestJob(*given, line, contest.lines[line], tuple(numbers)) for (_, line), numbers in found.items()]


def run(
    contest: Contest,
    *,
    save: Path | str | None = None,
    executor: work.Open | None = None,
    workers: int | None = None,
    tell: Callable[[Contest], None] = lambda contest: None,
) -> Contest:
    """Play the blocks that are missing; call `tell` after each job. If interrupted, the results so far remain."""
    work.check(workers)
    saved = SavedContest(Path(save), contest) if save else None
    settling = Settling(contest)
    settling.follow()
    todo = parts(contest)
    unknown = any(isinstance(part.game, Game) for part in todo)
    count = min(workers or cpu_count() or 1, max(1, len(todo)))
    pool = executor or (work.threads(1) if unknown else work.processes(count))
    try:
        with closing(work.run_parts(play_blocks, todo, pool)) as done:
            for _, blocks in done:
                contest.blocks |= {(block.line, block.number): block for block in blocks}
                if saved:
                    saved.add(blocks)
                settling.follow()
                tell(contest)
                if contest.settled_after is not None:
                    break
    except KeyboardInterrupt:
        contest.broken = work.INTERRUPTED
    except work.Gone as gone:
        contest.broken = gone.sentence
    return contest


def duel(game: str | AnyGame, players: Sequence[str], **given: Unpack[Given]) -> Contest:
    """Play a duel: players against each other, in blocks. It takes the arguments of `plan` and of `run`."""
    return hold("duel", game, players, **given)


def tournament(game: str | AnyGame, players: Sequence[str], **given: Unpack[Given]) -> Contest:
    """Play a tournament: everyone against everyone else. It takes the arguments of `plan` and of `run`."""
    return hold("tournament", game, players, **given)


def hold(
    kind: str,
    game: str | AnyGame,
    players: Sequence[str],
    *,
    save: Path | str | None = None,
    executor: work.Open | None = None,
    workers: int | None = None,
    tell: Callable[[Contest], None] = lambda contest: None,
    **wanted: Unpack[ContestArguments],
) -> Contest:
    contest = plan(kind, game, players, **wanted)
    return run(contest, save=save, executor=executor, workers=workers, tell=tell)
