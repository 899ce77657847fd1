"""Run docs/study-a-game.ipynb and write its outputs: `make notebook`.

`--check` writes nothing: it fails if a cell raises, or if the outputs in the file are not those of its code. A cell
with the tag `varies` shows times, so only the kinds of its outputs count.
"""

import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode

from tools.generated import ROOT

NOTEBOOK = ROOT / "docs/study-a-game.ipynb"
TIMEOUT = 600  # seconds for a cell: on a fresh machine the first one compiles
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
VARIES = "varies"

Output = dict[str, Any]  # JSON in the notebook format


def executed(notebook: NotebookNode, folder: Path) -> NotebookNode:
    """Run the notebook in a folder with a new kernel, and return it with its outputs."""
    fresh: NotebookNode = nbformat.from_dict(notebook)  # type: ignore[no-untyped-call]
    client = NotebookClient(
        fresh,
        timeout=TIMEOUT,
        record_timing=False,
        resources={"metadata": {"path": str(folder)}},
        extra_arguments=["--log-level=ERROR"],
    )
    client.execute()
    fresh.metadata = nbformat.from_dict(METADATA)  # type: ignore[no-untyped-call]
    return fresh


def stale(old: NotebookNode, new: NotebookNode) -> list[int]:
    """Return the numbers of the cells whose outputs have changed."""
    pairs = enumerate(zip(old.cells, new.cells, strict=True), 1)
    return [number for number, (was, now) in pairs if now.cell_type == "code" and compared(was) != compared(now)]


def compared(cell: NotebookNode) -> list[Output]:
    """Return the parts of a cell's outputs that must stay the same."""
    if VARIES not in cell.metadata.get("tags", []):
        return list(cell.outputs)
    return [{"output_type": one.output_type, "data": sorted(one.get("data", {}))} for one in cell.outputs]


def main(*arguments: str) -> None:
    paths = [Path(one) for one in arguments if one != "--check"]
    file = paths[0] if paths else NOTEBOOK
    notebook = nbformat.read(file, as_version=4)  # type: ignore[no-untyped-call]
    try:
        fresh = executed(notebook, file.parent)
    except CellExecutionError as error:
        sys.exit(f"A cell of {file.name} raises {error.ename}: {error.evalue}\n{error.traceback}")
    if "--check" not in arguments:
        nbformat.write(fresh, file)  # type: ignore[no-untyped-call]
    elif cells := stale(notebook, fresh):
        sys.exit(f"The outputs of cells {cells} of {file.name} are not those of their code: run 'make notebook'.")


if __name__ == "__main__":
    main(*sys.argv[1:])
