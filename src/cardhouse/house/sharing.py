"""Request coalescing: work that many ask for at once is done once for all of them."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

A = TypeVar("A")


class Shared(Generic[A]):
    """Work whose result is shared by all who asked before it began."""

    def __init__(self, work: Callable[[], Awaitable[A]]) -> None:
        self._work = work
        self._next: asyncio.Task[A] | None = None
        self._one_at_a_time = asyncio.Lock()

    async def ask(self) -> A:
        if self._next is None:
            self._next = asyncio.create_task(self._do())
        return await asyncio.shield(self._next)

    async def _do(self) -> A:
        async with self._one_at_a_time:
            self._next = None  # later callers must not get what was read before they asked
            return await self._work()
