"""What houses remember after a failover: a primary that has crashed may show rows that its standby does not have."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cardhouse.house.evenings import register
from cardhouse.house.evenings.register import Evenings
from cardhouse.house.settings import Settings
from cardhouse.house.stores import Store, database
from cardhouse.house.stores.postgres import PostgresStore
from cardhouse.house.subscriptions import KEY, open_subscriptions
from cardhouse.wire import Denial
from cardhouse.wire.evenings import NewEvening
from tests.house import stores
from tests.house.test_databases import Commits, row, stored


class Documents:
    """The documents of a database. Until they are confirmed, a failover loses them."""

    def __init__(self) -> None:
        self._texts: dict[tuple[str, str], str] = {}
        self._unconfirmed: set[tuple[str, str]] = set()
        self.loses_next = False

    def fail_over(self) -> None:
        for key in self._unconfirmed:
            del self._texts[key]
        self._unconfirmed.clear()

    async def documents(self, kind: str, since: str = "", *, certain: bool = False) -> dict[str, str]:
        if certain:
            self._unconfirmed.clear()
        found = {name: text for (of, name), text in sorted(self._texts.items()) if of == kind}
        return {name: text for name, text in found.items() if name >= since}

    async def document(self, kind: str, name: str) -> str | None:
        return self._texts.get((kind, name))

    async def add_document(self, kind: str, name: str, text: str) -> str:
        """Add a document; if the primary crashes meanwhile, nobody knows whether it was stored."""
        found = self._texts.setdefault((kind, name), text)
        if self.loses_next:
            self.loses_next = False
            self._unconfirmed.add((kind, name))
            raise Denial("store", "The house cannot use its store at the moment.")
        self._unconfirmed.clear()
        return found

    async def time(self) -> float:
        return 0.0


class Party:
    """An evening at two houses on one database."""

    def __init__(self) -> None:
        self.store = Documents()
        house = SimpleNamespace(store=self.store, closing=False, levels={"quick": ""})
        self.one, self.two = (Evenings(cast(Any, house)) for _ in range(2))
        self.id = ""

    async def open(self) -> None:
        wanted = NewEvening(game="president", name="Ann", level="quick")
        self.id = (await self.one.open(wanted, "token of Ann"))[0].id

    async def join(self, house: Evenings, name: str) -> None:
        await house.join(self.id, name, f"token of {name}")

    async def lose(self, name: str) -> None:
        """Let somebody join, but be told that it is unknown whether they have."""
        self.store.loses_next = True
        with pytest.raises(Denial, match="cannot use its store"):
            await self.join(self.two, name)

    async def names(self, house: Evenings) -> list[str]:
        return [player.name for player in (await house.at(self.id)).players]


async def play_on_after_a_failover() -> None:
    party = Party()
    await party.open()
    await party.lose("Lost")
    assert await party.names(party.one) == ["Ann", "Lost"]
    party.store.fail_over()
    await party.join(party.two, "Cid")
    await party.join(party.one, "Dan")
    assert await party.names(party.one) == await party.names(party.two) == ["Ann", "Cid", "Dan"]


def test_an_evening_does_not_keep_entries_that_a_failover_has_lost() -> None:
    asyncio.run(play_on_after_a_failover())


def test_a_house_that_does_not_read_the_last_entry_again_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(register, "_goes_on", lambda known, texts: True)
    with pytest.raises(AssertionError):
        asyncio.run(play_on_after_a_failover())


def test_an_evening_that_a_failover_has_lost_is_unknown() -> None:
    async def run() -> None:
        party = Party()
        await party.open()
        party.store._texts.clear()
        with pytest.raises(Denial, match="no such evening"):
            await party.names(party.one)

    asyncio.run(run())


async def come_twice() -> None:
    party = Party()
    await party.open()
    await party.lose("Lost")
    await party.join(party.one, "Lost")  # again, at another house, and is told that they take part
    party.store.fail_over()
    assert await party.names(party.one) == await party.names(party.two) == ["Ann", "Lost"]


def test_nobody_is_told_that_they_take_part_because_of_an_entry_that_a_failover_loses() -> None:
    asyncio.run(come_twice())


def test_a_house_that_believes_what_it_reads_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Evenings._find

    async def believe(self: Evenings, name: str, *, certain: bool = False) -> register.Known:
        return await real(self, name)

    monkeypatch.setattr(Evenings, "_find", believe)
    with pytest.raises(AssertionError):
        asyncio.run(come_twice())


def test_what_is_certain_was_confirmed_by_a_commit_over_the_connection_that_read_it() -> None:
    url = stores.server().new_database()

    async def run() -> None:
        await database.prepare(url)
        store = PostgresStore(url, "me")
        commits = Commits(url)
        assert await stored(store, [row(0)]) is None
        assert await store.add_document("kind", "name", "mine") == "mine"
        await store.rows("table")
        await store.documents("kind")
        assert not commits.are_new()
        assert await store.add_document("kind", "name", "another") == "mine"
        assert commits.are_new()
        assert len(await store.rows("table", certain=True)) == 1
        assert commits.are_new()
        assert await store.documents("kind", certain=True) == {"name": "mine"}
        assert commits.are_new()
        await store.close()

    asyncio.run(run())


def test_the_push_key_is_one_that_a_failover_does_not_lose() -> None:
    async def run() -> None:
        store = Documents()
        one, two = (open_subscriptions(Settings(""), cast(Store, store)) for _ in range(2))
        assert one is not None
        assert two is not None
        store.loses_next = True
        with pytest.raises(Denial):
            await one.key()
        key = await two.key()
        store.fail_over()
        assert await store.document(KEY, KEY) == key.text()
        assert (await one.key()).text() == key.text()

    asyncio.run(run())
