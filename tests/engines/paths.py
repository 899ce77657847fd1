"""The main path of the page in Firefox and in WebKit: sit down, play, refresh, lose the connection, finish, replay.

`make browsers` runs it. Chromium has the whole suite, in tests/web.
"""

from collections.abc import Iterator
from json import dumps
from pathlib import Path

import pytest

from tests.engines.engine import Engine
from tests.engines.firefox import Firefox
from tests.engines.webkit import WebKit
from tests.house.live import LiveHouse
from tests.waiting import until
from tests.web.test_matches import SHORT

TURN = ".status .turn"
CARDS = ".hand button"
BETWEEN = ".between"
ADVICE = ".status .advice"
NEXT = "Next "  # deal, round or hand
SHOWN = (
    "[...document.querySelectorAll('.hand [data-card], [data-anchor^=row] [data-card]')].map(one => one.dataset.card)"
)
MOMENT = "Number(document.querySelector('input[aria-label=Moment]').value)"


@pytest.fixture(scope="module", params=[Firefox, WebKit], ids=lambda engine: engine.name)
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    with request.param() as opened:
        yield opened


@pytest.fixture
def house(tmp_path: Path) -> Iterator[LiveHouse]:
    with LiveHouse(tmp_path) as opened:
        yield opened


def test_a_table_from_the_home_page_and_a_seat_by_a_link(engine: Engine, house: LiveHouse) -> None:
    engine.visit(house.url)
    engine.click("input[autocomplete=nickname]")
    engine.type("Cleo")
    engine.click("button", "Play now", nth=-1)
    engine.wait_for(TURN)
    assert engine.count(CARDS) > 5
    table, _ = house.table("president", 1, seats=3)
    engine.visit(f"{house.url}/t/{table}")
    engine.click("button", "Take a seat")
    until(lambda: house.get(f"/api/tables/{table}")["seats"][1].get("name") == "Cleo")
    assert engine.complaints == []


def test_planted_complaints_of_a_page_are_heard(engine: Engine, house: LiveHouse) -> None:
    engine.visit(house.url)
    engine.run("setTimeout(() => { throw new Error('planted') }) && null")
    engine.run("Promise.reject('promised') && null")
    engine.run("console.error('written') ?? null")
    heard = ("planted", "promised", "written")
    until(lambda: all(any(word in complaint for complaint in engine.complaints) for word in heard))


@pytest.mark.parametrize("game", SHORT)
def test_a_whole_match(engine: Engine, house: LiveHouse, game: str) -> None:
    seats, options = SHORT[game]["seats"], SHORT[game]["options"]
    table, (token,) = house.table(game, 1, seats=seats, bots=seats - 1, options=options)
    engine.visit(house.url)
    kept = dumps([{"id": table, "game": game, "name": "Ann", "token": token, "at": 0}])
    engine.run(f"localStorage.setItem('cardhouse seats', {dumps(kept)}) ?? null")
    engine.visit(f"{house.url}/t/{table}")
    for _ in range(3):
        play(engine)
    refresh(engine)
    lose_the_connection(engine, house)
    while house.get(f"/api/tables/{table}")["phase"] != "over":
        play(engine)
    engine.wait_for(BETWEEN)
    assert engine.complaints == []
    replay(engine, f"{house.url}/t/{table}")
    assert engine.complaints == []


def play(engine: Engine) -> None:
    """Make the move that a bot suggests, or go on to the next deal; nothing when the match is over."""
    until(lambda: engine.sees(TURN) or engine.sees(BETWEEN))
    if engine.sees(f"{BETWEEN} button.main", NEXT):
        engine.click(f"{BETWEEN} button.main", NEXT)
        until(lambda: not engine.sees(f"{BETWEEN} button.main", NEXT))
    elif engine.sees(TURN):
        engine.press("g")
        engine.wait_for(ADVICE, "Suggested")
        if engine.sees(".actions .suggested"):
            engine.click(".actions .suggested")
        else:
            engine.run("document.activeElement.blur() ?? null")  # Enter would press the button clicked last
            engine.press("Enter")
        until(lambda: not engine.sees(ADVICE, "Suggested"))


def refresh(engine: Engine) -> None:
    until(lambda: engine.sees(TURN))
    before = engine.run(SHOWN)
    engine.refresh()
    engine.wait_for(TURN)
    until(lambda: engine.run(SHOWN) == before)
    assert before


def lose_the_connection(engine: Engine, house: LiveHouse) -> None:
    house.kill()
    engine.wait_for(".banner", "The connection is lost")
    house.start()
    until(lambda: not engine.sees(".banner"))


def replay(engine: Engine, address: str) -> None:
    engine.visit(f"{address}/replay")
    engine.wait_for(".caption")
    engine.click('button[aria-label="Forward one move"]')
    until(lambda: engine.run(MOMENT) == 1)
    engine.click('button[aria-label="To the end"]')
    until(lambda: engine.run(MOMENT) > 10)
