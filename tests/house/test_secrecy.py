"""Promise 4: what you may not know cannot reach you. Pairs of rooms, for each game and kind of viewer, on the wire."""

from collections.abc import Callable
from typing import Any

import pytest

from cardhouse.cards.errors import Refused
from cardhouse.cards.facts import NoSuchCard
from cardhouse.games import GAMES, game
from cardhouse.games.views import Views
from cardhouse.house import messages
from cardhouse.house.sitting import News, Sitting
from cardhouse.play.events import Event
from cardhouse.play.match import Match
from cardhouse.wire import MatchEvent
from tests.house.paired_rooms import Leak, PairedRooms

PAIRS = 1000


@pytest.mark.contract
@pytest.mark.parametrize("watchers", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_hidden_cards_do_not_change_a_byte(name: str, watchers: bool) -> None:
    rooms = PairedRooms(game(name), watchers=watchers, seed=1)
    rooms.run(PAIRS)
    assert rooms.pairs >= PAIRS


def whole_event(news: News, seat: int) -> Any:
    if not isinstance(news.what, Event):
        return news.what
    return MatchEvent(seat=news.what.seat, move=news.what.move, facts=[{"steps": str(news.what.steps)}])


def every_event(news: News, seat: int) -> Any:
    return real_happened(news, seat) or MatchEvent(seat=-1, move="")


real_happened = messages.event_for


def anothers_view(sitting: Sitting, seat: int) -> Any:
    return sitting.match and sitting.match.view((seat + 1) % sitting.match.seats)


def own_of_another(views: Views[Any], seat: int) -> Any:
    return real_own(views, 0) | {"seat": seat}


real_own = Views.own


def true_version(sitting: Sitting, seat: int) -> Any:
    return sitting.version


def talkative(match: Match, seat: int, move: str) -> Any:
    error = match_refusal(match, seat, move)
    if error is not None:
        return Refused(NoSuchCard(str(match.truth())), rule=error.rule)
    return error


match_refusal = Match.refusal


def talkative_info(name: str, sitting: Sitting) -> Any:
    return real_info(name + (str(sitting.match.truth()) if sitting.match else ""), sitting)


real_info = messages.info

LEAKS: dict[str, tuple[Any, str, Callable[..., Any], str]] = {
    "events as they are": (messages, "event_for", whole_event, "davenport"),
    "hidden moves as empty events": (messages, "event_for", every_event, "blitz"),
    "somebody else's view": (messages, "view", anothers_view, "president"),
    "the hand of another in the own part of a view": (Views, "own", own_of_another, "president"),
    "how many drafts there are": (Sitting, "version_for", true_version, "blitz"),
    "reasons that tell of the truth": (Match, "refusal", talkative, "dynasty"),
    "a table that tells of the truth": (messages, "info", talkative_info, "davenport"),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_planted_leaks_are_caught(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, instead, played = LEAKS[leak]
    monkeypatch.setattr(where, name, instead)
    with pytest.raises(Leak):
        PairedRooms(game(played), watchers=False, seed=1).run(PAIRS)
