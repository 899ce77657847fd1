"""Deals in these tests are the same every time."""

from pathlib import Path
from random import Random

import pytest

from cardhouse import client
from cardhouse.play import dealers
from tests.waiting import HANG


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("house")


@pytest.fixture(autouse=True)
def same_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dealers, "token_bytes", Random(1).randbytes)


@pytest.fixture(autouse=True)
def patient_clients(monkeypatch: pytest.MonkeyPatch) -> None:
    """A house that takes long to come back is waited for."""
    monkeypatch.setattr(client, "PATIENCE", HANG)
