"""Facts: what happened, or why a move is refused, as a kind and typed parts. Programs exchange facts, never prose.

    @fact
    class Out(Fact):
        seat: Seat
        place: Place

    Out(2, 1).as_dict()         {'kind': 'out', 'seat': 2, 'place': 1}
    sentence(Out(2, 1))         'Seat 2 is out first.'

Sentences are made at the edge, from the templates in `en.json` beside the module that declares the fact; another
language is another file with the same keys. In a template `{seat}` is a name, `{seat's}` its possessive,
`{seat:is|are}` the verb for another player and for you, `{points:point|points}` singular and plural,
`{unseen:yes|no}` the text for a flag. Marks may be nested: `{to:{to}|dir}`. `docs/add-a-language.md` has all of it.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib import resources
from types import ModuleType
from typing import Annotated, ClassVar, NamedTuple, TypeVar, dataclass_transform, get_type_hints

from cardhouse.untyped import Json

Seat = Annotated[int, "seat"]
Seats = Annotated[tuple[int, ...], "seats"]
Card = Annotated[str, "card"]  # its name, with the card it stands for if there is one, as in `J1=5s`
Cards = Annotated[tuple[str, ...], "cards"]
Number = Annotated[int, "number"]
Index = Annotated[int, "index"]  # counted from 0, as in the text of a move; for people, clients count from 1
Place = Annotated[int, "place"]  # from 1 on, said as an ordinal: a key of `words`, or else the number
Gain = Annotated[int, "gain"]  # a number with its sign
Flag = Annotated[bool, "flag"]
Word = Annotated[str, "word"]  # a key of `words` in the language file
Text = Annotated[str, "text"]  # user input as quoted by `shown`, or notation: not translated

ENGLISH = "en"
ALTERNATIVE = r"(?:[^{}|]|\{\w+(?:'s)?\})*"
MARK = re.compile(rf"\{{(\w+)('s)?(?::({ALTERNATIVE})\|({ALTERNATIVE}))?\}}")
BEGINS_WITH_I = re.compile(r"i|hi(?![ae])", re.IGNORECASE)
F = TypeVar("F", bound="Fact")


class Fact:
    """A typed statement: a kind, which is the class's name, and parts. The decorator `fact` declares one."""

    __slots__ = ()
    kind: ClassVar[str]
    parts: ClassVar[dict[str, str]]  # the types of the parts, by name

    def as_dict(self) -> Json:
        return {"kind": self.kind, **{name: getattr(self, name) for name in self.parts}}


class Ends(Fact):
    """A fact that says that a deal or the match is over."""

    __slots__ = ()


@dataclass_transform(frozen_default=True)
def fact(declared: type[F]) -> type[F]:
    made = dataclass(frozen=True, slots=True)(declared)
    made.kind = re.sub(r"(?<!^)(?=[A-Z])", "_", made.__name__).lower()
    hints = get_type_hints(made, include_extras=True)
    made.parts = {part.name: hints[part.name].__metadata__[0] for part in fields(made)}  # type: ignore[arg-type]  # it is one now
    return made


@fact
class NoSuchCard(Fact):
    name: Text


def kinds_in(module: ModuleType) -> tuple[type[Fact], ...]:
    """Return the facts that a module declares."""
    return tuple(
        one
        for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, Fact) and one.__module__ == module.__name__ and "kind" in vars(one)
    )


# Sentences


class Lists(NamedTuple):
    """The contents of a language file such as `en.json`."""

    sentences: dict[str, str]  # by kind
    words: dict[str, str]
    texts: dict[str, str]  # by the English text, as the game declares it: options, tips, diagrams; not in English
    grammar: dict[str, str]  # only in the file of this folder


@cache
def lists(package: str, language: str) -> Lists:
    file = resources.files(package).joinpath(f"{language}.json")
    found = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return Lists(*(found.get(name, {}) for name in Lists._fields))


@cache
def languages(package: str = __package__) -> tuple[str, ...]:
    """Return the languages that a package has a list in, English first."""
    files = resources.files(package).iterdir()
    found = sorted(file.name[:-5] for file in files if re.fullmatch(r"[a-z]{2,3}\.json", file.name))
    return (ENGLISH, *(language for language in found if language != ENGLISH))


def language_in(package: str, wanted: str) -> str:
    """Return the language wanted, or English if a package, such as a game from outside, has no list in it."""
    return wanted if wanted in languages() and wanted in languages(package) else ENGLISH


def package_of(kind: type[Fact]) -> str:
    """Return the package whose language file has the sentence."""
    return kind.__module__.rpartition(".")[0]


def seat_number(seat: int) -> str:
    return f"seat {seat}"


def clause(
    fact: Fact,
    *,
    name: Callable[[int], str] = seat_number,
    card: Callable[[str], str] = str,
    you: int | None = None,
    language: str = ENGLISH,
) -> str:
    """Return a fact as a clause, to be used within a sentence. `name` names a seat, and `card` writes a card."""
    package = package_of(type(fact))
    language = language_in(package, language)
    found = lists(package, language)
    if fact.kind not in found.sentences:
        raise LookupError(f"The fact {fact.kind} has no sentence in {language}.json of {package}.")
    grammar = lists(__package__, language).grammar

    def person(seat: int) -> str:
        return grammar["you"] if seat == you else name(seat)

    def said(mark: re.Match[str]) -> str:
        part, owner, first, second = mark.groups()
        kind, value = fact.parts[part], getattr(fact, part)
        if first is not None:
            return MARK.sub(said, second if _takes_second(kind, value, you, grammar) else first)
        if owner:
            return grammar["your"] if value == you else grammar["owner"].replace("{name}", name(value))
        match kind:
            case "seat":
                return person(value)
            case "seats":
                return listed([person(seat) for seat in value], grammar)
            case "card":
                return card(value)
            case "cards":
                return " ".join(map(card, value))
            case "gain":
                return f"{value:+}"
            case "word":
                return found.words[value]
            case "place":
                return found.words.get(str(value), str(value))
        return str(value)

    return MARK.sub(said, found.sentences[fact.kind])


def _takes_second(kind: str, value: object, you: int | None, grammar: Mapping[str, str]) -> bool:
    """Return whether the second alternative applies: for you, for a plural, or for a flag that is not set."""
    if kind == "seat":
        return bool(value == you)
    if kind == "number":
        return str(value).lstrip("-") not in grammar["singular"].split()
    return not value


def listed(names: Iterable[str], grammar: Mapping[str, str]) -> str:
    """Return names as a list, such as `Ann, Ben and Cleo`. In Spanish `y` becomes `e` before the sound of an `i`."""
    *first, end = names
    last = grammar.get("and_before_i") if BEGINS_WITH_I.match(end) else None
    return f"{', '.join(first)} {last or grammar['and']} {end}" if first else end


def sentence(
    fact: Fact,
    *,
    name: Callable[[int], str] = seat_number,
    card: Callable[[str], str] = str,
    you: int | None = None,
    language: str = ENGLISH,
) -> str:
    """Return a fact as a whole sentence."""
    return whole(clause(fact, name=name, card=card, you=you, language=language))


def whole(said: str) -> str:
    return f"{said[:1].upper()}{said[1:]}."
