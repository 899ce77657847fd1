"""How the nets that are shipped are made: `make champions`."""

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest
from tools import champions

from cardhouse.games.davenport import DAVENPORT
from cardhouse.games.version import law_version
from cardhouse.nets import shipped
from cardhouse.nets.weights import read, unpacked, write

needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="needs the extra `train`: make train")
SMALL = champions.Champion(seats=(3, 4), steps=512, options={"deals": (1, 2)}, tables=16, length=16)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Train in this folder, a small net of President."""
    monkeypatch.setattr(champions, "PLANS", {"president": SMALL})
    monkeypatch.setattr(champions, "RUNS", tmp_path)
    monkeypatch.setattr(champions, "BLOCKS", 3)
    monkeypatch.setattr(champions, "file_beside", lambda name: tmp_path / shipped.FILE)
    return tmp_path


@needs_torch
@pytest.mark.compiles
def test_a_champion_is_trained_by_its_plan_once(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    champions.train("president")
    net = read(here / shipped.FILE)
    assert (net.header.seats, net.header.options["deals"], net.header.steps) == ((3, 4), (1, 2), 512)
    assert len(net.header.commit) == 40
    (here / shipped.FILE).unlink()
    champions.train("president")
    assert "has been trained already" in capsys.readouterr().out
    assert not (here / shipped.FILE).exists()


def test_a_net_gets_the_digest_of_its_law_if_the_game_plays_as_before(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = shipped.file_of(DAVENPORT)
    assert file is not None
    net = read(file)
    write(here / shipped.FILE, replace(net, header=replace(net.header, law="0123")))
    monkeypatch.setattr("tools.champions.subprocess.run", lambda *given, **named: type("Done", (), {"returncode": 1}))
    with pytest.raises(SystemExit, match="Davenport does not play as before: train its net again"):
        champions.stamp("davenport")
    assert unpacked((here / shipped.FILE).read_bytes()).header.law == "0123"
    monkeypatch.setattr("tools.champions.subprocess.run", lambda *given, **named: type("Done", (), {"returncode": 0}))
    champions.stamp("davenport")
    assert unpacked((here / shipped.FILE).read_bytes()).header == replace(net.header, law=law_version(DAVENPORT).digest)
