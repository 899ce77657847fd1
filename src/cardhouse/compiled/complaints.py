"""Turn a compiler error about a law into one sentence: the original has more than a hundred lines."""

import re
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

from cardhouse.cards.errors import BadLaw
from cardhouse.cards.source import faults
from cardhouse.untyped import Function

OWN = tuple(str(Path(__file__).parents[1] / name) for name in ("compiled", "rl"))  # no laws of games
MARKS = re.compile(r"\x1b\[[0-9;]*m")  # colour codes
LINE = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+):')
# Patterns of reasons, the most specific first; the last match of a pattern is the innermost.
REASONS = (
    r"Untyped global name '(?P<name>\w+)': ",
    r"Unknown attribute '.*",
    r"Cannot unify .*",
    r"No implementation of function .*",
    r"NameError: .*",
    r"Use of unsupported .*",
    r"Invalid use of .*",
    r".*not supported.*",
    r"Undecided type .*",
    r"Failed in nopython mode pipeline.*",
)


def check_source(kernel: Function) -> None:
    """Raise an error at once for laws that use what cannot be compiled; the compiler would take seconds."""
    if found := faults(*laws_reached(kernel)):
        raise BadLaw(f"{found[0]}.", rule="docs/one-law.md")


def explain(error: Exception) -> str:
    """Return why the compiler refuses a kernel, with the file and the line of the law."""
    message = MARKS.sub("", str(error))
    return f"{where(message)}: {reason(message)}."


def laws_reached(function: Function) -> Iterator[Function]:
    """Yield the laws of games that a kernel calls, directly or through its closures."""
    todo, seen = [function], set[int]()
    while todo:
        one = todo.pop()
        if not isinstance(one, FunctionType) or id(one) in seen:
            continue
        seen.add(id(one))
        if not one.__code__.co_filename.startswith(OWN):
            yield one
            continue
        todo += [cell.cell_contents for cell in one.__closure__ or ()]
        todo += [one.__globals__[name] for name in one.__code__.co_names if name in one.__globals__]


def where(message: str) -> str:
    """Return the innermost line of a law that the compiler names."""
    lines = [match for match in LINE.finditer(message) if "numba" not in match["file"]]
    laws = [match for match in lines if not str(Path(match["file"]).resolve()).startswith(OWN)]
    innermost = (laws or lines)[-1:]
    return f"{Path(innermost[0]['file']).name}:{innermost[0]['line']}" if innermost else "The law"


def reason(message: str) -> str:
    for pattern in REASONS:
        if found := list(re.finditer(pattern, message)):
            last = found[-1]
            if "name" in last.groupdict():
                return f"{last['name']} is not a law or a number; write @law above it"
            return last[0].strip().rstrip(".:")
    return message.strip().splitlines()[0].rstrip(".:")
