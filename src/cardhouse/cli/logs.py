"""The commands for logs: read, replay, verify and back up the matches of a house."""

import asyncio
import time
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardhouse.cards.errors import BadLog, CardhouseError
from cardhouse.cli.arguments import StoreAddress
from cardhouse.cli.progress import ProgressLine
from cardhouse.games.version import law_version
from cardhouse.interrupts import Interruptible
from cardhouse.play.match import Match
from cardhouse.play.replay import law_of, lesson_deals
from cardhouse.play.replay import replay as replay_log
from cardhouse.play.replay import verify as verify_log

if TYPE_CHECKING:
    from cardhouse.house.rows import Row

TableName = Annotated[str, typer.Argument(help="The id of a table, as in its link.")]
LogFile = Annotated[
    Path, typer.Argument(help="A log file, as written by `cardhouse export` or downloaded from the page.")
]


def log(table: TableName, store: StoreAddress = "") -> None:
    """Print what happened at a table, without anything that was hidden from someone there.

    Example: cardhouse log our-table
    """
    from cardhouse.house.archive import describe_entries  # slow to import

    for line in describe_entries(_open_rows(store, table)):
        typer.echo(line)


def export(table: TableName, store: StoreAddress = "") -> None:
    """Print the log of the last finished match of a table, with every card.

    Example: cardhouse export our-table > match.jsonl
    """
    from cardhouse.house.archive import find_match  # slow to import

    typer.echo(find_match(_open_rows(store, table)).log, nl=False)


def replay(
    log: LogFile,
    page: Annotated[
        bool, typer.Option("--page", help="Show it in the page, move by move, until you press Ctrl-C.")
    ] = False,
    port: Annotated[int, typer.Option(help="The port to listen on, for --page; 0 chooses a free one.")] = 0,
    browser: Annotated[bool, typer.Option(help="Open the page in your browser at once.")] = True,
) -> None:
    """Play a log again, and show the result.

    Example: cardhouse replay match.jsonl --page
    """
    text = _read(log)
    match = replay_log(text)
    typer.echo(f"{match.game.title}, {match.seats} players, {len(match.events)} events.")
    was, now = law_of(text), law_version(match.game)
    if was.digest != now.digest:
        typer.echo(f"It was played by another law ({was}); the present one ({now}) plays it the same.")
    if match.result is None:
        if page:
            raise BadLog("The match is not over: the page shows finished matches only.", rule="logs")
        typer.echo("The match is not over.")
    else:
        for name, place in sorted(zip(match.names, match.result.places, strict=True), key=lambda one: one[1]):
            typer.echo(f"  {place}. {name}")
    if page:
        _show(match, port=port, browser=browser)


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
    to: Annotated[Path, typer.Argument(help="The file to write; it must not exist yet.")], store: StoreAddress = ""
) -> None:
    """Copy all tables of a house to a file, also while the house is open.

    Example: cardhouse backup house-backup.db
    """
    from cardhouse.house.settings import default_store  # slow to import
    from cardhouse.house.stores.opening import back_up

    back_up(store or default_store(), to)
    typer.echo(f"All tables are copied to {to}.")


def move_store(
    source: Annotated[str, typer.Argument(metavar="FROM", help="The store to copy: a file, or postgresql://...")],
    target: Annotated[str, typer.Argument(metavar="TO", help="An empty store: a new file, or an empty database.")],
) -> None:
    """Copy all tables of a house to another store, and check the copy. No house may be open on either.

    Example: cardhouse move-store house.db postgresql://house@10.0.0.5/house
    """
    from cardhouse.house.stores.moving import move_store as move  # slow to import

    with ProgressLine("Copying tables", 1, counts=True) as line:

        def tell(done: int, total: int) -> None:
            line.progress.update(line.task, completed=done, total=total)

        tables, entries = asyncio.run(move(source, target, tell))
    typer.echo(f"{tables:,} tables with {entries:,} entries are copied and checked. The old store is unchanged.")


def _show(match: Match, *, port: int, browser: bool) -> None:
    """Show a match in the page until a signal comes."""
    from cardhouse.house import log_page  # slow to import

    with Interruptible(), log_page.listen(port) as listener:
        address = log_page.address(listener)
        typer.echo(f"The replay is at {address} until you press Ctrl-C.")
        if browser:
            webbrowser.open(address)
        log_page.serve(match, listener)


def _rows(store: str, table: str) -> "list[Row]":
    from cardhouse.house.settings import default_store  # slow to import
    from cardhouse.house.stores.opening import read_rows

    return read_rows(store or default_store(), table)


def _open_rows(store: str, table: str) -> "list[Row]":
    """Return the log of a table, unless it is that of a deal of the day that others still play."""
    from cardhouse.house.archive import must_be_open  # slow to import

    rows = _rows(store, table)
    must_be_open(rows, time.time())
    return rows


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except OSError as error:
        raise CardhouseError(f"{str(file)!r} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise CardhouseError(f"{str(file)!r} is not a log: it is not text.") from error
