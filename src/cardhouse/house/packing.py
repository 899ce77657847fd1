"""Packing: large answers that never change are compressed once, for clients that accept that encoding."""

from collections.abc import Mapping
from gzip import compress
from types import MappingProxyType

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

PIECE = 1 << 14  # bytes
NEVER = ("q=0", "q=0.0", "q=0.00", "q=0.000")
NONE: Mapping[str, str] = MappingProxyType({})


class Packed:
    def __init__(self, plain: bytes, media_type: str) -> None:
        self._plain, self._gzip, self._media_type = plain, compress(plain, mtime=0), media_type

    @property
    def plain(self) -> bytes:
        return self._plain

    def __len__(self) -> int:
        """Return its size in memory, in bytes."""
        return len(self._plain) + len(self._gzip)

    def answer(self, request: Request, *, status: int = 200, headers: Mapping[str, str] = NONE) -> Response:
        headers = {**headers, "vary": "accept-encoding"}
        if takes_gzip(request):
            return Pieces(self._gzip, status, {**headers, "content-encoding": "gzip"}, self._media_type)
        return Pieces(self._plain, status, headers, self._media_type)


class Pieces(Response):
    """A response that is sent piece by piece as the client reads it, so that it does not fill the send buffer."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        for start in range(0, len(self.body) or 1, PIECE):
            end = start + PIECE
            more = end < len(self.body)
            await send({"type": "http.response.body", "body": bytes(self.body[start:end]), "more_body": more})


def takes_gzip(request: Request) -> bool:
    for wanted in request.headers.get("accept-encoding", "").lower().split(","):
        coding, _, weight = wanted.replace(" ", "").partition(";")
        if coding == "gzip":
            return weight not in NEVER
    return False
