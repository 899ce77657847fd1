"""The browser of the tests: the system's Chromium. `python -m tests.web.browser` installs it where it can.

Best is its headless shell, the same engine without windows: the tests take half of the time.
"""

import os
import shutil
import subprocess
import sys

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


def install() -> bool:
    """On Debian and similar systems, for a user who may install packages."""
    if not shutil.which("apt-get") or (os.geteuid() != 0 and not shutil.which("sudo")):
        return False
    may = [] if os.geteuid() == 0 else ["sudo", "-n"]
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}

    def does(*words: str) -> bool:
        return subprocess.run([*may, "apt-get", *words, "-qq"], env=quietly).returncode == 0

    return does("update") and any(does("install", "-y", package) for package in NAMES[:2])


if __name__ == "__main__" and not found():
    print("Installing Chromium, for the tests of the page.", flush=True)
    if not install() or not found():
        sys.exit(WANTED)
