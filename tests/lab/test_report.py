"""Reports: whole, self-contained, the same for the same seed; and faults planted in a game turn them red."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from cardhouse import GAMES, BadSetup
from cardhouse.compiled.compiler import compilable
from cardhouse.compiled.records import unpack
from cardhouse.compiled.search import imagine_states
from cardhouse.games.davenport import DAVENPORT, law
from cardhouse.games.definition import AnyGame
from cardhouse.games.javelin import JAVELIN
from cardhouse.lab.counts import Estimate
from cardhouse.lab.report import (
    Study,
    cards,
    choices,
    drama,
    exhibits,
    length,
    move_kinds,
    options,
    page,
    report,
    scoring,
    seats,
    skill,
    study_of,
)
from tests.commands import called, typed
from tests.toy import TOY

TITLES = [
    "Seats and who begins",
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
def test_a_report_has_all_exhibits_and_needs_nothing_else(game: AnyGame) -> None:
    text = report(game, matches=120, seed=3, options=game.lab.short)
    for title in [*TITLES, *(["Scoring"] if game.unit else [])]:
        assert f". {title}</h2>" in text
    tags = Tags()
    tags.feed(text)
    assert tags.open == []
    assert all(address.startswith("#") for address in tags.addresses)
    assert "<script" not in text
    assert not re.search(r"\bnan\b", re.sub(r"<[^>]*>", "", text).lower())
    assert text.count("<svg") >= len(TITLES)


def test_the_same_seed_gives_the_same_page() -> None:
    assert report("president", matches=100) == report("president", matches=100)


def rigged(game: AnyGame, **laws: Any) -> AnyGame:
    """A game with a fault planted in its law."""
    changed = {name: compilable(rule, name) for name, rule in laws.items()}
    return replace(game, law=SimpleNamespace(**{**vars(game.law), **changed}))


def fast(game: AnyGame, matches: int = 3000, **more: Any) -> Study:
    return study_of(game, matches=matches, **more)


def best_first(t: Any, seat: int) -> int:
    return 1 if seat == t.turn else 2  # the seat at the dealer's left always wins


def test_a_seat_that_always_wins_is_red_and_the_real_game_is_not() -> None:
    assert seats.exhibit(fast(DAVENPORT, 20_000)).findings[0].colour == "green"
    rig = rigged(DAVENPORT, place_of=best_first)
    finding = seats.exhibit(fast(rig)).findings[0]
    assert finding.colour == "red"
    assert "seat +0 (the seat at the dealer's left (all act at once)) is best" in finding.words
    choice = choices.exhibit(fast(rig)).findings[0]
    assert choice.colour == "red"
    assert choice.words.startswith("At least 0.0%")


def by_hash(t: Any, seat: int) -> int:
    """Whatever anybody does changes who wins, and nobody can foresee how."""
    mixed = t.tally[0] * 7919 + t.tally[1] * 104729 + t.tally[3] * 1299709
    return 1 if (mixed ^ mixed >> 7) % t.seats == seat else 2


def test_chance_alone_makes_no_choice_meaningful() -> None:
    study = fast(rigged(DAVENPORT, place_of=by_hash), 9000)
    weighed = choices.weigh(study, [match.moments[0] for match in study.follow("easy", 120)], Random(1))
    assert np.mean([one.meaningful for one in weighed]) < 0.09
    assert abs(np.mean([one.spread for one in weighed])) < 0.03


def test_a_game_of_luck_alone_is_red_and_the_real_one_is_not() -> None:
    assert skill.exhibit(fast(DAVENPORT)).findings[0].colour == "green"
    finding = skill.exhibit(fast(rigged(DAVENPORT, place_of=best_first))).findings[0]
    assert finding.colour == "red"


def test_stalemates_are_red() -> None:
    """One in 25 matches of Davenport has a playoff: if that were a stalemate, it would be worth a look."""
    stale = replace(DAVENPORT, lab=replace(DAVENPORT.lab, stalemates=("playoffs",)))
    assert length.exhibit(fast(stale)).findings[0].colour == "amber"  # worth a look
    assert length.judge("easy players", 0.2, 1000, 0).colour == "red"
    assert length.judge("easy players", 0.0, 1000, 1).colour == "red"
    assert length.judge("easy players", 0.0, 1000, 0).colour == "green"


def test_a_kind_of_move_that_does_nothing_is_worth_nothing() -> None:
    """Commitments and exchanges are worth much; a third kind of move, which nobody can make, is worth nothing."""
    singing = replace(DAVENPORT, lab=replace(DAVENPORT.lab, move_kinds=("commit", "exchange", "sing")))
    assert move_kinds.value(fast(singing), "sing") is None
    exchange = move_kinds.value(fast(DAVENPORT), "exchange")
    assert exchange is not None
    assert exchange.low > 0.1


def test_a_kind_of_move_that_nobody_can_do_without_is_worth_all() -> None:
    worth = move_kinds.value(study_of("dynasty", matches=200), "a play of naturals")
    assert worth is not None
    assert worth.mean == pytest.approx(0.25, abs=0.01)


def test_scorings_are_compared_on_the_same_deals() -> None:
    found = scoring.exhibit(fast(JAVELIN))
    assert found is not None
    rows = {row[0]: row for row in found.tables[0].rows}
    assert rows["as written"][2] == "+0.0 (+0.0 to +0.0)"
    assert rows["1 for the best of a deal"][1] == "the same as “5 for the round alone”"
    assert len(rows) == 6


def test_what_a_seat_imagines_looks_the_same_to_it() -> None:
    study = study_of(JAVELIN, matches=100)
    moments = study.follow("easy", 3)[1].moments
    worlds = [
        unpack(imagine_states(JAVELIN, moment.state, moment.seat, count=1, seed=1), JAVELIN.law.State)
        for moment in moments
    ]
    for moment, world in zip(moments, worlds, strict=True):
        assert study.game.view_for(world, moment.seat) == study.game.view_for(moment.state, moment.seat)
    assert any(world != moment.state for moment, world in zip(moments, worlds, strict=True))


def test_best_and_worst_moves_are_told_apart_only_if_they_differ() -> None:
    chance = np.random.default_rng(1)
    same = chance.integers(0, 2, (4, 48, 4)).astype(float)
    better = same.copy()
    better[2] = 1.0
    assert choices.compare(better).killer
    noise = [choices.compare(chance.integers(0, 2, (4, 48, 4)).astype(float)).meaningful for _ in range(300)]
    assert np.mean(noise) < 0.07


def test_a_report_varies_only_the_requested_options() -> None:
    study = study_of("president", matches=100, vary={"deals": ["1", "3"], "skip_on": ["rank"]})
    found = {one.title: one for one in exhibits(study)}["Options"]
    assert [row[0] for row in found.tables[0].rows] == ["skip_on=rank", "deals=3"]
    assert "deals=1,3" in page(study, [found])


def test_the_command_writes_a_page_and_says_what_is_in_it(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    done = typed("", "report", "davenport", "--matches", "100", "--vary", "ace_rule=on", "--out", str(file))
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
        (["president", "--vary", "deals=1,99"], "The option deals must be one of 1 to 50, not '99'"),
        (["president", "--vary", "tax=on"], "President has no option 'tax'"),
        (["president", "--matches", "3"], "A report needs at least 100 matches for a figure, not 3"),
        (["president", "--seed", str(2**63 - 2)], "seed is a number from 0 on, below 2**62"),
        (["president", "--out", "/no/such/folder/x.html"], "There is no folder '/no/such/folder'"),
    ],
)
def test_bad_reports_are_a_sentence(words: list[str], says: str) -> None:
    done = called("", "report", *words)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_a_game_without_a_heuristic_has_no_report() -> None:
    with pytest.raises(BadSetup, match="Toy has no heuristic"):
        report(TOY)


def test_a_changed_law_has_another_mark() -> None:
    other = replace(DAVENPORT, law=SimpleNamespace(**{**vars(law), "place_of": law.score}))
    assert fast(DAVENPORT).law_mark != fast(other).law_mark


def test_turn_order_is_counted_from_the_seat_that_begins() -> None:
    """Dynasty's turn order is drawn by lot; in Blitz the seat after the dealer begins, not the dealer."""
    dynasty = study_of("dynasty", matches=100).play("random")
    assert (np.sort(dynasty.turns, axis=1) == np.arange(4)).all()
    orders = {tuple(row) for row in dynasty.turns.tolist()}
    assert len(orders) > 10
    blitz = study_of("blitz", matches=100).play("random")
    assert (blitz.turns.argmin(axis=1) == 1).all()  # seat 0 deals first


def test_hands_are_those_that_were_dealt() -> None:
    """Nobody has drawn yet: in Blitz a hand has 2 to 10 cards, in President all cards are out."""
    blitz = study_of("blitz", matches=2000).play("random", hands=True)
    count = np.bitwise_count(blitz.dealt).sum(axis=2)
    assert count.min() >= 2
    assert count.max() <= 10
    president = study_of("president", matches=100).play("random", hands=True)
    assert (np.bitwise_count(president.dealt).sum(axis=2) == 13).all()


def test_a_card_that_wins_has_a_value_and_others_have_none() -> None:
    held = np.random.default_rng(1).integers(0, 3, (4000, 4)).astype(float)
    size = np.full(held.shape, 5.0)
    won = np.random.default_rng(2).random(held.shape) < 0.1 + 0.2 * held
    worth, nothing = cards.slope(held, size, won.astype(float)), cards.slope(held[::-1], size, won.astype(float))
    assert worth is not None
    assert worth.low < 0.2 < worth.high
    assert nothing is not None
    assert nothing.low < 0 < nothing.high


def test_leads_and_decisions() -> None:
    steady = np.array([[0.5, 0.5], [0.55, 0.45], [0.45, 0.55], [0.5, 0.5]])
    assert drama.leader_changes(steady) == 0
    assert drama.leader_changes(np.array([[0.9, 0.1], [0.1, 0.9], [0.9, 0.1]])) == 2
    assert drama.decision(np.array([0.95, 0.5, 0.95, 1.0])) == 0.5
    assert drama.judge(Estimate(0.0, 0.0, 0.0), Estimate(0.1, 0.0, 0.2)).colour == "red"


def test_an_option_that_does_nothing_changes_nothing() -> None:
    base = options.matches(fast(DAVENPORT, 400))
    same = options.effect(base, base)
    assert same.length == same.skill == same.lead == Estimate(0.0, 0.0, 0.0)
    words = options.judge({"a=1": same})
    assert all("nothing, as far as is shown" in finding.words for finding in words)
