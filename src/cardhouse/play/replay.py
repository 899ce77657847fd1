"""Replay a match from its log, and verify that its deals were fair."""

import json
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple, TypeVar

from cardhouse.cards.errors import BadLog, CardhouseError
from cardhouse.games import game as game_named
from cardhouse.games.definition import AnyGame
from cardhouse.games.version import LawVersion, law_version
from cardhouse.games.view import View
from cardhouse.play.dealers import Dealer, FairStream, ScriptedDealer, commitment_to, is_lesson
from cardhouse.play.log import VERSION, Entry, sign
from cardhouse.play.match import Match

D = TypeVar("D", bound="LoggedDealer")
Look = Callable[[Match, Entry], None]  # called before each entry of a log is played
CHOSEN = "This match goes on from a position that was chosen in another match: nobody can prove that it is fair."


def _ignore(match: Match, entry: Entry) -> None:
    pass


class LoggedDealer(ScriptedDealer):
    """A dealer that repeats the deals of a log, with their commitments and reveals."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        super().__init__(values_of(entries, "seating", "cards"))
        self._commitments = iter(values_of(entries, "commitment"))
        self._reveals = iter(values_of(entries, "reveal"))

    def commit(self) -> str:
        return str(next(self._commitments, ""))

    def reveal(self) -> str:
        return str(next(self._reveals, ""))


class CheckedDealer(LoggedDealer):
    """A dealer that repeats the deals of a log, and checks each against the secret that was revealed after it."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        super().__init__(entries)
        self._proofs = iter(values_of(entries, "reveal"))
        self._stream: FairStream | None = None
        self.checked = 0

    def commit(self) -> str:
        commitment, proof = super().commit(), next(self._proofs, None)
        self._stream = None
        if proof is not None:
            secret, *lines = proof.split("\n")
            self.checked += 1
            if commitment_to(bytes.fromhex(secret)) != commitment:
                raise BadLog(f"Deal {self.checked} reveals another secret than it committed to.", rule="dealing")
            self._stream = FairStream(bytes.fromhex(secret), lines)
        return commitment

    def draw(self, things: Sequence[int], wanted: int) -> list[int]:
        drawn = super().draw(things, wanted)
        if self._stream and self._stream.draw(things, wanted) != drawn:
            raise BadLog(f"Deal {self.checked} was not dealt from the secret it committed to.", rule="dealing")
        return drawn


def replay(log: str, *, game: AnyGame | None = None) -> Match:
    """Play a logged match again, up to where the log ends, and check that it gives the same log.

    A game that is not in the register must be given.
    """
    return replay_with(log, game, LoggedDealer)[0]


def verify(log: str, *, game: AnyGame | None = None) -> int:
    """Replay a log and recompute its deals; return how many were dealt as committed, or raise which one was not.

    The deal of a lesson is dealt as committed, but it is not random: see `lesson_deals`. Of a match that goes on from
    a position nothing can be verified, because its cards were known when the position was chosen.
    """
    match, dealer = replay_with(log, game, CheckedDealer)
    if match.onward:
        raise BadLog(CHOSEN, rule="dealing")
    if not values_of(entries_of(log), "commitment"):
        raise BadLog("The log has no commitments: its deals cannot be checked.", rule="dealing")
    for number, revealed in enumerate(values_of(entries_of(log), "reveal"), 1):
        seats = [line.partition(" ")[0] for line in revealed.split("\n")[1:]]
        if seats != [str(seat) for seat in range(match.seats) if str(seat) in seats]:
            raise BadLog(f"Deal {number} reveals entropy of no seat, or out of order: {seats}.", rule="dealing")
    if dealer.checked != match.deals_over:
        raise BadLog(f"{match.deals_over} deals are over, but {dealer.checked} were revealed.", rule="dealing")
    return dealer.checked


def lesson_deals(log: str) -> int:
    """Return how many deals of a log are those of a lesson, with cards that were chosen."""
    secrets = [revealed.partition("\n")[0] for revealed in values_of(entries_of(log), "reveal")]
    return sum(is_lesson(bytes.fromhex(secret)) for secret in secrets)


class Choice(NamedTuple):
    """A choice of a player in a logged match."""

    frame: int  # the number of the event that it led to
    seat: int
    move: str
    view: View  # what its player knew


def choices(log: str, *, game: AnyGame | None = None) -> list[Choice]:
    """Return the choices of all players in a logged match, without those that they took back in a hidden turn."""
    found: list[Choice] = []
    turn: dict[tuple[int, ...], int] = {}  # where the cards lay before each choice of this turn, and its number

    def look(match: Match, entry: Entry) -> None:
        nonlocal turn
        if "move" not in entry:
            return
        seat, cards = entry["seat"], tuple(match.state_for(entry["seat"]).at)
        if not match.game.has_hidden_turns or (found and found[-1].seat != seat):
            turn = {}
        if cards in turn:  # an undo has led back to here
            del found[turn[cards] :]
            turn = {before: number for before, number in turn.items() if number < len(found)}
        turn[cards] = len(found)
        found.append(Choice(len(match.events), seat, entry["move"], match.view(seat)))

    replay_with(log, game, LoggedDealer, look)
    return found


def replay_with(log: str, game: AnyGame | None, kind: type[D], look: Look = _ignore) -> tuple[Match, D]:
    """Return the replayed match and its dealer, which is of this type."""
    head, *entries = entries_of(log)
    if head.get("cardhouse") != VERSION:
        raise BadLog(f"The first line is not the head of a log of version {VERSION}: {head!r:.60}.", rule="logs")
    if sign(log[: log.rfind("\n", 0, -1) + 1]) != log:
        raise BadLog("The log has been changed or cut off: its last line is not the digest of the others.", rule="logs")
    try:
        position, entries = _split(entries)
        dealer = kind(entries)
        if position is None:
            match = play_again(head, entries, game, dealer, look)
        else:
            match = play_again(head, position, game, ScriptedDealer(values_of(position, "seating", "cards")))
            match = match.play_on(dealer, entries[0]["onward"])
            _play_entries(match, entries[1:], look)
    except BadLog:
        raise
    except (CardhouseError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadLog(f"The log does not replay: {error}{_other_law(head, game)}", rule="logs") from error
    for number, (was, now) in enumerate(zip_longest(log.split("\n"), match.log().split("\n")), 1):
        if was != now:
            differs = f"Line {number} of the log is {was!r:.90}, but it replays as {now!r:.90}."
            raise BadLog(differs + _other_law(head, game), rule="logs")
    return match, dealer


def law_of(log: str) -> LawVersion:
    """Return the version of the law that a log names."""
    return _law(entries_of(log)[0])


def _law(head: Entry) -> LawVersion:
    law = head["law"]
    if not isinstance(law, dict) or law.keys() != {"version", "digest"} or not {*map(type, law.values())} == {str}:
        raise BadLog(f"A law has a version and a digest, not {law!r:.60}.", rule="logs")
    return LawVersion(**law)


def _other_law(head: Entry, game: AnyGame | None) -> str:
    """Return a sentence if the log was played by another law than the present one, or "" if not."""
    try:
        was, now = _law(head), law_version(game_named(game or head["game"]))
    except (CardhouseError, KeyError):
        return ""
    if was.digest == now.digest:
        return ""
    return f" It was played by another law ({was}); the law is now {now}, and plays it differently."


def _split(entries: list[Entry]) -> tuple[list[Entry] | None, list[Entry]]:
    """Return the position that a logged match goes on from, or None, and the entries since then."""
    at = next((number for number, entry in enumerate(entries) if "onward" in entry), None)
    return (None, entries) if at is None else (entries[:at], entries[at:])


def play_again(
    head: Entry, entries: Sequence[Entry], game: AnyGame | None, dealer: Dealer, look: Look = _ignore
) -> Match:
    """Play the entries of a log. The match pauses before every deal, and goes on where the log says so."""
    match = Match(
        game or head["game"],
        seats=head["seats"],
        options=head["options"],
        names=head["names"],
        seating=head.get("given"),
        dealer=dealer,
        pause=True,
    )
    match.log_entries()[0]["law"] = _law(head)._asdict()  # the new log is compared with the old one, or continues it
    _play_entries(match, entries, look)
    return match


def _play_entries(match: Match, entries: Iterable[Entry], look: Look) -> None:
    for entry in entries:
        if match.between_deals and entry.keys() & {"seating", "begun", "cards", "ended"}:
            match.go_on()
        look(match, entry)
        if "move" in entry:
            match.play(entry["seat"], entry["move"], fault=entry.get("fault", ""))
        elif "join" in entry:
            match.join(entry["join"])
        elif "leave" in entry:
            match.leave(entry["leave"])


def entries_of(log: str) -> list[Entry]:
    """Return the entries of a log, as they are written."""
    if not isinstance(log, str) or not log:
        raise BadLog(f"A log is a text of JSON lines, not {log!r:.60}.", rule="logs")
    entries = []
    for number, line in enumerate(log.removesuffix("\n").split("\n"), 1):
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            entry = None
        if not isinstance(entry, dict):
            raise BadLog(f"Line {number} of the log is not a JSON object: {line!r:.60}.", rule="logs")
        entries.append(entry)
    return entries


def values_of(entries: Sequence[Entry], *keys: str) -> list[Any]:  # JSON values, as in the log
    return [entry[key] for entry in entries for key in keys if key in entry]
