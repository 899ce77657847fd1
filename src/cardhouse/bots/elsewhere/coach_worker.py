"""The coach in a process of its own: `python -m cardhouse.bots.elsewhere.coach_worker`

Each line of its input is JSON: the log of a match, and the level of the bot. For each it writes the number of choices,
then a line of JSON for each choice.
"""

import os
import signal
import sys
from importlib import import_module
from json import dumps, loads
from time import monotonic

from cardhouse.bots.elsewhere.child import private
from cardhouse.bots.elsewhere.priority import use_idle_time

MODULE = "cardhouse.bots.coach"  # imported by name, so that a house never imports the compiler
EVERY = 0.5  # seconds between writes: each wakes the house, which takes time from live tables


def main() -> None:
    use_idle_time()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the house
    out = private(1, "wb", sys.stderr.fileno())
    for line in sys.stdin.buffer:
        wanted = loads(line)
        count, found = import_module(MODULE).judge_match(wanted["log"], wanted["level"])
        try:
            out.write(b"%d\n" % count)
            out.flush()
            flushed = monotonic()
            for judged in found:
                out.write(dumps(judged._asdict()).encode() + b"\n")
                if monotonic() > flushed + EVERY:
                    out.flush()
                    flushed = monotonic()
            out.flush()
        except BrokenPipeError:  # the house is gone
            os._exit(0)


if __name__ == "__main__":
    main()
