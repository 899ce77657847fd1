"""The net that is shipped with a game: `master.safetensors`, beside its law. The level `master` plays with it."""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path

from cardhouse.games.definition import AnyGame
from cardhouse.nets.header import Header, read_header

FILE = "master.safetensors"


@cache
def file_of(game: AnyGame) -> Path | None:
    """Return the file of a game's net, or None if it has none."""
    package = game.law.__name__.rpartition(".")[0]
    if not package:  # a law that is a module by itself has nothing beside it
        return None
    file = Path(str(resources.files(package))) / FILE
    return file if file.is_file() else None


@cache
def header(game: AnyGame) -> Header | None:
    """Return what a game's net is for, or None if it has none."""
    file = file_of(game)
    return None if file is None else read_header(file)


def misfit(game: AnyGame, seats: int, options: Mapping[str, str | int]) -> str:
    """Return why a game's net cannot play at a table, as a sentence, or ""."""
    found = header(game)
    return f"{game.title} has no net." if found is None else found.misfit(game.name, seats, dict(options))
