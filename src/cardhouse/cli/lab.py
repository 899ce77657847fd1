"""The commands of the lab: `cardhouse simulate president --players quick,random,random,random`."""

from json import dumps
from pathlib import Path
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
    write,
)
from cardhouse.cli.progress import ProgressLine
from cardhouse.interrupts import Interruptible

if TYPE_CHECKING:
    from cardhouse.lab.report import Exhibit
    from cardhouse.lab.simulation import Simulation


def simulate(
    game: GameName,
    matches: Annotated[int, typer.Option(help="The number of matches.")] = 10_000,
    seats: Seats = None,
    option: Options = None,
    players: Annotated[
        str, typer.Option(help="One for all seats, or one for each: random, easy, quick, master, or Python files.")
    ] = "random",
    seed: Seed = 1,
    device: Annotated[str, typer.Option(help="Where to run: cpu or gpu.")] = "cpu",
    workers: Workers = None,
    dask: Annotated[str, typer.Option(help="The address of a Dask scheduler, to use several machines.")] = "",
    json: Json = False,
) -> None:
    """Play many matches fast, and show who wins, how long they take and how they end.

    Different players rotate through the seats.

    Example: cardhouse simulate president --players quick,easy,random,random --matches 100000
    """
    simulation, work = from_lab("cardhouse.lab.simulation"), from_lab("cardhouse.lab.work")
    summary = from_lab("cardhouse.lab.summary")
    seen, parts = simulation.plan(
        game,
        matches=matches,
        seats=seats,
        options=read_options(option),
        players=read_players(players),
        seed=seed,
        device=device,
    )
    executor = work.dask(dask) if dask else None
    with SimulationProgress(seen, device) as progress, Interruptible() as interrupt:
        simulation.run(seen, parts, workers=workers, executor=executor, tell=progress.tell)
    if interrupt.signal:
        seen.broken = work.INTERRUPTED
    typer.echo(dumps(summary.as_dict(seen), indent=2) if json else summary.summarise(seen))
    if seen.broken:
        typer.echo(seen.broken, err=True)
        raise typer.Exit(interrupt.code if interrupt.signal else 2)


class SimulationProgress(ProgressLine):
    def __init__(self, seen: "Simulation", device: str) -> None:
        self.seen = seen
        ready = any(map(from_lab("cardhouse.lab.plain").is_plain, seen.players)) or (
            device == "cpu" and from_lab("cardhouse.compiled").is_cached(seen.game)
        )
        words = "starting" if ready else "compiling its law, once; this takes about 10 seconds"
        super().__init__(f"{seen.game.title}: {words}", seen.wanted, counts=False)

    def tell(self, seen: "Simulation") -> None:
        self.show(f"{seen.game.title}: {short(seen.moves_per_s)} moves/s", seen.counts.matches)

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        seen = self.seen
        if seen.seconds:
            self.console.print(
                f"{seen.moves:,} moves in {seen.seconds:.1f} s, {short(seen.moves_per_s)} a second", highlight=False
            )


def short(number: float) -> str:
    for size, sign in ((1e9, " G"), (1e6, " M")):
        if number >= size:
            return f"{number / size:.3g}{sign}"
    return f"{number:,.0f}"


def report(
    game: GameName,
    seats: Seats = None,
    option: Options = None,
    vary: Annotated[list[str] | None, typer.Option(help="Values of an option to compare, such as deals=1,3,5.")] = None,
    matches: Annotated[int, typer.Option(help="The number of matches for each figure.")] = 20_000,
    seed: Seed = 1,
    out: Annotated[Path | None, typer.Option(help="The file to write; by default GAME-report.html.")] = None,
) -> None:
    """Write a page about a game: seats, length, skill, choices, drama, options, cards, scoring.

    Example: cardhouse report javelin --out javelin.html
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    reports, work = from_lab("cardhouse.lab.report"), from_lab("cardhouse.lab.work")
    varied = {name: str(values).split(",") for name, values in read_options(vary).items()}
    study = reports.study_of(game, seats=seats, options=read_options(option), vary=varied, seed=seed, matches=matches)
    file = out or Path(f"{game}-report.html")
    must_be_writable(file)
    columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    found: list[Exhibit] = []
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress, Interruptible() as interrupt:
        task = progress.add_task("compiling", total=len(reports.EXHIBITS))

        def tell(title: str) -> None:
            if not progress.console.is_terminal:
                progress.console.print(f"{study.game.title}: {title}")
            progress.update(
                task, description=f"{study.game.title}: {title}", completed=list(reports.EXHIBITS).index(title)
            )

        for exhibit in reports.exhibits(study, tell):
            found.append(exhibit)
    for finding in (finding for exhibit in found for finding in exhibit.findings):
        typer.echo(f"{finding.colour:>6}  {finding.words}")
    if interrupt.signal:
        typer.echo(f"{work.INTERRUPTED} No page was written.", err=True)
        raise typer.Exit(interrupt.code)
    write(file, reports.page(study, found))
    typer.echo(f"Written to {file}.")
