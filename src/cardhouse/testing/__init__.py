"""For people who add games: the contract that every game must pass, and the nets to knot for one of their own."""

from cardhouse.testing.contract import Broken, check
from cardhouse.testing.perft import perft
from cardhouse.testing.playthrough import playthrough

__all__ = ["Broken", "check", "perft", "playthrough"]
