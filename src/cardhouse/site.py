"""The docs site that `make docs` builds and the package carries: a ZIP file of pages, styles and scripts.

A package from an index has it. A clone has it after `make docs`.
"""

from pathlib import Path, PurePosixPath
from zipfile import ZipFile

FILE = Path(__file__).with_name("docs.zip")
INDEX = "index.html"
NOT_BUILT = "The docs are not built here. In a clone, run 'make docs' first, or read the Markdown files in docs/."
# The types of what a browser loads, by the ends of file names.
TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}


def type_of(name: str) -> str:
    """Return the media type of a file."""
    return TYPES.get(PurePosixPath(name).suffix, "application/octet-stream")


class Site:
    """The files of the docs site."""

    def __init__(self, file: Path | None = None) -> None:
        file = file or FILE
        self._packed = ZipFile(file) if file.is_file() else None
        self._names = frozenset(self._packed.namelist()) if self._packed else frozenset()

    @property
    def is_built(self) -> bool:
        return self._packed is not None

    def find(self, path: str) -> str | None:
        """Return the file that an address below the site's means; None, if there is none."""
        name = path + INDEX if not path or path.endswith("/") else path
        return name if name in self._names else None

    def is_folder(self, path: str) -> bool:
        """Whether an address lacks the slash at its end, without which the links of its page would lead astray."""
        return f"{path}/{INDEX}" in self._names

    def read(self, name: str) -> bytes:
        """Return what is in a file."""
        assert self._packed is not None
        return self._packed.read(name)
