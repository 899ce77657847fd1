"""What goes over the bus between two real houses: a seat at another house's table, without its token."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg
from tools.cluster.nats import Nats

from tests.house import stores
from tests.house.live import LiveHouse
from tests.waiting import HANG


class Cluster:
    """Two houses, which share a database and a bus."""

    def __init__(self, folder: Path, ends: ExitStack) -> None:
        self.nats = ends.enter_context(Nats())
        url = stores.server().new_database()
        for name in ("owner", "other"):
            (folder / name).mkdir()
            house = LiveHouse(folder / name, store=url, nats=self.nats.url)
            setattr(self, name, ends.enter_context(house))

    owner: LiveHouse
    other: LiveHouse

    async def hears(self, what: Any, *given: Any) -> bytes:
        """Return all that goes over the bus while something is done in a thread."""
        spy, heard = Client(), list[bytes]()

        async def note(message: Msg) -> None:
            heard.append(message.data)

        await spy.connect(self.nats.url)
        await spy.subscribe(">", cb=note)
        await spy.flush()
        await asyncio.to_thread(what, *given)
        await spy.flush()
        await spy.drain()
        return b"\n".join(heard)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with ExitStack() as ends:
        cluster = Cluster(tmp_path_factory.mktemp("bus"), ends)
        for house in (cluster.owner, cluster.other):
            until_on_the_bus(house)
        yield cluster


def until_on_the_bus(house: LiveHouse) -> None:
    async def wait() -> None:
        async with asyncio.timeout(HANG):
            while not house.get("/health").get("bus"):
                await asyncio.sleep(0.05)

    asyncio.run(wait())


def test_neither_tokens_nor_codes_go_over_the_bus(cluster: Cluster) -> None:
    table, _ = cluster.owner.table("president", 1, seats=3)
    api, secrets = f"/api/tables/{table}", list[str]()

    def sit_down_and_move() -> None:
        """At the house that does not have the table."""
        sat = cluster.other.post(f"{api}/seats", {"name": "Ben"})
        code = cluster.other.post(f"{api}/codes", {}, sat["token"])["code"]
        moved = cluster.other.post(f"{api}/codes/use", {"code": code})
        newer, key = cluster.other.post(f"{api}/codes", {}, moved["token"])["code"], "a key that only Ben's phone knows"
        for house in (cluster.other, cluster.owner, cluster.other):  # the answers before may be lost
            again = house.post(f"{api}/codes/use", {"code": newer, "key": key})
            assert (again["seat"], again["token"]) == (1, key)
        said = cluster.other.post(f"{api}/commands", {"type": "say", "id": 1, "text": "hello"}, key)
        assert said["type"] == "ack"
        assert (sat["seat"], moved["seat"]) == (1, 1)
        secrets.extend((sat["token"], code, moved["token"], newer, key))

    heard = asyncio.run(cluster.hears(sit_down_and_move))
    assert b"/codes/use" in heard, "the requests were forwarded"
    assert len({*secrets}) == 5
    assert not [secret for secret in secrets if secret.encode() in heard]


def test_no_key_of_a_deal_of_the_day_goes_over_the_bus(cluster: Cluster) -> None:
    path, attempt = "/api/daily/games/president", {"name": "Ben", "key": "a key that only Ben's browser knows"}
    begun = cluster.owner.post(path, attempt)
    secrets = [attempt["key"], begun["token"]]

    def go_on() -> None:
        """At the house that does not have the table."""
        again = cluster.other.post(path, attempt)
        assert again["table"]["id"] == begun["table"]["id"]
        secrets.append(again["token"])

    heard = asyncio.run(cluster.hears(go_on))
    assert path.encode() in heard, "the request was forwarded"
    assert not [secret for secret in secrets if secret.encode() in heard]
