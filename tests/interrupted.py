"""The command `cardhouse`, which gets a signal at a given moment: no test has to guess when that is.

    python -m tests.interrupted 2 import numba simulate president
    python -m tests.interrupted 15 call cardhouse.cli.lab:SimulationProgress.tell simulate president

The moment is an import, the call of a function, or its return. With `forever` the function never returns, and `worker`
is an import in a process that the command starts. The signal goes to all processes of the command, as Ctrl-C in a
terminal does. With PLANT in the environment, the context manager of that name does nothing.
"""

import os
import sys
from collections.abc import Callable
from contextlib import nullcontext
from importlib import import_module
from inspect import iscoroutine
from signal import SIGKILL
from threading import Event
from typing import Any

HEARD = "A worker hears the signal."


def at_import(module: str, send: Callable[[], None]) -> None:
    def hear(event: str, given: tuple[Any, ...]) -> None:
        if event == "import" and given[0] == module:
            send()

    sys.addaudithook(hear)


def at_call(kind: str, function: str, send: Callable[[], None]) -> None:
    holder, name = found(function)
    before = getattr(holder, name)

    async def awaited(result: Any) -> Any:
        value = await result
        send()
        return value

    def call(*given: Any, **more: Any) -> Any:
        if kind != "return":
            send()
        if kind == "forever":
            Event().wait()
        result = before(*given, **more)
        if kind == "return":
            if iscoroutine(result):
                return awaited(result)
            send()
        return result

    setattr(holder, name, call)


def found(function: str) -> tuple[Any, str]:
    """The module or class that has it, and its name there."""
    path, _, name = function.partition(":")
    owner, _, name = name.rpartition(".")
    module = import_module(path)
    return getattr(module, owner) if owner else module, name


def in_worker() -> None:
    """Called at the start of a worker. It says so if it hears the signal, before others can end it."""
    number, module = os.environ["WORKER"].split()

    def send() -> None:
        group = os.getpgid(os.getppid())
        try:
            if group == os.getpgrp():
                os.kill(os.getpid(), int(number))
        except KeyboardInterrupt:
            os.write(2, HEARD.encode())
        os.killpg(group, int(number))

    at_import(module, send)


def main() -> None:
    import cardhouse_start

    number, kind, where, *words = sys.argv[1:]
    left = [1]

    def send() -> None:
        if left:
            left.pop()
            if int(number) == SIGKILL:
                os.kill(os.getpid(), SIGKILL)
            os.killpg(os.getpgrp(), int(number))

    if kind == "import":
        at_import(where, send)
    elif kind != "worker":
        at_call(kind, where, send)
    if "PLANT" in os.environ:
        setattr(*found(os.environ["PLANT"]), nullcontext)
    sys.argv = ["cardhouse", *words]
    cardhouse_start.main()


if __name__ == "__main__":
    main()
