"""The cache on disk: a folder for each compiled function, named after its fingerprint."""

import shutil
from os import W_OK, access, environ
from pathlib import Path

KEPT = 128  # the newest kernels stay on disk: about 0.3 MB each


def folder_of(name: str) -> Path | None:
    """Return the folder for a kernel in the user's cache, or None if it cannot be written; evict the oldest ones."""
    parent = Path(environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cardhouse"
    try:
        (parent / name).mkdir(parents=True, exist_ok=True)
        (parent / name).touch()
        for old in sorted(parent.iterdir(), key=lambda path: path.stat().st_mtime)[:-KEPT]:
            shutil.rmtree(old, ignore_errors=True)
    except OSError:
        return None
    return parent / name if access(parent / name, W_OK) else None
