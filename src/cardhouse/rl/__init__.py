"""Interfaces for programs that learn: many tables at once; environments of Gymnasium, PettingZoo and OpenSpiel."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cardhouse.extras import needs
from cardhouse.games.observation import Layout, Part, layout_of

if TYPE_CHECKING:
    from cardhouse.nets.observing import Observation, observe
    from cardhouse.rl.stepping import Batch
    from cardhouse.rl.tables import Tables

__all__ = ["Batch", "Layout", "Observation", "Part", "Tables", "layout_of", "observe"]

# What needs numpy is imported when it is asked for: `cardhouse.rl.openspiel`, for one, names an extra of its own.
NEED_NUMPY = {
    "Batch": "cardhouse.rl.stepping",
    "Observation": "cardhouse.nets.observing",
    "Tables": "cardhouse.rl.tables",
    "observe": "cardhouse.nets.observing",
}


def __getattr__(name: str) -> Any:  # classes and functions: whoever asks knows which
    if name not in NEED_NUMPY:
        raise AttributeError(f"module 'cardhouse.rl' has no attribute {name!r}")
    try:
        return getattr(import_module(NEED_NUMPY[name]), name)
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError(needs("cardhouse.rl", "rl"), name=missing.name) from missing
