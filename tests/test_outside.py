"""A game outside this repository: an installed package brings it to every command and to the house."""

import subprocess
import sys
from pathlib import Path

import pytest

from cardhouse.games import GAMES
from cardhouse.games.outside import install
from tests.commands import typed
from tests.house.live import LiveHouse
from tests.outside import write_dist_info, write_package

ROOT = Path(__file__).parents[1]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which packages are found, in this process and in those that it starts."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.setenv("PYTHONPATH", str(folder))
    monkeypatch.syspath_prepend(str(folder))
    return folder


def test_every_command_knows_the_game_of_an_installed_package(site: Path) -> None:
    write_package(site, "card_marbles", "marbles")
    assert "marbles: 2 to 4 players." in typed("", "games").stdout
    assert "Nobody plays this game" in typed("", "rules", "marbles").stdout
    checked = typed("", "check", "marbles", "--moves", "20", "--no-bodies")
    assert "Marbles keeps the contract" in checked.stdout
    assert checked.returncode == 0
    assert "There is no game 'nowhere'; the games are blitz," in typed("", "rules", "nowhere").stderr
    assert "marbles" in typed("", "play", "--help").stdout


@pytest.mark.compiles
def test_the_game_of_an_installed_package_is_simulated_by_processes(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_OPT", "0")  # compile in less time
    write_package(site, "card_marbles", "marbles")
    for _ in range(2):  # compiled by threads, then from the disk by processes
        done = typed("", "simulate", "marbles", "--matches", "2000", "--option", "rounds=3", "--workers", "2")
        assert "2,000 matches of Marbles, 3 seats" in done.stdout, done.stderr
        assert done.returncode == 0


def test_a_house_has_the_game_of_an_installed_package(site: Path, tmp_path: Path) -> None:
    write_package(site, "card_marbles", "marbles")
    with LiveHouse(tmp_path) as house:
        matches = {game["name"]: game for game in house.get("/api/games")}
        assert set(GAMES) | {"marbles"} == set(matches)
        table, _ = house.table("marbles", 1, bots=1, seats=2)
        assert house.get(f"/api/tables/{table}")["game"] == "marbles"
        assert "Nobody plays this game" in house.get("/api/games/marbles/rules")


@pytest.mark.parametrize("tool", ["moves", "stubs", "typescript", "words"])
def test_what_is_generated_has_no_game_of_an_installed_package(site: Path, tool: str) -> None:
    write_package(site, "card_marbles", "marbles")
    command = [sys.executable, "-m", f"tools.{tool}", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("source", "value", "complaint"),
    [
        ("1 / 0", "card_faulty:GAME", "it does not load (ZeroDivisionError: division by zero)"),
        ("import nowhere_at_all", "card_faulty:GAME", "it does not load (ModuleNotFoundError: No module named "),
        ("GAME = 3", "card_faulty:GAME", "card_faulty:GAME is 3, not a Game"),
        (
            "from cardhouse.games.president import PRESIDENT as GAME",
            "card_faulty:GAME",
            "there is already a game 'president', and it cannot be replaced",
        ),
    ],
)
def test_planted_a_broken_package_is_reported_in_a_sentence_and_stops_nothing(
    site: Path, source: str, value: str, complaint: str
) -> None:
    (site / "card_faulty.py").write_text(source, "utf-8")
    write_dist_info(site, "card_faulty", faulty=value)
    done = typed("", "games")
    assert f"The game 'faulty' of the package 'card_faulty' was left out: {complaint}" in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.returncode == 0
    assert done.stdout.count("players.") == len(GAMES)


def test_a_game_of_a_package_cannot_replace_one_of_another_package(site: Path) -> None:
    write_package(site, "card_marbles", "marbles")
    write_package(site, "more_marbles", "marbles")
    matches = dict(GAMES)
    [sentence] = install(matches)
    assert "there is already a game 'marbles'" in sentence
    assert set(matches) == {*GAMES, "marbles"}
