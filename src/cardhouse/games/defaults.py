"""The default functions of a game: what most games have in common."""

from cardhouse.cards.errors import Unreadable
from cardhouse.cards.law import law
from cardhouse.cards.ledger import Ledger
from cardhouse.games.facts import NotText


@law
def always(t: Ledger, seat: int) -> bool:
    return True


def never(t: Ledger, seat: int) -> bool:
    return False


@law
def by_players(t: Ledger) -> bool:
    """Return False: every move is a player's choice, and none is automatic."""
    return False


def all_in_turn(t: Ledger) -> bool:
    return False


def when_all_are_ready(t: Ledger) -> bool:
    return False


@law
def to_everybody(t: Ledger, seat: int, choice: int, viewer: int) -> bool:
    return True


@law
def by_seat(t: Ledger, seat: int, leader: int) -> int:
    return (seat - leader + t.seats) % t.seats


@law
def one_kind(t: Ledger, seat: int, choice: int) -> int:
    return 0


def on_nothing(t: Ledger, seat: int, choice: int) -> frozenset[int]:
    return frozenset()


@law
def anywhere(t: Ledger, zone: int, card: int) -> bool:
    return True


def fits(t: Ledger) -> None:
    return None


def as_text(returned: object) -> str:
    if type(returned) is str:
        return returned
    raise Unreadable(NotText(type(returned).__name__), rule="moves")
