"""Files of players have all the time they need to start."""

import pytest

from cardhouse.lab import work
from cardhouse.lab.contest import file
from tests.waiting import HANG


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file, "TO_START", HANG)
    monkeypatch.setattr(work, "PATIENCE", int(HANG))
