"""The deal of the day over HTTP, and in houses that share a store: who may begin it, its ranking, what opens when."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec import json
from typer.testing import CliRunner

from cardhouse.cli import app
from cardhouse.games import GAMES
from cardhouse.games import game as game_named
from cardhouse.games.version import LawVersion, law_version
from cardhouse.house import daily
from cardhouse.house.clock import StoreClock
from cardhouse.house.daily import Daily, Outcome
from cardhouse.house.stores.opening import open_store, prepared
from cardhouse.play.dealers import commitment_to
from cardhouse.play.replay import verify
from cardhouse.wire import Denial, encode
from cardhouse.wire.lobby import NewAttempt
from cardhouse.wire.views import view_of
from tests.house import stores
from tests.house.calls import Call
from tests.house.live import LiveHouse

KEY = "a key that nobody knows"
DAY = 86_400


@pytest.fixture(autouse=True)
def fresh_rankings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "FRESH", 0.0)


def ahead_at_noon() -> float:
    """How many seconds the clock must be ahead for it to be noon today, so that no test runs into midnight."""
    now = datetime.now(UTC)
    return (now.replace(hour=12, minute=0, second=0) - now).total_seconds()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[LiveHouse]:
    with LiveHouse(tmp_path) as house:
        house.set_clock(ahead_at_noon())
        yield house


def begin(house: LiveHouse, name: str, *, game: str = "president", key: str = KEY) -> dict[str, Any]:
    seated: dict[str, Any] = house.post(f"/api/daily/games/{game}", {"name": name, "key": key, "pace": 0})
    return seated


def play_out(house: LiveHouse, seated: dict[str, Any], *, most: int = 1000) -> bool:
    """Play as the heuristic does, until the match is over, or for some moves; return whether it is over."""
    with Call(house, seated["table"]["id"], seated["token"]) as call:
        number, made, frame = call.welcome["id"], 0, call.welcome
        phase = frame["table"]["phase"]
        while phase != "over" and made < most:
            if frame.get("view") and call.view["to_act"] == [0]:  # the last of several events has the view
                number, made = number + 1, made + 1
                move = game_named(seated["table"]["game"]).quick(view_of("president", json.encode(call.view)))
                seq, draft = call.version
                answer = {"type": "play", "id": number, "move": move, "base": seq, "draft": draft}
                assert call.ask(answer)["type"] == "ack"
            frame = call.hear("event")
            phase = (frame.get("table") or {}).get("phase", phase)
        return bool(phase == "over")


def deal_of(info: dict[str, Any], game: str = "president") -> dict[str, Any]:
    return next(one for one in info["games"] if one["game"] == game)


def test_a_day_from_its_commitment_to_its_replay(house: LiveHouse) -> None:
    house.set_clock(ahead_at_noon() - DAY)
    before = house.get("/api/daily")
    assert [one["game"] for one in before["games"]] == [*GAMES]
    assert 0 < before["seconds"] <= DAY / 2
    house.set_clock(ahead_at_noon())
    today = house.get("/api/daily")
    assert [one["commitment"] for one in today["games"]] == [one["next"] for one in before["games"]]
    assert today["date"] == str(date.fromisoformat(before["date"]) + timedelta(1))

    ann, ben = begin(house, "Ann"), begin(house, "Ben", key=KEY + "2")
    assert ann["table"]["daily"] == today["date"]
    assert ann["table"]["commitment"] == deal_of(today)["commitment"]
    assert not play_out(house, ann, most=3)
    house.kill()
    house.start()
    assert play_out(house, ann)
    assert play_out(house, ben)
    house.kill()  # as soon as the last move is acknowledged
    house.start()

    deal = deal_of(house.get("/api/daily"))
    assert [(one["rank"], one["name"]) for one in deal["ranking"]] == [(1, "Ann"), (1, "Ben")]
    assert (deal["begun"], deal["finished"], deal["best"]) == (2, 2, "")
    table = ann["table"]["id"]
    for path in ("replay", "log"):
        status, nak = house.request("GET", f"/api/tables/{table}/{path}")
        assert (status, nak["code"], nak["reason"]) == (409, "sealed", daily.SEALED)
    assert house.post(f"/api/tables/{table}/analysis", {})["reason"] == daily.SEALED
    onward = {"table": table, "match": 1, "frame": 2, "seat": 0}
    played_on = house.post("/api/tables", {"game": deal["game"], "name": "Eve", "onward": onward})
    assert (played_on["code"], played_on["reason"]) == ("sealed", daily.SEALED)
    with Call(house, to=table) as eve:
        eve.send({"type": "hello"})
        assert eve.hear("bye", "welcome")["reason"] == daily.SEALED

    house.set_clock(ahead_at_noon() + DAY)
    past = deal_of(house.get(f"/api/daily/{today['date']}"))
    assert past["best"] == table
    (replayed,) = house.get(f"/api/tables/{table}/replay")["deals"]
    assert replayed["commitment"] == deal_of(before)["next"]
    assert commitment_to(bytes.fromhex(replayed["reveal"])) == replayed["commitment"]
    assert verify(house.get(f"/api/tables/{table}/log")) == 1
    assert begin(house, "Ann", key="another key for another day")["table"]["daily"] != today["date"]


def test_a_name_begins_once_and_only_its_key_gets_the_seat_again(house: LiveHouse) -> None:
    first = begin(house, "Anna 1")
    for name in ("Anna 1", "anna l", "ANNA-1", "\N{CYRILLIC CAPITAL LETTER A}nna 1"):
        nak = begin(house, name, key="the key of somebody else")
        assert nak["code"] in ("played", "unreadable"), nak
    assert "Play on another device" in begin(house, "Anna 1", key="the key of somebody else")["reason"]
    again = begin(house, "Anna 1")  # the answer was lost
    assert (again["table"]["id"], again["seat"]) == (first["table"]["id"], 0)
    with Call(house, to=first["table"]["id"]) as old:
        old.send({"type": "hello", "token": first["token"]})
        assert old.hear("bye")["code"] == "handed"
    with Call(house, again["table"]["id"], again["token"]) as call:
        assert call.welcome["seat"] == 0
        assert call.ask({"type": "leave", "id": 1})["type"] == "ack"
    nak = begin(house, "Anna 1")
    assert (nak["code"], nak["reason"]) == ("closed", daily.LEFT)
    assert deal_of(house.get("/api/daily"))["begun"] == 1


def test_of_many_requests_at_once_one_opens_the_table(house: LiveHouse) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = [*pool.map(lambda n: begin(house, "Ann", key=f"key number {n} of many"), range(8))]
        same = [*pool.map(lambda n: begin(house, "Ben"), range(8))]
    assert sorted(answer.get("code", "seated") for answer in answers) == ["played"] * 7 + ["seated"]
    assert {answer.get("code", "seated") for answer in same} <= {"seated", "not_now"}
    assert len({answer["table"]["id"] for answer in same if "table" in answer}) == 1


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/daily/2026-02-30", 400),
        ("/api/daily/tomorrow", 400),
        ("/api/daily/2026-W01-1", 400),
        ("/api/daily/%D9%A2026-01-01", 400),
        ("/api/daily/9999-12-31", 404),
        ("/api/daily/0001-01-01", 404),
        ("/api/daily/" + "9" * 500, 400),
        ("/api/daily/2026-01-01%00", 400),
    ],
)
def test_hostile_dates_get_a_sentence(shared: LiveHouse, path: str, status: int) -> None:
    answered, nak = shared.request("GET", path)
    assert (answered, nak["reason"][-1]) == (status, ".")


@pytest.mark.parametrize(
    "body",
    [
        b"{}",
        b"nonsense",
        b'{"name": "Ann"}',
        b'{"name": "Ann", "key": "short"}',
        b'{"name": "Ann", "key": "%s"}' % (b"x" * 101),
        b'{"name": "\\u200b", "key": "a key that nobody knows"}',
        b'{"name": "Ann", "key": "a key that nobody knows", "date": "2020-01-01"}',
        b'{"name": "Ann", "key": "a key that nobody knows", "level": "deep"}',
        b'{"name": "Ann", "key": "a key that nobody knows", "pace": -1}',
    ],
)
def test_forged_requests_get_a_sentence_and_begin_nothing(shared: LiveHouse, body: bytes) -> None:
    status, nak = shared.request("POST", "/api/daily/games/president", body)
    assert (status, nak["code"]) == (400, "unreadable")
    status, nak = shared.request("POST", "/api/daily/games/chess", b'{"name": "Ann", "key": "a key that nobody knows"}')
    assert (status, nak["code"]) == (404, "unknown")
    opened = {"game": "president", "name": "Ann", "daily": "2026-11-19"}
    assert shared.post("/api/tables", opened)["code"] == "unreadable"
    assert deal_of(shared.get("/api/daily"))["begun"] == 0


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHouse]:
    with LiveHouse(tmp_path_factory.mktemp("house"), workers=0) as house:
        yield house


def test_the_operator_reads_its_log_after_the_day(tmp_path: Path, house: LiveHouse) -> None:
    table = begin(house, "Ann")["table"]["id"]
    house.kill()
    for command in ("log", "export"):
        said = CliRunner().invoke(app, [command, table, "--store", house.store])
        assert said.exit_code != 0
        assert "Others still play this deal of the day" in str(said.exception or said.output)


# In a store that several houses share


class Two:
    """The deals of the days in two houses, and the time by the clock of their store."""

    def __init__(self, address: str) -> None:
        self.now = datetime(2026, 11, 19, 12, tzinfo=UTC).timestamp()
        self.stores = [open_store(address, name) for name in ("old", "new")]
        self.houses = [Daily(store, StoreClock(self.time)) for store in self.stores]

    async def time(self) -> float:
        return self.now

    async def close(self) -> None:
        for store in self.stores:
            await store.close()

    async def claim(self, number: int, name: str, key: str = KEY) -> str:
        wanted = NewAttempt(name=name, key=key)
        _, claimed = await self.houses[number].claim(game_named("president"), wanted, begins=lambda: None)
        return claimed.table

    async def outcomes(self, *claims: tuple[int, str, str]) -> list[str]:
        found = await asyncio.gather(*(self.claim(*one) for one in claims), return_exceptions=True)
        return [one.code if isinstance(one, Denial) else str(one) for one in found]


@pytest.fixture(params=["file", "database"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    address = str(tmp_path / "house.db") if request.param == "file" else stores.server().new_database()
    with prepared(address):
        yield address


def run(address: str, test: Any) -> None:
    async def running() -> None:
        two = Two(address)
        try:
            await test(two)
        finally:
            await two.close()

    asyncio.run(running())


async def commitments(two: Two) -> list[list[str]]:
    """Return the commitments that each house publishes, when both make the secrets at the same time."""
    infos = await asyncio.gather(*(house.info() for house in two.houses))
    return [[commitment for game in info.games for commitment in (game.commitment, game.next)] for info in infos]


def test_two_houses_publish_the_same_commitments(address: str) -> None:
    async def test(two: Two) -> None:
        one, other = await commitments(two)
        assert one == other
        assert len({*one}) == 2 * len(GAMES)
        two.now += DAY
        assert [game.commitment for game in (await two.houses[0].info()).games] == one[1::2]

    run(address, test)


def test_planted_houses_that_overwrite_the_secret_are_found(address: str) -> None:
    async def test(two: Two) -> None:
        for store in two.stores:
            own: Any = store

            async def add(kind: str, name: str, text: str, store: Any = store, add: Any = own.add_document) -> Any:
                await store.remove_documents(kind, [name])
                return await add(kind, name, text)

            own.add_document = add
        one, other = await commitments(two)
        assert one != other

    run(address, test)


def test_a_name_is_claimed_at_one_house_and_its_key_works_at_all(address: str) -> None:
    async def test(two: Two) -> None:
        found = await two.outcomes((0, "Ann", KEY), (1, "Ann", KEY + "2"), (1, "ann", KEY + "3"))
        assert found.count("played") == 2
        await two.claim(0, "Ben")
        assert await two.claim(0, "Ben") == await two.claim(1, "Ben")
        assert (await two.houses[1].info()).games[-1].begun == 2
        two.now += DAY
        assert await two.claim(1, "Ann") != await two.claim(0, "Ben")

    run(address, test)


def test_a_day_is_not_mixed_over_a_change_of_the_law(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(two: Two) -> None:
        begun = await two.claim(0, "Ann")
        commitment = (await two.houses[0].info()).games[-1].next
        law = law_version(game_named("president")).digest
        for table, name, played_by in ((begun, "Ann", law), ("another", "Cleo", "another law")):
            text = encode(Outcome(name, 1, 3, 9, 1, played_by)).decode()
            await two.stores[0].add_document(f"{daily.RESULTS} 2026-11-19 president", table, text)
        assert [result.name for result in (await two.houses[0].info()).games[-1].ranking] == ["Ann"]
        monkeypatch.setattr(daily, "law_version", lambda game: LawVersion("", "another law"))
        assert await two.outcomes((1, "Ben", KEY)) == ["not_now"]
        assert await two.claim(1, "Ann") == begun  # goes on, if the table does
        two.now += DAY
        assert await two.outcomes((1, "Ben", KEY)) != ["not_now"]
        assert (await two.houses[1].info()).games[-1].commitment == commitment

    run(address, test)


def test_old_days_are_cleared_away(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "MOST_DAYS", 4)  # today and tomorrow, of two days

    async def test(two: Two) -> None:
        await two.claim(0, "Ann")
        await two.houses[0].prepare()
        two.now += 30 * DAY
        await two.houses[0].prepare()
        assert (await two.houses[1].info("2026-11-19")).games[-1].begun == 1
        two.now += DAY
        await two.houses[1].prepare()
        with pytest.raises(Denial, match="There are deals from 2026-11-20"):
            await two.houses[0].info("2026-11-19")
        kept = [name for kind in (daily.DEALS, daily.LAWS) for name in await two.stores[0].documents(kind)]
        assert min(kept)[:10] >= "2026-11-20"
        assert await two.stores[0].documents(f"{daily.ATTEMPTS} 2026-11-19 president") == {}

    run(address, test)


def there_and_back(address: str, days: int) -> list[list[Any]]:
    """Return what is published and how many have begun, before the clock is ahead for a while and afterwards."""
    found = list[list[Any]]()

    async def test(two: Two) -> None:
        await two.claim(0, "Ann")
        for ahead in (0, days, 0):
            two.now += ahead * DAY
            houses = [Daily(two.stores[0], StoreClock(two.time)), two.houses[1]]  # one is opened just now
            for house in houses:
                await house.prepare()
            for house in houses if not ahead else []:
                found.append([(one.commitment, one.next, one.begun) for one in (await house.info()).games])
            two.now -= ahead * DAY

    run(address, test)
    return found


@pytest.mark.parametrize("days", [2, 40, 4000])
def test_a_clock_that_is_ahead_for_a_while_removes_nothing_that_was_published(address: str, days: int) -> None:
    before, *others = there_and_back(address, days)
    assert before[-1][2] == 1
    assert len(others) == 3
    assert all(other == before for other in others)


def test_planted_a_clock_that_is_ahead_removes_what_seems_old(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "MOST_DAYS", 1)
    before, *others = there_and_back(address, 40)
    assert any(other != before for other in others)


def test_there_is_a_limit_to_how_many_begin(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "MOST_ATTEMPTS", 1)

    async def test(two: Two) -> None:
        await two.claim(0, "Ann")
        assert await two.outcomes((0, "Ben", KEY), (1, "Cleo", KEY)) == ["limit", "limit"]
        await two.claim(1, "Ann")

    run(address, test)
