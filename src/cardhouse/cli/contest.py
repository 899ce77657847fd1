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

SECONDS = 0.5  # least time between two updates
WHO = (
    "A player is random, easy, quick, deep, deep:50ms, deep:2000, master, a Python file, or an address "
    "(http://host:9000/move)"
)


@dataclass(frozen=True)
class ContestOptions:
    """The options of every contest."""

    blocks: Annotated[int, typer.Option(help="The number of deals. Each is played from every seat.")] = 100
    seats: Seats = None
    option: Options = None
    seed: Seed = 1
    limit: Annotated[float, typer.Option(help="Seconds for each move of files and remote players.")] = 5.0
    until: Annotated[
        float | None,
        typer.Option(
            help="Stop as soon as it is certain who is better, or that the shares differ by at most this, such as 0.02."
        ),
    ] = None
    workers: Workers = None
    save: Annotated[
        Path | None, typer.Option(help="Save the progress in this file; the same command then continues from it.")
    ] = None
    json: Json = False
    html: Annotated[Path | None, typer.Option(help="Write the results to this file, as a page.")] = None

    def hold(self, kind: str, game: str, players: list[str]) -> None:
        contests, work = from_lab("cardhouse.lab.contest"), from_lab("cardhouse.lab.work")
        pages = from_lab("cardhouse.lab.contest.page") if self.html else None
        for file in filter(None, (self.save, self.html)):
            must_be_writable(file)
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
            contests.run(contest, workers=self.workers, save=self.save, tell=progress.tell)
        if interrupt.signal:
            contest.broken = work.INTERRUPTED
        typer.echo(dumps(contests.as_dict(contest), indent=2) if self.json else contests.summarise(contest))
        if self.html and pages:
            write(self.html, pages.page(contest))
            typer.echo(f"Written to {self.html}.", err=True)
        if contest.broken:
            again = "The same command continues" if self.save else "With --save FILE the same command would continue"
            typer.echo(f"{contest.broken} {again} from here.", err=True)
            raise typer.Exit(interrupt.code if interrupt.signal else 2)


@takes(ContestOptions)
def duel(
    contest: ContestOptions,
    game: GameName,
    players: Annotated[
        str,
        typer.Option(help=f"One for each seat; or two: the first plays against the second in all other seats. {WHO}."),
    ],
) -> None:
    """Find out which player is better: everyone plays the same deals from every seat.

    Example: cardhouse duel president --players my_player.py,quick --blocks 200
    """
    contest.hold("duel", game, read_players(players))


@takes(ContestOptions)
def tournament(
    contest: ContestOptions, game: GameName, players: Annotated[list[str], typer.Argument(help=f"{WHO}.")]
) -> None:
    """Let all players play against each other, and rate them.

    With four seats, one A plays against three B's, and one B against three A's.

    Example: cardhouse tournament javelin my_player.py random easy quick --html pool.html
    """
    contest.hold("tournament", game, players)


class ContestProgress(ProgressLine):
    """A progress line that also shows who leads."""

    def __init__(self, contest: "Contest") -> None:
        self.title = contest.game.title
        self.begun: float | None = None
        self.shown_at, self.before = 0.0, 0
        super().__init__(f"{self.title}: starting", contest.wanted * len(contest.lines), counts=True)

    def tell(self, contest: "Contest") -> None:
        """Show who leads, but not too often, because that takes time in a long contest."""
        now, played = monotonic(), len(contest.blocks)
        if self.begun is None:
            self.begun, self.before = now, played  # leave out resumed blocks, and the start of the workers
        elif now - self.shown_at < SECONDS:
            return
        self.shown_at = now
        name, (share, _) = max(contest.by_player().items(), key=lambda one: one[1][0].mean)
        words = f"{self.title}: {name} {share.percent}"
        if played > self.before:
            words += f", {(played - self.before) * contest.seats / (now - self.begun):,.3g} matches/s"
        self.show(words, played)
