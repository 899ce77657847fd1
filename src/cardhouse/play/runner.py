"""The runner: asks players for moves until a match is over. A player is a function, `choose(view) -> move`."""

from collections.abc import Callable, Sequence
from threading import Thread
from typing import Any

from cardhouse.cards.errors import BadTable, CardhouseError, PlayerFault, Refused, Unreadable
from cardhouse.games.face import Player
from cardhouse.play.match import Match
from cardhouse.play.result import Result

LONGEST_LIMIT = 86_400  # seconds


def play_out(
    match: Match, players: Sequence[Player], *, time_limit: float | None = None, strict: bool = False
) -> Result:
    """Play a match to its end. A player's failure is mended by the rules' default move, or raised if strict."""
    if len(players) != match.seats:
        raise BadTable(f"{len(players)} players for {match.seats} seats.", rule=f"{match.game.title}, players")
    asked = [limited(player, time_limit) for player in players]
    while (result := match.result) is None:
        if match.between_deals:
            match.go_on()
        seat = match.to_act[0]
        try:
            move = asked[seat](match.view(seat))
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            mend(match, seat, error, strict=strict)
        else:
            play_or_mend(match, seat, move, strict=strict)
    return result


def play_or_mend(match: Match, seat: int, move: Any, *, strict: bool) -> None:
    try:
        match.play(seat, move)
    except (Refused, Unreadable) as error:
        mend(match, seat, error, strict=strict)


def mend(match: Match, seat: int, error: BaseException, *, strict: bool) -> None:
    """A player has failed: make the default move, and the event says so."""
    if strict:
        raise fault_of(match, seat, error) from error
    match.play_default(seat, fault=said(error))


def fault_of(match: Match, seat: int, error: BaseException) -> PlayerFault:
    if isinstance(error, CardhouseError):
        return PlayerFault(f"{match.names[seat]}: {error.sentence}", rule=error.rule)
    return PlayerFault(f"{match.names[seat]}: {said(error)}")


def said(error: BaseException) -> str:
    """What went wrong, in words; an exception may even fail at that."""
    try:
        return str(error) if isinstance(error, CardhouseError) else f"{type(error).__name__}: {error}"
    except Exception:
        return type(error).__name__


def limited(function: Callable[..., Any], seconds: float | None) -> Callable[..., Any]:
    """The function itself, or with a time limit: one that has not come back is not called again until it has."""
    if seconds is None:
        return function
    if not isinstance(seconds, int | float) or not 0 < seconds <= LONGEST_LIMIT:
        raise BadTable(f"A time limit is a number of seconds above 0, not {seconds!r:.60}.", rule="players")
    running: list[Thread] = []

    def call(*given: Any) -> Any:
        if running and running[0].is_alive():
            raise TimeoutError(f"has not come back from a call of more than {seconds} s")
        outcome: list[Any] = [None, None]

        def work() -> None:
            try:
                outcome[0] = function(*given)
            except BaseException as error:
                outcome[1] = error

        running[:] = [Thread(target=work, daemon=True)]
        running[0].start()
        running[0].join(seconds)
        if running[0].is_alive():
            raise TimeoutError(f"took more than {seconds} s")
        if outcome[1] is not None:
            raise outcome[1]
        return outcome[0]

    return call
