"""A player who does not move: the others let a bot play, and everybody sees how it stands and how to come back."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.house.calls import Call
from tests.house.live import LiveHouse
from tests.web.conftest import Come
from tests.web.controls import MouseControls
from tests.web.matches import act
from tests.web.person import Person
from tests.web.screen import SIZES, off_the_screen


@pytest.fixture
def pressing(tmp_path: Path) -> Iterator[LiveHouse]:
    """A house where people can vote at once."""
    with LiveHouse(tmp_path, plant="votes at once") as house:
        yield house


def fits(person: Person) -> None:
    for width, height in SIZES.values():
        person.page.set_viewport_size({"width": width, "height": height})
        person.settled()
        assert off_the_screen(person) == [], f"{width}x{height}"


def test_the_others_let_a_bot_play_and_the_player_comes_back(pressing: LiveHouse, come: Come) -> None:
    table, (ann_token, ben_token, cleo_token) = pressing.table("davenport", 3, seats=3)
    ann, ben = come("Ann", pressing), come("Ben 1", pressing)
    ann.at(table, ann_token)
    ben.at(table, ben_token)
    with Call(pressing, table, cleo_token) as cleo:
        ben.until(lambda: ben.to_act)
        assert ben.page.get_by_role("button", name="Let a bot play").count() == 0  # it is their own turn, too
        assert act(MouseControls(ben), Random(1)) == 1
        offer = ben.page.get_by_role("button", name="Let a bot play for Ann (0 of 2 votes)")
        offer.wait_for()
        fits(ben)
        offer.press("Enter")
        ben.page.get_by_role("button", name="You voted to let a bot play for Ann (1 of 2 votes)").wait_for()
        ann.sees("Ben 1 wants a bot to play for you (1 of 2 votes)")
        fits(ann)
        assert cleo.ask({"type": "vote", "id": 1, "seat": 0})["type"] == "ack"
        ann.sees("A bot is playing for you.")
        fits(ann)
        ben.sees("A bot is playing for Ann until they return.")
        offer.wait_for(state="detached")
        ann.press("I’m back")
        ann.page.wait_for_selector(".banner", state="detached")
        ben.sees("Ann is back.")
        play = {"type": "play", "id": 1, "move": cleo.view["moves"][0], "base": cleo.version[0]}
        assert cleo.ask(play)["type"] == "ack"
        ann.until(lambda: ann.to_act)
        assert act(MouseControls(ann), Random(2)) == 1


def test_the_creator_sends_somebody_away_in_a_match(house: LiveHouse, come: Come) -> None:
    table, (ann_token, ben_token) = house.table("davenport", 2, seats=2)
    ann, ben = come("Ann", house), come("Ben 1", house)
    ann.at(table, ann_token)
    ben.at(table, ben_token)
    ben.page.wait_for_selector(".hand")
    ann.press("Settings")
    ann.press("Remove Ben 1…")
    ann.press("Keep Ben 1")
    ann.press("Remove Ben 1…")
    ann.page.get_by_role("button", name="Remove Ben 1", exact=True).click()
    ben.sees("You were removed from this table.")
    ann.until(lambda: ann.table["seats"][1]["kind"] == "bot")
    ann.page.keyboard.press("Escape")
    ann.sees("a bot, takes the seat")
