"""The entry point of the command `cardhouse`.

It lies outside the package, because importing the package takes a while, and Ctrl-C must end the command cleanly
meanwhile, too.
"""

import os
import signal
from types import FrameType


def stop(number: int, frame: FrameType | None) -> None:
    """Exit at once: nothing has begun that would be worth reporting."""
    os.write(2, b"\nStopped.\n")
    os._exit(128 + number)


signal.signal(signal.SIGINT, stop)
signal.signal(signal.SIGTERM, stop)


def main() -> None:
    from cardhouse.cli import main

    main()
