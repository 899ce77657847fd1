"""Nothing is shown before the cards that lead to it: a turn waits for the deal, a draw for the cards shown."""

from itertools import dropwhile, takewhile
from typing import Any

import pytest

from tests.house.live import LiveHouse
from tests.web.conftest import Come
from tests.web.controls import MouseControls, make_move
from tests.web.person import Person

# Note in every frame whether cards are still on their way, whose turn it is, and what is held.
RECORD = """() => {
    window.seen = []
    const look = () => {
        const turning = document.getAnimations().some(one => one.animationName?.includes('round'))
        seen.push({
            moving: turning || document.querySelector('.flying') !== null,
            turning,
            turn: document.querySelector('.status .turn') !== null || document.title.includes('Your turn'),
            bubble: document.querySelector('.seat .bubble') !== null,
            held: document.querySelectorAll('.hand button').length,
            counts: [...document.querySelectorAll('.seat .fan')].map(one => one.textContent.trim()).join(' '),
        })
        requestAnimationFrame(look)
    }
    look()
}"""


def begun(house: LiveHouse, come: Come, game: str) -> Person:
    """Somebody who opens a table with animations, and sees the first deal."""
    ann = come("Ann", house, speed=1, pace=0.3)
    ann.goes("/")
    ann.page.locator("body").wait_for()
    ann.page.evaluate(RECORD)
    ann.press(f"Play now: {game.capitalize()}")
    ann.page.wait_for_selector(".status .turn")
    return ann


def frames(person: Person) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = person.page.evaluate("window.seen")
    return found


@pytest.mark.parametrize("game", ["president", "davenport"])
def test_nobody_is_to_play_before_all_cards_are_dealt(game: str, house: LiveHouse, come: Come) -> None:
    ann = begun(house, come, game)
    since = dropwhile(lambda frame: not frame["moving"], frames(ann))
    dealt = list(takewhile(lambda frame: frame["moving"], since))
    assert len(dealt) > 5
    assert not any(frame["turn"] or frame["bubble"] for frame in dealt)


def test_a_round_of_davenport_is_not_decided_before_its_last_card_is_turned(house: LiveHouse, come: Come) -> None:
    ann = begun(house, come, "davenport")
    ann.page.evaluate("window.seen = []")
    assert ann.view is not None
    lowest = min(ann.view["hand"], key=lambda card: int(card[:-1]) % 14)
    make_move(MouseControls(ann), f"commit {lowest}", ann.view)
    ann.until(lambda: any(frame["turning"] for frame in frames(ann)))
    ann.page.wait_for_selector(".status .turn")
    turned = [frame for frame in frames(ann) if frame["turning"]]
    assert not any(frame["turn"] for frame in turned)
    assert {(frame["held"], frame["counts"]) for frame in turned} == {(4, turned[0]["counts"])}
    assert frames(ann)[-1]["held"] in (4, 5)
    ann.page.locator("[role=log] p", has_text="Your turn").last.wait_for(state="attached")
    heard = ann.page.locator("[role=log] p").all_inner_texts()
    shown = max(number for number, text in enumerate(heard) if " shows " in text)
    assert any("Your turn" in text for text in heard[shown:]), heard  # and not before the cards were shown
