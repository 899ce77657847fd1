"""When a deal is over, its board stays in sight; then the result lies over it, whole, at every size."""

from random import Random

from tests.house.live import LiveHouse
from tests.web import matches
from tests.web.conftest import Come
from tests.web.controls import MouseControls
from tests.web.person import Person
from tests.web.test_replay import finished

SIZES = ((360, 640), (390, 844), (844, 390), (720, 450), (820, 1180), (1280, 800), (2560, 1440))
FITS = """() => {
    const one = document.querySelector('.between'), box = one.getBoundingClientRect()
    const inside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight
    return inside && one.scrollHeight <= one.clientHeight && one.scrollWidth <= one.clientWidth
}"""


def focused(person: Person) -> str:
    """The text of what the keyboard is on."""
    return str(person.page.evaluate("document.activeElement.innerText"))


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
    assert story in ann.announced
    assert focused(ann).startswith("Next round")  # not Forfeit, which the panel covers
    assert ann.page.get_by_role("dialog", name="Round 1 is over").count() == 1
    ann.press("Show the table")
    ann.page.locator(".between").wait_for(state="detached")
    ann.until(lambda: focused(ann) == "Round 1 is over: see the result")
    ann.page.keyboard.press("Enter")
    ann.until(lambda: focused(ann).startswith("Next round"))
    ann.page.wait_for_selector(".seat .crown")  # whoever won the last round, until the next one begins
    ann.page.keyboard.press("Enter")


def test_the_podium_fits_every_screen(house: LiveHouse, come: Come) -> None:
    ann, _ = finished("president", house, come)
    assert sizes_where_it_does_not_fit(ann) == []
    ann.page.evaluate("document.querySelector('.story').style.paddingTop = '100vh'")
    assert sizes_where_it_does_not_fit(ann) == list(SIZES)  # planted


def after_a_deal(house: LiveHouse, come: Come) -> tuple[Person, str]:
    """A player with a phone, between two deals of President."""
    table, (token,) = house.table("president", 1, bots=3, seats=4, options={"deals": 3})
    ann = come("Ann", house, width=390, height=844)
    ann.at(table, token)
    controls, chance = MouseControls(ann), Random(1)
    ann.until(lambda: ann.table.get("phase") == "pause", lambda: matches.act(controls, chance, goes_on=False))
    ann.page.wait_for_selector(".between")
    return ann, table


def test_the_chat_of_a_phone_leaves_the_next_deal_within_reach(house: LiveHouse, come: Come) -> None:
    ann, _ = after_a_deal(house, come)
    cut = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)"
    assert ann.page.locator(".others b").evaluate_all(cut) == []
    chat = ann.page.get_by_role("button", name="Chat", exact=True)
    chat.click()
    ann.page.locator(".between").wait_for(state="detached")
    assert "Deal 1 is over." in ann.page.locator(".status").inner_text()
    chat.click()
    ann.page.locator(".between").wait_for()
    chat.click()
    ann.page.locator(".status").get_by_role("button", name="Next deal").click()
    ann.until(lambda: ann.table["phase"] == "play")


def test_a_deal_is_credited_to_those_who_played_it(house: LiveHouse, come: Come) -> None:
    ann, table = after_a_deal(house, come)
    story, names = ann.page.locator(".story").inner_text(), ann.page.locator(".between b").all_inner_texts()
    bots = [seat for seat, one in enumerate(ann.table["seats"]) if one["kind"] == "bot"]
    for number, seat in enumerate(bots):
        name = f"Cy {number}"
        token = house.post(f"/api/tables/{table}/seats", {"name": name, "seat": seat})["token"]
        cy = come(name, house)
        cy.at(table, token)
        cy.page.wait_for_selector(".between")
        assert cy.page.locator(".between b").all_inner_texts() == names
        told = cy.page.locator(".story").inner_text()
        assert told == story.replace("You were", "Ann was").replace("you were", "Ann was").replace("You", "Ann")
        assert cy.page.locator(".between .me").count() == 0
    assert ann.page.locator(".story").inner_text() == story
    assert ann.page.locator(".between b").all_inner_texts() == names
