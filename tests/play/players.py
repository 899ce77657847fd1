"""Players, and a table, for the tests of this folder."""

from collections.abc import Callable
from typing import Any

from cardhouse import Match, SeededDealer

Player = Callable[[bool, Any], Any]


def first_play(set_name: Callable[[str], None]) -> Player:
    def player(is_my_play: bool, my_view: Any) -> Any:
        plays = my_view.get_unique_valid_plays()
        return plays[0] if is_my_play and plays else None

    return player


def returning(answer: Any) -> Callable[[Any], Player]:
    return lambda set_name: lambda is_my_play, my_view: answer(my_view) if callable(answer) else answer


def opened(seed: int = 7, **settings: Any) -> Match:
    return Match("president", seats=4, dealer=SeededDealer(seed), **settings)
