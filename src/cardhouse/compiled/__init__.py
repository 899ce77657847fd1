"""The compiled laws, for simulation and search. Needs the extra `compiled`."""

from cardhouse.extras import needs

try:
    from cardhouse.compiled.batch import Playouts, batch, is_cached, play_batch, play_many, play_on, warm
    from cardhouse.compiled.playout import PlayoutResults
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(needs("cardhouse.compiled", "compiled"), name=missing.name) from missing

__all__ = ["PlayoutResults", "Playouts", "batch", "is_cached", "play_batch", "play_many", "play_on", "warm"]
