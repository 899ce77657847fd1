"""Run a command while four busy loops take the processor away: `python -m tests.busy make test`.

A test that waits for time instead of for a condition fails here.
"""

import subprocess
import sys
from contextlib import ExitStack

LOOPS = 4
SPIN = "while True: pass"


def main(command: list[str]) -> int:
    with ExitStack() as ends:
        for _ in range(LOOPS):
            loop = ends.enter_context(subprocess.Popen([sys.executable, "-c", SPIN]))
            ends.callback(loop.kill)
        return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
