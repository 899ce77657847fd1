"""A loop in a thread of its own: where browsers are tested in the same process, this one has a loop already."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Found = TypeVar("Found")


def run(what: Coroutine[Any, Any, Found]) -> Found:
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, what).result()
