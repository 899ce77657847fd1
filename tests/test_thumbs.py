"""Heuristics: their weights are those that were found. The contract checks what they play."""

import json
from pathlib import Path

from cardhouse import GAMES


def test_the_weights_are_those_that_the_tuner_found() -> None:
    found = json.loads((Path(__file__).parent.parent / "bench" / "tune.json").read_text("utf-8"))
    for game in GAMES.values():
        assert list(game.bots.weights) == found[game.name]["weights"]
