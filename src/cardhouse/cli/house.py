"""The commands of a house: to open one, and to send a bot to one."""

from collections import Counter
from itertools import count
from pathlib import Path
from typing import Annotated

import typer

from cardhouse.bots import from_file
from cardhouse.cards.errors import CardhouseError
from cardhouse.cli.arguments import StoreAddress, split_list
from cardhouse.games import game as game_named
from cardhouse.house.push.services import KNOWN
from cardhouse.interrupts import Interruptible

LOG_LEVELS = ("debug", "info", "warning", "error")


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 lets other machines connect.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on; 0 chooses a free one.")] = 8000,
    store: StoreAddress = "",
    url: Annotated[
        str, typer.Option(help="Where clients reach this house, if several share a database.", show_default=False)
    ] = "",
    nats: Annotated[
        str,
        typer.Option(
            help="The NATS server between houses that share a database, such as nats://10.0.0.5.",
            show_default=False,
        ),
    ] = "",
    workers: Annotated[int, typer.Option(help="The number of processes for easy and quick bots.")] = 1,
    deep_workers: Annotated[int, typer.Option(help="The number of processes for deep bots; 0 for no deep bots.")] = 1,
    coach_workers: Annotated[
        int, typer.Option(help="The number of finished matches that are analysed at once; 0 for no coach.")
    ] = 1,
    push_services: Annotated[
        str, typer.Option(help="Push services that may call absent players, separated by commas; or none.")
    ] = ", ".join(KNOWN),
    host_name: Annotated[
        list[str] | None, typer.Option(help="The name of the house, such as cards.example.org; several with commas.")
    ] = None,
    origins: Annotated[str, typer.Option(help="Other sites whose pages may connect, separated by commas.")] = "",
    proxies: Annotated[str, typer.Option(help="Reverse proxies to trust, separated by commas.")] = "127.0.0.1",
    metrics: Annotated[str, typer.Option(help="Networks that may read /metrics.")] = "127.0.0.0/8, ::1",
    log_level: Annotated[str, typer.Option(help="What to log: debug, info, warning or error.")] = "info",
    commands: Annotated[float, typer.Option(help="Limit: commands per second for each socket.")] = 200.0,
    burst: Annotated[int, typer.Option(help="Limit: commands at once for each socket.")] = 400,
    sockets: Annotated[int, typer.Option(help="Limit: WebSockets for each address.")] = 200,
    connections: Annotated[int, typer.Option(help="Limit: connections of any kind for each address.")] = 400,
    tables: Annotated[int, typer.Option(help="Limit: new tables per hour for each address, and tables in play.")] = 100,
    requests: Annotated[float, typer.Option(help="Limit: requests per second for each address.")] = 20.0,
    unload_after: Annotated[
        float, typer.Option(help="How many seconds a table without visitors stays in memory.")
    ] = 600.0,
) -> None:
    """Open a house: a server of tables for people and bots, with its page.

    Every option can also be set in the environment, for example CARDHOUSE_SERVE_PORT=8001.

    Example: cardhouse serve --host 0.0.0.0 --port 8001
    """
    if log_level not in LOG_LEVELS:
        raise CardhouseError(f"--log-level is one of {', '.join(LOG_LEVELS)}, not {log_level!r}.")
    if workers < 1:
        raise CardhouseError(f"--workers is at least 1, not {workers}.")
    if deep_workers < 0:
        raise CardhouseError(f"--deep-workers is at least 0, not {deep_workers}.")
    if coach_workers < 0:
        raise CardhouseError(f"--coach-workers is at least 0, not {coach_workers}.")
    from cardhouse.house import server  # slow to import
    from cardhouse.house.settings import Settings, default_store

    settings = Settings(
        store or default_store(),
        host=host,
        port=port,
        url=url.rstrip("/"),
        nats=nats,
        workers=workers,
        deep_workers=deep_workers,
        coach_workers=coach_workers,
        push_services=() if push_services == "none" else tuple(split_list(push_services)),
        host_names=tuple(name for given in host_name or () for name in split_list(given)),
        origins=tuple(split_list(origins)),
        proxies=proxies,
        metrics=metrics,
        log_level=log_level,
        commands=commands,
        burst=burst,
        sockets=sockets,
        connections=connections,
        tables=tables,
        requests=requests,
        unload_after=unload_after,
    )
    with Interruptible():
        server.serve(settings)
    typer.echo("Cardhouse is closed.")


def bot(
    player: Annotated[Path, typer.Argument(help="A Python file with a function `choose(view)` that returns a move.")],
    join: Annotated[str, typer.Option(help="Take a seat at the table with this link.")] = "",
    game: Annotated[
        str, typer.Option("--open", help="Or open a table of this game, with bots in the other seats.")
    ] = "",
    house: Annotated[str, typer.Option(help="The address of the house, for --open.")] = "http://127.0.0.1:8000",
    level: Annotated[
        str, typer.Option(help="The level of the other bots, for --open: easy, quick, deep or master.")
    ] = "quick",
    name: Annotated[str, typer.Option(help="The name that others see; by default the name of the file.")] = "",
    matches: Annotated[int, typer.Option(help="The number of matches; 0 plays until the house closes.")] = 1,
    limit: Annotated[float, typer.Option(help="Seconds for each move; after that, the first legal move is made.")] = 20,
) -> None:
    """Send your own bot to a table of a house. Open the link of the table in a browser to watch.

    Example: cardhouse bot my_player.py --open president
    """
    from cardhouse import client  # slow to import

    if bool(join) == bool(game):
        raise CardhouseError("Give either --join LINK, or --open GAME to open a table for the bot.")
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
            typer.echo("The bot has left the table.")
        except CardhouseError as error:
            typer.echo(f"The bot could not leave the table: {error.sentence}")
        raise typer.Exit(interrupt.code)


def _tell(faults: list[str]) -> None:
    """Print each fault once, and clear the list."""
    for fault, times in Counter(faults).items():
        typer.echo(f"Fault: {fault}" + (f" ({times} times)" if times > 1 else ""))
    faults.clear()
