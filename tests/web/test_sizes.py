"""On a phone upright, a tablet and a desk: nothing is off the screen, with the largest hands too."""

from typing import Any

import pytest
from msgspec import json
from playwright.sync_api import WebSocketRoute

from tests.house.live import LiveHouse
from tests.web import pictures
from tests.web.conftest import Come
from tests.web.screen import SCREENS, cut_off, jumps, loads, off_the_screen, watch

LARGEST: dict[str, Any] = {
    "president": {"seats": 3},
    "dynasty": {"seats": 3},  # 27 cards
    "davenport": {"seats": 7},
    "javelin": {"seats": 2},
    "blitz": {"seats": 10, "options": {"decks": 2, "jokers": 6}},
}


@pytest.mark.parametrize("game", LARGEST)
def test_nothing_is_off_the_screen(game: str, house: LiveHouse, come: Come) -> None:
    table, (token,) = house.table(game, 1, bots=LARGEST[game]["seats"] - 1, **LARGEST[game])
    ann = come("Ann", house)
    ann.at(table, token)
    ann.page.wait_for_selector(".status .turn")
    for name, (width, height) in SCREENS.items():
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.settled()
        assert off_the_screen(ann) == [], name
        assert cut_off(ann) == [], name


def large(view: dict[str, Any]) -> dict[str, Any]:
    """Blitz after a large take: half the deck in a hand, and a board full of melds."""
    hand = [f"{rank}{suit}" for rank in range(2, 15) for suit in "cdhs"][:45]
    runs = [["run", [[f"{rank}{suit}", f"{rank}{suit}", 0] for rank in range(2, 9)]] for suit in "cdhs"]
    books = [["book", [[f"{rank}{suit}", str(rank), 1] for suit in "cdhs"]] for rank in range(9, 14)]
    moves = ["stock", "take 1"]
    discards = [f"{rank}{suit}'" for suit in "cdhs" for rank in range(2, 12)]
    return {**view, "hand": hand, "board": runs + books, "discards": discards, "moves": moves, "to_act": [view["seat"]]}


def test_nothing_is_off_the_screen_after_a_large_take_of_blitz(house: LiveHouse, come: Come) -> None:
    table, (token,) = house.table("blitz", 1, bots=4, seats=5)
    ann = come("Ann", house, width=360, height=640)

    def between(ws: WebSocketRoute) -> None:
        server = ws.connect_to_server()

        def forward(message: str | bytes) -> None:
            frame = json.decode(message)
            if frame.get("view"):
                frame["view"] = large(frame["view"])
            ws.send(json.encode(frame).decode())

        server.on_message(forward)

    ann.page.route_web_socket("**/socket/*", between)
    ann.at(table, token)
    ann.page.wait_for_selector(".status .turn")
    assert ann.page.locator(".hand button").count() == 45
    ann.settled()
    assert off_the_screen(ann) == []


@pytest.mark.parametrize("path", ["/", "/new/blitz", "/rules/blitz", "/no/page"])
def test_pages_are_no_wider_than_a_phone(path: str, house: LiveHouse, come: Come) -> None:
    ann = come("A" * 24, house, width=360, height=640)
    ann.allowed = ("404",)
    loads(ann, path)
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_what_is_off_the_screen_is_found(house: LiveHouse, come: Come) -> None:
    """Planted: a hand that is pushed down by half a card."""
    table, (token,) = house.table("president", 1, bots=2, seats=3)
    ann = come("Ann", house, width=360, height=640)
    ann.at(table, token)
    ann.page.wait_for_selector(".status .turn")
    ann.page.evaluate("document.querySelector('.mine .hand').style.marginTop = '60vh'")
    assert off_the_screen(ann) != []


def test_a_pile_that_is_cut_off_is_found(house: LiveHouse, come: Come) -> None:
    """Planted: a middle that is too low for its cards, as it once was on a phone held sideways."""
    table, (token,) = house.table("president", 1, bots=2, seats=3)
    ann = come("Ann", house, width=844, height=390)
    ann.at(table, token)
    ann.page.wait_for_selector(".status .turn")
    assert cut_off(ann) == []
    ann.page.evaluate("document.querySelector('.centre').style.flex = '0 0 40px'")
    assert cut_off(ann) != []


def test_what_jumps_is_found(house: LiveHouse, come: Come) -> None:
    """Planted: a hint that pushes the hand up."""
    table, (token,) = house.table("president", 1, bots=2, seats=3)
    ann = come("Ann", house, width=390, height=844)
    ann.at(table, token)
    ann.page.wait_for_selector(".status .turn")
    watch(ann)
    ann.settled()
    assert jumps(ann) == []
    ann.page.evaluate("document.querySelector('.actions').style.marginTop = '20px'")
    ann.until(lambda: jumps(ann) != [])


def test_there_is_a_picture_of_every_game_at_every_size_and_in_both_themes() -> None:
    assert sorted(path.name for path in pictures.FOLDER.glob("*.jpg")) == sorted(pictures.NAMES)


PILES = """() => [...document.querySelectorAll('.board .middle [data-anchor]')].map(one => {
    const {left, top, width} = one.getBoundingClientRect()
    return [left, top, width]
})"""


def test_the_piles_of_javelin_stay_while_a_guess_is_chosen(house: LiveHouse, come: Come) -> None:
    table, (token,) = house.table("javelin", 1, bots=1, seats=2)
    ann = come("Ann", house, width=390, height=844)
    ann.at(table, token)
    ann.page.wait_for_selector(".status .turn")
    ann.settled()
    before = ann.page.evaluate(PILES)
    assert len(before) == 2
    ann.page.locator(".spot.up.lit").last.click()
    ann.page.locator(".spot.down.lit").first.click()
    ann.page.locator(".ask button").first.wait_for()
    assert ann.page.evaluate(PILES) == before


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844)])
def test_what_is_told_of_players_is_not_cut_on_a_phone(width: int, height: int, house: LiveHouse, come: Come) -> None:
    for game, seats in (("javelin", 2), ("president", 4)):
        table, (token,) = house.table(game, 1, bots=seats - 1, seats=seats)
        ann = come("Ann", house, width=width, height=height)
        ann.at(table, token)
        ann.page.wait_for_selector(".status .turn")
        ann.settled()
        cut = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"
        assert ann.page.locator(".seat .name b, .seat .tags").evaluate_all(cut) == []
