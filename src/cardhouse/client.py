"""A client of a house, for bots: join a table over the network and play.

seat = join("http://localhost:8000/t/merry-oak-owl-123", name="My bot")
print(seat.play(lambda view: view.moves[0]))
"""

import random
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from http.client import HTTPException
from json import loads
from urllib.parse import urlsplit

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection as Connection
from websockets.sync.client import connect

from cardhouse.cards.errors import BadSetup, Refused
from cardhouse.games.definition import Player
from cardhouse.games.view import View
from cardhouse.play.runner import Tried, limit_time
from cardhouse.untyped import Json
from cardhouse.wire import NULL, Code, Heard, Hello, Phase, ResultInfo, encode, hear
from cardhouse.wire.commands import AnyCommand, Deal, Leave, Play, Rematch
from cardhouse.wire.views import view_of

PATIENCE = 60.0  # seconds to retry a lost connection
FAREWELL = 5.0  # timeout for leaving a table, in seconds
# A retry does not help.
FOR_GOOD: tuple[Code, ...] = ("denied", "handed", "kicked", "left", "replaced", "unknown", "version", "closed")
LAST = (1 << 53) - 1  # the largest number of a command


def create(house: str, game: str, *, name: str, **options: object) -> "Seat":
    """Open a table at a house, such as `http://localhost:8000`; `docs/protocol.md` lists the options."""
    return _seat(house, _post(f"{house}/api/tables", {"game": game, "name": name, "remote": True, **options}))


def join(link: str, *, name: str, **options: object) -> "Seat":
    """Take a seat at a table, given its link."""
    parts = urlsplit(link)
    if parts.scheme not in ("http", "https") or not parts.path.strip("/"):
        raise BadSetup(
            f"{link!r} is not a link to a table, such as http://localhost:8000/t/our-table.", rule="the house"
        )
    house, table = f"{parts.scheme}://{parts.netloc}", parts.path.rstrip("/").rpartition("/")[2]
    return _seat(house, _post(f"{house}/api/tables/{table}/seats", {"name": name, "remote": True, **options}))


def _seat(house: str, seated: Json) -> "Seat":
    return Seat(house, seated["table"]["id"], seated["token"], seated["table"]["game"])


def _post(url: str, body: Json | Leave, token: str = "", timeout: float = 30) -> Json:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    request = urllib.request.Request(url, encode(body), headers)
    try:
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            said: Json = loads(answer.read())
            return said
    except urllib.error.HTTPError as error:
        raise Refused(_reason(error), rule="the house") from None
    except (OSError, HTTPException, ValueError) as error:  # the house may also die in the middle of its answer
        where, why = "/".join(url.split("/")[:3]), getattr(error, "reason", error)
        why = getattr(why, "strerror", None) or why
        raise BadSetup(f"There is no house at {where}: {why}.", rule="the house") from None


def _reason(error: urllib.error.HTTPError) -> str:
    try:
        return str(loads(error.read())["reason"])
    except (ValueError, KeyError, TypeError):  # the server is not a house
        return f"The answer was {error.code} {error.reason}."


class ConnectionLost(Exception):
    """The connection was lost. The client reconnects, to another house if the table has moved there."""

    def __init__(self, reason: str, url: str = "") -> None:
        super().__init__(reason)
        self.url = url


class Seat:
    """A seat at a table of a house."""

    def __init__(self, house: str, table: str, token: str, game: str) -> None:
        self.house, self.table, self.game = house, table, game
        self._entrance = house  # which knows where the table is
        self._token, self._last = token, -1
        self.seat = -1  # set when a match has been played
        self.faults: list[str] = []  # exceptions of the bot, and reasons why the house refused its moves

    def __repr__(self) -> str:
        return f"<Seat at {self.link}>"

    @property
    def link(self) -> str:
        return f"{self.house}/t/{self.table}"

    @property
    def _socket(self) -> str:
        return f"ws{self.house.removeprefix('http')}/socket/{self.table}"

    def leave(self) -> None:
        """Leave the table for good."""
        url = f"{self.house}/api/tables/{self.table}/commands"
        _post(url, Leave(LAST), self._token, timeout=FAREWELL)

    def play(self, choose: Player, *, again: bool = False, limit: float | None = None) -> ResultInfo:
        """Play until the match is over, whatever happens to the network; return its result.

        With `again`, a rematch is asked for first. `limit` is how many seconds the bot has for a move.
        """
        visit = Visit(self.game, limit_time(choose, limit), self.faults, again)
        for _ in self.attend(visit):
            if visit.over and visit.result is not None:
                self.seat = visit.seat
                return visit.result
        raise AssertionError("a visit has no end of its own")

    def attend(self, visit: "Visit") -> Iterator[Connection]:
        """Stay at the table, whatever happens to the network; yield the connection after each message."""
        until = time.monotonic() + PATIENCE
        while True:
            visit.begin()
            try:
                with connect(self._socket, max_size=None, compression=None) as ws:
                    ws.send(encode(Hello(token=self._token, last=self._last)), text=True)
                    for text in ws:
                        for command in visit.hear(hear(text)):
                            ws.send(encode(command), text=True)
                        until, self._last = time.monotonic() + PATIENCE, visit.seq
                        yield ws
            except (OSError, WebSocketException, ConnectionLost) as error:
                self.house = self._next(getattr(error, "url", ""))
                if time.monotonic() > until:
                    raise BadSetup(f"{self.house} does not answer: {error}", rule="the house") from None
            time.sleep(random.uniform(0.1, 1.0))

    def _next(self, url: str) -> str:
        """Return where to connect next: the house that has the table, unless the token would leave TLS."""
        is_safe = url.startswith("https:") or not self._entrance.startswith("https:")
        return url if url and is_safe else self._entrance


class Visit:
    """The protocol state of one connection: what the player knows, and what to send."""

    def __init__(self, game: str, choose: Callable[[View], Tried], faults: list[str], again: bool) -> None:
        self.result: ResultInfo | None = None
        self.has_played = False
        self._game, self._choose, self._faults = game, choose, faults
        self._again = again  # whether to ask for a rematch first
        self.begin()

    def begin(self) -> None:
        """Reset the state for a new connection."""
        self.seq, self.seat = -1, -1
        self._draft = self._id = 0
        self._view: View | None = None
        self._phase: Phase = "open"
        self._ready: list[bool] = []
        self._news = False  # whether there is an event since the last command
        self._asked = False  # whether a command waits for its answer
        self._until = (-1, 0)  # the version that the last command led to
        self._refused = False

    @property
    def over(self) -> bool:
        """Return whether a match is over that the player has played."""
        return self._phase == "over" and self.has_played and not self._again

    def hear(self, message: Heard) -> Iterator[AnyCommand]:
        """Update the state from a message of the house, and yield commands to send."""
        if message.type == "bye":
            raise (
                Refused(message.reason, rule="the house")
                if message.code in FOR_GOOD
                else ConnectionLost(message.reason, message.url)
            )
        if message.type in ("welcome", "event"):
            self._learn(message)
        elif message.type in ("ack", "nak") and message.id in (self._id, None):  # too long to read: without its id
            self._asked = False
            if message.type == "ack":
                self._until = (message.seq, message.draft)
            else:
                self._refused = message.code in ("refused", "too_large")
                self._faults.append(message.reason)
        up_to_date = not self._asked and (self.seq, self._draft) >= self._until
        if up_to_date and (self._news or self._refused):
            self._news = False
            yield from self._say()

    def _learn(self, message: Heard) -> None:
        self.seq, self._draft = message.seq, message.draft
        self._id = message.id or self._id
        if message.table is not None:
            self._phase, self.result, self._news = message.table.phase, message.table.result, True
            self._ready = [seat.ready for seat in message.table.seats]
            self._again = self._again and self._phase == "over"
        if message.view != NULL:
            self._view, self._news = view_of(self._game, message.view), True
            self.seat = self._view.seat
            self.has_played = self.has_played or (self.seat >= 0 and self._phase in ("play", "pause"))

    def _say(self) -> Iterator[AnyCommand]:
        view = self._view
        if view is None or view.seat < 0:
            return
        if self._phase in ("pause", "over"):
            if not self._ready[view.seat] and not self.over:
                yield Deal(self._next_id()) if self._phase == "pause" else Rematch(self._next_id())
        elif view.seat in view.to_act:
            move = self._move(view)
            yield Play(id=self._next_id(), move=move, base=self.seq, draft=self._draft)

    def _move(self, view: View) -> str:
        """Return the bot's move; if it fails, or was refused, the first legal move."""
        if self._refused:
            self._refused = False
            return view.moves[0]
        tried = self._choose(view)
        if type(tried.answer) is str:
            return tried.answer
        self._faults.append(tried.fault or f"A player returns the text of a move, not {type(tried.answer).__name__}.")
        return view.moves[0]

    def _next_id(self) -> int:
        """Return a number for the next command."""
        self._asked, self._id = True, self._id + 1
        return self._id
