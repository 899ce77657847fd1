"""The commands of contests: `cardhouse duel president --players deep,quick --blocks 200`."""

from json import dumps
from pathlib import Path
from time import monotonic
from typing import Annotated, Any

import typer

from cardhouse import cli_lab as lab
from cardhouse.cards.errors import BadTable
from cardhouse.interrupts import Interruptible

Blocks = Annotated[int, typer.Option(help="How many deals; in each, everybody sits in every seat.")]
Limit = Annotated[float, typer.Option(help="Seconds for a move, for files and remote players.")]
Until = Annotated[
    float | None,
    typer.Option(help="Stop when it is settled who is ahead, or that they differ by no more than this share (0.02)."),
]
Keep = Annotated[Path | None, typer.Option(help="A file for what is played: the same command goes on from there.")]
Json = Annotated[bool, typer.Option("--json", help="Print it as JSON.")]
Html = Annotated[Path | None, typer.Option(help="Write a page with all of it to this file.")]
SECONDS = 0.5  # between two looks
WHO = "random, easy, quick, deep, deep:50ms, deep:2000, Python files, or addresses as http://host:9000/move"


def duel(
    game: lab.GameName,
    players: Annotated[
        str, typer.Option(help=f"One for each seat; of two, the first sits among as many of the second. {WHO}.")
    ],
    blocks: Blocks = 100,
    seats: lab.Seats = None,
    option: lab.Options = None,
    seed: lab.Seed = 1,
    limit: Limit = 5.0,
    until: Until = None,
    workers: lab.Workers = None,
    keep: Keep = None,
    json: Json = False,
    html: Html = None,
) -> None:
    """Who is better? The same deals for everybody, in every seat. At four seats, A,B is one A against three B's."""
    given = {"blocks": blocks, "seats": seats, "seed": seed, "limit": limit, "until": until}
    hold("duel", game, lab.read_players(players), option, given, workers=workers, keep=keep, json=json, html=html)


def tournament(
    game: lab.GameName,
    players: Annotated[list[str], typer.Argument(help=f"{WHO}.")],
    blocks: Blocks = 100,
    seats: lab.Seats = None,
    option: lab.Options = None,
    seed: lab.Seed = 1,
    limit: Limit = 5.0,
    until: Until = None,
    workers: lab.Workers = None,
    keep: Keep = None,
    json: Json = False,
    html: Html = None,
) -> None:
    """Everyone against everyone else: a pool table, and ratings. At four seats, one A against three B's, and one B."""
    given = {"blocks": blocks, "seats": seats, "seed": seed, "limit": limit, "until": until}
    hold("tournament", game, players, option, given, workers=workers, keep=keep, json=json, html=html)


def hold(
    kind: str,
    game: str,
    players: list[str],
    option: list[str] | None,
    given: dict[str, Any],
    *,
    workers: int | None,
    keep: Path | None,
    json: bool,
    html: Path | None,
) -> None:
    contests, work = lab.needed("cardhouse.lab.contest"), lab.needed("cardhouse.lab.work")
    pages = lab.needed("cardhouse.lab.contest.page") if html else None
    for file in filter(None, (keep, html)):
        if not file.parent.is_dir():
            raise BadTable(f"There is no folder {str(file.parent)!r}.", rule="files")
        if file.is_dir():
            raise BadTable(f"{str(file)!r} is a folder, not a file.", rule="files")
    contest = contests.plan(kind, game, players, options=lab.read_options(option), **given)
    with Shown(contest) as shown, Interruptible() as interrupt:
        contests.run(contest, workers=workers, keep=keep, tell=shown.tell)
    if interrupt.signal:
        contest.broken = work.BROKEN_OFF
    typer.echo(dumps(contests.as_dict(contest), indent=2) if json else contests.told(contest))
    if html and pages:
        try:
            html.write_text(pages.page(contest), "utf-8")
        except OSError as error:
            raise BadTable(f"{str(html)!r} cannot be written: {error.strerror}.", rule="files") from None
        typer.echo(f"Written to {html}.", err=True)
    if contest.broken:
        on = "the same command goes on from here" if keep else "with --keep FILE the same command would go on from here"
        typer.echo(f"{contest.broken}; {on}", err=True)
        raise typer.Exit(interrupt.code if interrupt.signal else 2)


class Shown:
    """A line on the terminal, or in a log: how far it is, how fast, how long it will take, and who leads."""

    def __init__(self, contest: Any) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self.console, self.title = Console(stderr=True), contest.rules.title
        columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
        self.progress = Progress(*columns, console=self.console, transient=True)
        self.task = self.progress.add_task(f"{self.title}: starting", total=max(1, contest.wanted * len(contest.lines)))
        self.begun: float | None = None
        self.told, self.before = 0.0, 0

    def __enter__(self) -> "Shown":
        if not self.console.is_terminal:
            self.console.print(f"{self.title}: starting")
        self.progress.start()
        return self

    def tell(self, contest: Any) -> None:
        """Seldom enough, for it looks at everything that was played."""
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
        self.progress.update(self.task, completed=played, description=words)

    def __exit__(self, *_: object) -> None:
        self.progress.stop()
