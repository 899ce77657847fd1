"""Rows: entries as they are stored. What not everybody may know lies apart, as a secret of the same number."""

from msgspec import Struct

from cardhouse.wire.commands import AnyEntry


class Secret(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What an entry keeps from people: the next deal secret, a hash of a seat's token, a hidden move."""

    deal_secret: str = ""
    token: str = ""
    move: str = ""
    fault: str = ""


NOTHING = Secret()


class Row(Struct, frozen=True, kw_only=True):
    """An entry as it is stored."""

    table: str
    number: int
    at: int  # milliseconds
    player: int  # who commanded it
    command: int | None  # and under which number
    seq: int  # of the last event that everybody knows of, after it
    draft: int  # of the events since, which only the seat to act knows of
    entry: AnyEntry
    secret: Secret = NOTHING
    state: str = ""  # the hash of the match's state after it; only in the last row of a command, while there is a match
