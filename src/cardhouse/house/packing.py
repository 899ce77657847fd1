"""Packing: answers that are large and never change are compressed once, and sent so to those who can unpack them."""

from collections.abc import Mapping
from gzip import compress, decompress
from types import MappingProxyType

from starlette.requests import Request
from starlette.responses import Response

NEVER = ("q=0", "q=0.0", "q=0.00", "q=0.000")
NONE: Mapping[str, str] = MappingProxyType({})


class Packed:
    def __init__(self, plain: bytes, media_type: str) -> None:
        self._gzip, self._media_type = compress(plain, mtime=0), media_type

    def answer(self, request: Request, *, status: int = 200, headers: Mapping[str, str] = NONE) -> Response:
        headers = {**headers, "vary": "accept-encoding"}
        if takes_gzip(request):
            return Response(self._gzip, status, {**headers, "content-encoding": "gzip"}, self._media_type)
        return Response(decompress(self._gzip), status, headers, self._media_type)


def takes_gzip(request: Request) -> bool:
    for wanted in request.headers.get("accept-encoding", "").lower().split(","):
        coding, _, weight = wanted.replace(" ", "").partition(";")
        if coding == "gzip":
            return weight not in NEVER
    return False
