"""The server: HTTP and WebSockets around a house."""

import gc
import os
import socket as sockets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from html import escape
from importlib.metadata import version
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from cardhouse.cards.errors import BadTable
from cardhouse.games import GAMES
from cardhouse.house import journal, metrics, openapi, schema
from cardhouse.house.house import House
from cardhouse.house.lobby import Lobby, address, answer, guarded, refusal
from cardhouse.house.room import failed as fault
from cardhouse.house.settings import Settings
from cardhouse.house.socket import Socket
from cardhouse.house.wire import Bye, Denial, encode

RARELY = (100_000, 20, 100)  # the collector walks over every table: at its usual pace that was the longest wait of all
BACKLOG = 2048  # connections that wait to be taken
MOST_FRAME = 64 * 1024  # bytes: a larger one ends the connection before it is read
HEADERS = {
    b"cache-control": b"no-store",
    b"content-security-policy": b"default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    b"referrer-policy": b"no-referrer",
    b"x-content-type-options": b"nosniff",
}
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Cardhouse</title><h1>Cardhouse</h1><p>This house is open. Its games:</p><ul>{games}</ul><p>Open tables:</p>
<ul>{tables}</ul><p>Clients speak to it as <a href="/openapi.json">/openapi.json</a> says.</p></html>"""

TABLE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{name}: Cardhouse</title><h1>{game}: {name}</h1><p>At this table: {names}.</p></html>"""


def make_app(house: House) -> Starlette:
    lobby = Lobby(house)

    def route(path: str, handler: Callable[[Request], Awaitable[Response]], method: str = "GET") -> Route:
        return Route(path, guarded(house, handler), methods=[method])

    async def health(request: Request) -> Response:
        if house.closing or not house.store.works:
            return answer({"ok": False}, 503)
        await house.store.ask(lambda db: db.execute("SELECT 1").fetchall())
        return answer({"ok": True})

    async def figures(request: Request) -> Response:
        return PlainTextResponse(metrics.text(house))

    async def described(request: Request) -> Response:
        return answer(openapi.document())

    async def page(request: Request) -> Response:
        games = "".join(f"<li>{escape(game.title)}: {escape(game.aim)}</li>" for game in GAMES.values())
        tables = [(room.name, room.table) for room in await house.listed()]
        rooms = [f"<li>{escape(name)}: {table.game.title}, {table.phase}</li>" for name, table in tables]
        return HTMLResponse(PAGE.format(games=games, tables="".join(rooms) or "<li>none</li>"))

    async def table_page(request: Request) -> Response:
        room = await house.room(request.path_params["table"])
        sitting = room.table
        names = ", ".join(escape(name) for name in sitting.names())
        return HTMLResponse(TABLE.format(name=escape(room.name), game=sitting.game.title, names=names))

    async def lost(request: Request, error: Exception) -> Response:
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
        yield

    return Starlette(
        routes=[
            route("/", page),
            route("/t/{table}", table_page),
            route("/health", health),
            route("/metrics", figures),
            route("/openapi.json", described),
            route("/api/games", lobby.games),
            route("/api/games/{game}/rules", lobby.rules),
            route("/api/tables", lobby.tables),
            route("/api/tables", lobby.create, "POST"),
            route("/api/tables/{table}", lobby.table),
            route("/api/tables/{table}/seats", lobby.join, "POST"),
            route("/api/tables/{table}/commands", lobby.command, "POST"),
            route("/api/tables/{table}/log", lobby.log),
            route("/api/tables/{table}/replay", lobby.replay),
        ],
        exception_handlers={404: lost, 405: lost, Exception: failed},
        lifespan=lifespan,
    )


class Door:
    """The way in: requests get the same headers for every answer, sockets are taken if they are welcome."""

    def __init__(self, house: House) -> None:
        self._house, self._app = house, make_app(house)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS.items()]
            await send(message)

        if scope["type"] == "websocket":
            await self._socket(HTTPConnection(scope), receive, send)
        else:
            await self._app(scope, receive, with_headers if scope["type"] == "http" else send)

    async def _socket(self, caller: HTTPConnection, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        where, denial = address(caller), self._unwelcome(caller)
        if denial is not None:
            await send({"type": "websocket.send", "text": encode(Bye(denial.code, denial.reason)).decode()})
            await send({"type": "websocket.close", "code": 1008})
            return
        self._house.sockets[where] += 1
        try:
            await Socket(self._house, receive, send).serve()
        finally:
            self._house.sockets[where] -= 1
            if not self._house.sockets[where]:
                del self._house.sockets[where]

    def _unwelcome(self, caller: HTTPConnection) -> Denial | None:
        """Pages of other sites must not act for a visitor; and an address has only so many sockets."""
        origin, host, settings = caller.headers.get("origin"), caller.headers.get("host", ""), self._house.settings
        if not self._house.requests.take(address(caller)):
            return Denial("flood", "Too many connections at once; try again in a moment.")
        if caller.scope["path"] != "/socket":
            return Denial("unknown", "Sockets are at /socket.")
        if origin is not None and origin not in settings.origins and origin.partition("://")[2] != host:
            return Denial("denied", "Pages of other sites may not connect to this house.")
        if self._house.sockets[address(caller)] >= settings.sockets:
            return Denial("limit", "Too many connections from your address.")
        return None


class Server(uvicorn.Server):
    """Stops in order: first what has been commanded is stored and told, then the sockets are closed."""

    def __init__(self, config: uvicorn.Config, house: House) -> None:
        super().__init__(config)
        self._house = house

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and not self.should_exit:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            where = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
            print(f"Cardhouse is open: http://{where} (its tables are in {self._house.settings.file})", flush=True)
            journal.journal.info(
                "open", extra={"file": str(self._house.settings.file), "version": version("cardhouse")}
            )

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        if self.started:
            await self._house.close()
            journal.journal.info("closed")
        await super().shutdown(sockets)


def serve(settings: Settings) -> None:
    """Until it is told to stop."""
    journal.start(settings.level)
    house = House(settings)
    config = uvicorn.Config(
        Door(house),
        log_config=None,
        access_log=False,
        log_level="error",
        ws_max_size=MOST_FRAME,
        ws_per_message_deflate=False,
        forwarded_allow_ips=settings.proxies,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    with closing(schema.lock(settings.file)):
        schema.prepare(settings.file)
        gc.freeze()  # what is loaded stays
        gc.set_threshold(*RARELY)
        Server(config, house).run([listening(settings)])


def listening(settings: Settings) -> sockets.socket:
    """What is sent to somebody who does not read waits in the system for him, and that is bounded too."""
    family = sockets.AF_INET6 if ":" in settings.host else sockets.AF_INET
    try:
        listener = sockets.create_server((settings.host, settings.port), family=family, backlog=BACKLOG)
    except (OSError, OverflowError) as error:
        where = f"{settings.host}, port {settings.port}"
        why = os.strerror(error.errno or 0) if isinstance(error, OSError) else "there is no such port"
        raise BadTable(f"The house cannot be opened on {where}: {why}.", rule="serve") from error
    listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_SNDBUF, MOST_FRAME)
    return listener
