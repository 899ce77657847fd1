"""The commands for logs: read, replay, verify and back up the matches of a house."""

from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer

from cardhouse.cards.errors import CardhouseError
from cardhouse.cli.arguments import HouseFile
from cardhouse.games.version import law_version
from cardhouse.play.replay import law_of, lesson_deals
from cardhouse.play.replay import replay as replay_log
from cardhouse.play.replay import verify as verify_log

TableName = Annotated[str, typer.Argument(help="The id of a table, as in its link.")]
LogFile = Annotated[
    Path, typer.Argument(help="A log file, as written by `cardhouse export` or downloaded from the page.")
]


def log(table: TableName, file: HouseFile = None) -> None:
    """Print what happened at a table, without anything that was hidden from someone there.

    Example: cardhouse log our-table
    """
    archive, where = _archive(file)
    for line in archive.describe_entries(archive.rows_of(where, table)):
        typer.echo(line)


def export(table: TableName, file: HouseFile = None) -> None:
    """Print the log of the last finished match of a table, with every card.

    Example: cardhouse export our-table > match.jsonl
    """
    archive, where = _archive(file)
    typer.echo(archive.export_log(where, table), nl=False)


def replay(log: LogFile) -> None:
    """Play a log again, and show the result.

    Example: cardhouse replay match.jsonl
    """
    text = _read(log)
    match = replay_log(text)
    typer.echo(f"{match.game.title}, {match.seats} players, {len(match.events)} events.")
    was, now = law_of(text), law_version(match.game)
    if was.digest != now.digest:
        typer.echo(f"It was played by another law ({was}); the present one ({now}) plays it the same.")
    if match.result is None:
        typer.echo("The match is not over.")
    else:
        for name, place in sorted(zip(match.names, match.result.places, strict=True), key=lambda one: one[1]):
            typer.echo(f"  {place}. {name}")


def verify(log: LogFile) -> None:
    """Check that the deals in a log were fair, by recomputing them from the commitments and the revealed secrets.

    Example: cardhouse verify match.jsonl
    """
    text = _read(log)
    deals, lessons = verify_log(text), lesson_deals(text)
    typer.echo(f"{deals} deal{'' if deals == 1 else 's'} recomputed: dealt as committed.")
    if lessons:
        typer.echo("The first deal is that of a lesson: its cards were chosen, not drawn at random.")


def backup(
    to: Annotated[Path, typer.Argument(help="The file to write; it must not exist yet.")], file: HouseFile = None
) -> None:
    """Copy all tables of a house to a file, also while the house is open.

    Example: cardhouse backup house-backup.db
    """
    archive, where = _archive(file)
    archive.back_up(where, to)
    typer.echo(f"All tables are copied to {to}.")


def _archive(file: Path | None) -> tuple[ModuleType, Path]:
    from cardhouse.house import archive  # slow to import
    from cardhouse.house.settings import default_file

    return archive, file or default_file()


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except OSError as error:
        raise CardhouseError(f"{str(file)!r} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise CardhouseError(f"{str(file)!r} is not a log: it is not text.") from error
