"""Run a command while four busy loops take the processor away: `python -m tests.busy make test`.

A test that waits for time instead of for a condition may fail here. The loops end with this process.
"""

import subprocess
import sys
from contextlib import ExitStack
from signal import SIGINT, SIGTERM, signal

LOOPS = 4
SPIN = """
import os

parent = os.getppid()
while os.getppid() == parent:
    pass
"""


def main(command: list[str]) -> int:
    with ExitStack() as ends:
        for _ in range(LOOPS):
            loop = ends.enter_context(subprocess.Popen([sys.executable, "-c", SPIN], start_new_session=True))
            ends.callback(loop.kill)
        running = ends.enter_context(subprocess.Popen(command))
        signal(SIGINT, lambda number, frame: None)  # a terminal sends it to the command as well
        signal(SIGTERM, lambda number, frame: running.terminate())
        return running.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
