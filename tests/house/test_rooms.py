"""Rooms: one writer; nothing is true before it is stored; people come, go, and come back."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from cardhouse.cards.errors import CardhouseError
from cardhouse.games import GAMES
from cardhouse.house import decide
from cardhouse.house.journal import Lines
from cardhouse.house.stores import Stale
from cardhouse.wire import Ack, Bye, Denial, encode
from cardhouse.wire.commands import Deal, Moved, read_command
from tests.house.in_memory import InMemoryHouse, code, mover_of, play_on

SHORT: dict[str, dict[str, Any]] = {"blitz": {"target": 100, "max_hands": 2}, "dynasty": {"monarchies": 2}}


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_of_every_game_and_a_rematch_with_people_and_bots(game: str) -> None:
    house = InMemoryHouse(game, people=2, bots=max(0, GAMES[game].default_seats - 2), options=SHORT.get(game, {}))
    for person in house.people:
        person.enter()
    chance = Random(1)
    for match in (1, 2):
        play_on(house, chance)
        sitting = house.room.sitting
        assert sitting.matches == match
        assert sitting.match is not None
        assert sitting.match.result is not None
        for person in house.people:
            house.must(person.say("rematch"))
    assert house.room.sitting.matches == 3


def replay_equals_play(game: str) -> None:
    """At every move of a match, and at its end."""
    house = InMemoryHouse(game, people=2, bots=max(0, GAMES[game].default_seats - 2), options=SHORT.get(game, {}))
    for person in house.people:
        person.enter()
    house.must(house.people[0].say("say", text="hello"))
    for _ in range(5):
        play_on(house, Random(2), most=20, to_the_end=False)
        again = house.new_room()
        again.load(house.store.rows)
        assert state_of(again) == state_of(house.room)
    play_on(house, Random(2))
    live = house.room
    house.restart()
    assert state_of(house.room) == state_of(live)


@pytest.mark.parametrize("game", GAMES)
def test_promise_5_replay_equals_play(game: str) -> None:
    replay_equals_play(game)


def without_seeds(*given: Any, **more: Any) -> Any:
    entry, secret = decide_recorded(*given, **more)
    return entry, replace(secret, seed="")


def without_hidden_moves(*given: Any, **more: Any) -> Any:
    entry, secret = decide_recorded(*given, **more)
    return entry, replace(secret, move="")


decide_recorded = decide.record


@pytest.mark.parametrize(("fault", "game"), [(without_seeds, "dynasty"), (without_hidden_moves, "davenport")])
def test_promise_5_a_log_that_lacks_something_is_found(fault: Any, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decide, "record", fault)
    with pytest.raises((AssertionError, CardhouseError)):
        replay_equals_play(game)


def state_of(room: Any) -> tuple[Any, ...]:
    sitting = room.sitting
    now = (
        sitting.version,
        sitting.phase,
        sitting.matches,
        sitting.chairs,
        sitting.since,
        sitting.turns,
        sitting.ready,
        sitting.muted,
    )
    chance = (
        sitting.pace,
        sitting.level,
        sitting.dealer.secret,
        sitting.dealer._entropy,
        sitting.match and sitting.match._state,
    )
    return *now, *chance, room._acks, [*room._kept], [*room._chat]


def test_nothing_is_true_before_it_is_stored() -> None:
    house = InMemoryHouse("president", people=4)
    for person in house.people:
        person.enter()
    before, heard = house.room.sitting, [len(person.heard) for person in house.people]
    house.store.fails = True
    mover = next(person for person in house.people if person.view.moves)
    assert code(mover.play(mover.view.moves[0])) == "store"
    assert house.room.sitting is before
    assert [len(person.heard) for person in house.people] == heard
    house.store.fails = False
    assert code(mover.play(mover.view.moves[0], id=mover.id)) == "ack"


def test_a_command_that_comes_again_gets_the_same_answer_and_happens_once() -> None:
    house = InMemoryHouse("president", people=4)
    mover = mover_of(house)
    base, draft = house.room.sitting.version
    first = mover.say("play", move=mover.view.moves[0], base=base, draft=draft)
    rows = len(house.store.rows)
    assert mover.say("play", move="pass", base=0, id=mover.id) == first
    assert mover.say("say", text="hello") != first
    assert mover.say("play", move="pass", base=0, id=mover.id - 1) == first  # from the store
    assert len(house.store.rows) == rows + 1
    house.restart()
    assert mover.say("play", move="pass", base=0, id=1) == first


def test_a_number_below_the_last_that_was_never_used_is_refused() -> None:
    house = InMemoryHouse("president", people=4)
    ann = house.people[0]
    house.must(ann.say("say", text="five", id=5))
    assert code(ann.say("say", text="three", id=3)) == "old_id"


def test_a_move_on_an_old_or_a_future_version_is_stale() -> None:
    house = InMemoryHouse("president", people=4)
    for _ in range(4):
        mover = mover_of(house)
        mover.act()
    mover = mover_of(house)
    assert code(mover.play(mover.view.moves[0], base=0)) == "stale"
    assert code(mover.play(mover.view.moves[0], base=1000)) == "stale"
    other = next(person for person in house.people if person is not mover)
    assert code(other.play("pass", base=0)) == "stale"
    assert code(other.play("pass")) == "refused"
    assert code(mover.play(mover.view.moves[0])) == "ack"


def test_chat_and_choices_of_others_at_the_same_time_make_no_move_stale() -> None:
    house = InMemoryHouse("davenport", people=4)
    base, _ = house.room.sitting.version
    for person in house.people[1:]:
        house.must(person.say("say", text="well"))
        house.must(person.play(person.view.moves[0], base=base))
    ann = house.people[0]
    assert code(ann.play(ann.view.moves[0], base=base)) == "ack"
    assert code(ann.play(ann.view.moves[0], base=base)) == "stale"


def test_a_hidden_turn_of_blitz_is_seen_by_its_owner_and_then_is_one_event_for_all() -> None:
    house = InMemoryHouse("blitz", people=3)
    for person in house.people:
        person.enter()
    house.must(house.people[0].play("deal"))
    mover = mover_of(house)
    others = [person for person in house.people if person is not mover]
    counts = [len(person.heard) for person in others]
    seq = house.room.sitting.seq
    ack = house.must(mover.play("stock"))
    assert (ack.seq, ack.draft > 0) == (seq, True)
    assert [len(person.heard) for person in others] == counts
    discard = next(move for move in mover.view.moves if move.startswith("discard"))
    house.must(mover.play(discard))
    house.must(mover.play("complete"))
    events = [[event for event in person.messages("event") if event["seq"] > seq] for person in others]
    assert all(len(seen) == 1 for seen in events)
    assert house.room.sitting.version == (seq + 1, 0)
    hidden = [row for row in house.store.rows if isinstance(row.entry, Moved) and not row.entry.move]
    assert [row.secret.move for row in hidden] == ["stock", discard]


def test_reasons_say_why_the_other_cards_of_a_hand_cannot_be_played() -> None:
    house = InMemoryHouse("president", people=4)
    for person in house.people:
        person.reasons = True
        person.enter()
    for _ in range(3):
        mover = mover_of(house)
        mover.act()
    mover = mover_of(house)
    event = mover.messages("event")[-1]
    playable = {word for move in mover.view.moves for word in move.split()}
    assert event["reasons"].keys() == {card for card in event["view"]["hand"] if card not in playable}
    assert all(sentence.endswith(".") for sentence in event["reasons"].values())
    others = [person for person in house.people if person is not mover]
    assert all("reasons" not in person.messages("event")[-1] for person in others)


def test_the_journal_says_where_a_command_failed_and_nothing_of_what_it_was_about(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def failing(*given: Any) -> None:
        where = "hand 2"
        raise ValueError(f"the 4c is in {where}")

    house = InMemoryHouse("president", people=4)
    monkeypatch.setattr("cardhouse.house.room.decide", failing)
    assert code(house.people[0].say("say", text="hello")) == "failed"
    line = Lines().format(caplog.records[-1])
    assert "in failing" in line
    assert "ValueError" in line
    assert "4c is in hand" not in line


def test_someone_who_floods_the_chat_delays_nobody_else() -> None:
    house = InMemoryHouse("president", people=4)
    mover = mover_of(house)
    talker = next(person for person in house.people if person is not mover)
    answers: list[Ack | Denial] = []
    for number in range(1, 100):
        command = read_command(encode({"type": "say", "id": number, "text": "and"}))
        house.room.submit(talker.player, command, answers.append)
    assert code(mover.play(mover.view.moves[0])) == "ack"
    assert {code(answer) for answer in answers} == {"ack", "flood"}


def test_a_room_that_was_stopped_does_nothing_more_when_its_last_append_is_stored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Another house may have the table, and goes on with it."""
    house = InMemoryHouse("president", seats=4, bots=3, options={"deals": 3})
    ann = house.people[0]
    monkeypatch.setattr(ann, "close", lambda bye: None)  # as a socket, which leaves a moment later
    ann.enter()
    while house.phase == "play":
        play_on(house, Random(1), most=1, to_the_end=False)
    assert house.phase == "pause"
    stored, answers = len(house.store.rows), list[Ack | Denial]()
    house.room.submit(ann.player, Deal(id=1 << 40), answers.append)
    house.room.stop(Bye(code="moved", reason="Another house has this table now."))
    house.pass_time(3600.0)
    assert [type(answer) for answer in answers] == [Ack]
    assert len(house.store.rows) == stored + 1, "it has dealt"
    assert house.room.sitting.ready == {ann.player}, "who took a seat is told which"


def test_a_stopped_room_that_has_lost_its_table_drops_no_other_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house may have taken the table back meanwhile, in a room of its own."""
    house = InMemoryHouse("president", seats=4, bots=3, pace=0)
    dropped, answers = list[str](), list[Ack | Denial]()
    monkeypatch.setattr(house.room, "_drop", dropped.append)
    monkeypatch.setattr(house.store, "append", lambda rows, done: house.clock.soon(lambda: done(Stale())))
    house.room.submit(1, read_command(encode({"type": "say", "id": 1, "text": "hello"})), answers.append)
    house.room.stop(Bye(code="moved", reason="Another house has this table now."))
    house.run()
    assert [code(answer) for answer in answers] == ["moved"]
    assert not dropped
