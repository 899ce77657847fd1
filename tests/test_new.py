"""`cardhouse new`: the folder that it writes is a game, which is checked, installed and played at once."""

import subprocess
import sys
from pathlib import Path

import pytest

from cardhouse.games import GAMES
from tests.commands import called, typed
from tests.outside import write_dist_info
from tests.waiting import HANG


def written(folder: Path, name: str = "knaves") -> Path:
    """Return the folder that the command has written."""
    done = called("", "new", name, "--to", str(folder / name))
    assert done.returncode == 0, done.stderr
    assert f"cardhouse check {folder / name}" in done.stdout
    return folder / name


def test_a_new_game_keeps_the_contract_at_once(tmp_path: Path) -> None:
    checked = typed("", "check", str(written(tmp_path)), "--moves", "200", "--no-bodies")
    assert "Knaves keeps the contract" in checked.stdout, checked.stdout + checked.stderr
    assert checked.returncode == 0


@pytest.mark.compiles
def test_a_new_game_is_compiled_and_has_the_same_law(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_OPT", "0")  # compile in less time
    checked = typed("", "check", str(written(tmp_path)), "--moves", "100")
    assert "the compiled law agrees with the plain one" in checked.stdout, checked.stdout + checked.stderr


def test_the_tests_of_a_new_game_pass(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(written(tmp_path))]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=HANG, cwd=tmp_path)
    assert "5 passed" in done.stdout, done.stdout


def test_an_installed_new_game_is_played_to_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = written(tmp_path, "my_knaves")
    write_dist_info(folder, "cardhouse-my_knaves", my_knaves="my_knaves:MY_KNAVES")
    monkeypatch.setenv("PYTHONPATH", str(folder))
    played = typed("1\n" * 5, "play", "my_knaves", "--option", "deals=1", "--seed", "1")
    assert (
        "\n  Trick: Bot 2 Q♣, Bot 3 K♣\n  Cards: You 5, Bot 1 5, Bot 2 4, Bot 3 4\n  First Bot 2, played 2\n"
        in played.stdout
    )
    assert "Bot 3 takes the trick" in played.stdout
    assert "you take the trick; you have 1 point;" in played.stdout
    assert "The match is over." in played.stdout
    assert played.returncode == 0
    assert "my_knaves: 2 to 6 players." in typed("", "games").stdout
    assert "# My Knaves" in typed("", "rules", "my_knaves").stdout


@pytest.mark.parametrize(
    ("file", "right", "wrong", "complaint"),
    [
        ("law.py", "    show(t, card, EVERYBODY)\n", "", "Knaves breaks the contract."),
        ("law.py", "move(t, card, HAND + seat, TRICK + seat)", "t.at[TRICK + seat] = card", "lost or doubled"),
        ("en.json", '"took_trick"', '"took_a_trick"', "took_trick has no sentence"),
        ("bots.py", "return out[0]\n", "return 63\n", "plays a move that is not listed"),
    ],
)
def test_planted_faults_in_a_new_game_are_found(
    tmp_path: Path, file: str, right: str, wrong: str, complaint: str
) -> None:
    folder = written(tmp_path)
    path = folder / "knaves" / file
    text = path.read_text("utf-8")
    assert text.count(right) == 1
    path.write_text(text.replace(right, wrong), "utf-8")
    checked = typed("", "check", str(folder), "--moves", "200", "--no-bodies")
    assert complaint in checked.stdout
    assert checked.returncode == 1


@pytest.mark.parametrize("name", ["Knaves", "2knaves", "k", "my-knaves", "knaves!", "../knaves", "class", "k" * 25, ""])
def test_a_bad_name_is_refused(name: str, tmp_path: Path) -> None:
    done = called("", "new", name, "--to", str(tmp_path / "game"))
    assert done.stderr.startswith(
        "A game's name has 2 to 24 lower-case letters, digits or _, and begins with a letter: not "
    )
    assert done.returncode == 2
    assert not (tmp_path / "game").exists()


@pytest.mark.parametrize("name", GAMES)
def test_the_name_of_a_game_that_there_is_is_refused(name: str, tmp_path: Path) -> None:
    done = called("", "new", name, "--to", str(tmp_path / "game"))
    assert done.stderr == f"There is already a game {name!r}; choose another name.\n"
    assert done.returncode == 2


def test_the_name_of_a_python_package_is_refused(tmp_path: Path) -> None:
    done = called("", "new", "json", "--to", str(tmp_path / "game"))
    assert done.stderr == "There is already a Python package 'json'; choose another name.\n"


def test_a_folder_that_exists_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "knaves").mkdir()
    done = called("", "new", "knaves")
    assert done.stderr == "'knaves' already exists; choose another folder with --to, or another name.\n"
    assert done.returncode == 2
    assert list((tmp_path / "knaves").iterdir()) == []
    (tmp_path / "file").write_text("", "utf-8")
    done = called("", "new", "knaves", "--to", "file/knaves")
    assert done.stderr == "The folder 'file/knaves' cannot be written: Not a directory.\n"


def test_a_project_that_registers_no_game_is_reported(tmp_path: Path) -> None:
    for text in ("", "[project", '[project.entry-points."cardhouse.games"]\nx = "nowhere:X"'):
        (tmp_path / "pyproject.toml").write_text(text, "utf-8")
        done = called("", "check", str(tmp_path))
        assert "nor a folder with an __init__.py, or with a pyproject.toml that registers a game." in done.stderr
        assert done.returncode == 2
