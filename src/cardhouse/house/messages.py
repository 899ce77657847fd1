"""Messages to viewers: the table, its events and the view. Nothing else of a sitting leaves the house."""

from collections.abc import Iterable

from msgspec.structs import asdict, replace

from cardhouse.cards.ledger import WATCHER
from cardhouse.games.guide import STUDENT
from cardhouse.games.view import View
from cardhouse.house.chairs import Chair
from cardhouse.house.sitting import News, Sitting
from cardhouse.play.events import Event
from cardhouse.untyped import Json
from cardhouse.wire import Coming, EventFrame, Happened, MatchEvent, ResultInfo, SeatInfo, StepInfo, TableInfo, TipInfo
from cardhouse.wire.lobby import TableListing


def viewer(sitting: Sitting, player: int) -> int:
    """Return the seat whose cards a player sees; until they play themselves, they watch."""
    seat = sitting.plays(player)
    return WATCHER if seat is None else seat


def view(sitting: Sitting, seat: int) -> View | None:
    if sitting.match is None:
        return None
    return sitting.match.view(seat if seat < sitting.match.seats else WATCHER)


def reasons(sitting: Sitting, seen: View | None) -> dict[str, Json] | None:
    """Return, for a seat to act, why each unplayable card of its hand cannot be played."""
    match = sitting.match
    if seen is None or match is None or not match.game.verb or seen.seat not in seen.to_act:
        return None
    playable = {word for move in seen.moves for word in move.split()}
    why = {}
    for card in dict.fromkeys(getattr(seen, "hand", ())):
        refusal = None if card in playable else match.refusal(seen.seat, f"{match.game.verb} {card}")
        if refusal is not None and refusal.fact is not None:
            why[card] = refusal.fact.as_dict()
    return why


def tip(sitting: Sitting, seat: int) -> TipInfo | None:
    """Return where the student of a lesson is; only the student is told, because a hidden turn may follow tips."""
    if sitting.lesson is None or seat != STUDENT:
        return None
    return TipInfo(number=sitting.lesson.number, strayed=sitting.lesson.strayed)


def frames(
    sitting: Sitting,
    news: Iterable[News],
    seat: int,
    *,
    table: TableInfo | None = None,
    with_view: bool = False,
    with_reasons: bool = False,
) -> list[EventFrame]:
    """Return a frame for each event this viewer may know; the last has the view, and the table if that has changed."""
    known = [(one, what) for one in news if (what := event_for(one, seat)) is not None]
    now = sitting.seat_names()
    made = [_frame(one, what, now) for one, what in known]
    if made:
        seen = view(sitting, seat) if with_view else None
        why = reasons(sitting, seen) if with_reasons else None
        where = tip(sitting, seat) if with_view else None
        made[-1] = replace(made[-1], table=table, view=seen, reasons=why, tip=where)
    return made


def _frame(news: News, what: Happened, now: tuple[str, ...]) -> EventFrame:
    names = () if news.names == now else news.names
    return EventFrame(seq=news.seq, happened=what, draft=news.draft, names=names)


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
