"""Attendance: who is there, whose time is up, and when bots move. What it finds is submitted like any other command.

Somebody who is gone for longer than the table's grace, out of time twice, or voted out by the others is *away*: a bot
plays for their seat until they come back. When nobody is there the table waits. Nothing of this is stored: a restart is
charged to nobody, and forgets what was voted.
"""

from asyncio import TimerHandle
from collections.abc import Callable, Collection
from math import ceil
from typing import TYPE_CHECKING

from cardhouse.games.view import View
from cardhouse.house.catalogue import DEEP
from cardhouse.house.chairs import Player
from cardhouse.house.clock import Clock
from cardhouse.house.decide import BotMove, Default, GoOn, Judged, decide
from cardhouse.house.journal import journal
from cardhouse.house.sitting import Sitting, Version
from cardhouse.house.votes import IDLE, Turn, Votes, needed
from cardhouse.house.workers import Answered
from cardhouse.wire import Ack, Ballot, Denial, Presence
from cardhouse.wire.commands import HOUSE

if TYPE_CHECKING:
    from cardhouse.house.room import Room

PAUSE = 15.0  # seconds between deals, at a table with a clock
LOOK = 8.0  # seconds for a look at the scores, where the next deal is dealt by itself; Blitz, rule 3
VOLUNTEERS = 15.0  # seconds for somebody to come forward; Blitz, rule 3
REMOTE = 30.0  # seconds for a move of a remote bot, at a table without a clock
WATCHERS = 0.5  # seconds between updates of the number of watchers
AGAIN = 5.0  # seconds until what could not be done is tried again
STRIKES = 2  # times out of time in a row until a player is away
STEP, DEEP_STEP = 0.05, 0.35  # seconds between the moments at which bots' moves are released, by level
DEEP_TURN_STEP = 2.1  # the same in games with hidden turns: most have no more than six moves, and each takes its time
EVERYBODY = -1  # where otherwise a seat has a limit
NO_TURN: Version = (-1, -1)
OUT_OF_TIME, NOBODY = "out of time", "nobody came forward"
Choose = Callable[[str, str, View, Answered], None]  # a game, a bot of it, what the seat sees, whom to tell


class BotTurn:
    """A bot's turn. It thinks at once; its move is released later, at a moment that reveals nothing about its cards."""

    __slots__ = ("answer", "answered_at", "began", "judged", "question", "turn")

    def __init__(self, turn: Version, began: float) -> None:
        self.turn, self.began = turn, began
        self.question: tuple[Version, str] = ((-1, 0), "")  # the version it is about, and the level
        self.answer: BotMove | None = None
        self.judged: Judged | None = None  # what the answer comes to
        self.answered_at = began

    def due(self, pace: float, step: float) -> float:
        """Return the end of the pace or, if the bot thought for longer, a whole number of steps after it."""
        first = self.began + max(pace, step)
        late = max(0.0, self.answered_at - first)
        return first + ceil(late / step) * step


class Attendance:
    def __init__(self, room: "Room", clock: Clock, choose: Choose) -> None:
        self._room, self._clock, self._choose = room, clock, choose
        self._gone: dict[int, float] = {}  # since when, by player
        self._strikes: dict[int, int] = {}
        self._votes = Votes()
        self._handed: dict[int, Version] = {}  # by player: the turn that a vote gave to a bot
        self._deadlines: dict[int, tuple[Version, float]] = {}  # by seat, or EVERYBODY's
        self._timed_out: dict[int, Version] = {}  # by seat: the turn that the default moves are made for to its end
        self._bots: dict[int, BotTurn] = {}  # by seat
        self._timer: TimerHandle | None = None
        self._counting: TimerHandle | None = None  # watchers
        self._told: Presence | None = None
        self._news = True  # since it was told
        self._somebody = False  # is there

    # Who is there

    def is_here(self, number: int) -> bool:
        return any(viewer.player == number for viewer in self._room.viewers)

    def is_away(self, player: Player) -> bool:
        """Whether a bot plays for this player."""
        if self._strikes.get(player.number, 0) >= STRIKES or self._is_handed(player.number):
            return True
        return self._clock.time() >= self._back_by(player) and not self.is_here(player.number)

    def _back_by(self, player: Player) -> float:
        return self._gone.get(player.number, self._clock.time()) + self._room.table.opened.grace

    def note_arrival(self, number: int) -> None:
        """By a socket, or by a command."""
        gone, strikes = self._gone.pop(number, None), self._strikes.pop(number, 0)
        if gone is not None or strikes >= STRIKES:  # one strike is not announced: it would reveal a hidden move
            if not self._is_handed(number):
                self._bots.pop(self._seat_of(number), None)
            self._news = True

    def _is_handed(self, number: int) -> bool:
        """Whether a vote gave this turn to a bot. It finishes the turn even if the player comes back during it."""
        turn = self._handed.get(number)
        return turn is not None and turn == self._room.table.turns.get(self._seat_of(number))

    def _seat_of(self, number: int) -> int:
        seat = self._room.table.seat_of(number)
        return -1 if seat is None else seat

    def presence(self) -> Presence:
        players, now = [chair.player for chair in self._room.table.chairs], self._clock.time()
        here = [viewer.player for viewer in self._room.viewers]
        return Presence(
            here=tuple(player is not None and (not player.human or player.number in here) for player in players),
            away=tuple(player is not None and player.human and self.is_away(player) for player in players),
            watchers=here.count(HOUSE),
            seconds={str(seat): round(max(0.0, when - now), 1) for seat, when in self._times().items()},
            votes=self._ballots(),
        )

    def _times(self) -> dict[int, float]:
        """Return when time is up, by seat, except for turns that are being finished: that would reveal their length."""
        turns = self._room.table.turns
        shown = [seat for seat in self._deadlines if self._timed_out.get(seat, NO_TURN) != turns.get(seat)]
        return {seat: self._deadlines[seat][1] for seat in shown}

    # Votes

    def come_back(self, number: int) -> None:
        """Take the seat back from the bot."""
        if self._room.table.seat_of(number) is None:
            raise Denial("denied", "Only players with a seat can come back to it.")
        self.note_arrival(number)

    def vote(self, number: int, seat: int) -> None:
        """Let a bot play for this seat, if most others want that too."""
        sitting = self._room.table
        if sitting.seat_of(number) is None:
            raise Denial("denied", "Only players with a seat can vote.")
        if sitting.opened.clock:
            raise Denial("not_now", "There are no votes at a table with a clock.")
        if number not in self._electors(sitting, seat):
            raise Denial("not_now", "Only people who are at the table and play themselves can vote about others.")
        player = sitting.chairs[seat].player if seat < len(sitting.chairs) else None
        if player is not None and player.human and self.is_away(player):
            return  # a bot plays for them already
        if seat not in self._votes.open:
            raise Denial("not_now", f"Seat {seat} has not kept the table waiting for {IDLE:.0f} seconds.")
        self._votes.cast(seat, number)
        self._news = True

    def _electors(self, sitting: Sitting, seat: int) -> list[int]:
        """Return the players who can vote about a seat: the other people who are present and not away."""
        people = [player for player in sitting.people() if player.kind == "person"]
        others = [player for player in people if sitting.plays(player.number) not in (None, seat)]
        return [player.number for player in others if self.is_here(player.number) and not self.is_away(player)]

    def _ballots(self) -> dict[str, Ballot]:
        sitting, ballots = self._room.table, dict[str, Ballot]()
        for seat in self._votes.open:
            if electors := self._electors(sitting, seat):
                by = tuple(self._seat_of(number) for number in self._votes.by(seat, electors))
                ballots[str(seat)] = Ballot(by=by, needed=needed(electors))
        return ballots

    def _wait_for(self, sitting: Sitting, turns: dict[int, Turn], now: float) -> list[float]:
        """Wait for these seats, and give turns to bots as voted. Return the times at which votes open."""
        for number in [number for number in self._handed if not self._is_handed(number)]:
            del self._handed[number]
            self._news = True
        if sitting.opened.clock:
            return []
        self._news |= self._votes.wait_for(turns, now)
        passed = [seat for seat in self._votes.open if self._votes.passed(seat, self._electors(sitting, seat))]
        for seat in passed:
            number = sitting.number_in(seat)
            self._strikes[number] = STRIKES
            if sitting.phase == "play":
                self._handed[number] = sitting.turns[seat]
        if passed:
            self._news |= self._votes.wait_for({seat: turns[seat] for seat in turns if seat not in passed}, now)
        return self._votes.due()

    # What is due

    def stop(self) -> None:
        """Do nothing any more, not even when a bot that was asked answers."""
        self._cancel()
        self._bots.clear()
        if self._counting is not None:
            self._counting.cancel()

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def count_watchers(self) -> None:
        """Count the watchers after one came or left; many changes within a moment are announced once."""
        if self._counting is None:
            self._counting = self._clock.call_at(self._clock.time() + WATCHERS, self._count)

    def _count(self) -> None:
        self._counting = None
        self._tell()

    def ring(self) -> None:
        """Somebody has come or gone, or it is time for something."""
        people = {player.number for player in self._room.table.people()}
        here = people & {viewer.player for viewer in self._room.viewers}
        self._somebody, self._news = bool(here), True
        for number in people - here if here else ():
            self._gone.setdefault(number, self._clock.time())
        self.arm()

    def arm(self) -> None:
        """Do what is due, and come back when the next thing is."""
        self._cancel()
        sitting, now = self._room.table, self._clock.time()
        due: list[float] = []
        if self._somebody:
            due = self._moves(sitting, now) if sitting.phase == "play" else self._pauses(sitting, now)
        else:
            self._deadlines.clear()
            self._bots.clear()
            self._gone.clear()  # they go on from where the table stopped
            self._votes.wait_for({}, now)
        if due:
            self._timer = self._clock.call_at(min(due), self.ring)
        if self._news:
            self._news = False
            self._tell()

    def _tell(self) -> None:
        """Who is there, and how much time there is."""
        told, self._told = self._told, self.presence()
        if told != self._told:
            self._room.tell_all(self._told)

    def _pauses(self, sitting: Sitting, now: float) -> list[float]:
        """Go on when all who are not away are ready; to the next deal also by the clock, or by itself."""
        due = self._wait_for(sitting, self._unready(sitting), now)
        awaited = [player for player in sitting.people() if sitting.plays(player.number) is not None]
        awaited = [player for player in awaited if not self.is_away(player)]
        rematch = sitting.phase == "over"
        self._drop_deadlines(() if rematch else (EVERYBODY,))
        if sitting.phase not in ("pause", "over"):
            return []
        if awaited and {player.number for player in awaited} <= sitting.ready:
            self._submit(GoOn(rematch=rematch))
            return []
        due += [self._back_by(player) for player in awaited if not self.is_here(player.number)]
        limit = LOOK if sitting.deals_itself else PAUSE if sitting.opened.clock else None
        if limit is not None and not rematch:
            if self._is_overdue(EVERYBODY, sitting, limit, now):
                self._submit(GoOn(rematch=False))
            due.append(self._deadlines[EVERYBODY][1])
        return due

    def _unready(self, sitting: Sitting) -> dict[int, Turn]:
        """Return the seats that those who are ready wait for, unless the table goes on by itself."""
        if sitting.match is None or (sitting.phase == "pause" and sitting.deals_itself):
            return {}
        seats = [seat for seat in range(len(sitting.chairs)) if self._is_person(sitting, seat)]
        ready = [seat for seat in seats if sitting.number_in(seat) in sitting.ready]
        pause = (sitting.phase, sitting.matches, sitting.match.deals_over)
        return {seat: pause for seat in seats if seat not in ready} if ready else {}

    def _drop_deadlines(self, but: Collection[int]) -> None:
        for seat in self._deadlines.keys() - set(but):
            del self._deadlines[seat]
            self._news = True

    def _moves(self, sitting: Sitting, now: float) -> list[float]:
        assert sitting.match is not None
        seats = sitting.match.to_act
        self._drop_deadlines(seats)
        if sitting.first_come:
            self._wait_for(sitting, {}, now)
            people = any(self._plays_in_person(sitting, seat) for seat in seats)
            if self._is_overdue(seats[0], sitting, VOLUNTEERS if people else sitting.pace, now):
                self._submit(Default(seats[0], sitting.since[seats[0]], NOBODY))
            return [self._deadlines[seats[0]][1]]
        persons = [seat for seat in seats if self._is_person(sitting, seat)]
        due = self._wait_for(sitting, {seat: ("play", *sitting.turns[seat]) for seat in persons}, now)
        for seat in seats:
            due += self._move(sitting, seat, now)
        return due

    def _move(self, sitting: Sitting, seat: int, now: float) -> list[float]:
        player = sitting.chairs[seat].player
        if self._timed_out.get(seat) == sitting.turns[seat]:  # the rest of a hidden turn, at once
            self._submit(Default(seat, sitting.since[seat], OUT_OF_TIME))
            return [self._clock.time() + AGAIN]
        if player is None or not self._plays_in_person(sitting, seat):
            return self._bot(sitting, seat, now)
        due = [] if self.is_here(player.number) else [self._back_by(player)]
        clock = sitting.opened.clock or (REMOTE if player.kind == "remote" else 0)
        if clock:
            if self._is_overdue(seat, sitting, clock + sitting.opened.grace, now):
                self._strikes[player.number] = self._strikes.get(player.number, 0) + 1
                self._timed_out[seat] = sitting.turns[seat]
                self._submit(Default(seat, sitting.since[seat], OUT_OF_TIME))
            due.append(self._deadlines[seat][1])
        return due

    def _plays_in_person(self, sitting: Sitting, seat: int) -> bool:
        player = sitting.chairs[seat].player
        return player is not None and player.human and not self.is_away(player)

    def _is_person(self, sitting: Sitting, seat: int) -> bool:
        """Whether a person plays this seat, and no bot in their place."""
        player = sitting.chairs[seat].player
        return player is not None and player.kind == "person" and not sitting.waits(seat) and not self.is_away(player)

    def _is_overdue(self, seat: int, sitting: Sitting, limit: float, now: float) -> bool:
        """Whether it has been as it is for longer than this. It is said once, and again if nothing comes of it."""
        asked = sitting.turns.get(seat, (sitting.matches, sitting.match.deals_over if sitting.match else 0))
        if self._deadlines.get(seat, (None, 0))[0] != asked:
            self._deadlines[seat], self._news = (asked, now + limit), True
        if self._deadlines[seat][1] > now:
            return False
        self._deadlines[seat] = (asked, now + AGAIN)
        return True

    def _bot(self, sitting: Sitting, seat: int, now: float) -> list[float]:
        bot = self._bots.get(seat)
        if bot is None or bot.turn != sitting.turns[seat]:
            bot = self._bots[seat] = BotTurn(sitting.turns[seat], now)
        question = sitting.since[seat], sitting.level
        if bot.question != question:
            bot.question = question
            bot.answer = bot.judged = None
            self._ask(sitting, seat, bot)
        if bot.answer is None:
            return []
        due = bot.due(sitting.pace, _step(sitting))
        if due > now and not _is_draft(sitting, bot):
            return [due]
        answer, judged = bot.answer, bot.judged
        bot.answer = bot.judged = None
        self._submit(answer, judged)
        return []

    def _ask(self, sitting: Sitting, seat: int, bot: BotTurn) -> None:
        assert sitting.match is not None
        player = sitting.chairs[seat].player
        question, by = bot.question, "bot" if player is not None and player.human else ""
        asked, level = question

        def answered(move: str, fault: str) -> None:
            if self._bots.get(seat) is bot and bot.question == question:  # nobody has taken the seat back
                bot.answer, bot.answered_at = BotMove(seat, asked, move, fault, by), self._clock.time()
                self.arm()

        self._choose(sitting.game.name, level, sitting.match.view(seat), answered)

    def _submit(self, wish: Default | BotMove | GoOn, judged: Judged | None = None) -> None:
        self._room.submit(HOUSE, wish, self._answered, judged=judged)

    def _answered(self, outcome: Ack | Denial) -> None:
        """What the house wished for may be overtaken by what people did; what could not be done is tried again."""
        if isinstance(outcome, Denial) and outcome.code not in ("stale", "not_now", "closed"):
            journal.warning("the house could not go on", extra={"table": self._room.name, "code": outcome.code})
            self._cancel()
            self._bots.clear()
            self._timer = self._clock.call_at(self._clock.time() + AGAIN, self.ring)


def _step(sitting: Sitting) -> float:
    if sitting.level != DEEP:
        return STEP
    return DEEP_TURN_STEP if sitting.game.has_hidden_turns else DEEP_STEP


def _is_draft(sitting: Sitting, bot: BotTurn) -> bool:
    """Whether this move is part of a hidden turn, which the others do not see before it ends.

    What the move comes to is kept, so that it is judged once.
    """
    if bot.answer is None or not sitting.game.has_hidden_turns:
        return False
    if bot.judged is None or bot.judged.on is not sitting:
        try:
            bot.judged = Judged(sitting, decide(sitting, HOUSE, bot.answer))
        except Denial:
            return False
    after, _, _ = bot.judged.decided
    return after.seq == sitting.seq
