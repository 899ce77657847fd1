"""Write generated files, or report which of them are out of date."""

import sys
from pathlib import Path

from cardhouse.games import GAMES

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "web/src/generated"
# The games of this repository, without those of other installed packages.
OURS = {name: game for name, game in GAMES.items() if game.law.__name__.startswith("cardhouse.games.")}


def write_or_check(files: dict[Path, str]) -> None:
    """Write files, given their texts; with `--check`, name those that differ instead, and exit with 1."""
    stale = [file for file, text in files.items() if not file.is_file() or file.read_text("utf-8") != text]
    if stale and "--check" in sys.argv:
        names = ", ".join(str(file.relative_to(ROOT)) for file in stale)
        sys.exit(f"Not up to date: {names}. Run 'make build'.")
    for file in stale:
        file.write_text(files[file], "utf-8")
