"""Write the pages of the API reference, from the docstrings of the public modules."""

import ast
import re
from importlib import import_module
from typing import NamedTuple

from tools.site.source import (
    Documented,
    Function,
    Source,
    docstring,
    has_fields,
    is_property,
    methods,
    signature,
    type_of,
)


class Group(NamedTuple):
    """A page of the reference: its title, what it is for, and the modules that it describes."""

    title: str
    intro: str
    modules: tuple[str, ...]


# The pages, by their file names. The first is what `import cardhouse` gives.
GROUPS = {
    "matches": Group(
        "Matches", "Everything that `import cardhouse` gives: play a match, replay it, check its deals.", ("cardhouse",)
    ),
    "bots": Group(
        "Bots and clients",
        "The built-in players, players from files and other processes, and the client of a house.",
        ("cardhouse.bots", "cardhouse.bots.deep", "cardhouse.client"),
    ),
    "lab": Group(
        "Simulation and contests",
        "Play millions of matches, compare players, and measure what a game does.",
        ("cardhouse.lab", "cardhouse.lab.report", "cardhouse.compiled"),
    ),
    "games": Group(
        "Declaring a game",
        "What a game declares: zones, cells, moves, facts, and the object that holds them together.",
        (
            "cardhouse.cards.zones",
            "cardhouse.cards.cells",
            "cardhouse.games.moves",
            "cardhouse.cards.facts",
            "cardhouse.games.seen",
            "cardhouse.games.view",
            "cardhouse.games.definition",
        ),
    ),
    "law": Group(
        "Writing a law",
        "What a law uses: card sets, the ledger that moves cards, decks, ranks and scores.",
        (
            "cardhouse.cards.law",
            "cardhouse.cards.sets",
            "cardhouse.cards.ledger",
            "cardhouse.cards.deck",
            "cardhouse.cards.ranks",
            "cardhouse.cards.scores",
        ),
    ),
    "testing": Group(
        "Testing a game", "The contract that every game keeps, and what checks it.", ("cardhouse.testing",)
    ),
}
DOCS_PAGE = re.compile(r"`docs/([a-z-]+\.md)`")  # as docstrings name them


def pages() -> dict[str, str]:
    """Return the text of each page, by its file name."""
    return {f"reference/{name}.md": _page(group) for name, group in GROUPS.items()}


def page_of(module: str) -> str:
    """Return the page that describes a module, or ""."""
    for name, group in GROUPS.items():
        if module in group.modules:
            return f"reference/{name}.md#{module}"
    return ""


def _page(group: Group) -> str:
    text = f"# {group.title}\n\n{group.intro}\n\n" + "".join(_module(name) for name in group.modules)
    return DOCS_PAGE.sub(r"[\1](../\1)", text)


def _module(name: str) -> str:
    module = import_module(name)
    source = Source(module)
    text = f"## `{name}` {{ #{name} }}\n\n{docstring(source.tree)}\n\n"
    if not hasattr(module, "__all__"):
        return text + "".join(_described(source, node, name) for node in source.public)
    exported = [getattr(module, one) for one in sorted(module.__all__, key=str.lower)]
    errors = [one for one in exported if isinstance(one, type) and issubclass(one, Exception)]
    classes = [one for one in exported if isinstance(one, type) and one not in errors]
    functions = [one for one in exported if callable(one) and not isinstance(one, type)]
    for one in [*classes, *functions, *errors]:
        home = Source(import_module(one.__module__))
        node = next(node for node in home.public if node.name == one.__name__)
        text += _described(home, node, name)
    return text


def _described(source: Source, node: Documented, module: str) -> str:
    anchor = f"{module}.{node.name}"
    head = f"### {node.name} {{ #{anchor} }}\n\n"
    if isinstance(node, Function):
        return head + _code(signature(node)) + _prose(node)
    return head + _class(source, node, anchor)


def _class(source: Source, node: ast.ClassDef, anchor: str) -> str:
    bases = ", ".join(ast.unparse(base) for base in node.bases)
    init = next((one for one in node.body if isinstance(one, Function) and one.name == "__init__"), None)
    line = signature(init, name=node.name, is_method=True) if init else node.name + (f"({bases})" if bases else "")
    text = _code(f"class {line}") + _prose(node)
    fields = list(source.fields(node))
    if fields and (has_fields(node) or init is None):
        rows = [f"| `{one.name}` | {_cell(f'`{one.type}`')} | {_cell(one.comment)} |" for one in fields]
        text += "\n".join(["| field | type | |", "|---|---|---|", *rows]) + "\n\n"
    for one in methods(node):
        text += f"#### {node.name}.{one.name} {{ #{anchor}.{one.name} }}\n\n"
        shown = f"{one.name}: {type_of(one.returns)}" if is_property(one) and one.returns else None
        text += _code(shown or signature(one, is_method=True)) + _prose(one)
    return text


def _code(text: str) -> str:
    return f"```python\n{text}\n```\n\n"


def _prose(node: Documented) -> str:
    return f"{docstring(node)}\n\n" if docstring(node) else ""


def _cell(text: str) -> str:
    return text.replace("|", r"\|")
