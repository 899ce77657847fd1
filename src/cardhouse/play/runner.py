"""The runner: asks players for moves until a match is over. A player is a function, `choose(view) -> move`."""

from collections.abc import Callable, Sequence
from threading import Thread
from typing import Any, NamedTuple

from cardhouse.cards import errors
from cardhouse.cards.errors import BadSetup, CardhouseError, PlayerFault, Refused, Unreadable, shown
from cardhouse.games.definition import Player
from cardhouse.play.events import Event
from cardhouse.play.match import Match
from cardhouse.play.result import Result
from cardhouse.untyped import Function

LONGEST_LIMIT = 86_400  # seconds
LONGEST_TURN = 300  # consecutive moves of one seat: more than a turn of Blitz needs, which could be undone for ever


class Asked(NamedTuple):
    """How often a prompt-driven player was asked, and how many answers were illegal moves, or not moves at all."""

    prompts: int = 0
    illegal: int = 0
    unreadable: int = 0

    def plus(self, more: "Asked") -> "Asked":
        return Asked(*map(sum, zip(self, more, strict=True)))


class Tried(NamedTuple):
    """The outcome of calling a player function: an answer, or a fault in a sentence, and the rule it breaks, if any."""

    answer: Any = None  # untrusted: the referee validates it
    fault: str = ""
    rule: str = ""
    asked: Asked = Asked()


TOO_LONG = Tried(fault=f"more than {LONGEST_TURN} moves in one turn")


def play_out(
    match: Match, players: Sequence[Player], *, time_limit: float | None = None, strict: bool = False
) -> Result[Event]:
    """Play a match to its end. If a player fails, the default move is played, or the fault is raised if strict."""
    if len(players) != match.seats:
        raise BadSetup(
            f"Players for {match.seats} seats are needed, not for {len(players)}.", rule=f"{match.game.title}, players"
        )
    asked, patience = [limit_time(player, time_limit) for player in players], Patience()
    while (result := match.result) is None:
        if match.between_deals:
            match.go_on()
            continue
        seat = match.to_act[0]
        tried = asked[seat](match.view(seat)) if patience.lasts(seat) else TOO_LONG
        play_or_default(match, seat, tried, strict=strict)
    return result


class Patience:
    """A limit on the consecutive moves of one seat, for players who never end their turn."""

    def __init__(self) -> None:
        self.seat, self.moves = -1, 0

    def lasts(self, seat: int) -> bool:
        """Count a move that is about to be made; return whether the turn may go on."""
        self.moves = self.moves + 1 if seat == self.seat else 1
        self.seat = seat
        return self.moves <= LONGEST_TURN


def play_or_default(match: Match, seat: int, tried: Tried, *, strict: bool) -> str:
    """Make a player's move, or the default move if they failed or it is refused. Return the fault as a sentence."""
    if not tried.fault:
        try:
            match.play(seat, tried.answer)
            return ""
        except (Refused, Unreadable) as error:
            tried = failed(error)
    if strict:
        raise PlayerFault(f"{match.names[seat]}: {tried.fault}", rule=tried.rule)
    fault = f"{tried.fault} ({tried.rule})" if tried.rule else tried.fault
    match.play_default(seat, fault=fault)
    return fault


def failed(error: BaseException) -> Tried:
    """Return the outcome for an exception. Untrusted exceptions may raise even when printed."""
    if isinstance(error, CardhouseError) and type(error).__module__ == errors.__name__:
        return Tried(fault=error.sentence, rule=str(error.rule))
    kind = type(error).__name__
    try:
        return Tried(fault=f"{kind}: " + str.encode(str(error), errors="replace").decode())
    except BaseException:
        return Tried(fault=kind)


def limit_time(function: Function, seconds: float | None) -> Callable[..., Tried]:
    """Catch the failures and timeouts of a function. After a timeout it is not called again until it has returned."""

    def attempt(*given: object) -> Tried:
        try:
            return Tried(function(*given))
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            return failed(error)

    if seconds is None:
        return attempt
    if not isinstance(seconds, int | float) or not 0 < seconds <= LONGEST_LIMIT:
        raise BadSetup(f"A time limit is a number of seconds above 0, not {shown(seconds)}.", rule="players")
    running: list[Thread] = []

    def attempt_in_time(*given: object) -> Tried:
        if running and running[0].is_alive():
            return Tried(fault=f"TimeoutError: has not come back from a call of more than {seconds} s")
        outcome: list[Tried] = []

        def work() -> None:
            try:
                outcome.append(attempt(*given))
            except KeyboardInterrupt as error:  # raised by the player: the real one is raised in the main thread
                outcome.append(failed(error))

        running[:] = [Thread(target=work, daemon=True)]
        running[0].start()
        running[0].join(seconds)
        return outcome[0] if outcome else Tried(fault=f"TimeoutError: took more than {seconds} s")

    return attempt_in_time
