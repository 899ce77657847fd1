"""From the home page to a table, as a stranger finds it."""

from importlib.metadata import version
from random import Random

import pytest

from tests.house.live import LiveHouse
from tests.web.conftest import Come
from tests.web.controls import MouseControls
from tests.web.matches import play_out
from tests.web.person import OFFLINE

GAMES = ("Blitz", "Davenport", "Dynasty", "Javelin", "President")


@pytest.mark.parametrize("game", GAMES)
def test_play_now_is_one_click_to_a_seat_among_bots(game: str, house: LiveHouse, come: Come) -> None:
    ann = come("Ann", house)
    ann.goes("/")
    ann.press(f"Play now: {game}")
    ann.page.wait_for_url("**/t/*")
    ann.page.wait_for_selector(".mine .status")
    ann.until(lambda: bool(ann.table))
    assert all(seat["name"] for seat in ann.table["seats"])


def test_the_home_page_shows_the_version_of_the_house(house: LiveHouse, come: Come) -> None:
    ann = come("Ann", house)
    ann.goes("/")
    ann.page.locator("footer", has_text=f"Cardhouse {version('cardhouse')}").wait_for()


def test_without_a_name_one_is_asked_for_it_and_it_is_remembered(house: LiveHouse, come: Come) -> None:
    ann = come("", house)
    ann.goes("/")
    ann.press("Play now: President")
    ann.sees("Enter your name first")
    assert ann.page.evaluate("document.activeElement.tagName") == "INPUT"
    ann.page.keyboard.type("Zoë")
    ann.page.reload()
    assert ann.page.get_by_label("Your name").input_value() == "Zoë"


def test_create_with_all_options_join_by_link_and_play(house: LiveHouse, come: Come) -> None:
    ann, ben, eve = come("Ann", house), come("Ben", house), come("Eve", house)
    ann.goes("/new/president")
    ann.page.get_by_text("More options").click()
    ann.page.get_by_label("Table id").fill("Our Friday Game")
    ann.page.get_by_label("Seats", exact=True).select_option("3")
    ann.page.get_by_label("What skips a player").select_option("rank")
    ann.page.get_by_label("Deals").fill("1")
    ann.press("Open the table")
    ann.sees("2 seats are free")
    ann.until(lambda: bool(ann.table))
    assert ann.table["options"]["skip_on"] == "rank"
    link = ann.page.get_by_label("Link to this table").input_value()
    assert link == f"{house.url}/t/our-friday-game"

    ben.page.goto(link)
    ben.press("Take a seat")
    ben.sees("One seat is free")
    eve.goes("/")
    eve.page.get_by_label("Have a link or a table id?").fill("our friday game")
    eve.press("Join")
    eve.press("Sit here")
    for person in (ann, ben, eve):
        person.page.wait_for_selector(".hand")
    play_out([MouseControls(person) for person in (ann, ben, eve)], Random(5))

    ann.press("Rematch")
    ann.sees("You are ready")
    for person in (ben, eve):
        person.press("Rematch")
    for person in (ann, ben, eve):
        person.page.wait_for_selector(".between", state="detached")
    assert house.get("/api/tables/our-friday-game")["match"] == 2


def test_an_id_that_is_taken_is_answered_with_one_that_is_free(house: LiveHouse, come: Come) -> None:
    ann = come("Ann", house)
    ann.allowed = ("409",)
    for _ in range(2):
        ann.goes("/new/davenport")
        ann.page.get_by_text("More options").click()
        ann.page.get_by_label("Table id").fill("twice")
        ann.press("Open the table")
        ann.page.wait_for_selector(".trouble:not(:empty), .waiting")
    assert ann.page.get_by_label("Table id").input_value() not in ("", "twice")


def test_running_games_open_tables_and_watching(house: LiveHouse, come: Come) -> None:
    table, (token,) = house.table("dynasty", 1, bots=3, listed=True, id="open-to-all")
    ann, eve = come("Ann", house), come("Eve", house)
    ann.at(table, token)
    ann.page.wait_for_selector(".hand")
    ann.goes("/")
    ann.page.locator(".strip a", has_text="Dynasty").click()
    ann.page.wait_for_selector(".hand")
    eve.goes("/")
    eve.page.get_by_role("link", name="open-to-all").click()
    eve.sees("You are watching")
    assert eve.page.locator(".hand").count() == 0
    eve.until(lambda: eve.view is not None)
    assert eve.view is not None
    assert not any(eve.view["hands"])  # what a watcher's browser was sent
    assert eve.frames[0]["type"] == "welcome"
    ann.sees("1 watching")


def test_an_unknown_page_helps_to_find_the_way(house: LiveHouse, come: Come) -> None:
    ann = come("Ann", house)
    ann.allowed = ("404",)
    for path in ("/nothing/here", "/t/no-such-table", "/new/bridge", "/t/no-such-table/replay", "/rules/bridge"):
        ann.goes(path)
        ann.page.get_by_text("There is no").first.wait_for()
        ann.page.get_by_role("link", name="Cardhouse").or_(
            ann.page.get_by_role("link", name="Go to the home page")
        ).first.wait_for()


def test_a_house_that_is_down_is_said_in_words(own_house: LiveHouse, come: Come) -> None:
    ann = come("Ann", own_house)
    ann.allowed = OFFLINE
    ann.goes("/")
    ann.sees("Play now")
    own_house.kill()
    ann.press("Play now: President")
    ann.sees("The house does not answer")
    own_house.start()
    ann.press("Play now: President")
    ann.page.wait_for_selector(".mine .status")


def test_a_house_that_answers_nonsense_is_said_in_words(house: LiveHouse, come: Come) -> None:
    ann = come("Ann", house)
    ann.allowed = ("500",)
    ann.page.route("**/api/games", lambda route: route.fulfill(status=500, body="<h1>proxy error</h1>"))
    ann.page.route("**/api/tables", lambda route: route.fulfill(status=200, body="not json"))
    ann.goes("/")
    ann.page.locator(".trouble:not(:empty)").wait_for()


def test_the_rules_have_this_tables_options_marked(house: LiveHouse, come: Come) -> None:
    table, (token,) = house.table("president", 1, bots=3, options={"skip_on": "rank", "deals": 4})
    ann = come("Ann", house)
    ann.at(table, token)
    ann.press("Rules")
    ann.page.get_by_role("img", name="you play: 2 of hearts").wait_for()
    assert ann.page.locator("mark").first.is_hidden()
    ann.page.get_by_text("All rules").click()
    ann.page.locator("mark").first.wait_for()
    assert ann.page.locator("mark").all_inner_texts() == ["here: equal rank", "here: the others", "here: 4"]
