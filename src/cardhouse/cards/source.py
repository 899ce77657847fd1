"""A linter for laws: it reports what cannot be compiled, with its line, before a compiler sees it.

faults(president.law.play)      # ["law.py:250, play: a list has no place in a law; use cells, or a row that is given"]
"""

import ast
import builtins
import inspect
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from types import FunctionType, ModuleType

from cardhouse.cards.law import Record, is_law, lowest, place, size
from cardhouse.untyped import Function, Namespace

CALLABLE = {"min", "max", "abs", "int", "bool", "range", "len"}  # the built-in functions that a law may call
OPERATORS = (
    ast.Add,
    ast.Sub,
    ast.Mult,
    ast.FloorDiv,
    ast.Mod,
    ast.LShift,
    ast.RShift,
    ast.BitAnd,
    ast.BitOr,
    ast.BitXor,
)
KINDS: dict[type[ast.AST], str] = {
    ast.List: "a list has no place in a law; use cells, or a row that is given",
    ast.ListComp: "a comprehension has no place in a law; write a loop",
    ast.SetComp: "a comprehension has no place in a law; write a loop",
    ast.DictComp: "a comprehension has no place in a law; write a loop",
    ast.GeneratorExp: "a comprehension has no place in a law; write a loop",
    ast.Dict: "a dict has no place in a law; use cells, or constants of the module",
    ast.Set: "a set has no place in a law; a set of cards is an integer",
    ast.JoinedStr: "a string has no place in a law; say it in notation.py",
    ast.Try: "a law never raises, so it cannot catch anything either",
    ast.Raise: "a law never raises: return the number of the rule that forbids the move",
    ast.Assert: "a law never raises: return the number of the rule that forbids the move",
    ast.With: "`with` has no place in a law",
    ast.Lambda: "a function within a law cannot be compiled; write another law",
    ast.FunctionDef: "a function within a law cannot be compiled; write another law",
    ast.ClassDef: "a class has no place in a law",
    ast.Yield: "a generator cannot be compiled; fill a row, and return how many",
    ast.YieldFrom: "a generator cannot be compiled; fill a row, and return how many",
    ast.Import: "import at the head of the module",
    ast.ImportFrom: "import at the head of the module",
    ast.Global: "a law changes nothing but its state",
    ast.Nonlocal: "a law changes nothing but its state",
    ast.Delete: "`del` has no place in a law",
    ast.Starred: "`*` before a name has no place in a law; name the values one by one",
    ast.Match: "`match` cannot be compiled; write `if` and `elif`",
}
IN = "`in` does not compile, as cells are of several widths; write `==` for each"


@dataclass(frozen=True)
class Fault:
    """Something in a law that cannot be compiled."""

    file: str
    line: int
    function: str
    sentence: str

    def __str__(self) -> str:
        return f"{Path(self.file).name}:{self.line}, {self.function}: {self.sentence}"


def faults(*functions: Function) -> list[Fault]:
    """Return what cannot be compiled in these laws and in all laws that they call."""
    found: list[Fault] = []
    todo, seen = list(functions), set[int]()
    while todo:
        function = todo.pop(0)
        if id(function) in seen or not isinstance(function, FunctionType):
            continue
        seen.add(id(function))
        reader = Reader(function)
        found += reader.faults
        todo += reader.called
    return found


class Reader(ast.NodeVisitor):
    """A visitor of the syntax tree of one law, which collects its faults and the laws that it calls."""

    def __init__(self, function: FunctionType) -> None:
        self.function, self.faults, self.called = function, list[Fault](), list[Function]()
        try:
            lines, self.first = inspect.getsourcelines(function)
            self.body = ast.parse(dedent("".join(lines))).body[0]
        except (OSError, SyntaxError):  # a function made by `exec`, or a lambda in the middle of a call
            return
        if not isinstance(self.body, ast.FunctionDef):
            return
        statements = self.body.body[1:] if ast.get_docstring(self.body) is not None else self.body.body
        for statement in statements:
            self.visit(statement)

    def fault(self, node: ast.AST, sentence: str) -> None:
        line = self.first + getattr(node, "lineno", 1) - 1
        self.faults.append(Fault(self.function.__code__.co_filename, line, self.function.__name__, sentence))

    def visit(self, node: ast.AST) -> None:
        if sentence := KINDS.get(type(node)):
            self.fault(node, sentence)
            return
        super().visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.visit(node.target)
        if node.value is not None:
            self.visit(node.value)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str | bytes):
            self.fault(node, f"the string {node.value!r} has no place in a law; use a number with a name")
        elif isinstance(node.value, float | complex):
            self.fault(node, f"{node.value} is not an integer; a law counts in integers")

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self.check_operator(node, "")

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.check_operator(node, "=")

    def check_operator(self, node: ast.BinOp | ast.AugAssign, equals: str) -> None:
        """Check the operator of an expression, or of an assignment such as `+=`."""
        if isinstance(node.op, ast.Div):
            self.fault(node, f"`/{equals}` makes a float; use `//{equals}`")
        elif not isinstance(node.op, OPERATORS):
            self.fault(node, f"{type(node.op).__name__} is not one of the operators that a law may use")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        if any(isinstance(op, ast.In | ast.NotIn) for op in node.ops):
            self.fault(node, IN)
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.value, ast.Name):
            kind = self.function.__annotations__.get(node.value.id)
            if isinstance(kind, type) and issubclass(kind, Record) and node.attr not in cells_of(kind):
                self.fault(node, f"{kind.__name__} has no cell {node.attr}")
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load) and node.id not in self.function.__code__.co_varnames:
            self.known(node, node.id)

    def visit_Call(self, node: ast.Call) -> None:
        for part in (*node.args, *(keyword.value for keyword in node.keywords)):
            self.visit(part)
        name = ast.unparse(node.func)
        if isinstance(node.func, ast.Name) and name in self.function.__code__.co_varnames:
            return  # a law given as an argument
        if isinstance(node.func, ast.Attribute) and not isinstance(self.value_of(node.func.value), ModuleType):
            self.fault(node, f"{name}() is a method; a law calls laws, {', '.join(sorted(CALLABLE))}")
            return
        if not self.known(node, name.partition(".")[0]):
            return
        called = self.value_of(node.func)
        if called in (size, lowest, place) or (name in CALLABLE and getattr(builtins, name) is called):
            return
        if isinstance(called, FunctionType) and is_law(called):
            self.called.append(called)
        elif isinstance(called, FunctionType):
            self.fault(node, f"{name} is not a law; write @law above it")
        else:
            self.fault(node, f"{name}() cannot be compiled; a law calls laws, {', '.join(sorted(CALLABLE))}")

    def known(self, node: ast.AST, name: str) -> bool:
        """Return whether a name is defined; report a fault if it is not."""
        if name in self.scope or hasattr(builtins, name):
            return True
        self.fault(node, f"there is no {name}")
        return False

    @property
    def scope(self) -> Namespace:
        """The global and enclosing names that the function can use."""
        free, cells = self.function.__code__.co_freevars, self.function.__closure__ or ()
        return {
            **self.function.__globals__,
            **{name: cell.cell_contents for name, cell in zip(free, cells, strict=True)},
        }

    def value_of(self, node: ast.AST) -> object:
        """Return the value of a name, or of a name in a module."""
        if isinstance(node, ast.Name):
            return self.scope.get(node.id, getattr(builtins, node.id, None))
        if isinstance(node, ast.Attribute):
            return getattr(self.value_of(node.value), node.attr, None)
        return None


def cells_of(kind: type[Record]) -> set[str]:
    """Return the names of the cells of a type of states."""
    declared = {name for one in kind.__mro__ for name in getattr(one, "__annotations__", ())}
    return declared | set(getattr(kind, "FIELDS", ()))
