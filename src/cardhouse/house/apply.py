"""Apply an entry of the log to a sitting, which gives the next sitting.

    after, news = apply_entry(sitting, Moved(seat=1, move="pass"))

The same entries give the same sitting, live and after a restart.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from cardhouse.cards.errors import BadLog
from cardhouse.cards.ledger import WATCHER
from cardhouse.games.version import LawVersion, law_version
from cardhouse.house import commands
from cardhouse.house.chairs import Chair, humans
from cardhouse.house.rows import NOTHING, Row, Secret
from cardhouse.house.sitting import DAILY_SEAT, News, Sitting, open_sitting
from cardhouse.play.events import Event
from cardhouse.wire import Phase
from cardhouse.wire.commands import (
    AnyEntry,
    Contributed,
    Dealt,
    Handed,
    Left,
    Moved,
    Muted,
    Opened,
    PublicEntry,
    Readied,
    Said,
    Started,
)


def apply_entry(before: Sitting, entry: AnyEntry, secret: Secret = NOTHING) -> tuple[Sitting, list[News]]:
    """Return the sitting after this entry, and what happened. Raise, with nothing changed, if it cannot be."""
    after = replace(before)
    dealer = after.dealer = before.dealer.fork(bytes.fromhex(secret.deal_secret) if secret.deal_secret else None)
    if before.match is not None:
        after.match = before.match.fork(dealer)
    commands.apply(after, entry, secret)
    _settle(before, after)
    if after.match is not None and after.match.over:
        dealer.withdraw()  # Dynasty may end before the deal that was committed to
    if after.chairs is not before.chairs:
        after.seated = {player.number: seat for seat, chair in enumerate(after.chairs) for player in humans(chair)}
        after.seat_names = tuple(chair.player.name if chair.player else "" for chair in after.chairs)
    after.phase = _phase(after)
    if after.lesson is not None and after.match is not None:
        after.lesson = after.lesson.follow(after.match, entry)  # None when the first deal of the table is over
    news = list(_news(after, entry, _names(before, after, entry)))
    if isinstance(entry, Moved) and entry.seat == DAILY_SEAT and after.seq > before.seq:
        after.turns_taken += 1
    _ask(before, after, entry)
    return after, news


def restore(rows: Iterable[Row], sitting: Sitting | None = None) -> Iterator[tuple[Row, Sitting, list[News]]]:
    """Replay a stored log, or go on from a sitting: yield each row, the sitting after it, and what happened.

    Raise BadLog if the law of this version plays it differently.
    """
    law = LawVersion("", "")
    for row in rows:
        news: list[News] = []
        if isinstance(row.entry, Started):
            law = LawVersion(row.entry.version, row.entry.digest)
        try:
            if sitting is None:
                assert isinstance(row.entry, Opened), "a log begins with the table"
                sitting = open_sitting(row.entry, row.secret)
            else:
                sitting, news = apply_entry(sitting, row.entry, row.secret)
        except Exception as error:  # whatever a changed law raises
            raise _changed(row, sitting, law, str(error)) from error
        if row.state and row.state != sitting.state_hash():
            raise _changed(row, sitting, law, "The state of the match is another one.")
        yield row, sitting, news


def _changed(row: Row, sitting: Sitting | None, law: LawVersion, why: str) -> BadLog:
    """Return the error for a row that replays differently from how it was stored."""
    if sitting is None:
        return BadLog(f"This table cannot be opened again: {why}", rule="logs")
    now = law_version(sitting.game)
    other = "" if law.digest == now.digest else f" It was played by another law ({law}); the law is now {now}."
    return BadLog(f"Entry {row.number} of this table does not come out as it was played: {why}{other}", rule="logs")


def _phase(sitting: Sitting) -> Phase:
    if not sitting.seated:
        return "closed"
    if sitting.match is None:
        return "open"
    if sitting.match.over:
        return "over"
    return "pause" if sitting.match.paused else "play"


def _settle(before: Sitting, after: Sitting) -> None:
    """Record the scores of a finished deal, and seat the players who waited for its end."""
    was, now = before.match, after.match
    if was is None or now is None or now.deals_over == was.deals_over or after.matches != before.matches:
        return
    after.sheet += (now.scores,)
    after.chairs = tuple(Chair(chair.heir) if chair.heir else chair for chair in after.chairs)
    for seat in range(now.seats, len(after.chairs)):
        player = after.chairs[seat].player
        if not now.over and player is not None:
            now.join(player.name)


def _names(before: Sitting, after: Sitting, entry: AnyEntry) -> tuple[str, ...]:
    """Return the names of the seats for sentences about an entry: a player who leaves still has theirs."""
    names = (before if isinstance(entry, Left | Moved) else after).seat_names
    if isinstance(entry, Left | Readied | Said | Muted | Contributed):  # also by a player who waits for a bot's seat
        by = (before if isinstance(entry, Left) else after).player_in(entry.seat)
        assert by is not None
        names = (*names[: entry.seat], by.name, *names[entry.seat + 1 :])
    return names


def _news(sitting: Sitting, entry: AnyEntry, names: tuple[str, ...]) -> Iterator[News]:
    """Yield the events with their numbers: public events and those of a hidden turn are counted separately."""
    happened: list[PublicEntry | Event] = [] if isinstance(entry, Opened | Moved | Dealt | Handed) else [entry]
    if sitting.match is not None:
        happened += sitting.match.events if not sitting.opened.daily else map(_sealed, sitting.match.events)
    by = entry.by if isinstance(entry, Moved) else ""
    for what in happened:
        if isinstance(what, Event) and what.only is not None:
            sitting.draft += 1
        else:
            sitting.seq, sitting.draft = sitting.seq + 1, 0
        yield News(sitting.seq, sitting.draft, what, by, names)
        by = ""  # automatic events belong to no player


def _sealed(event: Event) -> Event:
    """Return an event of a deal of the day without the deal secret: it is revealed in the replay, after the day."""
    return event._replace(facts=()) if event.move == "reveal" else event


def _ask(before: Sitting, after: Sitting, entry: AnyEntry) -> None:
    """Ask seats for a move, but not again if nothing has changed for them, as when others move at the same time."""
    was, now = before.match, after.match
    asked = dict.fromkeys(now.to_act, after.version) if now is not None else {}
    turns = dict(asked)
    if was is not None and now is not None and after.matches == before.matches:
        for seat in before.since.keys() & asked.keys():
            mine = isinstance(entry, Moved) and entry.seat == seat
            if not mine and was.moves(seat) == now.moves(seat):
                asked[seat] = before.since[seat]
            hidden = not (was.sees(WATCHER) and now.sees(WATCHER)) and was.deals_over == now.deals_over
            if hidden or asked[seat] == before.since[seat]:
                turns[seat] = before.turns[seat]
    after.since, after.turns = asked, turns
