"""The commands of a house: to open one, and to send a bot to one."""

from collections import Counter
from itertools import count
from pathlib import Path
from typing import Annotated

import typer

from cardhouse.bots import from_file
from cardhouse.cards.errors import BadSetup, CardhouseError
from cardhouse.cli.arguments import HouseFile, listed
from cardhouse.games import game as game_named
from cardhouse.interrupts import Interruptible

LOG_LEVELS = ("debug", "info", "warning", "error")


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
    log_level: Annotated[str, typer.Option(help="What the journal says: debug, info, warning or error.")] = "info",
    commands: Annotated[float, typer.Option(help="Of a socket, per second.")] = 200.0,
    burst: Annotated[int, typer.Option(help="Commands of a socket, at once.")] = 400,
    sockets: Annotated[int, typer.Option(help="Of an address.")] = 200,
    connections: Annotated[int, typer.Option(help="Of an address, of any kind.")] = 400,
    tables: Annotated[int, typer.Option(help="Of an address: new per hour, and in play at once.")] = 100,
    requests: Annotated[float, typer.Option(help="Of an address, per second.")] = 20.0,
    kept: Annotated[float, typer.Option(help="Seconds that a table without visitors stays in memory.")] = 600.0,
) -> None:
    """Open a house: tables for people and bots, over the network. Each flag is also set by CARDHOUSE_SERVE_..."""
    if log_level not in LOG_LEVELS or workers < 1 or thinkers < 0:
        levels = ", ".join(LOG_LEVELS)
        raise BadSetup(
            f"The log level is one of {levels}, there is at least one worker, and 0 thinkers or more.", rule="serve"
        )
    from cardhouse.house import server  # it takes longer to import than all the rest
    from cardhouse.house.settings import Settings, default_file

    settings = Settings(
        file or default_file(),
        host=host,
        port=port,
        workers=workers,
        thinkers=thinkers,
        host_names=tuple(name for given in host_name or () for name in listed(given)),
        origins=tuple(listed(origins)),
        proxies=proxies,
        metrics=metrics,
        log_level=log_level,
        commands=commands,
        burst=burst,
        sockets=sockets,
        connections=connections,
        tables=tables,
        requests=requests,
        kept=kept,
    )
    with Interruptible():
        server.serve(settings)
    typer.echo("Cardhouse is closed.")


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
    from cardhouse import client  # it takes longer to import than all the rest

    if bool(join) == bool(game):
        raise BadSetup("Say where it sits: --join LINK, or --open GAME for a table of its own.", rule="the house")
    choose, name = from_file(player), name or player.stem
    if game:
        bots = game_named(game).default_seats - 1
        seat = client.create(house.rstrip("/"), game, name=name, bots=bots, level=level)
    else:
        seat = client.join(join, name=name)
    try:
        with Interruptible() as interrupt:
            typer.echo(f"{name} has a seat at {seat.link}.")
            for played in range(matches) if matches else count():
                result = seat.play(choose, again=played > 0, limit=limit)
                typer.echo(f"Place {result.places[seat.seat]} of {len(result.places)}.")
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
    """Print each fault once, and forget it."""
    for fault, times in Counter(faults).items():
        typer.echo(f"Fault: {fault}" + (f" ({times} times)" if times > 1 else ""))
    faults.clear()
