"""Packing: answers that are large and never change are compressed once, and sent so to those who can unpack them."""

from gzip import compress, decompress

from starlette.requests import Request
from starlette.responses import Response

NEVER = ("q=0", "q=0.0", "q=0.00", "q=0.000")


class Packed:
    def __init__(self, plain: bytes) -> None:
        self._gzip = compress(plain, mtime=0)

    def answer(self, request: Request, *, media_type: str) -> Response:
        headers = {"vary": "accept-encoding"}
        if takes_gzip(request):
            return Response(self._gzip, headers={**headers, "content-encoding": "gzip"}, media_type=media_type)
        return Response(decompress(self._gzip), headers=headers, media_type=media_type)


def takes_gzip(request: Request) -> bool:
    for wanted in request.headers.get("accept-encoding", "").lower().split(","):
        coding, _, weight = wanted.replace(" ", "").partition(";")
        if coding == "gzip":
            return weight not in NEVER
    return False
