"""What most games have in common: the usual answers to the questions of a game's face."""

from typing import Any

from cardhouse.cards.errors import Unreadable
from cardhouse.cards.law import law
from cardhouse.games.facts import NotWords


def always(t: Any, seat: int) -> bool:
    return True


def never(t: Any, seat: int) -> bool:
    return False


def all_in_turn(t: Any) -> bool:
    return False


def when_all_are_ready(t: Any) -> bool:
    return False


def to_everybody(t: Any, seat: int, choice: int) -> None:
    return None


@law
def by_seat(t: Any, seat: int, leader: int) -> int:
    seats: int = t.seats
    return (seat - leader + seats) % seats


@law
def one_verb(t: Any, seat: int, choice: int) -> int:
    return 0


def about_nothing(t: Any, seat: int, choice: int) -> frozenset[int]:
    return frozenset()


@law
def anywhere(t: Any, place: int, card: int) -> bool:
    return True


def fits(t: Any) -> None:
    return None


def in_words(returned: Any) -> str:
    if type(returned) is str:
        return returned
    raise Unreadable(NotWords(type(returned).__name__), rule="moves")
