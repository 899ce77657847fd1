"""The lobby: the HTTP API, which `GET /openapi.json` describes."""

from collections.abc import Awaitable, Callable
from functools import cached_property
from importlib.metadata import version
from ipaddress import IPv4Address, ip_address, ip_network
from typing import TYPE_CHECKING, Literal, TypeVar

from msgspec import ValidationError, json
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from cardhouse.games import GAMES
from cardhouse.games import game as game_named
from cardhouse.games.definition import AnyGame
from cardhouse.house import archive, bans, lessons, messages, names
from cardhouse.house.catalogue import describe_game, describe_guide
from cardhouse.house.decide import Sit
from cardhouse.house.house import Elsewhere, House, hash_token
from cardhouse.house.packing import Packed
from cardhouse.house.replays import Replays
from cardhouse.house.room import Room
from cardhouse.house.sitting import Sitting
from cardhouse.wire import MOST_BYTES, Ack, Code, Denial, Suggestion, encode
from cardhouse.wire.commands import Notice, Opened, Suggest, read_command
from cardhouse.wire.lobby import NewPlayer, NewTable, Seated

if TYPE_CHECKING:
    from cardhouse.house.stores.leases import Peer  # needs the extra `postgres`

STATUS: dict[Code, int] = {
    "closed": 410,
    "closing": 503,
    "content_type": 415,
    "denied": 403,
    "failed": 500,
    "flood": 429,
    "kicked": 403,
    "limit": 429,
    "misdirected": 421,
    "moved": 503,
    "store": 503,
    "too_large": 413,
    "unknown": 404,
    "unreadable": 400,
}  # the others are 409
TOKEN = "cardhouse.token"  # in the scope of a request that another house has forwarded: the hash of its token
CHOSEN = ("listed", "chat", "clock", "grace", "pace", "level", "suggestions", "lesson")
K = TypeVar("K")
Reply = Callable[[Request], Awaitable[Response]]
read_table = json.Decoder(NewTable).decode
read_player = json.Decoder(NewPlayer).decode


class Lobby:
    def __init__(self, house: House) -> None:
        self.house = house
        self.replays = Replays(lambda table: house.store.archived(table))

    @cached_property
    def _catalogue(self) -> Packed:
        return Packed(encode([describe_game(game, self.house.levels) for game in GAMES.values()]), "application/json")

    async def games(self, request: Request) -> Response:
        return self._catalogue.answer(request, headers={"cardhouse-version": version("cardhouse")})

    async def rules(self, request: Request) -> Response:
        return Response(_game(request).rules, media_type="text/markdown")

    async def guide(self, request: Request) -> Response:
        return answer(describe_guide(_game(request)))

    async def tables(self, request: Request) -> Response:
        return answer([messages.listing(name, sitting) for name, sitting in await self.house.listed()])

    async def create(self, request: Request) -> Response:
        wanted = await read(request, read_table)
        if wanted.game not in GAMES:
            raise Denial("unknown", f"There is no such game; there are {', '.join(GAMES)}.")
        name = names.table_id(wanted.id) if wanted.id else await self._make_up()
        where = address(request)
        if self.house.in_play(where) >= self.house.settings.tables:
            raise Denial("limit", "Too many tables from your address are in play; try again later.")
        if not self.house.new_tables.take(where):
            raise Denial("limit", "Too many tables have been opened from your address; try again later.")
        if wanted.lesson:
            wanted = lessons.table_of(GAMES[wanted.game], wanted)
        seats = GAMES[wanted.game].default_seats if wanted.seats is None else wanted.seats
        chosen = {name: getattr(wanted, name) for name in CHOSEN}
        opened = Opened(game=wanted.game, seats=seats, options=wanted.options, **chosen)
        creator = Sit(wanted.name, "", _kind(wanted.remote), address=bans.personal_address(where))
        room, token = await self.house.create(name, opened, creator, wanted.bots)
        self.house.opened_by[where].add(name)
        return answer(Seated(table=messages.info(name, room.sitting), seat=0, token=token), 201)

    async def table(self, request: Request) -> Response:
        return answer(messages.listing(_table(request), await self._sitting(request)))

    async def join(self, request: Request) -> Response:
        wanted = await read(request, read_player)
        room = await self._room(request)
        known = bans.personal_address(address(request))
        wish = Sit(wanted.name, "", _kind(wanted.remote), wanted.seat, wanted.entropy, known)
        seat, token = await self.house.sit(room, wish)
        return answer(Seated(table=messages.info(room.name, room.sitting), seat=seat, token=token), 201)

    async def command(self, request: Request) -> Response:
        """Do a command, as over a socket."""
        command = await read(request, read_command)
        room = await self._room(request)  # after the body, which may arrive slowly while rooms are unloaded
        token = _token(request)
        if not token:
            raise Denial("denied", "The token of a seat is needed, as in `Authorization: Bearer ...`.")
        player = self.house.player(room, token)
        try:
            if isinstance(command, Suggest):
                outcome: Ack | Suggestion = await self.house.suggestion(room, player, command)
            elif isinstance(command, Notice):
                outcome = await self.house.notice(room, player, command)
            else:
                outcome = await self.house.command(room, player, command)
        except Denial as denial:
            self.house.count(denial)
            return refusal(denial, command.id)
        self.house.count(outcome)
        return answer(outcome)

    async def log(self, request: Request) -> Response:
        """Return the log of a finished match, as JSON lines."""
        packed = await self.replays.log(_table(request), _match(request, await self._sitting(request)))
        return packed.answer(request)

    async def replay(self, request: Request) -> Response:
        """Return a finished match, event by event, for the page."""
        sitting = await self._sitting(request)
        packed = await self.replays.of(_table(request), _match(request, sitting), sitting.matches_over)
        return packed.answer(request)

    async def _make_up(self) -> str:
        while True:
            name = names.make_up()
            if await self.house.is_free(name):
                return name

    def forwarding(self, reply: Reply) -> Reply:
        """Wrap an endpoint: a request for a table of another house is forwarded to it, if there is a bus."""

        async def reply_or_forward(request: Request) -> Response:
            try:
                return await reply(request)
            except Elsewhere as elsewhere:
                if self.house.relays is None or TOKEN in request.scope:  # a forwarded request is not forwarded again
                    raise
                return await self._forward(elsewhere.owner, request)

        return reply_or_forward

    async def _forward(self, owner: "Peer", request: Request) -> Response:
        from cardhouse.house.relays import Request as Forwarded  # needs the extra `cluster`

        assert self.house.relays is not None
        body, token, caller = request.state.body, _token(request), address(request)
        asked = Forwarded(method=request.method, path=request.url.path, body=body, token=token, caller=caller)
        answered = await self.house.relays.forward(owner, asked)
        return Response(answered.body, answered.status, media_type="application/json")

    async def _room(self, request: Request) -> Room:
        return await self.house.room_for(_table(request), address(request))

    async def _sitting(self, request: Request) -> Sitting:
        return await self.house.sitting(_table(request), address(request))


def _table(request: Request) -> str:
    return str(request.path_params["table"])


def _game(request: Request) -> AnyGame:
    if request.path_params["game"] not in GAMES:
        raise Denial("unknown", "There is no such game.")
    return game_named(request.path_params["game"])


def _match(request: Request, sitting: Sitting) -> int:
    """Return the number of the match in the URL, by default of the last one; raise Denial if it is not over."""
    wanted, over = request.query_params.get("match"), sitting.matches_over
    if wanted is not None and not (wanted.isascii() and wanted.isdecimal() and len(wanted) < 10):
        raise Denial("unreadable", f"Matches are counted 1, 2, 3 ..., not {wanted[:20]!r}.")
    match = over if wanted is None else int(wanted)
    if wanted is not None and not 0 < match <= sitting.matches:
        raise Denial("unknown", f"There is no match {match} at this table.")
    if not 0 < match <= over:
        raise Denial("not_now", archive.RUNS)
    return match


def _kind(remote: bool) -> Literal["person", "remote"]:
    return "remote" if remote else "person"


def address(request: HTTPConnection) -> str:
    """Return the address that limits apply to: for IPv6 the /64 network, which a household shares."""
    host = request.client.host if request.client else "?"
    try:
        found = ip_address(host)
    except ValueError:
        return str(host)
    if isinstance(found, IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ip_network((int(found), 64), strict=False))


def _token(request: Request) -> str:
    """Return the hash of the token in a request, or "". A request that another house forwards has the hash alone."""
    if TOKEN in request.scope:
        return str(request.scope[TOKEN])
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return hash_token(token) if scheme.lower() == "bearer" and token else ""


async def read(request: Request, decode: Callable[[bytes], K]) -> K:
    """Read a JSON body. Check its content type: pages of other sites cannot send JSON without a preflight request."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Denial("content_type", "The body must be JSON, with the header `Content-Type: application/json`.")
    text = b""
    try:  # the text is kept for a house that it may be forwarded to
        async for piece in request.stream():
            text += piece
            if len(text) > MOST_BYTES:
                raise Denial("too_large", f"A request has at most {MOST_BYTES} bytes.")
        request.state.body = text
        return decode(text)
    except (ValidationError, ValueError, RecursionError, ClientDisconnect) as error:
        raise Denial("unreadable", f"This request cannot be read: {str(error)[:200]}.") from None


def answer(body: object, status: int = 200) -> Response:
    return Response(encode(body), status, media_type="application/json")


def refusal(denial: Denial, number: int | None = None) -> Response:
    return answer(denial.nak(number), STATUS.get(denial.code, 409))


def with_guard(reply: Reply) -> Reply:
    """Wrap an endpoint to answer a Denial with its code and its sentence."""

    async def guard(request: Request) -> Response:
        try:
            return await reply(request)
        except Denial as denial:
            return refusal(denial)

    return guard
