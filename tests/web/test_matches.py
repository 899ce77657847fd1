"""Two people and bots play whole matches of every game: one by clicking, the other by keyboard alone."""

from random import Random
from typing import Any

import pytest

from tests.house.live import LiveHouse
from tests.web.conftest import Come
from tests.web.hands import Clicks, Keys
from tests.web.matches import play_out

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
    table, (ann, ben) = house.table(game, 2, bots=more["seats"] - 2, **more)
    people = [come("Ann", house), come("Ben 1", house)]
    for person, token in zip(people, (ann, ben), strict=True):
        person.at(table, token)
    moves = play_out([Clicks(people[0]), Keys(people[1])], Random(7))
    assert moves > 5
    for person in people:
        assert person.page.locator(".between h2").inner_text() in ("You have won!", "The match is over")
    result = house.get(f"/api/tables/{table}")["result"]
    assert sorted(result["places"])[0] == 1
