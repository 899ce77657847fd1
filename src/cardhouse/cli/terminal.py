"""The commands for a person at a terminal: `cardhouse play president`."""

from typing import Annotated

import typer

from cardhouse.bots import levels_of
from cardhouse.cli.arguments import GameName, Options, read_options
from cardhouse.games import GAMES
from cardhouse.games import game as game_named
from cardhouse.interrupts import Interruptible
from cardhouse.play.dealers import SeededDealer


def play(
    game: GameName,
    seats: Annotated[int | None, typer.Option(help="The number of players, including you.")] = None,
    option: Options = None,
    bots: Annotated[
        str, typer.Option(help="The level of the bots in the other seats; `cardhouse games` lists them.")
    ] = "quick",
    seed: Annotated[
        int | None, typer.Option(help="Deal the same cards every time. Random bots still play at random.")
    ] = None,
) -> None:
    """Play in this terminal against bots. Type ? to read the rules.

    Example: cardhouse play president --seats 5 --bots deep
    """
    from cardhouse.terminal.line import LineGame  # rich is slow to import

    dealer = None if seed is None else SeededDealer(seed)
    with Interruptible() as interrupt:
        LineGame(game, seats=seats, options=read_options(option), dealer=dealer, bots=bots).play()
    if interrupt.signal:
        typer.echo("\nYou leave the table.")
        raise typer.Exit(interrupt.code)


def rules(game: GameName) -> None:
    """Print the rules of a game.

    Example: cardhouse rules dynasty
    """
    from cardhouse.terminal.line import readable

    typer.echo(readable(game_named(game)))


def games() -> None:
    """List the games, the levels of their bots, and their options."""
    for game in GAMES.values():
        typer.echo(f"{game.name}: {game.players}. {game.aim}")
        typer.echo(f"    bots: {', '.join(levels_of(game))}, random")
        for option in game.options:
            typer.echo(f"    --option {option.name}={option.default}   {option.meaning} ({option.choices})")
