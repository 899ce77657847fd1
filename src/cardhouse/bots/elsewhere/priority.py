"""The priority of a bot's process, beside the house and everything else on the machine."""

import os
from contextlib import suppress
from pathlib import Path

AUTOGROUP = Path("/proc/self/autogroup")


def be_nice(by: int) -> None:
    """Raise the niceness of this process.

    Linux may group processes by session, and then niceness counts only within the group: a bot's process has a session
    of its own, so its group needs the niceness, too.
    """
    if hasattr(os, "nice"):  # not on Windows
        os.nice(by)
    with suppress(OSError):  # not Linux, or no groups
        AUTOGROUP.write_text(str(by), "ascii")


def use_idle_time() -> None:
    """Run only when no other process wants the processor."""
    be_nice(19)
    if hasattr(os, "SCHED_IDLE"):  # on Linux, where the highest niceness still gets a small share
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
