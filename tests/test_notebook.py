"""The notebook `docs/study-a-game.ipynb` runs, and its outputs are those of its code.

`docs/train-a-player.ipynb` needs torch, so `make train` runs it; here it is only read.
"""

import ast
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

NOTEBOOK, TRAINING = Path("docs/study-a-game.ipynb"), Path("docs/train-a-player.ipynb")
TRAINER = Path("examples/train_president.py")
MOST_BYTES = 200_000  # of the file, outputs included


def checked(file: Path) -> subprocess.CompletedProcess[str]:
    """Run a notebook in a process of its own, and compare its outputs."""
    command = [sys.executable, "-m", "tools.notebook", "--check", str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def code_cells(notebook: Any) -> list[Any]:  # JSON
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


@pytest.mark.compiles
def test_the_notebook_runs_and_its_outputs_are_those_of_its_code() -> None:
    done = checked(NOTEBOOK)
    assert done.returncode == 0, done.stderr


def test_every_kind_of_result_is_shown() -> None:
    notebook = json.loads(NOTEBOOK.read_text("utf-8"))
    outputs = [one for cell in code_cells(notebook) for one in cell["outputs"]]
    pages = ["".join(one["data"]["text/html"]) for one in outputs if "text/html" in one.get("data", {})]
    for words in (
        "sees it ·",
        "as a watcher sees it",
        "over, with all cards face up",
        "matches of President",
        "blocks",
    ):
        assert any(words in page for page in pages), words
    assert NOTEBOOK.stat().st_size < MOST_BYTES


def raising(cell: Any) -> None:
    cell["source"] = "raise ValueError('planted')"


def outdated(cell: Any) -> None:
    cell["outputs"][0]["data"]["text/plain"] = "of an older version"


@pytest.mark.parametrize(
    ("plant", "says"),
    [
        (raising, "A cell of planted.ipynb raises ValueError: planted"),
        (outdated, "The outputs of cells [2] of planted.ipynb"),
    ],
)
def test_a_planted_fault_is_found(plant: Callable[[Any], None], says: str, tmp_path: Path) -> None:
    """The first code cell is enough: the others are left out."""
    file = Path(copy(NOTEBOOK, tmp_path / "planted.ipynb"))
    notebook = json.loads(file.read_text("utf-8"))
    notebook["cells"] = notebook["cells"][:2]
    file.write_text(json.dumps(notebook), "utf-8")
    assert checked(file).returncode == 0
    plant(notebook["cells"][1])
    file.write_text(json.dumps(notebook), "utf-8")
    done = checked(file)
    assert done.returncode == 1
    assert says in done.stderr


def faults_of_training(notebook: Any) -> list[str]:
    """Return what shows that the notebook was not run to its end, or does not fit the example that it imports."""
    found = []
    defined = {one.name for one in ast.parse(TRAINER.read_text("utf-8")).body if isinstance(one, ast.FunctionDef)}
    for number, cell in enumerate(code_cells(notebook), 1):
        if cell["execution_count"] != number:
            found.append(f"code cell {number} was not run in its turn")
        if any(one["output_type"] == "error" for one in cell["outputs"]):
            found.append(f"code cell {number} raised")
        for one in ast.walk(ast.parse("".join(cell["source"]))):
            if isinstance(one, ast.ImportFrom) and one.module == TRAINER.stem:
                found += [f"{TRAINER} has no {name.name}" for name in one.names if name.name not in defined]
    return found


def test_the_notebook_of_the_training_was_run_and_fits_the_example() -> None:
    notebook = json.loads(TRAINING.read_text("utf-8"))
    assert faults_of_training(notebook) == []
    sources = ["".join(cell["source"]) for cell in code_cells(notebook)]
    assert any(f"from {TRAINER.stem} import" in source for source in sources)
    assert TRAINING.stat().st_size < MOST_BYTES


def test_planted_faults_in_the_notebook_of_the_training_are_found() -> None:
    notebook = json.loads(TRAINING.read_text("utf-8"))
    first, second, third, *_ = code_cells(notebook)
    first["source"] = ["from train_president import train, teach"]
    second["execution_count"] = None
    third["outputs"] = [{"output_type": "error"}]
    assert faults_of_training(notebook) == [
        f"{TRAINER} has no teach",
        "code cell 2 was not run in its turn",
        "code cell 3 raised",
    ]
