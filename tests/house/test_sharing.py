"""Work that many ask for at once is done once for all of them, and never with what was read before they asked."""

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cardhouse.house.lobby import Lobby
from cardhouse.wire import Denial


def lobby_of(listed: Callable[[], Awaitable[list[Any]]]) -> Lobby:
    """Return the lobby of a house that lists its tables in this way."""
    settings = SimpleNamespace(coach_workers=0)
    return Lobby(cast(Any, SimpleNamespace(listed=listed, levels={}, settings=settings)))


def test_of_many_who_ask_for_the_list_at_once_all_get_one_that_was_made_after_they_asked() -> None:
    made, gate = list[int](), asyncio.Event()

    async def listed() -> list[Any]:
        made.append(len(made))
        await gate.wait()
        return []

    async def run() -> None:
        lobby = lobby_of(listed)
        first = asyncio.create_task(lobby.tables(cast(Any, None)))
        while not made:
            await asyncio.sleep(0)
        others = [asyncio.create_task(lobby.tables(cast(Any, None))) for _ in range(100)]
        others[0].cancel()  # whoever goes takes nobody with them
        await asyncio.sleep(0)
        assert made == [0]
        gate.set()
        answers = await asyncio.gather(first, *others[1:])
        assert made == [0, 1]
        assert {bytes(answer.body) for answer in answers} == {b"[]"}
        await lobby.tables(cast(Any, None))
        assert made == [0, 1, 2]

    asyncio.run(run())


def test_all_who_share_a_failure_are_told_and_the_next_one_tries_again() -> None:
    made = list[int]()

    async def listed() -> list[Any]:
        made.append(1)
        if len(made) == 1:
            raise Denial("store", "The database is away.")
        return []

    async def run() -> None:
        lobby = lobby_of(listed)
        both = [asyncio.create_task(lobby.tables(cast(Any, None))) for _ in range(2)]
        for asking in both:
            with pytest.raises(Denial, match="is away"):
                await asking
        await lobby.tables(cast(Any, None))
        assert len(made) == 2

    asyncio.run(run())
