"""Logs replay exactly, and broken ones are refused."""

import json
from typing import Any

import pytest

from cardhouse import GAMES, WATCHER, BadLog, Match, SeededDealer, play_out, replay
from cardhouse.bots import random_player
from cardhouse.games.definition import AnyGame
from tests.forged import forge
from tests.toy import TOY

MOMENTS = 105  # of a match: the first deal ends before, in every game


def log_of(seats: int = 4, **options: str | int) -> str:
    match = Match("president", seats=seats, options=options, dealer=SeededDealer(5))
    play_out(match, [random_player(5)] * seats)
    return match.log()


def test_replay_equals_play() -> None:
    for log in (log_of(3, deals=2), log_of(8), log_of(5, skip_on="rank", full_circle="everybody")):
        again = replay(log)
        assert again.log() == log
        assert again.over


def test_a_match_under_way_replays_and_goes_on() -> None:
    match = Match("president")
    match.play(match.to_act[0], "pass")
    again = replay(match.log())
    assert again.to_act == match.to_act
    assert [again.view(seat) for seat in range(4)] == [match.view(seat) for seat in range(4)]
    assert again.events == match.events
    again.play(again.to_act[0], "pass")


def test_a_match_that_pauses_replays_from_any_moment() -> None:
    match = Match("president", options={"deals": 2}, names=["a b", "♣", "é", "d"], pause=True)
    for _ in range(2):
        assert replay(match.log()).log() == match.log()
        match.go_on()
        while match.to_act:
            match.play(match.to_act[0], match.moves(match.to_act[0])[0])
    assert replay(match.log()).over


def test_a_fair_match_and_a_faulty_player_replay() -> None:
    match = Match("president", options={"deals": 2})
    play_out(match, [random_player(1), random_player(2), random_player(3), lambda view: "nonsense"])
    assert replay(match.log()).events == match.events


def test_a_game_that_is_not_registered_replays_when_given() -> None:
    match = Match(TOY, dealer=SeededDealer(2))
    play_out(match, [random_player(1)] * 3)
    assert replay(match.log(), game=TOY).log() == match.log()
    with pytest.raises(BadLog, match="There is no game 'toy'"):
        replay(match.log())


def lines(log: str) -> list[str]:
    return log.removesuffix("\n").split("\n")


def edited(number: int, old: str, new: str) -> str:
    log = lines(log_of())
    assert old in log[number]
    log[number] = log[number].replace(old, new, 1)
    return resigned(log)


def resigned(log: list[str]) -> str:
    return forge("".join(f"{line}\n" for line in log))


def second_move_out_of_turn() -> str:
    log = lines(log_of())
    entry = json.loads(log[4])
    entry["seat"] = (entry["seat"] + 1) % 4
    return resigned([*log[:4], json.dumps(entry), *log[5:]])


@pytest.mark.parametrize(
    ("log", "says"),
    [
        ("", "A log is a text of JSON lines, not ''."),
        (None, "A log is a text of JSON lines, not None."),
        ('{"cardhouse": 1, "game": 1' + "0" * 5000 + "}", "Line 1 of the log is not a JSON object"),
        ("nonsense", "Line 1 of the log is not a JSON object: 'nonsense'."),
        ("[1, 2]", "Line 1 of the log is not a JSON object"),
        ("{}", "The first line is not the head of a log of version 1"),
        ('{"cardhouse": 2}', "The first line is not the head of a log of version 1"),
        ('{"cardhouse": 1}', "The log has been changed or cut off"),
        (forge('{"cardhouse": 1}\n{}\n'), "The log does not replay: 'game'"),
        ("[" * 100_000, "Line 1 of the log is not a JSON object"),
        (edited(0, "president", "bridge"), "The log does not replay: There is no game 'bridge'"),
        (edited(0, '"seats": 4', '"seats": 5'), "are not names for 5 seats"),
        (edited(0, '"seats": 4', '"seats": []'), "The log does not replay: President is for 3 to 8 players, not []"),
        (edited(2, "[", "[[1], "), "The log does not replay"),
        (edited(3, '"seat": ', '"seat": 9'), "The log does not replay: There is no seat 9"),
        (edited(3, '"move": "', '"move": "x'), "The log does not replay"),
        (edited(3, '{"seat"', '{"fault": "x", "seat"'), "Line 4 of the log is"),
        (resigned(lines(log_of())[:-3]), "but it replays as"),
        (resigned(lines(log_of())[:3]), "The script ends before 52 of 52 are drawn"),
        (resigned([*lines(log_of())[:-1], '{"cards": [1, 2]}', "digest"]), "of the log is"),
        ("\n".join(lines(log_of())[:-3]), "The log has been changed or cut off"),
        (log_of().removesuffix("\n"), "The log has been changed or cut off"),
        (log_of() + '{"cards": [1, 2]}\n', "The log has been changed or cut off"),
        (
            edited(0, '"options": {', '"options": "ab", "more": {'),
            "The log does not replay: Options are names with values",
        ),
        (edited(0, '"deals": 1', '"deals": Infinity'), "The option deals must be one of 1 to 50, not inf"),
        (second_move_out_of_turn(), "The log does not replay: It is seat"),
        (edited(-2, '"state": "', '"state": "0'), "of the log is"),
        (log_of().replace('"digest": "', '"digest": "0'), "The log has been changed or cut off"),
    ],
)
def test_a_broken_log_gets_a_sentence(log: Any, says: str) -> None:
    with pytest.raises(BadLog) as caught:
        replay(log)
    assert says in str(caught.value)
    assert caught.value.rule in ("logs", "dealing")


@pytest.mark.parametrize("pause", [False, True], ids=["at once", "with pauses"])
@pytest.mark.parametrize("given", [False, True], ids=["seating drawn", "seating given"])
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_replays_from_every_moment(game: AnyGame, given: bool, pause: bool) -> None:
    seats = game.seats[0]
    seating = list(reversed(range(seats))) if given else None
    match = Match(game, seats=seats, options=game.lab.long, dealer=SeededDealer(3), seating=seating, pause=pause)
    player = random_player(3)
    replays_as_it_is(match)
    for _ in range(MOMENTS):
        if match.paused:
            match.go_on()
        elif match.to_act:
            seat = match.to_act[-1]
            match.play(seat, player(match.view(seat)))
        replays_as_it_is(match)
    assert match.deals_over > 0


def replays_as_it_is(match: Match) -> None:
    again = replay(match.log())
    assert again.log() == match.log()
    assert (again.seating, again.paused, again.to_act) == (match.seating, match.paused, match.to_act)
    assert again.events == match.events
    for seat in range(WATCHER, match.seats):
        assert again.view(seat) == match.view(seat)
    for seat in range(match.seats):
        assert again.every_move(seat) == match.every_move(seat)
