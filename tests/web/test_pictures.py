"""Every game at three sizes and in both themes, some way into a match. `make pictures` writes them to docs/pictures."""

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.house.live import LiveHouse
from tests.web.conftest import Come
from tests.web.hands import Clicks
from tests.web.matches import act
from tests.web.person import Person
from tests.web.test_sizes import SIZES, off_the_screen

PICTURES = Path(__file__).parents[2] / "docs/pictures"
GAMES: dict[str, Any] = {
    "president": {"seats": 5},
    "dynasty": {"seats": 4, "options": {"taxation": "on"}},
    "davenport": {"seats": 4, "options": {"ace_rule": "on"}},
    "javelin": {"seats": 2},
    "blitz": {"seats": 3, "options": {"jokers": 4, "target": 10_000}},
}
MOVES = {"president": 3, "dynasty": 3, "davenport": 3, "javelin": 6, "blitz": 8}


def some_way_into(person: Person, game: str) -> None:
    """So many moves, then a choice, with something picked."""
    chance, made = Random(4), 0
    for _ in range(2000):
        choosing = person.to_act and "complete" not in (person.view or {})["moves"]
        if made >= MOVES[game] and choosing:
            break
        made += act(Clicks(person), chance)
        person.page.wait_for_timeout(5)
    person.page.wait_for_selector(".status .turn")
    lit = person.page.locator(".hand .lit, .spot.lit")
    if lit.count():
        lit.nth(min(2, lit.count() - 1)).click(position={"x": 12, "y": 14})
    person.page.wait_for_timeout(300)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_picture(game: str, size: str, theme: str, house: LiveHouse, come: Come, tmp_path: Path) -> None:
    width, height = SIZES[size]
    table, (token,) = house.table(game, 1, bots=GAMES[game]["seats"] - 1, id=f"{game}-{size}-{theme}", **GAMES[game])
    ann = come("Ann", house, width=width, height=height, theme=theme, fourColours=theme == "dark")
    ann.at(table, token)
    some_way_into(ann, game)
    assert off_the_screen(ann) == []
    folder = PICTURES if os.environ.get("PICTURES") else tmp_path
    folder.mkdir(exist_ok=True)
    ann.page.screenshot(path=folder / f"{game}-{size}-{theme}.jpg", type="jpeg", quality=82)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_picture_of_the_home_page(size: str, theme: str, house: LiveHouse, come: Come, tmp_path: Path) -> None:
    width, height = SIZES[size]
    ann = come("Ann", house, width=width, height=height, theme=theme)
    ann.goes("/")
    ann.sees("Play now")
    ann.page.wait_for_load_state("networkidle")
    assert not ann.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    folder = PICTURES if os.environ.get("PICTURES") else tmp_path
    folder.mkdir(exist_ok=True)
    ann.page.screenshot(path=folder / f"home-{size}-{theme}.jpg", type="jpeg", quality=82)
