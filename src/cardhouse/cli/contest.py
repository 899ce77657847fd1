"""The commands of contests: `cardhouse duel president --players deep,quick --blocks 200`."""

from dataclasses import dataclass
from json import dumps
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from cardhouse.cli.arguments import (
    GameName,
    Json,
    Options,
    Seats,
    Seed,
    Workers,
    from_lab,
    must_be_writable,
    read_options,
    read_players,
    takes,
    write,
)
from cardhouse.cli.progress import ProgressLine
from cardhouse.interrupts import Interruptible

if TYPE_CHECKING:
    from cardhouse.lab.contest.contest import Contest

SECONDS = 0.5  # between two looks
WHO = "random, easy, quick, deep, deep:50ms, deep:2000, Python files, or addresses as http://host:9000/move"


@dataclass(frozen=True)
class ContestOptions:
    """The options of every contest."""

    blocks: Annotated[int, typer.Option(help="How many deals; in each, everybody sits in every seat.")] = 100
    seats: Seats = None
    option: Options = None
    seed: Seed = 1
    limit: Annotated[float, typer.Option(help="Seconds for a move, for files and remote players.")] = 5.0
    until: Annotated[
        float | None,
        typer.Option(
            help="Stop when it is settled who is ahead, or that they differ by no more than this share (0.02)."
        ),
    ] = None
    workers: Workers = None
    keep: Annotated[
        Path | None, typer.Option(help="A file for what is played: the same command goes on from there.")
    ] = None
    json: Json = False
    html: Annotated[Path | None, typer.Option(help="Write a page with all of it to this file.")] = None

    def hold(self, kind: str, game: str, players: list[str]) -> None:
        contests, work = from_lab("cardhouse.lab.contest"), from_lab("cardhouse.lab.work")
        pages = from_lab("cardhouse.lab.contest.page") if self.html else None
        for file in filter(None, (self.keep, self.html)):
            must_be_writable(file, "files")
        contest = contests.plan(
            kind,
            game,
            players,
            options=read_options(self.option),
            blocks=self.blocks,
            seats=self.seats,
            seed=self.seed,
            limit=self.limit,
            until=self.until,
        )
        with ContestProgress(contest) as progress, Interruptible() as interrupt:
            contests.run(contest, workers=self.workers, keep=self.keep, tell=progress.tell)
        if interrupt.signal:
            contest.broken = work.BROKEN_OFF
        typer.echo(dumps(contests.as_dict(contest), indent=2) if self.json else contests.told(contest))
        if self.html and pages:
            write(self.html, pages.page(contest), "files")
            typer.echo(f"Written to {self.html}.", err=True)
        if contest.broken:
            again = "the same command goes on" if self.keep else "with --keep FILE the same command would go on"
            typer.echo(f"{contest.broken}; {again} from here", err=True)
            raise typer.Exit(interrupt.code if interrupt.signal else 2)


@takes(ContestOptions)
def duel(
    contest: ContestOptions,
    game: GameName,
    players: Annotated[
        str, typer.Option(help=f"One for each seat; of two, the first sits among as many of the second. {WHO}.")
    ],
) -> None:
    """Who is better? The same deals for everybody, in every seat. At four seats, A,B is one A against three B's."""
    contest.hold("duel", game, read_players(players))


@takes(ContestOptions)
def tournament(
    contest: ContestOptions, game: GameName, players: Annotated[list[str], typer.Argument(help=f"{WHO}.")]
) -> None:
    """Everyone against everyone else: a pool table, and ratings. At four seats, one A against three B's, and one B."""
    contest.hold("tournament", game, players)


class ContestProgress(ProgressLine):
    """Say who leads, too."""

    def __init__(self, contest: "Contest") -> None:
        self.title = contest.rules.title
        self.begun: float | None = None
        self.told, self.before = 0.0, 0
        super().__init__(f"{self.title}: starting", contest.wanted * len(contest.lines), counts=True)

    def tell(self, contest: "Contest") -> None:
        """Look at everything that was played: seldom enough, for that takes time."""
        now, played = monotonic(), len(contest.blocks)
        if self.begun is None:
            self.begun, self.before = now, played  # without what was kept, and the start of the workers
        elif now - self.told < SECONDS:
            return
        self.told = now
        name, (share, _) = max(contest.by_player().items(), key=lambda one: one[1][0].mean)
        words = f"{self.title}: {name} {share.percent}"
        if played > self.before:
            words += f", {(played - self.before) * contest.seats / (now - self.begun):,.3g} matches/s"
        self.show(words, played)
