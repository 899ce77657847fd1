"""Serve the docs site at `/docs`."""

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from cardhouse.house.packing import Packed
from cardhouse.house.pages import POLICY
from cardhouse.site import FILE, NOT_BUILT, Site, type_of

PREFIX = "/docs/"
INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


class Page(NamedTuple):
    packed: Packed
    headers: dict[str, str]


class Docs:
    """The docs site. A file is unpacked on its first request, and cached."""

    def __init__(self, file: Path = FILE) -> None:
        self._site = Site(file)
        self._page = cache(self._load)

    async def answer(self, request: Request) -> Response:
        if not self._site.is_built:
            return PlainTextResponse(NOT_BUILT + "\n", 503)
        path = request.path_params.get("path")
        if path is None:
            return RedirectResponse(PREFIX, 308)
        name = self._site.find(path)
        if name is None:
            if self._site.is_folder(path):
                return RedirectResponse(f"{PREFIX}{path}/", 308)
            raise HTTPException(404)
        page = self._page(name)
        if page.headers["etag"] in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers={**page.headers, "vary": "accept-encoding"})
        return page.packed.answer(request, headers=page.headers)

    def _load(self, name: str) -> Page:
        content = self._site.read(name)
        tag = f'W/"{sha256(content).hexdigest()[:16]}"'
        headers = {"cache-control": "no-cache", "etag": tag, "content-security-policy": _policy(content)}
        return Page(Packed(content, type_of(name)), headers)


def _policy(content: bytes) -> str:
    """Return a content security policy that allows this page's scripts only. The search box needs inline styles."""
    hashes = [f"'sha256-{b64encode(sha256(script).digest()).decode()}'" for script in INLINE.findall(content)]
    return "; ".join([POLICY, " ".join(["script-src 'self'", *hashes]), "style-src 'self' 'unsafe-inline'"])
