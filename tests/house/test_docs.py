"""What the docs show of a house works, literally."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from json import loads
from pathlib import Path
from threading import Thread

import pytest

from cardhouse.client import Seat
from tests.house.live import LiveHouse
from tests.waiting import HANG

DOCS = Path(__file__).parent.parent.parent / "docs"
ZONE_COUNT = re.compile(r"http://(localhost|127\.0\.0\.1):8000")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[LiveHouse]:
    with LiveHouse(tmp_path) as house:
        yield house


def text_of(page: str, house: LiveHouse) -> str:
    return ZONE_COUNT.sub(house.url, (DOCS / page).read_text("utf-8"))


def plays(house: LiveHouse, made: dict[str, dict[str, str]]) -> Thread:
    """Whoever has opened a table plays there."""
    seat = Seat(house.url, made["table"]["id"], str(made["token"]), made["table"]["game"])
    thread = Thread(target=seat.play, args=(lambda view: view.moves[0],), daemon=True)
    thread.start()
    return thread


@pytest.mark.parametrize("page", ["host.md", "protocol.md"])
def test_the_python_of_the_docs_runs_at_a_house(
    page: str, house: LiveHouse, capsys: pytest.CaptureFixture[str]
) -> None:
    table = {"game": "president", "seats": 3, "bots": 1, "pace": 0, "id": "merry-oak-owl-123"}
    made = house.post("/api/tables", {"name": "Ann", **table})
    thread = plays(house, made) if page == "protocol.md" else None
    blocks = re.findall(r"^```python house\n(.*?)^```", text_of(page, house), re.MULTILINE | re.DOTALL)
    for block in blocks:
        exec(compile(block, page, "exec"), {"__name__": "docs"})
    assert "places" in capsys.readouterr().out
    if thread is not None:
        thread.join()


def test_the_commands_of_the_docs_work_at_a_house(house: LiveHouse, tmp_path: Path) -> None:
    text = text_of("host.md", house)
    (curl,) = re.findall(r"^curl .*\\\n.*$", text, re.MULTILINE)
    *_, header, _, body = shlex.split(curl.replace("\\\n", ""))
    assert header == "Content-Type: application/json"
    made = house.post("/api/tables", {**loads(body), "pace": 0})
    thread = plays(house, made)
    (echo,) = re.findall(r"^echo .*$", text, re.MULTILINE)
    (bot,) = re.findall(r"^cardhouse bot .*$", text, re.MULTILINE)
    cardhouse = f"{shlex.quote(sys.executable)} -c 'from cardhouse.cli import main; main()'"
    script = f"{echo} && {bot.replace('cardhouse', cardhouse, 1)}"
    done = subprocess.run(script, shell=True, cwd=tmp_path, capture_output=True, text=True, timeout=HANG, check=False)
    thread.join()
    assert "Robbie has a seat at" in done.stdout, done.stderr
    assert "Place " in done.stdout
