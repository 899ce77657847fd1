"""The page in another language: it is that of the browser, all of it follows a change, and it is remembered."""

import re
from collections.abc import Iterator
from json import dumps
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.house.live import LiveHouse
from tests.waiting import HANG
from tests.web.accessibility import violations
from tests.web.conftest import Come
from tests.web.person import Person
from tests.web.screen import OUTSIDE, UNREAD
from tests.web.test_coach import Analysed
from tests.web.test_looking_back import passes_or_plays

WORDS = Path(__file__).parents[2] / "web/src/words"


@pytest.fixture
def german(browser: Browser) -> Iterator[Page]:
    """Yield a page in a browser that prefers Austrian German."""
    context = browser.new_context(viewport={"width": 360, "height": 640}, locale="de-AT", reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(HANG * 1000)
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert complaints == []


def language(page: Page) -> str:
    found: str = page.evaluate("document.documentElement.lang")
    return found


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_table_in_german_and_back_to_english(house: LiveHouse, german: Page) -> None:
    german.goto(house.url)
    german.get_by_role("heading", name="Kartenspiele mit Freunden und Bots").wait_for()
    german.get_by_text("Werde alle deine Karten als Erster los", exact=False).wait_for()
    assert language(german) == "de"
    assert fits(german)
    german.get_by_label("Dein Name").fill("Änne")
    german.get_by_role("link", name="Neuer Tisch: President").click()
    german.get_by_role("group", name="Stärke der Bots").get_by_text("Leicht").wait_for()
    german.get_by_label("Runden").wait_for()
    assert fits(german)
    german.get_by_label("Bots", exact=True).select_option("3")
    german.get_by_role("button", name="Tisch öffnen").click()
    german.get_by_text("Du bist dran.", exact=True).wait_for()
    assert fits(german)
    german.get_by_role("button", name="Vorschlag").click()
    german.get_by_text("Vorschlag:", exact=True).wait_for()
    german.keyboard.press("Enter")
    said = german.get_by_role("log", name="Ansagen")
    said.get_by_text("Änne spielt", exact=False).or_(said.get_by_text("Änne passt", exact=False)).first.wait_for()

    german.get_by_role("button", name="Mehr").click()
    german.get_by_role("button", name="Einstellungen").click()
    german.get_by_label("Sprache").select_option("en")
    german.get_by_role("dialog", name="Settings").get_by_role("button", name="Close").click()
    german.get_by_role("button", name="Suggest").wait_for()
    german.wait_for_function("document.documentElement.lang === 'en'")
    german.reload()
    german.get_by_role("button", name="Suggest").wait_for()
    assert language(german) == "en"  # remembered, though the browser prefers German


def test_what_stays_english_says_so(house: LiveHouse, german: Page) -> None:
    german.goto(f"{house.url}/rules/javelin")
    german.get_by_text("Alle Regeln").click()
    german.get_by_text("Die vollständigen Regeln gibt es bisher nur auf Englisch.").wait_for()
    assert german.locator("details [lang=en] h1").count() == 1
    german.goto(f"{house.url}/t/no-such-table")
    german.get_by_role("heading", name="Den Tisch no-such-table gibt es nicht").wait_for()


def test_the_house_serves_a_language_or_english(house: LiveHouse, german: Page) -> None:
    def games(query: str) -> list[dict[str, str]]:
        found: list[dict[str, str]] = german.request.get(f"{house.url}/api/games{query}").json()
        return found

    assert {game["language"] for game in games("?language=fr")} == {"fr"}
    for odd in ("", "?language=tlh", "?language=../../en", "?language="):
        assert {game["language"] for game in games(odd)} == {"en"}


# What a player is told to do, in games with a hand, without what has names in it.
SAYS = r"president\.(?:lead|beat|beat_one|beat_four)|dynasty\.(?:lead|beat)|davenport\.task|blitz\.task_\w+"
TASKS = re.compile(rf"^  '(?:{SAYS})':\s+'(.+)',$", re.MULTILINE)
FILLED = {"{count}": "3", "{cards}": "3 wwwwww", "{card}": "10♦"}
TELL = """text => {
    const place = document.querySelector('.status p')
    place.replaceChildren(place.querySelector('b'), text)
}"""


@pytest.mark.parametrize("code", ["en", "de", "es", "fr"])
def test_what_is_to_be_done_is_whole_on_a_phone(code: str, house: LiveHouse, come: Come) -> None:
    table, (token,) = house.table("president", 1, bots=3)
    ann = come("Ann", house, width=360, height=640, language=code)
    ann.at(table, token)
    ann.page.wait_for_selector(".status .turn")
    tasks = TASKS.findall((WORDS / f"{code}.ts").read_text("utf-8"))
    assert len(tasks) == 13
    for width, height in ((390, 844), (360, 640)):
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.settled()
        for task in tasks:
            for hole, filling in FILLED.items():
                task = task.replace(hole, filling)
            ann.page.evaluate(TELL, f" {task}")
            assert ann.page.evaluate(UNREAD) == []
    ann.page.evaluate(TELL, " wwwwww" * 20)  # planted
    assert ann.page.evaluate(UNREAD) != []


# By how many pixels the words in an empty place are wider than the place.
TOO_WIDE = """place => {
    const words = document.createRange()
    words.selectNodeContents(place)
    return words.getBoundingClientRect().width - place.clientWidth
}"""


@pytest.mark.parametrize("code", ["en", "de", "es", "fr"])
def test_the_empty_place_of_discards_has_room_for_its_words(code: str, house: LiveHouse, come: Come) -> None:
    table, (token,) = house.table("blitz", 1, seats=2, bots=1)
    ann = come("Ann", house, language=code)
    ann.at(table, token)
    for width, height in ((1280, 800), (390, 844), (360, 640)):
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.settled()
        assert ann.page.locator(".discards .none").evaluate(TOO_WIDE) <= 0


HISTORY = [
    {"table": "oak", "match": match, "game": game, "players": 4, "level": "quick", "place": 1, "points": 3, "at": 0}
    for match, game in enumerate(("president", "dynasty", "blitz"), 1)
]


SCROLLS_SIDEWAYS = """() => [...document.querySelectorAll('dialog .body, header, .back, .controls')].filter(
    one => one.scrollWidth > one.clientWidth + 1).map(one => `${one.outerHTML.slice(0, 80)} ${one.scrollWidth}`)"""


def texts(code: str) -> dict[str, str]:
    """Return the texts of a language that are written on one or two lines."""
    return dict(re.findall(r"^  '([\w.]+)':\s+'(.+)',$", (WORDS / f"{code}.ts").read_text("utf-8"), re.MULTILINE))


def well(person: Person) -> None:
    person.settled()
    assert violations(person.page) == []
    assert fits(person.page)
    assert person.page.evaluate(SCROLLS_SIDEWAYS) == []
    assert person.page.evaluate(OUTSIDE, "header *, dialog header *, .controls *, .actions *") == []


@pytest.mark.parametrize("code", ["en", "de", "es", "fr"])
def test_panels_are_well_on_a_phone(code: str, house: LiveHouse, come: Come) -> None:
    ann, says = come("Ann", house, width=360, height=640, language=code), texts(code)
    ann.context.add_init_script(f"localStorage['cardhouse history'] = {dumps(dumps(HISTORY))}")
    Analysed("president", ann)
    ann.press(says["coach.analyse"])
    ann.sees(says["coach.done"])
    well(ann)
    ann.page.keyboard.press("Escape")
    ann.page.wait_for_selector("dialog", state="detached")
    ann.page.keyboard.press("ArrowRight")
    ann.press(says["onward.play_on"])
    ann.sees(says["onward.which"])
    well(ann)

    table, (token,) = house.table("president", 1, bots=3)
    ann.at(table, token)
    ann.page.wait_for_selector(".status .turn")
    passes_or_plays(ann, says["mine.suggest"])  # she may begin the match, and there is nothing to look back at yet
    ann.page.wait_for_selector(".status .turn")
    ann.press(says["common.log"])
    ann.press(says["past.look"])
    ann.page.get_by_role("button", name=says["past.now"]).wait_for()
    well(ann)
    ann.press(says["past.now"])
    for panel, what in (("panel.invite", "device.move"), ("common.settings", "calls.switch")):
        ann.press(says["bar.more"])
        ann.press(says[panel])
        ann.sees(says[what])
        if panel == "panel.invite":
            ann.press(says["device.show"])
            ann.page.get_by_label(says["device.link"]).wait_for()
        well(ann)
        ann.page.keyboard.press("Escape")
    ann.page.get_by_role("link", name=says["common.home"]).first.click()
    ann.page.get_by_role("link", name=says["history.link"]).click()
    ann.sees(says["history.by_game"])
    well(ann)
