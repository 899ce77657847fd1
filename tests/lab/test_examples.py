"""The example bots play their games without a fault, and better than chance."""

import runpy
from http.server import HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from cardhouse.lab import duel
from tests.waiting import HANG

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.mark.parametrize(
    ("name", "game", "seats", "options"),
    [
        ("cheapest", "president", 4, {}),
        ("highest", "dynasty", 4, {"monarchies": 1}),
        ("threshold", "davenport", 2, {}),
        ("deep_search", "javelin", 2, {"target": 5}),
    ],
)
def test_an_example_beats_chance(name: str, game: str, seats: int, options: dict[str, str | int]) -> None:
    file = str(EXAMPLES / f"{name}.py")
    blocks = {"deep_search": 4, "threshold": 40}.get(name, 8)
    found = duel(game, [file, "random"], seats=seats, options=options, blocks=blocks, workers=1, limit=HANG)
    assert found.faults(file) == 0
    share, _ = found.by_player()[file]
    assert share.mean > 1.2 / seats


def test_the_remote_example_plays_over_the_network() -> None:
    with HTTPServer(("127.0.0.1", 0), runpy.run_path(str(EXAMPLES / "remote.py"))["Bot"]) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        address = f"http://127.0.0.1:{server.server_port}"
        try:
            found = duel("president", [address, "random"], blocks=1, workers=1, limit=HANG)
        finally:
            server.shutdown()
            thread.join()
    assert found.faults(address) == 0
    assert found.times(address).total() > 10
