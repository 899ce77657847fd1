"""One device that is passed round: nothing of one hand is on the page when the next person takes it."""

from itertools import pairwise
from typing import Any

import pytest

from tests.house.live import LiveHouse
from tests.web import accessibility
from tests.web.conftest import Come
from tests.web.keyboard import keys
from tests.web.person import Person

HANDS = """() => [...document.querySelectorAll('.hand button')].flatMap(card => [
    card.getAttribute('aria-label') || '', ...[...card.querySelectorAll('[data-card]')].map(
        one => `data-card="${one.dataset.card}"`)])"""

PRESS = """() => {
    const ready = document.querySelector('.between button.main:enabled')
    const suggest = document.querySelector('.mine button[title^="Ask a bot"]')
    if (ready) ready.click()
    else if (suggest?.getAttribute('aria-disabled') === 'false') { suggest.click(); return true }
    return false
}"""


def opens(ann: Person, game: str, *names: str, seats: int, bots: int) -> None:
    ann.goes(f"/new/{game}")
    ann.page.get_by_label("Seats").select_option(str(seats))
    ann.page.get_by_label("People at this device").select_option(str(1 + len(names)))
    ann.page.get_by_label("Bots", exact=True).select_option(str(bots))
    for number, name in enumerate(names, 2):
        ann.page.get_by_label(f"Name of person {number}").fill(name)
    ann.press("Open the table")
    ann.page.get_by_role("heading", name="Pass the device to").wait_for()


OUTSIDE = """() => [...document.querySelectorAll('header *, .seat *')].filter(one => {
    const {left, right} = one.getBoundingClientRect()
    return one.checkVisibility() && (left < 0 || right > innerWidth)
}).map(one => one.outerHTML.slice(0, 120))"""


def cover(person: Person) -> Any:
    return person.page.get_by_role("button", name=": show my cards")


def is_covered(person: Person) -> bool:
    return bool(cover(person).count())


def shows_nothing(person: Person, hand: list[str]) -> None:
    """Behind the cover there is no card: not on the screen, in the document, nor in what is announced."""
    page = person.page
    assert page.locator(".card, .flying, .hand").count() == 0, "a card is on the page"
    left = page.evaluate("document.body.innerText + document.title + document.body.outerHTML")
    assert [card for card in hand if card and card in left] == [], "a card of the former hand is on the page"
    assert person.announced == [], "what the former player heard is still there"
    assert accessibility.violations(page) == []


def moves(person: Person) -> None:
    """Do what a bot would do, or what there is to press: at once, because the hand may be covered at any moment."""
    if person.page.evaluate(PRESS):
        person.page.wait_for_timeout(60)
        person.page.keyboard.press("Enter")


def plays(person: Person, *, until: int) -> list[str]:
    """Play on until that many hands have been covered; return whose they were, in turn."""
    whose: list[str] = []
    hand: list[str] = []

    def go_on() -> None:
        nonlocal hand
        if is_covered(person):
            shows_nothing(person, hand)
            whose.append(str(cover(person).first.inner_text()).removeprefix("I am ").removesuffix(": show my cards"))
            keys(person, "button", cover(person).first.inner_text())
            person.page.wait_for_selector(".mine")
        else:
            hand = person.page.evaluate(HANDS) or hand
            moves(person)

    person.until(lambda: len(whose) >= until or person.table.get("phase") == "over", go_on)
    return whose


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_two_people_and_bots_pass_a_phone_round(width: int, height: int, house: LiveHouse, come: Come) -> None:
    ann = come("Ann", house, width=width, height=height, pace=0)
    opens(ann, "president", "Bea", seats=4, bots=2)
    shows_nothing(ann, [])
    whose = plays(ann, until=4)
    assert {*whose} == {"Ann", "Bea"}
    assert all(one != other for one, other in pairwise(whose)), "nobody hands it to themselves"
    hand = [word for word in ann.page.evaluate(HANDS) if word]
    assert len(hand) > 3
    ann.page.reload()
    cover(ann).first.wait_for()
    shows_nothing(ann, hand)
    name = cover(ann).first.inner_text().removeprefix("I am ").removesuffix(": show my cards")
    keys(ann, "button", cover(ann).first.inner_text())
    keys(ann, "button", f"Cover the hand of {name}")
    shows_nothing(ann, hand)


@pytest.mark.parametrize(("game", "seats"), [("davenport", 4), ("javelin", 2)])
def test_simultaneous_choices_are_made_one_after_the_other_and_a_duel_needs_no_bots(
    game: str, seats: int, house: LiveHouse, come: Come
) -> None:
    ann = come("Ann", house, width=390, height=844, pace=0)
    opens(ann, game, "Bea", seats=seats, bots=seats - 2)
    assert {*plays(ann, until=5)} == {"Ann", "Bea"}


def present(person: Person) -> list[bool]:
    """Who is there, by seat, as this person was told last."""
    told = [frame.get("presence", frame) for frame in person.frames if frame["type"] in ("presence", "welcome")]
    here: list[bool] = told[-1]["here"]
    return here


def test_a_friend_far_away_sits_at_the_same_table(house: LiveHouse, come: Come) -> None:
    ann = come("Ann", house, width=390, height=844, pace=0)
    ann.goes("/new/javelin")
    ann.page.get_by_label("Seats").select_option("2")
    ann.page.get_by_label("People at this device").select_option("2")
    ann.page.get_by_label("Name of person 2").fill(" ann ")
    ann.press("Open the table")
    ann.sees("Two people have the name ann: change one.")
    cem = come("Cem", house)
    ann.goes("/new/president")
    ann.page.get_by_label("Seats").select_option("3")
    ann.page.get_by_label("People at this device").select_option("2")
    ann.page.get_by_label("Name of person 2").fill("Bea")
    ann.press("Open the table")
    ann.page.wait_for_selector(".waits")
    cem.goes(f"/t/{ann.page.url.rsplit('/', 1)[1]}")
    cem.press("Take a seat")
    ann.page.get_by_role("heading", name="Pass the device to").or_(
        ann.page.get_by_role("heading", name="Whose cards")
    ).wait_for()
    shows_nothing(ann, [])
    cem.until(lambda: cem.table.get("phase") == "play")
    cem.until(lambda: all(present(cem)))  # nobody at the other device counts as absent


def test_the_bar_fits_a_small_phone_in_every_language(house: LiveHouse, come: Come) -> None:
    ann = come("Ann", house, width=360, height=640)
    ann.goes("/new/president")
    ann.page.get_by_label("People at this device").select_option("3")
    ann.page.get_by_label("Name of person 2").fill("Bea")
    ann.page.get_by_label("Name of person 3").fill("Cem")
    ann.press("Open the table")
    ann.page.wait_for_selector(".waits")
    for language in ("en", "de", "es", "fr"):
        ann.speaks(language)
        ann.page.locator(f"html[lang={language}] .waits").wait_for()
        ann.settled()
        assert ann.page.evaluate(OUTSIDE) == [], language


def test_planted_a_cover_that_leaves_the_former_hand_in_the_document_is_found(house: LiveHouse, come: Come) -> None:
    ann = come("Ann", house, pace=0)
    opens(ann, "president", "Bea", seats=4, bots=2)
    cover(ann).first.click()
    ann.page.wait_for_selector(".hand .card")
    hand = ann.page.evaluate(HANDS)
    ann.page.evaluate("() => { window.kept = document.querySelector('.hand').cloneNode(true) }")
    ann.page.get_by_role("button", name="Cover the hand of").click()
    shows_nothing(ann, hand)
    ann.page.evaluate("() => { window.kept.style.display = 'none'; document.body.append(window.kept) }")
    with pytest.raises(AssertionError, match="a card is on the page"):
        shows_nothing(ann, hand)
