"""The press: the laws compiled, for simulation and search. Needs the extra `press`."""

try:
    from cardhouse.press.batch import Batch, batch, kept, play_batch, play_many, play_on, warm
    from cardhouse.press.playout import Played
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(f"cardhouse.press needs {missing.name}: install cardhouse[press].") from missing

__all__ = ["Batch", "Played", "batch", "kept", "play_batch", "play_many", "play_on", "warm"]
