"""Reports: whole, self-contained, the same for the same seed; and faults planted in a game turn them red."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from cardhouse import GAMES, BadTable
from cardhouse.games.davenport import DAVENPORT, law
from cardhouse.games.face import Game
from cardhouse.games.javelin import JAVELIN
from cardhouse.lab.report import Study, choices, exhibits, length, page, report, scoring, seats, skill, study_of, verbs
from cardhouse.lab.report.exhibit import imagined
from cardhouse.press.compiler import compilable
from tests.test_terminal import typed
from tests.toy import TOY

TITLES = [
    "Seats and the first move",
    "Length and endings",
    "Skill and luck",
    "Choices",
    "Drama",
    "What each kind of move is worth",
    "Options",
    "The number of players",
    "Cards, waiting, and a game to read",
]


class Tags(HTMLParser):
    """That what is opened is closed, and which addresses are named."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]
        if tag not in ("meta", "br", "link", "img", "path", "use", "rect", "stop"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            assert self.open.pop() == tag


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_report_has_all_exhibits_and_needs_nothing_else(game: Game) -> None:
    text = report(game, games=120, seed=3)
    for title in [*TITLES, *(["Scoring"] if game.unit else [])]:
        assert f". {title}</h2>" in text
    tags = Tags()
    tags.feed(text)
    assert tags.open == []
    assert all(address.startswith("#") for address in tags.addresses)
    assert "<script" not in text
    assert "nan" not in re.sub(r"<[^>]*>", "", text).lower().split()
    assert text.count("<svg") >= len(TITLES)


def test_the_same_seed_gives_the_same_page() -> None:
    assert report("president", games=80) == report("president", games=80)
    assert report("president", games=80, seed=2) != report("president", games=80)


def rigged(game: Game, **laws: Any) -> Game:
    """A game with a fault planted in its law."""
    told = {name: compilable(rule, name) for name, rule in laws.items()}
    return replace(game, law=SimpleNamespace(**{**vars(game.law), **told}))


def fast(game: Game, games: int = 3000, **more: Any) -> Study:
    return study_of(game, games=games, **more)


def best_first(t: Any, seat: int) -> int:
    return 1 if seat == t.turn else 2  # the seat at the dealer's left always wins


def by_seat_alone(t: Any, seat: int) -> int:
    return 1 if seat == (t.tally[0] + t.turn) % t.seats else 2  # whatever anybody does


def test_a_seat_that_always_wins_is_red_and_the_real_game_is_not() -> None:
    assert seats.exhibit(fast(DAVENPORT, 20_000)).findings[0].colour == "green"
    rig = rigged(DAVENPORT, ranked=best_first)
    finding = seats.exhibit(fast(rig)).findings[0]
    assert finding.colour == "red"
    assert "the seat that moves first is best, with 100.0%" in finding.words
    choice = choices.exhibit(fast(rig)).findings[0]
    assert choice.colour == "red"
    assert choice.words.startswith("0.0%")


def test_a_game_of_luck_alone_is_red_and_the_real_one_is_not() -> None:
    assert skill.exhibit(fast(DAVENPORT)).findings[0].colour == "green"
    finding = skill.exhibit(fast(rigged(DAVENPORT, ranked=by_seat_alone))).findings[0]
    assert finding.colour == "red"


def test_stalemates_are_red() -> None:
    """One in 25 matches of Davenport has a playoff: if that were a stalemate, it would be worth a look."""
    stale = replace(DAVENPORT, stalemates=("playoffs",))
    assert length.exhibit(fast(stale)).findings[0].colour == "amber"
    assert length.judged("easy players", 0.2, 1000, 0).colour == "red"
    assert length.judged("easy players", 0.0, 1000, 1).colour == "red"
    assert length.judged("easy players", 0.0, 1000, 0).colour == "green"


def test_a_kind_of_move_that_does_nothing_is_worth_nothing() -> None:
    """Commitments and exchanges are worth much; a third kind of move, which nobody can make, is worth nothing."""
    assert verbs.value(fast(replace(DAVENPORT, verbs=("commit", "exchange", "sing"))), "sing") is None
    exchange = verbs.value(fast(DAVENPORT), "exchange")
    assert exchange is not None
    assert exchange.low > 0.1


def test_scorings_are_compared_on_the_same_deals() -> None:
    found = scoring.exhibit(fast(JAVELIN))
    assert found is not None
    rows = {row[0]: row for row in found.tables[0].rows}
    assert rows["as written"][3].startswith("0.0%")
    assert rows["1 for the best of a deal"][3] > "0.0%"
    assert len(rows) == 6


def test_what_a_seat_imagines_looks_the_same_to_it() -> None:
    from random import Random

    study = study_of(JAVELIN, games=100)
    moments = study.matches("easy", 3)[1]
    worlds = [imagined(JAVELIN, moment.table, moment.seat, Random(1)) for moment in moments]
    for moment, world in zip(moments, worlds, strict=True):
        assert JAVELIN.possible(world)
        assert JAVELIN.seen_from(world, moment.seat) == JAVELIN.seen_from(moment.table, moment.seat)
    assert any(world != moment.table for moment, world in zip(moments, worlds, strict=True))


def test_best_and_worst_moves_are_told_apart_only_if_they_differ() -> None:
    chance = np.random.default_rng(1)
    same = chance.integers(0, 2, (4, 48, 4)).astype(float)
    better = same.copy()
    better[2] = 1.0
    assert choices.compared(better, 4).lead > choices.KILLER
    assert choices.compared(better, 4).lead_sure
    noise = [choices.compared(chance.integers(0, 2, (4, 48, 4)).astype(float), 4).sure for _ in range(300)]
    assert np.mean(noise) < 0.07


def test_only_what_is_asked_for_is_varied() -> None:
    study = study_of("president", games=60, vary={"deals": ["1", "3"], "skip_on": ["rank"]})
    found = {one.title: one for one in exhibits(study)}["Options"]
    assert [row[0] for row in found.tables[0].rows] == ["skip_on=rank", "deals=3"]
    assert "deals=1,3" in page(study, [found])


def test_the_command_writes_a_page_and_says_what_is_in_it(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    done = typed("", "report", "davenport", "--games", "60", "--vary", "ace_rule=on", "--out", str(file))
    assert done.returncode == 0, done.stderr
    assert f"Written to {file}." in done.stdout
    assert " green  " in done.stdout
    assert file.read_text("utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["bridge"], "There is no game 'bridge'"),
        (["president", "--seats", "2"], "President is for 3 to 8 players"),
        (["president", "--vary", "deals"], "An option is a name and a value"),
        (["president", "--vary", "deals=1,99"], "The option deals is one of 1 to 50, not '99'"),
        (["president", "--vary", "tax=on"], "President has no option 'tax'"),
        (["president", "--games", "3"], "A report needs at least 8 matches a figure"),
        (["president", "--games", "8", "--out", "/no/such/folder/x.html"], "cannot be written"),
    ],
)
def test_bad_reports_are_a_sentence(words: list[str], says: str) -> None:
    done = typed("", "report", *words)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_a_game_without_a_rule_of_thumb_has_no_report() -> None:
    with pytest.raises(BadTable, match="Toy has no rule of thumb"):
        report(TOY)


def test_the_law_is_told_by_its_mark() -> None:
    other = replace(DAVENPORT, law=SimpleNamespace(**{**vars(law), "ranked": law.score}))
    assert fast(DAVENPORT).law_mark != fast(other).law_mark
