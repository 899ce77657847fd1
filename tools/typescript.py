"""Write the types of views and of the wire for the page: `views.ts` and `wire.ts` in `web/src/generated`.

python -m tools.typescript           # write them
python -m tools.typescript --check   # say which are not up to date, and exit with 1
"""

from collections.abc import Iterable
from typing import Any

from msgspec import NODEFAULT, inspect

from cardhouse import wire
from cardhouse.cards.ledger import WATCHER
from cardhouse.games.seen import HANDS
from cardhouse.games.view import View
from cardhouse.play.events import DEALER
from cardhouse.wire import commands, evenings, lobby
from tools.generated import OURS, PAGE, write_or_check

PLAIN: dict[type[inspect.Type], str] = {
    inspect.AnyType: "unknown",
    inspect.BoolType: "boolean",
    inspect.FloatType: "number",
    inspect.IntType: "number",
    inspect.NoneType: "null",
    inspect.StrType: "string",
}
NAMED = (inspect.DataclassType, inspect.NamedTupleType, inspect.StructType)


class Writer:
    """Writes types, and the types that they depend on, each once."""

    def __init__(self, elsewhere: Iterable[str] = ()) -> None:
        self.written: dict[str, str] = {}
        self._elsewhere = set(elsewhere)  # names that another file declares
        self._classes: dict[str, type] = {}  # classes by name
        self._aliases: dict[str, str] = {}  # names of unions and literals, by their definition

    def add(self, kind: type, name: str = "") -> None:
        self._declare(inspect.type_info(kind), name or kind.__name__)

    def add_optional(self, name: str, fields: dict[str, object]) -> None:
        """Add optional fields to a type that has been written."""
        lines = [f"  {field}?: {self.type(inspect.type_info(kind))};" for field, kind in fields.items()]
        self.written[name] = "\n".join([self.written[name].removesuffix("\n};"), *lines, "};"])

    def narrow(self, name: str, field: str, wide: str, narrow: str) -> None:
        """Narrow the type of a field of a type that has been written."""
        assert f"  {field}: {wide};" in self.written[name], f"{name} has no {field} of the type {wide}."
        self.written[name] = self.written[name].replace(f"  {field}: {wide};", f"  {field}: {narrow};")

    def add_alias(self, name: str, kind: Any) -> None:
        """Name a union or literal; every type that uses it refers to that name."""
        info = inspect.type_info(kind)
        self.written[name] = f"export type {name} = {self.type(info)};"
        self._aliases[repr(info)] = name

    def _declare(self, info: inspect.Type, name: str) -> None:
        if name in self._elsewhere:
            return
        if name in self.written:
            assert self._classes[name] is getattr(info, "cls", None), f"Two types are called {name}."
            return
        self.written[name] = ""  # reserves its position, and ends recursion
        if isinstance(info, NAMED):
            self._classes[name] = info.cls
        if isinstance(info, inspect.NamedTupleType):
            fields = ", ".join(f"{field.name}: {self.type(field.type)}" for field in info.fields)
            self.written[name] = f"export type {name} = [{fields}];"
        elif isinstance(info, inspect.DataclassType | inspect.StructType):
            self.written[name] = "\n".join([*_comment(info.cls), f"export type {name} = {{", *self._fields(info), "};"])

    def _fields(self, info: inspect.DataclassType | inspect.StructType) -> list[str]:
        tag = [f"  {info.tag_field}: '{info.tag}';"] if isinstance(info, inspect.StructType) and info.tag else []
        fields = [field for field in info.fields if field.name != "event"]  # only for player functions
        return tag + [f"  {self._field(field, _may_omit(info, field))};" for field in fields]

    def _field(self, field: inspect.Field, may_be_missing: bool) -> str:
        kind = self.type(field.type)
        if not may_be_missing:
            return f"{field.encode_name}: {kind}"
        if field.default is None:  # it is left out, and never null
            kind = kind.removesuffix(" | null")
        return f"{field.encode_name}?: {kind}"

    def type(self, info: inspect.Type) -> str:
        if (name := self._aliases.get(repr(info))) is not None:
            return name
        if (plain := PLAIN.get(type(info))) is not None:
            return plain
        if isinstance(info, inspect.Metadata):
            title = (info.extra_json_schema or {}).get("title", "")
            return title if title in self._elsewhere else self.type(info.type)
        if isinstance(info, inspect.LiteralType):
            return " | ".join(f"'{value}'" for value in info.values)
        if isinstance(info, inspect.UnionType):
            return " | ".join(dict.fromkeys(self.type(one) for one in info.types))
        if isinstance(info, inspect.CollectionType):
            return _list_of(self.type(info.item_type))
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


def _comment(cls: type) -> list[str]:
    """Return the docstring, if it is one paragraph of a message: a dataclass has its signature there."""
    doc = cls.__doc__ if hasattr(cls, "__struct_config__") else None
    return [f"/** {' '.join(doc.split())} */"] if doc else []


def _may_omit(info: inspect.DataclassType | inspect.StructType, field: inspect.Field) -> bool:
    """Return whether a field may be missing: where defaults are left out, and in what the house reads."""
    if field.default is NODEFAULT and field.default_factory is NODEFAULT:
        return False
    config = getattr(info.cls, "__struct_config__", None)
    return config is not None and (config.omit_defaults or config.forbid_unknown_fields)


def _list_of(item: str) -> str:
    return f"({item})[]" if " " in item else f"{item}[]"


def views() -> str:
    writer = Writer()
    writer.add(View)
    writer.add_optional("View", HANDS)
    for name, game in OURS.items():
        writer.add(game.secrecy.kind, f"{name.capitalize()}View")
        writer.narrow(f"{name.capitalize()}View", "moves", "string[]", f"{name.capitalize()}Move[]")
    head = "// What a seat may know of each game: tools/typescript.py writes this from the games' states."
    moves = ", ".join(f"{name.capitalize()}Move" for name in OURS)
    return writer.text(head, f"import type {{ {moves} }} from './moves';")


def messages() -> str:
    writer = Writer(elsewhere=("Fact", "View"))
    writer.add_alias("Code", wire.Code)
    writer.add_alias("Phase", wire.Phase)
    writer.add_alias("Command", commands.AnyCommand)
    writer.add_alias("Notice", commands.Notice)
    writer.add_alias("EveningCommand", evenings.EveningCommand)
    writer.add(commands.Suggest)
    writer.add(wire.Hello)
    writer.add_alias("Happened", wire.Happened)
    writer.add_alias("Sent", wire.Sent)
    for kind in (
        lobby.NewTable,
        lobby.NewPlayer,
        lobby.SeatCode,
        lobby.UsedCode,
        lobby.Seated,
        lobby.TableListing,
        lobby.GameInfo,
        lobby.GuideInfo,
        lobby.Replay,
        lobby.Analysis,
        evenings.NewEvening,
        evenings.NewEveningPlayer,
        evenings.Entered,
        lobby.CallKey,
        lobby.CallMe,
        lobby.CalledOn,
        lobby.NewAttempt,
        lobby.DailyInfo,
    ):
        writer.add(kind)
    return writer.text(
        "// What the house is told and says: tools/typescript.py writes this from src/cardhouse/wire.",
        "import type { Fact } from './facts';\nimport type { View } from './views';",
        f"export const VERSION = {wire.VERSION};\nexport const DEALER = {DEALER};\nexport const WATCHER = {WATCHER};",
    )


if __name__ == "__main__":
    write_or_check({PAGE / "views.ts": views(), PAGE / "wire.ts": messages()})
