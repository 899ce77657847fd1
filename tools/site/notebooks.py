"""Write a page for each notebook in docs/: its text, its code, and the outputs of the last run."""

import json
from pathlib import Path
from typing import Any

from tools.site import links


def pages(docs: Path) -> dict[str, str]:
    """Return the text of each notebook's page, by its file name."""
    return {f"{file.stem}.md": _page(file) for file in docs.glob(f"*{links.NOTEBOOK}")}


def _page(file: Path) -> str:
    cells = json.loads(file.read_text("utf-8"))["cells"]
    parts = [part for cell in cells for part in _cell(cell)]
    source = f"{links.repository()}/blob/main/docs/{file.name}"
    parts.insert(1, f"This page is a [notebook]({source}), which you can run and change.")
    return "\n\n".join(parts) + "\n"


def _cell(cell: dict[str, Any]) -> list[str]:
    text = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return [text]
    return [f"```python\n{text}\n```", *(_output(output) for output in cell["outputs"])]


def _output(output: dict[str, Any]) -> str:
    """Return a cell's output: HTML in one line, so that it is not parsed as Markdown, or text."""
    shown = output.get("data", {})
    if "text/html" in shown:
        html = " ".join("".join(shown["text/html"]).split("\n"))
        return f'<div class="output">{html}</div>'
    text = "".join(output.get("text") or shown["text/plain"]).rstrip("\n")
    return f"```text\n{text}\n```"
