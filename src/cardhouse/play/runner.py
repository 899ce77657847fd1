"""The runner: asks players for moves until a match is over. A player is a function, `choose(view) -> move`."""

from collections.abc import Callable, Sequence
from threading import Thread
from typing import Any

from cardhouse.cards.errors import BadDeal, BadTable, CardhouseError, PlayerFault
from cardhouse.games.face import Player
from cardhouse.play.match import Match
from cardhouse.play.result import Result

FAILURES = (Exception, SystemExit)  # what a player may raise without ending the run; BadDeal is the dealer's


def play_out(
    match: Match, players: Sequence[Player], *, time_limit: float | None = None, strict: bool = False
) -> Result:
    """Play a match to its end. A player's failure is mended by the rules' default move, or raised if strict."""
    if len(players) != match.seats:
        raise BadTable(f"{len(players)} players for {match.seats} seats.", rule=f"{match.game.title}, players")
    asked = [limited(player, time_limit) for player in players]
    while (result := match.result) is None:
        for seat in match.to_act:
            try:
                match.play(seat, asked[seat](match.view(seat)))
            except BadDeal:
                raise
            except FAILURES as error:
                mend(match, seat, error, strict=strict)
    return result


def mend(match: Match, seat: int, error: BaseException, *, strict: bool) -> None:
    """A player has failed: make the default move, and the event says so."""
    if strict:
        raise fault_of(match, seat, error) from error
    said = str(error) if isinstance(error, CardhouseError) else f"{type(error).__name__}: {error}"
    match.play_default(seat, fault=said)


def fault_of(match: Match, seat: int, error: BaseException) -> PlayerFault:
    name = match.names[seat]
    if isinstance(error, CardhouseError):
        return PlayerFault(f"{name}: {error.sentence}", rule=error.rule)
    return PlayerFault(f"{name}: {type(error).__name__}: {error}")


def limited(function: Callable[..., Any], seconds: float | None) -> Callable[..., Any]:
    """The function itself, or with a time limit: one that has not come back is not called again until it has."""
    if seconds is None:
        return function
    running: list[Thread] = []

    def call(*given: Any) -> Any:
        if running and running[0].is_alive():
            raise TimeoutError(f"has not come back from a call of more than {seconds} s")
        outcome: list[Any] = [None, None]

        def work() -> None:
            try:
                outcome[0] = function(*given)
            except FAILURES as error:
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
