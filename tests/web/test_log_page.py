"""A match that was played outside a house, in the page: `cardhouse replay FILE --page`."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from cardhouse import Match, SeededDealer, play_out
from cardhouse.games import game as game_named
from cardhouse.house.log_page import REPLAY
from tests.commands import shown
from tests.web.conftest import Come
from tests.web.person import Person
from tests.web.test_matches import SHORT
from tests.web.test_replay import forge

NEED_A_HOUSE = ("Analyse", "Is this deal fair?", "Play on from here")


class Site(NamedTuple):
    url: str


@contextmanager
def site(game: str, folder: Path) -> Iterator[Site]:
    """The page with a match that the heuristic has played with seeded deals."""
    match = Match(game, **SHORT[game], dealer=SeededDealer(7, match=3))
    play_out(match, [game_named(game).quick] * match.seats)
    file = folder / "match.jsonl"
    file.write_text(match.log())
    with shown(file) as address:
        yield Site(address.removesuffix(REPLAY))


def needing_a_house(person: Person) -> list[str]:
    """Return the controls of the page that need a house: links, and some buttons."""
    buttons = [name for name in NEED_A_HOUSE if person.page.get_by_role("button", name=name).count()]
    return [*buttons, *person.page.get_by_role("link").all_inner_texts()]


@pytest.mark.parametrize("game", SHORT)
def test_every_moment_of_a_log_and_nothing_that_needs_a_house(game: str, come: Come, tmp_path: Path) -> None:
    with site(game, tmp_path) as page:
        eve = come("Eve", page)
        eve.goes("/")
        slider = eve.page.get_by_label("Moment", exact=True)
        slider.wait_for()
        assert eve.page.url == page.url + REPLAY
        last = int(slider.get_attribute("max") or 0)
        assert last > 10
        for at in (*range(0, last, max(1, last // 25)), last):
            slider.fill(str(at))
            assert needing_a_house(eve) == []
        assert eve.page.get_by_text("Nobody has a choice at this moment.").count() == 0
        assert eve.page.locator(".seat").get_by_text("bot", exact=True).count() == SHORT[game]["seats"]
        eve.goes(f"{REPLAY}?fair")
        slider.wait_for()
        assert eve.page.get_by_role("dialog").count() == 0


def test_planted_controls_that_need_a_house_are_found(come: Come, tmp_path: Path) -> None:
    with site("president", tmp_path) as page:
        eve = come("Eve", page)
        forge(eve, lambda record: record.update(matches=1))
        eve.goes(f"{REPLAY}?at=2")
        eve.page.get_by_label("Moment", exact=True).wait_for()
        assert needing_a_house(eve) == [*NEED_A_HOUSE[1:], "‹\nBack to the table"]
