"""Write the page's files that come from the games: `make build` runs it, and `make page` compares (`--check`).

`words/` has the sentences that all games share, in each language; `facts.ts` has the types of all facts.
"""

import json

from msgspec import to_builtins

from cardhouse.cards.facts import Fact, languages, lists
from cardhouse.house.catalogue import sentences
from cardhouse.wire.facts import SHARED, groups
from tools.generated import OURS, PAGE, write_or_check

TYPES = {
    "seat": "number",
    "seats": "number[]",
    "card": "string",
    "cards": "string[]",
    "number": "number",
    "index": "number",
    "place": "number",
    "gain": "number",
    "flag": "boolean",
    "word": "string",
    "text": "string",
}


def words(language: str) -> str:
    """Return the sentences that all games share; the house sends each game's own."""
    shared = to_builtins(sentences(SHARED, language))
    found = {"grammar": lists("cardhouse.cards", language).grammar, **shared}
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"


def types() -> str:
    lines = ["// Every fact that a house tells: tools/words.py writes this.", ""]
    for name, kinds in groups(OURS).items():
        lines += [f"export type {name} =", *(f"  | {shape(kind)}" for kind in kinds)]
        lines[-1] += ";"
    lines += ["", f"export type Fact = {' | '.join(groups(OURS))};"]
    return "\n".join(lines) + "\n"


def shape(kind: type[Fact]) -> str:
    parts = [f"kind: '{kind.kind}'", *(f"{name}: {TYPES[part]}" for name, part in kind.parts.items())]
    return f"{{ {'; '.join(parts)} }}"


if __name__ == "__main__":
    lists_of_words = {PAGE / f"words/{language}.json": words(language) for language in languages()}
    write_or_check({**lists_of_words, PAGE / "facts.ts": types()})
