"""Promise 12: a restart is invisible. Tables come into memory when somebody touches them, and not before."""

from pathlib import Path

import pytest

from tests.house.calls import Call
from tests.house.live import LiveHouse
from tests.house.many_tables import fill_store, tables_in

TABLES = 10_000


@pytest.mark.contract
def test_of_ten_thousand_open_tables_none_is_in_memory_before_it_is_used(tmp_path: Path) -> None:
    people = fill_store(tmp_path / "house.db", TABLES)
    assert tables_in(tmp_path / "house.db") == TABLES
    with LiveHouse(tmp_path, store=str(tmp_path / "house.db")) as house:
        assert "cardhouse_rooms 0.0" in house.get("/metrics")
        for table in ("t-0", "t-5000", "t-9999"):
            assert any(moved(house, table, token) for token in people)
        assert "cardhouse_rooms 3.0" in house.get("/metrics")
        assert "cardhouse_loaded_total 3.0" in house.get("/metrics")


def test_planted_a_house_that_loads_all_tables_at_the_start_is_found(tmp_path: Path) -> None:
    fill_store(tmp_path / "house.db", 20)
    with (
        LiveHouse(tmp_path, store=str(tmp_path / "house.db"), plant="loads all tables") as house,
        pytest.raises(AssertionError),
    ):
        assert "cardhouse_rooms 0.0" in house.get("/metrics")


def moved(house: LiveHouse, table: str, token: str) -> bool:
    """Make a move, if it is this player's turn."""
    with Call(house, table, token) as call:
        welcome = call.welcome
        if not welcome["view"]["moves"]:
            return False
        move = {"move": welcome["view"]["moves"][0], "base": welcome["seq"], "draft": welcome["draft"]}
        return bool(call.ask({"type": "play", "id": welcome["id"] + 1, **move})["type"] == "ack")


def test_after_a_restart_everything_is_as_it_was(tmp_path: Path) -> None:
    fill_store(tmp_path / "house.db", 1)
    with LiveHouse(tmp_path, store=str(tmp_path / "house.db")) as house:
        welcomes = []
        for _ in range(2):
            with Call(house, "t-0", "Ann") as call:
                welcomes.append(call.welcome)
            house.kill()
            house.start()
    assert welcomes[0] == welcomes[1]
