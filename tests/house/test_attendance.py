"""Absent, slow and lost players, and bots that fail: the table goes on, and players who come back have their seats."""

from collections import Counter
from typing import Any

import pytest

from cardhouse import GAMES
from cardhouse.games.view import View
from cardhouse.house import attendance, room
from cardhouse.house.attendance import LOOK, WATCHERS
from cardhouse.house.decide import BotMove, Decided, Wish, decide
from cardhouse.house.sitting import Sitting
from cardhouse.house.votes import IDLE
from cardhouse.house.workers import Answered
from cardhouse.wire import Denial
from cardhouse.wire.commands import NO_PLAYER, Moved
from tests.house.in_memory import InMemoryHouse, Person, code, mover_of

ROTATES: dict[str, str | int] = {"dealer": "rotates", "target": 10_000}


def moves_of(house: InMemoryHouse) -> list[Moved]:
    return [row.entry for row in house.store.rows if isinstance(row.entry, Moved)]


def seated(house: InMemoryHouse) -> InMemoryHouse:
    for person in house.people:
        person.enter()
    return house


def test_without_a_clock_one_who_is_there_has_all_the_time_in_the_world() -> None:
    house = seated(InMemoryHouse("president", people=4))
    house.pass_time(100_000.0)
    assert moves_of(house) == []


def test_bots_wait_a_human_moment_and_no_longer() -> None:
    house = seated(InMemoryHouse("davenport", bots=3))
    house.pass_time(0.7)
    assert moves_of(house) == []
    house.pass_time(0.2)
    assert sorted(move.seat for move in moves_of(house)) == [1, 2, 3]


def thinking(house: InMemoryHouse, seconds: float) -> None:
    """Bots that need so long for every move."""
    quick = house.choose

    def choose(game: str, bot: str, view: View, answered: Answered) -> None:
        house.clock.call_at(house.clock.now + seconds, lambda: quick(game, bot, view, answered))

    house.choose = choose


@pytest.mark.parametrize(
    ("level", "pace", "thought", "released"),
    [
        *(("quick", 0.8, thought, 0.8) for thought in (0.0, 0.3, 0.8)),
        *(("quick", 0.8, thought, 0.85) for thought in (0.81, 0.85)),
        *(("quick", 0.0, thought, 0.05) for thought in (0.0, 0.03)),
        *(("deep", 0.0, thought, 0.35) for thought in (0.0, 0.03, 0.3)),
        ("deep", 0.0, 0.4, 0.7),
        ("deep", 0.8, 0.3, 0.8),
    ],
)
def test_when_a_bot_moves_does_not_tell_how_long_it_thought(
    level: str, pace: float, thought: float, released: float
) -> None:
    house = InMemoryHouse("davenport", bots=3, pace=pace, level=level)
    thinking(house, thought)
    seated(house)
    house.pass_time(released - 0.005)
    assert moves_of(house) == []
    house.pass_time(0.01)
    assert sorted(move.seat for move in moves_of(house)) == [1, 2, 3]


def test_blitz_a_hidden_turn_takes_a_bot_as_long_however_many_moves_it_has() -> None:
    turns: dict[int, set[float]] = {}
    house = seated(InMemoryHouse("blitz", bots=2, seats=3, options=ROTATES))
    ann = house.people[0]
    thinking(house, 0.05)
    began, moves = house.clock.now, 0
    while house.phase == "play" and house.clock.now < 200.0:
        count, acting = len(moves_of(house)), mover_seat(house)
        if acting == 0:
            house.must(ann.play(GAMES["blitz"].quick(ann.view)))
        else:
            house.pass_time(0.01)
        moves += len(moves_of(house)) - count
        if house.phase == "play" and mover_seat(house) != acting:
            if acting:
                turns.setdefault(moves, set()).add(round(house.clock.now - began, 1))
            began, moves = house.clock.now, 0
    assert len(turns) > 1
    assert set().union(*turns.values()) == {0.8}


def judged_twice(patch: pytest.MonkeyPatch) -> list[BotMove]:
    """Let bots play Blitz for a while, and return their moves that were decided more than once."""
    judged: Counter[BotMove] = Counter()

    def counted(sitting: Sitting | None, player: int, wish: Wish) -> Decided:
        judged.update([wish] if isinstance(wish, BotMove) else [])
        return decide(sitting, player, wish)

    patch.setattr(attendance, "decide", counted)
    patch.setattr(room, "decide", counted)
    house = seated(InMemoryHouse("blitz", bots=2, seats=3, options=ROTATES))
    while len(judged) < 30:
        if mover_seat(house) == 0:
            house.must(house.people[0].play(GAMES["blitz"].quick(house.people[0].view)))
        house.pass_time(0.1)
    return [wish for wish, count in judged.items() if count > 1]


def test_a_bots_move_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert judged_twice(monkeypatch) == []


def test_planted_a_room_that_judges_again_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    submit = room.Room.submit
    monkeypatch.setattr(
        room.Room, "submit", lambda self, player, wish, answer, judged=None: submit(self, player, wish, answer)
    )
    assert judged_twice(monkeypatch)


def test_a_bots_move_is_judged_again_if_the_table_has_changed() -> None:
    """What was decided on another sitting would undo what has happened since."""
    house = seated(InMemoryHouse("blitz", bots=2, seats=3, options=ROTATES))
    ann = house.people[0]
    said = 0
    while said < 20:
        if mover_seat(house) == 0:
            house.must(ann.play(GAMES["blitz"].quick(ann.view)))
        house.pass_time(0.3)
        house.must(ann.say("pace", seconds=1 + said % 2))
        assert house.room.sitting.pace == 1 + said % 2
        said += 1
        house.pass_time(0.5)
        assert house.room.sitting.pace == 2 - said % 2
    assert len(moves_of(house)) > 10


def mover_seat(house: InMemoryHouse) -> int:
    match = house.room.sitting.match
    assert match is not None
    return match.to_act[0]


def test_bots_wait_as_long_as_the_creator_last_said_even_those_who_wait_already() -> None:
    house = seated(InMemoryHouse("davenport", bots=3, pace=10))
    ann = house.people[0]
    house.pass_time(1.0)
    house.must(ann.say("pace", seconds=2))
    house.pass_time(0.9)
    assert moves_of(house) == []
    house.pass_time(0.2)
    assert sorted(move.seat for move in moves_of(house)) == [1, 2, 3]
    ann.act()
    house.must(ann.say("pace", seconds=5))
    house.pass_time(4.9)
    assert len(moves_of(house)) == 4
    house.restart()
    ann.enter()
    house.pass_time(4.9)
    assert len(moves_of(house)) == 4
    house.pass_time(0.2)
    assert len(moves_of(house)) == 7


def test_a_bot_plays_for_someone_who_is_gone_longer_than_the_grace_until_they_return() -> None:
    house = seated(InMemoryHouse("president", people=4, grace=30))
    mover = mover_of(house)
    mover.exit()
    house.pass_time(29.0)
    assert moves_of(house) == []
    other = next(person for person in house.people if person is not mover)
    assert other.messages("presence")[-1]["away"][mover.seat] is False
    house.pass_time(2.0)
    assert [(move.seat, move.by) for move in moves_of(house)] == [(mover.seat, "bot")]
    assert other.messages("presence")[-1]["away"][mover.seat] is True
    mover.enter()
    assert other.messages("presence")[-1]["away"][mover.seat] is False
    while mover_of(house) is not mover:
        mover_of(house).act()
    house.pass_time(1000.0)
    assert mover_of(house) is mover


def test_when_everybody_is_gone_the_table_waits() -> None:
    house = seated(InMemoryHouse("president", bots=3, clock=10))
    house.people[0].exit()
    count = len(moves_of(house))
    house.pass_time(100_000.0)
    assert len(moves_of(house)) == count


def test_out_of_time_is_the_default_move_and_out_of_time_again_a_bot() -> None:
    house = seated(InMemoryHouse("president", people=4, clock=20, grace=5))
    first = mover_of(house)
    house.pass_time(24.0)
    assert moves_of(house) == []
    house.pass_time(2.0)
    (move,) = moves_of(house)
    assert (move.seat, move.by, move.fault) == (first.seat, "clock", "no valid move")
    assert first.messages("event")[-1]["happened"]["fault"] == "out of time"
    while mover_of(house) is not first:
        mover_of(house).act()
    house.pass_time(25.5)
    assert moves_of(house)[-1].by == "clock"
    assert first.messages("presence")[-1]["away"][first.seat] is True
    while mover_of(house) is not first:
        mover_of(house).act()
    house.pass_time(1.0)
    assert moves_of(house)[-1].by == "bot"
    house.must(first.say("say", text="I am back"))
    assert first.messages("presence")[-1]["away"][first.seat] is False


def test_a_move_in_time_starts_the_clock_of_the_next_and_views_tell_how_much_is_left() -> None:
    house = seated(InMemoryHouse("president", people=4, clock=20, grace=0))
    house.pass_time(19.0)
    mover_of(house).act()
    mover = mover_of(house)
    assert mover.messages("presence")[-1]["seconds"] == {str(mover.seat): 20.0}
    house.pass_time(19.0)
    assert len(moves_of(house)) == 1


def test_a_remote_bot_has_a_time_limit_even_at_a_table_without_a_clock() -> None:
    house = InMemoryHouse("javelin", people=1)
    house.join("Robot", kind="remote")
    seated(house)
    if mover_of(house) is house.people[0]:
        house.people[0].act()
    count = len(moves_of(house))
    house.pass_time(61.0)
    assert [(move.seat, move.by) for move in moves_of(house)[count:]] == [(1, "clock")]


def test_what_the_house_wished_and_could_not_store_is_tried_again() -> None:
    house = seated(InMemoryHouse("president", bots=3, clock=10, grace=0))
    house.store.fails = True
    house.pass_time(30.0)
    assert moves_of(house) == []
    house.store.fails = False
    house.pass_time(20.0)
    assert moves_of(house)


def test_a_restart_costs_nobody_clock_time() -> None:
    house = seated(InMemoryHouse("president", people=4, clock=20, grace=5))
    house.pass_time(24.0)
    house.restart()
    house.pass_time(1000.0)
    for person in house.people:
        person.enter()
    house.pass_time(24.0)
    assert moves_of(house) == []


def test_a_deal_waits_for_people_who_are_there_but_with_a_clock_only_15_seconds() -> None:
    for clock, dealt in ((0, False), (30, True)):
        house = seated(InMemoryHouse("president", people=4, clock=clock, options={"deals": 2}))
        while house.phase == "play":
            mover_of(house).act()
        assert house.phase == "pause"
        house.must(house.people[0].say("deal"))
        assert house.phase == "pause"
        house.pass_time(15.5)
        assert (house.phase == "play") is dealt


def test_a_deal_waits_for_someone_who_is_gone_until_they_count_as_away() -> None:
    house = seated(InMemoryHouse("president", people=4, grace=30, options={"deals": 2}))
    while house.phase == "play":
        mover_of(house).act()
    for person in house.people[2:]:
        person.exit()
    for person in house.people[:2]:
        house.must(person.say("deal"))
    house.pass_time(29.0)
    assert house.phase == "pause"
    house.pass_time(2.0)
    assert house.phase == "play"


def test_after_an_outage_for_all_nobody_is_away_when_the_first_comes_back() -> None:
    house = seated(InMemoryHouse("president", people=4, grace=30))
    for person in house.people:
        person.exit()
    house.pass_time(60.0)
    house.people[0].enter()
    assert not any(house.people[0].messages("presence")[-1]["away"])


def test_someone_who_comes_back_is_back_however_they_were_away() -> None:
    house = seated(InMemoryHouse("president", people=4, clock=20, grace=5))
    first = mover_of(house)
    for _ in range(2):
        house.pass_time(26.0)
        while mover_of(house) is not first:
            mover_of(house).act()
        first.exit()
    assert house.room.attendance._strikes[first.player] >= 1
    first.enter()
    assert first.messages("presence")[-1]["away"][first.seat] is False


def test_going_and_coming_gives_no_more_time() -> None:
    house = seated(InMemoryHouse("president", people=4, clock=20, grace=5))
    mover = mover_of(house)
    for _ in range(10):
        mover.exit()
        house.pass_time(5.3)
        if moves_of(house):
            break
        mover.enter()
    assert moves_of(house)
    assert house.clock.now < 40


def test_drafts_of_blitz_give_no_more_time_and_nobody_sees_them_by_the_clock() -> None:
    house = seated(InMemoryHouse("blitz", people=3, clock=20, grace=0))
    house.must(house.people[0].play("deal"))
    mover = mover_of(house)
    other = next(person for person in house.people if person is not mover)
    house.pass_time(5.0)
    heard = len(other.heard)
    house.must(mover.play("stock"))
    assert len(other.heard) == heard
    assert other.enter()["presence"]["seconds"] == {str(mover.seat): 15.0}
    discard = next(move for move in mover.view.moves if move.startswith("discard"))
    for _ in range(50):
        if mover_of(house) is not mover:
            break
        mover.play(discard if discard in mover.view.moves else "undo")
        house.pass_time(1.0)
    assert "clock" in {move.by for move in moves_of(house)}


def timed_out(*moves: str) -> list[tuple[str, Any]]:
    """What another player is told when a player who has made these hidden moves runs out of time."""
    house = seated(InMemoryHouse("blitz", people=3, clock=20, grace=0))
    house.must(house.people[0].play("deal"))
    mover = mover_of(house)
    other = next(person for person in house.people if person is not mover)
    for move in moves:
        house.must(mover.play(move))
    heard = len(other.messages())
    house.pass_time(20.5)
    assert mover_of(house) is not mover
    messages = other.messages()[heard:]
    return [(one["type"], one.get("away") or one.get("happened", {}).get("by")) for one in messages]


def test_blitz_a_time_out_does_not_tell_whether_there_were_hidden_moves() -> None:
    assert timed_out() == timed_out("stock")
    assert [by for kind, by in timed_out() if kind == "event"] == ["clock"]


def to_the_next_deal(house: InMemoryHouse) -> InMemoryHouse:
    """To the end of the first hand: people play by the heuristic, until somebody has to deal."""
    house.must(house.people[0].play("deal"))
    while not house.room.sitting.first_come:
        movers = [person for person in house.people if person.view.moves]
        if movers:
            house.must(movers[0].play(GAMES["blitz"].quick(movers[0].view)))
        else:
            house.pass_time(0.1)
    return house


def test_blitz_rule_3_when_nobody_of_several_deals_for_15_seconds_the_next_seat_does() -> None:
    house = to_the_next_deal(seated(InMemoryHouse("blitz", people=3, options={"target": 10_000})))
    count = len(moves_of(house))
    house.pass_time(14.0)
    assert len(moves_of(house)) == count
    house.pass_time(2.0)
    assert [(move.seat, move.move) for move in moves_of(house)[count:]] == [(1, "deal")]
    moves = [event["happened"] for event in house.people[2].messages("event")]
    assert [(one["move"], one["by"], one["fault"]) for one in moves if "by" in one] == [
        ("deal", "clock", "nobody came forward")
    ]


def test_blitz_rule_3_the_first_hand_waits_for_the_player_who_opened_the_table() -> None:
    house = seated(InMemoryHouse("blitz", people=3))
    house.pass_time(IDLE + 1)
    assert moves_of(house) == []
    assert house.people[0].messages("presence")[-1]["seconds"] == {}
    for person in house.people[1:]:
        house.must(person.notice("vote", seat=0))
    house.pass_time(2.0)
    assert [(move.seat, move.move) for move in moves_of(house)] == [(0, "deal 1")]


def test_blitz_rule_3_bots_leave_it_to_people_to_deal_and_the_only_person_has_all_the_time() -> None:
    house = to_the_next_deal(seated(InMemoryHouse("blitz", bots=2, options={"target": 10_000})))
    count = len(moves_of(house))
    house.pass_time(600.0)
    assert len(moves_of(house)) == count
    house.must(house.people[0].play("deal"))


def hand_over(house: InMemoryHouse) -> InMemoryHouse:
    """To the pause after the first hand: people play by the heuristic."""
    while house.phase == "play":
        movers = [person for person in house.people if person.view.moves]
        if movers:
            house.must(movers[0].play(GAMES["blitz"].quick(movers[0].view)))
        else:
            house.pass_time(0.1)
    assert house.phase == "pause"
    return house


@pytest.mark.parametrize("clock", [0, 60])
@pytest.mark.parametrize(("people", "bots"), [(3, 0), (2, 1), (1, 2)])
def test_blitz_rule_3_with_rotates_the_next_hand_is_dealt_by_itself(people: int, bots: int, clock: float) -> None:
    house = InMemoryHouse("blitz", people=people, bots=bots, seats=3, clock=clock, grace=300, options=ROTATES)
    hand_over(seated(house))
    assert house.people[0].messages("presence")[-1]["seconds"] == {"-1": LOOK}
    house.pass_time(LOOK - 0.2)
    assert house.phase == "pause"
    house.pass_time(0.3)
    assert house.phase == "play"


def test_blitz_rule_3_with_rotates_all_who_are_ready_need_not_wait() -> None:
    house = hand_over(seated(InMemoryHouse("blitz", people=2, seats=2, options=ROTATES)))
    for person in house.people:
        assert house.phase == "pause"
        house.must(person.say("deal"))
    assert house.phase == "play"


def test_blitz_rule_3_with_rotates_a_hand_is_dealt_by_itself_after_a_restart() -> None:
    house = hand_over(seated(InMemoryHouse("blitz", people=2, seats=2, options=ROTATES)))
    house.restart()
    house.pass_time(100.0)
    assert house.phase == "pause"  # nobody is there
    house.people[1].enter()
    house.pass_time(LOOK + 0.1)
    assert house.phase == "play"


def test_blitz_rule_3_with_selects_no_hand_is_dealt_while_somebody_may_choose_to() -> None:
    house = seated(InMemoryHouse("blitz", people=2, seats=2, options={"target": 10_000}))
    house.must(house.people[0].play("deal"))
    while not house.room.sitting.first_come:
        mover = mover_of(house)
        house.must(mover.play(GAMES["blitz"].quick(mover.view)))
    house.pass_time(LOOK + 1.0)
    assert house.room.sitting.first_come


def test_the_answer_of_a_bot_that_comes_after_its_owner_is_back_counts_for_nothing() -> None:
    house = seated(InMemoryHouse("president", people=4, grace=10))
    answers: list[Answered] = []
    house.choose = lambda _game, _bot, _view, answered: answers.append(answered)
    mover = mover_of(house)
    mover.exit()
    house.pass_time(12.0)
    assert len(answers) == 1
    mover.enter()
    answers[0](mover.view.moves[0], "")
    house.run()
    assert moves_of(house) == []
    assert code(mover.play(mover.view.moves[0])) == "ack"


def test_watchers_who_come_and_go_are_counted_together() -> None:
    house = InMemoryHouse("president", people=4)
    ann = house.people[0]
    ann.enter()
    house.pass_time(1.0)
    before = len(ann.messages("presence"))
    watchers = [Person(house, NO_PLAYER) for _ in range(100)]
    for watcher in watchers:
        watcher.enter()
    assert watchers[-1].messages("welcome")[-1]["presence"]["watchers"] == 100
    house.pass_time(WATCHERS)
    assert [presence["watchers"] for presence in ann.messages("presence")[before:]] == [100]
    for watcher in watchers[:40]:
        watcher.exit()
    house.pass_time(WATCHERS)
    assert [presence["watchers"] for presence in ann.messages("presence")[before:]] == [100, 60]
    assert sum(len(watcher.messages("presence")) for watcher in watchers) == 160
    house.people[1].enter()
    assert ann.messages("presence")[-1]["here"][1] is True  # players are told of at once


def test_a_table_has_only_so_many_watchers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MOST_WATCHERS", 3)
    house = InMemoryHouse("president", people=4)
    watchers = [Person(house, NO_PLAYER) for _ in range(4)]
    for watcher in watchers[:3]:
        watcher.enter()
    with pytest.raises(Denial, match="watching this table already"):
        watchers[3].enter()
    house.people[0].enter()
    watchers[0].exit()
    watchers[3].enter()


def test_an_address_has_only_so_many_of_the_watchers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MOST_AT_ADDRESS", 2)
    house = InMemoryHouse("president", people=4)
    watchers = [Person(house, NO_PLAYER) for _ in range(5)]
    for watcher, address in zip(watchers, ("192.0.2.7", "192.0.2.7", "192.0.2.8", "", ""), strict=True):
        watcher.address = address
        watcher.enter()
    another = Person(house, NO_PLAYER)
    another.address = "192.0.2.7"
    with pytest.raises(Denial, match="from your network"):
        another.enter()


def test_at_a_crowded_table_the_address_with_most_watchers_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MOST_WATCHERS", 4)
    house = InMemoryHouse("president", people=4)
    crowd = [Person(house, NO_PLAYER) for _ in range(4)]
    for watcher in crowd:
        watcher.address = "192.0.2.7"
        watcher.enter()
    friends = [Person(house, NO_PLAYER) for _ in range(3)]
    for number, friend in enumerate(friends):
        friend.address = f"192.0.2.{number + 8}"
        friend.enter()
    assert [watcher.bye is not None for watcher in crowd] == [True, True, True, False]
    assert house.people[0].enter()["presence"]["watchers"] == 4
    with pytest.raises(Denial, match="watching this table already"):
        Person(house, NO_PLAYER).enter()
