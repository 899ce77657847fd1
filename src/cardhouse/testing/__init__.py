"""Tests for people who add games: the contract that every game must pass, and more checks for your own game."""

from cardhouse.games.outside import game_at
from cardhouse.testing.broken import Broken
from cardhouse.testing.cells import check_cells
from cardhouse.testing.contract import Progress, check, check_setup
from cardhouse.testing.perft import perft
from cardhouse.testing.playthrough import playthrough

__all__ = ["Broken", "Progress", "check", "check_cells", "check_setup", "game_at", "perft", "playthrough"]
