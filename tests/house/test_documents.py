"""Documents: the short texts that a house keeps beside the logs of its tables."""

import asyncio
from pathlib import Path

import pytest

from cardhouse.cards.errors import BadLog
from cardhouse.house.stores import Store
from cardhouse.house.stores.moving import move_store
from cardhouse.house.stores.opening import open_store, prepared
from tests.house import stores
from tests.house.test_databases import row, stored
from tests.house.test_moving import quietly


@pytest.fixture(params=["file", "database"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "house.db") if request.param == "file" else stores.server().new_database()


async def use(address: str) -> None:
    store: Store = open_store(address, "house")
    assert await store.add_document("key", "push", "first") == "first"
    assert await store.add_document("key", "push", "second") == "first"  # as when two houses start at once
    await store.remove_documents("key", ["push"])
    await store.add_document("key", "push", "third")
    await store.add_document("key", "a", "ü")
    await store.add_document("other", "push", "else")
    assert await store.document("key", "push") == "third"
    assert await store.document("key", "none") is None
    assert [*(await store.documents("key")).items()] == [("a", "ü"), ("push", "third")]
    await store.remove_documents("key", ["a", "none"])
    assert await store.documents("key") == {"push": "third"}
    await keep_documents_of_a_table(store)
    assert await store.time() > 1_700_000_000
    await store.close()


async def keep_documents_of_a_table(store: Store) -> None:
    assert await stored(store, [row(0)]) is None
    for text in ("one", "two"):
        assert await store.put_document("calls", "table", text)
        assert await store.document("calls", "table") == text
    assert await store.put_document("calls", "table", "")
    assert await store.documents("calls") == {}
    assert await store.put_document("calls", "table", "")


async def read(address: str) -> dict[str, str]:
    store = open_store(address, "house")
    found = await store.documents("other")
    await store.close()
    return found


def test_documents_are_kept_and_move_with_the_house(store: str, tmp_path: Path) -> None:
    there = str(tmp_path / "there.db")
    with prepared(store):
        asyncio.run(use(store))
    asyncio.run(move_store(store, there, quietly))
    with prepared(there):
        assert asyncio.run(read(there)) == {"push": "else"}
    with pytest.raises(BadLog, match="has tables already"):
        asyncio.run(move_store(store, there, quietly))
