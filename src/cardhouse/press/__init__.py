"""The press: the laws compiled, for simulation and search. Needs the extra `press`."""

from cardhouse.press.batch import Played, play_many

__all__ = ["Played", "play_many"]
