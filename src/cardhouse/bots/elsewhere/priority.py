"""The priority of a bot's process, beside the house and everything else on the machine.

Linux may group processes by session, and then a priority counts only within the session: a bot's process must be in
that of its house.
"""

import os
import signal
import sys
from contextlib import suppress
from ctypes import CDLL

SET_DEATH_SIGNAL = 1  # of Linux: PR_SET_PDEATHSIG


def be_nice(by: int) -> None:
    if hasattr(os, "nice"):  # not on Windows
        os.nice(by)


def use_idle_time() -> None:
    """Run only when no other process wants the processor."""
    be_nice(19)
    if hasattr(os, "SCHED_IDLE"):  # on Linux, where the highest niceness still gets a small share
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def die_with_parent() -> None:
    """End with the process that started this one, even while this one is stopped and cannot notice."""
    if sys.platform == "linux":
        CDLL(None).prctl(SET_DEATH_SIGNAL, signal.SIGKILL)
