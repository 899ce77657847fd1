"""The command line: `cardhouse play president`."""

import sys
from collections.abc import Callable
from importlib.metadata import version
from io import TextIOWrapper
from typing import Annotated

import typer

from cardhouse import interrupts
from cardhouse.cards.errors import CardhouseError
from cardhouse.cli import check, contest, docs, house, lab, logs, mcp, new, terminal, train
from cardhouse.extras import own_command
from cardhouse.games import GAMES, TROUBLE

app = typer.Typer(
    help="A house for card games. `cardhouse COMMAND --help` explains a command and shows an example.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
COMMANDS: dict[str, tuple[Callable[..., None], ...]] = {
    "Play": (terminal.play, terminal.rules, terminal.games, docs.docs),
    "Host": (house.serve, logs.log, logs.export, logs.backup, logs.move_store),
    "Write a bot": (house.bot, contest.duel, contest.tournament, train.train, mcp.mcp),
    "Study a game": (lab.report, lab.simulate),
    "Add a game": (new.new, check.check),
    "Check a match": (logs.verify, logs.replay),
}
FIRST = {
    "serve": "play in a browser, with bots and friends",
    "play president": "play in this terminal, against bots",
    "games": "list the games and their options",
    "docs": "read the docs in a browser",
    "--help": "list all commands",
}  # shown without a command
for panel, commands in COMMANDS.items():
    for command in commands:
        # environment variables, such as CARDHOUSE_SERVE_PORT for `serve --port`
        settings = {"auto_envvar_prefix": "CARDHOUSE_SERVE"} if command is house.serve else {}
        app.command(rich_help_panel=panel, context_settings=settings)(command)


def show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"cardhouse {version('cardhouse')}")
        raise typer.Exit


def greet() -> None:
    typer.echo(f"Cardhouse {version('cardhouse')}: {', '.join(game.title for game in GAMES.values())}.")
    called = own_command()
    width = max(map(len, FIRST))
    for words, meaning in FIRST.items():
        typer.echo(f"  {called} {words:{width}}   {meaning}")


@app.callback()
def start(
    context: typer.Context,
    _: Annotated[
        bool,
        typer.Option("--version", callback=show_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    for sentence in TROUBLE:
        typer.echo(sentence, err=True)
    if context.invoked_subcommand is None:
        greet()


def main() -> None:
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot encode suit symbols shows question marks
    try:
        app()
    except CardhouseError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    except SystemExit as end:
        if end.code in interrupts.CODES:
            interrupts.leave(end.code)
        raise
