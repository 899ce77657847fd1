"""Rows: entries as they are stored. What is not public is stored separately, as a secret of the same number."""

from msgspec import Struct

from cardhouse.wire.commands import AnyEntry


class Secret(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The hidden part of an entry: the next deal secret, a hash of a seat's token, a hidden move."""

    deal_secret: str = ""
    token: str = ""
    move: str = ""
    fault: str = ""


NOTHING = Secret()


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
