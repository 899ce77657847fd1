"""Games from outside this package: installed packages and folders.

A package registers its game with an entry point of the group `cardhouse.games`, whose value is the `Game`:

    [project.entry-points."cardhouse.games"]
    hearts = "my_hearts:HEARTS"
"""

import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from cardhouse.cards.errors import BadSetup, shown
from cardhouse.games.definition import AnyGame, Game

GROUP = "cardhouse.games"


def install(games: dict[str, AnyGame]) -> list[str]:
    """Add the games of installed packages to a register; return a sentence for each that cannot be added."""
    trouble = []
    for point in entry_points(group=GROUP):
        try:
            game = load(point)
            if game.name in games:
                raise BadSetup(f"there is already a game {game.name!r}, and it cannot be replaced", rule="games")
        except BadSetup as error:
            trouble.append(
                f"The game {point.name!r} of the package {package_of(point)!r} was left out: {error.sentence}."
            )
        else:
            games[game.name] = game
    return trouble


def package_of(point: EntryPoint) -> str:
    return str(point.dist.name) if point.dist else "unknown"


def load(point: EntryPoint) -> AnyGame:
    """Return the game of an entry point; every error of an untrusted package becomes a BadSetup."""
    try:
        found = point.load()
    except Exception as error:
        raise BadSetup(f"it does not load ({type(error).__name__}: {error})", rule="games") from error
    if not isinstance(found, Game):
        raise BadSetup(f"{point.value} is {shown(found)}, not a Game", rule="games")
    return found


def game_at(folder: str | Path) -> AnyGame:
    """Return the game of a package folder, or of a project folder that registers one; it need not be installed."""
    path = package_at(Path(folder).resolve())
    if path is None:
        sentence = f"{str(folder)!r} is not a game of this house, nor a folder with an __init__.py"
        raise BadSetup(f"{sentence}, or with a pyproject.toml that registers a game.", rule="games")
    names = [path.name]
    while (path.parent / "__init__.py").is_file():
        path = path.parent
        names.insert(0, path.name)
    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))
    try:
        module = import_module(".".join(names))
    except Exception as error:
        sentence = f"{str(folder)!r} cannot be imported: {type(error).__name__}: {error}."
        raise BadSetup(sentence, rule="games") from error
    found = list(games_in(vars(module)))
    if len(found) != 1:
        sentence = f"{str(folder)!r} has {len(found)} games; its __init__.py should have one `Game(...)`."
        raise BadSetup(sentence, rule="games")
    return found[0]


def package_at(path: Path) -> Path | None:
    """Return the package folder of a game: this one, or the one that the pyproject.toml in it registers."""
    if (path / "__init__.py").is_file():
        return path
    try:
        project = tomllib.loads((path / "pyproject.toml").read_text("utf-8"))
        points = project["project"]["entry-points"][GROUP].values()
        packages = {str(point).partition(":")[0].replace(".", "/") for point in points}
    except (OSError, ValueError, KeyError, AttributeError):
        return None
    found = [base / package for package in packages for base in (path, path / "src")]
    return next((package for package in found if (package / "__init__.py").is_file()), None)


def games_in(names: dict[str, object]) -> Iterator[AnyGame]:
    yield from {id(value): value for value in names.values() if isinstance(value, Game)}.values()
