"""Install Firefox and WebKit, for `make browsers`, where they are missing."""

import shutil
import sys

from tests.engines.firefox import Firefox
from tests.engines.webkit import WebKit
from tests.packages import install

if __name__ == "__main__":
    for engine in (Firefox, WebKit):
        if shutil.which(engine.program):
            continue
        print(f"Installing {' '.join(engine.packages)}, for the tests of the page.", flush=True)
        if not install(engine.packages) or not shutil.which(engine.program):
            sys.exit(f"`make browsers` needs {engine.program} (Debian: apt install {' '.join(engine.packages)}).")
