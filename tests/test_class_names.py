"""Class names are unique in the package, so that a name is enough to find a class."""

import re
from collections import defaultdict
from pathlib import Path

import cardhouse
from cardhouse.games import GAMES

PACKAGE = Path(cardhouse.__file__).parent


def clashes(folder: Path) -> dict[str, list[str]]:
    """Return the files of every name that two classes have. What every game has under one name is not a clash.

    The sample is left out: `cardhouse new` copies it, and it stands for any game.
    """
    found = defaultdict[str, list[str]](list)
    for file in sorted(folder.rglob("*.py")):
        path = file.relative_to(folder)
        if path.parts[0] != "sample":
            for name in re.findall(r"^class (\w+)", file.read_text("utf-8"), re.MULTILINE):
                found[name].append(path.as_posix())
    return {name: files for name, files in found.items() if len(files) > 1 and not is_of_every_game(files)}


def is_of_every_game(files: list[str]) -> bool:
    return sorted(file.split("/")[:2] for file in files) == sorted(["games", game] for game in GAMES)


def test_class_names_are_unique() -> None:
    assert clashes(PACKAGE) == {}


def test_planted_duplicates_are_found(tmp_path: Path) -> None:
    for game in GAMES:
        (tmp_path / "games" / game).mkdir(parents=True)
        (tmp_path / "games" / game / "law.py").write_text("class OfEveryGame:\n    pass\n", "utf-8")
    assert clashes(tmp_path) == {}
    for name in ("house.py", "client.py"):
        (tmp_path / name).write_text("class Lost(Exception):\n    pass\n", "utf-8")
    (tmp_path / "games" / "facts.py").write_text("class OfEveryGame:\n    pass\n", "utf-8")
    twice = [f"games/{game}/law.py" for game in sorted(GAMES)]
    assert clashes(tmp_path) == {"Lost": ["client.py", "house.py"], "OfEveryGame": sorted(["games/facts.py", *twice])}
