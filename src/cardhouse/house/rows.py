"""Rows: entries as they are stored. What is not public is stored separately, as a secret of the same number."""

from typing import NamedTuple

from msgspec import Struct, ValidationError, json

from cardhouse.cards.errors import BadLog
from cardhouse.wire import encode
from cardhouse.wire.commands import AnyEntry


class Secret(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The hidden part of an entry: the next deal secret, a hash of a seat's token, a hidden move, a position."""

    deal_secret: str = ""
    token: str = ""
    move: str = ""
    fault: str = ""
    position: str = ""  # that the first match of the table goes on from, with all cards


NOTHING = Secret()


class Document(NamedTuple):
    """A text that a store keeps beside the logs."""

    kind: str
    name: str
    text: str


class Row(Struct, frozen=True, kw_only=True):
    """An entry as it is stored, with its secret."""

    table: str
    number: int
    at: int  # milliseconds since the epoch
    player: int  # the sender of the command
    command: int | None  # and its number
    seq: int  # the number of the last public event after it
    draft: int  # the number of the last draft since, which only the seat to act knows of
    entry: AnyEntry
    secret: Secret = NOTHING
    state: str = ""  # the hash of the match's state after it; only in the last row of a command during a match
    document: Document | None = None  # what is stored together with it, if there is no document of this name yet


Columns = tuple[str, int, int, int, int | None, int, int, str, str]  # of the database's table `log`
SELECT = (
    "SELECT log.number, at, player, command, seq, draft, entry, state, secret"
    " FROM log LEFT JOIN secrets USING (table_id, number)"
)
read_entry = json.Decoder(AnyEntry).decode
read_secret = json.Decoder(Secret).decode


def columns(row: Row) -> Columns:
    entry = encode(row.entry).decode()
    return (row.table, row.number, row.at, row.player, row.command, row.seq, row.draft, entry, row.state)


def from_columns(
    table: str,
    number: int,
    at: int,
    player: int,
    command: int | None,
    seq: int,
    draft: int,
    entry: str,
    state: str,
    secret: str | None,
) -> Row:
    """Return a row as SELECT finds it. Raise BadLog if a house of another version has written it."""
    try:
        read, hidden = read_entry(entry), NOTHING if secret is None else read_secret(secret)
    except ValidationError as error:
        raise BadLog(f"Entry {number} of this table is of another version of the house.", rule="logs") from error
    return Row(
        table=table,
        number=number,
        at=at,
        player=player,
        command=command,
        seq=seq,
        draft=draft,
        entry=read,
        secret=hidden,
        state=state,
    )
