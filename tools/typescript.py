"""Write the views of all games as TypeScript types: `web/src/generated/views.ts`.

python -m tools.typescript           # write them
python -m tools.typescript --check   # say which are not up to date, and exit with 1
"""

import sys
from pathlib import Path

from msgspec import inspect

from cardhouse.games import GAMES
from cardhouse.games.view import View

FILE = Path(__file__).parents[1] / "web/src/generated/views.ts"
PLAIN: dict[type[inspect.Type], str] = {
    inspect.AnyType: "unknown",
    inspect.BoolType: "boolean",
    inspect.FloatType: "number",
    inspect.IntType: "number",
    inspect.NoneType: "null",
    inspect.StrType: "string",
}
NAMED = (inspect.DataclassType, inspect.NamedTupleType)


class Writer:
    """Writes the types that it is asked for, and those that they need, each once."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}

    def add(self, kind: type, name: str = "") -> None:
        self._declare(inspect.type_info(kind), name or kind.__name__)

    def _declare(self, info: inspect.Type, name: str) -> None:
        if name in self.written:
            return
        self.written[name] = ""  # its place in the order, and an end to circles
        if isinstance(info, inspect.NamedTupleType):
            fields = ", ".join(f"{field.name}: {self.type(field.type)}" for field in info.fields)
            self.written[name] = f"export type {name} = [{fields}];"
        elif isinstance(info, inspect.DataclassType):
            self.written[name] = "\n".join([f"export type {name} = {{", *self._fields(info), "};"])

    def _fields(self, info: inspect.DataclassType) -> list[str]:
        fields = [field for field in info.fields if field.name != "event"]  # which is for player functions alone
        return [f"  {field.encode_name}: {self.type(field.type)};" for field in fields]

    def type(self, info: inspect.Type) -> str:
        if (plain := PLAIN.get(type(info))) is not None:
            return plain
        if isinstance(info, inspect.LiteralType):
            return " | ".join(f"'{value}'" for value in info.values)
        if isinstance(info, inspect.UnionType):
            return " | ".join(dict.fromkeys(self.type(one) for one in info.types))
        if isinstance(info, inspect.CollectionType):
            return _many(self.type(info.item_type))
        if isinstance(info, inspect.TupleType):
            return f"[{', '.join(self.type(one) for one in info.item_types)}]"
        if isinstance(info, inspect.DictType):
            return f"Record<{self.type(info.key_type)}, {self.type(info.value_type)}>"
        if isinstance(info, NAMED):
            self._declare(info, info.cls.__name__)
            return info.cls.__name__
        raise TypeError(f"{info!r} has no form in TypeScript yet.")

    def text(self, *head: str) -> str:
        return "\n\n".join([*head, *self.written.values()]) + "\n"


def _many(item: str) -> str:
    return f"({item})[]" if " " in item else f"{item}[]"


def views() -> str:
    writer = Writer()
    writer.add(View)
    for name, game in GAMES.items():
        writer.add(game.secrecy.kind, f"{name.capitalize()}View")
    return writer.text("// What a seat may know of each game: tools/typescript.py writes this from the games' tables.")


def main() -> None:
    if "--check" not in sys.argv:
        FILE.write_text(views(), "utf-8")
    elif not FILE.exists() or FILE.read_text("utf-8") != views():
        sys.exit(f"{FILE.name} is not what the games' tables say: run 'make build'.")


if __name__ == "__main__":
    main()
