"""The browser of the tests: the system's Chromium. `python -m tests.web.browser` installs it where it can.

Best is its headless shell, the same engine without windows: the tests take half of the time.
"""

import os
import shutil
import sys

from tests.packages import install

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
WANTED = (
    "The tests of the page need Chromium: install it (Debian: apt install chromium-headless-shell; Ubuntu: apt install "
    "chromium), or say where it is, as in CHROMIUM=/opt/chrome/chrome."
)


def found() -> str | None:
    """Where it is."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


if __name__ == "__main__" and not found():
    print("Installing Chromium, for the tests of the page.", flush=True)
    if not install(*((package,) for package in NAMES[:2])) or not found():
        sys.exit(WANTED)
