"""Those who hear the page are told what those who see it see, in the order in which it happens."""

from functools import partial
from random import Random

from tests.house.live import LiveHouse
from tests.web.conftest import Come
from tests.web.controls import MouseControls
from tests.web.matches import act
from tests.web.person import Person
from tests.web.test_coming_back import seated, until_turn


def test_a_turn_is_announced_after_the_move_that_led_to_it(house: LiveHouse, come: Come) -> None:
    ann = seated(house, come, "president", bots=3, pace=0.3)
    turns = 0
    while turns < 3:
        until_turn(ann)
        ann.until(lambda: ann.to_act)
        heard = len(ann.frames)
        act(MouseControls(ann), Random(1))
        ann.until(partial(acts_again, ann, heard))
        if all(acted_since(ann, heard)):
            continue  # the move left the turn with her
        turns += 1
        until_turn(ann)
        ann.settled()
        *_, before, last = ann.announced
        assert last.startswith("Your turn. ")
        assert any(verb in before for verb in (" plays ", " passes", " is cleared", " is skipped"))


def acted_since(person: Person, heard: int) -> list[bool]:
    """Whether it was their turn, in each view that they were sent after the first `heard` frames."""
    views = [frame["view"] for frame in person.frames[heard:] if frame.get("view")]
    return [person.seat in view["to_act"] for view in views]


def acts_again(person: Person, heard: int) -> bool:
    return bool(acted_since(person, heard)) and person.to_act


def test_a_player_who_goes_offline_and_comes_back_is_announced(house: LiveHouse, come: Come) -> None:
    table, tokens = house.table("davenport", 2, seats=2)
    ann, ben = come("Ann", house), come("Ben 1", house)
    for person, token in zip((ann, ben), tokens, strict=True):
        person.at(table, token)
        until_turn(person)
    ben.goes("/")
    ann.until(lambda: "Ben 1 is offline." in ann.announced)
    ben.goes(f"/t/{table}")
    ann.until(lambda: ann.announced[-1] == "Ben 1 is back.")
