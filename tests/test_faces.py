"""The terminal and the shared shell of the page know no verb and no zone of a particular game: games declare them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardhouse import GAMES

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "web" / "src"
OWN = ("games", "generated")  # folders of the page that may know games
OURS = {"deal", "commit", "play"}  # the dealer's moves, and the command of a player
SHARED = {"hand", "stock", "discards", "pile"}  # zones that several games have, and words of the house
LITERAL = re.compile(r"""(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1""")


def verbs() -> set[str]:
    """Return the first words of all moves, as the golden playthroughs list them for every game."""
    found = set()
    for path in (ROOT / "tests" / "golden").glob("*.txt"):
        for listed in re.findall(r"seat \d+ may: (.*)", path.read_text("utf-8")):
            found |= {move.split()[0] for move in listed.split(", ")}
    return found - OURS


def zones() -> set[str]:
    return {zone.kind for game in GAMES.values() for zone in game.zones.all} - SHARED


def literals_of_python(source: str) -> Iterator[str]:
    """Return all texts of a module but its docstrings."""
    tree = ast.parse(source)
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docs = {ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, documented)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value not in docs:
            yield node.value


def literals_of_the_page(source: str) -> Iterator[str]:
    """Return all texts of a module or a component but those in comments."""
    code = re.sub(r"/\*.*?\*/|<!--.*?-->|(?m:(?<!:)//.*$)", "", source, flags=re.DOTALL)
    for _, text in LITERAL.findall(code):
        yield text


def named(literals: Iterator[str], words: set[str]) -> list[str]:
    """Return the texts that are one of these words, or begin with one as a move or the name of a place does."""
    begins = re.compile(rf"({'|'.join(sorted(words))})( [\d$%{{].*| \d?\w[cdhs]\b.*)?")
    return [text for text in literals if begins.fullmatch(text.strip())]


def test_the_lists_have_words_of_every_game() -> None:
    assert verbs() >= {"pass", "exchange", "give", "guess", "attack", "replace", "stock", "take", "discard", "complete"}
    assert zones() >= {"row", "meld", "commitment"}


@pytest.mark.parametrize("path", sorted((ROOT / "src/cardhouse/terminal").glob("*.py")), ids=lambda path: path.name)
def test_the_terminal_knows_no_word_of_a_game(path: Path) -> None:
    assert named(literals_of_python(path.read_text("utf-8")), verbs() | zones()) == []


def modules_of_the_shell() -> list[Path]:
    found = [path for path in PAGE.rglob("*") if path.suffix in (".ts", ".svelte") and ".test." not in path.name]
    return sorted(path for path in found if path.relative_to(PAGE).parts[0] not in OWN)


@pytest.mark.parametrize("path", modules_of_the_shell(), ids=lambda path: str(path.relative_to(PAGE)))
def test_the_shell_of_the_page_knows_no_verb_of_a_game(path: Path) -> None:
    assert named(literals_of_the_page(path.read_text("utf-8")), verbs()) == []


@pytest.mark.parametrize(
    "planted",
    [
        'rest = {"hand": "", "row": "place"}',
        'if kind == "meld": pass',
        'said = f"guess {place}"',
        'return "exchange 9d"',
    ],
)
def test_planted_a_word_of_a_game_in_the_terminal_is_found(planted: str) -> None:
    assert len(named(literals_of_python(planted), verbs() | zones())) == 1


@pytest.mark.parametrize(
    "planted",
    [
        "if (move === 'pass') done();",
        'const verb = "exchange";',
        "visit.play(`replace ${place}`);",
        "<button onclick={() => play('take 3')}>",
    ],
)
def test_planted_a_verb_of_a_game_in_the_shell_is_found(planted: str) -> None:
    assert len(named(literals_of_the_page(planted), verbs())) == 1
