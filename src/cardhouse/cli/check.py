"""The command for people who write games: `cardhouse check ./hearts`."""

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardhouse.cli.arguments import Seed
from cardhouse.cli.progress import ProgressLine
from cardhouse.extras import needs
from cardhouse.games import GAMES
from cardhouse.games.definition import AnyGame
from cardhouse.games.outside import game_at
from cardhouse.interrupts import Interruptible

if TYPE_CHECKING:
    from cardhouse.testing import Broken
    from cardhouse.testing.contract import Progress


def check(
    game: Annotated[str, typer.Argument(help=f"The game: {', '.join(GAMES)}, or the folder of a game.")],
    moves: Annotated[int, typer.Option(min=1, help="Check at least this many random moves.")] = 2000,
    thorough: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="Compare views and sentences at this share of the moves.")
    ] = 1.0,
    bodies: Annotated[bool, typer.Option(help="Compile the law too, and compare it with the plain one.")] = True,
    seed: Seed = 1,
) -> None:
    """Test that a game keeps the contract: its law, texts, views, bots, options and cells.

    Example: cardhouse check president --moves 500
    """
    from cardhouse.testing import Broken
    from cardhouse.testing import check as check_contract

    found = GAMES[game] if game in GAMES else game_at(game)
    if bodies and find_spec("numba") is None:
        typer.echo("The law is not compiled for the check. " + needs("That", "compiled"))
        bodies = False
    with CheckProgress(found, moves) as progress, Interruptible() as interrupt:
        try:
            done = check_contract(found, moves=moves, seed=seed, thorough=thorough, bodies=bodies, tell=progress.tell)
        except Broken as broken:
            progress.__exit__()
            typer.echo(f"{found.title} breaks the contract.")
            typer.echo(describe(broken, found, game))
            raise typer.Exit(1) from None
    if interrupt.signal:
        typer.echo("Stopped.", err=True)
        raise typer.Exit(interrupt.code)
    for part, times in done.counts.items():
        typer.echo(f"ok {times:>9,}  {part}")
    typer.echo(f"{found.title} keeps the contract: {done.matches:,} matches, {done.made:,} moves.")


def describe(broken: "Broken", checked: AnyGame, given: str) -> str:
    """Return the failure as text; its last line opens the game as the command did."""
    if GAMES.get(checked.name) is checked:
        return str(broken)
    return str(broken).replace(repr(checked), f"testing.game_at({str(Path(given).resolve())!r})")


class CheckProgress(ProgressLine):
    def __init__(self, game: AnyGame, moves: int) -> None:
        self.stage = ""
        self.game = game
        super().__init__(f"{game.title}: reading the source of its law", moves, counts=False)

    def tell(self, done: "Progress") -> None:
        words = f"{self.game.title}: {done.stage}, {done.matches:,} matches done"
        if done.stage != self.stage:
            self.say(words)
        self.stage = done.stage
        self.show(words, min(done.made, done.moves))
