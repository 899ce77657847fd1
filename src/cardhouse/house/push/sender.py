"""Send messages to push services, beside the rooms: each has a task of its own, and few are on their way at once.

The address of a subscription is a capability URL (RFC 8030): whoever has it can use it. It is in no log and no error.
"""

import asyncio
import hmac
import ssl
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from email.utils import parsedate_to_datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec import Struct, json

from cardhouse.house.journal import journal
from cardhouse.house.push.services import Services, Target

if TYPE_CHECKING:
    from cardhouse.house.push.encryption import HouseKey  # needs the extra `push`

MOST_WAITING, MOST_AT_ONCE = 1000, 8
LIMIT = 10.0  # seconds for a request
DELAYS = (0.0, 10.0, 60.0, 600.0)  # before each try, in seconds
MOST_HEAD = 16 * 1024  # bytes of an answer that are read
KEPT = 24 * 3600  # seconds for which a service keeps a message for a device that is switched off
WRONG_CLOCK = 300.0  # seconds by which the clocks of the house and of a service may differ
Outcome = Literal["sent", "gone", "failed", "dropped"]


class Device(Struct, frozen=True):
    """A subscription, as a browser makes it: where it is reached, and its keys."""

    endpoint: str
    p256dh: str
    auth: str

    def __repr__(self) -> str:
        return "Device(...)"


class Message(NamedTuple):
    device: Device
    table: str
    wanted: Callable[[], bool]  # asked before every try
    done: Callable[[Outcome], None]


class Reply(NamedTuple):
    status: int
    headers: dict[str, str]


class PushSender:
    def __init__(self, services: Services, subject: str, key: Callable[[], Awaitable["HouseKey"]]) -> None:
        self._services, self._subject, self._key = services, subject, key
        self._tasks: set[asyncio.Task[None]] = set()
        self._at_once = asyncio.Semaphore(MOST_AT_ONCE)
        self._tls: ssl.SSLContext | None = None
        self._ahead = 0.0  # seconds by which the clocks of the services are ahead of ours
        self.counts: Counter[Outcome] = Counter()

    @property
    def waiting(self) -> int:
        return len(self._tasks)

    def send(self, message: Message) -> None:
        if len(self._tasks) >= MOST_WAITING:
            journal.warning("too many calls wait: one is given up", extra={"table": message.table})
            asyncio.get_running_loop().call_soon(self._finish, message, "failed")
            return
        task = asyncio.create_task(self._deliver(message))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _deliver(self, message: Message) -> None:
        try:
            outcome = await self._try_all(message)
        except Exception as error:  # a bug must not leave a table waiting
            journal.error("a call failed", exc_info=error, extra={"table": message.table})
            outcome = "failed"
        self._finish(message, outcome)

    def _finish(self, message: Message, outcome: Outcome) -> None:
        self.counts[outcome] += 1
        message.done(outcome)

    async def _try_all(self, message: Message) -> Outcome:
        target = self._services.target(message.device.endpoint)
        if target is None:  # it was allowed when the device subscribed
            return "gone"
        asked_to_wait, reply = 0.0, Reply(0, {})
        for delay in DELAYS:
            if delay and self.waiting > MOST_WAITING // 2:  # devices that cannot be reached leave room for the others
                break
            await asyncio.sleep(max(delay, asked_to_wait))
            async with self._at_once:
                if not message.wanted():
                    return "dropped"
                try:
                    reply = await self._post(message, target)
                except ValueError:  # the keys of the device are not keys
                    return "gone"
                except (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError):
                    continue
            if 200 <= reply.status < 300:
                return "sent"
            if reply.status in (404, 410):
                return "gone"
            if reply.status != 429 and reply.status < 500:
                break
            asked_to_wait = min(_seconds(reply.headers.get("retry-after", "")), DELAYS[-1])
        about = {"table": message.table, "service": target.host, "status": reply.status}
        journal.warning("a push service did not take a call", extra=about)
        return "failed"

    async def _post(self, message: Message, target: Target) -> Reply:
        """Send a request; if the clock of the house is wrong, sign by the clock of the service, and send it again."""
        reply = await self._post_once(message, target)
        if reply.status not in (400, 401, 403):
            return reply
        ahead = _time(reply.headers.get("date", "")) - time.time()
        if abs(ahead - self._ahead) < WRONG_CLOCK:
            return reply
        journal.warning("the clock of this machine is wrong", extra={"service": target.host, "seconds": round(-ahead)})
        self._ahead = ahead
        return await self._post_once(message, target)

    async def _post_once(self, message: Message, target: Target) -> Reply:
        key = await self._key()
        request = await asyncio.to_thread(_request, message, target, key, self._subject, time.time() + self._ahead)
        if self._tls is None and target.scheme == "https":
            self._tls = await asyncio.to_thread(ssl.create_default_context)
        tls = self._tls if target.scheme == "https" else None
        async with asyncio.timeout(LIMIT):
            reader, writer = await asyncio.open_connection(target.host, target.port, ssl=tls, limit=MOST_HEAD)
            try:
                writer.write(request)
                await writer.drain()
                return _read(await reader.readuntil(b"\r\n\r\n"))
            finally:
                writer.transport.abort()


def _request(message: Message, target: Target, key: "HouseKey", subject: str, now: float) -> bytes:
    """Return an HTTP request. A later message of the same topic replaces one that was not delivered yet."""
    from cardhouse.house.push.encryption import encrypt, from_text, to_text

    device = message.device
    body = encrypt(json.encode({"table": message.table}), device.p256dh, device.auth)
    topic = to_text(hmac.digest(from_text(device.auth), message.table.encode(), sha256)[:24])
    host = target.origin.partition("://")[2]
    head = (
        f"POST {target.path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {len(body)}\r\n"
        f"Authorization: {key.authorization(target.origin, subject, now)}\r\n"
        f"Content-Type: application/octet-stream\r\nContent-Encoding: aes128gcm\r\n"
        f"TTL: {KEPT}\r\nTopic: {topic}\r\nUrgency: normal\r\n\r\n"
    )
    return head.encode("ascii") + body


def _read(head: bytes) -> Reply:
    """Read the head of an answer. Raise EOFError if it is not HTTP, as if nothing had come."""
    first, *lines = head.decode("latin-1").split("\r\n")
    _, _, rest = first.partition(" ")
    if not first.startswith("HTTP/1.") or not rest[:3].isdecimal():
        raise EOFError
    pairs = [line.partition(":") for line in lines]
    return Reply(int(rest[:3]), {name.strip().lower(): value.strip() for name, _, value in pairs})


def _seconds(text: str) -> float:
    return float(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0.0


def _time(text: str) -> float:
    """Return the time in a header `Date`; now, if there is none."""
    with suppress(ValueError, OverflowError):
        return parsedate_to_datetime(text).timestamp()
    return time.time()
