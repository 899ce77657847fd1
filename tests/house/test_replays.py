"""Replays: what everybody may look at after a match, and nothing of one that runs."""

import asyncio
import gzip
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import json

from cardhouse import GAMES
from cardhouse import replay as replayed
from cardhouse.client import Seat
from cardhouse.house import archive, replays
from cardhouse.house.archive import finished_matches
from cardhouse.house.replays import Replays
from cardhouse.house.rows import Row
from cardhouse.wire import encode
from cardhouse.wire.commands import NO_PLAYER
from tests.house.in_memory import InMemoryHouse, Person, play_on
from tests.house.live import LiveHouse
from tests.house.test_rooms import SHORT
from tests.play.by_hand import is_fair


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHouse]:
    with LiveHouse(tmp_path_factory.mktemp("replays")) as house:
        yield house


def sit_down(house: LiveHouse, game: str, **more: Any) -> Seat:
    made = house.post("/api/tables", {"game": game, "name": "Ann", "pace": 0, **more})
    path, token = f"/api/tables/{made['table']['id']}/commands", made["token"]
    house.post(path, {"type": "entropy", "id": 1, "text": "luck"}, token)
    house.post(path, {"type": "start", "id": 2}, token)
    return Seat(house.url, made["table"]["id"], token, game)


def first_move(view: Any) -> str:
    return str(view.moves[0])


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_match_of_every_game_is_replayed(house: LiveHouse, game: str) -> None:
    seat = sit_down(house, game, options=SHORT.get(game, {}))
    path = f"/api/tables/{seat.table}/replay"
    assert house.request("GET", path)[1]["code"] == "not_now"
    result = seat.play(first_move)
    found = house.get(path)
    match = replayed(house.get(f"/api/tables/{seat.table}/log"))
    assert (found["game"], found["match"], found["matches"]) == (game, 1, 1)
    assert (found["seats"], found["names"], found["options"]) == (match.seats, [*match.names], match.options)
    assert found["result"] == json.decode(encode(result))
    moves = [(frame["happened"]["seat"], frame["happened"]["move"]) for frame in found["frames"]]
    assert moves == [(event.seat, event.move) for event in match.events]
    assert found["frames"][0]["view"].keys() >= {"game", "seat", "seats", "deal", "to_act", "moves"}
    assert "hidden" not in str(found["frames"][0]["happened"])
    assert len(found["deals"]) == match.deals_over
    for deal in found["deals"]:
        assert is_fair(deal["commitment"], deal["reveal"], [(draw["of"], draw["drew"]) for draw in deal["draws"]])
        assert found["frames"][deal["frame"]]["happened"]["move"] in ("gather", "deal")


def test_a_replay_is_sent_compressed_to_clients_that_accept_gzip(house: LiveHouse) -> None:
    seat = sit_down(house, "president")
    seat.play(first_move)
    url = f"{house.url}/api/tables/{seat.table}/replay"
    bodies = {}
    for accepted in ("", "gzip", "br, GZIP;q=0.5", "gzip;q=0", "deflate"):
        with urllib.request.urlopen(urllib.request.Request(url, headers={"Accept-Encoding": accepted})) as answer:
            assert answer.headers["vary"] == "accept-encoding"
            assert answer.headers.get_all("cache-control") == ["no-store"]
            bodies[accepted] = (answer.headers["content-encoding"], answer.read())
    plain = bodies[""][1]
    assert [coding for coding, _ in bodies.values()] == [None, "gzip", "gzip", None, None]
    assert all(body == plain or gzip.decompress(body) == plain for _, body in bodies.values())
    assert len(bodies["gzip"][1]) < len(plain) / 4


def answers(house: LiveHouse, table: str) -> dict[str, tuple[int, Any]]:
    """All that can be asked about the matches of a table."""
    asked = [f"{what}{match}" for what in ("log", "replay") for match in ("", "?match=1", "?match=2", "?match=3")]
    return {one: house.request("GET", f"/api/tables/{table}/{one}") for one in asked}


def a_running_match_is_told_to_nobody(house: LiveHouse) -> None:
    """While the second match runs, all that is told is what was told before it began."""
    seat = sit_down(house, "president")
    seat.play(first_move)
    before, during = answers(house, seat.table), list[dict[str, tuple[int, Any]]]()

    def choose(view: Any) -> str:
        during.append(answers(house, seat.table))
        return first_move(view)

    seat.play(choose, again=True)
    assert during
    for found in during:
        for one in ("log", "log?match=1", "replay", "replay?match=1"):
            assert found[one] == before[one], "what is told of a finished match has changed"
        for one in ("log?match=2", "replay?match=2"):
            status, nak = found[one]
            assert (status, nak["code"]) == (409, "not_now"), "a match that runs is told"
    after = answers(house, seat.table)
    assert after["log"] == after["log?match=2"] != after["log?match=1"] == before["log"]
    assert after["replay"] == after["replay?match=2"]
    assert after["replay?match=1"][1] == {**before["replay"][1], "matches": 2}
    for found in (before, *during, after):
        assert found["replay?match=3"][1]["code"] == found["log?match=3"][1]["code"] == "unknown"


def test_nothing_of_a_running_match_is_told(house: LiveHouse) -> None:
    a_running_match_is_told_to_nobody(house)


def test_planted_a_house_that_takes_a_match_for_over_when_it_begins_is_found(tmp_path: Path) -> None:
    with (
        LiveHouse(tmp_path, plant="match over at its start") as house,
        pytest.raises(AssertionError, match=r"is told|has changed"),
    ):
        a_running_match_is_told_to_nobody(house)


@pytest.mark.parametrize(
    ("match", "status", "code"),
    [("0", 404, "unknown"), ("2", 404, "unknown"), ("999999999", 404, "unknown"), ("1", 409, "not_now")]
    + [(wrong, 400, "unreadable") for wrong in ("", "x", "-1", "1.0", "%D9%A1", "9" * 5000)],
)
@pytest.mark.parametrize("what", ["log", "replay"])
def test_a_match_that_is_not_over_or_not_there(house: LiveHouse, what: str, match: str, status: int, code: str) -> None:
    table, _ = house.table("javelin", 2)
    found, nak = house.request("GET", f"/api/tables/{table}/{what}?match={match}")
    assert (found, nak["code"]) == (status, code)
    assert nak["reason"].endswith(".")


def finished_house(game: str) -> tuple[InMemoryHouse, Person]:
    """A match is over, with moves of a bot for somebody who is away, and of the clock; and what a watcher heard."""
    house = InMemoryHouse(game, people=2, bots=GAMES[game].default_seats - 2, clock=20, options=SHORT.get(game, {}))
    watcher = Person(house, NO_PLAYER)
    watcher.enter()
    house.people[0].enter()
    house.people.pop(1)
    house.pass_time(60.0)
    house.people[0].say("say", text="well")
    play_on(house, Random(1))
    return house, watcher


@pytest.mark.parametrize("game", ["president", "davenport"])
def test_a_replay_says_which_moves_a_bot_or_the_clock_made(game: str) -> None:
    house, watcher = finished_house(game)
    (played,) = finished_matches(house.store.rows)
    assert played.kinds == ("person", *["bot"] * (GAMES[game].default_seats - 2), "person")
    frames = json.decode(encode(replays.replay(played, 1, 1)))["frames"]
    heard = [event["happened"] for event in watcher.messages("event") if "move" in event["happened"]]
    moved = [(one["seat"], one["by"]) for one in heard if "by" in one]
    shown = [(frame["happened"]["seat"], frame["happened"]["by"]) for frame in frames if "by" in frame["happened"]]
    assert {by for _, by in moved} == {"bot", "clock"}
    assert shown == moved


FEW = 16


class Counting:
    """In the place of the archive: counts how often it is asked, and how many ask at once."""

    def __init__(self, played: archive.FinishedMatch) -> None:
        self._played, self.asked, self.at_once = played, 0, 0

    def __call__(self, rows: list[Row], match: int | None = None) -> archive.FinishedMatch:
        self.asked, self.at_once = self.asked + 1, self.at_once + 1
        time.sleep(0.005)
        assert self.at_once == 1
        self.at_once -= 1
        return self._played


def test_asking_again_costs_nothing_and_few_answers_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    (played,) = finished_matches(finished_house("president")[0].store.rows)
    count = Counting(played)
    monkeypatch.setattr(archive, "find_match", count)

    async def read(table: str) -> list[Row]:
        return []

    async def ask() -> None:
        cache = Replays(read)
        await asyncio.gather(*(cache.of("a-table", 1, 1) for _ in range(10)))
        assert count.asked == 1
        monkeypatch.setattr(replays, "MOST_CACHED", FEW * len(await cache.of("a-table", 1, 1)))
        await asyncio.gather(*(cache.of(f"table-{number}", 1, 1) for number in range(5)))
        for number in range(5, FEW + 5):
            await cache.of("a-table", 1, 1)
            await cache.of(f"table-{number}", 1, 1)
        assert count.asked == 1 + FEW + 5
        assert len(cache._cached) == FEW
        await cache.of("a-table", 1, 2)  # another match is over: `matches` differs
        await cache.of("table-0", 1, 1)
        assert count.asked == 3 + FEW + 5

    asyncio.run(ask())
