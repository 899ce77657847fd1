"""Promise 3: a table is linearizable, also with several houses."""

import asyncio
from pathlib import Path

import pytest

from tests.cluster.chaos import play_through_faults
from tests.house.players import Wrong

FAULTS, PARTS = 200, 4
MOVES_ON = 20


@pytest.mark.contract
@pytest.mark.parametrize("part", range(PARTS))
def test_faults_lose_nothing_double_nothing_and_fork_nothing(tmp_path: Path, part: int) -> None:
    found = asyncio.run(play_through_faults(tmp_path, faults=FAULTS // PARTS, seed=part))
    assert sum(found["faults"].values()) == FAULTS // PARTS
    assert found["acks"] > FAULTS // PARTS


def test_planted_two_owners_without_a_key_are_found(tmp_path: Path) -> None:
    with pytest.raises(Wrong):
        asyncio.run(play_through_faults(tmp_path, faults=0, plant="has no key", moves_on=MOVES_ON, expects_all=False))


def test_one_owner_at_a_time_is_found_right(tmp_path: Path) -> None:
    found = asyncio.run(play_through_faults(tmp_path, faults=0, moves_on=MOVES_ON))
    assert found["acks"] > 0


@pytest.mark.parametrize("plant", ["drops a frame of a relay", "forgets the tail"])
def test_planted_faults_are_found(tmp_path: Path, plant: str) -> None:
    with pytest.raises(Wrong):
        asyncio.run(play_through_faults(tmp_path, faults=40, seed=3, plant=plant, least_acks=3000))


def test_planted_an_asynchronous_standby_is_found(tmp_path: Path) -> None:
    with pytest.raises(Wrong):
        asyncio.run(play_through_faults(tmp_path, faults=0, synchronous=False, loses_primary=True))


def test_a_synchronous_standby_loses_nothing_of_what_was_swallowed(tmp_path: Path) -> None:
    found = asyncio.run(play_through_faults(tmp_path, faults=0, loses_primary=True))
    assert found["acks"] > 0
