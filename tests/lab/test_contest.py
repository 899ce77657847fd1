"""Duels and tournaments: the right verdict, the same whoever plays the blocks and however often it was interrupted."""

import json
import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardhouse import BadSetup
from cardhouse.games.president import PRESIDENT
from cardhouse.lab import duel, tournament, work
from cardhouse.lab.contest import Contest, as_dict, block, plan, run, summarise
from cardhouse.lab.contest.page import page
from cardhouse.lab.contest.sequential import Always, is_settled
from cardhouse.lab.counts import Estimate
from tests.commands import typed
from tests.waiting import HANG

HERE = work.threads(1)


def here(game: Any, *players: str, **given: Any) -> Contest:
    return duel(game, players, **{"blocks": 10, "limit": HANG, "executor": HERE, **given})


def untimed(contest: Contest) -> dict[str, Any]:
    return {name: value for name, value in as_dict(contest).items() if name != "ms_per_move"}


def test_the_better_player_is_found_and_shares_add_up_to_one() -> None:
    found = here("president", "quick", "random", blocks=20)
    (quick, place), (random, _) = found.by_player().values()
    assert found.lines == [("quick", "random", "random", "random")]
    assert quick.low > 0.5 > found.par > random.high
    assert quick.mean + 3 * random.mean == pytest.approx(1)
    assert place.high < 2


def test_equal_players_are_at_par(tmp_path: Path) -> None:
    (tmp_path / "same.py").write_text("from cardhouse import game\nchoose = game('davenport').quick\n")
    found = here("davenport", "quick", str(tmp_path / "same.py"), seats=2, blocks=20)
    share, _ = found.by_player()["quick"]
    assert share.low < 0.5 < share.high
    assert found.faults(str(tmp_path / "same.py")) == 0


def test_in_a_block_everybody_is_dealt_every_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: list[tuple[str, ...]] = []
    seats: list[int] = []
    note = block.play_match

    def noted(match: Any, seated: list[str], *given: Any) -> None:
        dealt.append(tuple(str(match.view(seat).as_dict()["hand"]) for seat in range(match.seats)))
        seats.append(seated.index("quick"))
        note(match, seated, *given)

    monkeypatch.setattr(block, "play_match", noted)
    here("president", "quick", "random", blocks=2)
    assert seats == [0, 1, 2, 3] * 2
    assert len(set(dealt[:4])) == len(set(dealt[4:])) == 1
    assert dealt[0] != dealt[4]


def test_workers_do_not_matter_but_seeds_do() -> None:
    given: dict[str, Any] = {"blocks": 6, "options": {"deals": 2}}
    alone = untimed(here("president", "easy", "random", "quick", **given))
    assert untimed(here("president", "easy", "random", "quick", **given, executor=work.threads(3))) == alone
    assert untimed(here("president", "easy", "random", "quick", **given, executor=None, workers=2)) == alone
    assert untimed(here("president", "easy", "random", "quick", **given, seed=2)) != alone | {"seed": 2}


def test_an_interrupted_contest_continues_to_the_same_end(tmp_path: Path) -> None:
    file, whole = tmp_path / "duel.jsonl", here("president", "quick", "easy", blocks=8)

    def stop(contest: Contest) -> None:
        if len(contest.blocks) == 3:
            raise KeyboardInterrupt

    first = here("president", "quick", "easy", blocks=6, save=file, tell=stop)
    assert (first.broken, len(first.blocks)) == ("Interrupted.", 3)
    file.write_text(file.read_text() + '{"line": 0, "num')  # it was killed in the middle of a line
    assert here("president", "quick", "easy", blocks=6, save=file).broken == ""
    played: list[int] = []
    again = here("president", "quick", "easy", blocks=8, save=file, tell=lambda contest: played.append(1))
    assert len(played) == 2
    assert untimed(again) == untimed(whole)
    assert again.times("quick").total() == whole.times("quick").total()
    assert untimed(here("president", "quick", "easy", blocks=8, save=file)) == untimed(whole)


def test_another_contest_is_not_mixed_in(tmp_path: Path) -> None:
    file, mine = tmp_path / "duel.jsonl", tmp_path / "mine.py"
    mine.write_text("def choose(view): return view.moves[0]\n")
    here("javelin", str(mine), "random", blocks=1, save=file, options={"target": 5})
    with pytest.raises(BadSetup, match="its seed is 1, not 2"):
        here("javelin", str(mine), "random", blocks=1, save=file, options={"target": 5}, seed=2)
    mine.write_text("def choose(view): return view.moves[-1]\n")
    with pytest.raises(BadSetup, match="belongs to another contest: its files is"):
        here("javelin", str(mine), "random", blocks=1, save=file, options={"target": 5})
    for text, says in (("My diary\n", "is not a saved contest"), ("[]\n", "is not a saved contest")):
        file.write_text(text)
        with pytest.raises(BadSetup, match=says):
            here("president", "quick", "random", blocks=1, save=file)
        assert file.read_text() == text


def test_a_tournament_has_a_pool_and_ratings(tmp_path: Path) -> None:
    found = tournament("president", ["easy", "quick", "random"], blocks=12, seats=3, executor=HERE)
    assert len(found.lines) == 6
    pool = found.pool()
    assert pool["quick", "random"].low > found.par > pool["random", "quick"].high
    assert list(found.ratings()) == ["quick", "easy", "random"]
    assert sum(rating.mean for rating in found.ratings().values()) == pytest.approx(0, abs=1e-6)
    assert all(rating.low < rating.mean < rating.high for rating in found.ratings().values())
    html = page(found)
    assert "quick comes first in" in html
    assert "<svg" in html
    assert not re.search(r"(src|href)=\"(?!#)", html)
    assert "one of these, among 2:" in summarise(found)


def test_between_two_the_pool_table_is_filled_from_both_sides() -> None:
    found = tournament("davenport", ["random", "easy", "quick"], blocks=6, seats=2, executor=HERE)
    assert len(found.lines) == 3
    assert found.pool()["quick", "easy"].mean + found.pool()["easy", "quick"].mean == pytest.approx(1)


def test_a_contest_accepts_a_game_of_your_own() -> None:
    mine = replace(PRESIDENT, title="Mine")
    assert summarise(duel(mine, ["quick", "random"], blocks=1)).startswith("Mine, 4 seats, seed 1: 1 block, 4 matches")


def test_a_difference_is_settled_early_and_no_worker_changes_when() -> None:
    found = here("president", "quick", "random", blocks=200, until=0.02)
    assert found.settled_after is not None
    assert 5 < found.settled_after < 60
    assert len(found.counted) == found.settled_after
    assert untimed(here("president", "quick", "random", blocks=200, until=0.02, executor=work.threads(3))) == untimed(
        found
    )
    assert "Settled after" in summarise(found)
    both = tournament("president", ["random", "quick"], seats=3, blocks=200, until=0.02, executor=HERE)
    assert both.leaders == ("quick", "random")
    assert "quick is +" in summarise(both)


def test_sequential_intervals_rarely_separate_equal_players() -> None:
    """Of 200 pairs of equal players at most 5% may ever seem to differ; they are shown to be equal, sooner or later."""
    chance, deceived = Random(1), 0
    for _ in range(200):
        always = Always()
        for _ in range(150):
            always.add(sum(chance.random() < 0.25 for _ in range(4)) / 4)
            if is_settled(always.interval.scaled(1, -0.25), 0.0):
                deceived += 1
                break
    assert deceived <= 10
    for _ in range(3000):
        always.add(sum(chance.random() < 0.25 for _ in range(4)) / 4)
    assert is_settled(always.interval.scaled(1, -0.25), 0.03)
    assert not is_settled(Estimate(0.0, -0.1, 0.1), 0.03)


def test_the_command_prints_tables_and_json() -> None:
    words = ["duel", "president", "--players", "quick,random", "--blocks", "4", "--workers", "1", "--json"]
    found = json.loads(typed("", *words).stdout)
    assert found["players"] == ["quick", "random", "random", "random"]
    assert (found["blocks"], found["matches"], found["seats"], found["seed"]) == (4, 16, 4, 1)
    assert found["options"]["deals"] == 1
    for figure in ("first_share", "mean_place"):
        low, high = found[f"{figure}_interval"]["quick"]
        assert low <= found[figure]["quick"] <= high
    assert found["ms_per_move"]["quick"]["moves"] > 100
    assert 0 < found["ms_per_move"]["quick"]["median"] <= found["ms_per_move"]["quick"]["p99"]
    assert found["faults"] == {"quick": 0, "random": 0}


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"players": ["quick"]}, "A duel needs at least two players, not 1"),
        ({"players": ["quick", "quick"]}, "All players are 'quick'"),
        ({"players": ["quick", "easy", "random"], "seats": 4}, "Name 4 players, one for each seat, or two; not 3"),
        ({"players": ["quick", "clever"]}, "There is no player 'clever'"),
        ({"players": ["none.py", "quick"]}, "There is no file"),
        ({"players": ["quick", "http://127.0.0.1:9/x"]}, "No player answers at 'http://127.0.0.1:9/x'"),
        ({"players": ["quick", "http:///x"]}, "No player answers at"),
        ({"seats": 2}, "President is for 3 to 8 players, not 2"),
        ({"options": {"skips": 1}}, "President has no option 'skips'"),
        ({"limit": 0}, "A time limit is a number of seconds above 0"),
        ({"until": 2}, "A difference of shares is a number from 0 to 1"),
        ({"blocks": -1}, "blocks is a number from 0 on"),
        ({"workers": 0}, "The number of workers is at least 1"),
        ({"save": "/none/x.jsonl"}, "cannot be used: No such file"),
    ],
)
def test_bad_duels_are_a_sentence(given: dict[str, Any], says: str) -> None:
    with pytest.raises(BadSetup, match=re.escape(says)):
        duel("president", **{"players": ["quick", "random"], **given})


def test_bad_tournaments_are_a_sentence() -> None:
    with pytest.raises(BadSetup, match="'quick' is named twice"):
        plan("tournament", "president", ["quick", "quick"])
    with pytest.raises(BadSetup, match="needs at least two players, not 1"):
        plan("tournament", "president", ["quick"])


def test_nothing_is_known_of_no_blocks() -> None:
    found = run(plan("duel", "president", ["quick", "random"], blocks=0), executor=HERE)
    assert "Nothing is known yet" in summarise(found)
    assert as_dict(found)["matches"] == 0
