"""The version of a game's law: the version of its package, and a digest of the law's source.

law_version(game("president"))      # LawVersion(version="0.2.0", digest="5f2c0a91ce3b77d4")

Logs and tables name the law that they were played by. The digest covers the modules that the law imports from its own
package and from `cardhouse.cards`, comments included, so it may change when the law does not. A replay shows whether
the law plays as before.
"""

import re
import sys
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from importlib.util import resolve_name
from pathlib import Path
from typing import NamedTuple

from cardhouse.games.definition import AnyGame

SHARED = "cardhouse.cards"
DIGITS = 16
IMPORT = re.compile(r"^from (\S+) import ", re.MULTILINE)


class LawVersion(NamedTuple):
    version: str
    digest: str

    def __str__(self) -> str:
        return f"version {self.version or 'unknown'}, digest {self.digest or 'unknown'}"


def law_version(game: AnyGame) -> LawVersion:
    return _of_module(game.law.__name__)


@cache
def _of_module(law: str) -> LawVersion:
    try:
        package = version(law.partition(".")[0])
    except PackageNotFoundError:  # a game that is not installed
        package = ""
    return LawVersion(package, digest_of(sources(law)))


def digest_of(sources: dict[str, str]) -> str:
    digest = sha256()
    for name, source in sorted(sources.items()):
        digest.update(f"{name} {len(source)}\n{source}".encode())
    return digest.hexdigest()[:DIGITS]


def sources(law: str) -> dict[str, str]:
    """Return the sources of the law's module and of its imports from its own package and `cardhouse.cards`, by name."""
    found: dict[str, str] = {}
    todo = [law]
    while todo:
        name = todo.pop()
        if name in found or not (_is_in(name, law.rpartition(".")[0] or law) or _is_in(name, SHARED)):
            continue
        module = sys.modules.get(name)
        file = None if module is None else module.__file__
        if module is None or file is None:  # a law made at run time has no file
            continue
        found[name] = Path(file).read_text("utf-8")
        todo += [resolve_name(other, module.__package__) for other in IMPORT.findall(found[name])]
    return found


def _is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")
