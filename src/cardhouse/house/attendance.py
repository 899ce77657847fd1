"""Attendance: presence, clocks, and the pace of bots. Whatever is due is submitted like any other command.

A player who is disconnected for longer than the table's grace period, runs out of time twice in a row, or is voted out
by the others is *away*: a bot plays for their seat until they come back. While nobody is connected, the table waits.
None of this is stored, so that a restart costs no player any time; it also clears the votes.
"""

from asyncio import TimerHandle
from collections.abc import Callable, Collection
from math import ceil
from typing import TYPE_CHECKING

from cardhouse.bots.compared import Comparisons
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
from cardhouse.wire.commands import HOUSE, NO_PLAYER

if TYPE_CHECKING:
    from cardhouse.house.room import Room

PAUSE = 15.0  # seconds between deals at a table with a clock
LOOK = 8.0  # seconds to look at the scores before a deal that starts by itself; Blitz, rule 3
VOLUNTEERS = 15.0  # seconds for one of several people to volunteer; Blitz, rule 3
REMOTE = 30.0  # move timeout of a remote bot, in seconds, at a table without a clock
WATCHERS = 0.5  # least seconds between updates of the number of watchers
AGAIN = 5.0  # retry delay in seconds
TRIES = 10  # of a bot at a deal of the day, before the default move is played for it: everybody meets the same bots
STRIKES = 2  # consecutive timeouts before a bot takes over
STEP, DEEP_STEP = 0.05, 0.35  # bots' moves are released at multiples of this many seconds, by level
DEEP_TURN_STEP = 2.1  # the same for hidden turns: most have at most six moves, and the bot thinks about each
EVERYBODY = -1  # key of a deadline that applies to all seats
NO_TURN: Version = (-1, -1)
OUT_OF_TIME, NOBODY = "out of time", "nobody came forward"
Choose = Callable[[str, str, View, Answered], None]  # game, bot, the seat's view, callback


class BotTurn:
    """A bot's turn. The bot thinks at once; its move is delayed, so that its timing reveals nothing about its cards."""

    __slots__ = ("answer", "answered_at", "began", "judged", "question", "tries", "turn")

    def __init__(self, turn: Version, began: float) -> None:
        self.turn, self.began = turn, began
        self.question: tuple[Version, str] = ((-1, 0), "")  # the version it was asked about, and the level
        self.answer: BotMove | None = None
        self.judged: Judged | None = None  # the decision on its answer
        self.answered_at = began
        self.tries = 0

    def due(self, pace: float, step: float) -> float:
        """Return the end of the pace or, if the bot thought for longer, a whole number of steps after it."""
        first = self.began + max(pace, step)
        late = max(0.0, self.answered_at - first)
        return first + ceil(late / step) * step


class Attendance:
    def __init__(self, room: "Room", clock: Clock, choose: Choose) -> None:
        self._room, self._clock, self._choose = room, clock, choose
        self._gone: dict[int, float] = {}  # disconnected since, by player
        self._strikes: dict[int, int] = {}
        self._votes = Votes()
        self._handed: dict[int, Version] = {}  # the turn that a vote gave to a bot, by player
        self._deadlines: dict[int, tuple[Version, float]] = {}  # by seat, or for EVERYBODY
        self._timed_out: dict[int, Version] = {}  # the turn that default moves finish, by seat
        self._bots: dict[int, BotTurn] = {}  # by seat
        self._timer: TimerHandle | None = None
        self._rings_at = self._due = 0.0  # when the timer fires, and when the next thing is due, which may be later
        self._counting: TimerHandle | None = None  # the pending update of the number of watchers
        self._sent: Presence | None = None
        self._news = True  # whether viewers need an update
        self._somebody = False  # whether anybody is connected

    # Presence

    def is_here(self, number: int) -> bool:
        return number in [viewer.player for viewer in self._room.viewers]

    def is_away(self, player: Player) -> bool:
        """Return whether a bot plays for this player."""
        if self._strikes.get(player.number, 0) >= STRIKES or self._is_handed(player.number):
            return True
        if self.is_here(player.number) or self._room.calls.waits_for(player):
            return False
        return self._clock.time() >= self._back_by(player)

    def _back_by(self, player: Player) -> float:
        return self._gone.get(player.number, self._clock.time()) + self._room.sitting.opened.grace

    def note_arrival(self, number: int) -> None:
        """Note that a player has connected or sent a command."""
        gone, strikes = self._gone.pop(number, None), self._strikes.pop(number, 0)
        if gone is not None or strikes >= STRIKES:  # a single timeout is not announced: that would reveal a hidden move
            if not self._is_handed(number):
                self._bots.pop(self._seat_of(number), None)
            self._news = True

    def _is_handed(self, number: int) -> bool:
        """Return whether a vote gave this turn to a bot, which finishes it even if the player comes back."""
        turn = self._handed.get(number)
        return turn is not None and turn == self._room.sitting.turns.get(self._seat_of(number))

    def _seat_of(self, number: int) -> int:
        seat = self._room.sitting.seat_of(number)
        return -1 if seat is None else seat

    def presence(self) -> Presence:
        players, now = [chair.player for chair in self._room.sitting.chairs], self._clock.time()
        here = [viewer.player for viewer in self._room.viewers]
        return Presence(
            here=tuple(player is not None and (not player.human or player.number in here) for player in players),
            away=tuple(player is not None and player.human and self.is_away(player) for player in players),
            watchers=here.count(NO_PLAYER),
            seconds={str(seat): round(max(0.0, when - now), 1) for seat, when in self._times().items()},
            votes=self._ballots(),
        )

    def _times(self) -> dict[int, float]:
        """Return the deadlines by seat, but not for turns that default moves finish: they would reveal their length."""
        turns = self._room.sitting.turns
        shown = [seat for seat in self._deadlines if self._timed_out.get(seat, NO_TURN) != turns.get(seat)]
        return {seat: self._deadlines[seat][1] for seat in shown}

    # Votes

    def come_back(self, number: int) -> None:
        """Take the seat back from the bot."""
        if self._room.sitting.seat_of(number) is None:
            raise Denial("denied", "Only players with a seat can come back to it.")
        self.note_arrival(number)

    def vote(self, number: int, seat: int) -> None:
        """Vote for a bot to play for this seat; with a majority, it does."""
        sitting = self._room.sitting
        if sitting.seat_of(number) is None:
            raise Denial("denied", "Only players with a seat can vote.")
        if sitting.opened.clock:
            raise Denial("not_now", "There are no votes at a table with a clock.")
        if number not in self._electors(sitting, seat):
            raise Denial("not_now", "Only people who are at the table and play themselves can vote about others.")
        player = sitting.chairs[seat].player if seat < len(sitting.chairs) else None
        if player is not None and player.human and self.is_away(player):
            return  # a bot already plays for them
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
        sitting, ballots = self._room.sitting, dict[str, Ballot]()
        for seat in self._votes.open:
            if electors := self._electors(sitting, seat):
                by = tuple(self._seat_of(number) for number in self._votes.by(seat, electors))
                ballots[str(seat)] = Ballot(by=by, needed=needed(electors))
        return ballots

    def _wait_for(self, sitting: Sitting, turns: dict[int, Turn], now: float) -> list[float]:
        """Wait for these seats, and give turns to bots where the votes say so. Return the times at which votes open."""
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

    # Timers

    @property
    def has_timer(self) -> bool:
        """Return whether something is due later."""
        return self._timer is not None

    def stop(self) -> None:
        """Cancel all timers, and ignore answers of bots from now on."""
        self._cancel()
        self._bots.clear()
        if self._counting is not None:
            self._counting.cancel()

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _set_timer(self, due: float) -> None:
        """Ring at this time. A timer that fires before is kept, and set again then: most moves need no new one."""
        self._due = due
        if self._timer is None or due < self._rings_at:
            self._cancel()
            self._rings_at = due
            self._timer = self._clock.call_at(due, self._fire)

    def _fire(self) -> None:
        self._timer = None
        if self._clock.time() < self._due:
            self._set_timer(self._due)
        else:
            self.ring()

    def count_watchers(self) -> None:
        """Schedule an update of the number of watchers. Changes close together are announced once."""
        if self._counting is None:
            self._counting = self._clock.call_at(self._clock.time() + WATCHERS, self._count)

    def _count(self) -> None:
        self._counting = None
        self._tell()

    def ring(self) -> None:
        """Look at presence and timers again, after somebody has come or gone or a timer has fired."""
        people = {player.number for player in self._room.sitting.people()}
        here = people & {viewer.player for viewer in self._room.viewers}
        self._somebody, self._news = bool(here), True
        for number in people - here if here else ():
            self._gone.setdefault(number, self._clock.time())
        self.arm()

    def arm(self) -> None:
        """Do everything that is due, and set the timer for the next thing."""
        sitting, now = self._room.sitting, self._clock.time()
        due: list[float] = []
        if self._somebody:
            due = self._moves(sitting, now) if sitting.phase == "play" else self._pauses(sitting, now)
        else:
            self._gone.clear()  # the pause costs nobody any of their grace period
            self._votes.wait_for({}, now)
            if self._room.calls.keep_bots_moving:
                due = self._bots_alone(sitting, now)
            else:
                self._deadlines.clear()
                self._bots.clear()
        due += self._room.calls.due(now)
        if due:
            self._set_timer(min(due))
        else:
            self._cancel()
        if self._news:
            self._news = False
            self._tell()

    def _tell(self) -> None:
        """Send viewers the presence and the deadlines."""
        sent, self._sent = self._sent, self.presence()
        if sent != self._sent:
            self._room.tell_all(self._sent)

    def _pauses(self, sitting: Sitting, now: float) -> list[float]:
        """Go on when all players who are not away are ready; a next deal may also start by the clock, or by itself."""
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
        """Return the seats that are not ready yet, unless the table goes on by itself."""
        if sitting.match is None or (sitting.phase == "pause" and sitting.deals_itself):
            return {}
        seats = [seat for seat in range(len(sitting.chairs)) if self._is_person(sitting, seat)]
        ready = [seat for seat in seats if sitting.number_in(seat) in sitting.ready]
        pause = (sitting.phase, sitting.matches, sitting.match.deals_over)
        return {seat: pause for seat in seats if seat not in ready} if ready else {}

    def _drop_deadlines(self, but: Collection[int]) -> None:
        for seat in [seat for seat in self._deadlines if seat not in but]:
            del self._deadlines[seat]
            self._news = True

    def _moves(self, sitting: Sitting, now: float) -> list[float]:
        assert sitting.match is not None
        seats = sitting.match.to_act
        self._drop_deadlines(seats)
        if sitting.first_come:
            people = tuple(seat for seat in seats if self._plays_in_person(sitting, seat))
            if len(people) != 1:
                return self._volunteers(sitting, now, VOLUNTEERS if people else sitting.pace)
            seats = people  # bots leave it to the only person, who may take as long as for any other turn
        persons = [seat for seat in seats if self._is_person(sitting, seat)]
        due = self._wait_for(sitting, {seat: ("play", *sitting.turns[seat]) for seat in persons}, now)
        for seat in seats:
            due += self._move(sitting, seat, now)
        return due

    def _bots_alone(self, sitting: Sitting, now: float) -> list[float]:
        """Let the bots of the house move while nobody is here, until it is the turn of somebody who can be called."""
        assert sitting.match is not None
        players = {seat: sitting.chairs[seat].player for seat in sitting.match.to_act}
        bots = [seat for seat, player in players.items() if player is None or not player.human]
        if not sitting.first_come:
            return [due for seat in bots for due in self._move(sitting, seat, now)]
        return self._volunteers(sitting, now, sitting.pace) if len(bots) == len(players) else []

    def _volunteers(self, sitting: Sitting, now: float, limit: float) -> list[float]:
        """Wait for somebody to volunteer; when the time is up, the default move is made for the first seat."""
        assert sitting.match is not None
        self._wait_for(sitting, {}, now)
        first = sitting.match.to_act[0]
        if self._is_overdue(first, sitting, limit, now):
            self._submit(Default(first, sitting.since[first], NOBODY))
        return [self._deadlines[first][1]]

    def _move(self, sitting: Sitting, seat: int, now: float) -> list[float]:
        player = sitting.chairs[seat].player
        if self._timed_out.get(seat) == sitting.turns[seat]:  # finish a hidden turn at once
            self._submit(Default(seat, sitting.since[seat], OUT_OF_TIME))
            return [self._clock.time() + AGAIN]
        if player is None or not self._plays_in_person(sitting, seat):
            return self._bot(sitting, seat, now)
        is_awaited = self.is_here(player.number) or self._room.calls.waits_for(player)
        due = [] if is_awaited else [self._back_by(player)]
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
        """Return whether a person plays this seat, and not a bot for them."""
        player = sitting.chairs[seat].player
        return player is not None and player.kind == "person" and not sitting.waits(seat) and not self.is_away(player)

    def _is_overdue(self, seat: int, sitting: Sitting, limit: float, now: float) -> bool:
        """Return whether a seat's time limit has passed: true once, and again after a delay if that had no effect."""
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
            if scripted := sitting.scripted(seat):
                bot.answer, bot.answered_at = BotMove(seat, sitting.since[seat], scripted), now
            else:
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

        def answered(move: str, fault: str, compared: Comparisons = ()) -> None:
            if self._bots.get(seat) is bot and bot.question == question:  # the bot still has the seat
                bot.tries += 1
                if fault and sitting.opened.daily and bot.tries < TRIES:  # as when its worker was slow, or has died
                    self._ask(sitting, seat, bot)
                    return
                bot.answer, bot.answered_at = BotMove(seat, asked, move, fault, by), self._clock.time()
                self.arm()

        self._choose(sitting.game.name, level, sitting.match.view(seat), answered)

    def _submit(self, wish: Default | BotMove | GoOn, judged: Judged | None = None) -> None:
        self._room.submit(HOUSE, wish, self._answered, judged=judged)

    def _answered(self, outcome: Ack | Denial) -> None:
        """Retry a command of the house that failed. Ignore one that came too late, because a person was faster."""
        if isinstance(outcome, Denial) and outcome.code not in ("stale", "not_now", "closed"):
            journal.warning("the house could not go on", extra={"table": self._room.name, "code": outcome.code})
            self._bots.clear()
            self._set_timer(self._clock.time() + AGAIN)


def _step(sitting: Sitting) -> float:
    if sitting.level != DEEP:
        return STEP
    return DEEP_TURN_STEP if sitting.game.has_hidden_turns else DEEP_STEP


def _is_draft(sitting: Sitting, bot: BotTurn) -> bool:
    """Return whether this move is part of a hidden turn, which the others do not see before it ends.

    Store the decision on the move, so that it is made only once.
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
