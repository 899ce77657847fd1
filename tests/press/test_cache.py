"""What was compiled is found again, and an edit of a law is always noticed."""

import shutil
import subprocess
import sys
import time
from pathlib import Path

import cardhouse

SCRIPT = """
from cardhouse.press.batch import kernel, play_many
from cardhouse.games.president import PRESIDENT
print(play_many("president", games=200, seats=4, seed=1).moves.sum())
print(sum(kernel(PRESIDENT).stats.cache_hits.values()))
"""


def run(sources: Path, cache: Path) -> tuple[int, int]:
    """The moves of a small batch, and how many kernels were found on disk."""
    environment = {"PYTHONPATH": str(sources), "XDG_CACHE_HOME": str(cache), "PATH": ""}
    done = subprocess.run([sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True)
    moves, hits = done.stdout.split()
    return int(moves), int(hits)


def test_an_edit_of_a_law_is_noticed(tmp_path: Path) -> None:
    sources, cache = tmp_path / "sources", tmp_path / "cache"
    shutil.copytree(
        Path(cardhouse.__file__).parent, sources / "cardhouse", ignore=shutil.ignore_patterns("__pycache__")
    )
    moves, hits = run(sources, cache)
    assert hits == 0
    assert run(sources, cache) == (moves, 1)
    law = sources / "cardhouse/games/president/law.py"
    text = law.read_text("utf-8")
    law.write_text(text.replace("if rank == THREE:  # rule 8", "if rank == FOUR:  # rule 8"), "utf-8")
    edited, hits = run(sources, cache)
    assert (edited != moves, hits) == (True, 0)
    law.write_text(text, "utf-8")
    assert run(sources, cache) == (moves, 1)


def test_old_folders_are_removed(tmp_path: Path, monkeypatch: object) -> None:
    from cardhouse.press import compiler

    for age in range(8):
        folder = tmp_path / "cardhouse" / f"old{age}"
        folder.mkdir(parents=True)
        time.sleep(0.01)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # type: ignore[attr-defined]
    now = compiler._cache()
    left = sorted(path.name for path in (tmp_path / "cardhouse").iterdir())
    assert left == sorted([now.name, "old5", "old6", "old7"])
