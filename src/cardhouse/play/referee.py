"""The referee: reads a move, checks it by the law, and makes it on a copy of the state or says why it is refused."""

from collections.abc import Sequence
from typing import Literal

from cardhouse.cards.errors import BadSetup, Refused, Unreadable, shown
from cardhouse.cards.facts import Fact
from cardhouse.cards.ledger import WATCHER, Ledger, hide
from cardhouse.games.defaults import always
from cardhouse.games.definition import AnyGame, AnyGuests
from cardhouse.games.facts import MatchOver
from cardhouse.play.facts import (
    FaultNotText,
    FullMatch,
    FullTable,
    JoinBetweenDeals,
    MoveNotText,
    MoveTooLong,
    NobodyJoins,
    NoSeat,
    NotBegun,
    NotOneSpace,
    WrongName,
    WrongNames,
    WrongSeating,
)

LONGEST, LONGEST_NAME, LONGEST_FAULT = 400, 32, 200  # characters of a move, a name and a fault


Full = Literal["", "seats", "at_once", "in_all"]  # why nobody can take a seat: all are taken, or a limit is reached


def judge(game: AnyGame, t: Ledger, seat: int, move: str) -> tuple[Ledger, str, int]:
    """Make a seat's move on a copy of the state; return the copy, the text as the game writes it, and the choice.

    A long line is several moves: all are made, or none; the choice is that of the last one.
    """
    if game.secrecy.sees is always:
        check_seat(game, t, seat)
    else:  # reading a line can reveal the state, which a player may see only in their turn
        check_acts(game, t, seat)
    choices = read(game, t, seat, move)
    after = t.copy()
    for choice in choices:
        if rule := game.law.breaks(after, seat, choice):
            raise Refused(game.notation.why(hide(after, seat), seat, choice, rule), rule=game.rule(rule))
        game.law.play(after, seat, choice)
    return after, game.notation.text(t, *choices), choice


def read(game: AnyGame, t: Ledger, seat: int, move: str) -> list[int]:
    """Return the moves that a text means. A move has one spelling, but cards may come in any order if it means nothing.

    Errors in the form of a text have no rule number, because no rule is about them.
    """
    rule = f"{game.title}, moves"
    if type(move) is not str or len(move) > LONGEST:  # untrusted types may do anything, even when printed
        is_text = type(move) is str
        wrong = MoveTooLong(LONGEST, len(move)) if is_text else MoveNotText(LONGEST, type(move).__name__)
        raise Unreadable(wrong, rule=rule)
    if (apart := " ".join(move.split())) != move:
        raise Unreadable(NotOneSpace(shown(apart), shown(move)), rule=rule)
    return game.notation.read(t, seat, move)


def check_seat(game: AnyGame, t: Ledger, seat: int, *, watchers: bool = False) -> None:
    if type(seat) is not int or not (WATCHER if watchers else 0) <= seat < t.seats:
        raise Refused(NoSeat(shown(seat), t.seats), rule=f"{game.title}, players")


def check_name(game: AnyGame, name: str) -> None:
    if type(name) is not str or not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise BadSetup(WrongName(LONGEST_NAME, shown(name)), rule=f"{game.title}, players")


def check_names(game: AnyGame, seats: int, names: Sequence[str]) -> None:
    if not isinstance(names, list | tuple) or len(names) not in (0, seats) or set(map(type, names)) - {str}:
        raise BadSetup(WrongNames(shown(names), seats), rule=f"{game.title}, players")
    for name in names:
        check_name(game, name)


def check_seating(game: AnyGame, seats: int, seating: Sequence[int] | None) -> None:
    fits = seating is None or (isinstance(seating, list | tuple) and set(map(type, seating)) == {int})
    if not fits or (seating is not None and sorted(seating) != list(range(seats))):
        raise BadSetup(WrongSeating(shown(seating), seats), rule=f"{game.title}, players")


def checked_fault(fault: str) -> str:
    if type(fault) is not str:
        raise Unreadable(FaultNotText(type(fault).__name__), rule="faults")
    return fault[:LONGEST_FAULT]


def check_acts(game: AnyGame, t: Ledger, seat: int) -> None:
    """Raise an error if this seat is not to act."""
    check_seat(game, t, seat)
    if not game.law.to_act(t, seat):
        rule = game.law.breaks(t, seat, 0)
        raise Refused(game.notation.why(hide(t, seat), seat, 0, rule), rule=game.rule(rule))


def check_join(game: AnyGame, t: Ledger, name: str, *, paused: bool) -> AnyGuests:
    """Return the laws for joining, or raise why nobody can join, or not by this name."""
    guests = guests_of(game)
    rule = game.rule(guests.rule)
    if not paused or not t.deal:
        raise Refused(JoinBetweenDeals(), rule=rule)
    if full := no_room(game, t):
        raise Refused(why_no_room(game, full), rule=rule)
    check_name(game, name)
    return guests


def check_leave(game: AnyGame, t: Ledger, seat: int, *, begun: bool) -> AnyGuests:
    guests = guests_of(game)
    check_seat(game, t, seat)
    if game.law.over(t) or not begun:
        raise Refused(MatchOver() if begun else NotBegun(), rule=game.rule(guests.rule))
    if refusal := guests.no_leave(t, seat):
        raise Refused(refusal, rule=game.rule(guests.rule))
    return guests


def no_room(game: AnyGame, t: Ledger, *, coming: int = 0) -> Full:
    """Return why nobody else could join at the next pause, after `coming` others; "" if they could."""
    guests = guests_of(game)
    if guests.here(t) + coming >= guests.most_at_once:
        return "at_once"
    return "in_all" if t.seats + coming >= guests.most_in_all else ""


def why_no_room(game: AnyGame, full: Full) -> Fact:
    guests = guests_of(game)
    return FullTable(guests.most_at_once) if full == "at_once" else FullMatch(guests.most_in_all)


def guests_of(game: AnyGame) -> AnyGuests:
    if game.house.guests is None:
        raise Refused(NobodyJoins(game.title), rule=f"{game.title}, players")
    return game.house.guests


def truth(game: AnyGame, t: Ledger) -> dict[str, tuple[str, ...]]:
    """Return the cards of every zone."""
    zones: dict[str, tuple[str, ...]] = {}
    for index, cards in enumerate(t.at):
        zone, limb = divmod(index, t.limbs)
        if cards:
            name = game.zone_name(zone)
            zones[name] = game.deck.sorted(zones.get(name, ()) + game.deck.names(cards, limb))
    return zones
