"""A match from its log, and the proof that its deals were fair."""

import json
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from cardhouse.cards.errors import BadLog, CardhouseError
from cardhouse.games.face import Game
from cardhouse.play.dealers import FairStream, ScriptedDealer, commitment_to
from cardhouse.play.log import VERSION, Entry
from cardhouse.play.match import Match


class LoggedDealer(ScriptedDealer):
    """Deals as it was dealt, with the commitments and the reveals."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        super().__init__(_told(entries, "seating", "order"))
        self._commitments = iter(_told(entries, "commitment"))
        self._reveals = iter(_told(entries, "reveal"))

    def commit(self) -> str:
        return next(self._commitments, "")

    def reveal(self) -> str:
        return next(self._reveals, "")


def replay(log: str, *, game: Game | None = None) -> Match:
    """Play a logged match again, up to where the log ends; what comes out must be the same log.

    A game that is not in the register must be given.
    """
    head, *entries = _entries(log)
    if head.get("cardhouse") != VERSION:
        raise BadLog(f"The first line is not the head of a log of version {VERSION}: {head!r}.", rule="logs")
    try:
        match = Match(
            game or head["game"],
            seats=head["seats"],
            options=head["options"],
            names=head["names"],
            dealer=LoggedDealer(entries),
        )
        for entry in entries:
            if "move" in entry:
                match.play(entry["seat"], entry["move"], fault=entry.get("fault", ""))
    except (CardhouseError, KeyError, TypeError, AttributeError) as error:
        raise BadLog(f"The log does not replay: {error}", rule="logs") from error
    for number, (was, now) in enumerate(zip_longest(log.splitlines(), match.log().splitlines()), 1):
        if was != now:
            raise BadLog(f"Line {number} of the log is {was!r}, but the match replays as {now!r}.", rule="logs")
    return match


def verify(log: str) -> int:
    """Recompute every revealed deal of a log; returns how many, or raises which one was not fair."""
    orders: list[list[int]] = []
    commitment, checked = "", 0
    for entry in _entries(log):
        if "commitment" in entry:
            commitment, orders = entry["commitment"], []
        orders += [entry[key] for key in ("seating", "order") if key in entry]
        if "reveal" in entry:
            checked += 1
            try:
                fair = _fair(commitment, entry["reveal"], orders)
            except (TypeError, ValueError, AttributeError) as error:
                raise BadLog(f"Deal {checked} cannot be checked: {error}.", rule="dealing") from error
            if not fair:
                raise BadLog(f"Deal {checked} was not dealt from what was committed to: {commitment}.", rule="dealing")
    return checked


def _fair(commitment: str, revealed: str, orders: list[list[int]]) -> bool:
    first, *words = revealed.split("\n")
    seed = bytes.fromhex(first)
    stream = FairStream(seed, words)
    return commitment_to(seed) == commitment and all(stream.order(sorted(order)) == order for order in orders)


def _entries(log: str) -> list[Entry]:
    entries = []
    for number, line in enumerate(log.splitlines(), 1):
        try:
            entry = json.loads(line)
        except (json.JSONDecodeError, RecursionError):
            entry = None
        if not isinstance(entry, dict):
            raise BadLog(f"Line {number} of the log is no JSON object: {line[:60]!r}.", rule="logs")
        entries.append(entry)
    if not entries:
        raise BadLog("The log is empty.", rule="logs")
    return entries


def _told(entries: Sequence[Entry], *keys: str) -> list[Any]:
    return [entry[key] for entry in entries for key in keys if key in entry]
