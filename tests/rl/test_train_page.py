"""docs/train.md to the letter: its Python code runs, and its tables name all that there is."""

import inspect
import re
from pathlib import Path
from typing import Any

import pytest

from cardhouse import Match, replay
from cardhouse.rl import Batch, Tables
from cardhouse.testing.tables import PlainTables

PAGE = (Path(__file__).parent.parent.parent / "docs" / "train.md").read_text("utf-8")
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STEPS, FEWER_STEPS = "range(200)", "range(5)"  # the law is run plain: nothing is compiled


def follow(page: str, monkeypatch: pytest.MonkeyPatch, folder: Path) -> Match:
    """Run the code of the page in a folder; return the match whose log it has written there."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr("cardhouse.rl.Tables", PlainTables)
    names: dict[str, Any] = {"__name__": "page"}
    for block in BLOCK.findall(page):
        exec(block, names)
    return replay((folder / "match.jsonl").read_text("utf-8"))


def named(page: str, heading: str) -> set[str]:
    """Return what the first columns of the tables under a heading name."""
    section = page.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    columns = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    return set(re.findall(r"`(\w+)=?`", " ".join(columns)))


def test_the_code_of_the_page_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert PAGE.count(STEPS) == 1
    match = follow(PAGE.replace(STEPS, FEWER_STEPS), monkeypatch, tmp_path)
    assert match.over


def test_planted_the_places_of_another_match_in_the_page_are_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    planted = PAGE.replace(STEPS, FEWER_STEPS).replace("batch.final[3]", "batch.final[4]")
    assert planted.count("batch.final[4]") == 1
    with pytest.raises(AssertionError):
        follow(planted, monkeypatch, tmp_path)


def test_the_page_has_every_field_of_a_batch_and_every_parameter_of_tables() -> None:
    assert named(PAGE, "What is in a batch?") == set(Batch._fields)
    assert named(PAGE, "What do Tables do?") == set(inspect.signature(Tables.__init__).parameters) - {"self"}


def test_planted_a_field_that_the_page_does_not_name_is_found() -> None:
    assert named(PAGE.replace("| `illegal` |", "| |"), "What is in a batch?") == set(Batch._fields) - {"illegal"}
