"""Looking back during a match: what one has seen, step by step, while the others go on."""

import pytest

from tests.house.live import LiveHouse
from tests.web import accessibility
from tests.web.conftest import Come
from tests.web.person import Person
from tests.web.test_coming_back import until_turn
from tests.web.test_suggest import hold_suggestions


def at_a_table(house: LiveHouse, come: Come, **size: int) -> tuple[Person, Person]:
    """Ann and Ben at a table of two of President's three seats; a bot has the third. Ann has seen some moves."""
    table, tokens = house.table("president", 2, seats=3, bots=1, chat=True)
    ann, ben = come("Ann", house, **size), come("Ben", house)
    ann.at(table, tokens[0])
    ben.at(table, tokens[1])
    for _ in range(3):
        ann.until(lambda: ann.to_act or ben.to_act)
        passes_or_plays(ann if ann.to_act else ben)
    ann.until(lambda: ann.to_act or ben.to_act)
    return ann, ben


def passes_or_plays(person: Person, label: str = "Suggest") -> None:
    """Make the move that a bot would make, with the button that suggests it."""
    moves = len(moved(person))

    def act() -> None:
        suggest = person.page.get_by_role("button", name=label)
        if suggest.count() and suggest.first.get_attribute("aria-disabled") != "true":
            suggest.first.click()
            person.page.wait_for_timeout(50)
            person.page.keyboard.press("Enter")

    person.until(lambda: len(moved(person)) > moves, act)


def moved(person: Person) -> list[object]:
    return [one for one in person.frames if one["type"] == "event" and one["happened"]["what"] == "move"]


def sent(person: Person) -> list[str]:
    frames: list[str] = person.page.evaluate("window.sent ?? []")
    return [one for one in frames if '"play"' in one]


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_step_back_and_on_while_the_match_goes_on(width: int, height: int, house: LiveHouse, come: Come) -> None:
    ann, ben = at_a_table(house, come, width=width, height=height)
    page = ann.page
    if width < 600:
        ann.press("Log")
    ann.press("Look back")
    now = page.get_by_role("button", name="Back to now")
    now.wait_for()
    assert now.evaluate("button => button === document.activeElement")
    assert accessibility.violations(page) == []
    assert page.get_by_role("button", name="Suggest").count() == 0, "a move can be made in the past"
    slider = page.get_by_label("Moment", exact=True)
    last = int(slider.get_attribute("max") or 0)
    page.keyboard.press("Home")
    assert int(slider.input_value()) == int(slider.get_attribute("min") or -1)
    page.keyboard.press("ArrowRight")
    caption = page.locator(".back .caption").inner_text()
    page.evaluate("""() => {
        const send = WebSocket.prototype.send
        window.sent = []
        WebSocket.prototype.send = function (text) { window.sent.push(text); return send.call(this, text) }
    }""")
    page.evaluate("() => document.activeElement.blur()")
    for key in ("Enter", "p", "g"):
        page.keyboard.press(key)
    assert sent(ann) == []
    if ben.to_act:
        passes_or_plays(ben)
        page.locator(".news", has_text="meanwhile").or_(page.locator(".news", has_text="your turn")).wait_for()
        assert page.locator(".back .caption").inner_text() == caption, "news must not throw one out of the past"
        assert int(slider.get_attribute("max") or 0) > last
    else:
        page.locator(".news", has_text="It is your turn").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Suggest").wait_for()
    page.keyboard.press("PageUp")
    now.wait_for()
    now.click()
    page.get_by_role("button", name="Suggest").wait_for()


def test_a_suggestion_that_comes_while_one_looks_back_is_dropped(house: LiveHouse, come: Come) -> None:
    table, (token,) = house.table("davenport", 1, seats=2, bots=1)
    ann = come("Ann", house)
    held = hold_suggestions(ann)
    ann.at(table, token)
    until_turn(ann)
    for key in ("1", "Enter"):
        ann.page.keyboard.press(key)
    ann.page.get_by_role("button", name="Look back").wait_for()
    until_turn(ann)
    ann.page.keyboard.press("g")
    ann.until(lambda: bool(held))
    ann.page.keyboard.press("PageUp")
    ann.page.wait_for_selector(".ways")
    held[0]()
    ann.settled()
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("button", name="Suggest").wait_for()
    assert ann.page.locator("button.suggested").count() == 0


def test_the_buttons_to_step_stay_side_by_side_on_a_phone_in_german(house: LiveHouse, come: Come) -> None:
    ann, _ = at_a_table(house, come, width=360, height=640)
    ann.press("More")
    ann.press("Settings")
    ann.page.get_by_label("Language").select_option("de")  # not by a reload: the past begins with the visit
    ann.page.get_by_role("dialog", name="Einstellungen").wait_for()
    ann.page.keyboard.press("Escape")
    ann.page.wait_for_selector("dialog", state="detached")
    ann.page.keyboard.press("PageUp")
    ann.page.wait_for_selector(".ways")
    steps = ann.page.locator(".ways button:not(.main)")
    assert steps.count() == 4
    assert len({round((step.bounding_box() or {})["y"]) for step in steps.all()}) == 1


def shows_only_what_was_seen(person: Person, hidden: set[str]) -> None:
    """Step back to the beginning: no card of another hand is on the page."""
    for _ in range(12):
        shown = person.page.locator(".back [data-card]").evaluate_all("all => all.map(one => one.dataset.card)")
        assert shown
        assert not {*shown} & hidden, "a card that was not seen"
        person.page.keyboard.press("ArrowLeft")


def test_the_past_has_nothing_that_was_not_seen(house: LiveHouse, come: Come) -> None:
    ann, ben = at_a_table(house, come)
    known = {card for frame in ann.frames for card in (frame.get("view") or {}).get("hand", [])}
    hidden = set((ben.view or {})["hand"])
    assert hidden
    assert not hidden & known
    ann.press("Look back")
    shows_only_what_was_seen(ann, hidden)
    ann.page.locator(".back [data-card]").first.evaluate("(card, name) => (card.dataset.card = name)", min(hidden))
    with pytest.raises(AssertionError, match="a card that was not seen"):  # planted
        shows_only_what_was_seen(ann, hidden)
