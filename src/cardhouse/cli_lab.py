"""The commands of the lab: `cardhouse simulate president --players quick,random,random,random`."""

from importlib import import_module
from json import dumps
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import typer

from cardhouse.cards.errors import BadTable, Unreadable
from cardhouse.games import GAMES
from cardhouse.interrupts import Interruptible

GameName = Annotated[str, typer.Argument(help=f"One of {', '.join(GAMES)}.")]
Seats = Annotated[int | None, typer.Option(help="How many players.")]
Options = Annotated[list[str] | None, typer.Option(help="An option of the game, as in `deals=3`.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same matches.")]
Workers = Annotated[int | None, typer.Option(help="How many processes; one for each core, if not said.")]


def needed(module: str) -> ModuleType:
    try:
        return import_module(module)
    except ModuleNotFoundError as missing:
        raise BadTable(f"This needs the extra `lab`, as in pip install '.[lab]': {missing}.", rule="lab") from missing


def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(help="How many matches.")] = 10_000,
    seats: Seats = None,
    option: Options = None,
    players: Annotated[
        str, typer.Option(help="One for all, or one a seat: random, easy, quick, or Python files.")
    ] = "random",
    seed: Seed = 1,
    device: Annotated[str, typer.Option(help="cpu or gpu.")] = "cpu",
    workers: Workers = None,
    dask: Annotated[str, typer.Option(help="The address of a Dask scheduler, to work on several machines.")] = "",
    json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Play many matches, compiled, and say what they show. Players that differ rotate through the seats."""
    lab, work = needed("cardhouse.lab.simulation"), needed("cardhouse.lab.work")
    summary = needed("cardhouse.lab.summary")
    seen, parts = lab.plan(
        game,
        games=games,
        seats=seats,
        options=read_options(option),
        players=read_players(players),
        seed=seed,
        device=device,
    )
    executor = work.dask(dask) if dask else None
    with Shown(seen, device) as shown, Interruptible() as interrupt:
        lab.run(seen, parts, workers=workers, executor=executor, tell=shown.tell)
    if interrupt.signal:
        seen.broken = work.BROKEN_OFF
    typer.echo(dumps(summary.as_dict(seen), indent=2) if json else summary.told(seen))
    if seen.broken:
        typer.echo(seen.broken, err=True)
        raise typer.Exit(interrupt.code if interrupt.signal else 2)


def read_players(words: str) -> list[str]:
    return [name.strip() for name in words.split(",")]


def read_options(words: list[str] | None) -> dict[str, str | int]:
    options: dict[str, str | int] = {}
    for word in words or []:
        name, equals, value = word.partition("=")
        if not equals:
            raise Unreadable(f"An option is a name and a value, as in `deals=3`, not {word!r}.", rule="options")
        options[name] = value
    return options


class Shown:
    """A line on the terminal, or in a log: how far it is, how fast, how long it will take."""

    def __init__(self, seen: Any, device: str) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        self.console, self.seen = Console(stderr=True), seen
        columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
        self.progress = Progress(*columns, console=self.console, transient=True)
        self.task = self.progress.add_task(self.first_words(device), total=max(1, seen.wanted))

    def first_words(self, device: str) -> str:
        ready = any(map(needed("cardhouse.lab.plain").is_file, self.seen.players)) or (
            device == "cpu" and needed("cardhouse.press").kept(self.seen.rules)
        )
        words = "starting" if ready else "compiling its law, once; this takes some 10 seconds"
        words = f"{self.seen.rules.title}: {words}"
        if not self.console.is_terminal:
            self.console.print(words)
        return words

    def __enter__(self) -> "Shown":
        self.progress.start()
        return self

    def tell(self, seen: Any) -> None:
        speed = f"{seen.rules.title}: {short(seen.moves_per_s)} moves/s"
        self.progress.update(self.task, completed=seen.counts.games, description=speed)

    def __exit__(self, *_: object) -> None:
        self.progress.stop()
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
    vary: Annotated[list[str] | None, typer.Option(help="Values of an option to compare, as in `deals=1,3,5`.")] = None,
    games: Annotated[int, typer.Option(help="How many matches are behind each figure.")] = 20_000,
    seed: Seed = 1,
    out: Annotated[Path | None, typer.Option(help="The file to write; GAME-report.html, if not said.")] = None,
) -> None:
    """Write a page about a game: seats, length, skill, choices, drama, options, cards, scoring."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    lab, work = needed("cardhouse.lab.report"), needed("cardhouse.lab.work")
    varied = {name: str(values).split(",") for name, values in read_options(vary).items()}
    study = lab.study_of(game, seats=seats, options=read_options(option), vary=varied, seed=seed, games=games)
    file = out or Path(f"{game}-report.html")
    if not file.parent.is_dir():
        raise BadTable(f"There is no folder {str(file.parent)!r}.", rule="report")
    columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    found: list[Any] = []
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress, Interruptible() as interrupt:
        task = progress.add_task("compiling", total=len(lab.EXHIBITS))

        def tell(title: str) -> None:
            if not progress.console.is_terminal:
                progress.console.print(f"{study.rules.title}: {title}")
            progress.update(
                task, description=f"{study.rules.title}: {title}", completed=list(lab.EXHIBITS).index(title)
            )

        for exhibit in lab.exhibits(study, tell):
            found.append(exhibit)
    for finding in (finding for exhibit in found for finding in exhibit.findings):
        typer.echo(f"{finding.colour:>6}  {finding.words}")
    if interrupt.signal:
        typer.echo(f"{work.BROKEN_OFF}: no page was written", err=True)
        raise typer.Exit(interrupt.code)
    try:
        file.write_text(lab.page(study, found), "utf-8")
    except OSError as error:
        raise BadTable(f"{str(file)!r} cannot be written: {error.strerror}.", rule="report") from None
    typer.echo(f"Written to {file}.")
