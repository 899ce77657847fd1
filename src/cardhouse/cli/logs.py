"""The commands about what a house has kept: to read it, play it again, check it and copy it."""

from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer

from cardhouse.cards.errors import BadLog
from cardhouse.cli.arguments import HouseFile
from cardhouse.games.version import law_version
from cardhouse.play.replay import law_of
from cardhouse.play.replay import replay as replay_log
from cardhouse.play.replay import verify as verify_log

TableName = Annotated[str, typer.Argument(help="The id of a table.")]
LogFile = Annotated[Path, typer.Argument(help="A log, as `cardhouse export` and a house's page give it.")]


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
    text = _read(log)
    match = replay_log(text)
    typer.echo(f"{match.game.title}, {match.seats} players, {len(match.events)} events.")
    was, now = law_of(text), law_version(match.game)
    if was.digest != now.digest:
        typer.echo(f"It was played by another law ({was}); the present one ({now}) plays it the same.")
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


def _archive(file: Path | None) -> tuple[ModuleType, Path]:
    from cardhouse.house import archive  # it takes longer to import than all the rest
    from cardhouse.house.settings import default_file

    return archive, file or default_file()


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except OSError as error:
        raise BadLog(f"{str(file)!r} cannot be read: {error.strerror}.", rule="logs") from error
    except UnicodeDecodeError as error:
        raise BadLog(f"{str(file)!r} is not a log: it is not text.", rule="logs") from error
