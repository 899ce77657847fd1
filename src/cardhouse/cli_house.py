"""The commands about houses: to open one, to read its logs, to send a bot to one."""

from collections import Counter
from importlib import import_module
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer

from cardhouse.bots import from_file
from cardhouse.cards.errors import BadLog, BadTable, CardhouseError
from cardhouse.games import game as game_named
from cardhouse.interrupts import Interruptible
from cardhouse.play.replay import replay as replay_log
from cardhouse.play.replay import verify as verify_log

HouseFile = Annotated[
    Path | None, typer.Option(envvar="CARDHOUSE_FILE", help="Where the house keeps its tables.", show_default=False)
]
LEVELS = ("debug", "info", "warning", "error")
TableName = Annotated[str, typer.Argument(help="The game id of a table.")]
LogFile = Annotated[Path, typer.Argument(help="A log, as `cardhouse export` and a house's page give it.")]


def needed(module: str) -> ModuleType:
    try:
        return import_module(module)
    except ModuleNotFoundError as missing:
        sentence = f"This needs the extra `house`, as in pip install '.[house]': {missing}."
        raise BadTable(sentence, rule="the house") from missing


def serve(
    host: Annotated[str, typer.Option(help="0.0.0.0 lets other machines in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="0 is any that is free.")] = 8000,
    file: HouseFile = None,
    workers: Annotated[int, typer.Option(help="Processes in which bots think.")] = 1,
    thinkers: Annotated[int, typer.Option(help="More of them, for deep bots; 0 is none.")] = 1,
    host_name: Annotated[
        list[str] | None, typer.Option(help="What the house is called, as cards.example.org; several with commas.")
    ] = None,
    origins: Annotated[str, typer.Option(help="Other sites whose pages may connect, with commas.")] = "",
    proxies: Annotated[str, typer.Option(help="Whose X-Forwarded-For is believed, with commas.")] = "127.0.0.1",
    metrics: Annotated[str, typer.Option(help="Who may read /metrics: networks, with commas.")] = "127.0.0.0/8, ::1",
    level: Annotated[str, typer.Option(help="Of the journal: debug, info, warning or error.")] = "info",
    commands: Annotated[float, typer.Option(help="Of a socket, per second.")] = 200.0,
    burst: Annotated[int, typer.Option(help="Commands of a socket, at once.")] = 400,
    sockets: Annotated[int, typer.Option(help="Of an address.")] = 200,
    connections: Annotated[int, typer.Option(help="Of an address, of any kind.")] = 400,
    tables: Annotated[int, typer.Option(help="Of an address: new per hour, and in play at once.")] = 100,
    requests: Annotated[float, typer.Option(help="Of an address, per second.")] = 20.0,
    kept: Annotated[float, typer.Option(help="Seconds that a table without visitors stays in memory.")] = 600.0,
) -> None:
    """Open a house: tables for people and bots, over the network. Each flag is also set by CARDHOUSE_SERVE_..."""
    if level not in LEVELS or workers < 1 or thinkers < 0:
        sentence = f"The level is one of {', '.join(LEVELS)}, there is at least one worker, and 0 thinkers or more."
        raise BadTable(sentence, rule="serve")
    server, settings = needed("cardhouse.house.server"), needed("cardhouse.house.settings")
    wanted = settings.Settings(
        file or settings.usual_file(),
        host=host,
        port=port,
        workers=workers,
        thinkers=thinkers,
        host_names=tuple(name for given in host_name or () for name in _listed(given)),
        origins=tuple(_listed(origins)),
        proxies=proxies,
        metrics=metrics,
        level=level,
        commands=commands,
        burst=burst,
        sockets=sockets,
        connections=connections,
        tables=tables,
        requests=requests,
        kept=kept,
    )
    with Interruptible():
        server.serve(wanted)
    typer.echo("Cardhouse is closed.")


def _listed(text: str) -> list[str]:
    """What is given with commas."""
    return [one.strip() for one in text.split(",") if one.strip()]


def log(table: TableName, file: HouseFile = None) -> None:
    """Print what happened at a table, for its operator: what everybody there may know, no more."""
    archive, where = _archive(file)
    for line in archive.told(archive.rows_of(where, table)):
        typer.echo(line)


def export(table: TableName, file: HouseFile = None) -> None:
    """Print the last finished match of a table as JSON lines, every card in it; `cardhouse replay` plays it again."""
    archive, where = _archive(file)
    typer.echo(archive.exported(where, table), nl=False)


def replay(log: LogFile) -> None:
    """Play a log again, and say how it ended."""
    match = replay_log(_read(log))
    typer.echo(f"{match.game.title}, {match.seats} players, {len(match.events)} events.")
    if match.result is None:
        typer.echo("It is not over.")
    else:
        for name, place in sorted(zip(match.names, match.result.places, strict=True), key=lambda one: one[1]):
            typer.echo(f"  {place}. {name}")


def verify(log: LogFile) -> None:
    """Recompute the deals of a log from what was committed to and revealed, and say whether they were fair."""
    deals = verify_log(_read(log))
    typer.echo(f"{deals} deal{'' if deals == 1 else 's'} recomputed: dealt as committed.")


def backup(to: Annotated[Path, typer.Argument(help="A file that does not exist yet.")], file: HouseFile = None) -> None:
    """Copy all tables of a house, open or not, to a file."""
    archive, where = _archive(file)
    archive.back_up(where, to)
    typer.echo(f"{to} has everything up to now.")


def bot(
    player: Annotated[Path, typer.Argument(help="A Python file with a function `choose(view)` that returns a move.")],
    join: Annotated[str, typer.Option(help="The link to a table.")] = "",
    game: Annotated[str, typer.Option("--open", help="Or a game: a table of it is opened, for it and bots.")] = "",
    house: Annotated[str, typer.Option(help="Where that is.")] = "http://127.0.0.1:8000",
    level: Annotated[str, typer.Option(help="How well the bots there play: easy, quick or deep.")] = "quick",
    name: Annotated[str, typer.Option(help="What the others see.")] = "",
    matches: Annotated[int, typer.Option(help="How many to play; 0 is until the house closes.")] = 1,
    limit: Annotated[float, typer.Option(help="Seconds for a move; then its first one is made.")] = 20,
) -> None:
    """Send a bot of your own to a table of a house; open its link in a browser to watch."""
    client = needed("cardhouse.client")
    if bool(join) == bool(game):
        raise BadTable("Say where it sits: --join LINK, or --open GAME for a table of its own.", rule="the house")
    choose, name = from_file(player), name or player.stem
    if game:
        bots = game_named(game).usual_seats - 1
        seat = client.create(house.rstrip("/"), game, name=name, bots=bots, level=level)
    else:
        seat = client.join(join, name=name)
    try:
        with Interruptible() as interrupt:
            typer.echo(f"{name} has a seat at {seat.link}.")
            for played in range(matches) if matches else count():
                result = seat.play(choose, again=played > 0, limit=limit)
                typer.echo(f"Place {result['places'][seat.seat]} of {len(result['places'])}.")
                _tell(seat.faults)
    finally:
        _tell(seat.faults)
    if interrupt.signal:
        try:
            seat.leave()
            typer.echo("The seat is given back.")
        except CardhouseError as error:
            typer.echo(f"The seat could not be given back: {error.sentence}")
        raise typer.Exit(interrupt.code)


def _tell(faults: list[str]) -> None:
    """Once each; then they are told."""
    for fault, times in Counter(faults).items():
        typer.echo(f"Fault: {fault}" + (f" ({times} times)" if times > 1 else ""))
    faults.clear()


def _archive(file: Path | None) -> tuple[ModuleType, Path]:
    return needed("cardhouse.house.archive"), file or needed("cardhouse.house.settings").usual_file()


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadLog(f"{str(file)!r} cannot be read: {error}", rule="logs") from error
