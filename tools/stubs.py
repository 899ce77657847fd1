"""Write `seen.pyi` beside each game's `seen.py`: the fields of its views, for type checkers and editors.

python -m tools.stubs           # write them
python -m tools.stubs --check   # say which are not up to date, and exit with 1
"""

import sys
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Any

from cardhouse.games import GAMES
from cardhouse.games.face import AnyGame
from cardhouse.games.view import View

COMMON = {field.name for field in fields(View)}


def stub(game: AnyGame) -> str:
    """Return the text of a game's `seen.pyi`."""
    package = game.law.Table.__module__.rpartition(".")[0]
    imports = {
        f"from {package}.table import Table",
        "from cardhouse.games.seen import Derived",
        "from cardhouse.games.view import View as AnyView",
    }
    lines = []
    for field in fields(game.secrecy.kind):
        if field.name not in COMMON:
            lines.append(f"    {field.name}: {written(field.type, imports)}")
    head = ["# Made by `make build` from the declarations of the table.", "", "from dataclasses import dataclass", ""]
    view = ["@dataclass(kw_only=True)", "class View(AnyView):", *lines]
    return "\n".join([*head, *sorted(imports), "", *view, "", "SEEN: Derived[Table]", ""])


def written(kind: Any, imports: set[str]) -> str:
    """Write a type as Python does, and note what must be imported for it."""
    if arguments := getattr(kind, "__args__", None):
        inner = ", ".join("..." if part is Ellipsis else written(part, imports) for part in arguments)
        return f"{kind.__origin__.__name__}[{inner}]"
    if kind.__module__ != "builtins":
        imports.add(f"from {kind.__module__} import {kind.__name__}")
    return str(kind.__name__)


def main() -> None:
    stale = []
    for game in GAMES.values():
        if not game.secrecy.kind.__module__.endswith(".seen"):
            continue
        module = import_module(game.secrecy.kind.__module__)
        file = Path(str(module.__file__)).with_suffix(".pyi")
        if not file.is_file() or file.read_text("utf-8") != stub(game):
            stale.append(f"{file.parent.name}/{file.name}")
            if "--check" not in sys.argv:
                file.write_text(stub(game), "utf-8")
    if stale and "--check" in sys.argv:
        sys.exit(f"Not up to date: {', '.join(stale)}. Run 'make build'.")


if __name__ == "__main__":
    main()
