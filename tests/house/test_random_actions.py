"""People come, go, talk, quarrel and play at random. A table never fails, and it replays."""

from random import Random
from typing import Any

import pytest

from cardhouse.games import GAMES
from cardhouse.house.decide import Sit
from cardhouse.house.house import hash_token
from cardhouse.wire import Denial
from cardhouse.wire.commands import HOUSE
from tests.house.in_memory import InMemoryHouse, Person
from tests.house.test_rooms import SHORT, state_of

STEPS = 400
OFTEN: dict[str, int] = {"move": 60, "bot": 10, "enter": 10, "exit": 4, "sit": 4, "leave": 1, "say": 3, "entropy": 3}
OFTEN |= {"start": 6, "kick": 1, "mute": 2, "pace": 2, "level": 2, "suggest": 4, "ready": 10, "wait": 8}
OFTEN |= {"vote": 8, "back": 2}


class RandomActions:
    def __init__(self, game: str, chance: Random) -> None:
        seats = chance.choice([seats for seats in GAMES[game].seats if seats <= 5])
        options: dict[str, Any] = {**SHORT.get(game, {}), **({"deals": 2} if game == "president" else {})}
        self.chance, self.guests = chance, 0
        clock = chance.choice((0, 20))
        self.house = InMemoryHouse(game, seats=seats, bots=chance.randrange(seats), options=options, clock=clock)

    def step(self) -> None:
        chance, house = self.chance, self.house
        person = chance.choice(house.people)
        (kind,) = chance.choices([*OFTEN], [*OFTEN.values()])
        getattr(self, kind)(person)

    def say_so(self, person: Person, kind: str, **more: Any) -> None:
        outcome = person.say(kind, **more)
        assert not (isinstance(outcome, Denial) and outcome.code == "failed"), f"{kind}: {outcome}"

    def move(self, person: Person) -> None:
        match = self.house.room.sitting.match
        movers = [one for one in self.house.people if match is not None and one.seat in match.to_act]
        if movers and match is not None:
            mover = self.chance.choice(movers)
            version = self.house.room.sitting.version_for(mover.seat)
            move = self.chance.choice(match.moves(mover.seat))
            self.say_so(mover, "play", move=move, base=version[0], draft=version[1])

    def bot(self, person: Person) -> None:
        self.house.pass_time(self.chance.choice((0.5, 1.0)))

    def wait(self, person: Person) -> None:
        self.house.pass_time(self.chance.choice((5.0, 16.0, 40.0, 70.0)))

    def enter(self, person: Person) -> None:
        if person.seat >= 0:
            person.enter(self.chance.choice((-1, self.house.room.sitting.seq)))

    def exit(self, person: Person) -> None:
        person.exit()

    def sit(self, person: Person) -> None:
        self.guests += 1
        name = f"Guest {self.guests}"
        outcome = self.house.submit(HOUSE, Sit(name, hash_token(name), self.chance.choice(("person", "remote"))))
        if not isinstance(outcome, Denial):
            self.house.people.append(Person(self.house, self.house.room.sitting.players))

    def leave(self, person: Person) -> None:
        if sum(1 for _ in self.house.room.sitting.people()) > 1:
            self.say_so(person, "leave")

    def say(self, person: Person) -> None:
        self.say_so(person, "say", text="well, well")

    def entropy(self, person: Person) -> None:
        self.say_so(person, "entropy", text="luck")

    def start(self, person: Person) -> None:
        self.say_so(person, "start")

    def kick(self, person: Person) -> None:
        self.say_so(person, "kick", seat=self.chance.randrange(8))

    def mute(self, person: Person) -> None:
        self.say_so(person, "mute", seat=self.chance.randrange(8), on=self.chance.random() < 0.5)

    def pace(self, person: Person) -> None:
        self.say_so(person, "pace", seconds=self.chance.choice((0, 0.8, 10)))

    def level(self, person: Person) -> None:
        self.say_so(person, "level", level=self.chance.choice(("easy", "quick")))

    def suggest(self, person: Person) -> None:
        assert len(person.ask()) == 1

    def vote(self, person: Person) -> None:
        sitting = self.house.room.sitting
        waited = sitting.match.to_act if sitting.match is not None else ()
        person.notice("vote", seat=self.chance.choice((*waited, self.chance.randrange(8))))

    def back(self, person: Person) -> None:
        person.notice("back")

    def ready(self, person: Person) -> None:
        self.say_so(person, self.chance.choice(("deal", "rematch")))


@pytest.mark.contract
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", GAMES)
def test_random_actions_never_fail_and_replay(game: str, seed: int) -> None:
    actions = RandomActions(game, Random(seed))
    for _ in range(STEPS):
        actions.step()
    again = actions.house.new_room()
    again.load(actions.house.store.rows)
    assert state_of(again) == state_of(actions.house.room)
    finish(actions.house)


def finish(house: InMemoryHouse) -> None:
    """When everybody comes back, every match comes to its end, and there is another if all want it."""
    matches, began, chance = house.room.sitting.matches, house.phase, Random(1)
    for _ in range(4000):
        sitting = house.room.sitting
        if sitting.phase in ("open", "closed") or sitting.matches > matches:
            return
        here = [person for person in house.people if person.seat >= 0]
        for person in here:
            if person not in house.room.viewers:
                person.enter()
        before = house.room.sitting.version
        for person in here:
            if house.phase in ("pause", "over"):
                person.say("deal" if house.phase == "pause" else "rematch")
            elif house.room.sitting.plays(person.player) is not None and person.view.moves:
                person.play(chance.choice(person.view.moves))
        house.pass_time(16.0)
        assert house.room.sitting.version != before, f"nothing goes on: {began}, {sitting.phase}"
    raise AssertionError("no end, and no rematch")
