"""Play on from here: from a moment of a replay to a table of one's own, marked as what it is."""

from random import Random

import pytest

from tests.house.live import LiveHouse
from tests.web import accessibility
from tests.web.conftest import Come
from tests.web.controls import MouseControls
from tests.web.matches import play_out
from tests.web.test_matches import SHORT
from tests.web.test_replay import finished


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_from_a_moment_to_a_table_its_end_and_its_replay(width: int, height: int, house: LiveHouse, come: Come) -> None:
    _, table = finished("president", house, come)
    bea = come("Bea", house, width=width, height=height, pace=0)
    bea.goes(f"/t/{table}/replay?at=9")
    bea.page.get_by_role("button", name="Play on from here").focus()
    bea.page.keyboard.press("Enter")
    assert accessibility.violations(bea.page) == []
    assert bea.page.get_by_role("radio").count() == 4
    bea.page.get_by_role("radio").nth(2).check()
    bea.press("Open the table")
    bea.page.locator("header small", has_text="Chosen position").wait_for()
    assert bea.seat == 2
    assert bea.table["onward"] is True
    assert accessibility.violations(bea.page) == []
    play_out([MouseControls(bea)], Random(1))
    bea.sees("nobody can prove that its cards were dealt fairly")
    assert bea.page.evaluate("localStorage.getItem('cardhouse history')") is None
    bea.page.get_by_role("link", name="Replay").click()
    bea.page.locator("header small", has_text="Chosen position").wait_for()
    bea.press("Is this deal fair?")
    bea.sees("This match went on from a chosen position.")
    assert bea.page.locator("[data-state=fair]").count() == 0
    bea.page.keyboard.press("Escape")
    bea.page.get_by_role("button", name="Play on from here").wait_for()  # the position itself, again


@pytest.mark.parametrize("game", SHORT)
def test_at_the_ends_of_a_match_there_is_a_sentence_instead_of_the_button(
    game: str, house: LiveHouse, come: Come
) -> None:
    _, table = finished(game, house, come)
    eve = come("Eve", house, width=390, height=844)
    eve.goes(f"/t/{table}/replay")
    eve.page.get_by_label("Moment", exact=True).wait_for()
    eve.page.keyboard.press("End")
    eve.sees("Nobody has a choice at this moment.")
    button = eve.page.get_by_role("button", name="Play on from here")
    assert button.count() == 0
    eve.until(lambda: button.count() == 1, lambda: eve.page.keyboard.press("ArrowLeft"))
    button.click()
    eve.press("Open the table")
    eve.page.locator("header small", has_text="Chosen position").wait_for()


REFUSED = {
    "en": (
        ("Play on from here", "Open the table"),
        "Nobody has a choice at this moment of the match, so nobody can play on from it.",
    ),
    "de": (
        ("Von hier weiterspielen", "Tisch öffnen"),
        "Von diesem Moment der Partie an kann niemand weiterspielen.",
    ),
}


@pytest.mark.parametrize("language", REFUSED)
def test_what_the_house_refuses_is_told_in_the_dialog(language: str, house: LiveHouse, come: Come) -> None:
    buttons, sentence = REFUSED[language]
    _, table = finished("javelin", house, come)
    eve = come("Eve", house, language=language)
    eve.allowed = ("409",)
    eve.goes(f"/t/{table}/replay?at=9")

    def forge(route: object) -> None:
        request = route.request  # type: ignore[attr-defined]
        body = request.post_data_json
        body["onward"]["frame"] = 0
        route.continue_(post_data=body)  # type: ignore[attr-defined]

    eve.page.route("**/api/tables", forge)
    for button in buttons:
        eve.press(button)
    eve.sees(sentence)
    assert eve.page.locator("main [lang=en], dialog [lang=en]", has_text=sentence).count() == 0
    assert eve.page.url.endswith("?at=9")
