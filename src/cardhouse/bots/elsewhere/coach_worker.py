"""The coach in a process of its own, for one match: `python -m cardhouse.bots.elsewhere.coach_worker LEVEL`

It reads the log of a match from its input. It writes the number of choices, then a line of JSON for each of them.
"""

import os
import signal
import sys
from importlib import import_module
from json import dumps

from cardhouse.bots.elsewhere.child import private
from cardhouse.bots.elsewhere.priority import use_idle_time

MODULE = "cardhouse.bots.coach"  # imported by name, so that a house never imports the compiler


def main() -> None:
    use_idle_time()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the house
    out = private(1, "wb", sys.stderr.fileno())
    log = sys.stdin.buffer.read().decode()
    count, found = import_module(MODULE).judge_match(log, sys.argv[1])
    try:
        out.write(b"%d\n" % count)
        out.flush()
        for judged in found:
            out.write(dumps(judged._asdict()).encode() + b"\n")
            out.flush()
    except BrokenPipeError:  # the house is gone
        os._exit(0)


if __name__ == "__main__":
    main()
