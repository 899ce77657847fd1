"""A wire between two parts of a cluster: a TCP proxy that passes on, delays, swallows or cuts."""

import asyncio
from typing import Any, Literal, Self

Mode = Literal["pass", "delay", "swallow"]
DELAY = 0.05  # seconds


class Wire:
    def __init__(self, to: int) -> None:
        self.to, self.port = to, 0
        self.mode: Mode = "pass"
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *error: object) -> None:
        self._server.close()
        self.cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        """Break off all connections."""
        for writer in [*self._writers]:
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self._writers.add(writer)
        back: asyncio.StreamWriter | None = None
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.to)
            self._writers.add(back)
            async with asyncio.TaskGroup() as ways:
                ways.create_task(self._pump(reader, back))
                ways.create_task(self._pump(there, writer))
        except (OSError, ExceptionGroup, asyncio.CancelledError):
            pass
        finally:
            self._tasks.discard(task)
            for end in filter(None, (writer, back)):
                self._writers.discard(end)
                end.transport.abort()

    async def _pump(self, source: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
        while data := await source.read(1 << 16):
            if self.mode == "swallow":
                continue
            if self.mode == "delay":
                await asyncio.sleep(DELAY)
            to.write(data)
            await to.drain()
        raise ConnectionResetError
