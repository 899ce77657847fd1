"""Playing on from a moment of a finished match: it is exact, the table is its own, and nobody calls it fair."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from cardhouse import GAMES, BadLog, verify
from cardhouse import replay as replayed
from cardhouse.cards.ledger import WATCHER
from cardhouse.client import Seat
from cardhouse.house.apply import restore
from cardhouse.house.archive import describe_entries, finished_matches
from cardhouse.house.messages import info
from cardhouse.house.onward import table_of
from cardhouse.house.replays import replay
from cardhouse.house.sitting import Sitting
from cardhouse.play.position import Position, cut, read_position
from cardhouse.wire import Denial, encode
from cardhouse.wire.commands import Started
from cardhouse.wire.lobby import NewTable, Onward
from tests.house.in_memory import InMemoryHouse, play_on
from tests.house.live import LiveHouse
from tests.house.test_rooms import SHORT
from tests.play.test_position import begun, is_not_called_fair, play


def played(game: str) -> InMemoryHouse:
    """A table of two people and bots with a finished match; in Dynasty one leaves and another one comes."""
    house = InMemoryHouse(game, people=2, bots=GAMES[game].default_seats - 2, options=SHORT.get(game, {}))
    for person in house.people:
        person.enter()
    if GAMES[game].house.guests is not None:
        play_on(house, Random(4), most=10, to_the_end=False)
        house.must(house.people[1].say("leave"))
        house.people.pop()
        while house.phase == "play":
            play_on(house, Random(4), most=1, to_the_end=False)
        house.join("Cem").enter()
    play_on(house, Random(4))
    return house


def position_of(house: InMemoryHouse, share: float) -> Position:
    """The position at a share of the moments at which one can play on."""
    (match,) = finished_matches(house.store.rows)
    playable = replay(match, 1, 1).playable
    return read_position(cut(match.log, frame=playable[int(share * (len(playable) - 1))]))


def table_for(position: Position, seat: int | None = None) -> InMemoryHouse:
    """The table that goes on from it, as the lobby opens it."""
    match = position.match
    seat = min(set(range(match.seats)) - position.left) if seat is None else seat
    wish = Onward(table="old", match=1, frame=1, seat=seat)
    wanted = table_of(position, NewTable(game=match.game.name, name="Ann", onward=wish))
    house = InMemoryHouse(
        wanted.game,
        seats=wanted.seats,
        options=wanted.options,
        bots=wanted.bots,
        seat=seat,
        position=position,
        onward=True,
    )
    house.people[0].enter()
    return house


def at_start(house: InMemoryHouse) -> Sitting:
    """The table when its first match has begun, restored from its own log alone."""
    return next(sitting for row, sitting, _ in restore(house.store.rows) if isinstance(row.entry, Started))


@pytest.fixture(scope="module", params=GAMES)
def old(request: pytest.FixtureRequest) -> InMemoryHouse:
    return played(request.param)


@pytest.mark.parametrize("share", [0.0, 0.3, 0.7, 1.0])
def test_a_table_goes_on_exactly_from_the_moment_and_comes_back_from_its_own_log(
    old: InMemoryHouse, share: float
) -> None:
    position = position_of(old, share)
    house = table_for(position)
    house.restart()
    was, now = position.match, at_start(house)
    assert now.match is not None
    assert (now.phase, now.matches, now.sheet) == ("play", 1, position.sheet)
    assert now.match.state_hash() == was.state_hash()
    for seat in range(WATCHER, was.seats):
        assert now.match.view(seat) == was.view(seat)
    told = info("new", now)
    assert told.onward
    assert [seat.gone for seat in told.seats] == [seat in position.left for seat in range(was.seats)]
    assert sum(seat.kind == "person" for seat in told.seats) == 1
    assert told.commitment != info("old", old.room.sitting).commitment


def test_its_match_is_played_to_the_end_and_marked_and_a_rematch_is_a_match_like_any_other(old: InMemoryHouse) -> None:
    house = table_for(position_of(old, 0.5))
    play_on(house, Random(8))
    house.restart()
    house.people[0].enter()
    house.must(house.people[0].say("rematch"))
    play_on(house, Random(9))
    one, other = finished_matches(house.store.rows)
    is_not_called_fair(one.log)
    assert verify(other.log) > 0
    shown = replay(one, 1, 2)
    assert (shown.onward, replay(other, 2, 2).onward) == (True, False)
    assert shown.frames[0].happened.facts == [{"kind": "continued"}]
    assert len(one.by) == len(shown.frames)
    assert len(one.kinds) == shown.seats
    again = read_position(cut(one.log, frame=shown.playable[0]))
    assert table_for(again).room.sitting.state_hash()


def test_the_player_takes_any_seat_that_nobody_has_left(old: InMemoryHouse) -> None:
    position = position_of(old, 0.9)
    for seat in range(position.match.seats):
        if seat in position.left:
            with pytest.raises(Denial, match="has left that match for good"):
                table_for(position, seat)
        else:
            assert table_for(position, seat).people[0].seat == seat


def test_what_is_hidden_in_a_position_is_told_to_nobody() -> None:
    house = table_for(position_of(played("president"), 0.3))
    public = "\n".join(describe_entries(house.store.rows))
    assert '"onward":true' in public
    assert "cards" not in public
    (opened, *rest) = house.store.rows
    assert opened.secret.position
    assert not any(row.secret.position for row in rest)
    heard = b"".join(house.people[0].heard)
    match = house.room.sitting.match
    assert match is not None
    others: list[Any] = [match.view(seat) for seat in (1, 2, 3)]
    hidden = {card for view in others for card in view.hand}
    assert not any(f'"{card}"'.encode() in heard for card in hidden)


def test_planted_a_position_that_was_changed_in_the_store_does_not_load() -> None:
    house = table_for(position_of(played("president"), 0.6))
    opened, *rest = house.store.rows
    text = opened.secret.position
    shorter = text[: text.rstrip("\n").rfind("\n") + 1]
    for position in (shorter, "", "{}"):
        house.store.rows = [replace(opened, secret=replace(opened.secret, position=position)), *rest]
        with pytest.raises(BadLog):
            house.restart()
    house.store.rows = [opened, *rest]
    house.restart()


def test_a_request_that_asks_for_another_table_is_refused() -> None:
    position = read_position(cut(play(begun("javelin"), Random(1)), frame=4))
    wish = Onward(table="old", match=1, frame=4, seat=0)
    for more in ({"seats": 2}, {"options": {"target": 30}}, {"bots": 1}, {"lesson": True}):
        with pytest.raises(Denial, match="has its seats, options and bots from there"):
            table_of(position, NewTable(game="javelin", name="Ann", onward=wish, **more))
    with pytest.raises(Denial, match="That was a match of Javelin"):
        table_of(position, NewTable(game="president", name="Ann", onward=wish))
    with pytest.raises(Denial, match="no seat 2 in that match"):
        table_of(position, NewTable(game="javelin", name="Ann", onward=replace(wish, seat=2)))


# Over the network


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHouse]:
    with LiveHouse(tmp_path_factory.mktemp("onward")) as house:
        yield house


def finished(house: LiveHouse, game: str) -> tuple[str, Any]:
    """A table with a finished match, and its replay."""
    made = house.post("/api/tables", {"game": game, "name": "Ann", "bots": 3, "seats": 4, "pace": 0})
    seat = Seat(house.url, made["table"]["id"], made["token"], game)
    seat.play(lambda view: str(view.moves[0]))
    return seat.table, house.get(f"/api/tables/{seat.table}/replay")


@pytest.fixture(scope="module")
def finished_match(live: LiveHouse) -> tuple[str, Any]:
    return finished(live, "president")


def test_a_table_is_opened_over_http_played_and_survives_a_kill(tmp_path: Path) -> None:
    with LiveHouse(tmp_path) as house:
        table, shown = finished(house, "president")
        frame = shown["playable"][7]
        wish = {"table": table, "match": 1, "frame": frame, "seat": 2}
        made = house.post("/api/tables", {"game": "president", "name": "Bea", "pace": 0, "onward": wish})
        new, token = made["table"]["id"], made["token"]
        assert (made["seat"], made["table"]["onward"], made["table"]["phase"]) == (2, True, "play")
        assert table not in str(house.get(f"/api/tables/{new}")), "who has one link is not told another"
        house.kill()
        house.start()
        assert house.get(f"/api/tables/{new}")["onward"] is True
        Seat(house.url, new, token, "president").play(lambda view: str(view.moves[0]))
        match = replayed(house.get(f"/api/tables/{new}/log"))
        assert match.onward
        assert match.names[2] == "Bea"
        again = house.get(f"/api/tables/{new}/replay")
        assert again["onward"]
        assert not shown["onward"]
        hands = {**shown["frames"][0]["view"]}
        for one in shown["frames"][: frame + 1]:
            hands |= one["view"]
        assert again["frames"][0]["view"]["hands"] == hands["hands"]


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"table": "no-such-table-1"}, 404, "unknown"),
        ({"table": "../../etc/passwd"}, 404, "unknown"),
        ({"table": ""}, 400, "unreadable"),
        ({"match": 2}, 404, "unknown"),
        ({"match": 0}, 400, "unreadable"),
        ({"match": 10**12}, 400, "unreadable"),
        ({"frame": 0}, 409, "not_now"),
        ({"frame": 2_000_000_000}, 409, "not_now"),
        ({"frame": -1}, 400, "unreadable"),
        ({"frame": "7"}, 400, "unreadable"),
        ({"seat": 4}, 404, "unknown"),
        ({"seat": -1}, 400, "unreadable"),
        ({"seat": None}, 400, "unreadable"),
        ({"cards": ["2c"]}, 400, "unreadable"),
    ],
)
def test_a_forged_moment_is_answered_with_a_sentence_and_opens_nothing(
    live: LiveHouse, finished_match: tuple[str, Any], change: dict[str, Any], status: int, code: str
) -> None:
    table, shown = finished_match
    wish = {"table": table, "match": 1, "frame": shown["playable"][3], "seat": 0, **change}
    asked = {"game": "president", "name": "Eve", "id": "forged-table", "onward": wish}
    found, nak = live.request("POST", "/api/tables", encode(asked))
    assert (found, nak["code"]) == (status, code), nak
    assert nak["reason"].endswith(".")
    assert live.request("GET", "/api/tables/forged-table")[0] == 404


def test_nobody_plays_on_from_a_match_that_runs(live: LiveHouse) -> None:
    table, _ = live.table("javelin", 2)
    wish = {"table": table, "match": 1, "frame": 3, "seat": 0}
    status, nak = live.request("POST", "/api/tables", encode({"game": "javelin", "name": "Eve", "onward": wish}))
    assert (status, nak["code"]) == (409, "not_now")
    assert "match in progress" in nak["reason"]


def test_watchers_of_a_table_that_goes_on_from_a_hidden_turn_see_nothing_of_it() -> None:
    house = played("blitz")
    (old,) = finished_matches(house.store.rows)
    for frame in replay(old, 1, 1).playable:
        position = read_position(cut(old.log, frame=frame))
        if not position.match.sees(WATCHER):
            break
    match = at_start(table_for(position)).match
    assert match is not None
    assert match.view(WATCHER) == position.match.view(WATCHER)
