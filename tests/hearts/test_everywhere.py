"""Hearts, which nobody registered, goes everywhere: contract, compiled laws, search, reports, a house."""

import pickle
import re
from pathlib import Path

import numpy as np
import pytest

from cardhouse import GAMES
from cardhouse.bots import player
from cardhouse.games.definition import AnyGame
from cardhouse.games.seen import derive
from cardhouse.lab import simulate
from cardhouse.lab.report import study_of
from cardhouse.lab.report.scoring import exhibit, first_part, gains
from cardhouse.play.dealers import SeededDealer
from cardhouse.play.match import Match
from cardhouse.testing import check
from tests.hearts import HEARTS
from tests.house.live import LiveHouse
from tests.outside import write_dist_info
from tests.planted_faults import with_fields
from tests.test_contract import rules_without_a_test

FOLDER = Path(__file__).parent


@pytest.mark.compiles
def test_hearts_keeps_the_contract() -> None:
    check(HEARTS, moves=3000, thorough=1 / 16)


def test_every_rule_of_hearts_has_a_test() -> None:
    assert rules_without_a_test(HEARTS, (FOLDER / "test_rules.py").read_text("utf-8")) == set()


@pytest.mark.parametrize("game", [*GAMES.values(), HEARTS], ids=lambda game: game.name)
def test_a_view_goes_to_another_process_wherever_it_was_derived(game: AnyGame) -> None:
    """Bots of a house are asked in other processes; Hearts has no module `seen`."""
    view = Match(game, dealer=SeededDealer(1)).view(0)
    derive(game.law.State)  # a second kind of views of the same table changes nothing
    assert pickle.loads(pickle.dumps(view)) == view


@pytest.mark.compiles
def test_the_compiled_heuristic_beats_random_players() -> None:
    seen = simulate(HEARTS, matches=2000, players=["quick", "random", "random", "random"], seed=1)
    share, place = seen.by_player()["quick"]
    assert share.low > 0.5
    assert place.mean < 2


@pytest.mark.compiles
def test_deep_plays_a_match() -> None:
    """A whole deal of a player who searches, against the heuristic."""
    match = Match(HEARTS, options={"target": 20}, dealer=SeededDealer(3))
    deep = player(HEARTS, "deep:64", seed=1)
    while not match.over and match.view(0).deal == 0:
        seat = match.to_act[0]
        match.play(seat, deep(match.view(seat)) if seat == 0 else HEARTS.quick(match.view(seat)))
    assert match.over or match.view(0).deal == 1


@pytest.mark.compiles
def test_a_report_knows_that_the_fewest_points_win() -> None:
    """Scored as written, the better player is first more often than par, a quarter; by the most points, less often."""
    study = study_of(HEARTS, matches=800, seed=1)
    found = exhibit(study)
    assert found is not None
    [share] = re.findall(r"the better player is first after 6 deals in ([\d.]+)%", found.findings[1].words)
    assert float(share) > 35
    long = study.at(4, {**study.options, **HEARTS.lab.long})
    gained, seats, _ = gains(long, "quick", "easy")
    mine = first_part(gained)[np.arange(len(seats)), seats].mean()
    others = first_part(-gained)[np.arange(len(seats)), seats].mean()
    assert mine > 0.35 > others


@pytest.mark.compiles
def test_planted_a_report_that_takes_the_most_points_is_found() -> None:
    found = exhibit(study_of(with_fields(HEARTS, lowest_wins=False), matches=800, seed=1))
    assert found is not None
    [share] = re.findall(r"the better player is first after 6 deals in ([\d.]+)%", found.findings[1].words)
    assert float(share) < 25


def test_a_house_has_hearts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_dist_info(tmp_path / "site", "hearts_from_outside", hearts="tests.hearts:HEARTS")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"))
    with LiveHouse(tmp_path) as house:
        table, _ = house.table("hearts", 1, bots=3, seats=4)
        assert house.get(f"/api/tables/{table}")["game"] == "hearts"
