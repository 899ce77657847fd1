"""The lab: statistics of many matches about a game, its players and its options. Needs the extra `compiled`."""

from cardhouse.lab import work
from cardhouse.lab.contest import duel, tournament
from cardhouse.lab.simulation import Simulation, simulate
from cardhouse.lab.summary import as_dict, summarise

__all__ = ["Simulation", "as_dict", "duel", "simulate", "summarise", "tournament", "work"]
