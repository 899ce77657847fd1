"""The lobby: the HTTP API, which `GET /openapi.json` describes."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from importlib.metadata import version
from ipaddress import IPv4Address, ip_address, ip_network
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from msgspec import ValidationError, json
from msgspec.structs import replace
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from cardhouse.cards.facts import ENGLISH, languages
from cardhouse.games import GAMES
from cardhouse.games import game as game_named
from cardhouse.games.definition import AnyGame
from cardhouse.house import archive, bans, daily, lessons, messages, names, onward
from cardhouse.house.catalogue import NO_COACH, coach_level, describe_game, describe_guide
from cardhouse.house.codes import LIFE
from cardhouse.house.decide import Sit
from cardhouse.house.house import Elsewhere, House, hash_token
from cardhouse.house.packing import Packed
from cardhouse.house.push.sender import Device
from cardhouse.house.room import Room
from cardhouse.house.sharing import Shared
from cardhouse.house.sitting import DAILY_SEAT, Sitting
from cardhouse.play.position import Position
from cardhouse.wire import MOST_BYTES, Ack, Code, Denial, Suggestion, encode
from cardhouse.wire.commands import Notice, Opened, Suggest, read_command
from cardhouse.wire.lobby import (
    Analyse,
    Analysis,
    CalledOn,
    CallKey,
    CallMe,
    DoNotCall,
    GameInfo,
    NewAttempt,
    NewCode,
    NewPlayer,
    NewTable,
    Onward,
    SeatCode,
    Seated,
    UsedCode,
)

if TYPE_CHECKING:
    from cardhouse.house.stores.leases import Peer  # needs the extra `postgres`

STATUS: dict[Code, int] = {
    "closed": 410,
    "closing": 503,
    "content_type": 415,
    "denied": 403,
    "expired": 410,
    "failed": 500,
    "flood": 429,
    "handed": 403,
    "kicked": 403,
    "limit": 429,
    "misdirected": 421,
    "moved": 503,
    "store": 503,
    "too_large": 413,
    "unknown": 404,
    "unreadable": 400,
}  # the others are 409
# In the scope of a request that another house has forwarded:
TOKEN = "cardhouse.token"  # the hash of its token
FRESH = "cardhouse.fresh"  # the hash of the token or code that it asks for
CHOSEN = ("listed", "chat", "clock", "grace", "pace", "level", "suggestions", "lesson")
FIRST_PLAYER = 1  # the number of the player who has opened a table
K = TypeVar("K")
Reply = Callable[[Request], Awaitable[Response]]
Fills = Literal["token", "code", ""]  # the field of an answer that has a new secret
BYTES: dict[Fills, int] = {"token": 32, "code": 16}
read_attempt = json.Decoder(NewAttempt).decode
read_table = json.Decoder(NewTable).decode
read_new_code = json.Decoder(NewCode).decode
read_used_code = json.Decoder(UsedCode).decode
read_call_me = json.Decoder(CallMe).decode
read_do_not_call = json.Decoder(DoNotCall).decode
read_player = json.Decoder(NewPlayer).decode
read_analyse = json.Decoder(Analyse).decode


class Catalogue:
    """The games, described in each language."""

    def __init__(self, levels: dict[str, str], *, has_coach: bool) -> None:
        self._levels, self._has_coach = levels, has_coach
        self._packed: dict[str, Packed] = {}  # by language

    def _in(self, language: str) -> Packed:
        if language not in self._packed:
            games = [self._describe(game, language) for game in GAMES.values()]
            self._packed[language] = Packed(encode(games), "application/json")
        return self._packed[language]

    def _describe(self, game: AnyGame, language: str) -> GameInfo:
        return describe_game(game, self._levels, language, coach=self.coach_level(game, game.default_seats, {}))

    def coach_level(self, game: AnyGame, seats: int, options: Mapping[str, str | int]) -> str:
        return coach_level(game, seats, options) if self._has_coach else ""

    async def answer(self, request: Request) -> Response:
        packed = self._in(_language(request))
        return packed.answer(request, headers={"cardhouse-version": version("cardhouse")})


class Lobby:
    def __init__(self, house: House) -> None:
        self.house = house
        self._catalogue = Catalogue(house.levels, has_coach=house.settings.coach_workers > 0)
        self._tables = Shared(self._list)

    async def games(self, request: Request) -> Response:
        return await self._catalogue.answer(request)

    async def rules(self, request: Request) -> Response:
        return Response(_game(request).rules, media_type="text/markdown")

    async def guide(self, request: Request) -> Response:
        return answer(describe_guide(_game(request), _language(request)))

    async def tables(self, request: Request) -> Response:
        return Response(await self._tables.ask(), media_type="application/json")

    async def _list(self) -> bytes:
        """Return the list of tables, as JSON. With a database, this reads each of them."""
        return encode([messages.listing(name, sitting) for name, sitting in await self.house.listed()])

    async def create(self, request: Request) -> Response:
        wanted = await read(request, read_table)
        if wanted.game not in GAMES:
            raise Denial("unknown", f"There is no such game; there are {', '.join(GAMES)}.")
        name = names.table_id(wanted.id) if wanted.id else await self._make_up()
        where = address(request)
        self._count_table(where)
        position = None
        if wanted.onward is not None:
            position = await self._position(wanted.onward, where)
            wanted = onward.table_of(position, wanted)
        elif wanted.lesson:
            wanted = lessons.table_of(GAMES[wanted.game], wanted)
        seats = GAMES[wanted.game].default_seats if wanted.seats is None else wanted.seats
        chosen = {name: getattr(wanted, name) for name in CHOSEN}
        opened = Opened(game=wanted.game, seats=seats, options=wanted.options, onward=position is not None, **chosen)
        seat = None if wanted.onward is None else wanted.onward.seat
        creator = Sit(wanted.name, "", _kind(wanted.remote), seat, address=bans.personal_address(where))
        room, token = await self.house.create(name, opened, creator, wanted.bots, position=position)
        self.house.opened_by[where].add(name)
        return answer(Seated(table=messages.info(name, room.sitting), seat=seat or 0, token=token), 201)

    async def _position(self, wanted: Onward, caller: str) -> Position:
        """Return the position of another match that a table is opened with."""
        sitting = await self._opened(await self.house.sitting(wanted.table, caller))
        match = _finished(wanted.match, sitting)
        return await self.house.replays.position(wanted.table, match, wanted.frame)

    def _count_table(self, where: str) -> None:
        """Raise Denial if an address may not open another table."""
        if self.house.in_play(where) >= self.house.settings.tables:
            raise Denial("limit", "Too many tables from your address are in play; try again later.")
        if not self.house.new_tables.take(where):
            raise Denial("limit", "Too many tables have been opened from your address; try again later.")

    async def daily(self, request: Request) -> Response:
        """Return the deals of a day, by default of today."""
        return answer(await self.house.daily.info(request.path_params.get("date", "")))

    async def attempt(self, request: Request) -> Response:
        """Open a table for today's deal; with the key of an attempt, give its seat to whoever sends this."""
        wanted = await read(request, read_attempt)
        if TOKEN not in request.scope:  # a house that forwards a key forwards its hash
            wanted = replace(wanted, key=hash_token(wanted.key))
            request.state.body = encode(wanted)
        game, where = _game(request), address(request)
        day, claimed = await self.house.daily.claim(game, wanted, begins=partial(self._count_table, where))
        if await self.house.store.exists(claimed.table):
            room = await self.house.room_for(claimed.table, where)
            if room.sitting.phase == "closed":
                raise Denial("closed", daily.LEFT, about="daily_left")
            fresh = _fresh(request, "token")
            seat = await self.house.hand_seat(room, FIRST_PLAYER, fresh.hash)
            return answer(Seated(table=messages.info(room.name, room.sitting), seat=seat, token=fresh.text), 201)
        opened = daily.opened(game, day, wanted.pace)
        secret = await self.house.daily.secret(day, game)
        creator = Sit(claimed.name, "", address=bans.personal_address(where))
        bots = opened.seats - 1
        try:
            room, token = await self.house.create(claimed.table, opened, creator, bots, deal_secret=secret.secret)
        except Denial as denial:  # the same request was sent twice
            raise (
                Denial("not_now", daily.OPENING, about="daily_opening") if denial.code == "taken" else denial
            ) from None
        self.house.opened_by[where].add(claimed.table)
        return answer(Seated(table=messages.info(room.name, room.sitting), seat=DAILY_SEAT, token=token), 201)

    async def table(self, request: Request) -> Response:
        return answer(messages.listing(_table(request), await self._sitting(request)))

    async def join(self, request: Request) -> Response:
        wanted = await read(request, read_player)
        room = await self._room(request)
        known = bans.personal_address(address(request))
        token = _fresh(request, "token")
        wish = Sit(wanted.name, token.hash, _kind(wanted.remote), wanted.seat, wanted.entropy, known)
        seat = await self.house.sit(room, wish)
        return answer(Seated(table=messages.info(room.name, room.sitting), seat=seat, token=token.text), 201)

    async def make_code(self, request: Request) -> Response:
        """Return a code that moves a seat to another device."""
        await read(request, read_new_code)
        room = await self._room(request)
        player = self._player(room, request)
        code = _fresh(request, "code")
        room.codes.issue(player, code.hash)
        return answer(SeatCode(code=code.text, seconds=LIFE), 201)

    async def use_code(self, request: Request) -> Response:
        """Move a seat to this device; with a key, again if this device has it already, because the answer was lost."""
        wanted = await read(request, read_used_code)
        code = wanted.code
        if TOKEN not in request.scope:  # a house that forwards a code or a key forwards its hash
            code = hash_token(code)
            request.state.body = encode(UsedCode(code))
            if wanted.key is not None:
                request.state.fresh = Fresh(wanted.key, hash_token(wanted.key))
        room, token = await self._room(request), _fresh(request, "token")
        seat = await self.house.move_seat(room, code, token.hash, address(request))
        return answer(Seated(table=messages.info(room.name, room.sitting), seat=seat, token=token.text), 201)

    async def call_key(self, request: Request) -> Response:
        """Return the key with which a browser subscribes to calls."""
        subscriptions = self.house.subscriptions
        return answer(CallKey(key="" if subscriptions is None else (await subscriptions.key()).public))

    async def call_me(self, request: Request) -> Response:
        """Call the player of a seat on a device when it is their turn."""
        wanted = await read(request, read_call_me)
        room = await self._room(request)
        device = Device(endpoint=wanted.endpoint, p256dh=wanted.p256dh, auth=wanted.auth)
        return answer(CalledOn(devices=await room.calls.add(self._player(room, request), device)), 201)

    async def do_not_call(self, request: Request) -> Response:
        wanted = await read(request, read_do_not_call)
        room = await self._room(request)
        return answer(CalledOn(devices=await room.calls.remove(self._player(room, request), wanted.endpoint)))

    def _player(self, room: Room, request: Request) -> int:
        """Return whose token a request has; raise Denial if it has none."""
        token = token_in(request)
        if not token:
            raise Denial(
                "denied", "The token of a seat is needed, as in `Authorization: Bearer ...`.", about="table_token"
            )
        return self.house.player(room, token)

    async def command(self, request: Request) -> Response:
        """Do a command, as over a socket."""
        command = await read(request, read_command)
        room = await self._room(request)  # after the body, which may arrive slowly while rooms are unloaded
        player = self._player(room, request)
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
        match = _match(request, await self._finished_table(request))
        packed = await self.house.replays.log(_table(request), match)
        return packed.answer(request)

    async def replay(self, request: Request) -> Response:
        """Return a finished match, event by event, for the page."""
        sitting = await self._finished_table(request)
        packed = await self.house.replays.of(_table(request), _match(request, sitting), sitting.matches_over)
        return packed.answer(request)

    async def analyse(self, request: Request) -> Response:
        """Begin the coach's analysis of a finished match, or say how far it has come. Everybody may ask for it."""
        wanted = await read(request, read_analyse)
        table, sitting = _table(request), await self._finished_table(request)
        match = _finished(wanted.match, sitting)
        level = self._catalogue.coach_level(sitting.game, len(sitting.chairs), sitting.opened.options)
        if not level:
            raise Denial("not_now", NO_COACH, about="coach_none")
        job = self.house.coach.analyse(table, match, level, address(request))
        return answer(
            Analysis(
                match=match,
                level=level,
                of=job.of,
                done=len(job.choices),
                ahead=self.house.coach.ahead_of(job),
                choices=job.choices[wanted.since :],
            )
        )

    async def _make_up(self) -> str:
        while True:
            name = names.make_up()
            if await self.house.is_free(name):
                return name

    def forwarding(self, reply: Reply, *, fills: Fills = "") -> Reply:
        """Wrap an endpoint: a request for a table of another house is forwarded to it, if there is a bus.

        The secret that it asks for is made here, and filled in here: only its hash goes over the bus.
        """

        async def reply_or_forward(request: Request) -> Response:
            try:
                return await reply(request)
            except Elsewhere as elsewhere:
                relays = self.house.relays
                if relays is None or not relays.bus.works or TOKEN in request.scope:  # one that was forwarded, once
                    raise
                return await self._forward(elsewhere.owner, request, fills)

        return reply_or_forward

    async def _forward(self, owner: "Peer", request: Request, fills: Fills) -> Response:
        from cardhouse.house.relays import Request as Forwarded  # needs the extra `cluster`

        assert self.house.relays is not None
        fresh = _fresh(request, fills)
        asked = Forwarded(
            method=request.method,
            path=request.url.path,
            body=request.state.body,
            token=token_in(request),
            fresh=fresh.hash,
            caller=address(request),
        )
        answered = await self.house.relays.forward(owner, asked)
        body = answered.body
        if fills and answered.status == 201:
            body = encode({**json.decode(body), fills: fresh.text})
        return Response(body, answered.status, media_type="application/json")

    async def _room(self, request: Request) -> Room:
        return await self.house.room_for(_table(request), address(request))

    async def _finished_table(self, request: Request) -> Sitting:
        """Return the table whose finished matches are asked for, if they may be seen."""
        return await self._opened(await self._sitting(request))

    async def _opened(self, sitting: Sitting) -> Sitting:
        """Return a table whose finished matches may be seen. Raise Denial while it is a sealed deal of the day."""
        if sitting.opened.daily:
            daily.must_be_open(sitting.opened, await self.house.store_clock.ask())
        return sitting

    async def _sitting(self, request: Request) -> Sitting:
        return await self.house.sitting(_table(request), address(request))


def _table(request: Request) -> str:
    return str(request.path_params["table"])


def _language(request: Request) -> str:
    """Return the language that is asked for, or English if this house does not have it."""
    wanted = request.query_params.get("language", ENGLISH)
    return wanted if wanted in languages() else ENGLISH


def _game(request: Request) -> AnyGame:
    if request.path_params["game"] not in GAMES:
        raise Denial("unknown", "There is no such game.")
    return game_named(request.path_params["game"])


def _match(request: Request, sitting: Sitting) -> int:
    """Return the number of the match in the URL, by default of the last one; raise Denial if it is not over."""
    wanted = request.query_params.get("match")
    if wanted is not None and not (wanted.isascii() and wanted.isdecimal() and len(wanted) < 10):
        raise Denial("unreadable", f"Matches are counted 1, 2, 3 ..., not {wanted[:20]!r}.")
    return _finished(None if wanted is None else int(wanted), sitting)


def _finished(wanted: int | None, sitting: Sitting) -> int:
    """Return the number of a match, by default of the last one; raise Denial if it is not over."""
    over = sitting.matches_over
    match = over if wanted is None else wanted
    if wanted is not None and not 0 < match <= sitting.matches:
        raise Denial("unknown", f"There is no match {match} at this table.")
    if not 0 < match <= over:
        raise Denial("not_now", archive.RUNS, about="match_runs")
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


def token_in(request: Request) -> str:
    """Return the hash of the token in a request, or "". A request that another house forwards has the hash alone."""
    if TOKEN in request.scope:
        return str(request.scope[TOKEN])
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return hash_token(token) if scheme.lower() == "bearer" and token else ""


class Fresh(NamedTuple):
    """A new token or code. Of a request that another house forwards, only the hash is known."""

    text: str
    hash: str


def _fresh(request: Request, kind: Fills) -> Fresh:
    if FRESH in request.scope:
        return Fresh("", str(request.scope[FRESH]))
    if not kind:
        return Fresh("", "")
    chosen: Fresh | None = getattr(request.state, "fresh", None)  # by the client
    if chosen is not None:
        return chosen
    text = token_urlsafe(BYTES[kind])
    return Fresh(text, hash_token(text))


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
