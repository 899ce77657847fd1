"""Heuristics: their weights are those that were found. The contract checks what they play."""

import json
from pathlib import Path

from cardhouse import GAMES


def test_tuned_weights_are_those_that_the_tuner_found() -> None:
    """A game need not be tuned."""
    found = json.loads((Path(__file__).parent.parent / "bench" / "tune.json").read_text("utf-8"))
    for name, row in found.items():
        assert list(GAMES[name].bots.weights) == row["weights"]
