"""Suggestions: a legal move, told to the one who asked, from what they see; and nothing else comes of it."""

from pathlib import Path
from typing import Any

import pytest

from cardhouse.bots.compared import Compared
from cardhouse.games import GAMES
from cardhouse.wire import ComparedInfo, Denial, Suggestion
from tests.house.calls import Call
from tests.house.in_memory import InMemoryHouse, mover_of
from tests.house.live import LiveHouse
from tests.house.test_attendance import moves_of, seated


def sentence(outcomes: list[Suggestion | Denial]) -> tuple[str, str]:
    (outcome,) = outcomes
    assert isinstance(outcome, Denial)
    return outcome.code, outcome.reason


def held(house: InMemoryHouse) -> list[tuple[Any, ...]]:
    """Bots that answer when a test says so: what each was asked."""
    questions: list[tuple[Any, ...]] = []
    house.choose = lambda *given: questions.append(given)
    return questions


@pytest.mark.parametrize("game", GAMES)
def test_a_suggestion_is_a_legal_move_for_the_player_alone_and_is_not_logged(game: str) -> None:
    house = seated(InMemoryHouse(game, people=GAMES[game].default_seats))
    for _ in range(20):
        mover = mover_of(house)
        rows, heard = len(house.store.rows), [len(person.heard) for person in house.people]
        (suggestion,) = mover.ask()
        assert isinstance(suggestion, Suggestion)
        assert (suggestion.id, (suggestion.seq, suggestion.draft)) == (7, house.room.sitting.version_for(mover.seat))
        assert len(house.store.rows) == rows
        assert [len(person.heard) for person in house.people] == heard
        house.must(mover.play(suggestion.move))
        if house.phase != "play":
            break


def test_a_deep_bot_is_asked_with_exactly_its_view_once_for_each_choice() -> None:
    house = seated(InMemoryHouse("president", people=4))
    questions, mover = held(house), mover_of(house)
    assert mover.ask() == []
    ((game, bot, view, answered),) = questions
    assert (game, bot, view) == ("president", "advice", mover.view)
    assert sentence(mover.ask()) == ("not_now", "Your last request for a suggestion has not been answered yet.")
    answered(mover.view.moves[0], "", (Compared("pass", 30, 12, 64),))
    (again,) = mover.ask()
    assert isinstance(again, Suggestion)
    assert again.compared == (ComparedInfo(move="pass", better=30, worse=12, trials=64),)
    assert len(questions) == 1


def test_refused_out_of_turn_switched_off_to_watchers_and_before_the_match() -> None:
    house = seated(InMemoryHouse("president", people=4))
    others = [person for person in house.people if person is not mover_of(house)]
    assert all(sentence(person.ask()) == ("not_now", "It is not your turn.") for person in others)
    stranger = house.people[0]
    stranger.player = 99
    assert sentence(stranger.ask()) == ("denied", "Only players with a seat can ask for a suggestion.")
    off = seated(InMemoryHouse("president", people=4, suggestions=False))
    assert sentence(mover_of(off).ask()) == ("not_now", "There are no suggestions at this table.")
    assert off.people[0].enter()["table"]["suggestions"] is False
    off.restart()
    assert not off.room.sitting.opened.suggestions
    assert sentence(InMemoryHouse("president").people[0].ask()) == ("not_now", "It is not your turn.")


def test_a_suggestion_for_an_old_version_is_refused() -> None:
    house = seated(InMemoryHouse("president", people=4))
    questions, mover = held(house), mover_of(house)
    outcomes: list[Suggestion | Denial] = []
    house.room.suggestions.ask(mover.player, 7, outcomes.append)
    move = mover.view.moves[0]
    house.must(mover.play(move))
    questions[0][3](move, "")
    assert sentence(outcomes) == ("stale", "The table has gone on since you asked.")


@pytest.mark.parametrize("answer", [("", "died: EOFError"), ("play 2c 2d 2h 2s 3c 3d", ""), ("nonsense", "")])
def test_a_bot_that_fails_suggests_nothing_and_can_be_asked_again(answer: tuple[str, str]) -> None:
    house = seated(InMemoryHouse("president", people=4))
    questions, mover = held(house), mover_of(house)
    outcomes: list[Suggestion | Denial] = []
    house.room.suggestions.ask(mover.player, 7, outcomes.append)
    questions[0][3](*answer)
    assert sentence(outcomes) == ("not_now", "No suggestion was found. Try again.")
    assert mover.ask() == []
    assert len(questions) == 2


def test_asking_for_a_suggestion_is_not_a_move_and_the_clock_runs_on() -> None:
    house = seated(InMemoryHouse("president", people=4, clock=10, grace=5))
    mover = mover_of(house)
    house.pass_time(14.0)
    mover.ask()
    assert moves_of(house) == []
    house.pass_time(1.5)
    (made,) = moves_of(house)
    assert (made.seat, made.by) == (mover.seat, "clock")
    assert house.room.attendance._strikes == {mover.player: 1}


def test_suggestions_work_over_a_socket_and_http_and_a_flood_is_disconnected(tmp_path: Path) -> None:
    with LiveHouse(tmp_path, plant="limits") as house:
        table, (ann, ben) = house.table("davenport", 2, seats=2)
        path = f"/api/tables/{table}/commands"
        with Call(house, table, ann) as call, Call(house, table, ben) as other:
            call.send({"type": "suggest", "id": 900})
            answer = call.hear("suggestion", "nak")
            assert answer["move"] in call.welcome["view"]["moves"]
            assert (answer["id"], (answer["seq"], answer["draft"])) == (900, call.version)
            assert house.post(path, {"type": "suggest", "id": 1}, ann) == {**answer, "id": 1}
            play = {"type": "play", "id": 1, "move": answer["move"], "base": answer["seq"]}
            assert call.ask(play)["type"] == "ack"  # the number was not used up
            assert house.post(path, {"type": "suggest", "id": 2}, ann)["code"] == "not_now"
            assert other.ask({"type": "say", "id": 1, "text": "hello"})["type"] == "ack"
            assert not any(message["type"] == "suggestion" for message in other.heard)
            call.send_at_once([{"type": "suggest", "id": 1}] * 60)
            assert call.hear("bye")["code"] == "flood"
        assert 'cardhouse_bot_moves_total{pool="quick"}' in house.get("/metrics")
