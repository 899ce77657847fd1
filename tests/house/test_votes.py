"""Votes: a player who is there but does not move cannot stop a table; the others let a bot play for them."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardhouse.games import GAMES
from cardhouse.house import apply
from cardhouse.house.attendance import STEP, BotTurn
from cardhouse.house.votes import IDLE
from tests.house.calls import Call
from tests.house.in_memory import InMemoryHouse, Person, code, mover_of, play_on
from tests.house.live import LiveHouse
from tests.house.test_attendance import moves_of, seated

SHORT: dict[str, dict[str, str | int]] = {
    "president": {"deals": 2},
    "blitz": {"max_hands": 2},
    "dynasty": {"monarchies": 2},
}


def at_play(game: str, people: int, **more: Any) -> InMemoryHouse:
    """A table in the middle of a match where a person's turn has begun."""
    house = seated(InMemoryHouse(game, people=people, seats=people, **more))
    if game == "blitz":
        house.must(house.people[0].play("deal"))
    return house


def idle_and_others(house: InMemoryHouse) -> tuple[Person, list[Person]]:
    """The table has waited for somebody for as long as it takes."""
    idle = mover_of(house)
    house.pass_time(IDLE)
    return idle, [person for person in house.people if person is not idle]


def votes_told(person: Person) -> dict[str, Any]:
    found: dict[str, Any] = person.messages("presence")[-1]["votes"]
    return found


def is_away(idle: Person, witness: Person) -> bool:
    return bool(witness.messages("presence")[-1]["away"][idle.seat])


def vote_out(idle: Person, others: list[Person]) -> None:
    for other in others[: len(others) // 2 + 1]:
        other.house.must(other.notice("vote", seat=idle.seat))


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_plays_for_an_idle_player_after_a_vote_and_the_match_ends(game: str) -> None:
    seats = min((seats for seats in GAMES[game].seats if seats > 2), default=2)
    seats = max(seats, GAMES[game].default_seats)
    house = at_play(game, seats, options=SHORT.get(game, {}))
    idle, others = idle_and_others(house)
    before = len(moves_of(house))
    vote_out(idle, others)
    assert is_away(idle, others[0])
    house.pass_time(1.0)
    assert {(move.seat, move.by) for move in moves_of(house)[before:]} == {(idle.seat, "bot")}
    house.people = others  # the idle player does nothing more
    play_on(house, Random(3))
    assert house.phase == "over"


def test_votes_are_open_after_a_minute_of_waiting_and_everybody_is_told() -> None:
    house = at_play("president", 4)
    idle = mover_of(house)
    other = next(person for person in house.people if person is not idle)
    house.pass_time(IDLE - 0.1)
    assert votes_told(other) == {}
    assert code(other.notice("vote", seat=idle.seat)) == "not_now"
    house.pass_time(0.1)
    for person in house.people:
        assert votes_told(person) == {str(idle.seat): {"by": [], "needed": 2}}
    assert other.enter()["presence"]["votes"] == votes_told(other)


@pytest.mark.parametrize(("people", "needed"), [(2, 1), (3, 2), (4, 2), (5, 3)])
def test_a_vote_needs_more_than_half_of_the_other_people(people: int, needed: int) -> None:
    house = at_play("davenport" if people == 2 else "president", people)
    idle, others = idle_and_others(house)
    for number, other in enumerate(others[:needed]):
        assert not is_away(idle, idle)
        assert votes_told(idle)[str(idle.seat)] == {"by": sorted(one.seat for one in others[:number]), "needed": needed}
        house.must(other.notice("vote", seat=idle.seat))
        house.must(other.notice("vote", seat=idle.seat))  # counts once
    assert is_away(idle, idle)
    assert str(idle.seat) not in votes_told(idle)


def test_votes_are_forgotten_when_the_player_moves() -> None:
    house = at_play("president", 4)
    idle, others = idle_and_others(house)
    house.must(others[0].notice("vote", seat=idle.seat))
    idle.act()
    assert votes_told(idle) == {}
    while mover_of(house) is not idle:
        mover_of(house).act()
    house.pass_time(IDLE)
    assert votes_told(idle) == {str(idle.seat): {"by": [], "needed": 2}}
    house.must(others[1].notice("vote", seat=idle.seat))
    assert not is_away(idle, idle)


def test_talk_of_the_idle_player_does_not_forget_votes() -> None:
    house = at_play("president", 4)
    idle, others = idle_and_others(house)
    house.must(others[0].notice("vote", seat=idle.seat))
    house.must(idle.say("say", text="wait"))
    house.must(others[1].notice("vote", seat=idle.seat))
    assert is_away(idle, idle)


def by_saying_so(person: Person) -> None:
    person.house.must(person.notice("back"))


def by_talking(person: Person) -> None:
    person.house.must(person.say("say", text="hello"))


def by_coming_again(person: Person) -> None:
    person.enter()


@pytest.mark.parametrize("comes_back", [by_saying_so, by_talking, by_coming_again])
def test_the_player_takes_the_seat_back(comes_back: Callable[[Person], None]) -> None:
    house = at_play("president", 4)
    idle, others = idle_and_others(house)
    vote_out(idle, others)
    house.pass_time(1.0)
    assert is_away(idle, others[0])
    comes_back(idle)
    assert not is_away(idle, others[0])
    while mover_of(house) is not idle:
        mover_of(house).act()
    moves = len(moves_of(house))
    house.pass_time(IDLE - 1.0)
    assert len(moves_of(house)) == moves


def test_a_move_of_their_own_before_the_bots_takes_the_seat_back_at_once() -> None:
    house = at_play("president", 4)
    idle, others = idle_and_others(house)
    vote_out(idle, others)
    idle.act()
    assert not is_away(idle, others[0])
    assert [move.by for move in moves_of(house)] == [""]


@pytest.mark.parametrize("game", ["president", "blitz"])
def test_whoever_comes_back_all_the_time_but_never_moves_does_not_stop_the_table(game: str) -> None:
    house = at_play(game, 3)
    idle, others = idle_and_others(house)
    vote_out(idle, others)
    while mover_of(house) is idle:
        assert house.clock.now < IDLE + 2.0
        house.must(idle.notice("back"))
        house.must(idle.say("say", text="I am here"))
        idle.enter()
        house.pass_time(0.1)
    assert not is_away(idle, others[0])
    assert moves_of(house)[-1].by == "bot"


def test_the_vote_of_someone_who_leaves_no_longer_counts() -> None:
    house = at_play("president", 4, grace=3600)
    idle, others = idle_and_others(house)
    house.must(others[0].notice("vote", seat=idle.seat))
    others[1].exit()
    house.run()
    assert votes_told(idle)[str(idle.seat)] == {"by": [others[0].seat], "needed": 2}
    others[2].exit()
    house.run()
    assert is_away(idle, idle)


def test_who_is_away_is_not_counted() -> None:
    house = at_play("president", 3)
    first, others = idle_and_others(house)
    vote_out(first, others)
    house.pass_time(1.0)
    second = mover_of(house)
    third = next(person for person in others if person is not second)
    house.pass_time(IDLE)
    assert votes_told(third) == {str(second.seat): {"by": [], "needed": 1}}
    assert code(first.notice("vote", seat=second.seat)) == "not_now"
    house.must(third.notice("vote", seat=second.seat))
    assert is_away(second, third)


def test_bots_are_not_counted_and_one_person_alone_is_never_voted_about() -> None:
    house = seated(InMemoryHouse("president", people=2, bots=2, pace=0))
    while not any(person.view.moves for person in house.people):
        house.pass_time(0.1)
    idle, (other,) = idle_and_others(house)
    assert votes_told(other) == {str(idle.seat): {"by": [], "needed": 1}}
    alone = seated(InMemoryHouse("president", bots=3, pace=0))
    alone.pass_time(IDLE + 1.0)
    assert votes_told(alone.people[0]) == {}


def test_a_remote_bot_has_no_vote_and_is_not_voted_about() -> None:
    house = InMemoryHouse("davenport", people=2, seats=3)
    robot = house.join("Robot", kind="remote")
    seated(house)
    ann, ben = house.people[:2]
    ann.act()
    house.pass_time(IDLE)
    assert votes_told(ann) == {str(ben.seat): {"by": [], "needed": 1}}
    assert code(robot.notice("vote", seat=ben.seat)) == "not_now"


def test_where_several_choose_at_the_same_time_each_can_be_voted_about() -> None:
    house = at_play("davenport", 4)
    first, second, *others = house.people
    for person in others:
        person.act()
    house.pass_time(IDLE)
    assert {*votes_told(first)} == {str(first.seat), str(second.seat)}
    for person in others:
        house.must(person.notice("vote", seat=first.seat))
    assert is_away(first, second)
    assert not is_away(second, second)


def test_who_may_not_vote() -> None:
    house = at_play("president", 4)
    idle, others = idle_and_others(house)
    assert code(idle.notice("vote", seat=idle.seat)) == "not_now"
    assert code(others[0].notice("vote", seat=others[1].seat)) == "not_now"
    assert code(others[0].notice("vote", seat=99)) == "not_now"
    assert code(Person(house, 99).notice("vote", seat=idle.seat)) == "denied"
    assert code(Person(house, 99).notice("back")) == "denied"
    others[0].exit()
    assert code(others[0].notice("vote", seat=idle.seat)) == "not_now"  # over HTTP alone: not at the table
    assert votes_told(idle)[str(idle.seat)]["by"] == []


def test_who_waits_for_a_seat_may_not_vote() -> None:
    house = seated(InMemoryHouse("president", people=2, bots=1, seats=3, pace=0, options={"deals": 2}))
    eve = house.join("Eve")
    eve.enter()
    while not any(person.view.moves for person in house.people[:2]):
        house.pass_time(0.1)
    idle, _ = idle_and_others(house)
    assert votes_told(eve)[str(idle.seat)]["needed"] == 1
    assert code(eve.notice("vote", seat=idle.seat)) == "not_now"


def test_there_are_no_votes_at_a_table_with_a_clock() -> None:
    house = at_play("president", 4, clock=600)
    idle, others = idle_and_others(house)
    assert votes_told(others[0]) == {}
    assert code(others[0].notice("vote", seat=idle.seat)) == "not_now"


def test_before_the_match_nobody_is_waited_for() -> None:
    house = seated(InMemoryHouse("president", people=2))
    house.pass_time(IDLE)
    assert votes_told(house.people[0]) == {}
    assert code(house.people[0].notice("vote", seat=1)) == "not_now"


@pytest.mark.parametrize("rematch", [False, True])
def test_somebody_who_is_never_ready_can_be_voted_about_when_others_are(rematch: bool) -> None:
    house = at_play("president", 3, options={"deals": 1 if rematch else 2})
    while house.phase == "play":
        mover_of(house).act()
    house.pass_time(IDLE)
    first, second, idle = house.people
    assert votes_told(first) == {}  # nobody waits yet
    for person in (first, second):
        house.must(person.say("rematch" if rematch else "deal"))
    house.pass_time(IDLE)
    assert votes_told(first) == {str(idle.seat): {"by": [], "needed": 2}}
    vote_out(idle, [first, second])
    assert house.phase == "play"
    assert is_away(idle, first)
    assert house.room.sitting.matches == (2 if rematch else 1)


def test_a_restart_forgets_votes_and_the_table_waits_again() -> None:
    house = at_play("president", 4)
    idle, others = idle_and_others(house)
    vote_out(idle, others)
    rows = len(house.store.rows)
    house.restart()
    seated(house)
    assert not any(others[0].messages("presence")[-1]["away"])
    assert votes_told(others[0]) == {}
    house.pass_time(IDLE - 1.0)
    assert len(house.store.rows) == rows


def test_when_nobody_is_there_nobody_is_waited_for() -> None:
    house = at_play("president", 4)
    idle, others = idle_and_others(house)
    house.must(others[0].notice("vote", seat=idle.seat))
    for person in house.people:
        person.exit()
    house.run()
    assert others[0].enter()["presence"]["votes"] == {}
    others[1].enter()
    idle.enter()
    house.pass_time(IDLE)
    assert votes_told(idle) == {str(idle.seat): {"by": [], "needed": 2}}


def heard_while_voting(*hidden: str) -> list[tuple[float, bytes]]:
    """What another player of Blitz is sent, and when, while a bot takes over after hidden moves that begin so."""
    house = at_play("blitz", 3)
    idle = mover_of(house)
    witness, other = [person for person in house.people if person is not idle]
    heard: list[tuple[float, bytes]] = []
    witness.put = lambda frame: heard.append((house.clock.now, frame))  # type: ignore[method-assign]
    house.choose = lambda *given: None  # what a bot would play depends on the cards
    house.pass_time(7.0)
    for start in hidden:
        house.must(idle.play(next(move for move in idle.view.moves if move.startswith(start))))
    house.pass_time(IDLE - 7.0)
    for person in (other, witness):
        house.must(person.notice("vote", seat=idle.seat))
    asked = house.room.attendance._bots[idle.seat]
    heard.append((asked.due(house.room.sitting.pace, STEP), b"the bot moves"))
    return heard


def sounds_the_same_after_hidden_moves() -> None:
    quiet = heard_while_voting()
    assert len(quiet) > 3
    assert heard_while_voting("stock", "discard") == quiet


def test_blitz_hidden_moves_change_nothing_that_others_hear_of_votes() -> None:
    sounds_the_same_after_hidden_moves()


def test_blitz_votes_that_go_by_hidden_moves_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a hidden move is a new turn."""
    ask = apply._ask

    def planted(before: Any, after: Any, entry: Any) -> None:
        ask(before, after, entry)
        after.turns = dict(after.since)

    monkeypatch.setattr(apply, "_ask", planted)
    with pytest.raises(AssertionError):
        sounds_the_same_after_hidden_moves()


def test_blitz_a_bot_that_takes_over_at_once_after_hidden_moves_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a bot waits only where nothing was done before."""
    monkeypatch.setattr(BotTurn, "due", lambda bot, pace, _step: bot.began if bot.question[0][1] else bot.began + pace)
    with pytest.raises(AssertionError):
        sounds_the_same_after_hidden_moves()


def test_votes_work_over_a_socket_and_http_and_use_up_no_command_number(tmp_path: Path) -> None:
    with LiveHouse(tmp_path, plant="votes at once") as house:
        table, (ann, ben) = house.table("davenport", 2, seats=2)
        path = f"/api/tables/{table}/commands"
        with Call(house, table, ann) as idle, Call(house, table, ben) as other:
            while "0" not in other.hear("presence")["votes"]:
                pass
            assert house.post(path, {"type": "vote", "id": 900, "seat": 0}, ben)["id"] == 900
            while not idle.hear("presence")["away"][0]:
                pass
            assert other.ask({"type": "vote", "id": 901, "seat": 0})["type"] == "ack"  # they are away already
            assert other.ask({"type": "say", "id": 1, "text": "hello"})["type"] == "ack"
            assert idle.ask({"type": "back", "id": 902})["id"] == 902
            while idle.hear("presence")["away"][0]:
                pass
            with Call(house, table, ben) as again:
                assert again.welcome["id"] == 1
