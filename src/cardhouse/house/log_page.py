"""Show the log of a finished match in the page, without a house: `cardhouse replay FILE --page`.

The page asks for the games and for the replay. Everything else is refused, because there are no tables here.
"""

import os
import socket as sockets

import uvicorn
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from cardhouse.cards.errors import BadSetup
from cardhouse.house import catalogue
from cardhouse.house.archive import FinishedMatch
from cardhouse.house.hosts import Hosts
from cardhouse.house.lobby import Catalogue, refusal
from cardhouse.house.packing import Packed
from cardhouse.house.pages import FILES, FOLDER, Pages, with_headers
from cardhouse.house.replays import replay
from cardhouse.house.server import PORTS
from cardhouse.house.settings import Settings
from cardhouse.play.match import Match
from cardhouse.play.replay import entries_of, values_of
from cardhouse.wire import Denial, encode
from cardhouse.wire.commands import Kind

HERE = "127.0.0.1"
REPLAY = "/t/match/replay"  # its address, as that of a table with the name "match"
FRAMES = "/api/tables/match/replay"
OFFLINE = "/sw.js"  # not served: a service worker would keep the page in the browser when the command has ended
NO_HOUSE = Denial("unknown", "There is no house here: the page shows the log of one match, and nothing else.")
CANNOT_LISTEN = "The log cannot be shown on port {port}: {why}. Choose another port with --port."
ELSEWHERE = Denial("misdirected", f"The log is shown at {HERE} and localhost only.")


class LogPage:
    """An ASGI app that shows one match to this machine."""

    def __init__(self, match: Match) -> None:
        self._app = make_app(match)
        self._hosts = Hosts(Settings(store="", host=HERE))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif self._hosts.why_misdirected(HTTPConnection(scope).headers):
            await refusal(ELSEWHERE)(scope, receive, with_headers(send))
        else:
            await self._app(scope, receive, with_headers(send))


def make_app(match: Match) -> Starlette:
    pages = Pages(FOLDER, preview=no_preview)
    games = Catalogue(catalogue.levels(deep_workers=0), has_coach=False)
    record = replay_of(match)

    async def frames(request: Request) -> Response:
        return record.answer(request)

    async def lost(request: Request, error: Exception) -> Response:
        if pages.lost(request) is not None:
            return RedirectResponse(REPLAY)
        return refusal(NO_HOUSE)

    return Starlette(
        routes=[
            Route(REPLAY, pages.page),
            Route("/assets/{path:path}", pages.asset),
            *(Route(address, pages.file) for address in FILES if address != OFFLINE),
            Route("/api/games", games.answer),
            Route(FRAMES, frames),
        ],
        exception_handlers={404: lost, 405: lost},
    )


def replay_of(match: Match) -> Packed:
    """Return the replay of a match, as JSON.

    Its players count as bots. In a match with commitments, as houses play it, there may be people: it names no kinds.
    """
    log = match.log()
    committed = values_of(entries_of(log), "commitment")
    bot: Kind = "bot"
    kinds = () if committed else (bot,) * len(match.names)
    played = FinishedMatch(log, by=("",) * len(match.events), kinds=kinds)
    return Packed(encode(replay(played, match=1, matches=0)), "application/json")


async def no_preview(_: Request) -> str:
    return ""


def listen(port: int) -> sockets.socket:
    """Return a socket that listens on a port of this machine; 0 chooses a free one."""
    if port not in PORTS:
        raise BadSetup(CANNOT_LISTEN.format(port=port, why="there is no such port"))
    try:
        return sockets.create_server((HERE, port))
    except OSError as error:
        raise BadSetup(CANNOT_LISTEN.format(port=port, why=os.strerror(error.errno or 0))) from error


def address(listener: sockets.socket) -> str:
    return f"http://{HERE}:{listener.getsockname()[1]}{REPLAY}"


def serve(match: Match, listener: sockets.socket) -> None:
    """Show the match until a signal stops it."""
    config = uvicorn.Config(
        LogPage(match),
        ws="none",
        log_config=None,
        access_log=False,
        log_level="error",
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    uvicorn.Server(config).run([listener])
