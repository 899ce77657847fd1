"""`cardhouse check`: the whole contract from the command line."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from cardhouse.cards.errors import BadSetup
from cardhouse.games.outside import game_at
from tests.commands import called, typed

ROOT = Path(__file__).parent.parent


def test_a_registered_game_keeps_the_contract() -> None:
    done = called("", "check", "president", "--moves", "50", "--no-bodies")
    assert done.returncode == 0
    assert re.search(r"^ok +\d+  cards are conserved, and numbers fit their cells$", done.stdout, re.MULTILINE)
    assert re.search(r"^President keeps the contract: \d+ matches, \d+ moves\.$", done.stdout, re.MULTILINE)
    assert "President: random setups" in done.stderr or "President: every value" in done.stderr


def test_a_folder_is_checked_too() -> None:
    done = called("", "check", str(ROOT / "tests" / "toy"), "--moves", "20", "--no-bodies")
    assert "Toy keeps the contract" in done.stdout
    assert done.returncode == 0


def broken_toy(folder: Path) -> Path:
    """Write the toy with a row of points that is too short for three seats."""
    toy = folder / "broken_toy"
    toy.mkdir()
    for path in (ROOT / "tests" / "toy").iterdir():
        if path.is_file():
            (toy / path.name).write_text(path.read_text("utf-8").replace("tests.toy", "broken_toy"), "utf-8")
    law = (toy / "law.py").read_text("utf-8")
    broken = law.replace("per_seat(number", "row(2, number").replace("option, per_seat", "option, row")
    assert broken != law
    (toy / "law.py").write_text(broken, "utf-8")
    return toy


def test_planted_a_broken_folder_is_reported_with_a_line_that_reproduces_it(tmp_path: Path) -> None:
    toy = broken_toy(tmp_path)
    done = typed("", "check", str(toy), "--moves", "500", "--no-bodies")
    assert done.returncode == 1
    assert done.stdout.startswith("Toy breaks the contract.\nIndexError in ")
    line = done.stdout.partition("Again: python")[2].strip()
    again = subprocess.run(f"{sys.executable} {line}", shell=True, capture_output=True, text=True, check=False)
    assert again.returncode == 1
    assert done.stdout.splitlines()[1] in again.stderr


def test_what_is_no_game_is_refused_in_a_sentence(tmp_path: Path) -> None:
    done = called("", "check", str(tmp_path / "nothing"))
    assert "is not a game of this house, nor a folder with an __init__.py, or with a pyproject.toml" in done.stderr
    assert done.returncode == 2
    empty = tmp_path / "empty_game"
    empty.mkdir()
    (empty / "__init__.py").write_text("", "utf-8")
    with pytest.raises(BadSetup, match=r"has 0 games; its __init__\.py should have one `Game\(\.\.\.\)`\."):
        game_at(empty)
    faulty = tmp_path / "faulty_game"
    faulty.mkdir()
    (faulty / "__init__.py").write_text("1 / 0", "utf-8")
    with pytest.raises(BadSetup, match="cannot be imported: ZeroDivisionError: division by zero"):
        game_at(faulty)


def test_without_numba_the_law_is_checked_as_it_stands() -> None:
    start = "import sys; sys.modules.update(numpy=None, numba=None); from cardhouse_start import main; main()"
    command = [sys.executable, "-c", start, "check", "president", "--moves", "5", "--thorough", "0.1", "--no-bodies"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert "President keeps the contract" in done.stdout, done.stderr
