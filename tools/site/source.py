"""Read the documentation in a module's source: signatures, docstrings, and fields with their comments."""

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

WIDTH = 92  # columns of a code block on a page
Function = ast.FunctionDef | ast.AsyncFunctionDef
Documented = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
COMMENT = re.compile(r"\s*#\s+(.*)$")


class Field(NamedTuple):
    """A field of a class, and the comment beside it."""

    name: str
    type: str
    comment: str


class Source:
    """The text of a module, as a syntax tree and as lines."""

    def __init__(self, module: ModuleType) -> None:
        self.name, self.file = module.__name__, Path(str(module.__file__))
        text = self.file.read_text("utf-8")
        self.lines = text.splitlines()
        self.tree = ast.parse(text)

    @property
    def public(self) -> list[Documented]:
        """Return the public functions and classes of the module."""
        return [node for node in self.tree.body if isinstance(node, Documented) and not node.name.startswith("_")]

    @property
    def classes(self) -> list[ast.ClassDef]:
        return [node for node in self.public if isinstance(node, ast.ClassDef)]

    def fields(self, node: ast.ClassDef) -> Iterator[Field]:
        """Yield the annotated names of a class, with their comments."""
        for one in node.body:
            if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and one.target.id[0] != "_":
                yield Field(one.target.id, type_of(one.annotation), self._comment(one))

    def _comment(self, node: ast.stmt) -> str:
        """Return the comment that follows a statement on its last line."""
        last = self.lines[(node.end_lineno or node.lineno) - 1].encode()
        found = COMMENT.match(last[node.end_col_offset or 0 :].decode())
        return found[1].strip() if found else ""


def docstring(node: Documented | ast.Module) -> str:
    return inspect.cleandoc(ast.get_docstring(node) or "")


def type_of(annotation: ast.expr) -> str:
    """Return a type as text, without the quotes of a forward reference."""
    return str(annotation.value) if isinstance(annotation, ast.Constant) else ast.unparse(annotation)


def methods(node: ast.ClassDef) -> list[Function]:
    """Return the public methods and properties of a class."""
    return [one for one in node.body if isinstance(one, Function) and not one.name.startswith("_")]


def is_property(node: Function) -> bool:
    return any(ast.unparse(one).endswith("property") for one in node.decorator_list)


def has_fields(node: ast.ClassDef) -> bool:
    """Return whether a class is made from its fields: a dataclass, a struct or a named tuple."""
    made_by = [ast.unparse(one) for one in (*node.decorator_list, *node.bases)]
    return any("dataclass" in one or one.startswith(("Struct", "NamedTuple")) for one in made_by)


def signature(node: Function, *, name: str = "", is_method: bool = False) -> str:
    """Return a function's signature, with a line for each parameter if one line is too short."""
    parameters = _parameters(node.args)[1 if is_method else 0 :]
    result = f" -> {type_of(node.returns)}" if node.returns and not name else ""
    head = f"{'async ' if isinstance(node, ast.AsyncFunctionDef) else ''}{name or node.name}"
    line = f"{head}({', '.join(parameters)}){result}"
    if len(line) <= WIDTH:
        return line
    return "".join([f"{head}(\n", *(f"    {one},\n" for one in parameters), f"){result}"])


def _parameters(arguments: ast.arguments) -> list[str]:
    plain = [*arguments.posonlyargs, *arguments.args]
    missing: list[ast.expr | None] = [None] * (len(plain) - len(arguments.defaults))
    written = [_parameter(one, default) for one, default in zip(plain, [*missing, *arguments.defaults], strict=True)]
    if arguments.posonlyargs:
        written.insert(len(arguments.posonlyargs), "/")
    if arguments.vararg:
        written.append(f"*{_parameter(arguments.vararg, None)}")
    elif arguments.kwonlyargs:
        written.append("*")
    for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        written.append(_parameter(one, default))
    if arguments.kwarg:
        written.append(f"**{_parameter(arguments.kwarg, None)}")
    return written


def _parameter(argument: ast.arg, default: ast.expr | None) -> str:
    if default is None:
        return ast.unparse(argument)
    equals = " = " if argument.annotation else "="
    return f"{ast.unparse(argument)}{equals}{ast.unparse(default)}"
