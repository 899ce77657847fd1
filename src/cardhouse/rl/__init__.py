"""Interfaces for programs that learn: many tables at once; environments of Gymnasium, PettingZoo and OpenSpiel."""

from cardhouse.games.observation import Layout, Part, layout_of
from cardhouse.nets.observing import Observation, observe
from cardhouse.rl.stepping import Batch
from cardhouse.rl.tables import Tables

__all__ = ["Batch", "Layout", "Observation", "Part", "Tables", "layout_of", "observe"]
