"""The OpenAPI description of the house, generated from the types that validate its messages.

The schemas include the messages of the WebSocket, the views of all games and all facts.
"""

from importlib.metadata import version

from msgspec import json

from cardhouse.cards.facts import Fact
from cardhouse.games import GAMES
from cardhouse.untyped import Json
from cardhouse.wire import Ack, Hello, Nak, Sent, Suggestion
from cardhouse.wire.commands import AnyCommand, Notice, Suggest
from cardhouse.wire.evenings import Entered, EveningCommand, EveningInfo, NewEvening, NewEveningPlayer
from cardhouse.wire.facts import groups
from cardhouse.wire.lobby import (
    Analyse,
    Analysis,
    CalledOn,
    CallKey,
    CallMe,
    DailyInfo,
    DoNotCall,
    GameInfo,
    GuideInfo,
    NewAttempt,
    NewCode,
    NewPlayer,
    NewTable,
    Replay,
    SeatCode,
    Seated,
    TableListing,
    UsedCode,
)

REF = "#/components/schemas/{name}"
AnyRequest, Answered = AnyCommand | Suggest | Notice, Ack | Suggestion

# Path, method, summary, request, response and status
PATHS: tuple[tuple[str, str, str, object, object, int], ...] = (
    ("/api/games", "get", "The games, with their options.", None, list[GameInfo], 200),
    ("/api/games/{game}/rules", "get", "The rules of a game, in Markdown.", None, str, 200),
    ("/api/games/{game}/guide", "get", "How a game is taught: diagrams and tips.", None, GuideInfo, 200),
    ("/api/daily", "get", "Today's deals of the day, with their rankings.", None, DailyInfo, 200),
    ("/api/daily/{date}", "get", "The deals of an earlier day.", None, DailyInfo, 200),
    ("/api/daily/games/{game}", "post", "Play today's deal of a game, or go on with it.", NewAttempt, Seated, 201),
    ("/api/tables", "get", "The newest open tables that are listed.", None, list[TableListing], 200),
    ("/api/tables", "post", "Open a table, and take its first seat.", NewTable, Seated, 201),
    ("/api/tables/{table}", "get", "A table, the cards apart.", None, TableListing, 200),
    ("/api/tables/{table}/seats", "post", "Take a seat: a free one, or a bot's.", NewPlayer, Seated, 201),
    ("/api/tables/{table}/codes", "post", "A code that moves your seat to another device.", NewCode, SeatCode, 201),
    ("/api/tables/{table}/codes/use", "post", "Move a seat to this device.", UsedCode, Seated, 201),
    ("/api/calls", "get", "The key with which a browser subscribes to calls.", None, CallKey, 200),
    ("/api/tables/{table}/calls", "post", "Be called on a device when it is your turn.", CallMe, CalledOn, 201),
    ("/api/tables/{table}/calls/stop", "post", "Do not be called on a device any more.", DoNotCall, CalledOn, 200),
    (
        "/api/tables/{table}/commands",
        "post",
        "A command of a seat: leave, rematch, play ...",
        AnyRequest,
        Answered,
        200,
    ),
    ("/api/tables/{table}/log", "get", "A finished match, as JSON lines that replay.", None, str, 200),
    ("/api/tables/{table}/replay", "get", "A finished match, event by event, nothing hidden.", None, Replay, 200),
    ("/api/tables/{table}/analysis", "post", "What the coach says about a finished match.", Analyse, Analysis, 200),
    ("/api/evenings", "post", "Open an evening, as its first player.", NewEvening, Entered, 201),
    ("/api/evenings/{evening}", "get", "An evening: its players, rounds and standings.", None, EveningInfo, 200),
    ("/api/evenings/{evening}/players", "post", "Take part in an evening.", NewEveningPlayer, Entered, 201),
    (
        "/api/evenings/{evening}/commands",
        "post",
        "A command of a player: draw a round, leave ...",
        EveningCommand,
        EveningInfo,
        200,
    ),
    ("/health", "get", "Whether the house is open.", None, dict[str, bool], 200),
    ("/metrics", "get", "Figures for Prometheus.", None, str, 200),
)
MATCH = {
    "name": "match",
    "in": "query",
    "description": "Its number, from 1 on; without it, the last that is over.",
    "schema": {"type": "integer", "minimum": 1},
}
SEAT = {"type": "http", "scheme": "bearer", "description": "The token of a seat, or of a player of an evening."}
MEDIA = {"rules": "text/markdown", "log": "application/x-ndjson", "metrics": "text/plain"}  # the others are JSON


def document() -> Json:
    kinds = [kind for _, _, _, takes, gives, _ in PATHS for kind in (takes, gives) if kind is not None]
    kinds += [Nak, Hello, Sent]
    schemas, components = json.schema_components(kinds, ref_template=REF)
    found = dict(zip(map(repr, kinds), schemas, strict=True))
    paths: Json = {}
    for path, method, summary, takes, gives, status in PATHS:
        paths.setdefault(path, {})[method] = _operation(path, summary, takes, gives, status, found)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Cardhouse", "version": version("cardhouse"), "summary": "A house for card games."},
        "paths": paths,
        "x-socket": _socket(found),
        "components": {
            "schemas": components | _views() | _facts(),
            "securitySchemes": {"seat": SEAT},
        },
    }


def _socket(found: Json) -> Json:
    """Describe the WebSocket, for which OpenAPI has no syntax: its first message, its commands, and what it sends."""
    return {
        "path": "/socket/{table}",
        "first": found[repr(Hello)],
        "then": found[repr(AnyRequest)],
        "sends": found[repr(Sent)],
    }


def _views() -> Json:
    """Return the schema of every game's view, as `BlitzView`, and of `View`, which is one of them."""
    components, views = dict[str, Json](), list[Json]()
    for name, game in GAMES.items():
        prefix = name.capitalize()  # types of two games may have the same name
        (view,), parts = json.schema_components([game.secrecy.kind], ref_template=REF.format(name=prefix + "{name}"))
        parts[game.secrecy.kind.__name__]["properties"] |= {"game": {"const": name}, "event": {"type": "null"}}
        components |= {prefix + part: schema for part, schema in parts.items()}
        views.append(view)
    return components | {"View": {"anyOf": views}}


def _facts() -> Json:
    """Return the schemas of the facts of every game, and of `Fact`, which is one of them."""
    facts = {name: {"anyOf": [_fact(kind) for kind in kinds]} for name, kinds in groups().items()}
    return facts | {"Fact": {"anyOf": [{"$ref": REF.format(name=name)} for name in facts]}}


def _fact(kind: type[Fact]) -> Json:
    schema = json.schema(kind)["$defs"][kind.__name__]
    properties = {"kind": {"const": kind.kind}} | schema["properties"]
    return {"type": "object", "properties": properties, "required": list(properties)}


def _operation(path: str, summary: str, takes: object, gives: object, status: int, found: Json) -> Json:
    media = MEDIA.get(path.rpartition("/")[2], "application/json")
    operation: Json = {
        "summary": summary,
        "responses": {
            str(status): {"description": "Done.", "content": {media: {"schema": found[repr(gives)]}}},
            "4XX": {"description": "Why not.", "content": {"application/json": {"schema": found[repr(Nak)]}}},
        },
    }
    if "{" in path:
        name = path.partition("{")[2].partition("}")[0]
        operation["parameters"] = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}}]
    if path.endswith(("/log", "/replay")):
        operation["parameters"].append(MATCH)
    if takes is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": found[repr(takes)]}}}
    if takes in (AnyRequest, NewCode, CallMe, DoNotCall, EveningCommand):
        operation["security"] = [{"seat": []}]
    return operation
