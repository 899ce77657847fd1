"""Two people and bots play whole matches of every game: one by tapping on a phone, the other by keyboard alone.

Meanwhile nothing on their screens leaves its place.
"""

from random import Random
from typing import Any

import pytest

from tests.house.live import LiveHouse
from tests.web.conftest import Come
from tests.web.controls import KeyboardControls, MouseControls
from tests.web.matches import play_out
from tests.web.screen import jumps, watch

SHORT: dict[str, Any] = {
    "president": {"seats": 4, "options": {}},
    "dynasty": {"seats": 4, "options": {"monarchies": 2, "taxation": "on"}},
    "davenport": {"seats": 4, "options": {"ace_rule": "on"}},
    "javelin": {"seats": 2, "options": {"target": 5}},
    "blitz": {"seats": 3, "options": {"max_hands": 2, "target": 10_000}},  # two hands, whatever they bring
}


@pytest.mark.parametrize("game", SHORT)
def test_a_whole_match_by_clicking_and_by_keyboard_alone(game: str, house: LiveHouse, come: Come) -> None:
    more = SHORT[game]
    table, (token,) = house.table(game, 1, **more)
    ann, ben = people = [come("Ann", house, width=390, height=844), come("Ben", house)]
    ann.at(table, token)
    ann.sees("free")
    ben.goes(f"/t/{table}")
    ben.press("Take a seat")
    if more["seats"] > 2:
        ben.sees("starts it with bots")
        ann.press("Start now, with")
    for person in people:
        person.page.wait_for_selector(".mine .status")
        person.settled()
        watch(person)
    moves = play_out([MouseControls(people[0]), KeyboardControls(people[1])], Random(7))
    assert moves > 5
    for person in people:
        assert jumps(person) == []
        assert person.page.locator(".between h2").inner_text() in ("You won!", "The match is over")
    result = house.get(f"/api/tables/{table}")["result"]
    assert sorted(result["places"])[0] == 1
    for person in people:
        person.page.get_by_role("link", name="Is this deal fair?").click()
        person.sees("The house dealt this match as it had committed to")
