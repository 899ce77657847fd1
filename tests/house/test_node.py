"""A client in another language, written from docs/protocol.md alone, plays every game."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardhouse.games import GAMES
from tests.house.live import LiveHouse
from tests.waiting import HANG

CLIENT = Path(__file__).parent / "node" / "player.mjs"
SHORT: dict[str, dict[str, Any]] = {  # but not so short that luck can end it at once
    "blitz": {"target": 10_000, "max_hands": 3},
    "president": {"deals": 2},
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHouse]:
    with LiveHouse(tmp_path_factory.mktemp("node")) as house:
        yield house


@pytest.mark.parametrize("game", GAMES)
def test_a_node_client_plays_a_match(house: LiveHouse, game: str) -> None:
    node = shutil.which("node")
    assert node, "Node.js 20.10 or newer is needed: on Debian, `apt-get install nodejs`."
    command = [node, "--experimental-websocket", str(CLIENT), house.url, game, json.dumps(SHORT.get(game, {}))]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG, check=False)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["game"], report["reconnects"] >= 1, report["naks"] >= 2) == (game, True, True)
    assert 1 in report["result"]["places"]
