"""Our own games, compiled, with the default number of seats, on one core: as `bench/compiled.py` plays them."""

from functools import partial
from time import process_time

from bench.compiled import COMPILED, DEFAULT_COMPILED, compiled
from bench.measure import Work, named
from cardhouse import GAMES


def works() -> list[Work]:
    return [
        Work(named(name), COMPILED.get(name, DEFAULT_COMPILED), partial(compiled, name), process_time) for name in GAMES
    ]
