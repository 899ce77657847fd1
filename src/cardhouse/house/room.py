"""A room: the one writer of a table. It waits, decides, commits, swaps, acknowledges and tells.

Commands are decided one at a time, against the current sitting; the next waits until the last is committed. A decision
takes effect when it is stored, and not before.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple, Protocol

from cardhouse.house import daily, messages
from cardhouse.house.apply import restore
from cardhouse.house.attendance import Attendance, Choose
from cardhouse.house.bans import Bans
from cardhouse.house.bounds import Bounds
from cardhouse.house.calls import Calls, RoomSubscriptions
from cardhouse.house.clock import Clock
from cardhouse.house.codes import Codes
from cardhouse.house.decide import Decided, Judged, Sit, Take, Wish, decide
from cardhouse.house.journal import journal
from cardhouse.house.rows import Row
from cardhouse.house.sitting import News, Sitting
from cardhouse.house.stores import Done, Found, Stale, unwell
from cardhouse.house.suggestions import Suggestions
from cardhouse.wire import VERSION, Ack, Bye, Denial, Presence, TableInfo, Welcome, encode
from cardhouse.wire.commands import HOUSE, NO_PLAYER, Command, Left, Notice, Said, Vote

MOST_WATCHERS, MOST_AT_ADDRESS = 250, 25  # per table, and per address
KEPT, KEPT_CHAT = 16, 50  # recent events, and chat messages, that a new viewer is sent
MOST_WAITING = 16  # commands per player in the queue
SETTLE = 10.0  # timeout in seconds of a wait for the store
FAULT = "Something went wrong in the house. It has been noted, and nothing has changed."
failed = partial(Denial, "failed", FAULT)  # a new one each time, because an exception keeps its traceback
moved = partial(Denial, "moved", "Another house has this table now. Come back, and nothing is lost.")
not_stored = partial(Denial, "store", "It could not be stored, and has not happened. Try again in a moment.")
CROWDED = Bye(code="limit", reason="Too many people are watching this table, and most of them from your network.")
KICKED = Bye(code="kicked", reason="You were removed from this table.")
HANDED = Bye(code="handed", reason="You have moved this seat to another device.")
LEFT = Bye(code="left", reason="You have left the table.")
Answer = Callable[[Ack | Denial], None]


def _ignore(table: str) -> None:
    pass


class RoomStore(Protocol):
    def append(self, rows: list[Row], done: Done) -> None: ...
    def find(self, table: str, player: int, command: int, found: Found) -> None: ...


class Viewer(Protocol):
    """The part of a socket that a room needs."""

    player: int  # NO_PLAYER if it is a watcher
    reasons: bool
    address: str  # empty if many people may share it

    def put(self, frame: bytes) -> None: ...
    def close(self, bye: Bye) -> None: ...


class Waiting(NamedTuple):
    player: int
    wish: Wish
    answer: Answer
    judged: Judged | None = None


class Room:
    """The room of a table. `drop` is called when another house has written to the table's log.

    `now` is the time of day, by the clock of the store.
    """

    def __init__(
        self,
        name: str,
        store: RoomStore,
        clock: Clock,
        choose: Choose,
        drop: Callable[[str], None] = _ignore,
        *,
        now: Callable[[], float] = time.time,
        subscriptions: RoomSubscriptions | None = None,
    ) -> None:
        self.name = name
        self._drop, self._now = drop, now
        self._sitting: Sitting | None = None
        self.viewers: list[Viewer] = []
        self.attendance = Attendance(self, clock, choose)
        self.calls = Calls(self, clock, subscriptions)
        self.suggestions = Suggestions(self, choose)
        self.since = self.used = clock.time()
        self.codes = Codes(clock)
        self._bounds, self._bans = Bounds(clock), Bans(clock)
        self._store, self._clock = store, clock
        self.rows = 0  # the length of the log
        self._appending = False  # whether the store has rows that it has neither confirmed nor refused
        self._settled: asyncio.Future[None] | None = None  # while somebody waits for that
        self._sent: TableInfo | None = None  # the table as it was last sent to viewers ...
        self._sent_parts: tuple[object, ...] = ()  # ... and what it was made from
        self._acks: dict[int, Ack] = {}  # the last one by player
        self._queue: list[Waiting] = []  # lists, because an empty deque takes 600 bytes, and there are many tables
        self.busy = self._stopped = False
        self._kept: list[News] = []
        self._chat: list[News] = []

    @property
    def sitting(self) -> Sitting:
        assert self._sitting is not None, "a room is opened or loaded before it is used"
        return self._sitting

    @property
    def idle(self) -> bool:
        is_used = self.busy or self._queue or self.viewers or self.calls.busy
        return not is_used and not self.attendance.has_timer

    def load(self, rows: Iterable[Row]) -> None:
        """Rebuild the table from its log."""
        for row, sitting, news in restore(rows):
            self._sitting = sitting
            self._keep(news)
            if row.command is not None:
                self._acks[row.player] = Ack(id=row.command, seq=row.seq, draft=row.draft)
            self.rows = row.number + 1
            self._bounds.count(row.entry)

    # Commands

    def submit(self, player: int, wish: Wish, answer: Answer, *, judged: Judged | None = None) -> None:
        """Queue a wish. `judged` is used if the sitting has not changed since."""
        if player != HOUSE and sum(1 for one in self._queue if one.player == player) >= MOST_WAITING:
            answer(Denial("flood", "Too many of your commands are waiting: one at a time is enough."))
            return
        self.used = self._clock.time()
        self._queue.append(Waiting(player, wish, answer, judged))
        self._work()

    def notice(self, player: int, wish: Notice, answer: Answer) -> None:
        """Handle a notice about presence, which is neither queued nor stored."""
        try:
            if isinstance(wish, Vote):
                self.attendance.vote(player, wish.seat)
            else:
                self.attendance.come_back(player)
        except Denial as denial:
            answer(denial)
            return
        self.used = self._clock.time()
        answer(_ack(wish.id, self.sitting, player))
        self.attendance.arm()

    def _work(self) -> None:
        while self._queue and not self.busy:
            waiting = self._queue.pop(0)
            if self._is_repeated(waiting):
                continue
            try:
                self._bounds.check(waiting.player, waiting.wish)
                decided = self._decide(waiting)
            except Denial as denial:
                waiting.answer(denial)
                continue
            except Exception as error:  # a bug must not stop the table
                journal.error("a command failed", exc_info=error, extra={"table": self.name})
                waiting.answer(failed())
                continue
            self.busy = True
            self._commit(waiting, decided)

    def _decide(self, waiting: Waiting) -> Decided:
        if waiting.judged is not None and waiting.judged.on is self._sitting:
            return waiting.judged.decided
        wish = self._bans.check(self.sitting, waiting.wish) if isinstance(waiting.wish, Sit) else waiting.wish
        return decide(self._sitting, waiting.player, wish)

    def _is_repeated(self, waiting: Waiting) -> bool:
        """Return whether a command was sent before; if so, answer as before, without doing it again (idempotence)."""
        last_ack = self._acks.get(waiting.player)
        if last_ack is None or not isinstance(waiting.wish, Command) or waiting.wish.id > last_ack.id:
            return False
        if waiting.wish.id == last_ack.id:
            waiting.answer(last_ack)
            return True

        def found(ack: Ack | None, error: BaseException | None) -> None:
            unknown = Denial("old_id", f"The number of this command is not above {last_ack.id}.")
            waiting.answer(unwell() if error else ack or unknown)
            if not self._stopped:
                self.busy = False
                self._work()

        self.busy = True
        self._store.find(self.name, waiting.player, waiting.wish.id, found)
        return True

    def _commit(self, waiting: Waiting, decided: Decided) -> None:
        after, _, made = decided
        ack = self._ack(waiting, after)
        rows, at = [], int(self._now() * 1000)
        for number, (entry, secret) in enumerate(made):
            command = ack.id if ack.id and number == 0 else None
            is_last = number == len(made) - 1
            row = Row(
                table=self.name,
                number=self.rows + number,
                at=at,
                player=waiting.player,
                command=command,
                seq=ack.seq,
                draft=ack.draft,
                entry=entry,
                secret=secret,
                state=after.state_hash() if is_last else "",
                document=daily.outcome(self.name, self._sitting, after, at) if is_last else None,
            )
            rows.append(row)

        def committed(error: BaseException | None) -> None:
            self._settle()
            if self._stopped:  # whoever has the table now goes on with it
                self._sitting = after if error is None else self._sitting
                waiting.answer(ack if error is None else moved() if isinstance(error, Stale) else not_stored())
                return
            if isinstance(error, Stale):
                waiting.answer(moved())
                self._drop(self.name)
                return
            self.busy = False
            try:
                if error is None:
                    self.rows += len(rows)
                    for row in rows:
                        self._bounds.count(row.entry)
                    self._swap(waiting, decided, ack)
                else:
                    waiting.answer(not_stored())
            finally:
                self._work()

        self._appending = True
        self._store.append(rows, committed)

    def _settle(self) -> None:
        self._appending = False
        if self._settled is not None:
            self._settled.set_result(None)
            self._settled = None

    async def settled(self) -> None:
        """Wait until the store has confirmed or refused what is being appended. Raise Denial if that takes too long."""
        if not self._appending:
            return
        if self._settled is None:
            self._settled = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(SETTLE):
                await asyncio.shield(self._settled)
        except TimeoutError:
            raise unwell() from None

    def stop(self, bye: Bye) -> None:
        """Send everybody away, and do nothing more: the table may have gone on without this room."""
        self.busy = self._stopped = True
        while self._queue:
            self._queue.pop(0).answer(moved())
        for viewer in [*self.viewers]:
            viewer.close(bye)
        self.viewers.clear()
        self.attendance.stop()  # last, because each viewer who goes makes it look at the table again
        self.calls.stop()

    def _ack(self, waiting: Waiting, after: Sitting) -> Ack:
        number = waiting.wish.id if isinstance(waiting.wish, Command) else 0
        return _ack(number, after, waiting.player)

    def _swap(self, waiting: Waiting, decided: Decided, ack: Ack) -> None:
        before, (self._sitting, news, _) = self._sitting, decided
        self._keep(news)
        self._bans.note(before, self.sitting, waiting.wish, news)
        if ack.id:
            self._acks[waiting.player] = ack
            self.attendance.note_arrival(waiting.player)
        waiting.answer(ack)
        if isinstance(waiting.wish, Take):
            self.codes.revoke(waiting.player)
            self._dismiss(waiting.player)
        self._tell(news)
        if before is None or before.chairs is not self.sitting.chairs:
            self.calls.prune()
            self.attendance.ring()
        else:
            self.attendance.arm()

    def _keep(self, news: Iterable[News]) -> None:
        for one in news:
            if one.draft == 0:
                self._kept.append(one)
            if isinstance(one.what, Said):
                self._chat.append(one)
        del self._kept[:-KEPT], self._chat[:-KEPT_CHAT]

    # Messages to viewers

    def _tell(self, news: list[News]) -> None:
        """Send each viewer what they may know."""
        if not self.viewers:
            self._sent, self._sent_parts = None, ()
            return
        sitting = self.sitting
        update = messages.Update(sitting, news, self._changed_info())
        for viewer in [*self.viewers]:
            for frame in update.frames(messages.viewer(sitting, viewer.player), with_reasons=viewer.reasons):
                viewer.put(frame)
            if viewer.player and sitting.seat_of(viewer.player) is None:
                viewer.close(KICKED if any(_is_kick(one) for one in news) else LEFT)

    def _dismiss(self, player: int) -> None:
        """Tell the device that had a player's seat that another one has it."""
        for viewer in [other for other in self.viewers if other.player == player]:
            viewer.close(HANDED)
            self.exit(viewer)

    def tell_all(self, presence: Presence) -> None:
        frame = encode(presence)
        for viewer in [*self.viewers]:
            viewer.put(frame)

    # Coming and going

    def enter(self, viewer: Viewer, last_seq: int) -> None:
        """Treat a first visit, a reload and a reconnection alike: send what is current, and all after `last_seq`."""
        if viewer.player == NO_PLAYER:
            daily.must_be_open(self.sitting.opened, self._now())
            self._check_watchers(viewer)
        for other in [*self.viewers]:
            if viewer.player and other.player == viewer.player:
                other.close(Bye(code="replaced", reason="This seat is open in a newer window."))
        self.viewers = [other for other in self.viewers if not viewer.player or other.player != viewer.player]
        self.viewers.append(viewer)
        self.used = self._clock.time()
        if viewer.player:
            self.attendance.note_arrival(viewer.player)
        viewer.put(encode(self._welcome(viewer, last_seq)))
        self._came_or_went(viewer)

    def _check_watchers(self, viewer: Viewer) -> None:
        """Make room for a watcher: if the table is full, disconnect the oldest watcher of the busiest address.

        Raise Denial if too many watch from the new watcher's address, or if no other address has more of them.
        """
        watchers = [other for other in self.viewers if other.player == NO_PLAYER]
        addresses = Counter(other.address for other in watchers)
        if viewer.address and addresses[viewer.address] >= MOST_AT_ADDRESS:
            sentence = f"{MOST_AT_ADDRESS} people from your network are watching this table already."
            raise Denial("limit", sentence, about="table_watchers")
        if len(watchers) < MOST_WATCHERS:
            return
        busiest, count = addresses.most_common(1)[0]
        if count <= addresses[viewer.address] + 1:
            sentence = f"{MOST_WATCHERS} people are watching this table already; try again later."
            raise Denial("limit", sentence, about="table_watchers")
        first = next(other for other in watchers if other.address == busiest)
        self.viewers.remove(first)
        first.close(CROWDED)

    def exit(self, viewer: Viewer) -> None:
        if viewer in self.viewers:
            self.viewers.remove(viewer)
            self.used = self._clock.time()
            self._came_or_went(viewer)

    def _came_or_went(self, viewer: Viewer) -> None:
        if viewer.player == NO_PLAYER:
            self.attendance.count_watchers()
        else:
            self.attendance.ring()

    def _welcome(self, viewer: Viewer, last_seq: int) -> Welcome:
        sitting = self.sitting
        seat = messages.viewer(sitting, viewer.player)
        seen = messages.view(sitting, seat)
        ack = self._acks.get(viewer.player)
        tail = [one for one in self._kept if one.seq > last_seq]
        seq, draft = sitting.version_for(seat)
        self._changed_info()
        return Welcome(
            v=VERSION,
            seat=seat,
            id=ack.id if ack else 0,
            seq=seq,
            draft=draft,
            table=self._sent or self._info(),
            view=seen,
            presence=self.attendance.presence(),
            tail=tuple(messages.frames(sitting, tail, seat)),
            missed=bool(self._kept) and last_seq < self._kept[0].seq - 1,
            chat=tuple(messages.frames(sitting, self._chat, seat)),
            reasons=messages.reasons(sitting, seat) if viewer.reasons else None,
            tip=messages.tip(sitting, seat),
        )

    def _changed_info(self) -> TableInfo | None:
        """Return the table if it has changed since it was last sent, and note that it is sent."""
        parts = messages.parts_of_info(self.sitting)
        if parts == self._sent_parts:
            return None
        sent, self._sent, self._sent_parts = self._sent, self._info(), parts
        return self._sent if self._sent != sent else None

    def _info(self) -> TableInfo:
        return messages.info(self.name, self.sitting)


def _ack(number: int, sitting: Sitting, player: int) -> Ack:
    seq, draft = sitting.version_for(messages.viewer(sitting, player))
    return Ack(id=number, seq=seq, draft=draft)


def _is_kick(news: News) -> bool:
    return isinstance(news.what, Left) and news.what.kicked
