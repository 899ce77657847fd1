"""Promise 13: old games live. The golden logs of every version replay to the same hash."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cardhouse import GAMES, BadLog, replay, verify
from cardhouse.games.definition import AnyGame
from cardhouse.games.version import law_version
from tests.commands import called
from tests.forged import forge
from tests.golden_logs import RESULTS, files, result_of, version
from tests.planted_faults import with_change, with_fault

LAST_IN_PRESIDENT = next(file for file in files(version()) if file.name.startswith("president_4"))


def head(file: Path) -> dict[str, Any]:
    first: dict[str, Any] = json.loads(file.read_text("utf-8").partition("\n")[0])
    return first


def state_of(log: str) -> object:
    return json.loads(log.splitlines()[-2])["state"]


@pytest.mark.parametrize("file", files(), ids=lambda file: f"{file.parent.name} {file.stem}")
def test_promise_13_a_golden_log_replays_to_the_same_hash(file: Path) -> None:
    log = file.read_text("utf-8")
    match = replay(log)
    assert match.over
    assert match.state_hash() == state_of(log)
    assert match.log() == log
    assert verify(log) == match.deals_over > 0
    assert result_of(match) == json.loads((file.parent / RESULTS).read_text("utf-8"))[file.stem]


def test_this_version_has_golden_logs_of_every_game() -> None:
    assert {head(file)["game"] for file in files(version())} == set(GAMES)
    assert {head(file)["law"]["version"].partition(".dev")[0] for file in files(version())} == {version()}


def one_turn_further(game: AnyGame) -> AnyGame:
    """A game whose law has been changed: after the fifth card that is played, the turn is another's."""
    moves = 0

    def play(t: Any, seat: int, choice: int) -> None:
        nonlocal moves
        game.law.play(t, seat, choice)
        moves += 1
        if moves == 5:
            t.turn = (t.turn + 1) % t.seats

    return replace(game, law=SimpleNamespace(**{**vars(game.law), "play": play}))


@pytest.mark.parametrize("name", GAMES)
def test_a_planted_change_of_a_law_turns_it_red(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for file in files():
        if head(file)["game"] == name:
            monkeypatch.setitem(GAMES, name, one_turn_further(GAMES[name]))
            with pytest.raises(BadLog):
                replay(file.read_text("utf-8"))
            monkeypatch.undo()


@pytest.mark.parametrize("fault", ["equal play refused", "more cards skip too", "direction turns once", "cards lost"])
def test_a_log_of_another_law_that_plays_it_differently_says_so(fault: str) -> None:
    other = with_fault(fault)
    logs = [file.read_text("utf-8") for file in files(version()) if head(file)["game"] == "president"]
    with pytest.raises(BadLog) as caught:
        [replay(log, game=other) for log in logs]
    said = caught.value.sentence
    assert f"It was played by another law (version {head(LAST_IN_PRESIDENT)['law']['version']}, digest " in said
    assert f"the law is now {law_version(other)}, and plays it differently." in said


def test_a_law_whose_digest_has_changed_replays_what_it_plays_the_same(tmp_path: Path) -> None:
    log = LAST_IN_PRESIDENT.read_text("utf-8")
    same = with_change(GAMES["president"], "def over(", "# The same law, another text.\n@law\ndef over(")
    assert law_version(same).digest != law_version(GAMES["president"]).digest
    assert replay(log, game=same).log() == log
    file = tmp_path / "match.jsonl"
    file.write_text(renamed(log, "0123456789abcdef"), "utf-8")
    said = called("", "replay", str(file)).stdout
    assert "It was played by another law (version 0.0.1, digest 0123456789abcdef); the present one (version" in said


def renamed(log: str, digest: str) -> str:
    """A log that says it was played by another law."""
    first, _, rest = log.partition("\n")
    entry = json.loads(first) | {"law": {"version": "0.0.1", "digest": digest}}
    return forge(f"{json.dumps(entry)}\n{rest}")


@pytest.mark.parametrize("law", [None, "1", {}, {"version": "1"}, {"version": "1", "digest": 2}, [["version", "1"]]])
def test_a_log_whose_law_cannot_be_read_is_refused(law: Any) -> None:
    first, _, rest = LAST_IN_PRESIDENT.read_text("utf-8").partition("\n")
    log = forge(f"{json.dumps(json.loads(first) | {'law': law})}\n{rest}")
    with pytest.raises(BadLog, match="A law has a version and a digest"):
        replay(log)
