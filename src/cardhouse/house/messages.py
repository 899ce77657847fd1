"""Messages to viewers: the table, its events and the view. Nothing else of a sitting leaves the house."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import asdict, replace

from cardhouse.cards.ledger import WATCHER
from cardhouse.games.guide import STUDENT
from cardhouse.games.view import View
from cardhouse.games.views import Views
from cardhouse.house.chairs import Chair
from cardhouse.house.sitting import News, Sitting
from cardhouse.play.events import Event
from cardhouse.play.match import Match
from cardhouse.untyped import Json
from cardhouse.wire import (
    Coming,
    EventFrame,
    Happened,
    MatchEvent,
    ResultInfo,
    SeatInfo,
    StepInfo,
    TableInfo,
    TipInfo,
    encode,
)
from cardhouse.wire.lobby import TableListing


def viewer(sitting: Sitting, player: int) -> int:
    """Return the seat whose cards a player sees; until they play themselves, they watch."""
    seat = sitting.plays(player)
    return WATCHER if seat is None else seat


def view(sitting: Sitting, seat: int) -> View | None:
    if sitting.match is None:
        return None
    return sitting.match.view(seat if seat < sitting.match.seats else WATCHER)


def reasons(sitting: Sitting, seat: int) -> dict[str, Json] | None:
    """Return, for a seat to act, why each unplayable card of its hand cannot be played."""
    match = sitting.match
    if match is None or not match.game.verb or seat not in match.to_act or (seen := view(sitting, seat)) is None:
        return None
    playable = {word for move in seen.moves for word in move.split()}
    why = {}
    for card in dict.fromkeys(getattr(seen, "hand", ())):
        refusal = None if card in playable else match.refusal(seat, f"{match.game.verb} {card}")
        if refusal is not None and refusal.fact is not None:
            why[card] = refusal.fact.as_dict()
    return why


def tip(sitting: Sitting, seat: int) -> TipInfo | None:
    """Return where the student of a lesson is; only the student is told, because a hidden turn may follow tips."""
    return sitting.lesson.step if sitting.lesson is not None and seat == STUDENT else None


def frames(sitting: Sitting, news: Iterable[News], seat: int) -> list[EventFrame]:
    """Return a frame for each event that this viewer may know."""
    now = sitting.seat_names
    known = [(one, event_for(one, seat)) for one in news]
    return [_frame(one, what, now) for one, what in known if what is not None]


def _frame(news: News, what: Happened, now: tuple[str, ...]) -> EventFrame:
    names = () if news.names == now else news.names
    return EventFrame(seq=news.seq, happened=what, draft=news.draft, names=names)


class Update:
    """The frames for what has happened, as JSON: the last one has the view, and the table if that has changed.

    What several viewers see alike is made and encoded once: public events, and what their views have in common.
    """

    def __init__(self, sitting: Sitting, news: list[News], table: TableInfo | None) -> None:
        self._sitting, self._news, self._table = sitting, news, table
        self._made: dict[tuple[int, bool], list[bytes]] = {}
        self._views: dict[bool, tuple[Views[Any], bytes]] = {}  # and what they have in common
        self._public: list[bytes] | None = None
        if all(is_public(one) for one in news):
            self._public = self._events(WATCHER)

    def frames(self, seat: int, *, with_reasons: bool) -> list[bytes]:
        """Return the frames for a viewer."""
        key = (seat, with_reasons)
        if key not in self._made:
            self._made[key] = self._make(seat, with_reasons=with_reasons)
        return self._made[key]

    def _make(self, seat: int, *, with_reasons: bool) -> list[bytes]:
        events = self._events(seat) if self._public is None else self._public
        if not events or self._sitting.match is None:
            return events
        more = [b'"view":' + self._view(self._sitting.match, seat)]
        if with_reasons and (why := reasons(self._sitting, seat)) is not None:
            more.append(b'"reasons":' + encode(why))
        if (where := tip(self._sitting, seat)) is not None:
            more.append(b'"tip":' + encode(where))
        return [*events[:-1], b",".join([events[-1][:-1], *more]) + b"}"]

    def _events(self, seat: int) -> list[bytes]:
        made = frames(self._sitting, self._news, seat)
        if made and self._table is not None:
            made[-1] = replace(made[-1], table=self._table)
        return [encode(frame) for frame in made]

    def _view(self, match: Match, seat: int) -> bytes:
        seat = seat if seat < match.seats else WATCHER
        present = match.sees(seat)
        if present not in self._views:
            made = match.views(present=present)
            self._views[present] = made, encode(made.shared)
        views, shared = self._views[present]
        return joined(shared, encode(views.own(seat)))


def joined(one: bytes, other: bytes) -> bytes:
    """Return the JSON object with the fields of both."""
    return one[:-1] + b"," + other[1:] if len(one) > len(b"{}") else other


def is_public(news: News) -> bool:
    """Return whether all viewers are sent the same about this."""
    return not isinstance(news.what, Event) or news.what.is_public


def event_for(news: News, seat: int) -> Happened | None:
    if not isinstance(news.what, Event):
        return news.what
    event = news.what.redact_for(seat, news.seq)
    if event is None:
        return None
    steps = [StepInfo(source=step.source, to=step.to, cards=step.cards, hidden=step.hidden) for step in event.steps]
    fault = news.what.fault if news.by == "clock" else event.fault  # a timeout is public
    facts = [fact.as_dict() for fact in event.facts]
    return MatchEvent(seat=event.seat, move=event.move, steps=steps, facts=facts, fault=fault, by=news.by)


def info(name: str, sitting: Sitting) -> TableInfo:
    opened = sitting.opened
    return TableInfo(
        id=name,
        game=opened.game,
        options=opened.options,
        listed=opened.listed,
        chat=opened.chat,
        clock=opened.clock,
        grace=opened.grace,
        pace=sitting.pace,
        level=sitting.level,
        suggestions=opened.suggestions,
        lesson=opened.lesson,
        onward=opened.onward,
        evening=opened.evening,
        daily=opened.daily,
        phase=sitting.phase,
        seats=tuple(_seat(sitting, chair) for chair in sitting.chairs),
        creator=sitting.seat_of(sitting.creator),
        match=sitting.matches,
        commitment=sitting.dealer.commitment,
        coming=_coming(sitting),
        full=sitting.full,
        result=_result(sitting),
        sheet=sitting.sheet,
    )


def parts_of_info(sitting: Sitting) -> tuple[object, ...]:
    """Return what `info` is made from, apart from the settings that stay: if it is equal, so is the table."""
    dealer, match = sitting.dealer, sitting.match
    return (
        sitting.phase,
        sitting.chairs,
        sitting.ready,
        sitting.muted,
        sitting.matches,
        sitting.sheet,
        sitting.pace,
        sitting.level,
        dealer.secret,
        dealer.entropy,
        match and match.seats,
        sitting.full if sitting.game.house.guests is not None else "",
    )


def listing(name: str, sitting: Sitting) -> TableListing:
    """Return the table for the lobby, with the seats whose turn it is as watchers know them."""
    seen = view(sitting, WATCHER) if sitting.phase == "play" else None
    return TableListing(**asdict(info(name, sitting)), to_act=seen.to_act if seen else ())


def _coming(sitting: Sitting) -> Coming | None:
    entropy = sitting.dealer.entropy
    if entropy is None or sitting.phase == "closed":
        return None
    match, deal = sitting.coming
    return Coming(match=match, deal=deal, entropy=entropy)


def _seat(sitting: Sitting, chair: Chair) -> SeatInfo:
    player, heir = chair.player, chair.heir.name if chair.heir else ""
    if player is None:
        return SeatInfo(heir=heir)
    ready, muted = player.number in sitting.ready, player.number in sitting.muted
    return SeatInfo(name=player.name, kind=player.kind, heir=heir, gone=chair.gone, ready=ready, muted=muted)


def _result(sitting: Sitting) -> ResultInfo | None:
    result = sitting.match.result if sitting.match is not None else None
    return None if result is None else ResultInfo(places=result.places, points=result.points)
