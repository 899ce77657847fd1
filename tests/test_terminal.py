"""The game in the terminal, as a person types it."""

import os
import re
import subprocess
from importlib.metadata import version
from pathlib import Path

import pytest

from cardhouse import GAMES, SeededDealer
from cardhouse.cards.deck import STANDARD
from cardhouse.games.president.view import describe
from cardhouse.terminal.line import LineGame
from tests.commands import COMMAND, called, typed
from tests.president.position import table


def test_a_whole_game_with_input_piped_in() -> None:
    done = typed("1\n" * 200, "play", "president", "--seed", "1545")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "The match is over." in done.stdout
    assert "  1. " in done.stdout
    assert "  4. " in done.stdout
    assert "Traceback" not in done.stdout


def test_the_hand_is_sorted_and_the_plays_numbered() -> None:
    done = called("q\n", "play", "president", "--seed", "1545")
    assert "Hand:  2♠ 3♣ 5♣ 5♥ 6♦ 6♠ 8♥ 9♣ 9♦ J♥ K♥ K♠" in done.stdout
    assert "    1  play 2♠\n" in done.stdout
    assert done.stdout.endswith("You leave the table.\n")


@pytest.mark.parametrize("said", ["12", "play 13h 13s", "13h 13s", "kh ks", "K♥ K♠", "KH, KS", "Play 13H 13S"])
def test_a_move_can_be_typed_in_several_ways(said: str) -> None:
    done = called(f"{said}\nq\n", "play", "president", "--seed", "1545")
    assert "You: play K♥ K♠" in done.stdout


def test_the_rules_and_mistakes_and_the_end_of_input() -> None:
    done = called("?\n8c\n99\n\nplay 5s 6h\n", "play", "president", "--seed", "3")
    assert "The opening is automatic" in done.stdout
    assert "8♣ cannot beat 10♣" in done.stdout
    assert "(President, rule 5)" in done.stdout
    assert "'99' is not a move" in done.stdout
    assert "5♠ and 6♥ are not of the same rank. (President, rule 4)" in done.stdout
    assert done.stdout.endswith("You leave the table.\n")


@pytest.mark.parametrize("said", ["p", "P", "pass", "PASS", "13"])
def test_a_pass_can_be_typed_in_several_ways(said: str) -> None:
    assert "You: pass" in called(f"{said}\nq\n", "play", "president", "--seed", "1545").stdout


@pytest.mark.parametrize("said", ["9" * 5000, "\udcff", "é", "0", "-1", "🂡"])
def test_odd_input_is_no_move(said: str) -> None:
    done = subprocess.run(
        [*COMMAND, "play", "president", "--seed", "1545"],
        input=f"{said}\nq\n".encode("utf-8", "surrogateescape"),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert b"is not a move" in done.stdout or b"is a text of at most" in done.stdout


def test_a_terminal_without_signs_for_suits() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [*COMMAND, "play", "president", "--seed", "1545"],
        input=b"q\n",
        env=environment,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert b"2? 3?" in done.stdout


def test_several_deals_with_options_against_random_bots() -> None:
    done = called("1\n" * 400, "play", "president", "--seats", "3", "--option", "deals=2", "--bots", "random")
    assert done.returncode == 0
    assert done.stdout.count("The cards are dealt") == 2
    assert "Deals: 2." in done.stdout
    assert "you have" in done.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["play", "bridge"], f"There is no game 'bridge'; the games are {', '.join(GAMES)}."),
        (["play", "president", "--seats", "9"], "President is for 3 to 8 players, not 9."),
        (["play", "president", "--option", "deals=0"], "The option deals must be one of 1 to 50, not '0'."),
        (["play", "president", "--option", "deals"], "An option is a name and a value, such as deals=3, not 'deals'."),
        (["play", "president", "--bots", "best"], "There is no player 'best'"),
        (["rules", "bridge"], "There is no game 'bridge'"),
    ],
)
def test_a_mistake_on_the_command_line_is_a_sentence(words: list[str], says: str) -> None:
    done = called("", *words)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_the_commands_games_and_rules_and_the_version_print() -> None:
    assert "president" in called("", "games").stdout
    assert "# President" in called("", "rules", "president").stdout
    assert called("", "--version").stdout == f"cardhouse {version('cardhouse')}\n"


@pytest.mark.parametrize(("game", "command"), [("", "cardhouse serve"), ("GAME=blitz", "cardhouse play blitz")])
def test_make_play_opens_a_house_or_plays_a_game(game: str, command: str) -> None:
    root = Path(__file__).parent.parent
    printed = subprocess.run(["make", "-n", "play", game or "X="], cwd=root, capture_output=True, text=True, check=True)
    assert f"/{command}\n" in printed.stdout


def test_a_terminal_match_can_be_played_from_python() -> None:
    """The same as a library: what is asked for comes from a function."""
    said = iter(["?", "no such move", *["1"] * 300])
    game = LineGame("president", seats=3, options={}, dealer=SeededDealer(1), bots="quick")
    game.play(ask=lambda prompt: next(said))
    assert game.match.over


def test_the_view_in_a_few_lines() -> None:
    match = table("0: 9c 14h\n1:\n2: 5d\non the table: 8h by 2\nto act: 0", way=-1)
    assert describe(match.view(0), ["You", "Bot 1", "Bot 2"], STANDARD.symbol) == [  # type: ignore[arg-type]
        "<- You 2 <- Bot 1 place 1 <- Bot 2 1",
        "Pile:  8♥ by Bot 2",
        "Hand:  9♣ A♥",
    ]
    leads = table("0: 9c\n1: 5s\n2: 5d\nto act: 0")
    assert describe(leads.view(0), ["You", "Bot 1", "Bot 2"], STANDARD.symbol)[1] == "Pile:  empty: you lead"  # type: ignore[arg-type]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_to_its_end_by_enter_and_the_first_of_the_list(name: str) -> None:
    first = "#1" if name == "dynasty" else "1"
    done = called(f"{first}\n" * 3000, "play", name, "--seed", "3")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "The match is over." in done.stdout
    assert "Traceback" not in done.stdout
    assert "seat " not in done.stdout


@pytest.mark.parametrize(
    ("name", "said", "shows"),
    [
        ("davenport", "9d", "You: commit 9♦"),
        ("davenport", "EXCHANGE 9D", "made a choice"),
        ("davenport", "w", "Bot 1 made a choice"),
        ("dynasty", "11 11", "You: play 11 11"),
        ("dynasty", "#2", "You: play 3 3"),
        ("dynasty", "12", "You do not hold 12."),
        ("javelin", "guess 14 0 lower", "You: guess 14 0 lower"),
        ("javelin", "kh", "'13h' is not a move"),
        ("javelin", "l", "attack 14 15"),
        ("javelin", "forfeit", "You: forfeit"),
        ("blitz", "deal", "you deal"),
        ("blitz", "deal 1", "Bot 1 deals"),
        ("blitz", "Q", "'q' is not a move"),
    ],
)
def test_moves_of_other_games_can_be_typed(name: str, said: str, shows: str) -> None:
    assert shows in called(f"{said}\nq\n", "play", name, "--seed", "3").stdout


def test_wilds_jokers_and_refusals_of_blitz() -> None:
    said = "deal\nstock\nnew book 2s js j1=k\nnew run j1 j2 js\nundo\nq\n"
    shown = called(said, "play", "blitz", "--seed", "3").stdout
    assert "2♠ and ★1=13 are not of the same rank. (Blitz, rule 1)" in shown
    assert "jacks and jokers are wild" in shown
    assert "There is nothing to undo. (Blitz, rule 10)" in shown


def test_a_fair_deal_prints_no_digests() -> None:
    shown = called("q\n", "play", "president").stdout
    assert not re.search(r"[0-9a-f]{20}", shown)
