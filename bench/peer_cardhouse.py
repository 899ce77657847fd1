"""Our own games, each at its usual table, compiled, one core: as `bench/press.py` plays them."""

from functools import partial
from time import process_time

from bench.measure import Work, named
from bench.press import COMPILED, USUAL_COMPILED, compiled
from cardhouse import GAMES


def works() -> list[Work]:
    return [
        Work(named(name), COMPILED.get(name, USUAL_COMPILED), partial(compiled, name), process_time) for name in GAMES
    ]
