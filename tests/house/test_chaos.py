"""Promises 1 and 2: an acknowledged move is never lost, and counts exactly once, whatever is sent again."""

import asyncio
from pathlib import Path

import pytest

from tests.house.chaos import play_through_faults
from tests.house.players import Wrong

KILLS, PARTS = 100, 2  # each part has tables of its own: the longer a log, the longer each start
ENOUGH = 1000  # commands that are sent again: far more than it takes to find a house that does them again


@pytest.mark.contract
@pytest.mark.parametrize("part", range(PARTS))
def test_fifty_kills_twice_lose_nothing_and_double_nothing(tmp_path: Path, part: int) -> None:
    found = asyncio.run(play_through_faults(tmp_path, kills=KILLS // PARTS, seed=part))
    assert found["kills"] == KILLS // PARTS
    assert found["acks"] > KILLS // PARTS


@pytest.mark.contract
def test_a_bad_network_and_kills_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    found = asyncio.run(
        play_through_faults(tmp_path, kills=20, badness=0.05, seed=2, least={"faults": 21, "repeats": 1})
    )
    assert found["faults"] > 20
    assert found["repeats"] > 0


@pytest.mark.parametrize("plant", ["acknowledges before storing", "accepts a command twice"])
def test_planted_faults_are_found(tmp_path: Path, plant: str) -> None:
    with pytest.raises(Wrong):
        asyncio.run(play_through_faults(tmp_path, kills=20, seed=3, plant=plant, least={"repeats": ENOUGH}))
