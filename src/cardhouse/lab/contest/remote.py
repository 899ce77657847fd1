"""A player at a URL: each view is posted to it as JSON, and it answers {"move": "pass"}."""

from http.client import HTTPException
from json import dumps
from socket import create_connection
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

from cardhouse.bots.elsewhere.process import PlayerLost
from cardhouse.bots.elsewhere.questions import LONGEST, Nonsense, read
from cardhouse.cards.errors import BadSetup, PlayerFault
from cardhouse.games.view import View
from cardhouse.play.runner import Tried, limit_time

PORTS = {"http": 80, "https": 443}
OK = 200


class NoRedirects(HTTPRedirectHandler):
    """Treat redirects as errors."""

    def redirect_request(self, *_: object) -> None:
        return None


class Remote:
    def __init__(self, address: str, *, limit: float) -> None:
        self.address, self.limit = address, limit
        self.answered = False
        self.opener = build_opener(ProxyHandler({}), NoRedirects)
        self.post_in_time = limit_time(self.post, limit)  # a socket's own timeout starts again with every byte

    def check(self) -> None:
        """Raise an error if nothing answers at the URL."""
        try:
            parts = urlsplit(self.address)
            create_connection((parts.hostname or "", parts.port or PORTS[parts.scheme]), timeout=self.limit).close()
        except (OSError, ValueError, OverflowError) as error:
            raise BadSetup(f"No player answers at {self.address!r}: {error}.", rule="players") from None

    def ready(self) -> None:
        self.answered = False

    def ask(self, view: View) -> Tried:
        tried = self.post_in_time(view)
        if not self.answered:
            raise PlayerLost(tried.fault)
        if tried.fault:
            return tried
        try:
            return read(tried.answer).tried
        except Nonsense as nonsense:
            return Tried(fault=str(nonsense))

    def post(self, view: View) -> bytes:
        request = Request(self.address, dumps(view.as_dict()).encode(), {"Content-Type": "application/json"})
        try:
            with self.opener.open(request, timeout=self.limit) as response:
                status, body = response.status, bytes(response.read(LONGEST + 1))
        except HTTPError as error:
            with error:
                status, body = error.code, b""
        except (OSError, HTTPException) as error:
            raise PlayerFault(f"{type(error).__name__}: {error}") from None
        self.answered = True
        if status != OK:
            raise PlayerFault(f"the answer has status {status}, not {OK}")
        if len(body) > LONGEST:
            raise PlayerFault(f"the answer is longer than {LONGEST} bytes")
        return body
