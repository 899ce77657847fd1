"""`cardhouse simulate`: the same results whoever does the work, and a sentence for whatever is wrong."""

import json
from pathlib import Path
from typing import Any

import pytest

from cardhouse import BadSetup, PlayerFault
from cardhouse.compiled import playout
from cardhouse.games.president import PRESIDENT
from cardhouse.lab import as_dict, simulate, summarise, work
from cardhouse.lab import simulation as lab
from tests.commands import called, typed
from tests.lab.workers import counted_once_dead

HERE = work.threads(1)
MIXED: dict[str, Any] = {"matches": 400, "players": ["quick", "random", "easy"], "seed": 6}
GOOD = "from cardhouse import game\nchoose = game('president').quick\n"


def lines(**more: Any) -> str:
    return summarise(simulate("president", **{**MIXED, "executor": HERE, **more}))


def test_any_split_and_any_workers_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = lines()
    monkeypatch.setattr(lab, "COMPILED", range(60, 100))
    assert lines() == whole
    assert lines(executor=work.threads(3)) == whole
    assert lines(executor=None, workers=2) == whole
    assert lines(seed=7) != whole


def test_a_dask_cluster_gives_the_same() -> None:
    from distributed import LocalCluster

    with LocalCluster(n_workers=1, processes=False, dashboard_address=None, protocol="tcp") as cluster:
        executor = work.dask(cluster.scheduler_address)
        try:
            assert lines(executor=executor) == lines()
        finally:
            executor()._client.close()  # type: ignore[attr-defined]


def test_a_dead_workers_part_is_played_again_and_counted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = lines()
    monkeypatch.setattr(lab, "COMPILED", range(60, 100))
    simulation, parts = lab.plan("president", **MIXED)
    mark = tmp_path / "died"
    parts = [part._replace(options={**part.options, "mark": str(mark)}) for part in parts]
    for _, counts in work.run_parts(counted_once_dead, parts, work.processes(2)):
        simulation.counts += counts
    assert mark.exists()
    assert summarise(simulation) == whole


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("president", 3, {"deals": 12}),  # a long match is not a long turn
        ("davenport", 3, {"ace_rule": "on"}),
        ("dynasty", 4, {"taxation": "on"}),
        ("javelin", 2, {"peek": "on"}),
        ("blitz", 3, {"decks": 2}),
    ],
)
def test_a_player_from_a_file_plays_as_the_compiled_one_does(
    tmp_path: Path, game: str, seats: int, options: dict[str, str | int]
) -> None:
    """The plain body has the same law, the same streams of chance, the same blocks."""
    file = tmp_path / "mine.py"
    file.write_text(f"from cardhouse import game\nchoose = game({game!r}).quick\n")
    others = ["random"] * (seats - 1)
    given: dict[str, Any] = {"matches": 4 * seats + 1, "options": options, "executor": HERE}
    mine = simulate(game, players=[str(file), *others], **given)
    theirs = simulate(game, players=["quick", *others], **given)
    assert summarise(mine).replace(f"{file}", "quick").split() == summarise(theirs).split()


def test_masters_that_draw_their_moves_draw_the_same_ones_again() -> None:
    given: dict[str, Any] = {"matches": 8, "seats": 2, "players": ["master", "quick"], "executor": HERE}
    assert summarise(simulate("davenport", **given)) == summarise(simulate("davenport", **given))


def test_a_players_helpers_lie_beside_it_and_what_it_prints_is_not_json(tmp_path: Path) -> None:
    (tmp_path / "of_mine.py").write_text("def pick(view): return view.moves[0]\n")
    (tmp_path / "mine.py").write_text("from of_mine import pick as choose\nprint('thinking')\n")
    done = typed(
        "", "simulate", "president", "--matches", "6", "--players", f"{tmp_path}/mine.py,quick,quick", "--json"
    )
    assert json.loads(done.stdout)["matches"] == 6
    assert "thinking" in done.stderr


def test_a_player_that_ends_its_process_is_reported_with_the_results_so_far(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("import os\ndef choose(view): os._exit(3)\n")
    done = typed(
        "", "simulate", "president", "--matches", "6", "--players", f"{tmp_path}/mine.py,quick,quick", "--workers", "1"
    )
    assert done.returncode == 2
    assert "does a player end its process?" in done.stderr
    assert "Nothing is known yet" in done.stdout


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "def choose(view):\n  return 1 / 0",
            "mine.py, line 2, failed in match 0 (seed 1, deal 0): ZeroDivisionError: ",
        ),
        (
            "def choose(view): return 7",
            "mine.py failed in match 0 (seed 1, deal 0): A player returns the text of a move",
        ),
        ("def choose(view): return 'play 2c 3c'", "mine.py failed in match 0"),
        ("def choose(view): return 'sing'", "mine.py failed in match 0 (seed 1, deal 0): 'sing' is not a move"),
        ("def choose(view): raise KeyboardInterrupt", "mine.py, line 1, failed in match 0"),
        ("import nothing_of_this_name", "mine.py does not run: ModuleNotFoundError"),
        ("def choose(view) return 1", "mine.py does not run: SyntaxError"),
        ("raise SystemExit", "mine.py does not run: SystemExit"),
        ("play = 1", "mine.py has no function `choose(view)`"),
    ],
)
def test_a_players_faults_are_sentences(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "mine.py"
    file.write_text(text)
    with pytest.raises((BadSetup, PlayerFault)) as error:
        simulate("president", matches=3, players=[str(file), "random", "random"], executor=HERE)
    assert says in str(error.value)


def test_the_command_prints_the_same_and_json() -> None:
    words = ["simulate", "davenport", "--matches", "300", "--seats", "3"]
    words += ["--option", "ace_rule=on", "--seed", "5", "--workers", "1"]
    given: dict[str, Any] = {"matches": 300, "seats": 3, "options": {"ace_rule": "on"}, "seed": 5}
    done = typed("", *words)
    shown = simulate("davenport", **given, executor=HERE)
    assert (done.returncode, done.stdout) == (0, summarise(shown) + "\n")
    found = json.loads(typed("", *words, "--json").stdout)
    timed = {"seconds", "moves_per_s"}
    assert {k: v for k, v in found.items() if k not in timed} == {
        k: v for k, v in json.loads(json.dumps(as_dict(shown))).items() if k not in timed
    }
    assert found["matches"] == 300
    assert sum(found["first_share"]) == pytest.approx(1)
    assert found["moves"] == round(300 * found["mean_moves"])
    assert found["counts"]["rounds"] > 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["bridge"], "There is no game 'bridge'"),
        (["president", "--option", "skips=1"], "President has no option 'skips'"),
        (["president", "--option", "deals"], "An option is a name and a value"),
        (["president", "--players", "clever"], "There is no player 'clever'; there is random, easy, quick, or a file"),
        (["president", "--players", "quick,random"], "President is for 3 to 8 players, not 2"),
        (["president", "--players", "quick,random,quick", "--seats", "4"], "Players for 4 seats are needed, not 3"),
        (["president", "--players", "none.py,random,random"], "There is no file 'none.py'"),
        (["blitz", "--seats", "6"], "With one deck Blitz is for 2 to 5 players, not 6"),
        (["blitz", "--matches", "-1"], "matches is a number from 0 on"),
        (["javelin", "--workers", "0"], "The number of workers is at least 1"),
        (["javelin", "--device", "tpu"], "A device is one of cpu, gpu, not 'tpu'"),
        (["javelin", "--device", "gpu"], "There is no GPU that can be used here"),
    ],
)
def test_bad_simulations_are_a_sentence(words: list[str], says: str) -> None:
    done = called("", "simulate", *words)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_nothing_is_known_of_no_matches() -> None:
    shown = simulate("president", matches=0, executor=HERE)
    assert "Nothing is known yet" in summarise(shown)
    assert as_dict(shown)["moves"] == 0


def test_a_match_that_does_not_end_is_stopped_and_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(playout, "MOST_MADE", 5)
    file = tmp_path / "mine.py"
    file.write_text(GOOD)
    shown = simulate(PRESIDENT, matches=6, players=[str(file), "random", "random"], executor=HERE)
    assert "6 matches were stopped, because they did not end" in summarise(shown)
    assert as_dict(shown)["unfinished"] == 6
