"""The command for people who begin a game: `cardhouse new whist`."""

import re
from importlib import resources
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from typing import Annotated

import typer

from cardhouse.cards.errors import CardhouseError, shown
from cardhouse.games import GAMES

NAME = re.compile(r"[a-z][a-z0-9_]{1,23}")
SAMPLE = "cardhouse.sample"  # the game that is copied


def new(
    name: Annotated[str, typer.Argument(help="The name of the game in commands: lower-case letters, digits and _.")],
    to: Annotated[
        Path | None, typer.Option(help="The folder to write; it must not exist. By default the name of the game.")
    ] = None,
) -> None:
    """Write the folder of a small complete game, which you change into your own.

    Example: cardhouse new whist
    """
    folder = to or Path(name)
    if complaint := refusal(name, folder):
        raise CardhouseError(complaint)
    try:
        write(name, folder)
    except OSError as error:
        raise CardhouseError(f"The folder {str(folder)!r} cannot be written: {error.strerror}.") from error
    typer.echo(f"{title_of(name)} is in {folder}: begin with {folder / name / 'RULES.md'}, then state.py beside it.")
    commands = {
        f"cardhouse check {folder}": "after every change",
        f"pip install -e {folder}": "once; then every command knows the game",
        f"cardhouse play {name}": "in this terminal; `cardhouse serve` to play in a browser",
    }
    width = max(map(len, commands))
    for command, meaning in commands.items():
        typer.echo(f"  {command:{width}}   {meaning}")


def refusal(name: str, folder: Path) -> str:
    """Return why a game of this name cannot be written to this folder, or ""."""
    if not NAME.fullmatch(name) or iskeyword(name):
        return (
            f"A game's name has 2 to 24 lower-case letters, digits or _, and begins with a letter: not {shown(name)}."
        )
    if name in GAMES:
        return f"There is already a game {name!r}; choose another name."
    if folder.exists():
        return f"{str(folder)!r} already exists; choose another folder with --to, or another name."
    if find_spec(name) is not None:
        return f"There is already a Python package {name!r}; choose another name."
    return ""


def title_of(name: str) -> str:
    return name.replace("_", " ").title()


def write(name: str, folder: Path) -> None:
    """Write the project: the package of the game, its pyproject.toml and its tests."""
    sample = resources.files(SAMPLE)
    project = sample / "project"
    package = folder / name
    tests = folder / "tests"
    for made in (package, tests):
        made.mkdir(parents=True)
    for file in sample.iterdir():
        if file.is_file():
            write_file(file, package / file.name, name)
    write_file(project / "project.toml", folder / "pyproject.toml", name)
    write_file(project / "test_sample.py", tests / f"test_{name}.py", name)


def write_file(source: Traversable, target: Path, name: str) -> None:
    """Copy a file of the sample, with the name of the new game in its text."""
    text = source.read_text("utf-8").replace(SAMPLE, name)
    text = text.replace("Sample", title_of(name)).replace("SAMPLE", name.upper()).replace("sample", name)
    target.write_text(text, "utf-8")
