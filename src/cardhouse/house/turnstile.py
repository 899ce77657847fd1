"""A turnstile for HTTP requests: only a few get through in each iteration of the event loop.

Moves come over WebSockets, which are read once per iteration. Without the turnstile, hundreds of requests that arrive
together would all be answered in one iteration, and moves would wait for them.
"""

import asyncio
from collections import deque

AT_ONCE = 4  # requests per iteration


class Turnstile:
    def __init__(self) -> None:
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._passed = 0  # in this iteration

    async def enter(self) -> None:
        """Wait until the request may go on."""
        loop = asyncio.get_running_loop()
        if not self._passed:
            loop.call_soon(self._next_round)
        if self._passed < AT_ONCE:
            self._passed += 1
            return
        turn = loop.create_future()
        self._waiting.append(turn)
        await turn

    def _next_round(self) -> None:
        self._passed = 0
        while self._waiting and self._passed < AT_ONCE:
            turn = self._waiting.popleft()
            if not turn.done():  # the caller may have hung up
                turn.set_result(None)
                self._passed += 1
        if self._passed:
            asyncio.get_running_loop().call_soon(self._next_round)
