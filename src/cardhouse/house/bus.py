"""The bus between houses: NATS core, which delivers each message once or not at all.

Nothing that must not be lost depends on it: whoever uses the bus counts its messages, and treats a missing one as a
lost connection.
"""

import asyncio
import re
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import BadSubjectError, Error, MaxPayloadError

from cardhouse.house.journal import journal

CONNECT = 5  # timeout in seconds
PING, PINGS = 2, 2  # seconds between pings, and how many may wait for an answer before the connection is given up
RECONNECT = 1  # seconds between attempts to reconnect
ANSWER = 10.0  # timeout of a request, in seconds
MOST_WAITING = 10_000  # messages in the send queue
AFTER_HOST = re.compile(r"[/?#]")
Heard = Callable[[bytes], None]
Answer = Callable[[bytes], Awaitable[bytes]]


class BusLost(Exception):
    """The bus does not work at the moment."""


class Bus:
    """A connection to NATS, for the house of this id. `lost` is called when messages may have been lost."""

    def __init__(self, url: str, house: str, *, heard: Heard, answer: Answer, lost: Callable[[], None]) -> None:
        self._url, self._house = url, house
        self._heard, self._answer, self._lost = heard, answer, lost
        self._client = Client()
        self._told: set[str] = set()  # what the journal says about the trouble, until the bus works again
        self._queue: deque[tuple[str, bytes]] = deque()
        self._wake = asyncio.Event()
        self._answering: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Connect in the background, and again whenever the connection is lost."""
        self._tasks = [asyncio.create_task(self._stay_connected()), asyncio.create_task(self._send())]

    async def close(self) -> None:
        tasks = [*self._tasks, *self._answering]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._client.close()

    @property
    def works(self) -> bool:
        return bool(self._client.is_connected)

    def say(self, house: str, table: str, message: bytes) -> None:
        """Send a message about a table to a house."""
        if not self.works:
            return
        if len(self._queue) >= MOST_WAITING:
            self._queue.clear()
            journal.error("the bus is too slow, and messages are lost: give NATS more CPU or a faster network")
            self._lost()
            return
        self._queue.append((f"cardhouse.{house}.table.{table}", message))
        self._wake.set()

    async def ask(self, house: str, message: bytes) -> bytes:
        """Send a request to a house, and wait for its answer. Raise BusLost if there is none."""
        try:
            async with asyncio.timeout(ANSWER):  # also for the sending, if NATS hangs
                answer = await self._client.request(f"cardhouse.{house}.request", message, timeout=ANSWER)
        except (Error, OSError, TimeoutError) as error:
            raise BusLost from error
        return bytes(answer.data)

    async def _stay_connected(self) -> None:
        """Connect; and again, with a new client, when NATS has sent an error, after which a client stays closed."""
        while True:
            self._client, closed = Client(), asyncio.Event()
            try:
                await self._connect(closed)
                await closed.wait()
                self._note_loss()
                if (error := self._client.last_error) is not None:
                    await self._failed(error)
            except (Error, OSError) as error:
                await self._failed(error)
            await asyncio.sleep(RECONNECT)

    async def _connect(self, closed: asyncio.Event) -> None:
        async def note_closing() -> None:
            closed.set()

        await self._client.connect(
            self._url,
            name="cardhouse",
            connect_timeout=CONNECT,
            max_reconnect_attempts=-1,
            reconnect_time_wait=RECONNECT,
            ping_interval=PING,  # the default takes four minutes to notice that NATS hangs
            max_outstanding_pings=PINGS,
            disconnected_cb=self._disconnected,
            reconnected_cb=self._reconnected,
            closed_cb=note_closing,
            error_cb=self._failed,
            pending_size=0,  # what is said while the connection is down is lost, and not sent late
        )
        await self._client.subscribe(f"cardhouse.{self._house}.table.*", cb=self._hear)
        await self._client.subscribe(f"cardhouse.{self._house}.request", cb=self._serve)
        if self._told:
            await self._reconnected()

    async def _send(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._queue:
                subject, message = self._queue.popleft()
                try:
                    await self._client.publish(subject, message)
                except (BadSubjectError, MaxPayloadError):
                    continue  # whoever waits for it notices that it is missing
                except (Error, OSError):
                    self._queue.clear()

    async def _hear(self, message: Msg) -> None:
        self._heard(message.data)

    async def _serve(self, message: Msg) -> None:
        """Answer a request in a task of its own, because NATS delivers the next one when this returns."""
        if not message.reply:  # no house has sent it
            return

        async def respond() -> None:
            answer = await self._answer(message.data)
            with suppress(Error, OSError):  # the house that asks gives up by itself
                await message.respond(answer)

        task = asyncio.create_task(respond())
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def _disconnected(self) -> None:
        if not self._client.is_closed:
            self._note_loss()

    def _note_loss(self) -> None:
        self._tell(
            "the bus is lost: until it is back, tables move to the house where they are next used. "
            f"Check that {server_of(self._url)} runs, and the network to it"
        )
        self._queue.clear()
        self._lost()

    async def _reconnected(self) -> None:
        self._told.clear()
        journal.warning("the bus works again")

    async def _failed(self, error: Exception) -> None:
        if not isinstance(error, ConnectionResetError | BrokenPipeError):  # NATS has said why, or the loss is noted
            self._tell(f"the bus has trouble: {describe(self._url, error)}")

    def _tell(self, sentence: str) -> None:
        """Write a sentence to the journal, once until the bus works again: NATS is tried every second."""
        if sentence not in self._told:
            self._told.add(sentence)
            journal.error(sentence)


def server_of(url: str) -> str:
    """Return the server's address without the password in its URL, also if that should have been escaped."""
    return f"NATS at {AFTER_HOST.split(url.rpartition('@')[2].rpartition('://')[2])[0]}"


def describe(url: str, error: Exception) -> str:
    """Return what is wrong with the bus, and what to do."""
    server = server_of(url)
    if isinstance(error, OSError):
        why = (error.strerror or "the connection was lost").rstrip(".")
        return f"{server} cannot be reached: {why}. Check that it runs, the network to it, and --nats"
    if isinstance(error, Error):
        text = str(error).removeprefix("nats: ").strip("'")
        if "authorization" in text.lower() or "authentication" in text.lower():
            return f"{server} refuses the user, password or token in --nats: correct them there or in its configuration"
        return f"{server} says: {text}. See its log"
    return f"a message could not be read: {type(error).__name__}"
