"""Files of players have all the time they need to start."""

import pytest

from cardhouse.bots.elsewhere import process
from cardhouse.lab import work
from tests.patience import HANG


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "TO_START", HANG)
    monkeypatch.setattr(work, "PATIENCE", int(HANG))
