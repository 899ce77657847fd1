"""Write `seen.pyi` beside each game's `seen.py`: the fields of its views, for type checkers and editors.

python -m tools.stubs           # write them
python -m tools.stubs --check   # name those that are out of date, and exit with 1
"""

from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Any

from cardhouse.games.definition import AnyGame
from cardhouse.games.view import View
from tools.generated import OURS, write_or_check

COMMON = {field.name for field in fields(View)}


def stub(game: AnyGame) -> str:
    """Return the text of a game's `seen.pyi`."""
    package = game.law.State.__module__.rpartition(".")[0]
    imports = {
        f"from {package}.state import State",
        "from cardhouse.games.seen import Derived",
        "from cardhouse.games.view import View as AnyView",
    }
    lines = []
    for field in fields(game.secrecy.kind):
        if field.name not in COMMON:
            lines.append(f"    {field.name}: {written(field.type, imports)}")
    head = ["# Made by `make build` from the declarations of the state.", "", "from dataclasses import dataclass", ""]
    view = ["@dataclass(kw_only=True)", "class View(AnyView):", *lines]
    return "\n".join([*head, *sorted(imports), "", *view, "", "SEEN: Derived[State]", ""])


def written(kind: Any, imports: set[str]) -> str:
    """Return a type as Python source, and add what it needs to the imports."""
    if arguments := getattr(kind, "__args__", None):
        inner = ", ".join("..." if part is Ellipsis else written(part, imports) for part in arguments)
        return f"{kind.__origin__.__name__}[{inner}]"
    if kind.__module__ != "builtins":
        imports.add(f"from {kind.__module__} import {kind.__name__}")
    return str(kind.__name__)


def file_of(game: AnyGame) -> Path:
    """Return the path of a game's `seen.pyi`."""
    module = import_module(game.secrecy.kind.__module__)
    return Path(str(module.__file__)).with_suffix(".pyi")


if __name__ == "__main__":
    write_or_check({file_of(game): stub(game) for game in OURS.values()})
