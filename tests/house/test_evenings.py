"""Evenings with friends: who plays whom, who is first, who may do what; and whole evenings, whose houses may die."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager
from http.client import HTTPException
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import json

from cardhouse.bots import player as bot_named
from cardhouse.client import Seat
from cardhouse.games import GAMES
from cardhouse.house import catalogue
from cardhouse.house.evenings import draw as drawing
from cardhouse.house.evenings import register, rules
from cardhouse.house.evenings.draw import draw, seat_counts, tables_for
from cardhouse.house.evenings.entries import (
    DrawnRound,
    DrawnTable,
    Evening,
    EveningEnded,
    EveningOpened,
    Places,
    PlayerJoined,
    PlayerLeft,
    PlayerReturned,
    RoundDrawn,
    RoundScored,
    fold,
)
from cardhouse.house.evenings.register import describe
from cardhouse.house.evenings.standings import points, standings
from cardhouse.house.house import House, hash_token
from cardhouse.house.settings import Settings
from cardhouse.house.stores import database
from cardhouse.house.stores.opening import prepared
from cardhouse.wire import Denial, encode
from cardhouse.wire.evenings import MOST_PEOPLE, CloseRound, DrawRound, EndEvening, LeaveEvening, NewEvening
from tests.house import stores
from tests.house.live import LiveHouse
from tests.house.test_rooms import SHORT
from tests.waiting import until

# Standings


def played(*tables: tuple[tuple[int, ...], Places]) -> DrawnRound:
    """A round that is over: the people of each table, and the places of its seats."""
    made = [DrawnTable(id="table", people=people, bots=max(0, len(places) - len(people))) for people, places in tables]
    return DrawnRound(tables=tuple(made), places=tuple(places for _, places in tables))


class CountedPlayer(int):
    """A player's number that counts how often it is looked up."""

    lookups = 0

    def __hash__(self) -> int:
        CountedPlayer.lookups += 1
        return int(self)


def test_standings_do_not_compare_everybody_with_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CountedPlayer, "lookups", 0)
    players = [CountedPlayer(number) for number in range(1, rules.MOST_VISITS + 1)]
    assert {one.place for one in standings(players, [])} == {1}
    assert CountedPlayer.lookups < 20 * len(players)  # anybody can ask for them, and nobody has met half of the others


def ranking(players: int, *rounds: DrawnRound) -> list[tuple[int, int]]:
    return [(one.place, one.player) for one in standings(range(1, players + 1), rounds)]


def test_points_are_evenly_spaced_from_100_to_0_and_shared_by_equal_places() -> None:
    assert [points((1, 2, 3, 4), seat) for seat in range(4)] == [100, 67, 33, 0]
    assert [points((2, 1), seat) for seat in range(2)] == [0, 100]
    assert [points((1, 1, 3), seat) for seat in range(3)] == [75, 75, 0]
    assert [points((1, 1, 1, 1), seat) for seat in range(4)] == [50, 50, 50, 50]


def test_points_come_first_and_a_table_that_was_broken_off_counts_for_nobody() -> None:
    rounds = [played(((1, 2, 3), (2, 1, 3)), ((4, 5, 6), ()))]
    assert ranking(6, *rounds) == [(1, 2), (2, 1), (3, 3), (4, 4), (4, 5), (4, 6)]  # 3 has met somebody


def test_at_equal_points_more_first_places_decide() -> None:
    # 1 is first and last, 2 is in the middle twice: both have 100 points
    rounds = [played(((1, 2, 3), (1, 2, 3))), played(((3, 2, 1), (1, 2, 3)))]
    assert [(one.place, one.player, one.points, one.wins) for one in standings((1, 2, 3), rounds)] == [
        (1, 1, 100, 1),
        (1, 3, 100, 1),
        (3, 2, 100, 0),
    ]


def test_then_the_average_points_of_the_people_met_decide_and_bots_are_not_counted() -> None:
    # 1 beats 2, who beats 4 later; 3 beats 4; 5 beats a bot
    rounds = [
        played(((1, 2), (1, 2)), ((3, 4), (1, 2)), ((5,), (1, 2))),
        played(((2, 4), (1, 2))),
    ]
    found = standings(range(1, 6), rounds)
    assert [(one.player, one.points, one.strength) for one in found] == [
        (1, 100, 100),
        (2, 100, 50),
        (3, 100, 0),
        (5, 100, 0),
        (4, 0, 100),
    ]
    assert [one.place for one in found] == [1, 2, 3, 3, 5]


def test_then_the_direct_comparison_decides_and_a_circle_shares_the_place() -> None:
    # 2 beats 1, and both get the same from 3 and 4, who are equal as well
    rounds = [
        played(((2, 1), (1, 2)), ((3, 4), (1, 2))),
        played(((1, 3), (1, 2)), ((4, 2), (1, 2))),
    ]
    found = standings((1, 2, 3, 4), rounds)
    assert {(one.place, one.points, one.strength, one.direct) for one in found} == {(1, 100, 100, 0)}
    rounds = [played(((2, 1), (1, 2))), played(((1, 3), (1, 2)), ((4, 2), (1, 2)), ((3, 5), (1, 2)), ((5, 4), (1, 2)))]
    two, one = standings((1, 2), rounds)
    assert (two.player, two.points, two.strength, two.place, two.direct) == (2, 100, 100, 1, 1)
    assert (one.player, one.points, one.strength, one.place, one.direct) == (1, 100, 100, 2, -1)


# The draw


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [2, 4, 8])
def test_everybody_is_drawn_once_to_a_table_that_the_game_allows(game: str, size: int) -> None:
    seats = seat_counts(GAMES[game], {})
    for people in range(2, MOST_PEOPLE + 1):
        tables = tables_for(people, size, seats)
        groups = draw(range(1, people + 1), [], tables, Random(people))
        assert sorted(player for group in groups for player in group.people) == [*range(1, people + 1)]
        assert all(len(group.people) + group.bots in seats for group in groups)
        lengths = [len(group.people) for group in groups]
        assert max(lengths) - min(lengths) <= 1
        fewest = people % 2 if game == "javelin" else max(0, seats[0] - people)
        assert sum(group.bots for group in groups) == fewest


def test_tables_have_about_the_size_that_is_wished() -> None:
    seats = [*range(3, 9)]
    assert tables_for(8, 4, seats) == [(4, 0), (4, 0)]
    assert tables_for(7, 4, seats) == [(4, 0), (3, 0)]
    assert tables_for(5, 4, seats) == [(5, 0)]  # rather than three, and two with a bot
    assert tables_for(2, 4, seats) == [(2, 1)]


def random_rounds(people: int, size: int, count: int, seats: list[int], dice: Random) -> list[DrawnRound]:
    """Rounds that are drawn one after the other, with random results."""
    rounds: list[DrawnRound] = []
    for _ in range(count):
        ranked = [one.player for one in standings(range(1, people + 1), rounds)]
        groups = draw(ranked, rounds, tables_for(people, size, seats), dice)
        places = [tuple(dice.sample(range(1, 1 + (n := len(one.people) + one.bots)), n)) for one in groups]
        rounds.append(played(*((group.people, seats) for group, seats in zip(groups, places, strict=True))))
    return rounds


def repeats(rounds: list[DrawnRound]) -> int:
    met = Counter(frozenset(pair) for one in rounds for table in one.tables for pair in combinations(table.people, 2))
    return sum(count - 1 for count in met.values())


def test_people_hardly_ever_meet_again_and_nobody_gets_a_bot_twice() -> None:
    for seed in range(10):
        assert repeats(random_rounds(64, 2, 8, [2], Random(seed))) == 0
        assert repeats(random_rounds(9, 3, 4, [*range(2, 8)], Random(seed))) <= 2
        assert repeats(random_rounds(8, 2, 7, [2], Random(seed))) <= 4  # everybody has met everybody
        odd = random_rounds(7, 2, 4, [2], Random(seed))
        assert max(Counter(table.people for one in odd for table in one.tables if table.bots).values()) == 1


def test_a_draw_that_looks_at_the_standings_alone_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "AGAIN", 0)
    with pytest.raises(AssertionError):
        test_people_hardly_ever_meet_again_and_nobody_gets_a_bot_twice()


def test_leaders_play_leaders() -> None:
    first = played(((1, 2), (1, 2)), ((3, 4), (1, 2)), ((5, 6), (1, 2)), ((7, 8), (1, 2)))
    ranked = [one.player for one in standings(range(1, 9), [first])]
    second = draw(ranked, [first], tables_for(8, 2, [2]), Random(1))
    assert all(len({player % 2 for player in group.people}) == 1 for group in second)


# Who may do what


OPENED = EveningOpened(
    game="javelin", options={}, rounds=2, size=2, level="quick", clock=0, grace=3600, pace=0, chat=True, at=0.0
)


def evening(*more: Any, people: int = 3) -> Evening:
    joined = [PlayerJoined(name=f"P {number}", token=f"token {number}", at=0.0) for number in range(1, people + 1)]
    return fold("test", [OPENED, *joined, *more])


def drawn(*tables: tuple[int, ...], at: float = 0.0) -> RoundDrawn:
    return RoundDrawn(tables=tuple(DrawnTable(id="t", people=people, bots=2 - len(people)) for people in tables), at=at)


def test_the_creator_goes_on_and_everybody_can_when_the_evening_stands_still() -> None:
    waiting = evening(drawn((1, 2), (3,)), RoundScored(places=((1, 2), (1, 2)), at=100.0))
    ann, ben = waiting.players[:2]
    assert rules.may_draw(waiting, ann, 2, 100.0)
    with pytest.raises(Denial, match="Only the creator of the evening can do that") as caught:
        rules.may_draw(waiting, ben, 2, 219.0)
    assert caught.value.code == "denied"
    assert rules.may_draw(waiting, ben, 2, 220.0)
    plays = evening(drawn((1, 2), (3,), at=100.0))
    assert rules.close(plays, ann, 1, [(1, 2), None], 101.0) == RoundScored(places=((1, 2), ()), at=101.0)
    with pytest.raises(Denial):
        rules.close(plays, ben, 1, [None, None], 3699.0)
    assert rules.close(plays, ben, 1, [None, None], 3700.0) == RoundScored(places=((), ()), at=3700.0)


def test_the_next_player_is_the_creator_when_the_creator_leaves() -> None:
    assert evening(PlayerLeft(player=1, at=1.0)).creator == 2
    assert evening(PlayerLeft(player=1, at=1.0), PlayerReturned(player=1, at=2.0)).creator == 1


def test_a_round_is_drawn_once_in_its_turn_and_for_two_players_at_least() -> None:
    first = evening()
    ann = first.players[0]
    for wanted, code in ((2, "stale"), (99, "stale")):
        with pytest.raises(Denial) as caught:
            rules.may_draw(first, ann, wanted, 0.0)
        assert caught.value.code == code
    with pytest.raises(Denial, match="at least two players"):
        rules.may_draw(evening(people=1), ann, 1, 0.0)
    plays = evening(drawn((1, 2), (3,)))
    assert not rules.may_draw(plays, ann, 1, 0.0)
    with pytest.raises(Denial, match="Round 1 is not over yet"):
        rules.may_draw(plays, ann, 2, 0.0)


def test_names_look_different_and_nobody_joins_a_full_evening() -> None:
    with pytest.raises(Denial, match="Another name in this evening looks like") as caught:
        rules.join(evening(PlayerLeft(player=2, at=1.0)), "\N{CYRILLIC CAPITAL LETTER ER} 2", "token", 2.0)
    assert caught.value.suggestion
    with pytest.raises(Denial, match="This evening is full"):
        rules.join(evening(people=MOST_PEOPLE), "One more", "token", 2.0)
    left = [PlayerLeft(player=number, at=1.0) for number in range(1, MOST_PEOPLE + 1)]
    assert rules.join(evening(*left, people=MOST_PEOPLE), "One more", "token", 2.0).name == "One more"
    restless = [one for _ in range(300) for one in (PlayerLeft(player=1, at=1.0), PlayerReturned(player=1, at=1.0))]
    with pytest.raises(Denial, match="Too many people have come and gone"):
        rules.join(evening(*restless), "One more", "token", 2.0)


def test_a_player_whose_answer_was_lost_joins_again_with_the_same_key(tmp_path: Path) -> None:
    with LiveHouse(tmp_path) as house:
        ann = house.post("/api/evenings", {"game": "president", "name": "Ann"})
        path, key = f"/api/evenings/{ann['evening']['id']}/players", "a key that only Ben's browser knows"
        for _ in range(2):
            ben = house.post(path, {"name": "Ben", "key": key})
            assert (ben["player"], ben["token"], len(ben["evening"]["players"])) == (2, key, 2)
        assert house.post(path, {"name": "Ben", "key": "the key of somebody else"})["code"] == "taken"
        assert house.post(path, {"name": "Ben"})["code"] == "taken"


def test_a_clock_that_was_set_back_does_not_keep_an_evening_from_going_on() -> None:
    ahead = evening(drawn((1, 2), (3,), at=40 * 86_400.0))
    ben = ahead.players[1]
    assert rules.everybody_in(ahead, ahead.since) == rules.PATIENCE["play"]
    assert rules.everybody_in(ahead, ahead.since - 1.0) > rules.PATIENCE["play"]  # two clocks that differ a little
    assert rules.everybody_in(ahead, 0.0) == 0.0
    assert rules.close(ahead, ben, 1, [(1, 2), None], 0.0) is not None
    with pytest.raises(Denial, match="Only the creator"):
        rules.close(ahead, ben, 1, [(1, 2), None], ahead.since)


def test_a_refusal_says_that_it_is_about_an_evening() -> None:
    with pytest.raises(Denial) as caught:
        rules.join(evening(EveningEnded(at=1.0)), "Cleo", "token", 2.0)
    nak = json.decode(encode(caught.value.nak(7)))
    assert nak == {"type": "nak", "code": "closed", "about": "evening_over", "reason": rules.OVER, "id": 7}
    assert "about" not in json.decode(encode(Denial("closed", "This table is closed.").nak()))


def test_a_player_who_was_removed_cannot_return() -> None:
    removed = evening(PlayerLeft(player=2, removed=True, at=1.0))
    with pytest.raises(Denial) as caught:
        rules.come_back(removed, removed.players[1], 2.0)
    assert caught.value.code == "kicked"
    with pytest.raises(Denial, match="Only the creator"):
        rules.remove(removed, removed.players[2], 1, 2.0)
    with pytest.raises(Denial, match="no other player 9"):
        rules.remove(removed, removed.players[0], 9, 2.0)


# Whole evenings, over HTTP and sockets


def new(**more: Any) -> dict[str, Any]:
    return {"game": "javelin", "name": "Ann", "rounds": 2, "clock": 0, "grace": 3600, "pace": 0, **more}


class Party:
    """Some people with an evening at a house that may die: what is not answered they ask again."""

    def __init__(self, house: LiveHouse, game: str, people: int, **more: Any) -> None:
        self.house, self.game, self.deaths = house, game, 0
        first = house.post("/api/evenings", new(game=game, options=SHORT.get(game, {}), **more))
        self.id, self.tokens = first["evening"]["id"], {1: first["token"]}
        for number in range(2, people + 1):
            entered = house.post(f"/api/evenings/{self.id}/players", {"name": f"Ben {number}"})
            self.tokens[entered["player"]] = entered["token"]

    def asks(self, method: str, path: str = "", body: object = None, token: str = "") -> tuple[int, Any]:
        text = None if body is None else json.encode(body)
        while True:
            try:
                return self.house.request(method, f"/api/evenings/{self.id}{path}", text, token)
            except (OSError, HTTPException):
                self.house.kill()  # it is dead already
                self.house.start()
                self.deaths += 1

    def info(self) -> dict[str, Any]:
        found: dict[str, Any] = self.asks("GET")[1]
        return found

    def does(self, by: int, kind: str, **more: Any) -> tuple[int, Any]:
        return self.asks("POST", "/commands", {"type": kind, **more}, self.tokens[by])

    def play(self, player: int) -> None:
        """Play the match of the current round, with the token of the evening."""
        (table,) = [one for one in self.info()["drawn"][-1]["tables"] if player in one["people"]]
        bot = bot_named(GAMES[self.game], "quick")
        result = Seat(self.house.url, table["id"], self.tokens[player], self.game).play(bot)
        assert len(result.places) == len(table["people"]) + table["bots"]

    def play_round(self, number: int) -> dict[str, Any]:
        status, info = self.does(1, "draw", round=number)
        assert (status, info["phase"], len(info["drawn"])) == (200, "play", number)
        here = [player for table in info["drawn"][-1]["tables"] for player in table["people"]]
        with ThreadPoolExecutor(len(here)) as people:
            list(people.map(self.play, here))
        until(lambda: self.info()["phase"] != "play")
        return self.info()


@pytest.mark.parametrize("game", GAMES)
def test_an_evening_is_played_to_its_end_though_the_house_dies_at_every_table(game: str, tmp_path: Path) -> None:
    with LiveHouse(tmp_path, plant="dies at every table of an evening") as house:
        party = Party(house, game, 3, size=2)
        tables = [info["drawn"][-1]["tables"] for info in (party.play_round(1), party.play_round(2))]
        info = party.info()
        assert party.deaths == 2 * sum(map(len, tables))
        assert info["phase"] == "over"
        assert all(table["state"] == "over" for tables in tables for table in tables)
        assert sum(one["points"] for one in info["standings"]) > 0
        assert info["standings"][0]["place"] == 1
        if game == "javelin":
            assert [(len(table["people"]), table["bots"]) for table in tables[0]] == [(2, 0), (1, 1)]
        assert {player for table in tables[1] for player in table["people"]} == {1, 2, 3}
        status, nak = party.does(1, "draw", round=3)
        assert (status, nak["code"], nak["reason"]) == (410, "closed", "This evening is over.")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with LiveHouse(tmp_path_factory.mktemp("evenings")) as house:
        yield house


def test_what_is_asked_twice_is_done_once(house: LiveHouse) -> None:
    party = Party(house, "javelin", 4)
    with ThreadPoolExecutor(8) as devices:
        answers = list(devices.map(lambda _: party.does(1, "draw", round=1), range(8)))
    assert [status for status, _ in answers] == [200] * 8
    assert len({json.encode(info["drawn"]) for _, info in answers}) == 1
    for kind in ("leave", "leave", "return", "return", "leave"):
        assert party.does(2, kind)[0] == 200
    assert [player["state"] for player in party.info()["players"]] == ["here", "left", "here", "here"]
    for _ in range(2):
        assert party.does(1, "remove", player=3)[0] == 200
        status, info = party.does(1, "close", round=1)
        assert (status, info["phase"]) == (200, "pause")
    assert [table["state"] for table in info["drawn"][0]["tables"]] == ["off", "off"]
    for _ in range(2):
        status, info = party.does(1, "end")
        assert (status, info["phase"]) == (200, "over")


def test_forged_tokens_and_bad_requests_get_a_sentence_and_change_nothing(house: LiveHouse) -> None:
    party, other = Party(house, "javelin", 2), Party(house, "javelin", 2)
    before = party.info()
    path = f"/api/evenings/{party.id}"
    draws = json.encode({"type": "draw", "round": 1})
    bad: list[tuple[str, str, bytes | None, str, int, str]] = [
        ("POST", f"{path}/commands", draws, "", 403, "denied"),
        ("POST", f"{path}/commands", draws, "forged", 403, "denied"),
        ("POST", f"{path}/commands", draws, other.tokens[1], 403, "denied"),
        ("POST", f"{path}/commands", draws, hash_token(party.tokens[1]), 403, "denied"),
        ("POST", f"{path}/commands", draws, party.tokens[2], 403, "denied"),
        ("POST", f"{path}/commands", b'{"type": "remove", "player": 1}', party.tokens[2], 403, "denied"),
        ("POST", f"{path}/commands", b'{"type": "end"}', party.tokens[2], 403, "denied"),
        ("POST", f"{path}/commands", b'{"type": "draw", "round": 0}', party.tokens[1], 400, "unreadable"),
        ("POST", f"{path}/commands", b'{"type": "win"}', party.tokens[1], 400, "unreadable"),
        ("POST", f"{path}/players", b'{"name": "Ann"}', "", 409, "taken"),
        ("POST", f"{path}/players", b'{"name": "   "}', "", 400, "unreadable"),
        ("POST", f"{path}/players", b'{"name": "Cleo", "seat": 1}', "", 400, "unreadable"),
        ("GET", "/api/evenings/no-such-evening", None, "", 404, "unknown"),
        ("GET", "/api/evenings/%00", None, "", 404, "unknown"),
        ("POST", "/api/evenings/no-such-evening/players", b'{"name": "Cleo"}', "", 404, "unknown"),
        ("POST", "/api/evenings/no-such-evening/commands", draws, party.tokens[1], 404, "unknown"),
        ("POST", "/api/evenings", json.encode(new(game="chess")), "", 404, "unknown"),
        ("POST", "/api/evenings", json.encode(new(level="genius")), "", 404, "unknown"),
        ("POST", "/api/evenings", json.encode(new(options={"speed": 9})), "", 400, "unreadable"),
        ("POST", "/api/evenings", json.encode(new(rounds=13)), "", 400, "unreadable"),
        ("POST", "/api/evenings", json.encode(new(rounds=0)), "", 400, "unreadable"),
    ]
    for method, where, body, token, status, code in bad:
        found, nak = house.request(method, where, body, token)
        assert (found, nak.get("code")) == (status, code), (where, body, nak)
        assert nak["reason"].endswith("."), nak
    assert {**party.info(), "everybody_in": 0} == {**before, "everybody_in": 0}


def test_nothing_that_everybody_is_told_opens_a_seat(house: LiveHouse) -> None:
    party = Party(house, "president", 3)
    _, info = party.does(1, "draw", round=1)
    told = json.encode(info).decode()
    for token in party.tokens.values():
        assert token not in told
        assert hash_token(token) not in told


def test_masters_play_an_evening_that_their_net_fits(house: LiveHouse) -> None:
    refused = json.encode(new(game="davenport", level="master", options={"playoff_wins": 5}))
    status, nak = house.request("POST", "/api/evenings", refused, "")
    assert (status, nak["code"], nak["about"]) == (409, "not_now", "level_none")
    party = Party(house, "davenport", 4, level="master", size=4)
    _, info = party.does(1, "draw", round=1)
    (table,) = info["drawn"][0]["tables"]
    assert house.get(f"/api/tables/{table['id']}")["level"] == "master"


def test_at_a_table_that_is_too_large_for_the_net_the_heuristic_plays() -> None:
    assert catalogue.suited(GAMES["davenport"], "master", 4, {"ace_rule": "on"}) == "master"
    assert catalogue.suited(GAMES["davenport"], "master", 4, {"playoff_wins": 5}) == "quick"
    assert catalogue.suited(GAMES["davenport"], "deep", 4, {"playoff_wins": 5}) == "deep"


def test_at_a_table_of_an_evening_the_evening_seats_the_people_for_one_match(house: LiveHouse) -> None:
    party = Party(house, "javelin", 3)
    _, info = party.does(1, "draw", round=1)
    table = next(one for one in info["drawn"][0]["tables"] if one["bots"])
    path = f"/api/tables/{table['id']}"
    listing = house.get(path)
    assert listing["evening"] == {"id": party.id, "round": 1, "rounds": 2}
    assert (listing["phase"], listing["full"], listing["creator"]) == ("play", "seats", None)
    assert table["id"] not in [one["id"] for one in house.get("/api/tables")]
    nak = house.post(f"{path}/seats", {"name": "Zoe", "seat": 1})
    assert (nak["code"], nak["reason"]) == (
        "full",
        "The seats at this table belong to the people of an evening. You can watch.",
    )
    (player,) = table["people"]
    token = party.tokens[player]
    for command in ({"type": "kick", "seat": 1}, {"type": "level", "level": "easy"}, {"type": "pace", "seconds": 9}):
        assert house.post(f"{path}/commands", {"id": 1, **command}, token)["code"] == "denied"
    party.play(player)
    assert "one match is played" in house.post(f"{path}/commands", {"type": "rematch", "id": 1 << 50}, token)["reason"]


def test_a_table_that_everybody_leaves_is_broken_off_and_holds_up_nobody(house: LiveHouse) -> None:
    party = Party(house, "javelin", 2, rounds=1)
    _, info = party.does(1, "draw", round=1)
    (table,) = info["drawn"][0]["tables"]
    for token in party.tokens.values():
        ack = house.post(f"/api/tables/{table['id']}/commands", {"type": "leave", "id": 1}, token)
        assert ack["type"] == "ack"
    until(lambda: party.info()["phase"] == "over")
    assert [one["points"] for one in party.info()["standings"]] == [0, 0]


def test_evenings_count_as_the_tables_that_they_open(tmp_path: Path) -> None:
    with LiveHouse(tmp_path, plant="limits") as limited:
        party = Party(limited, "javelin", 6)  # 1 of 5
        assert party.does(1, "draw", round=1)[0] == 200  # and 3
        assert party.does(1, "close", round=1)[0] == 200
        assert party.does(1, "draw", round=2)[0] == 200  # one is left; the others are owed
        status, nak = limited.request("POST", "/api/evenings", json.encode(new()))
        assert (status, nak["code"]) == (429, "limit")


# Several houses


@asynccontextmanager
async def two_houses(store: str) -> AsyncIterator[tuple[House, House]]:
    """On one database."""
    await database.prepare(store)
    both = [House(Settings(store, url=f"http://{name}", workers=0, deep_workers=0)) for name in ("one", "two")]
    for house in both:
        await house.open()
    try:
        yield both[0], both[1]
    finally:
        for house in both:
            await house.close()


def allow(tables: int) -> None:
    pass


def draw_together(one: Any, two: Any) -> None:
    """Let both houses decide on their draw before either stores it."""
    barrier = asyncio.Barrier(2)

    def waiting(append: Any) -> Any:
        async def wait_and_append(known: register.Known, entry: Any) -> Any:
            if isinstance(entry, RoundDrawn):
                await barrier.wait()
            return await append(known, entry)

        return wait_and_append

    for evenings in (one, two):
        evenings._append = waiting(evenings._append)


async def draw_at_once(people: int, rounds: int) -> list[Any]:
    """Draw rounds at two houses at once; return what both say, and the tables that there are."""
    said: list[Any] = []
    async with two_houses(stores.server().new_database()) as (one, two):
        evening, _ = await one.evenings.open(NewEvening(game="javelin", name="Ann", rounds=rounds), hash_token("Ann"))
        joins = [one.evenings.join(evening.id, f"Ben {n}", f"{n}") for n in range(2, people + 1)]
        joins += [two.evenings.join(evening.id, "Cleo", "cleo"), two.evenings.join(evening.id, "Dan", "dan")]
        await asyncio.gather(*joins)
        draw_together(one.evenings, two.evenings)
        for number in range(1, rounds + 1):
            draws = [
                house.evenings.command(evening.id, hash_token("Ann"), DrawRound(round=number), allow)
                for house in (one, two)
            ]
            await asyncio.gather(*draws)
            both = await asyncio.gather(*(house.evenings.look(evening.id, fresh=True) for house in (one, two)))
            said.append([describe(look).drawn[-1] for look in both])
            for table in said[-1][0].tables:
                sitting = await two.sitting(table.id, "")
                assert [player.token for player in sitting.people()] == [
                    both[0].evening.players[number - 1].token for number in table.people
                ]
                assert sitting.phase == "play"
            await two.evenings.command(evening.id, hash_token("Ann"), CloseRound(round=number), allow)
    return said


def test_two_houses_that_draw_at_once_agree() -> None:
    for one, two in asyncio.run(draw_at_once(6, 2)):
        assert one == two
        assert sorted(player for table in one.tables for player in table.people) == [*range(1, 9)]


def test_houses_that_do_not_look_whether_their_entry_was_the_first_would_be_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    append = register.Evenings._append

    async def careless(self: Any, known: register.Known, entry: Any) -> bool:
        if not isinstance(entry, RoundDrawn):
            return await append(self, known, entry)
        name, number = known.evening.id, known.evening.length
        await self._store.add_document(register._kind(name), register._number(number), encode(entry).decode())
        self._go_on(known, encode(entry).decode())
        return True

    monkeypatch.setattr(register.Evenings, "_append", careless)
    monkeypatch.setattr(register, "_goes_on", lambda known, texts: True)  # nor later on
    with pytest.raises(AssertionError):
        test_two_houses_that_draw_at_once_agree()


def test_players_who_leave_are_not_drawn_and_the_evening_is_as_it_was_after_a_restart(tmp_path: Path) -> None:
    store = stores.new_store(tmp_path)

    async def first() -> Any:
        async with one_house(store) as house:
            evening, _ = await house.evenings.open(NewEvening(game="president", name="Ann"), hash_token("Ann"))
            for name in ("Ben", "Cleo", "Dan", "Eve"):
                await house.evenings.join(evening.id, name, hash_token(name))
            await house.evenings.command(evening.id, hash_token("Ben"), LeaveEvening(), allow)
            await house.evenings.command(evening.id, hash_token("Ann"), DrawRound(round=1), allow)
            return await house.evenings.info(evening.id)

    async def second(name: str) -> Any:
        async with one_house(store) as house:
            found = await house.evenings.info(name)
            await house.evenings.command(name, hash_token("Ann"), EndEvening(), allow)
            return found, await house.evenings.info(name)

    before = asyncio.run(first())
    after, ended = asyncio.run(second(before.id))
    assert [sorted(table.people) for table in before.drawn[0].tables] == [[1, 3, 4, 5]]
    assert after.drawn == before.drawn
    assert after.players == before.players
    assert (ended.phase, [table.state for table in ended.drawn[0].tables]) == ("over", ["off"])


def test_a_round_that_is_drawn_while_it_is_being_closed_is_not_scored_with_another_rounds_tables(
    tmp_path: Path,
) -> None:
    ann = hash_token("Ann")

    async def draw_while_closing() -> Any:
        async with one_house(stores.new_store(tmp_path)) as house:
            evenings = house.evenings
            name = (await evenings.open(NewEvening(game="javelin", name="Ann"), ann))[0].id
            await evenings.join(name, "Ben", hash_token("Ben"))
            look = evenings.look

            async def look_and_draw(name: str, *, fresh: bool = False) -> Any:
                seen = await look(name, fresh=fresh)
                evenings.look = look  # type: ignore[method-assign]
                await evenings.command(name, ann, DrawRound(round=1), allow)
                return seen

            evenings.look = look_and_draw  # type: ignore[method-assign]
            with pytest.raises(Denial, match="was drawn at this very moment"):
                await evenings.command(name, ann, CloseRound(round=1), allow)
            return await evenings.info(name)

    info = asyncio.run(draw_while_closing())
    assert (info.phase, [table.state for table in info.drawn[0].tables]) == ("play", ["play"])


def test_the_house_does_not_work_for_a_stranger_or_for_a_draw_that_is_one_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, worked = hash_token("Ann"), list[str]()

    def refuse(tables: int) -> None:
        raise Denial("limit", f"{tables} tables are too many.")

    async def ask() -> None:
        async with one_house(stores.new_store(tmp_path)) as house:
            evenings = house.evenings
            name = (await evenings.open(NewEvening(game="javelin", name="Ann"), ann))[0].id
            await evenings.join(name, "Ben", hash_token("Ben"))
            monkeypatch.setattr(register, "draw", lambda *_: worked.append("draw"))
            with pytest.raises(Denial, match="1 tables are too many"):
                await evenings.command(name, ann, DrawRound(round=1), refuse)
            monkeypatch.setattr(evenings, "look", lambda *_, **__: worked.append("look"))
            for command in (DrawRound(round=1), CloseRound(round=1), EndEvening()):
                with pytest.raises(Denial, match="does not belong to a player"):
                    await evenings.command(name, hash_token("Eve"), command, allow)

    asyncio.run(ask())
    assert worked == []


@asynccontextmanager
async def one_house(store: str) -> AsyncIterator[House]:
    with ExitStack() as stack:
        await asyncio.to_thread(stack.enter_context, prepared(store))  # of a database, it runs an event loop
        house = House(Settings(store, workers=0, deep_workers=0))
        await house.open()
        try:
            yield house
        finally:
            await house.close()
