"""The deal of the day: the same match for everybody, sealed until midnight UTC, once for each name."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from random import Random
from typing import Any

import pytest
from msgspec import json

from cardhouse.cards.errors import BadLog
from cardhouse.games import GAMES
from cardhouse.games import game as game_named
from cardhouse.games.version import law_version
from cardhouse.house import apply, daily, sitting
from cardhouse.house.archive import finished_matches, must_be_open
from cardhouse.house.daily import Outcome, rank
from cardhouse.house.decide import Sit
from cardhouse.house.house import hash_token
from cardhouse.house.rows import Document
from cardhouse.play.dealers import FairDealer, commitment_to, following
from cardhouse.play.events import Event
from cardhouse.play.replay import verify
from cardhouse.play.result import Result
from cardhouse.wire import Denial
from tests.house.in_memory import InMemoryHouse, Person, code

DAY = date(2026, 11, 19)
NOON = datetime(2026, 11, 19, 12, tzinfo=UTC).timestamp()
MIDNIGHT = datetime(2026, 11, 20, tzinfo=UTC).timestamp()
SECRET = "5e" * 32


def opened(game: str, *, secret: str = SECRET, now: float = NOON) -> InMemoryHouse:
    """The table of a deal of the day, as the lobby opens it, with its player connected."""
    table = daily.opened(game_named(game), DAY, 0)
    settings = {name: getattr(table, name) for name in ("options", "level", "pace", "chat", "suggestions", "daily")}
    house = InMemoryHouse(
        game, seats=table.seats, bots=table.seats - 1, deal_secret=secret, now=lambda: now, **settings
    )
    house.people[0].enter()
    return house


def play(house: InMemoryHouse, choose: Callable[[Person], str]) -> list[str]:
    """Play the match to its end; return the moves of the player."""
    player, made = house.people[0], list[str]()
    for _ in range(2000):
        match = house.room.sitting.match
        assert match is not None
        if house.phase == "over":
            return made
        if house.phase == "pause":
            house.must(player.say("deal"))
        elif 0 in match.to_act:
            made.append(choose(player))
            house.must(player.play(made[-1]))
        else:
            house.pass_time(20.0)
    raise AssertionError("the match does not end")


def by_chance(seed: int = 1) -> Callable[[Person], str]:
    chance = Random(seed)
    return lambda player: chance.choice([move for move in player.view.moves if move != "undo"])


def result_of(house: InMemoryHouse) -> Result[Event]:
    match = house.room.sitting.match
    assert match is not None
    assert match.result is not None
    return match.result


def played(house: InMemoryHouse) -> list[object]:
    """What happened, for each seat and for the dealer: seats that act simultaneously have no order among them."""
    (match,) = finished_matches(house.store.rows)
    entries = [json.decode(line) for line in match.log.splitlines()]
    names = ("cards", "seating", "commitment", "reveal")
    seats = range(house.room.sitting.opened.seats)
    of_seats = [[entry["move"] for entry in entries if entry.get("seat") == seat] for seat in seats]
    drawn = [entry[name] for name in names for entry in entries if name in entry]
    return [of_seats, drawn, result_of(house).places]


class Slow:
    """Bots that answer late, in any order, and fail now and then as a worker does that is lost."""

    def __init__(self, house: InMemoryHouse, seed: int) -> None:
        self._house, self._chance = house, Random(seed)

    def __call__(self, game: str, bot: str, view: Any, answered: Any) -> None:
        if self._chance.random() < 0.2:
            self._house.clock.soon(lambda: answered("", "the worker was lost"))
            return
        late = self._house.clock.now + self._chance.random() * 5
        self._house.clock.call_at(late, lambda: self._house.bots_choose(game, bot, view, answered))


def played_by_another(game: str, moves: list[str], *, secret: str = SECRET) -> list[object]:
    """The same moves at another table, where the bots are slow, and the house restarts in the middle."""
    house = opened(game, secret=secret)
    house.choose = Slow(house, 7)
    rest = list(moves)

    def next_move(player: Person) -> str:
        if len(rest) == len(moves) // 2:
            house.restart()
            player.enter()
        return rest.pop(0)

    play(house, next_move)
    assert rest == []
    return played(house)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_moves_give_the_same_match(game: str) -> None:
    house = opened(game)
    moves = play(house, by_chance())
    assert played_by_another(game, moves) == played(house)


def test_planted_bots_that_are_not_asked_again_give_another_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardhouse.house.attendance.TRIES", 0)
    house = opened("president")
    moves = play(house, by_chance())
    with pytest.raises((AssertionError, IndexError)):
        assert played_by_another("president", moves) == played(house)


def test_planted_secrets_that_do_not_follow_from_each_other_give_another_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sitting, "FairDealer", lambda first, chain: FairDealer(first))
    house = opened("javelin")  # a match of several deals
    moves = play(house, by_chance())
    with pytest.raises((AssertionError, IndexError)):
        assert played_by_another("javelin", moves) == played(house)


# Secrecy


def secrets_of(house: InMemoryHouse) -> list[str]:
    found = [bytes.fromhex(SECRET)]
    for _ in range(20):
        found.append(following(found[-1]))
    assert house.room.sitting.dealer.secret in found
    return [secret.hex() for secret in found]


def leaks(house: InMemoryHouse) -> list[str]:
    """The deal secrets that were sent to the player."""
    return [secret for secret in secrets_of(house) if any(secret.encode() in frame for frame in house.people[0].heard)]


@pytest.mark.parametrize("game", GAMES)
def test_no_secret_is_sent_before_the_day_is_over_and_the_log_is_fair_afterwards(game: str) -> None:
    house = opened(game)
    play(house, by_chance())
    house.people[0].exit()
    house.people[0].enter()  # and in a welcome
    assert leaks(house) == []
    (match,) = finished_matches(house.store.rows)
    assert verify(match.log) >= 1
    assert commitment_to(bytes.fromhex(SECRET)) in match.log


def test_planted_a_reveal_at_the_table_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apply, "_sealed", lambda event: event)
    house = opened("javelin")
    play(house, by_chance())
    assert len(leaks(house)) >= 2


def test_nobody_else_sees_the_table_before_the_day_is_over() -> None:
    house = opened("president")
    play(house, by_chance())
    eve = Person(house, 0)
    with pytest.raises(Denial, match="Others still play this deal of the day"):
        eve.enter()
    with pytest.raises(BadLog, match="Others still play this deal of the day"):
        must_be_open(house.store.rows, NOON)
    assert eve.heard == []
    house.now = lambda: MIDNIGHT
    assert eve.enter()["table"]["daily"] == "2026-11-19"
    must_be_open(house.store.rows, MIDNIGHT)


def test_conditions_are_the_same_for_everybody() -> None:
    house = opened("president")
    ann, before = house.people[0], len(house.store.rows)
    assert code(house.submit(0, Sit("Eve", hash_token("Eve")))) == "full"
    assert code(house.submit(0, Sit("Eve", hash_token("Eve"), seat=2))) == "full"
    tried: dict[str, dict[str, Any]] = {
        "level": {"level": "easy"},
        "entropy": {"text": "luck"},
        "mute": {"seat": 1},
        "kick": {"seat": 1},
        "say": {"text": "hello"},
    }
    for kind, more in tried.items():
        assert code(ann.say(kind, **more)) == "not_now"
    assert [code(outcome) for outcome in ann.ask()] == ["not_now"]
    assert len(house.store.rows) == before
    play(house, by_chance())
    assert code(ann.say("rematch")) == "not_now"
    assert house.phase == "over"


def test_the_table_waits_for_its_player_all_day() -> None:
    house = opened("president")
    ann = house.people[0]
    ann.exit()
    before = len(house.store.rows)
    house.pass_time(10 * 3600)
    assert len(house.store.rows) == before
    ann.enter()
    house.pass_time(3600)
    assert all(row.entry.by == "" for row in house.store.rows if hasattr(row.entry, "by"))
    play(house, by_chance())


# Results


def documents(house: InMemoryHouse) -> list[Document]:
    return [row.document for row in house.store.rows if row.document is not None]


def test_the_result_is_stored_with_the_last_move() -> None:
    house = opened("president")
    moves = play(house, by_chance())
    (found,) = documents(house)
    assert (found.kind, found.name) == ("daily results 2026-11-19 president", "table")
    result = result_of(house)
    law = law_version(GAMES["president"]).digest
    outcome = Outcome("Ann", result.places[0], result.points[0], len(moves), int(NOON * 1000), law)
    assert daily.read_outcome(found.text) == outcome
    assert house.store.rows[-1].document == found


def test_turns_are_counted_once_however_many_moves_they_have() -> None:
    house = opened("blitz")
    moves = play(house, by_chance())
    (found,) = documents(house)
    assert 0 < daily.read_outcome(found.text).turns < len(moves)


def test_players_who_are_too_late_or_leave_are_not_in_the_ranking() -> None:
    late = opened("president", now=MIDNIGHT)
    play(late, by_chance())
    assert documents(late) == []
    left = opened("dynasty")
    left.must(left.people[0].say("leave"))
    left.pass_time(600.0)
    assert documents(left) == []
    assert left.phase == "closed"


def test_results_are_ranked_by_place_points_and_turns_and_equal_ones_share_a_rank() -> None:
    results = {
        "late": Outcome("Bo", 1, 12, 30, 2, ""),
        "slow": Outcome("Cy", 1, 12, 31, 1, ""),
        "first": Outcome("Al", 1, 12, 30, 1, ""),
        "poor": Outcome("Di", 1, 11, 9, 1, ""),
        "second": Outcome("Ed", 2, 40, 9, 1, ""),
    }
    found = [(table, result.rank, result.name) for table, result in rank(GAMES["blitz"], results.items())]
    assert found == [
        ("first", 1, "Al"),
        ("late", 1, "Bo"),
        ("slow", 3, "Cy"),
        ("poor", 4, "Di"),
        ("second", 5, "Ed"),
    ]
