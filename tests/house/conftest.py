"""Deals in these tests are the same every time."""

from random import Random

import pytest

from cardhouse.play import dealers


@pytest.fixture(autouse=True)
def same_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dealers, "token_bytes", Random(1).randbytes)
