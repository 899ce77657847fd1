"""The server: HTTP and WebSockets around a house."""

import asyncio
import gc
import logging
import os
import socket as sockets
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from importlib.metadata import version
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from cardhouse.cards.errors import BadSetup
from cardhouse.extras import needs
from cardhouse.house import catalogue, connections, frames, journal, metrics, openapi, previews
from cardhouse.house.connections import FLOODED
from cardhouse.house.docs import Docs
from cardhouse.house.evenings.api import EveningApi
from cardhouse.house.hosts import Hosts
from cardhouse.house.house import House
from cardhouse.house.lobby import Lobby, address, answer, refusal, with_guard
from cardhouse.house.networks import is_in, networks, page_url, spelled_out
from cardhouse.house.pages import ADDRESSES, FILES, FOLDER, Pages, with_headers
from cardhouse.house.room import failed as fault
from cardhouse.house.settings import Settings
from cardhouse.house.socket import Socket
from cardhouse.house.stores.opening import describe, prepared
from cardhouse.house.turnstile import Turnstile
from cardhouse.site import FILE
from cardhouse.wire import Denial, encode

SWITCH = 0.0001  # seconds that another thread, such as one that makes a replay, may keep the event loop from running
RARELY = (100_000, 20, 100)  # garbage collection walks over every table: Python's defaults caused the longest pauses
PORTS = range(1 << 16)
EVERY_SECOND = 10  # uvicorn's ticks per second
BACKLOG = 2048  # connections that wait to be accepted
MOST_HEAD = 16 * 1024  # bytes in the head of a request
MOST_FRAME = 64 * 1024  # bytes; a larger frame closes the connection before it is read
SOCKETS = "/socket/"  # followed by the id of the table, so that a proxy can send a table to one house
LOADED = ("/assets/", "/icons/", "/docs/")  # paths from which a browser loads many files at once


def make_app(house: House, web: Path, site: Path) -> Starlette:
    lobby, pages, docs = Lobby(house), Pages(web, partial(previews.of, house)), Docs(site)
    evenings = EveningApi(house)

    def route(path: str, handler: Callable[[Request], Awaitable[Response]], method: str = "GET") -> Route:
        return Route(path, with_guard(handler), methods=[method])

    async def health(request: Request) -> Response:
        if reason := await house.trouble():
            return answer({"ok": False, "reason": reason}, 503)
        return answer({"ok": True, **house.guarantees()})

    observers = networks(house.settings.metrics, "--metrics")

    async def figures(request: Request) -> Response:
        """Return the metrics, to operators only: players must not see the counts of hidden moves and suggestions."""
        if request.client is None or not is_in(request.client.host, observers):
            raise Denial("denied", "Figures are for the operator: --metrics says from which addresses.")
        return PlainTextResponse(metrics.text(house))

    async def described(request: Request) -> Response:
        return answer(openapi.document())

    async def lost(request: Request, error: Exception) -> Response:
        if (page := pages.lost(request)) is not None:
            return page
        response = refusal(
            Denial("unknown", f"{request.method} {request.url.path[:100]}: there is no such thing here.")
        )
        response.status_code = error.status_code if isinstance(error, HTTPException) else 404
        return response

    async def failed(request: Request, error: Exception) -> Response:
        journal.journal.error("a request failed", exc_info=error)
        return refusal(fault())

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await house.open()
        if house.relays is not None:
            house.relays.app = app
        yield

    app = Starlette(
        routes=[
            *(route(address, pages.page) for address in ADDRESSES),
            Route("/assets/{path:path}", pages.asset),
            *(Route(address, pages.file) for address in FILES),
            Route("/docs", docs.answer),
            Route("/docs/{path:path}", docs.answer),
            route("/health", health),
            route("/metrics", figures),
            route("/openapi.json", described),
            route("/api/calls", lobby.call_key),
            route("/api/games", lobby.games),
            route("/api/games/{game}/rules", lobby.rules),
            route("/api/games/{game}/guide", lobby.guide),
            route("/api/daily", lobby.daily),
            route("/api/daily/{date}", lobby.daily),
            route("/api/daily/games/{game}", lobby.forwarding(lobby.attempt, fills="token"), "POST"),
            route("/api/tables", lobby.tables),
            route("/api/tables", lobby.create, "POST"),
            route("/api/tables/{table}", lobby.table),
            route("/api/tables/{table}/seats", lobby.forwarding(lobby.join, fills="token"), "POST"),
            route("/api/tables/{table}/codes", lobby.forwarding(lobby.make_code, fills="code"), "POST"),
            route("/api/tables/{table}/codes/use", lobby.forwarding(lobby.use_code, fills="token"), "POST"),
            route("/api/tables/{table}/calls", lobby.forwarding(lobby.call_me), "POST"),
            route("/api/tables/{table}/calls/stop", lobby.forwarding(lobby.do_not_call), "POST"),
            route("/api/tables/{table}/commands", lobby.forwarding(lobby.command), "POST"),
            route("/api/tables/{table}/log", lobby.log),
            route("/api/tables/{table}/replay", lobby.replay),
            route("/api/tables/{table}/analysis", lobby.analyse, "POST"),
            route("/api/evenings", evenings.create, "POST"),
            route("/api/evenings/{evening}", evenings.evening),
            route("/api/evenings/{evening}/players", evenings.join, "POST"),
            route("/api/evenings/{evening}/commands", evenings.command, "POST"),
        ],
        exception_handlers={404: lost, 405: lost, Exception: failed},
        lifespan=lifespan,
    )
    return app


FLOOD = Denial("flood", "Too many requests; try again in a moment.")
SAFE = ("GET", "HEAD", "OPTIONS")  # methods that change nothing
TABLES = (SOCKETS, "/api/tables/")  # followed by an id
ESCAPED = Denial("unknown", "The address of a table has no percent escapes.")
AMBIGUOUS = Denial("unreadable", "A request has a Content-Length or a Transfer-Encoding, not both.")


def _is_ambiguous(caller: HTTPConnection) -> bool:
    """Return whether a proxy and the house could disagree about where the request ends (request smuggling)."""
    return "content-length" in caller.headers and "transfer-encoding" in caller.headers


def _is_escaped(caller: HTTPConnection) -> bool:
    """Return whether the address of a table has percent escapes: a proxy may take it for that of another table.

    It would send the request to another house, and then the table would have to move there.
    """
    return b"%" in caller.scope["raw_path"] and caller.scope["path"].startswith(TABLES)


class Door:
    """The outermost ASGI app: refuses requests and sockets by limit, host and origin, and adds security headers."""

    def __init__(self, house: House, web: Path = FOLDER, site: Path = FILE) -> None:
        self._house, self._app, self._hosts = house, make_app(house, web, site), Hosts(house.settings)
        self._turnstile = Turnstile()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(HTTPConnection(scope), receive, send)
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        await self._turnstile.enter()
        if _is_ambiguous(caller := HTTPConnection(scope)):
            response = refusal(AMBIGUOUS)
            response.headers["connection"] = "close"  # what follows could be another request, or part of this one
            await response(scope, receive, with_headers(send))
        elif (denial := self._refusal(caller)) is not None:
            scope[FLOODED] = denial is FLOOD
            await refusal(denial)(scope, receive, with_headers(send))
        else:
            await self._app(scope, receive, with_headers(send))

    def _refusal(self, caller: HTTPConnection) -> Denial | None:
        """Return why a request is refused before any work: the rate limit, a wrong host, or a page of another site."""
        self._house.counts["requests"] += 1
        limit = self._house.assets if caller.scope["path"].startswith(LOADED) else self._house.requests
        if not limit.take(address(caller)):
            return FLOOD
        denial = ESCAPED if _is_escaped(caller) else self._hosts.why_misdirected(caller.headers)
        if denial is None and caller.scope["method"] not in SAFE:
            denial = self._hosts.why_foreign(caller.headers)
        return denial

    async def _socket(self, caller: HTTPConnection, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        where, denial = address(caller), self._unwelcome(caller)
        if denial is not None:
            await send({"type": "websocket.send", "text": encode(denial.bye).decode()})
            await send({"type": "websocket.close", "code": 1008})
            return
        self._house.sockets[where] += 1
        try:
            table = caller.scope["path"].removeprefix(SOCKETS)
            await Socket(self._house, table, where, caller.scope[frames.CONNECTION], receive, send).serve()
        finally:
            self._house.sockets[where] -= 1
            if not self._house.sockets[where]:
                del self._house.sockets[where]

    def _unwelcome(self, caller: HTTPConnection) -> Denial | None:
        """Return why a socket is refused: a page of another site, a wrong host, or too many from this address."""
        if not self._house.requests.take(address(caller)):
            return Denial("flood", "Too many connections at once; try again in a moment.")
        if not caller.scope["path"].startswith(SOCKETS) or _is_escaped(caller):
            return Denial("unknown", "Sockets are at /socket/TABLE.")
        if denial := self._hosts.why_misdirected(caller.headers) or self._hosts.why_foreign(caller.headers):
            return denial
        if self._house.sockets[address(caller)] >= self._house.settings.sockets:
            return Denial("limit", "Too many connections from your address.")
        return None


class Server(uvicorn.Server):
    """A server with a graceful shutdown: it stores and answers the commands that wait, then closes the sockets."""

    def __init__(self, config: uvicorn.Config, house: House) -> None:
        super().__init__(config)
        self._house = house

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        await self._start_or_stop(sockets)
        if self.started and not self.should_exit:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            store = describe(self._house.settings.store)
            print(
                f"Cardhouse is open: {page_url(host, port)} (its tables are in {store}). Press Ctrl-C to stop.",
                flush=True,
            )
            if self._house.settings.deep_workers and catalogue.DEEP not in self._house.levels:
                print(needs("The bots' level `deep`", "compiled"), flush=True)
            journal.journal.info("open", extra={"store": store, "version": version("cardhouse")})

    async def _start_or_stop(self, sockets: list[sockets.socket] | None) -> None:
        """Start, unless a signal comes first: a house may wait long for a database that cannot be used."""
        starting = asyncio.create_task(super().startup(sockets))
        while not starting.done():
            await asyncio.wait([starting], timeout=1 / EVERY_SECOND)
            if self.should_exit:
                starting.cancel()
                logging.getLogger("uvicorn.error").disabled = True  # it would log the task that was cancelled
        with suppress(asyncio.CancelledError):
            await starting

    async def on_tick(self, counter: int) -> bool:
        self._house.clock.time()
        if counter % EVERY_SECOND == 0:
            self._house.connections.close_stuck(time.monotonic())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        if self.started:
            await self._house.close()
            journal.journal.info("closed")
        await super().shutdown(sockets)


def serve(settings: Settings, *, web: Path = FOLDER, site: Path = FILE) -> None:
    """Run the house until a signal stops it."""
    journal.start(settings.log_level)
    house = House(settings)
    config = uvicorn.Config(
        Door(house, web, site),
        http=connections.protocol(house.connections),
        ws=frames.protocol(house),
        log_config=None,
        access_log=False,
        log_level="error",
        ws_max_size=MOST_FRAME,
        h11_max_incomplete_event_size=MOST_HEAD,
        ws_per_message_deflate=False,
        forwarded_allow_ips=spelled_out(settings.proxies, "--proxies"),
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    with prepared(settings.store, wait=True):
        gc.freeze()  # modules are never collected
        gc.set_threshold(*RARELY)
        sys.setswitchinterval(SWITCH)
        Server(config, house).run([listen(settings)])


def listen(settings: Settings) -> sockets.socket:
    """Return a listening socket. Cap the kernel send buffer, so that a slow reader costs bounded memory."""
    family = sockets.AF_INET6 if ":" in settings.host else sockets.AF_INET
    where = f"{settings.host}, port {settings.port}"
    if settings.port not in PORTS:
        raise BadSetup(f"The house cannot be opened on {where}: there is no such port.", rule="serve")
    try:
        sockets.getaddrinfo(settings.host, settings.port)
        listener = sockets.create_server((settings.host, settings.port), family=family, backlog=BACKLOG)
    except OSError as error:
        why = "there is no such host" if isinstance(error, sockets.gaierror) else os.strerror(error.errno or 0)
        raise BadSetup(
            f"The house cannot be opened on {where}: {why}. Choose another port with --port.", rule="serve"
        ) from error
    listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_SNDBUF, MOST_FRAME)
    return listener
