"""The lobby over HTTP: what is answered, and that what is wrong gets a code and a sentence."""

import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from typing import Any

import pytest
from msgspec import json
from starlette.requests import HTTPConnection

from cardhouse import GAMES, replay, verify
from cardhouse.client import Seat
from cardhouse.house.lobby import address
from cardhouse.wire import Nak
from tests.house.calls import Call
from tests.house.live import LiveHouse
from tests.waiting import HANG


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHouse]:
    with LiveHouse(tmp_path_factory.mktemp("lobby")) as house:
        yield house


NEW: dict[str, Any] = {"game": "president", "name": "Ann"}


def new(**more: Any) -> dict[str, Any]:
    return {**NEW, **more}


def test_the_games_have_their_options_and_rules(house: LiveHouse) -> None:
    games = {game["name"]: game for game in house.get("/api/games")}
    assert games.keys() == GAMES.keys()
    deals = next(option for option in games["president"]["options"] if option["name"] == "deals")
    assert (deals["default"], deals["least"]) == (1, 1)
    assert [option["name"] for option in games["president"]["options"] if option["rare"]] == ["skip_on", "full_circle"]
    assert games["dynasty"]["guests"] == {"at_once": 12, "in_all": 16}
    assert games["blitz"]["guests"] is None
    assert house.get("/api/games/blitz/rules") == GAMES["blitz"].rules


def test_a_game_is_taught_by_its_guide_and_a_marked_table(house: LiveHouse) -> None:
    games = house.get("/api/games")
    assert all(game["lesson"] for game in games)
    guide = house.get("/api/games/davenport/guide")
    assert guide["tips"][0]["move"] == "commit 13h"
    assert guide["sections"][0]["diagrams"][0]["rows"][0] == {"label": "you", "cards": ["13h"], "best": True}
    seated = house.post("/api/tables", {"game": "davenport", "name": "Ann", "lesson": True})
    table = seated["table"]
    assert (table["lesson"], table["level"], table["phase"], table["match"]) == (True, "easy", "play", 1)
    assert house.get(f"/api/tables/{table['id']}")["lesson"] is True
    assert not house.post("/api/tables", {"game": "davenport", "name": "Ann"})["table"]["lesson"]


def test_a_table_is_opened_with_an_id_of_ones_own_and_a_taken_one_gets_a_suggestion(house: LiveHouse) -> None:
    assert house.post("/api/tables", new(id="Our  Table"))["table"]["id"] == "our-table"
    status, nak = house.request("POST", "/api/tables", json.encode(new(id="our-table")))
    assert (status, nak["code"]) == (409, "taken")
    assert house.post("/api/tables", new(id=nak["suggestion"]))["table"]["id"] == nak["suggestion"]


def test_of_many_who_want_the_same_id_at_once_one_gets_it(house: LiveHouse) -> None:
    body = json.encode(new(id="wanted-by-all"))
    with ThreadPoolExecutor(8) as count:
        found = list(count.map(lambda _: house.request("POST", "/api/tables", body)[0], range(16)))
    assert sorted(found) == [201] + [409] * 15
    assert house.get("/api/tables/wanted-by-all")["seats"][0]["name"] == "Ann"


def test_listed_tables_are_listed_and_others_are_found_by_their_id_alone(house: LiveHouse) -> None:
    shown = house.post("/api/tables", new(listed=True))["table"]["id"]
    hidden = house.post("/api/tables", new())["table"]["id"]
    listed = [table["id"] for table in house.get("/api/tables")]
    assert shown in listed
    assert hidden not in listed
    assert house.get(f"/api/tables/{hidden}")["seats"][0] == {"name": "Ann", "kind": "person"}


def test_a_table_that_all_have_left_is_listed_no_more(house: LiveHouse) -> None:
    made = house.post("/api/tables", new(listed=True))
    table = made["table"]["id"]
    house.post(f"/api/tables/{table}/commands", {"type": "leave", "id": 1}, made["token"])
    for _ in range(2):
        assert table not in [one["id"] for one in house.get("/api/tables")]
    assert house.get(f"/api/tables/{table}")["phase"] == "closed"


@pytest.mark.parametrize("spelled", ["%6fne-way", "one%2dway", "one%2Dway", "one-wa%79"])
def test_a_table_has_one_address_by_which_a_proxy_knows_it(house: LiveHouse, spelled: str) -> None:
    """A proxy sends a table's connections to one house, by its address as it is written."""
    house.post("/api/tables", {"game": "president", "name": "Ann", "id": "one-way"})
    assert house.request("GET", "/api/tables/one-way")[0] == 200
    assert house.request("GET", f"/api/tables/{spelled}")[0] == 404
    assert house.post(f"/api/tables/{spelled}/seats", {"name": "Ben"})["code"] == "unknown"
    with Call(house, to=spelled) as call:
        assert call.hear("bye")["code"] == "unknown"


def test_a_table_in_the_lobby_says_whose_turn_it_is(house: LiveHouse) -> None:
    waiting = house.post("/api/tables", new(id="nobodys-turn", listed=True))["table"]["id"]
    playing = house.post("/api/tables", new(id="anns-turn", seats=3, bots=2, pace=10, listed=True))["table"]["id"]
    assert house.get(f"/api/tables/{waiting}")["to_act"] == []
    assert len(house.get(f"/api/tables/{playing}")["to_act"]) == 1
    listed = {table["id"]: len(table["to_act"]) for table in house.get("/api/tables")}
    assert (listed[waiting], listed[playing]) == (0, 1)


def test_join_leave_and_rematch_over_http(house: LiveHouse) -> None:
    table, (ann, ben) = house.table("javelin", 2)
    path = f"/api/tables/{table}/commands"
    nak = house.request("POST", path, b'{"type": "rematch", "id": 1}', ann)[1]
    assert (nak["code"], nak["id"]) == ("not_now", 1)
    status, ack = house.request("POST", path, b'{"type": "leave", "id": 1}', ben)
    assert (status, ack["type"], ack["id"]) == (200, "ack", 1)
    assert house.get(f"/api/tables/{table}")["seats"][1]["kind"] == "bot"
    assert house.request("POST", path, b'{"type": "leave", "id": 2}', ben)[0] == 403
    assert house.request("POST", path, b'{"type": "leave", "id": 2}')[0] == 403


BAD: list[tuple[str, str, bytes | None, int, str]] = [
    ("GET", "/nowhere", None, 404, "unknown"),
    ("PUT", "/api/tables", b"{}", 405, "unknown"),
    ("GET", "/api/tables/no-such-table", None, 404, "unknown"),
    ("GET", "/api/games/chess/rules", None, 404, "unknown"),
    ("POST", "/api/tables", b"", 400, "unreadable"),
    ("POST", "/api/tables", b"[1]", 400, "unreadable"),
    ("POST", "/api/tables", b"\xff\xfe", 400, "unreadable"),
    ("POST", "/api/tables", b"[" * 4000, 400, "unreadable"),
    ("POST", "/api/tables", b"x" * 5000, 413, "too_large"),
    ("POST", "/api/tables", json.encode({"game": "president"}), 400, "unreadable"),
    ("POST", "/api/tables", json.encode(new(secret=1)), 400, "unreadable"),
    ("POST", "/api/tables", json.encode(new(game="chess")), 404, "unknown"),
    ("POST", "/api/tables", json.encode(new(name=" ")), 400, "unreadable"),
    ("POST", "/api/tables", json.encode(new(id="a/../b")), 400, "unreadable"),
    ("POST", "/api/tables", json.encode(new(seats=99)), 400, "unreadable"),
    ("POST", "/api/tables", json.encode(new(options={"deals": "many"})), 400, "unreadable"),
    ("POST", "/api/tables", json.encode(new(options={"jokers": 2})), 400, "unreadable"),
    ("POST", "/api/tables", json.encode(new(bots=4)), 400, "unreadable"),
    ("POST", "/api/tables", json.encode(new(clock=-1)), 400, "unreadable"),
    ("POST", "/api/tables", json.encode(new(entropy="my own luck")), 400, "unreadable"),
    ("POST", "/api/tables/no-such-table/seats", json.encode({"name": "Ben"}), 404, "unknown"),
    ("POST", "/api/tables/no-such-table/commands", b'{"type": "leave", "id": 1}', 404, "unknown"),
    ("GET", "/api/tables/no-such-table/log", None, 404, "unknown"),
    ("GET", "/api/tables/no-such-table/replay", None, 404, "unknown"),
]


@pytest.mark.parametrize(("method", "path", "body", "status", "code"), BAD)
def test_bad_requests(house: LiveHouse, method: str, path: str, body: bytes | None, status: int, code: str) -> None:
    found, nak = house.request(method, path, body)
    assert (found, nak["code"]) == (status, code)
    assert nak["reason"].endswith(".")


def test_a_finished_match_is_exported_and_replays_and_a_running_one_is_not(house: LiveHouse) -> None:
    for game in GAMES:
        options = {"blitz": {"target": 100, "max_hands": 2}, "dynasty": {"monarchies": 1}}.get(game, {})
        seats = GAMES[game].default_seats
        made = house.post("/api/tables", new(game=game, bots=seats - 1, pace=0, options=options))
        table = made["table"]["id"]
        status, nak = house.request("GET", f"/api/tables/{table}/log")
        assert (status, nak["code"]) == (409, "not_now")
        result = Seat(house.url, table, made["token"], game).play(lambda view: view.moves[0])
        log = house.get(f"/api/tables/{table}/log")
        match = replay(log)
        assert match.result is not None
        assert match.result.places == result.places
        assert verify(log) == match.deals_over


def test_the_description_names_every_path_and_every_body(house: LiveHouse) -> None:
    document = house.get("/openapi.json")
    assert document["openapi"] == "3.1.0"
    assert document["paths"]["/api/tables"].keys() == {"get", "post"}
    schemas = document["components"]["schemas"]
    assert set(schemas["Nak"]["properties"]["code"]["enum"]) == set(Nak.__annotations__["code"].__args__)
    for path, methods in document["paths"].items():
        if "{" not in path and "get" in methods:
            assert house.request("GET", path)[0] == 200


def test_the_list_of_games_tells_the_version_of_the_house(house: LiveHouse) -> None:
    with urllib.request.urlopen(house.url + "/api/games", timeout=HANG) as answer:
        assert answer.headers["cardhouse-version"] == version("cardhouse")


def test_health_and_metrics(house: LiveHouse) -> None:
    assert house.is_well()
    metrics = house.get("/metrics")
    assert "cardhouse_tables_total" in metrics
    assert "cardhouse_rooms" in metrics


def test_metrics_are_for_the_operator(house: LiveHouse) -> None:
    """They count hidden moves. The address comes from a proxy on this machine, whose word is taken."""
    stranger = urllib.request.Request(f"{house.url}/metrics", headers={"X-Forwarded-For": "192.0.2.7"})
    with pytest.raises(urllib.error.HTTPError, match="403") as refused:
        urllib.request.urlopen(stranger, timeout=HANG)
    assert b"--metrics says from which addresses" in refused.value.read()


def test_every_answer_is_kept_from_caches_and_frames(house: LiveHouse) -> None:
    with urllib.request.urlopen(house.url + "/api/games") as answer:
        assert answer.headers["cache-control"] == "no-store"
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8::7", "2001:db8::/64"),
        ("2001:db8:0:0:9::", "2001:db8::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("x:y", "x:y"),
    ],
)
def test_limits_are_for_an_address_or_a_household(host: str, counted: str) -> None:
    assert address(HTTPConnection({"type": "http", "client": (host, 1)})) == counted
