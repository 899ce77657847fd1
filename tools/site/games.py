"""Write a page for each game: rules, options, moves and views from the package, figures from bench/*.json."""

import json
import re
from dataclasses import fields
from importlib import import_module
from inspect import getdoc
from types import ModuleType
from typing import Any

from bench.strength import goal_rows, pool_rows

from cardhouse.cards.cells import Cell, Option
from cardhouse.cards.zones import ZoneKind
from cardhouse.games.definition import AnyGame
from cardhouse.games.moves import Moves, Verb
from tools.generated import OURS, ROOT
from tools.site.source import Source
from tools.stubs import COMMON, written

RULE = re.compile(r"^\*\*(\d+)\.\*\*", re.MULTILINE)  # the beginning of a rule
CITED = re.compile(r"rule (\d+): (.*)")  # a rule cited in a comment
FOR_PROGRAMS = "\n## For programs\n"
OPTIONS = re.compile(r"^\| option \|.*?(?=^\n|\Z)", re.MULTILINE | re.DOTALL)  # the table of options
HEADING = re.compile(r"^(#+ )", re.MULTILINE)
PLACEHOLDER = re.compile(r"\$\{(number|string)\}")  # in the text of a move, as TypeScript writes it
SHOWN_AS = {"number": "N", "string": "CARDS"}
COLOURS = {"green": "success", "amber": "warning", "red": "failure"}  # the kind of box by the colour of a finding
MOST_WORDS = 8  # words of a field that are listed
HANDS = {
    "hand": "Your own cards; empty for a watcher.",
    "counts": "How many cards each seat holds.",
    "hands": "For each seat, the cards of its hand that you know.",
}
ZONES = {
    "count": "How many cards lie in the {name}.",
    "cards": "The cards in the {name}, which everybody sees.",
    "both": "The cards in the {name} that everybody sees.",
}


def pages() -> dict[str, str]:
    """Return the text of each game's page, by its file name."""
    return {f"games/{name}.md": _page(game) for name, game in OURS.items()}


def _page(game: AnyGame) -> str:
    package = _package(game)
    parts = [
        f"# {game.title}\n\n{game.aim}",
        f"![A table of {game.title}](../pictures/{game.name}-desk-light.jpg)",
        _facts(game),
        f"## Rules\n\n{_rules(game)}",
        f"## Options\n\n{_options(game)}",
        f"## Moves\n\n{_moves(game, _module(package, 'moves').MOVES)}",
        f"## What a seat sees\n\n{_view(game)}",
        f"## What the lab found\n\n{_findings(game)}",
        f"## How strong the bots are\n\n{_strength(game)}",
    ]
    return "\n\n".join(parts) + "\n"


def _package(game: AnyGame) -> str:
    return str(game.law.__name__.rpartition(".")[0])


def _module(package: str, name: str) -> ModuleType:
    return import_module(f"{package}.{name}")


def _facts(game: AnyGame) -> str:
    law = game.law.__name__.replace(".", "/")
    seats = f", most often {game.default_seats}" if len(game.seats) > 1 else ""
    return (
        f"**{game.players.capitalize()}**{seats}. Play it in the terminal with `cardhouse play {game.name}`, or in the "
        f"browser with `cardhouse serve`. The rules below are [{len(_lines(game))} lines of law](../../src/{law}.py)."
    )


def _lines(game: AnyGame) -> list[str]:
    return Source(import_module(game.law.__name__)).lines


def _rules(game: AnyGame) -> str:
    """Return the rules without their title, with headings one level lower and an anchor for each rule."""
    leaflet = game.rules.partition(FOR_PROGRAMS)[0].partition("\n")[2].strip()
    return RULE.sub(r"**\1.**{ #rule-\1 }", HEADING.sub(r"#\1", leaflet))


def _options(game: AnyGame) -> str:
    rows = [_option(option) for option in game.options]
    head = "Say them when you open a table, or with `--option NAME=VALUE` in the terminal.\n\n"
    return head + _table(("option", "what it sets", "name", "values", "rule"), *rows)


def _option(option: Option) -> tuple[str, ...]:
    default = f"{option.choices}; `{option.default}` is the default"
    values = "<br>".join(_value(option, word) for word in option.values) or default
    return f"**{option.label}**", option.meaning, f"`{option.name}`", values, _rule(option.rule)


def _value(option: Option, word: str) -> str:
    label = option.label_of(word)
    shown = f"`{word}`" if label == word else f"`{word}`: {label}"
    return f"{shown} (default)" if word == option.default else shown


def _moves(game: AnyGame, moves: Moves) -> str:
    """Return the notation of moves, and the section for programs of the rules without its table of options."""
    for_programs = OPTIONS.sub("", game.rules.partition(FOR_PROGRAMS)[2]).strip()
    rows = [_verb(verb, moves) for verb in moves.verbs]
    head = "A move is written as a verb and what it applies to; `N` is a number.\n\n"
    return head + _table(("move", "for example", "rule"), *rows) + f"\n\n{for_programs}"


def _verb(verb: Verb, moves: Moves) -> tuple[str, ...]:
    forms = [PLACEHOLDER.sub(lambda found: SHOWN_AS[found[1]], text) for text in verb.texts]
    examples = [example for example in verb.examples if example not in forms]
    return _listed(forms), _listed(examples), _rule(verb.rule or moves.rule)


def _listed(texts: list[str]) -> str:
    return "<br>".join(f"`{text}`" for text in texts)


# Views


def _view(game: AnyGame) -> str:
    state = game.law.State
    source = Source(import_module(state.__module__))
    comments = {field.name: field.comment for node in source.classes for field in source.fields(node)}
    seen = _module(_package(game), "seen").SEEN
    meanings = _zone_meanings(state.ZONES.kinds)
    for name, cell in state.CELLS.items():
        meanings[cell.shown or name] = _meaning(cell, comments[name])
    meanings |= {extra.name: _sentence((getdoc(extra.of) or "").removeprefix("Return ")) for extra in seen.extras}
    rows = []
    structs: dict[str, type] = {}
    for field in fields(game.secrecy.kind):
        if field.name not in COMMON:
            _find_structs(field.type, structs)
            rows.append((f"`{field.name}`", f"`{written(field.type, set())}`", meanings[field.name]))
    bare = [name for name, _, meaning in rows if not meaning]
    if bare:
        raise SystemExit(f"{state.__module__}: a comment must say what these cells are: {', '.join(bare)}.")
    every = "../reference/games.md#cardhouse.games.view.View"
    head = f"A player function gets these fields beside [those of every view]({every}).\n\n"
    return "\n\n".join([head + _table(("field", "type", "meaning"), *rows), *map(_struct, structs.values())])


def _zone_meanings(zones: dict[str, ZoneKind]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, zone in zones.items():
        if zone.shown == "hands":
            found |= HANDS
        elif zone.shown:
            found[name] = ZONES[zone.shown].format(name=name) + (" One pile for each seat." if zone.by_seat else "")
        if zone.shown == "both":
            found[f"{name}_hidden"] = f"How many more cards lie in the {name}, face down."
    return found


def _meaning(cell: Cell, comment: str) -> str:
    """Return the meaning of a cell: an option's own, otherwise the comment beside its declaration."""
    if cell.option:
        return f"The option *{cell.option.label}*."
    text = _sentence(comment)
    if text and cell.kind == "word" and 1 < len(cell.words) <= MOST_WORDS:
        text += f" One of {', '.join(f'`{word}`' for word in cell.words if word)}."
    if text and cell.kind in ("seat", "card"):
        text += " " + ("-1 for nobody." if cell.kind == "seat" else "Empty for none.")
    return text


def _sentence(text: str) -> str:
    """Turn a comment into a sentence, with the rule that it cites as a link at its end."""
    if cited := CITED.fullmatch(text):
        return f"{_sentence(cited[2])[:-1]} (rule {_rule(int(cited[1]))})."
    return text[:1].upper() + text[1:].rstrip(".") + "." if text else ""


def _find_structs(kind: Any, found: dict[str, type]) -> None:
    """Collect the structs in the type of a field."""
    for part in getattr(kind, "__args__", ()):
        _find_structs(part, found)
    for part in getattr(kind, "__annotations__", {}).values():
        found[kind.__name__] = kind
        _find_structs(part, found)


def _struct(kind: type) -> str:
    source = Source(import_module(kind.__module__))
    node = next(node for node in source.classes if node.name == kind.__name__)
    rows = [(f"`{one.name}`", f"`{one.type}`", _sentence(one.comment)) for one in source.fields(node)]
    return f"### {kind.__name__}\n\n" + _table(("field", "type", "meaning"), *rows)


# Figures


def _bench(name: str) -> Any:
    return json.loads((ROOT / "bench" / f"{name}.json").read_text("utf-8"))


def _findings(game: AnyGame) -> str:
    text = "[How a report measures this](../report.md), and for which players it holds. "
    text += f"[What random play shows](../random-play.md#{game.name}).\n\n"
    titles: dict[str, list[str]] = {}
    for title, colour, words in _bench("findings")[game.name]:
        titles.setdefault(title, []).append(f'!!! {COLOURS[colour]} ""\n\n    **{colour.capitalize()}.** {words}\n')
    return text + "\n".join(f"**{title}**\n\n" + "\n".join(found) for title, found in titles.items())


def _strength(game: AnyGame) -> str:
    found = _bench("strength")[game.name]
    pool = found["pool"]
    seats = f"{pool['seats']} seats; by chance each would come first in {pool['par']:.0%} of matches."
    played = f"Each against each of the others, {pool['blocks']} blocks:"
    timed = [row for row in _bench("levels")["rows"] if row["game"] == game.name]
    rows = [(row["level"], f"{row['p50_ms']:,} ms", f"{row['p99_ms']:,} ms") for row in timed]
    text = f"{seats} [How this is measured](../strength.md).\n\n{goal_rows(found)}\n\n{played}\n\n{pool_rows(pool)}"
    if rows:
        text += "\n\nHow long a move takes in a house while 200 other tables play:\n\n"
        text += _table(("level", "median", "99th percentile"), *rows)
    return text


# Tables


def _rule(number: int) -> str:
    return f"[{number}](#rule-{number})" if number else ""


def _table(head: tuple[str, ...], *rows: tuple[str, ...]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(_cell(cell) for cell in line) + " |" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", r"\|")
