"""Calls by real houses: over HTTP, after a kill, by another house on the same database, and without secrets."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec import json
from tools.cluster.nats import Nats

from cardhouse.house import subscriptions
from cardhouse.house.calls import Callee
from cardhouse.house.push import services
from cardhouse.house.push.sender import Device
from cardhouse.house.settings import Settings
from cardhouse.house.stores import Store
from tests.house import stores
from tests.house.calls import Call
from tests.house.live import LiveHouse
from tests.house.push_service import Browser, PushService
from tests.waiting import until


@pytest.fixture
def service() -> Iterator[PushService]:
    with PushService() as service:
        yield service
        assert service.wrong == []


class Players:
    """A table of President whose players have asked to be called, each in a browser of their own."""

    def __init__(self, house: LiveHouse, service: PushService, *, asking: LiveHouse | None = None) -> None:
        self.service = service
        self.table, self.tokens = house.table("president", 3, seats=3)
        self.browsers = [Browser() for _ in self.tokens]
        service.key = (asking or house).get("/api/calls")["key"]
        for seat in range(3):
            assert self.ask(asking or house, seat) == (201, {"devices": 1})

    def ask(self, house: LiveHouse, seat: int, token: str = "", **more: Any) -> tuple[int, Any]:
        body = self.browsers[seat].subscription(f"{self.service.origin}/secret/{seat}") | more
        path = f"/api/tables/{self.table}/calls"
        return house.request("POST", path, json.encode(body), token or self.tokens[seat])

    def to_act(self, house: LiveHouse) -> int:
        (seat,) = house.get(f"/api/tables/{self.table}")["to_act"]
        return int(seat)

    def move(self, house: LiveHouse) -> None:
        """Let the player come whose turn it is, move, and be gone."""
        seat = self.to_act(house)
        with Call(house, self.table, self.tokens[seat]) as call:
            base, draft = call.version
            move = {"move": call.view["moves"][0], "base": base, "draft": draft}
            call.ask({"type": "play", "id": call.welcome["id"] + 1, **move})

    def called(self, count: int) -> list[int]:
        """Wait for that many calls; return the seats that were called."""
        until(lambda: len(self.service.received) >= count)
        found = []
        for one in self.service.received:
            seat = int(one.path.rpartition("/")[2])
            assert json.decode(self.browsers[seat].read(one.body)) == {"table": self.table}
            found.append(seat)
        return found


def test_players_are_called_in_turn_and_after_a_kill(tmp_path: Path, service: PushService) -> None:
    with LiveHouse(tmp_path, push=service.origin) as house:
        players, expected = Players(house, service), list[int]()
        for _ in range(4):
            expected.append(players.to_act(house))
            assert players.called(len(expected)) == expected
            players.move(house)
            if len(expected) == 2:  # nobody comes to the table: the house itself looks who is to be called
                house.kill()
                house.start()
        key = house.get("/api/calls")["key"]
        for text in (str(house.get("/metrics")), str(house.get(f"/api/tables/{players.table}")), key):
            assert "secret" not in text
            assert players.browsers[0].auth not in text
        assert 'cardhouse_calls_total{outcome="sent"}' in house.get("/metrics")
        assert service.key == key


def test_only_the_player_of_a_seat_can_ask_and_only_for_a_push_service(tmp_path: Path, service: PushService) -> None:
    with LiveHouse(tmp_path, push=service.origin) as house:
        players = Players(house, service)
        path = f"/api/tables/{players.table}/calls"
        body = json.encode(players.browsers[0].subscription(service.origin + "/secret/0"))
        assert house.request("POST", path, body)[0] == 403
        assert players.ask(house, 0, token="x" * 43)[1]["code"] == "denied"
        for endpoint in ("http://127.0.0.1:1/", "http://169.254.169.254/", house.url, "https://fcm.googleapis.com/x"):
            assert players.ask(house, 0, endpoint=endpoint)[1]["code"] == "denied"
        for wrong in ({"auth": "short"}, {"p256dh": "?" * 87}, {"endpoint": "x" * 2000}, {"more": 1}):
            assert players.ask(house, 0, **wrong)[1]["code"] == "unreadable"
        stop = json.encode({"endpoint": service.origin + "/secret/0"})
        assert house.request("POST", path + "/stop", stop, players.tokens[1]) == (200, {"devices": 1})
        assert house.request("POST", path + "/stop", stop, players.tokens[0]) == (200, {"devices": 0})
        assert house.request("POST", path + "/stop", stop, players.tokens[0]) == (200, {"devices": 0})
        timed, (token,) = house.table("president", 1, clock=30)
        players.table = timed
        assert players.ask(house, 0, token=token)[1]["reason"] == "Nobody is called at a table with a clock."


def test_a_house_that_calls_nobody_says_so(tmp_path: Path, service: PushService) -> None:
    with LiveHouse(tmp_path) as house:
        assert house.get("/api/calls") == {"key": ""}
        table, (token,) = house.table("president", 1)
        body = json.encode(Browser().subscription(service.origin))
        assert house.request("POST", f"/api/tables/{table}/calls", body, token)[1]["code"] == "not_now"
        assert "cardhouse_calls" not in house.get("/metrics")


class HangingStore:
    """A store that writes nothing until it is let go."""

    def __init__(self) -> None:
        self.goes_on = asyncio.Event()
        self.stored: dict[str, str] = {}

    async def documents(self, kind: str, since: str = "", *, certain: bool = False) -> dict[str, str]:
        return {}

    async def put_document(self, kind: str, table: str, text: str) -> bool:
        await self.goes_on.wait()
        self.stored[table] = text
        return True


@pytest.mark.parametrize(("names", "warned"), [((), 1), (("cards.example.org",), 0)])
def test_the_journal_says_once_that_calls_are_signed_without_a_name(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, names: tuple[str, ...], warned: int
) -> None:
    async def ask() -> None:
        asked = subscriptions.Subscriptions(Settings(str(tmp_path), host_names=names), cast("Store", HangingStore()))
        for _ in range(2):
            asked.check(Device("https://web.push.apple.com/device", "", ""))

    asyncio.run(ask())
    assert caplog.messages.count(subscriptions.NAMELESS) == warned


def test_while_the_store_hangs_no_tasks_pile_up_and_everything_is_stored_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hang() -> tuple[int, dict[str, str]]:
        store, looks = HangingStore(), 0

        class House:
            @property
            def leases(self) -> None:
                nonlocal looks
                looks += 1

        kept = subscriptions.Subscriptions(Settings(str(tmp_path)), cast("Store", store))
        for table in ("one", "two"):
            kept.keep(table, {"token": Callee()})
        kept.watch(cast("Any", House()))
        while looks < 100:
            await asyncio.sleep(0)
        waiting = len(kept._tasks)
        store.goes_on.set()
        while kept._unwritten:
            await asyncio.sleep(0)
        await kept.close()
        return waiting, store.stored

    monkeypatch.setattr(subscriptions, "WATCH", 0)
    waiting, stored = asyncio.run(hang())
    assert waiting == 3  # the two that store what was asked, and the one that watches
    assert stored.keys() == {"one", "two"}


def test_without_the_extra_a_house_calls_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    settings, store = Settings(""), cast(Store, None)
    assert settings.push_services == services.KNOWN
    assert subscriptions.open_subscriptions(settings, store) is not None
    monkeypatch.setattr(subscriptions, "find_spec", lambda name: None)
    assert subscriptions.open_subscriptions(settings, store) is None


def test_when_a_house_is_gone_another_one_calls_with_the_same_key(tmp_path: Path, service: PushService) -> None:
    """The house that dies would call only in an hour; the seats were asked for at the other one, which has no table."""
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    store = stores.server().new_database()
    with Nats() as nats:
        more: dict[str, Any] = {"store": store, "nats": nats.url, "push": service.origin}
        with (
            LiveHouse(tmp_path / "a", plant="calls late", **more) as dying,
            LiveHouse(tmp_path / "b", **more) as other,
        ):
            until(lambda: all(house.get("/health").get("houses") == 2 for house in (dying, other)))
            players = Players(dying, service, asking=other)
            assert dying.get("/api/calls") == other.get("/api/calls")
            seat = players.to_act(dying)
            dying.kill()
            assert players.called(1) == [seat]
            players.move(other)
            assert players.called(2) == [seat, players.to_act(other)]
