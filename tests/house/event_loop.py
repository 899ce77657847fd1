"""Run coroutines in the house's event loop, in a thread of their own: browser tests have a loop in this one already."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from uvicorn.loops.auto import auto_loop_factory

Found = TypeVar("Found")


def run(what: Coroutine[Any, Any, Found]) -> Found:
    def running() -> Found:
        with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
            return runner.run(what)

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(running).result()
