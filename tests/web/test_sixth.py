"""A game that has no part of its own on the page is played as a whole: its zones as cards, its moves as buttons."""

import re
from collections.abc import Iterator
from functools import partial
from random import Random

import pytest
from msgspec import json
from playwright.sync_api import Route, WebSocketRoute

from tests.house.live import LiveHouse
from tests.outside import write_dist_info
from tests.web.conftest import Come
from tests.web.controls import MouseControls
from tests.web.matches import answered
from tests.web.person import Person
from tests.web.screen import SIZES, off_the_screen

STRANGER = "sixth"  # what the page is told that the game is called
SHORT = {"president": {"deals": 2}, "davenport": {}, "dynasty": {"monarchies": 1}}


@pytest.fixture(scope="module")
def hearts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHouse]:
    """A house with a sixth game, which comes from an installed package."""
    folder = tmp_path_factory.mktemp("hearts")
    write_dist_info(folder / "site", "hearts_from_outside", hearts="tests.hearts:HEARTS")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PYTHONPATH", str(folder / "site"))
        with LiveHouse(folder) as house:
            yield house


def test_a_whole_match_of_hearts(hearts: LiveHouse, come: Come) -> None:
    """A real sixth game, of which the page has never heard."""
    table, (token,) = hearts.table("hearts", 1, bots=3, seats=4, options={"target": 20})
    ann = come("Ann", hearts)
    ann.at(table, token)
    assert play_out(ann, Random(3)) >= 12  # the last of the thirteen cards of a deal plays itself
    assert ann.page.locator(".between h2").inner_text() in ("You won!", "The match is over")
    log = " ".join(ann.page.get_by_label("What happened").first.locator("li").all_inner_texts())
    assert re.search(r"takes the trick\.", log)  # the sentences of the game, which the house serves
    assert re.search(r"gets \d+ points?\.", log)
    assert "took trick" not in log  # which is the kind of the fact


@pytest.mark.parametrize("size", SIZES)
def test_hearts_fits_the_screen(size: str, hearts: LiveHouse, come: Come) -> None:
    width, height = SIZES[size]
    table, (token,) = hearts.table("hearts", 1, bots=3, seats=4)
    ann = come("Ann", hearts, width=width, height=height)
    ann.at(table, token)
    ann.page.wait_for_selector(".status .turn")
    ann.settled()
    assert off_the_screen(ann) == []


def disguise(person: Person, game: str) -> None:
    """Tell the page that a game has another name, one for which it has no part of its own."""

    def renamed(ws: WebSocketRoute) -> None:
        def rename_game(message: str | bytes) -> None:
            frame = json.decode(message)
            for part in ("table", "view"):
                if frame.get(part):
                    frame[part]["game"] = STRANGER
            ws.send(json.encode(frame).decode())

        ws.connect_to_server().on_message(rename_game)

    def catalogue(route: Route) -> None:
        games = route.fetch().json()
        for one in games:
            if one["name"] == game:
                one["name"] = STRANGER
        route.fulfill(json=games)

    person.page.route_web_socket("**/socket/*", renamed)
    person.page.route("**/api/games", catalogue)


def moves_of(person: Person) -> list[str]:
    return [] if person.view is None else list(person.view["moves"])


def make(person: Person, move: str) -> None:
    """Pick the cards of a move and press the button of the picked cards, or the one with the move's words."""
    assert person.view is not None
    verb, *rest = move.split()
    cards = [word for word in rest if word in person.view["hand"]]
    MouseControls(person).cards(cards)
    label = f"^{verb.capitalize()} .+" if cards else f"^{move.capitalize()}"
    person.page.locator(".actions").get_by_role("button", name=re.compile(label)).first.click()


def play_out(person: Person, chance: Random) -> int:
    """Play until the match is over; return how many moves were made."""
    made = 0
    while person.table.get("result") is None:
        person.until(lambda: bool(moves_of(person)) or person.table.get("phase", "play") != "play")
        if person.table["phase"] == "pause":
            deals = len(person.table["sheet"])
            person.press("Score sheet")
            assert person.page.locator("dialog tbody tr, [role=dialog] tbody tr").count() == deals
            person.page.keyboard.press("Escape")
            person.page.locator(".between button.main").click()
            person.until(lambda: person.table["phase"] != "pause")
        elif moves_of(person):
            person.page.wait_for_selector(".status .turn")
            person.settled()
            move = chance.choice(moves_of(person))
            answered(MouseControls(person), partial(make, person, move), move)
            made += 1
    return made


@pytest.mark.parametrize("game", SHORT)
def test_a_whole_match_of_a_game_without_a_part_of_its_own(game: str, house: LiveHouse, come: Come) -> None:
    table, (token,) = house.table(game, 1, bots=3, seats=4, options=SHORT[game])
    ann = come("Ann", house)
    disguise(ann, game)
    ann.at(table, token)
    assert play_out(ann, Random(3)) > 3
    assert ann.page.locator(".between h2").inner_text() in ("You won!", "The match is over")


@pytest.mark.parametrize("size", SIZES)
def test_the_cards_of_an_unknown_game_lie_in_zones_and_fit_the_screen(size: str, house: LiveHouse, come: Come) -> None:
    width, height = SIZES[size]
    table, (token,) = house.table("president", 1, bots=3, seats=4)
    ann = come("Ann", house, width=width, height=height)
    disguise(ann, "president")
    ann.at(table, token)
    ann.page.wait_for_selector(".status .turn")
    ann.settled()
    assert off_the_screen(ann) == []
    make(ann, next(move for move in reversed(moves_of(ann)) if move != "pass"))  # not a 2, which would clear the table
    ann.page.locator('.centre [data-anchor="pile"] [data-card]').first.wait_for()
    ann.page.locator('.seat[data-anchor="hand 1"] .count').wait_for()
