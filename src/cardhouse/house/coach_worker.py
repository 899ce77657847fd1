"""The coach in a process of its own: `python -m cardhouse.house.coach_worker`

Each line of its input is JSON: the rows of a table, the number of a match, and the level of the bot. For each it writes
the number of choices, then lists of judged choices. The match is restored here, and not in the house: that takes some
15 ms, in which live tables would have to wait.
"""

import os
import signal
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from time import monotonic
from typing import TypeVar

from msgspec import Struct, json

from cardhouse.bots.elsewhere.child import private
from cardhouse.bots.elsewhere.priority import die_with_parent, use_idle_time
from cardhouse.house.archive import find_match
from cardhouse.house.rows import Row

MODULE = "cardhouse.bots.coach"  # imported by name, so that a house never imports the compiler
EVERY = 0.5  # seconds between writes: each wakes the house, which takes time from live tables


class Wanted(Struct):
    rows: list[Row]
    match: int
    level: str


read_wanted = json.Decoder(Wanted).decode
One = TypeVar("One")


def gathered(found: Iterable[One], seconds: float) -> Iterator[list[One]]:
    """Yield what was found in each of these spans of time."""
    some, since = list[One](), monotonic()
    for one in found:
        some.append(one)
        if monotonic() > since + seconds:
            yield some
            some, since = [], monotonic()
    if some:
        yield some


def main() -> None:
    die_with_parent()
    use_idle_time()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the house
    out = private(1, "wb", sys.stderr.fileno())
    for line in sys.stdin.buffer:
        wanted = read_wanted(line)
        log = find_match(wanted.rows, wanted.match).log
        count, found = import_module(MODULE).judge_match(log, wanted.level)
        try:
            out.write(b"%d\n" % count)
            out.flush()
            for some in gathered(found, EVERY):
                out.write(json.encode([judged._asdict() for judged in some]) + b"\n")
                out.flush()
        except BrokenPipeError:  # the house is gone
            os._exit(0)


if __name__ == "__main__":
    main()
