"""The press: the laws compiled, for simulation and search. Needs the extra `press`."""

try:
    from cardhouse.press.batch import Played, play_many
    from cardhouse.press.summary import Summary, summary
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(f"cardhouse.press needs {missing.name}: install cardhouse[press].") from missing

__all__ = ["Played", "Summary", "play_many", "summary"]
