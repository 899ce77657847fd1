"""What was compiled is found again, and an edit of a law is always noticed."""

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

import cardhouse
from cardhouse.compiled import batch, cache, play_many
from cardhouse.compiled.batch import play_plainly
from cardhouse.compiled.compiler import compilable, compiled
from cardhouse.compiled.fingerprint import fingerprint
from cardhouse.compiled.records import join, pack
from cardhouse.games.president import PRESIDENT, law

SCRIPT = """
from cardhouse.compiled.batch import kernel, play_many
from cardhouse.games.president import PRESIDENT
print(play_many("president", matches=200, seats=4, seed=1).moves.sum())
print(sum(kernel(PRESIDENT).dispatcher.stats.cache_hits.values()))
"""


def run(sources: Path, cache: Path) -> tuple[int, int]:
    """The moves of a small batch, and how many kernels were found on disk. The compiler need not do its best."""
    environment = {
        "PYTHONPATH": str(sources),
        "XDG_CACHE_HOME": str(cache),
        "PATH": "",
        "NUMBA_OPT": "0",
    }  # in less time
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
    turns = "if rank_of(choice) == THREE:  # rule 8"
    assert turns in text
    law.write_text(text.replace(turns, turns.replace("THREE", "FOUR")), "utf-8")
    edited, hits = run(sources, cache)
    assert (edited != moves, hits) == (True, 0)
    law.write_text(text, "utf-8")
    assert run(sources, cache) == (moves, 1)


def test_a_variant_of_a_law_has_a_kernel_of_its_own() -> None:
    """As a designer makes one, without a file."""

    def over(t: Any) -> bool:
        return bool(t.deal == t.deals or t.out == 1)

    played = []
    for ends in (law.over, over):
        rules = SimpleNamespace(**{**vars(law), "over": compilable(ends, "over") if ends is over else ends})
        variant = replace(PRESIDENT, law=rules)
        played.append(play_many(variant, matches=50, seats=4, seed=1).moves.sum())
        assert play_plainly(batch(variant, matches=50, seats=4, seed=1)).moves.sum() == played[-1]
    assert played[1] < played[0]


A, B = 8, 13


def both(numbers: Any) -> None:
    numbers[0] = A * 10 + B


def closed_over(bound: Any) -> Any:
    def counted(numbers: Any) -> None:
        numbers[0] = bound

    return counted


def with_default(number: int) -> Any:
    def counted(numbers: Any, bound: int = number) -> None:
        numbers[0] = bound

    return counted


def test_a_fingerprint_covers_everything_that_a_function_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(both)
    assert fingerprint(both) == before
    monkeypatch.setitem(both.__globals__, "A", 81)
    monkeypatch.setitem(both.__globals__, "B", 3)
    assert fingerprint(both) != before
    assert fingerprint(closed_over(3)) != fingerprint(closed_over(4))
    assert fingerprint(closed_over((1, 23))) != fingerprint(closed_over((12, 3)))
    assert fingerprint(closed_over(closed_over(7))) != fingerprint(closed_over(closed_over(9)))
    assert fingerprint(with_default(1)) != fingerprint(with_default(2))


def test_modules_that_import_each_other_have_a_fingerprint_too() -> None:
    one, other = ModuleType("one"), ModuleType("other")
    one.other, other.one, other.bound = other, one, 3  # type: ignore[attr-defined]
    reaching = eval("lambda: one.other.one.other.bound", {"one": one})
    before = fingerprint(reaching)
    other.bound = 4  # type: ignore[attr-defined]
    assert "" != fingerprint(reaching) != before


def test_a_function_without_a_fingerprint_is_not_cached() -> None:
    assert fingerprint(closed_over(np.ones(3))) == ""
    assert fingerprint(closed_over([1])) == ""
    numbers = np.zeros(1, np.int64)
    compiled(closed_over(np.int64(5)))(numbers)
    assert numbers[0] == 5


def test_without_a_cache_folder_kernels_still_compile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cardhouse").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    def doubled(numbers: Any) -> None:
        numbers[0] *= 2

    numbers = np.ones(1, np.int64)
    compiled(doubled)(numbers)
    assert numbers[0] == 2


def test_old_folders_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for age in range(cache.KEPT + 3):
        folder = tmp_path / "cardhouse" / f"old{age}"
        folder.mkdir(parents=True)
        os.utime(folder, (age, age))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    now = cache.folder_of("new")
    left = {path.name for path in (tmp_path / "cardhouse").iterdir()}
    assert now == tmp_path / "cardhouse" / "new"
    assert len(left) == cache.KEPT
    assert "new" in left
    assert "old3" not in left


def test_equal_functions_made_by_two_threads_are_one() -> None:
    """Numba would take the second of two equal functions for another one, and compile it again."""

    def made() -> Any:
        def doubled(numbers: Any) -> None:
            numbers[0] *= 2

        return compilable(doubled, "doubled")

    assert made() is made()


def test_a_kernel_is_compiled_for_one_kind_of_states() -> None:
    """Joined tables have the type of single ones: another type would take as long again to compile."""
    one = pack(PRESIDENT.new_state(4))
    assert join([one, one]).dtype == one.dtype
    kernel = compiled(closed_over(np.int64(5)))
    kernel(np.zeros(1, np.int64))
    with pytest.raises(TypeError, match="No matching definition"):
        kernel(np.zeros(1, np.int32))


def kernel_of(name: str, *fields: str) -> str:
    """Return the fingerprint of a function whose argument is a tuple of this name, with these fields."""

    def play(given: Any) -> None:
        given.seats[0] += 1

    play.__annotations__["given"] = type(name, (tuple,), {"_fields": fields})
    return fingerprint(play)


def test_a_type_of_arguments_with_another_name_or_other_fields_is_noticed() -> None:
    """The cache on disk finds these types by their names."""
    plan = kernel_of("Plan", "seats", "first")
    assert plan == kernel_of("Plan", "seats", "first")
    assert len({plan, kernel_of("Order", "seats", "first"), kernel_of("Plan", "first", "seats")}) == 3
