"""Serve the page that people play on: `index.html`, and its assets.

All files are read when the house opens, and no others can be requested. Routes are resolved in the browser: every path
of the page gets the same `index.html`.
"""

from hashlib import sha256
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from cardhouse.house.packing import Packed
from cardhouse.site import type_of

FOLDER = Path(__file__).parent.parent / "web"
ADDRESSES = ("/", "/new/{game}", "/rules/{game}", "/t/{table}", "/t/{table}/replay")
NOT_BUILT = "This house has no page: it was not built. What programs can ask for is at /openapi.json.\n"
FOREVER = {"cache-control": "public, max-age=31536000, immutable"}  # assets have a hash of their content in their name
POLICY = "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"


class Pages:
    def __init__(self, folder: Path = FOLDER) -> None:
        files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
        self._files = {name: _packed(path) for name, path in files.items()}
        self._index = self._files.get("index.html")
        self._tag = _tag(files["index.html"]) if self._index else ""

    async def page(self, request: Request) -> Response:
        if self._index is None:
            return PlainTextResponse(NOT_BUILT, 503)
        headers = {"cache-control": "no-cache", "etag": self._tag}
        if self._tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers={**headers, "vary": "accept-encoding"})
        return self._index.answer(request, headers=headers)

    async def asset(self, request: Request) -> Response:
        found = self._asset(request.path_params["path"])
        if found is None:
            raise HTTPException(404)
        return found.answer(request, headers=FOREVER)

    def _asset(self, path: str) -> Packed | None:
        return self._files.get(f"assets/{path}")

    def lost(self, request: Request) -> Response | None:
        """Return the page, with status 404, for a path that does not exist; None if a program asks."""
        path, person = request.url.path, "text/html" in request.headers.get("accept", "")
        if self._index is None or request.method != "GET" or not person or f"{path}/".startswith("/api/"):
            return None
        return self._index.answer(request, status=404)


def _packed(file: Path) -> Packed:
    return Packed(file.read_bytes(), type_of(file.name))


def _tag(file: Path) -> str:
    """Return the ETag: a weak one, because it is the same for compressed and plain content."""
    return f'W/"{sha256(file.read_bytes()).hexdigest()[:16]}"'
