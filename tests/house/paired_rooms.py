"""Two rooms that a viewer cannot tell apart must send the same frames, byte for byte.

A *pair* is a room in the middle of a match, and a twin of it in which cards that the viewer cannot know have changed
places. The same things happen in both; all that the viewer is sent is compared.
"""

from collections.abc import Callable, Sequence
from copy import copy
from random import Random
from typing import Any, cast

from msgspec import json

from cardhouse.cards.ledger import WATCHER, trade
from cardhouse.games.defaults import always, to_everybody
from cardhouse.games.definition import AnyGame
from cardhouse.house import messages
from cardhouse.house.attendance import Attendance
from cardhouse.house.decide import GoOn
from cardhouse.house.room import Room
from cardhouse.house.suggestions import Suggestions
from cardhouse.house.votes import IDLE
from cardhouse.play.dealers import FairDealer
from cardhouse.play.events import DEALER
from cardhouse.testing.secrecy import cards_moved, unknown
from cardhouse.testing.setups import random_setup
from cardhouse.wire import Ack, Denial, Suggestion, encode
from cardhouse.wire.commands import HOUSE, NO_PLAYER, Vote
from tests.house.in_memory import InMemoryHouse, Person

TRADES = 10
ASKS = 8  # one pair of this number has a suggestion in it
TRIES = ("nonsense", "pass", "play 4c", "play 7", "commit 7s", "take 3", "discard 9h", "attack 1 2")
Trades = Sequence[tuple[int, int]]
Act = Callable[[InMemoryHouse], Ack | Denial]


class Leak(AssertionError):
    """What a viewer was sent told of hidden cards, or of a hidden move."""


class Recorder(FairDealer):
    """A dealer that notes what it draws; or draws what another has noted."""

    noted: list[list[int]]
    echoes = False

    def draw(self, things: Sequence[int], wanted: int) -> list[int]:
        if self.echoes:
            return self.noted.pop(0)
        drawn = super().draw(things, wanted)
        self.noted.append(drawn)
        return drawn


def recording(room: Room, noted: list[list[int]], *, echoes: bool) -> None:
    dealer = Recorder()
    dealer.__dict__.update(room.sitting.dealer.fork().__dict__, noted=noted, echoes=echoes)
    room.sitting.dealer = dealer


def twin(house: InMemoryHouse, trades: Trades = ()) -> InMemoryHouse:
    """The same table in another world: these cards have changed places."""
    other = copy(house)
    other.room = copy(house.room)
    other.room._sitting = copy(house.room.sitting)
    other.room.viewers, other.room._acks = [], dict(house.room._acks)
    for name in ("_kept", "_chat"):
        setattr(other.room, name, copy(getattr(house.room, name)))
    other.room.attendance = Attendance(other.room, house.room._clock, unanswered)
    other.room.suggestions = Suggestions(other.room, house.choose)
    match: Any = house.room.sitting.match.fork(house.room.sitting.dealer)  # type: ignore[union-attr]
    tables = {id(t): traded(t, trades) for t in (match._state, match._shown, *match._turn)}
    match._state, match._shown = tables[id(match._state)], tables[id(match._shown)]
    match._turn = [tables[id(t)] for t in match._turn]
    other.room.sitting.match = match
    return other


def unanswered(*asked: object) -> None:
    """A bot that plays for somebody never moves: what it would do depends on its own cards, by right."""


def traded(t: Any, trades: Trades) -> Any:
    t = t.copy()
    for one, other in trades:
        trade(t, one, other)
    return t


def heard_when(
    house: InMemoryHouse, viewer: int, what: Act, tries: Sequence[str], *, asks: bool = False
) -> list[bytes] | None:
    """All that a viewer is sent while something happens, and when they then come back; None if it does not happen.

    They try some moves, and perhaps ask for a suggestion.
    """
    player = NO_PLAYER if viewer == WATCHER else house.people[viewer].player
    person = Person(house, player)
    person.reasons = True
    house.room.enter(person, house.room.sitting.seq)  # what was before is told when they come back
    outcome = what(house)
    if isinstance(outcome, Denial):
        return None
    if viewer != WATCHER:
        for suggested in person.ask() if asks else ():
            person.put(answered(suggested))
        for move in tries:
            person.put(answered(person.play(move)))
            person.put(answered(person.play(move, draft=2)))
    if not house.room.sitting.opened.clock:
        votes_in_the_end(house, person)
    for last in (-1, house.room.sitting.seq - 1):
        house.room.exit(person)
        house.room.enter(person, last)
    person.put(encode(messages.info("table", house.room.sitting)))
    house.room.attendance.stop()  # this world ends here, and the clock is everybody's
    return person.heard


def votes_in_the_end(house: InMemoryHouse, person: Person) -> None:
    """Let everybody be idle, and the viewer vote about all of them. No time passes for other worlds."""
    room, match, now = house.room, house.room.sitting.match, house.clock.now
    house.clock.now += IDLE
    room.attendance.ring()
    for seat in match.to_act if match is not None else ():
        room.notice(person.player, Vote(id=1, seat=seat), lambda outcome: person.put(answered(outcome)))
    house.clock.now = now


def answered(outcome: Ack | Suggestion | Denial) -> bytes:
    return encode(outcome.nak(1) if isinstance(outcome, Denial) else outcome)


class PairedRooms:
    """Plays one match after another of a game, and looks at each move from a viewer's place in two worlds."""

    def __init__(self, game: AnyGame, *, watchers: bool, seed: int) -> None:
        self.game, self.watchers, self.chance = game, watchers, Random(seed)
        self.pairs = self.hidden = self.apart = 0
        self.has_hidden_moves = game.secrecy.sees is not always or game.secrecy.said_to is not to_everybody

    def run(self, pairs: int, tell: Callable[[int], None] = lambda done: None) -> None:
        while self.pairs < pairs:
            seats, options = random_setup(self.game, self.chance)
            house = InMemoryHouse(
                self.game.name, seats=seats, people=seats, options=options, clock=self.chance.choice((0, 600))
            )
            for _ in range(400):
                if self.pairs >= pairs or not self.step(house):
                    break
                tell(self.pairs)

    def step(self, house: InMemoryHouse) -> bool:
        """One move, or one deal; False when the match is over."""
        sitting, chance = house.room.sitting, self.chance
        match: Any = sitting.match
        house.clock.now += chance.random()
        if sitting.phase == "over":
            return False
        viewer = WATCHER if self.watchers else chance.randrange(match.seats)
        if sitting.phase == "pause":
            self.look(house, viewer, dealt, frozenset(), "the deal")
            return True
        seat = chance.choice(match.to_act)
        move, other = chance.choice(match.moves(seat)), chance.choice(match.moves(seat))
        if seat != viewer and self.has_hidden_moves:
            self.same_for_hidden_moves(house, viewer, seat, move, other)
        asked = self.asked(match._state, seat, move)
        self.look(house, viewer, lambda there: there.people[seat].play_at(there, move), asked, f"{move} of {seat}")
        return True

    def hears(
        self, house: InMemoryHouse, viewer: int, what: Act, tries: Sequence[str], *, asks: bool = False
    ) -> list[bytes] | None:
        return heard_when(house, viewer, what, tries, asks=asks)

    def look(self, house: InMemoryHouse, viewer: int, act: Act, asked: frozenset[int], what: str) -> None:
        """Let something happen, here and in another world."""
        noted: list[list[int]] = []
        recording(house.room, noted, echoes=False)
        here, was = twin(house), cast(Any, house.room.sitting.match)
        tries, asks = self.chance.sample(TRIES, 2), self.chance.randrange(ASKS) == 0
        heard = self.hears(here, viewer, act, tries, asks=asks)
        now: Any = here.room.sitting.match
        assert heard is not None, f"{what} was refused"
        drawn = set(noted[-1]) if noted else set()  # what was drawn before may have decided how it went on
        hidden = set(unknown(was._state, now._state, viewer)).intersection(unknown(was._shown, now._shown, viewer))
        fixed = (
            (cards_moved(was._state, now._state) - drawn) | asked | self.game.secrecy.depends_on(now._state, DEALER, 0)
        )
        seen = shown(heard)
        cards = sorted(card for card in hidden - fixed if self.game.deck.name(card) not in seen)
        if len(cards) > 1:
            trades = [(self.chance.choice(cards), self.chance.choice(cards)) for _ in range(TRADES)]
            world = twin(house, trades)
            recording(world.room, swapped(noted, trades), echoes=True)
            there = self.hears(world, viewer, act, tries, asks=asks)
            self.compare(heard, there, f"{what} reveals hidden cards to seat {viewer}")
        house.room._sitting = here.room.sitting
        house.room._kept, house.room.rows = here.room._kept, here.room.rows

    def asked(self, t: Any, seat: int, move: str) -> frozenset[int]:
        """The hidden cards that decide what a move does: the viewer learns of them by right."""
        choices = self.game.notation.read(t, seat, move)
        return frozenset().union(*(self.game.secrecy.depends_on(t, seat, choice) for choice in choices))

    def compare(self, here: list[bytes], there: list[bytes] | None, what: str) -> None:
        if there is None:  # it is not possible in that world
            self.apart += 1
            return
        self.pairs += 1
        compare(here, there, f"{self.game.name}: {what}")

    def same_for_hidden_moves(self, house: InMemoryHouse, viewer: int, seat: int, move: str, other: str) -> None:
        """Two moves of which the viewer may know nothing: not even which it was."""
        match: Any = house.room.sitting.match
        worlds = [twin(house) for _ in range(2)]
        heard = [
            self.hears(world, viewer, lambda there, said=said: there.people[seat].play_at(there, said), ())  # type: ignore[misc]
            for world, said in zip(worlds, (move, other), strict=True)
        ]
        one, two = (world.room.sitting.match for world in worlds)
        assert one is not None
        assert two is not None
        before, after, otherwise = match._state, one._state, two._state
        if one.sees(viewer) or two.sees(viewer):
            if any(world.room.sitting.seq != house.room.sitting.seq + 1 for world in worlds):
                return  # more has happened, which the viewer may know: all have chosen, and the cards are revealed
            both = cards_moved(before, after) | cards_moved(before, otherwise)
            if not both or not both <= set(unknown(after, otherwise, viewer)):
                return
        self.hidden += 1
        compare(heard[0], heard[1], f"{self.game.name}: seat {viewer} can tell {move} of seat {seat} from {other}")


def dealt(house: InMemoryHouse) -> Ack | Denial:
    return house.submit(HOUSE, GoOn(rematch=False))


def shown(heard: list[bytes]) -> set[str]:
    """The cards that the viewer was shown by right, even if they were shuffled again since."""
    events = [json.decode(frame) for frame in heard if frame.startswith(b'{"type":"event"')]
    return {card for event in events for step in event["happened"].get("steps", ()) for card in step.get("cards", ())}


def swapped(draws: list[list[int]], trades: Trades) -> list[list[int]]:
    """What is drawn in the other world."""
    place = {card: card for draw in draws for card in draw}
    for one, other in trades:
        for card, now in place.items():
            place[card] = other if now == one else one if now == other else now
    return [[place[card] for card in draw] for draw in draws]


def compare(here: list[bytes] | None, there: list[bytes] | None, sentence: str) -> None:
    if here != there:
        pairs = zip(here or [], there or [], strict=False)
        first = next((pair for pair in pairs if pair[0] != pair[1]), (len(here or []), len(there or [])))
        raise Leak(f"{sentence}: {first[0]!r} or {first[1]!r}")
