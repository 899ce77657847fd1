"""A house that opens its tables again under another law: it goes on if that plays them the same, and says so if not."""

import asyncio
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from cardhouse import GAMES, BadLog, replay
from cardhouse.games.definition import AnyGame
from cardhouse.games.version import law_version
from cardhouse.house.archive import finished_matches
from cardhouse.house.clock import Clock
from cardhouse.house.glances import Glances
from cardhouse.house.house import House
from cardhouse.house.settings import Settings
from cardhouse.house.stores import schema
from cardhouse.house.stores.sqlite import SqliteStore
from cardhouse.wire import Denial
from cardhouse.wire.commands import Started
from tests.house.in_memory import InMemoryHouse, play_on
from tests.planted_faults import with_change, with_fault
from tests.play.test_replay import lines

PRESIDENT = GAMES["president"]


def played(*, to_the_end: bool = False) -> InMemoryHouse:
    house = InMemoryHouse("president", people=2, bots=2)
    for person in house.people:
        person.enter()
    play_on(house, Random(3), most=10_000 if to_the_end else 40, to_the_end=to_the_end)
    return house


def same_law() -> AnyGame:
    """President with another text of the same law."""
    return with_change(PRESIDENT, "def over(", "# The same law, another text.\n@law\ndef over(")


def test_the_log_of_a_table_says_which_law_began_its_match() -> None:
    (started,) = [row.entry for row in played().store.rows if isinstance(row.entry, Started)]
    assert (started.version, started.digest) == law_version(PRESIDENT)
    assert started.digest


def test_under_the_same_law_with_another_text_a_table_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    house = played()
    before = house.room.sitting.state_hash()
    monkeypatch.setitem(GAMES, "president", same_law())
    house.restart()
    assert house.room.sitting.state_hash() == before
    for person in house.people:
        person.enter()
    play_on(house, Random(3))
    (match,) = finished_matches(house.store.rows)
    head = lines(match.log)[0]
    assert law_version(PRESIDENT).digest in head, "the law that began it"
    assert replay(match.log).log() == match.log


@pytest.mark.parametrize("fault", ["equal play refused", "direction turns once", "cards lost", "cards doubled"])
def test_a_table_whose_law_now_plays_differently_does_not_load_or_export(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = played(to_the_end=True)
    rows = house.store.rows
    monkeypatch.setitem(GAMES, "president", with_fault(fault))
    with pytest.raises(BadLog, match=r"does not come out as it was played: .*It was played by another law"):
        house.restart()
    with pytest.raises(BadLog, match="does not come out as it was played"):
        list(finished_matches(rows))
    monkeypatch.undo()
    house.restart()
    assert list(finished_matches(rows))


def test_a_law_that_refuses_nothing_is_found_by_the_hashes_of_the_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """It gives other points for the same moves. The planted fault is a log without the hashes: there nobody notices."""
    house = played(to_the_end=True)
    other = with_change(PRESIDENT, "t.points[seat] += t.seats", "t.points[seat] += 1 + t.seats")
    monkeypatch.setitem(GAMES, "president", other)
    with pytest.raises(BadLog, match="The state of the match is another one"):
        house.restart()
    house.store.rows = [replace(row, state="") for row in house.store.rows]
    house.restart()


def test_a_house_answers_with_a_sentence_and_lists_the_table_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(str(tmp_path / "house.db"))
    schema.prepare(tmp_path / "house.db")
    rows = played().store.rows

    async def visited() -> list[str]:
        house = House(settings)
        house.store = store = SqliteStore(tmp_path / "house.db")
        house.glances, house.leases = Glances(store), None
        house.clock = Clock(asyncio.get_running_loop())
        house.pools = None  # type: ignore[assignment]
        monkeypatch.setattr(House, "_new_room", lambda house, name: InMemoryHouse("president").new_room())
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        house.store.append(rows, lambda error: written.set_result(None))
        await written
        await store.ask(lambda db: db.execute("UPDATE tables SET listed = 1"))
        said = []
        for _ in range(2):
            try:
                await house.room(rows[0].table)
            except Denial as denial:
                said.append(f"{denial.code}: {denial.reason}")
        said.append(f"listed: {len(await house.listed())}")
        found = await store.ask(lambda db: db.execute("SELECT listed FROM tables").fetchall())
        said.append(f"to be listed: {found[0][0]}")
        await house.store.close()
        return said

    monkeypatch.setitem(GAMES, "president", with_fault("direction turns once"))
    first, second, *listed = asyncio.run(visited())
    assert first == second
    assert first.startswith("not_now: This house cannot go on with this table: it was played by another version")
    assert listed == ["listed: 0", "to be listed: 0"]
