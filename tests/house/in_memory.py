"""A house of one table, in memory: no network, no disk, and a clock that a test moves on.

house = InMemoryHouse("president", seats=4, bots=3)
ann = house.people[0]
ann.enter()
house.pass_time(1.0)
"""

import time
from collections import deque
from collections.abc import Callable, Generator
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Any

from msgspec import json

from cardhouse.bots import player as bot_named
from cardhouse.games import game as game_named
from cardhouse.games.view import View
from cardhouse.house.calls import Callees, read_callees
from cardhouse.house.decide import Open, Sit, Wish
from cardhouse.house.house import hash_token
from cardhouse.house.push.sender import Device, Outcome
from cardhouse.house.room import Room
from cardhouse.house.rows import Row
from cardhouse.house.workers import Answered
from cardhouse.play.position import Position
from cardhouse.play.runner import limit_time
from cardhouse.wire import Ack, Bye, Denial, Suggestion, encode
from cardhouse.wire.commands import HOUSE, AnyCommand, Notice, Opened, read_command


class Clock:
    """As much of an event loop as a room needs."""

    def __init__(self) -> None:
        self.now = 0.0
        self._numbers, self._due = count(), list[tuple[float, int, Callable[[], None]]]()
        self._soon: deque[Callable[[], None]] = deque()
        self._cancelled: set[int] = set()

    def time(self) -> float:
        return self.now

    def call_at(self, when: float, call: Callable[[], None]) -> Any:
        number = next(self._numbers)
        heappush(self._due, (when, number, call))
        return Cancel(self, number)

    def forget(self, number: int) -> None:
        self._cancelled.add(number)

    def soon(self, call: Callable[[], None]) -> None:
        self._soon.append(call)

    def run(self, until: float) -> None:
        while self._soon or (self._due and self._due[0][0] <= until):
            if self._soon:
                self._soon.popleft()()
            else:
                when, number, call = heappop(self._due)
                if number not in self._cancelled:
                    self.now = max(self.now, when)
                    call()
        self.now = max(self.now, until)


class Cancel:
    def __init__(self, clock: Clock, number: int) -> None:
        self._clock, self._number = clock, number

    def cancel(self) -> None:
        self._clock.forget(self._number)


class MemoryStore:
    """A store that keeps rows in memory, and may fail."""

    def __init__(self, clock: Clock) -> None:
        self.rows: list[Row] = []
        self.fails = False
        self._clock = clock

    def append(self, rows: list[Row], done: Callable[[BaseException | None], None]) -> None:
        def write() -> None:
            if self.fails:
                done(OSError("the disk is full"))
            else:
                self.rows += rows
                done(None)

        self._clock.soon(write)

    def find(self, table: str, player: int, command: int, found: Callable[[Ack | None, None], None]) -> None:
        acks = [
            Ack(id=command, seq=row.seq, draft=row.draft)
            for row in self.rows
            if (row.player, row.command) == (player, command)
        ]
        self._clock.soon(lambda: found(acks[0] if acks else None, None))


class Stored:
    """What is stored at once: there is nothing to wait for."""

    def __await__(self) -> Generator[None, None, None]:
        yield from ()


class MemorySubscriptions:
    """Keeps who is called, and hands calls to push services in memory, which answer `outcome`."""

    def __init__(self, clock: Clock) -> None:
        self.kept: dict[str, bytes] = {}
        self.outcome: Outcome = "sent"
        self.called: list[str] = []  # the endpoints, in order
        self.delay = 0.0  # before a call is sent
        self._clock = clock

    def check(self, device: Device) -> None:
        if not device.endpoint.startswith("https://push/"):
            raise Denial("denied", "Not to this one.")

    def keep(self, table: str, callees: Callees) -> Stored:
        self.kept[table] = encode(callees)
        return Stored()

    def call(self, table: str, device: Device, wanted: Callable[[], bool], done: Callable[[Outcome], None]) -> None:
        def send() -> None:
            if not wanted():
                done("dropped")
                return
            self.called.append(device.endpoint)
            done(self.outcome)

        self._clock.call_at(self._clock.now + self.delay, send)


class Person:
    """Somebody at the table, with or without a connection. `heard` is all that they were sent, as bytes."""

    reasons = False
    address = ""

    def __init__(self, house: "InMemoryHouse", player: int) -> None:
        self.house, self.player, self.id = house, player, 0
        self.heard: list[bytes] = []
        self.bye: Bye | None = None

    def put(self, frame: bytes) -> None:
        self.heard.append(frame)

    def close(self, bye: Bye) -> None:
        self.bye = bye
        self.exit()

    def enter(self, last: int = -1) -> dict[str, Any]:
        self.bye = None
        self.house.room.enter(self, last)
        self.house.run()
        return self.messages("welcome")[-1]

    def exit(self) -> None:
        self.house.room.exit(self)

    def messages(self, kind: str = "") -> list[dict[str, Any]]:
        messages = [json.decode(frame) for frame in self.heard]
        return [message for message in messages if kind in ("", message["type"])]

    def say(self, kind: str, **more: Any) -> Ack | Denial:
        """Send a command as it comes over the wire."""
        self.id = more.pop("id", self.id + 1)
        command = read_command(encode({"type": kind, "id": self.id, **more}))
        assert isinstance(command, AnyCommand)
        return self.house.submit(self.player, command)

    def notice(self, kind: str, **more: Any) -> Ack | Denial:
        """Vote, or come back."""
        notice = read_command(encode({"type": kind, "id": 9, **more}))
        assert isinstance(notice, Notice)
        answers: list[Ack | Denial] = []
        self.house.room.notice(self.player, notice, answers.append)
        self.house.run()
        assert len(answers) == 1, f"{len(answers)} answers"
        return answers[0]

    def ask(self) -> list[Suggestion | Denial]:
        """For a suggestion; it is there when a bot has answered."""
        answers: list[Suggestion | Denial] = []
        self.house.room.suggestions.ask(self.player, 7, answers.append)
        self.house.run()
        return answers

    def play(self, move: str, **more: Any) -> Ack | Denial:
        base, draft = self.house.room.sitting.version_for(self.seat)
        return self.say("play", move=move, **{"base": base, "draft": draft, **more})

    def play_at(self, house: "InMemoryHouse", move: str) -> Ack | Denial:
        """Play as the same person in another house."""
        other = Person(house, self.player)
        other.id = 1 << 40
        return other.play(move)

    def act(self) -> None:
        """Play the first move there is."""
        self.house.must(self.play(self.view.moves[0]))

    @property
    def seat(self) -> int:
        seat = self.house.room.sitting.seat_of(self.player)
        return -1 if seat is None else seat

    @property
    def view(self) -> View:
        match = self.house.room.sitting.match
        assert match is not None
        return match.view(self.seat)


class InMemoryHouse:
    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        bots: int = 0,
        people: int = 1,
        seat: int | None = None,
        position: Position | None = None,
        deal_secret: str = "",
        now: Callable[[], float] = time.time,
        **opened: Any,
    ) -> None:
        self.now = now  # the time of day
        self.clock = Clock()
        self.store = MemoryStore(self.clock)
        self.subscriptions = MemorySubscriptions(self.clock)
        self.choose: Callable[..., None] = self.bots_choose
        self.room = self.new_room()
        seats = game_named(game).default_seats if seats is None else seats
        table = Opened(game=game, seats=seats, options=opened.pop("options", {}), **opened)
        ann = Sit("Ann", hash_token("Ann"), seat=seat)
        self.must(self.submit(HOUSE, Open(table, (ann,), bots, deal_secret, position)))
        self.people = [Person(self, 1)]
        for number in range(1, people):
            self.join(f"Ben {number}")

    def new_room(self) -> Room:
        clock: Any = self.clock
        return Room(
            "table",
            self.store,
            clock,
            lambda *given: self.choose(*given),
            now=lambda: self.now(),
            subscriptions=self.subscriptions,
        )

    def join(self, name: str, **more: Any) -> Person:
        self.must(self.submit(HOUSE, Sit(name, hash_token(name), **more)))
        self.people.append(Person(self, self.room.sitting.players))
        return self.people[-1]

    def submit(self, player: int, wish: Wish) -> Ack | Denial:
        answers: list[Ack | Denial] = []
        self.room.submit(player, wish, answers.append)
        self.run()
        assert len(answers) == 1, f"{len(answers)} answers"
        return answers[0]

    def must(self, outcome: Ack | Denial) -> Ack:
        assert isinstance(outcome, Ack), outcome
        return outcome

    def run(self) -> None:
        self.pass_time(0.0)

    @property
    def phase(self) -> str:
        return self.room.sitting.phase

    def pass_time(self, seconds: float) -> None:
        self.clock.run(self.clock.now + seconds)

    def restart(self) -> None:
        """From the rows alone; everybody is gone."""
        self.room.viewers.clear()
        self.room.attendance.stop()
        self.room = self.new_room()
        self.room.load(self.store.rows)
        self.room.calls.load(read_callees(self.subscriptions.kept.get("table", b"{}")))
        self.room.attendance.ring()

    def bots_choose(self, game: str, bot: str, view: View, answered: Answered) -> None:
        chosen = bot_named(
            game_named(game), "quick" if bot in ("deep", "advice") else bot
        )  # the compiler is for others
        move, fault, *_ = limit_time(chosen, None)(view)  # as in a worker, what it raises is a fault
        self.clock.soon(lambda: answered(move or "", fault))


def code(outcome: Ack | Suggestion | Denial) -> str:
    return outcome.code if isinstance(outcome, Denial) else "ack"


def mover_of(house: InMemoryHouse) -> Person:
    """The first of the people who are to act."""
    match = house.room.sitting.match
    assert match is not None
    return next(person for person in house.people if person.seat in match.to_act)


def play_on(house: InMemoryHouse, chance: Random, *, most: int = 5000, to_the_end: bool = True) -> None:
    """People play by chance until the match is over, or for a while."""
    for _ in range(most):
        table = house.room.sitting
        assert table.match is not None
        if table.phase == "over":
            return
        movers = [person for person in house.people if person.seat in table.match.to_act]
        if table.phase == "pause":
            unready = [person for person in house.people if person.seat >= 0 and person.player not in table.ready]
            house.must(unready[0].say("deal"))
        elif movers:
            house.must(movers[0].play(chance.choice(movers[0].view.moves)))
        else:
            house.pass_time(20.0)
    assert not to_the_end, f"not over after {most} moves"
