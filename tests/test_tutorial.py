"""docs/add-a-game.md to the letter: its files are written, and its commands are run, in the order of the page."""

import os
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.commands import COMMAND
from tests.outside import write_dist_info
from tests.waiting import HANG

PAGE = (Path(__file__).parent.parent / "docs" / "add-a-game.md").read_text("utf-8")
BLOCK = re.compile(r"^```(\w+)(?: (\S+?)(, continued)?)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CHECKED = PAGE.partition("## 10.")[0].replace("cardhouse check minnow\n", "cardhouse check minnow --no-bodies\n")
QUICKLY = CHECKED.replace("--no-bodies", "--no-bodies --moves 100")


class Block(NamedTuple):
    language: str
    file: str
    continued: bool
    text: str


def blocks(page: str) -> Iterator[Block]:
    for language, file, continued, text in BLOCK.findall(page):
        yield Block(language, file, bool(continued), text)


class Reader:
    """A stranger who does what the page says, in an empty folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        less_time = {"NUMBA_OPT": "0"}  # for the compiler
        self.environment = {**os.environ, **less_time, "PYTHONPATH": str(folder / "site")}
        self.said = ""  # what the last command printed

    def follow(self, page: str) -> None:
        for block in blocks(page):
            if block.language == "sh":
                for command in block.text.splitlines():
                    self.run(command)
            elif block.language == "text":
                for line in block.text.splitlines():
                    assert re.search(re.escape(line).replace(r"\.\.\.", ".+"), self.said), line
            else:
                self.write(block)

    def write(self, block: Block) -> None:
        path = self.folder / block.file
        assert path.is_file(), f"{block.file} is not a file of the new game"
        before = f"{path.read_text('utf-8').rstrip()}\n\n\n" if block.continued else ""
        path.write_text(before + block.text, "utf-8")

    def run(self, command: str) -> None:
        program, *words = command.split()
        if program == "pip":
            return self.install(words[-1])
        if words[0] == "serve":
            return self.serve()
        started = COMMAND if program == "cardhouse" else [sys.executable]
        done = subprocess.run(
            [*started, *words],
            input="q\n",
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
            env=self.environment,
            timeout=HANG,
        )
        self.said = done.stdout
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        return None

    def install(self, project: str) -> None:
        """Do what pip does, without an index: the entry points are those of the project."""
        declared = tomllib.loads((self.folder / project / "pyproject.toml").read_text("utf-8"))
        points = declared["project"]["entry-points"]["cardhouse.games"]
        write_dist_info(self.folder / "site", declared["project"]["name"], **points)
        self.environment["PYTHONPATH"] += f"{os.pathsep}{self.folder / project}"

    def serve(self) -> None:
        """Open the house, see that it has the game, and close it."""
        started = subprocess.Popen(
            [*COMMAND, "serve", "--port", "0", "--store", str(self.folder / "house.db")],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=self.environment,
        )
        assert started.stdout is not None
        with started:
            self.said = next(line for line in started.stdout if "http" in line)
            started.send_signal(signal.SIGINT)
            started.communicate(timeout=HANG)


@pytest.mark.compiles
def test_the_tutorial_makes_a_game_that_keeps_the_contract_and_is_played_everywhere(tmp_path: Path) -> None:
    Reader(tmp_path).follow(PAGE)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("    show(t, only(turned), EVERYBODY)\n", ""),
        ('"follow_suit"', '"must_follow"'),
        ("    return suited if suited else hand\n", "    return hand\n"),
        ("        return TRUMPED + rank\n", "        return rank\n"),
    ],
)
def test_planted_mistakes_in_the_tutorial_are_found(tmp_path: Path, right: str, wrong: str) -> None:
    assert QUICKLY.count(right) >= 1
    with pytest.raises(AssertionError, match=r"cardhouse check minnow|python -m pytest minnow"):
        Reader(tmp_path).follow(QUICKLY.replace(right, wrong))


def test_the_page_has_all_files_of_the_new_game() -> None:
    files = {block.file for block in blocks(PAGE) if block.file}
    assert {Path(file).name for file in files} == {
        "RULES.md",
        "state.py",
        "moves.py",
        "law.py",
        "facts.py",
        "en.json",
        "notation.py",
        "bots.py",
        "__init__.py",
        "test_minnow.py",
    }
