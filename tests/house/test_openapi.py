"""What a house really sends is what `/openapi.json` says, in all games: nothing is missing, and nothing is more."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError
from msgspec import json

from cardhouse.bots import LEVELS
from cardhouse.games import GAMES
from cardhouse.games.view import View
from cardhouse.house import messages, openapi
from cardhouse.house.archive import finished_matches
from cardhouse.house.catalogue import describe_game
from cardhouse.house.replays import replay
from cardhouse.play.match import Match
from cardhouse.wire import ComparedInfo, Denial, Hello, MatchEvent, Suggestion, encode
from cardhouse.wire.commands import Dealt
from tests.house.in_memory import InMemoryHouse, play_on
from tests.house.test_rooms import SHORT

FEW, MOST_FRAMES = 60, 250  # moves where a test needs no whole match; frames that are looked at
STRICT = {"additionalProperties": False}
happened = messages.event_for


@cache
def document() -> dict[str, Any]:
    """Return the document, strict: other fields than those that it names are refused."""
    found: dict[str, Any] = json.decode(encode(openapi.document()))
    for schema in found["components"]["schemas"].values():
        for one in (schema, *schema.get("anyOf", ())):
            if "properties" in one:
                one |= STRICT
    return found


@cache
def validator(name: str) -> Draft202012Validator:
    schema = document()["x-socket"][name] if name in document()["x-socket"] else {"$ref": openapi.REF.format(name=name)}
    return Draft202012Validator({**schema, "components": document()["components"]})


def check(name: str, sent: object) -> None:
    validator(name).validate(json.decode(sent if isinstance(sent, bytes) else encode(sent)))


def play(game: str, *, most: int = 5000) -> InMemoryHouse:
    """Return a house in which two people, a watcher and bots have played, talked and asked."""
    house = InMemoryHouse(game, people=2 if game == "javelin" else 1, options=SHORT.get(game, {}), pace=0)
    ann = house.people[0]
    watcher = type(ann)(house, 0)
    for person in (*house.people, watcher):
        person.reasons = True
        person.enter()
    if house.phase == "open":
        house.must(ann.say("start"))
    for kind, more in (("say", {"text": "hello"}), ("pace", {"seconds": 0.1}), ("level", {"level": "quick"})):
        house.must(ann.say(kind, **more))
    play_on(house, Random(1), most=most, to_the_end=most == 5000)
    house.people.append(watcher)
    return house


def frames_of(house: InMemoryHouse) -> list[bytes]:
    heard = [frame for person in house.people for frame in person.heard]
    return heard if len(heard) <= MOST_FRAMES else [*heard[:20], *Random(2).sample(heard[20:], MOST_FRAMES - 20)]


def check_frames(house: InMemoryHouse) -> set[str]:
    """Hold the frames against the document; return the types that were among them."""
    for frame in frames_of(house):
        check("sends", frame)
    return {json.decode(frame)["type"] for frame in frames_of(house)}


@pytest.mark.parametrize("game", GAMES)
def test_the_messages_of_a_match_are_as_described(game: str) -> None:
    house = play(game)
    assert {"welcome", "event"} <= check_frames(house)
    (played,) = finished_matches(house.store.rows)
    check("Replay", replay(played, 1, 1))
    check("TableListing", messages.listing("table", house.room.sitting))
    check("GameInfo", describe_game(GAMES[game], LEVELS))


@pytest.mark.parametrize("game", GAMES)
def test_views_of_every_seat_are_as_described(game: str) -> None:
    match = play(game, most=FEW).room.sitting.match
    assert match is not None
    for seat in range(-1, match.seats):
        check(f"{game.capitalize()}View", match.view(seat))
        check("View", match.view(seat))


def test_answers_are_as_described() -> None:
    house = play("president", most=FEW)
    ann = house.people[0]
    refused = ann.play("play 99x")
    late = ann.say("start")
    assert isinstance(refused, Denial)
    assert isinstance(late, Denial)
    for answer in (
        house.must(ann.say("say", text="well")),
        refused.nak(3),
        late.nak(),
        Suggestion(
            id=1, move="pass", seq=2, draft=0, compared=(ComparedInfo(move="play 9c", better=1, worse=0, trials=2),)
        ),
    ):
        check("sends", answer)
    assert refused.nak().fact is not None
    house.must(ann.say("leave"))
    assert ann.bye is not None
    check("sends", ann.bye)


def test_what_is_sent_to_a_house_is_described_too() -> None:
    check("first", Hello(token="secret", last=7))
    for command in ({"type": "play", "id": 1, "move": "pass", "base": 4}, {"type": "vote", "id": 2, "seat": 0}):
        check("then", command)
    with pytest.raises(ValidationError):
        check("then", {"type": "play", "id": 0, "move": "pass", "base": 4})


def with_a_field_more(view: View | None) -> Any:
    return view and view.as_dict() | {"peeked": "4c"}


def with_a_word_as_a_number(view: View | None) -> Any:
    return view and view.as_dict() | {"moves": [7]}


def with_a_field_less(view: View | None) -> Any:
    return view and {name: value for name, value in view.as_dict().items() if name != "counts"}


@pytest.mark.parametrize("fault", [with_a_field_more, with_a_word_as_a_number, with_a_field_less])
def test_a_view_that_is_not_as_described_is_found(
    monkeypatch: pytest.MonkeyPatch, fault: Callable[[View | None], Any]
) -> None:
    def view(update: messages.Update, match: Match, seat: int) -> bytes:
        return encode(fault(match.view(seat)))

    monkeypatch.setattr(messages.Update, "_view", view)
    with pytest.raises(ValidationError):
        check_frames(play("president", most=FEW))


def a_silent_entry(happened: Any) -> Any:
    return Dealt() if isinstance(happened, MatchEvent) else happened


def an_unknown_fact(happened: Any) -> Any:
    return MatchEvent(seat=0, move="pass", facts=[{"kind": "winked", "seat": 0}])


def a_fact_without_its_part(happened: Any) -> Any:
    return MatchEvent(seat=0, move="pass", facts=[{"kind": "out", "seat": 0}])


@pytest.mark.parametrize("fault", [a_silent_entry, an_unknown_fact, a_fact_without_its_part])
def test_an_event_that_is_not_as_described_is_found(
    monkeypatch: pytest.MonkeyPatch, fault: Callable[[Any], Any]
) -> None:
    monkeypatch.setattr(messages, "event_for", lambda news, seat: fault(happened(news, seat)))
    with pytest.raises(ValidationError):
        check_frames(play("president", most=FEW))
