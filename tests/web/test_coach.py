"""The coach's panel: how far the analysis is, what it found, and what it says of every move of every game."""

import re
from random import Random
from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace
from playwright.sync_api import Route

from cardhouse import Match, SeededDealer
from cardhouse.bots import random_player
from cardhouse.client import Seat
from cardhouse.house import replays
from cardhouse.play.replay import Choice, choices
from cardhouse.wire.lobby import Analysis, JudgedMove
from tests.house.live import LiveHouse
from tests.web.accessibility import violations
from tests.web.conftest import Come
from tests.web.keyboard import keys
from tests.web.person import Person
from tests.web.test_matches import SHORT
from tests.web.vectors import as_archived, chosen

NAMES = ["Ann", "Ben", "Cleo", "Dan"]
DONE = "The analysis is done."
TOLD = re.compile(r"(\w+): (.+)\. Better: (.+)\. Cost: \d+%, give or take \d+%\.")
NOTATION = re.compile(
    r"undefined|[={}_]|\d[cdhs]\b|\b(low|high|book|run) \d|\b(guess|attack|add) \d+ (\d|low|high|book)"
)
SIGNS, LETTERS = dict(zip("cdhs", "♣♦♥♠", strict=True)), {"11": "J", "12": "Q", "13": "K", "14": "A"}


def played(game: str) -> Match:
    """A match with odd moves in it, and with moves that were taken back."""
    match, chance = Match(game, dealer=SeededDealer(2), names=NAMES[: SHORT[game]["seats"]], **SHORT[game]), Random(2)
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, chosen(match, seat, chance))
    return match


def judged(made: list[Choice]) -> list[JudgedMove]:
    """Every choice, with another move that was possible: as a coach speaks who likes none of them."""
    chance, found = Random(3), []
    for one in made:
        others = [move for move in one.view.moves if move != one.move] or [one.move]
        found.append(
            JudgedMove(
                frame=one.frame,
                seat=one.seat,
                move=one.move,
                best=chance.choice(others),
                chance=chance.random(),
                lost=chance.uniform(0.02, 0.5),
                error=0.01,
            )
        )
    return found


CUT = """[...document.querySelectorAll('figure text')].filter(text => {
    const [inner, outer] = [text, text.ownerSVGElement].map(one => one.getBoundingClientRect())
    return inner.left < outer.left || inner.top < outer.top || inner.bottom > outer.bottom
}).map(text => text.textContent)"""  # percentages that the edge of the chart cuts off


class Analysed:
    """The replay of a match on a page, with an analysis that has come as far as a test wants."""

    def __init__(self, game: str, person: Person) -> None:
        match = played(game)
        self.choices = choices(match.log())
        self.judged = judged(self.choices)
        self.comes_to(len(self.judged))
        record = json.encode(replays.replay(as_archived(match), 1, 1))
        person.page.route("**/api/tables/*/replay*", lambda route: route.fulfill(body=record))
        person.page.route("**/api/tables/*/analysis", self._answer)
        person.goes("/t/merry-oak-owl-123/replay")

    def comes_to(self, done: int, *, ahead: int = 0) -> None:
        self._done, self._ahead = done, ahead

    def _answer(self, route: Route) -> None:
        since, of = json.decode(route.request.post_data or "")["since"], 0 if self._ahead else len(self.judged)
        some = self.judged[since : self._done]
        said = Analysis(match=1, level="deep", of=of, done=self._done, ahead=self._ahead, choices=some)
        route.fulfill(body=json.encode(said))


def names_of_cards(choice: Choice, move: str) -> list[str]:
    """Return the cards that a move is about, as a person reads them."""
    verb, *words = move.split()
    view: Any = choice.view
    if view.game == "javelin":
        spots = zip((choice.seat, 1 - choice.seat), words[: 2 if verb == "attack" else 1], strict=False)
        words = [view.rows[seat][int(spot)][0] for seat, spot in spots]
    found = re.findall(r"\b(\d+)([cdhs])", " ".join(words))
    return [LETTERS.get(rank, rank) + SIGNS[suit] for rank, suit in found]


def test_an_analysis_waits_in_the_queue_goes_on_and_ends(house: LiveHouse, come: Come) -> None:
    ann = come("Ann", house)
    coach = Analysed("president", ann)
    coach.comes_to(0, ahead=2)
    keys(ann, "button", "Analyse")
    status, bar = ann.page.locator("dialog [role=status]").first, ann.page.get_by_role("progressbar")
    status.get_by_text("The coach is busy: 2 other matches come first.").wait_for()
    assert bar.get_attribute("value") is None  # it is not known yet how far that is
    half = len(coach.judged) // 2
    coach.comes_to(half)
    status.get_by_text("The coach is looking at every choice of the match.").wait_for()
    ann.until(lambda: bar.get_attribute("value") == str(half))
    assert bar.get_attribute("max") == str(len(coach.judged))
    assert violations(ann.page) == []
    ann.page.keyboard.press("Escape")
    coach.comes_to(len(coach.judged))
    ann.page.get_by_role("status").get_by_text(DONE).wait_for()  # those who went on watching are told, too
    keys(ann, "button", "Analyse")
    status.get_by_text(DONE).wait_for()
    assert bar.count() == 0


@pytest.mark.parametrize("game", SHORT)
def test_the_coach_says_every_move_of_every_game_in_words(game: str, house: LiveHouse, come: Come) -> None:
    ann = come("Ann", house)
    coach = Analysed(game, ann)
    ann.press("Analyse")
    ann.sees(DONE)
    told = ann.page.locator("dialog ol").last.locator("button span").all_inner_texts()
    assert len(told) == len(coach.judged)
    for text, choice, judgement in zip(told, coach.choices, coach.judged, strict=True):
        found = TOLD.fullmatch(text)
        assert found, text
        name, move, best = found.groups()
        assert name == NAMES[choice.seat]
        for line, said in ((judgement.move, move), (judgement.best, best)):
            assert not NOTATION.search(said), (line, said)
            for card in names_of_cards(choice, line):
                assert card in said, (line, said)


@pytest.mark.parametrize(
    ("costly", "heading"),
    [(0, None), (1, "The choice that cost Ann most"), (2, "The 2 choices that cost Ann most")],
)
def test_the_heading_counts_the_choices_below_it(
    costly: int, heading: str | None, house: LiveHouse, come: Come
) -> None:
    ann = come("Ann", house)
    coach = Analysed("president", ann)
    mine = [number for number, one in enumerate(coach.judged) if one.seat == 0][:costly]
    coach.judged = [replace(one, lost=0.1 if n in mine else 0.0) for n, one in enumerate(coach.judged)]
    ann.press("Analyse")
    ann.sees(DONE)
    headings = ann.page.locator("dialog h3").all_inner_texts()
    assert headings[:-1] == [heading] if heading else headings == []
    assert ann.page.get_by_text("None of Ann’s choices clearly cost anything.").count() == (not costly)


def test_notation_in_what_the_coach_says_is_found() -> None:
    """Planted: texts that programs write."""
    for line in ("play 9c 9d", "new run 2c=9c 3c 4c", "guess 3 4 higher", "undefined", "add 0 low 3c"):
        assert NOTATION.search(line), line


def test_the_coach_says_which_choices_cost_something_and_a_link_shares_it(house: LiveHouse, come: Come) -> None:
    table, (token,) = house.table("president", 1, bots=3)
    Seat(house.url, table, token, "president").play(random_player(1))
    ann = come("Ann", house)
    ann.at(table, token)
    ann.goes(f"/t/{table}/replay")
    keys(ann, "button", "Analyse")
    ann.page.get_by_role("status").get_by_text(DONE).wait_for()
    moments = ann.page.locator("dialog li button")
    told = moments.all_inner_texts()
    assert told
    assert ann.page.locator("figure path").count() == 2 * 4, "a line, and what it stands for"
    assert ann.page.locator("figure text").all_text_contents() == ["0%", "50%", "100%"]
    assert ann.page.evaluate(CUT) == []
    button, name = moments.first.bounding_box(), moments.first.locator("b").bounding_box()
    assert button is not None
    assert name is not None
    assert name["x"] - button["x"] < 40, "a text that begins in the middle of its button"
    ann.page.get_by_text("The chances as a table").click()
    assert ann.page.locator("tbody tr").count() == 12
    assert violations(ann.page) == []
    keys(ann, "button", told[0])
    ann.sees("Coach: ")
    keys(ann, "button", "Link to this moment")
    ann.page.wait_for_url("**coach*")
    eve = come("Eve", house, width=360, height=640)
    eve.page.goto(ann.page.url)
    eve.sees("Coach: ")
    eve.goes(f"/t/{table}/replay?match=1&coach=0")
    eve.sees(DONE)
    assert eve.page.locator("dialog li button").all_inner_texts() == told
    assert eve.page.evaluate(CUT) == []
