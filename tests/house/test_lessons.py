"""Lessons: a marked table whose first deal is stacked, with tips for its student, and everything else as always."""

from random import Random
from typing import Any

import pytest

from cardhouse.bots import random_player
from cardhouse.games import GAMES
from cardhouse.house.archive import finished_matches
from cardhouse.house.lessons import table_of
from cardhouse.play.dealers import is_lesson
from cardhouse.play.replay import lesson_deals
from cardhouse.wire import Denial
from cardhouse.wire.lobby import NewTable
from tests.house.in_memory import InMemoryHouse, Person, play_on


def opened(game: str) -> InMemoryHouse:
    """The table of a game's lesson, as the lobby opens it, with its student connected."""
    wanted = table_of(GAMES[game], NewTable(game=game, name="Ann", lesson=True))
    house = InMemoryHouse(
        game,
        seats=wanted.seats,
        bots=wanted.bots,
        options=wanted.options,
        level=wanted.level,
        lesson=True,
    )
    house.people[0].enter()
    return house


def tip(person: Person) -> dict[str, Any] | None:
    """The newest that this viewer was told of a lesson."""
    told = [message for message in person.messages() if message["type"] == "welcome" or message.get("view")]
    found: dict[str, Any] | None = told[-1].get("tip")
    return found


def come_to_turn(house: InMemoryHouse) -> None:
    """Let the bots move until the student is to act."""
    for _ in range(50):
        match = house.room.sitting.match
        if match is None or house.phase != "play" or match.to_act == (0,):
            return
        house.pass_time(1.0)
    raise AssertionError("the student is not to act")


@pytest.mark.parametrize("game", GAMES)
def test_who_follows_every_tip_is_led_to_the_end_and_plays_on_against_easy_bots(game: str) -> None:
    house, lesson = opened(game), GAMES[game].guide.lesson
    assert lesson is not None
    student, made = house.people[0], []
    house.choose = lambda *given: made.append(given)  # no bot is asked while the script lasts
    for number, one in enumerate(lesson.tips):
        come_to_turn(house)
        assert made == []
        assert tip(student) == {"number": number, "strayed": False, "as_planned": True}
        house.must(student.play(one.move))
        before = house.room.sitting.lesson
        house.restart()
        student.enter()
        assert house.room.sitting.lesson == before
    assert house.room.sitting.lesson is not None
    assert house.room.sitting.lesson.step.number == len(lesson.tips)
    house.choose = house.bots_choose
    house.restart()  # the room asks the bots again
    student.enter()
    assert house.room.sitting.level == "easy"
    while house.phase == "play":
        play_on(house, Random(3), most=1, to_the_end=False)
    assert house.room.sitting.lesson is None
    assert tip(student) is None
    assert student.messages("welcome")[-1]["table"]["lesson"] is True


@pytest.mark.parametrize("game", GAMES)
def test_who_does_something_else_is_told_and_the_lesson_goes_on(game: str) -> None:
    lesson = GAMES[game].guide.lesson
    assert lesson is not None
    strayed = 0
    for number, wanted in enumerate(lesson.tips):
        house = opened(game)
        for one in lesson.tips[:number]:
            come_to_turn(house)
            house.must(house.people[0].play(one.move))
        come_to_turn(house)
        others = [move for move in house.people[0].view.moves if not wanted.fits(move)]
        if others:
            house.must(house.people[0].play(others[-1]))
            strayed += goes_on(house)
    assert strayed >= 3


def goes_on(house: InMemoryHouse) -> bool:
    """Whether the student, who has strayed, is told so; the lesson goes on with a tip that can be followed, or ends."""
    told = tip(house.people[0])
    assert told is None or told["as_planned"] is False
    strayed = told is not None and told["strayed"]
    come_to_turn(house)
    progress = house.room.sitting.lesson
    if progress is not None and progress.step.number < len(progress.lesson.tips):
        house.must(house.people[0].play(progress.lesson.tips[progress.step.number].move))
    while house.phase == "play":
        play_on(house, Random(1), most=1, to_the_end=False)
    return strayed


def test_only_the_student_is_told_where_the_lesson_is() -> None:
    house = opened("blitz")
    watcher = Person(house, 0)
    watcher.enter()
    house.must(house.people[0].play("take 1"))
    assert tip(house.people[0]) == {"number": 1, "strayed": False, "as_planned": True}
    assert all("tip" not in message or message["tip"] is None for message in watcher.messages())


def test_its_deal_is_marked_for_everybody_and_only_the_first_one_is_stacked() -> None:
    house = opened("javelin")
    first = house.room.sitting.dealer.secret
    assert is_lesson(first)
    play_on(house, Random(1))
    assert not is_lesson(house.room.sitting.dealer.secret)
    house.must(house.people[0].say("rematch"))
    play_on(house, Random(2))
    one, other = finished_matches(house.store.rows)
    assert (lesson_deals(one.log), lesson_deals(other.log)) == (1, 0)


def test_the_table_that_is_asked_for_must_leave_the_rest_to_the_lesson() -> None:
    game = GAMES["president"]
    for more in ({"seats": 4}, {"options": {"deals": 2}}, {"bots": 1}, {"clock": 10}, {"listed": True}):
        with pytest.raises(Denial, match="A lesson has its own seats, options and bots"):
            table_of(game, NewTable(game="president", name="Ann", lesson=True, **more))


@pytest.mark.parametrize("made", [1, 2, 3, 4])
def test_an_undo_brings_back_the_step_that_was_undone(made: int) -> None:
    house, lesson = opened("blitz"), GAMES["blitz"].guide.lesson
    assert lesson is not None
    student = house.people[0]
    begun = tip(student)
    for one in lesson.tips[:made]:
        house.must(student.play(one.move))
    house.must(student.play("undo"))
    assert tip(student) == begun == {"number": 0, "strayed": False, "as_planned": True}


def test_an_undo_takes_back_that_the_student_has_strayed() -> None:
    house, lesson = opened("blitz"), GAMES["blitz"].guide.lesson
    assert lesson is not None
    student = house.people[0]
    house.must(student.play("stock"))
    drawn = tip(student)  # a card from the stock stays drawn
    house.must(student.play("discard 7s"))
    assert tip(student) != drawn
    house.must(student.play("undo"))
    assert drawn is not None
    assert tip(student) == {**drawn, "strayed": False}
    assert lesson.tips[drawn["number"]].move == "new run 5s 6s 7s"


def test_the_result_of_a_deal_waits_until_the_student_goes_on() -> None:
    house = opened("blitz")  # where hands are dealt automatically
    choose = random_player(seed=2)  # a good hand would end the match
    house.choose = lambda game, bot, view, answered: house.clock.soon(lambda: answered(choose(view), ""))
    while house.phase == "play":
        play_on(house, Random(2), most=1, to_the_end=False)
    assert house.phase == "pause"
    house.pass_time(600.0)
    assert house.phase == "pause"
    assert house.people[0].messages("presence")[-1]["seconds"] == {}
    house.must(house.people[0].say("deal"))
    assert house.phase == "play"
