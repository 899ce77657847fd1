"""Refusals on the page: each has a sentence in every language, which is about what was refused."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, get_args

import pytest

from cardhouse.wire import About, Code

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "src/cardhouse/house"
SPOKEN = (  # all that the page can be told about these
    *("calls.py", "coach.py", "codes.py", "daily.py", "names.py", "onward.py", "replays.py", "subscriptions.py"),
    *(f"evenings/{path.name}" for path in (HOUSE / "evenings").glob("*.py")),
)
LISTS = sorted((ROOT / "web/src/words").glob("??.ts"))


class Refusal(NamedTuple):
    code: str
    about: str

    @property
    def key(self) -> str:
        return f"refusal.{self.code}.{self.about}" if self.about else f"refusal.{self.code}"


def refusals(source: str) -> Iterator[Refusal]:
    """Yield what each `Denial(...)` and `Denial.of(...)` of a module says."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("Denial", "Denial.of"):
            about = next((one.value for one in node.keywords if one.arg == "about"), ast.Constant(""))
            code = node.args[0]
            assert isinstance(code, ast.Constant), f"line {node.lineno}: the code is written out"
            if isinstance(about, ast.Constant):
                yield Refusal(str(code.value), str(about.value))


def keys(words: Path) -> set[str]:
    """Return the keys of a list that are refusals."""
    return set(re.findall(r"^  '(refusal\.[a-z_.]+)':", words.read_text("utf-8"), re.MULTILINE))


def all_refusals() -> set[Refusal]:
    return {one for path in HOUSE.rglob("*.py") for one in refusals(path.read_text("utf-8"))}


def without_sentence(source: str, known: set[str]) -> list[str]:
    """Return the keys that a module needs and a list does not have."""
    return sorted({one.key for one in refusals(source)} - known)


@pytest.mark.parametrize("words", LISTS, ids=lambda path: path.stem)
@pytest.mark.parametrize("module", SPOKEN)
def test_every_refusal_has_a_sentence(module: str, words: Path) -> None:
    assert without_sentence((HOUSE / module).read_text("utf-8"), keys(words)) == []


@pytest.mark.parametrize("words", LISTS, ids=lambda path: path.stem)
def test_every_word_that_says_what_a_refusal_is_about_has_a_sentence_and_is_used(words: Path) -> None:
    said = {one.key for one in all_refusals() if one.about} | {"refusal.unreadable.name_length"}
    assert {key for key in keys(words) if key.count(".") == 2} == said
    assert {key.split(".")[2] for key in said} == {*get_args(About)} - {""}
    assert {key.split(".")[1] for key in keys(words)} <= {*get_args(Code)}


def test_planted_a_refusal_without_a_sentence_is_found() -> None:
    source = """
        raise Denial("not_now", "The moon is full.")
        raise Denial("closed", OVER, about="evening_over")
        raise Denial("closed", "It rains.", about="weather")
        raise Denial.of("denied", error) from None
        raise Denial("flood", "Not so fast.")
    """
    missing = without_sentence("if True:" + source, keys(LISTS[0]))
    assert missing == ["refusal.closed.weather", "refusal.denied", "refusal.not_now"]
