"""Cardhouse: a house for card games. One law for each game, in plain Python, serves everyone.

    match = Match("president", seats=4, dealer=SeededDealer(7))
    match.play(match.to_act[0], "pass")

`docs/play.md` says what else may be asked and done.
"""

from importlib import import_module
from typing import Any

from cardhouse.cards.errors import (
    BadDeal,
    BadLog,
    BadSetup,
    CardhouseError,
    PlayerFault,
    Refused,
    Unreadable,
)
from cardhouse.cards.ledger import WATCHER
from cardhouse.games import GAMES, TROUBLE, game
from cardhouse.games.definition import Game
from cardhouse.games.outside import install
from cardhouse.games.view import View
from cardhouse.play.callbacks import blitz, davenport, dynasty, javelin, president, run
from cardhouse.play.dealers import Dealer, FairDealer, ScriptedDealer, SeededDealer
from cardhouse.play.events import DEALER, Event
from cardhouse.play.match import Match
from cardhouse.play.replay import replay, verify
from cardhouse.play.result import Result
from cardhouse.play.runner import play_out

__all__ = [
    "DEALER",
    "GAMES",
    "WATCHER",
    "BadDeal",
    "BadLog",
    "BadSetup",
    "CardhouseError",
    "Dealer",
    "Event",
    "FairDealer",
    "Game",
    "Match",
    "PlayerFault",
    "Refused",
    "Result",
    "ScriptedDealer",
    "SeededDealer",
    "Unreadable",
    "View",
    "blitz",
    "davenport",
    "dynasty",
    "game",
    "javelin",
    "play_out",
    "president",
    "replay",
    "run",
    "verify",
]


TROUBLE += install(GAMES)  # in the end: their packages import this one


def __getattr__(name: str) -> Any:  # modules, and a text: whoever asks knows which
    """What costs time to import comes when it is asked for: `cardhouse.compiled`, `cardhouse.lab`, the version."""
    if name in ("bots", "lab", "compiled", "testing"):
        return import_module(f"cardhouse.{name}")
    if name == "__version__":
        return import_module("importlib.metadata").version("cardhouse")
    raise AttributeError(f"module 'cardhouse' has no attribute {name!r}")
