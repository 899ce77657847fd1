"""When a deal is over, its board stays in sight; then the result lies over it, whole, at every size."""

from tests.house.live import LiveHouse
from tests.web.conftest import Come
from tests.web.person import Person
from tests.web.test_replay import finished

SIZES = ((360, 640), (390, 844), (844, 390), (720, 450), (820, 1180), (1280, 800), (2560, 1440))
FITS = """() => {
    const one = document.querySelector('.between'), box = one.getBoundingClientRect()
    const inside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight
    return inside && one.scrollHeight <= one.clientHeight && one.scrollWidth <= one.clientWidth
}"""


def sizes_where_it_does_not_fit(person: Person) -> list[tuple[int, int]]:
    found = []
    for width, height in SIZES:
        person.page.set_viewport_size({"width": width, "height": height})
        person.settled()
        if not person.page.evaluate(FITS):
            found.append((width, height))
    return found


def test_the_final_board_stays_in_sight_until_a_key_is_pressed(house: LiveHouse, come: Come) -> None:
    table, (token,) = house.table("javelin", 1, bots=1, seats=2, options={"target": 5})
    ann = come("Ann", house, speed=60)  # so slow that nothing but the key can end it
    ann.at(table, token)
    ann.page.wait_for_selector(".status .turn")
    ann.page.keyboard.press("Escape")  # the cards have landed
    ann.press("Forfeit")
    ann.page.wait_for_timeout(600)  # a second click within half a second is not meant
    ann.press("Forfeit")
    ann.sees("Round 1 is over: see the result")
    assert ann.page.locator(".spot").first.is_visible()
    assert ann.page.locator(".between").count() == 0
    assert "wins the round!" in ann.page.locator(".party").inner_text()
    ann.page.keyboard.press("Escape")
    ann.page.locator(".between").wait_for()
    assert ann.page.locator(".party").count() == 0
    story = ann.page.locator(".story").inner_text()
    assert story.endswith("won round 1: you forfeit.")
    ann.page.locator("[role=status][aria-live]", has_text=story).wait_for(state="attached")  # it is announced too
    ann.press("Show the table")
    ann.page.locator(".between").wait_for(state="detached")
    ann.press("Round 1 is over: see the result")
    ann.page.locator(".between button.main").click()
    ann.page.wait_for_selector(".seat .crown")  # whoever won the last round


def test_the_podium_fits_every_screen(house: LiveHouse, come: Come) -> None:
    ann, _ = finished("president", house, come)
    assert sizes_where_it_does_not_fit(ann) == []
    ann.page.evaluate("document.querySelector('.story').style.paddingTop = '100vh'")
    assert sizes_where_it_does_not_fit(ann) == list(SIZES)  # planted
