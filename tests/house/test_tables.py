"""Tables: who may sit, leave, start, kick, mute and talk, and when."""

from random import Random
from typing import Any

import pytest

from cardhouse.cards.ledger import WATCHER
from cardhouse.games import GAMES
from cardhouse.house import messages
from cardhouse.house.decide import Sit
from cardhouse.wire import Denial
from cardhouse.wire.commands import HOUSE
from tests.house.in_memory import InMemoryHouse, Person, code, mover_of, play_on


def test_a_match_begins_when_the_last_seat_is_taken() -> None:
    house = InMemoryHouse("president", people=3)
    assert house.phase == "open"
    house.join("Dora")
    assert house.phase == "play"


def test_the_creator_starts_with_bots_in_the_free_seats() -> None:
    house = InMemoryHouse("president", people=2)
    assert code(house.people[1].say("start")) == "denied"
    house.must(house.people[0].say("start"))
    assert [chair.player.kind for chair in house.room.sitting.chairs if chair.player] == ["person"] * 2 + ["bot"] * 2
    assert code(house.people[0].say("start")) == "not_now"


def test_before_the_start_a_person_takes_a_bots_seat_at_once() -> None:
    house = InMemoryHouse("president", bots=2)
    house.join("Ben", seat=1)
    assert [chair.player.name if chair.player else "" for chair in house.room.sitting.chairs][:2] == ["Ann", "Ben"]
    assert house.phase == "open"


def test_someone_who_takes_a_bots_seat_in_a_match_watches_until_the_deal_is_over() -> None:
    house = InMemoryHouse("president", bots=3, options={"deals": 2})
    ann = house.people[0]
    ann.enter()
    ben = house.join("Ben")
    welcome = ben.enter()
    assert welcome["seat"] == welcome["view"]["seat"] == WATCHER
    assert code(ben.play("pass")) == "not_now"
    seat = ben.seat
    assert house.room.sitting.chairs[seat].heir is not None
    while house.phase == "play":
        if ann.view.moves:
            ann.act()
        house.pass_time(1.0)
    assert house.room.sitting.plays(ben.player) == seat
    assert ben.messages("event")[-1]["view"]["seat"] == seat
    assert ben.messages("event")[-1]["table"]["seats"][seat] == {"name": "Ben", "kind": "person"}


def test_a_full_table_can_only_be_watched() -> None:
    house = InMemoryHouse("javelin", people=2)
    outcome = house.submit(HOUSE, Sit("Cleo", "x"))
    assert code(outcome) == "full"
    assert isinstance(outcome, Denial)
    assert outcome.reason == "Every seat is taken: you can watch."
    assert house.room.sitting.full == "seats"


def test_names_are_unique_at_a_table_and_one_that_is_free_is_suggested() -> None:
    house = InMemoryHouse("president", people=1)
    outcome = house.submit(HOUSE, Sit("  aNN\u200b ", "x"))
    assert isinstance(outcome, Denial)
    assert (outcome.code, outcome.suggestion) == ("taken", "aNN 2")


@pytest.mark.parametrize("name", ["", "   ", "\u202e\u0007", "n" * 25])
def test_a_name_has_1_to_24_characters_that_are_seen(name: str) -> None:
    assert code(InMemoryHouse("president").submit(HOUSE, Sit(name, "x"))) == "unreadable"


def test_someone_who_leaves_before_the_start_leaves_the_seat_free() -> None:
    house = InMemoryHouse("president", people=3)
    house.must(house.people[1].say("leave"))
    assert house.room.sitting.chairs[1].player is None
    assert code(house.submit(HOUSE, Sit("Cleo", "x", seat=9))) == "unknown"
    assert code(house.submit(HOUSE, Sit("Cleo", "x", seat=0))) == "full"
    assert code(house.people[1].say("say", text="hello")) == "denied"


def test_in_a_match_a_bot_takes_over_for_someone_who_leaves() -> None:
    house = InMemoryHouse("president", people=4)
    house.people[0].enter()
    house.must(house.people[1].say("leave"))
    player = house.room.sitting.chairs[1].player
    assert player is not None
    assert player.kind == "bot"


def test_when_the_creator_leaves_the_next_who_came_is_creator() -> None:
    house = InMemoryHouse("president", people=3)
    house.must(house.people[0].say("leave"))
    house.must(house.people[1].say("start"))


def test_when_all_people_have_left_the_table_is_closed() -> None:
    house = InMemoryHouse("president", people=1)
    house.must(house.people[0].say("leave"))
    assert house.phase == "closed"
    assert code(house.submit(HOUSE, Sit("Ben", "x"))) == "closed"


def test_the_creator_sends_others_away_before_the_start() -> None:
    house = InMemoryHouse("president", people=3)
    ann, ben, _ = house.people
    ben.enter()
    assert code(ben.say("kick", seat=2)) == "denied"
    assert code(ann.say("kick", seat=0)) == "not_now"
    assert code(ann.say("kick", seat=3)) == "not_now"
    house.must(ann.say("kick", seat=1))
    assert ben.bye is not None
    assert ben.bye.code == "kicked"
    assert house.room.sitting.chairs[1].free


def test_a_latecomer_is_told_the_names_that_the_seats_had_when_it_happened() -> None:
    house = InMemoryHouse("president", people=2)
    ann, ben = house.people
    house.must(ben.say("say", text="Hello"))
    house.must(ann.say("kick", seat=1))
    house.people.remove(ben)
    house.join("Carl", seat=1)
    house.must(ann.say("say", text="Welcome"))
    welcome = ann.enter()

    def named(frames: list[dict[str, Any]], what: str) -> list[str]:
        now = [seat.get("name", "") for seat in welcome["table"]["seats"]]
        events = [frame for frame in frames if frame["happened"]["what"] == what]
        return [frame.get("names", now)[frame["happened"]["seat"]] for frame in events]

    assert named(welcome["tail"], "left") == ["Ben 1"]
    assert named(welcome["tail"], "sat")[-1:] == ["Carl"]
    assert named(welcome["chat"], "said") == ["Ben 1", "Ann"]


def test_a_player_who_waits_for_a_bots_seat_talks_and_leaves_under_their_own_name() -> None:
    house = InMemoryHouse("president", people=1, bots=3)
    (ann,) = house.people
    ann.enter()
    eve = house.join("Eve", seat=2)
    house.must(eve.say("say", text="May I?"))
    house.must(eve.say("leave"))
    events = [event for event in ann.messages("event") if event["happened"]["what"] in ("said", "left")]
    assert [event["names"][2] for event in events] == ["Eve", "Eve"]


@pytest.mark.parametrize("game", GAMES)
def test_the_creator_sends_others_away_in_a_match_and_a_bot_plays_on(game: str) -> None:
    house = InMemoryHouse(game, people=GAMES[game].default_seats)
    for person in house.people:
        person.enter()
    ann, *others, ben = house.people
    seat = ben.seat
    assert code(ann.say("kick", seat=ann.seat)) == "not_now"
    assert code(ann.say("kick", seat=12)) == "not_now"
    assert code(ben.say("kick", seat=ann.seat)) == "denied"
    house.must(ann.say("kick", seat=seat))
    assert ben.bye is not None
    assert ben.bye.code == "kicked"
    assert code(ben.say("say", text="why?")) == "denied"
    (left,) = [event["happened"] for event in ann.messages("event") if event["happened"].get("what") == "left"]
    assert left == {"what": "left", "seat": seat, "kicked": True, "bot": left["bot"]}
    now = ann.messages("event")[-1]["table"]["seats"][seat]
    assert (now["name"], now["kind"]) == (left["bot"], "bot")
    assert code(ann.say("kick", seat=seat)) == "not_now"  # a bot of the house stays
    house.people = [ann, *others]
    play_on(house, Random(2))
    assert house.phase == "over"


def test_people_who_are_kicked_between_deals_or_while_they_wait_leave_like_others() -> None:
    house = InMemoryHouse("president", people=3, bots=1, options={"deals": 2})
    for person in house.people:
        person.enter()
    ann, ben, cleo = house.people
    eve = house.join("Eve")
    eve.enter()
    house.must(ann.say("kick", seat=eve.seat))
    assert eve.bye is not None
    assert eve.bye.code == "kicked"
    assert not any(chair.heir for chair in house.room.sitting.chairs)
    house.people.remove(eve)
    while house.phase == "play":
        play_on(house, Random(1), most=1, to_the_end=False)
    seat = ben.seat
    house.must(ann.say("kick", seat=seat))
    assert house.room.sitting.chairs[seat].a_bots
    house.people.remove(ben)
    play_on(house, Random(1))
    house.must(ann.say("kick", seat=cleo.seat))
    assert any(chair.free for chair in house.room.sitting.chairs)
    before = messages.info("table", house.room.sitting)
    house.restart()
    assert messages.info("table", house.room.sitting) == before


def test_chat_is_cleaned_can_be_muted_and_is_kept_for_people_who_return() -> None:
    house = InMemoryHouse("president", people=3)
    ann, ben, _ = house.people
    house.must(ben.say("say", text=" good \u202e luck\n<b>all</b> "))
    assert ann.enter()["chat"][-1]["happened"] == {"what": "said", "seat": 1, "text": "good luck <b>all</b>"}
    assert code(ben.say("say", text="x" * 201)) == "unreadable"
    assert code(ben.say("mute", seat=0)) == "denied"
    assert code(ann.say("mute", seat=3)) == "not_now"
    house.must(ann.say("mute", seat=1))
    assert code(ben.say("say", text="again")) == "muted"
    house.must(ann.say("mute", seat=1, on=False))
    house.must(ben.say("say", text="again"))


def test_the_creator_sets_the_pace_in_every_phase_but_closed_and_everybody_is_told() -> None:
    house = InMemoryHouse("president", people=2, bots=1, options={"deals": 2})
    ann, ben = house.people
    assert ann.enter()["table"]["pace"] == 0.8
    ben.enter()

    def set_pace(seconds: float, phase: str) -> None:
        assert house.phase == phase
        assert code(ben.say("pace", seconds=seconds)) == "denied"
        house.must(ann.say("pace", seconds=seconds))
        event = ben.messages("event")[-1]
        assert event["happened"] == {"what": "paced", "seconds": seconds}
        assert event["table"]["pace"] == seconds

    set_pace(0.3, "open")
    house.must(ann.say("start"))
    set_pace(4, "play")
    while house.phase == "play":
        play_on(house, Random(1), most=1, to_the_end=False)
    set_pace(0, "pause")
    play_on(house, Random(1))
    set_pace(10, "over")
    house.restart()
    assert ann.enter()["table"]["pace"] == 10
    for person in house.people:
        house.must(person.say("leave"))
    assert code(ann.say("pace", seconds=1)) == "closed"


def test_a_table_without_chat_has_none() -> None:
    assert code(InMemoryHouse("president", chat=False).people[0].say("say", text="hello")) == "not_now"


def test_entropy_goes_into_the_deal_and_is_refused_once_it_is_dealt() -> None:
    house = InMemoryHouse("president", people=2)
    commitment = house.room.sitting.dealer.commitment
    house.must(house.people[0].say("entropy", text="my own luck"))
    house.must(house.people[0].say("start"))
    assert house.room.sitting.dealer.commitment == commitment
    assert code(house.people[0].say("entropy", text="more")) == "not_now"
    house.people[0].enter()
    for person in house.people:
        person.enter()
    play_on(house, Random(1))
    reveal = [event for event in house.people[0].messages("event") if event["happened"].get("move") == "reveal"]
    assert reveal[0]["happened"]["facts"][0]["revealed"].endswith("\n0 my own luck")


def test_davenport_rule_1_at_a_rematch_the_deal_goes_one_seat_on() -> None:
    house = InMemoryHouse("davenport", people=3, seats=3)
    for person in house.people:
        person.enter()
    play_on(house, Random(5))
    first = house.room.sitting.match
    for person in house.people:
        house.must(person.say("rematch"))
    second = house.room.sitting.match
    assert first is not None
    assert second is not None
    assert first.seating is not None
    assert second.seating == [(seat + 1) % 3 for seat in first.seating]


def test_dynasty_rule_12_people_join_and_leave_between_deals() -> None:
    house = InMemoryHouse("dynasty", people=4, options={"monarchies": 3})
    for person in house.people:
        person.enter()
    eve = house.join("Eve")
    assert eve.enter()["seat"] == WATCHER
    house.must(house.people[1].say("leave"))
    people = house.people
    house.people = [people[0], people[2], people[3]]
    while house.phase == "play":
        match = house.room.sitting.match
        assert match is not None
        if any(person.seat in match.to_act for person in house.people):
            house.must(mover_of(house).play(Random(house.room.sitting.seq).choice(mover_of(house).view.moves)))
        else:
            house.pass_time(1.0)
    assert eve.messages("event")[-1]["view"]["seat"] == 4
    house.people.append(eve)
    play_on(house, Random(6))
    for person in house.people:
        house.must(person.say("rematch"))
    assert [chair.player.name for chair in house.room.sitting.chairs if chair.player] == [
        "Ann",
        "Ben 2",
        "Ben 3",
        "Eve",
    ]
    assert house.people[-1].seat == 3


def test_dynasty_rule_12_everybody_is_told_when_nobody_else_can_join() -> None:
    house = InMemoryHouse("dynasty", people=3, seats=3, options={"monarchies": 9})
    ann = house.people[0]
    ann.enter()
    assert full(ann, house) == ""
    for number in range(3, 12):
        house.join(f"Guest {number}")
    assert full(ann, house) == "at_once"
    assert (
        refused(house)
        == "The table already has 12 players, so nobody else can join. You can watch until somebody leaves."
    )
    while house.phase == "play":
        mover_of(house).act()
    for number in range(12, 16):
        house.must(house.people[number - 11].say("leave"))
        assert full(ann, house) == ""
        house.join(f"Guest {number}")
    house.must(house.people[5].say("leave"))
    assert full(ann, house) == "in_all"
    assert refused(house) == (
        "This match has already had 16 players, so nobody else can join it. "
        "You can watch until the next match has begun."
    )
    house.restart()
    ann.enter()
    assert full(ann, house) == "in_all"


def full(person: Person, house: InMemoryHouse) -> str:
    """As somebody at the table, and somebody who asks for it, is told."""
    reasons = [message["table"]["full"] for message in person.messages() if message.get("table")]
    assert messages.info("table", house.room.sitting).full == reasons[-1]
    return str(reasons[-1])


def refused(house: InMemoryHouse) -> str:
    denial = house.submit(HOUSE, Sit("One more", "token"))
    assert isinstance(denial, Denial)
    assert denial.code == "full"
    return denial.reason


def test_a_deal_or_rematch_can_be_asked_for_only_when_it_is_due() -> None:
    house = InMemoryHouse("president", people=4)
    for person in house.people:
        assert code(person.say("rematch")) == "not_now"
        assert code(person.say("deal")) == "not_now"


def test_the_score_sheet_has_a_line_for_each_deal_and_a_rematch_has_a_new_one() -> None:
    house = InMemoryHouse("president", people=3, seats=3, options={"deals": 3})
    for person in house.people:
        person.enter()
    play_on(house, Random(3))
    table = house.room.sitting
    assert table.match is not None
    assert len(table.sheet) == 3
    assert table.sheet[-1] == table.match.scores
    assert [sum(line) for line in table.sheet] == [3, 6, 9]  # a point for everybody whom one leaves behind
    for person in house.people:
        house.must(person.say("rematch"))
    assert house.room.sitting.sheet == ()


def test_a_table_tells_the_coming_deal_and_its_entropy_until_it_is_dealt() -> None:
    house = InMemoryHouse("president", people=2, options={"deals": 2})
    ann, ben = house.people
    ann.enter()
    ben.enter()

    def coming() -> dict[str, Any]:
        """As the newest table that was sent says, and as one who comes now is told."""
        tables = [message["table"] for message in ann.messages() if message.get("table")]
        newest = {name: tables[-1][name] for name in ("commitment", "coming")}
        assert newest == {name: ben.enter()["table"][name] for name in ("commitment", "coming")}
        return newest

    first = coming()
    assert first["coming"] == {"match": 1, "deal": 0, "entropy": []}
    house.must(ben.say("entropy", text="better luck"))
    house.must(ann.say("entropy", text="my own luck"))
    assert coming() == {**first, "coming": {"match": 1, "deal": 0, "entropy": ["0 my own luck", "1 better luck"]}}
    house.must(ann.say("start"))
    assert coming() == {**first, "coming": None}
    while house.phase == "play":
        play_on(house, Random(1), most=1, to_the_end=False)
    second = coming()
    assert second["coming"] == {"match": 1, "deal": 1, "entropy": []}
    assert second["commitment"] != first["commitment"]
    play_on(house, Random(1))
    assert coming()["coming"] == {"match": 2, "deal": 0, "entropy": []}


def test_blitz_accepts_entropy_until_somebody_deals() -> None:
    """No pause tells of it: whoever comes forward first deals."""
    house = InMemoryHouse("blitz", seats=2, people=2, options={"target": 10_000, "max_hands": 2})
    ann = house.people[0]
    for person in house.people:
        person.enter()
    while house.room.sitting.match and not house.room.sitting.match.deals_over:
        play_on(house, Random(1), most=1, to_the_end=False)
    coming = ann.enter()["table"]["coming"]
    assert (house.phase, coming) == ("play", {"match": 1, "deal": 1, "entropy": []})
    house.must(ann.say("entropy", text="luck"))
    house.must(ann.say("play", move="deal", base=house.room.sitting.seq, draft=0))
    assert ann.enter()["table"]["coming"] is None
    assert code(ann.say("entropy", text="more luck")) == "not_now"


def test_entropy_for_the_first_deal_of_a_rematch_is_accepted() -> None:
    house = InMemoryHouse("javelin", people=2)
    for person in house.people:
        person.enter()
    play_on(house, Random(1))
    house.must(house.people[1].say("entropy", text="better luck"))
    for person in house.people:
        house.must(person.say("rematch"))
    assert house.room.sitting.dealer._entropy == {1: "better luck"}


def test_entropy_sent_with_a_request_for_a_seat_counts_if_the_deal_has_not_begun() -> None:
    house = InMemoryHouse("president", seats=4, people=1, bots=1, options={"deals": 2})
    ann = house.people[0]
    ann.enter()

    def heard() -> dict[int, str]:
        return dict(house.room.sitting.dealer._entropy)

    house.join("Ben", entropy="before the match").enter()
    assert heard() == {2: "before the match"}
    house.must(ann.say("start"))
    house.join("Cleo", entropy="too late")
    assert heard() == {2: "before the match"}
    house.must(house.people.pop().say("leave"))
    while house.phase == "play":
        play_on(house, Random(1), most=1, to_the_end=False)
    house.join("Dora", entropy="in the pause").enter()
    assert heard() == {1: "in the pause"}
    play_on(house, Random(1))
    assert (house.phase, heard()) == ("over", {})
    house.must(house.people[-1].say("leave"))
    house.join("Eve", entropy="before the rematch")
    assert heard() == {1: "before the rematch"}


def test_dynasty_rule_12_there_is_a_rematch_after_a_match_that_ended_with_too_few_players() -> None:
    house = InMemoryHouse("dynasty", seats=3, people=3, options={"monarchies": 3})
    for person in house.people:
        person.enter()
    while house.phase == "play":
        mover_of(house).act()
    house.must(house.people.pop().say("leave"))
    for person in house.people:
        house.must(person.say("deal"))
    assert house.phase == "over"
    table = house.people[0].enter()["table"]
    assert table["coming"] == {"match": 2, "deal": 0, "entropy": []}
    house.must(house.people[1].say("entropy", text="luck"))
    for person in house.people:
        house.must(person.say("rematch"))
    assert (house.phase, house.room.sitting.matches) == ("play", 2)
    assert house.room.sitting.dealer.commitment == table["commitment"], "it was shown before the words were heard"
    assert house.room.sitting.dealer._entropy == {1: "luck"}


def test_someone_who_waits_to_join_has_a_seat_in_the_rematch() -> None:
    house = InMemoryHouse("dynasty", seats=3, people=3, options={"monarchies": 1})
    for person in house.people:
        person.enter()
    eve = house.join("Eve")
    eve.enter()
    while house.phase == "play":
        mover_of(house).act()
    assert house.phase == "over"
    for person in house.people:
        house.must(person.say("rematch"))
    assert (house.phase, len(house.room.sitting.chairs), eve.view.seat) == ("play", 4, 3)


def test_someone_who_waits_for_a_seat_can_be_muted() -> None:
    house = InMemoryHouse("president", bots=3)
    ben = house.join("Ben")
    house.must(ben.say("say", text="hello"))
    house.must(house.people[0].say("mute", seat=ben.seat))
    assert code(ben.say("say", text="hello")) == "muted"
