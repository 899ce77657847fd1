"""The game in the terminal, as a person types it."""

import subprocess
import sys
from pathlib import Path

import pytest

from cardhouse import SeededDealer
from cardhouse.games.president.view import told
from cardhouse.terminal.line import LineGame
from tests.president.position import table

COMMAND = [sys.executable, "-c", "from cardhouse.cli import main; main()"]


def typed(said: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *words], input=said, capture_output=True, text=True, check=False, timeout=60)


def test_a_whole_game_with_input_piped_in() -> None:
    done = typed("1\n" * 200, "play", "president", "--seed", "3")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "The match is over." in done.stdout
    assert "  1. " in done.stdout
    assert "  4. " in done.stdout
    assert "Traceback" not in done.stdout


def test_the_hand_is_sorted_and_the_plays_numbered() -> None:
    done = typed("q\n", "play", "president", "--seed", "3")
    assert "Hand:  2♥ 3♦ 4♠ 5♣ 5♥ 5♠ 6♦ 7♥ 8♦ 8♥ Q♥ K♥ K♠" in done.stdout
    assert "    1  play 2♥\n" in done.stdout
    assert done.stdout.endswith("You leave the table.\n")


@pytest.mark.parametrize("said", ["6", "play 13h 13s", "13h 13s", "kh ks", "K♥ K♠"])
def test_many_ways_to_say_a_move(said: str) -> None:
    done = typed(f"{said}\nq\n", "play", "president", "--seed", "3")
    assert "You: play K♥ K♠" in done.stdout


def test_the_rules_and_mistakes_and_the_end_of_input() -> None:
    done = typed("?\n8h\n99\n\nplay 5c 6d\n", "play", "president", "--seed", "3")
    assert "The holder of" not in done.stdout
    assert "The deal opens by itself" in done.stdout
    assert "8h does not beat" in done.stdout
    assert "(President, rule 5)" in done.stdout
    assert "'99' is no move" in done.stdout
    assert "5c and 6d are not of one rank. (President, rule 4)" in done.stdout
    assert done.stdout.endswith("You leave the table.\n")


def test_several_deals_with_options_against_random_bots() -> None:
    done = typed("1\n" * 400, "play", "president", "--seats", "3", "--option", "deals=2", "--bots", "random")
    assert done.returncode == 0
    assert done.stdout.count("The cards are dealt.") == 2
    assert "deals=2" in done.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["play", "bridge"], "There is no game 'bridge'; there is president."),
        (["play", "president", "--seats", "9"], "President is for 3 to 8 players, not 9."),
        (["play", "president", "--option", "deals=0"], "The option deals is one of 1 to 50, not '0'."),
        (["play", "president", "--option", "deals"], "An option is a name and a value, as in `deals=3`, not 'deals'."),
        (["play", "president", "--bots", "best"], "There is no player 'best'"),
        (["rules", "bridge"], "There is no game 'bridge'"),
    ],
)
def test_a_mistake_on_the_command_line_is_a_sentence(words: list[str], says: str) -> None:
    done = typed("", *words)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_games_rules_and_version() -> None:
    assert "president" in typed("", "games").stdout
    assert "# President" in typed("", "rules", "president").stdout
    assert typed("", "--version").stdout == "cardhouse 0.1.0\n"


def test_make_play_starts_it() -> None:
    makefile = Path(__file__).parent.parent / "Makefile"
    assert "cardhouse play president" in makefile.read_text("utf-8")


def test_in_one_process() -> None:
    """The same as a library: what is asked for comes from a function."""
    said = iter(["?", "no such move", *["1"] * 300])
    game = LineGame("president", seats=3, options={}, dealer=SeededDealer(1), bots="rule")
    game.play(ask=lambda prompt: next(said))
    assert game.match.over


def test_the_view_in_a_few_lines() -> None:
    match = table("0: 9c 14h\n1:\n2: 5d\non the table: 8h by 2\nto act: 0", way=-1)
    assert told(match.view(0), ["You", "Bot 1", "Bot 2"]) == [  # type: ignore[arg-type]
        "<- You 2 <- Bot 1 place 1 <- Bot 2 1",
        "Table: 8h by Bot 2",
        "Hand:  9c 14h",
    ]
    leads = table("0: 9c\n1: 5s\n2: 5d\nto act: 0")
    assert told(leads.view(0), ["You", "Bot 1", "Bot 2"])[1] == "Table: empty: you lead"  # type: ignore[arg-type]
