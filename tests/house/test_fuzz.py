"""Promise 8: bad input gets a sentence and changes nothing, while a control table plays on."""

from pathlib import Path

import pytest

from tests.house.fuzz import fuzz
from tests.house.live import LiveHouse

FRAMES = 100_000


@pytest.mark.contract
def test_a_hundred_thousand_bad_frames_and_bodies(tmp_path: Path) -> None:
    with LiveHouse(tmp_path) as house:
        pid = house.pid
        found = fuzz(house, FRAMES, seed=1)
        assert house.is_well()
        assert house.pid == pid
    assert found["frames"] == FRAMES
    assert found["answers"]["refused"] > 0  # it has come to the referee
    assert found["control_matches"] > 0
    assert all(int(status) < 500 for status in found["statuses"])


@pytest.mark.parametrize("plant", ["crashes on letters beyond ASCII", "does not answer without an id"])
def test_planted_faults_are_found(tmp_path: Path, plant: str) -> None:
    with LiveHouse(tmp_path, plant=plant) as house, pytest.raises(AssertionError):
        fuzz(house, 15_000, seed=1)
