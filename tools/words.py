"""Write what the page takes from the games: `make build` runs it, and `make page` compares (`--check`).

`words.json` has the lists of sentences, `facts.ts` the types of all facts.
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cardhouse.cards.facts import Ends, Fact, kinds_in, lists, package_of
from cardhouse.games import GAMES
from cardhouse.wire.facts import SHARED, groups

FOLDER = Path(__file__).parents[1] / "web/src/generated"
LANGUAGE = "en"
TYPES = {
    "seat": "number",
    "seats": "number[]",
    "card": "string",
    "cards": "string[]",
    "number": "number",
    "gain": "number",
    "flag": "boolean",
    "word": "string",
    "text": "string",
}


def words() -> str:
    found = {
        "grammar": lists("cardhouse.cards", LANGUAGE).grammar,
        "shared": said(SHARED),
        "games": {name: said(kinds_in(game.facts)) for name, game in GAMES.items()},
    }
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"


def said(kinds: Iterable[type[Fact]]) -> dict[str, Any]:
    """Return the words of a list, and of each kind its sentence, the types of its parts, and whether it ends a deal."""
    found: dict[str, Any] = {"words": {}, "facts": {}}
    for kind in kinds:
        here = lists(package_of(kind), LANGUAGE)
        found["words"] |= here.words
        found["facts"][kind.kind] = {
            "says": here.sentences[kind.kind],
            "parts": kind.parts,
            **({"ends": True} if issubclass(kind, Ends) else {}),
        }
    return found


def types() -> str:
    lines = ["// Every fact that a house tells: tools/words.py writes this.", ""]
    for name, kinds in groups().items():
        lines += [f"export type {name} =", *(f"  | {shape(kind)}" for kind in kinds)]
        lines[-1] += ";"
    lines += ["", f"export type Fact = {' | '.join(groups())};"]
    return "\n".join(lines) + "\n"


def shape(kind: type[Fact]) -> str:
    parts = [f"kind: '{kind.kind}'", *(f"{name}: {TYPES[part]}" for name, part in kind.parts.items())]
    return f"{{ {'; '.join(parts)} }}"


FILES = {"words.json": words, "facts.ts": types}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, write in FILES.items():
        file = FOLDER / name
        if "--check" not in sys.argv:
            file.write_text(write(), "utf-8")
        elif not file.exists() or file.read_text("utf-8") != write():
            sys.exit(f"web/src/generated/{name} is not what the games say: run 'make build'.")


if __name__ == "__main__":
    main()
