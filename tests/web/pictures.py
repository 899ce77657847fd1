"""Every game at three sizes and in both themes, some way into a match: `make pictures` writes them to docs/pictures."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.house.live import LiveHouse
from tests.web import browser as chromium
from tests.web.controls import MouseControls
from tests.web.matches import act
from tests.web.person import Person
from tests.web.screen import SIZES, loads, off_the_screen

FOLDER = Path(__file__).parents[2] / "docs/pictures"
THEMES = ("light", "dark")
GAMES: dict[str, Any] = {
    "president": {"seats": 5},
    "dynasty": {"seats": 4, "options": {"taxation": "on"}},
    "davenport": {"seats": 4, "options": {"ace_rule": "on"}},
    "javelin": {"seats": 2},
    "blitz": {"seats": 3, "options": {"jokers": 4, "target": 10_000}},
}
MOVES = {"president": 3, "dynasty": 3, "davenport": 3, "javelin": 6, "blitz": 8}
NAMES = [f"{what}-{size}-{theme}.jpg" for what in ("home", *GAMES) for size in SIZES for theme in THEMES]


def is_worth_a_picture(view: dict[str, Any]) -> bool:
    """Return whether there is something to see and to choose: cards to beat; in Blitz, melds and a hand."""
    if view["game"] == "blitz":
        over = "deal" in view["moves"]  # between two hands: a panel lies over the board
        return len(view["board"]) >= 2 and len(view["hand"]) >= 4 and "complete" not in view["moves"] and not over
    leads = view["game"] in ("president", "dynasty") and "pass" not in view["moves"]  # with nothing on the table
    return not leads and any(move != "pass" for move in view["moves"])


def some_way_into(person: Person, game: str) -> None:
    """A number of moves, then a choice, with something picked."""
    chance, made = Random(4), 0

    def choosing() -> bool:
        return made >= MOVES[game] and person.to_act and person.view is not None and is_worth_a_picture(person.view)

    def acting() -> None:
        nonlocal made
        made += act(MouseControls(person), chance)

    person.until(choosing, acting)
    person.page.wait_for_selector(".status .turn")
    lit = person.page.locator(".hand .lit, .spot.lit")
    if lit.count():
        lit.nth(min(2, lit.count() - 1)).click(position={"x": 12, "y": 14})
    person.settled()
    assert off_the_screen(person) == []


def picture(browser: Browser, house: LiveHouse, what: str, size: str, theme: str) -> None:
    width, height = SIZES[size]
    ann = Person(browser, "Ann", house.url, width=width, height=height, theme=theme, fourColours=theme == "dark")
    if what == "home":
        loads(ann, "/")
    else:
        table, (token,) = house.table(
            what, 1, bots=GAMES[what]["seats"] - 1, id=f"{what}-{size}-{theme}", **GAMES[what]
        )
        ann.at(table, token)
        some_way_into(ann, what)
    ann.page.screenshot(path=FOLDER / f"{what}-{size}-{theme}.jpg", type="jpeg", quality=82)
    ann.context.close()


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, LiveHouse(Path(folder)) as house, sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=chromium.found(), args=list(chromium.FLAGS))
        for name in NAMES:
            print(name, flush=True)
            picture(browser, house, *name.removesuffix(".jpg").split("-"))
        browser.close()


if __name__ == "__main__":
    main()
