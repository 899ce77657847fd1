"""Serve the page that people play on: `index.html`, and its assets.

All files are read when the house opens, and no others can be requested. Routes are resolved in the browser: every path
of the page gets the same `index.html`, but for the tags of its preview.
"""

from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Message, Send

from cardhouse.house import previews
from cardhouse.house.packing import Packed
from cardhouse.site import type_of

FOLDER = Path(__file__).parent.parent / "web"
ADDRESSES = (
    "/",
    "/new/{game}",
    "/rules/{game}",
    "/history",
    "/daily",
    "/daily/{date}",
    "/t/{table}",
    "/t/{table}/replay",
    "/evening",
    "/e/{evening}",
)
FILES = ("/sw.js", "/manifest.webmanifest", "/icons/{name}")  # beside the assets: their names must stay
NOT_BUILT = "This house has no page: it was not built. What programs can ask for is at /openapi.json.\n"
FOREVER = {"cache-control": "public, max-age=31536000, immutable"}  # assets have a hash of their content in their name
FRESH = {"cache-control": "no-cache"}
POLICY = "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
HEADERS = {
    b"cache-control": b"no-store",
    b"content-security-policy": POLICY.encode(),
    b"referrer-policy": b"no-referrer",
    b"x-content-type-options": b"nosniff",
}
Preview = Callable[[Request], Awaitable[str]]


class Pages:
    def __init__(self, folder: Path, preview: Preview) -> None:
        files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
        self._files = {name: Packed(path.read_bytes(), type_of(name)) for name, path in files.items()}
        self._index = files["index.html"].read_text("utf-8") if "index.html" in files else ""
        self._preview = preview

    async def page(self, request: Request) -> Response:
        if not self._index:
            return PlainTextResponse(NOT_BUILT, 503)
        tags = await self._preview(request)
        text = previews.PLACE.sub(lambda _: tags, self._index, count=1).encode()
        headers = {**FRESH, "etag": _tag(text)}
        if headers["etag"] in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers={**headers, "vary": "accept-encoding"})
        return Packed(text, type_of("index.html")).answer(request, headers=headers)

    async def asset(self, request: Request) -> Response:
        return self._answer(request, f"assets/{request.path_params['path']}", FOREVER)

    async def file(self, request: Request) -> Response:
        return self._answer(request, request.url.path.removeprefix("/"), FRESH)

    def _answer(self, request: Request, name: str, headers: dict[str, str]) -> Response:
        if (found := self._find(name)) is None:
            raise HTTPException(404)
        return found.answer(request, headers=headers)

    def _find(self, name: str) -> Packed | None:
        return self._files.get(name)

    def lost(self, request: Request) -> Response | None:
        """Return the page, with status 404, for a path that does not exist; None if a program asks."""
        path, person = request.url.path, "text/html" in request.headers.get("accept", "")
        if not self._index or request.method != "GET" or not person or f"{path}/".startswith("/api/"):
            return None
        return self._files["index.html"].answer(request, status=404)


def with_headers(send: Send) -> Send:
    """Return a `send` that adds the security headers to a response that does not have its own."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = {name for name, _ in message["headers"]}
            message["headers"] = [*message["headers"], *(one for one in HEADERS.items() if one[0] not in own)]
        await send(message)

    return sent


def _tag(text: bytes) -> str:
    """Return the ETag: a weak one, because it is the same for compressed and plain content."""
    return f'W/"{sha256(text).hexdigest()[:16]}"'
