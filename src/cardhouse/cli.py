"""The command line: `cardhouse play president`."""

import sys
from importlib.metadata import version
from io import TextIOWrapper
from typing import Annotated

import typer

from cardhouse import cli_contest as contest
from cardhouse import cli_house as house
from cardhouse import cli_lab as lab
from cardhouse import interrupts
from cardhouse.cards.errors import CardhouseError
from cardhouse.games import GAMES
from cardhouse.games import game as game_named
from cardhouse.interrupts import Interruptible
from cardhouse.play.dealers import SeededDealer

app = typer.Typer(
    help="A house for card games.", no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False
)


def show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"cardhouse {version('cardhouse')}")
        raise typer.Exit


@app.callback()
def start(
    _: Annotated[
        bool,
        typer.Option("--version", callback=show_version, is_eager=True, allow_from_autoenv=False, help="Say which."),
    ] = False,
) -> None:
    pass


@app.command()
def play(
    game: lab.GameName,
    seats: Annotated[int | None, typer.Option(help="How many players, you among them.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the game, as in `deals=3`; `cardhouse games` lists them.")
    ] = None,
    bots: Annotated[str, typer.Option(help="Who sits in the other seats: easy, quick, deep, random.")] = "quick",
    seed: Annotated[
        int | None, typer.Option(help="Deal the same cards every time (random bots still play by chance).")
    ] = None,
) -> None:
    """Play in this terminal against bots."""
    from cardhouse.terminal.line import LineGame  # rich takes as long to import as all the rest

    dealer = None if seed is None else SeededDealer(seed)
    with Interruptible() as interrupt:
        LineGame(game, seats=seats, options=lab.read_options(option), dealer=dealer, bots=bots).play()
    if interrupt.signal:
        typer.echo("\nYou leave the table.")
        raise typer.Exit(interrupt.code)


@app.command()
def rules(game: lab.GameName) -> None:
    """Print the rules of a game."""
    from cardhouse.terminal.line import readable

    typer.echo(readable(game_named(game).rules))


@app.command()
def games() -> None:
    """List the games and their options."""
    for game in GAMES.values():
        typer.echo(f"{game.name}: {game.players}. {game.aim}")
        for option in game.options:
            typer.echo(f"    --option {option.name}={option.default}   {option.meaning} ({option.choices})")


app.command()(lab.simulate)
app.command()(lab.report)
app.command()(contest.duel)
app.command()(contest.tournament)
for command in (house.serve, house.log, house.export, house.replay, house.verify, house.backup, house.bot):
    app.command()(command)


def main() -> None:
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without signs for suits shows question marks
    try:
        app(auto_envvar_prefix="CARDHOUSE")  # --port of `serve` is also CARDHOUSE_SERVE_PORT
    except CardhouseError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    except SystemExit as end:
        if end.code in interrupts.CODES:
            interrupts.leave(end.code)
        raise
