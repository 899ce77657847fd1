"""What the rules say of random play is what `cardhouse simulate` prints."""

import json
import sys

import pytest
from bench.random_play import PLACE, written

from cardhouse import GAMES, BadTable
from cardhouse.games.face import Game
from cardhouse.press import summary
from tests.test_terminal import typed


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_statistics_in_the_rules_are_those_of_the_law(game: Game) -> None:
    assert PLACE.search(game.rules)
    assert written(game, game.rules) == game.rules


def test_the_command_prints_the_same() -> None:
    done = typed(
        "", "simulate", "davenport", "--games", "300", "--seats", "3", "--option", "ace_rule=on", "--seed", "5"
    )
    shown = summary("davenport", games=300, seats=3, options={"ace_rule": "on"}, seed=5)
    assert done.stdout == shown.told() + "\n"
    assert done.returncode == 0
    as_json = json.loads(typed("", "simulate", "davenport", "--games", "300", "--seats", "3", "--json").stdout)
    assert as_json["games"] == 300
    assert len(as_json["first_share"]) == 3
    assert as_json["moves"] == round(300 * as_json["mean_moves"])


def test_a_summary_is_told_how_far_it_is_and_takes_its_parts_together(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = summary("president", games=1000, seats=4)
    monkeypatch.setattr(sys.modules["cardhouse.press.summary"], "PART", 300)
    done: list[int] = []
    assert summary("president", games=1000, seats=4, tell=done.append) == whole
    assert done == [300, 600, 900, 1000]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["bridge"], "There is no game 'bridge'"),
        (["blitz", "--seats", "6"], "With one deck Blitz is for 2 to 5 players, not 6"),
        (["blitz", "--games", "-1"], "games is a number from 0 on"),
        (["javelin", "--workers", "0"], "workers is a number from 1 on"),
    ],
)
def test_bad_simulations_are_a_sentence(words: list[str], says: str) -> None:
    done = typed("", "simulate", *words)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_nothing_to_sum_up() -> None:
    assert summary("president", games=0, seats=4).mean_moves == 0
    with pytest.raises(BadTable):
        summary("president", games=10, seats=2)
