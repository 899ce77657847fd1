"""A toy game, with all that President lacks."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, cast

from cardhouse.cards.errors import Rule, Unreadable, shown
from cardhouse.cards.facts import Fact
from cardhouse.cards.law import law as mark
from cardhouse.cards.ledger import HAND, WATCHER
from cardhouse.games.definition import Bots, Game, Secrecy
from cardhouse.games.dynasty.deck import DECK
from cardhouse.games.facts import MatchOver, UnknownMove
from cardhouse.games.view import View
from tests.toy import facts, law
from tests.toy.facts import AllCommitted, HasCommitted, NotInHand
from tests.toy.law import COMMITTED, State

NAMES = [str(value) for value in range(13)] + ["W"]


@dataclass(slots=True, kw_only=True)
class ToyView(View):
    hand: tuple[str, ...]
    committed: tuple[int, ...]
    known: dict[str, tuple[str, ...]]
    points: tuple[int, ...]


class Notation:
    @staticmethod
    def read(t: State, seat: int, text: str) -> list[int]:
        match text.split():
            case ["commit", name] if name in DECK:
                return [NAMES.index(name)]
        raise Unreadable(UnknownMove(shown(text), "`commit 5`"), rule=Rule("Toy", 2))

    @staticmethod
    def text(t: State, *choices: int) -> str:
        return f"commit {NAMES[choices[0]]}"

    @staticmethod
    def every(t: State, seat: int) -> Iterator[int]:
        yield from (value for value in range(1, 14) if law.find(t, HAND + seat, value) >= 0)

    @staticmethod
    def why(t: State, seat: int, choice: int, rule: int) -> Fact:
        if rule == 5:
            return MatchOver()
        return HasCommitted() if rule == 2 else NotInHand(choice)

    @staticmethod
    def facts(before: State, after: State, seat: int) -> tuple[Fact, ...]:
        return (AllCommitted(),) if after.played != before.played else ()


def view(t: State, count: Callable[[int], int], **common: Any) -> ToyView:
    def names(place: int) -> tuple[str, ...]:
        return DECK.names(t.at[2 * place]) + DECK.names(t.at[2 * place + 1], 1)

    return ToyView(
        **common,
        hand=() if common["seat"] == WATCHER else names(HAND + common["seat"]),
        committed=tuple(map(count, range(COMMITTED, COMMITTED + t.seats))),
        known={name: names(place) for place, name in enumerate(law.ZONES.names)},
        points=tuple(t.points[: t.seats]),
    )


def my_view(t: State, seat: int, event: Any) -> ToyView:
    return cast("ToyView", TOY.view_for(t, seat))


@mark
def sees(t: State, seat: int) -> bool:
    """Rule 2: who has not committed sees nothing of what the others do."""
    someone = False
    for other in range(t.seats):
        someone = someone or law.committed(t, other)
    return not someone or (seat != WATCHER and law.committed(t, seat))


@mark
def said_to(t: State, seat: int, choice: int, viewer: int) -> bool:
    """A commitment is known to its owner alone, until all have committed."""
    return viewer == seat or not law.committed(t, seat)


TOY = Game(
    name="toy",
    title="Toy",
    aim="None.",
    seats=range(2, 5),
    default_seats=3,
    law=law,
    notation=Notation(),
    facts=facts,
    describe=lambda view, names, draw: [],
    secrecy=Secrecy(
        kind=ToyView,
        view=view,
        sees=sees,
        said_to=said_to,
    ),
    bots=Bots(
        my_view=my_view,
        answer=str,
    ),
)
