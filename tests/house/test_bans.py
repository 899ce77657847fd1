"""Who was sent away stays away for a while, and who was muted stays muted."""

from collections.abc import Iterator

import pytest
from starlette.requests import HTTPConnection

from cardhouse.house.bans import SENT_AWAY, known
from cardhouse.house.decide import Sit
from cardhouse.house.lobby import address
from cardhouse.wire import Ack, Denial
from cardhouse.wire.commands import HOUSE
from tests.house.live import LiveHouse
from tests.house.parlour import Parlour, code

EVES, ANOTHER = "192.0.2.7", "192.0.2.8"


def sits(parlour: Parlour, name: str, address: str = "") -> Ack | Denial:
    return parlour.submit(HOUSE, Sit(name, name, address=address))


def kicked() -> Parlour:
    """A table that Eve was sent away from."""
    parlour = Parlour("president", people=2)
    eve = parlour.join("Eve", address=EVES)
    parlour.must(parlour.people[0].say("kick", seat=eve.seat))
    return parlour


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("Eve", EVES),
        ("Mallory", EVES),
        ("Eve", ANOTHER),
        ("\xc9v\xe9", ANOTHER),
        (" Eve\u200b ", ANOTHER),
        ("Eve", ""),
    ],
)
def test_one_who_was_sent_away_does_not_come_back_by_another_name_or_another_address(name: str, address: str) -> None:
    parlour = kicked()
    refused = sits(parlour, name, address)
    assert code(refused) == "kicked"
    assert "in 15 min." in str(refused)
    assert len(parlour.room.table.seated) == 2


@pytest.mark.parametrize(("name", "address"), [("Cleo", ANOTHER), ("Cleo", "")])
def test_others_take_the_seat(name: str, address: str) -> None:
    assert code(sits(kicked(), name, address)) == "ack"


def test_after_a_quarter_of_an_hour_the_seat_is_open_again() -> None:
    parlour = kicked()
    parlour.pass_time(SENT_AWAY - 60)
    assert "in 1 min." in str(sits(parlour, "Eve", EVES))
    parlour.pass_time(60)
    parlour.must(sits(parlour, "Eve", EVES))


def test_one_who_left_by_themselves_may_come_back() -> None:
    parlour = Parlour("president", people=2)
    parlour.must(parlour.join("Eve", address=EVES).say("leave"))
    parlour.must(sits(parlour, "Eve", EVES))


def muted() -> Parlour:
    """A table that Eve has left, muted; Ann and another one are there."""
    parlour = Parlour("president", seats=6, people=2)
    eve = parlour.join("Eve", address=EVES)
    parlour.must(parlour.people[0].say("mute", seat=eve.seat))
    parlour.must(eve.say("leave"))
    return parlour


@pytest.mark.parametrize(
    ("name", "address", "outcome"),
    [
        ("Eve", EVES, "muted"),
        ("Mallory", EVES, "muted"),
        ("Eve", ANOTHER, "muted"),
        ("\xc8ve", "", "muted"),
        ("Cleo", ANOTHER, "ack"),
        ("Cleo", "", "ack"),
    ],
)
def test_one_who_was_muted_leaves_and_comes_back_muted(name: str, address: str, outcome: str) -> None:
    parlour = muted()
    back = parlour.join(name, address=address)
    assert code(back.say("say", text="hello")) == outcome
    assert parlour.people[0].enter()["table"]["seats"][back.seat].get("muted", False) is (outcome == "muted")


def test_an_address_that_others_at_the_table_share_does_not_count() -> None:
    parlour = Parlour("president", seats=6, people=1)
    ann, cleo, eve = parlour.people[0], parlour.join("Cleo", address=EVES), parlour.join("Eve", address=EVES)
    parlour.must(ann.say("mute", seat=eve.seat))
    parlour.must(parlour.join("Dora", address=EVES).say("say", text="hello"))
    parlour.must(ann.say("kick", seat=eve.seat))
    assert code(sits(parlour, "Eve", EVES)) == "kicked"
    parlour.must(sits(parlour, "Flora", EVES))
    for name in ("Cleo", "Dora", "Flora"):
        seat = next(
            seat for seat, place in enumerate(parlour.room.table.places) if place.player and place.player.name == name
        )
        parlour.must(ann.say("kick", seat=seat))
    assert code(sits(parlour, "Gina", EVES)) == "kicked"
    assert cleo.seat == -1


def test_two_of_one_address_cannot_protect_each_other() -> None:
    parlour = Parlour("president", seats=6, people=1)
    ann, mal, eve = parlour.people[0], parlour.join("Mal", address=EVES), parlour.join("Eve", address=EVES)
    parlour.must(ann.say("kick", seat=eve.seat))
    fay = parlour.join("Fay", address=EVES)
    parlour.must(ann.say("kick", seat=mal.seat))
    assert code(sits(parlour, "Gus", EVES)) == "kicked"
    assert fay.seat >= 0


def test_one_who_was_muted_is_muted_after_leaving_although_others_at_the_address_talk() -> None:
    parlour = Parlour("president", seats=6, people=1)
    mal, eve = parlour.join("Mal", address=EVES), parlour.join("Eve", address=EVES)
    parlour.must(parlour.people[0].say("mute", seat=eve.seat))
    parlour.must(eve.say("leave"))
    assert code(parlour.join("Fay", address=EVES).say("say", text="hello")) == "muted"
    assert code(mal.say("say", text="hello")) == "ack"


def test_the_muted_say_nothing_by_words_for_the_deal() -> None:
    parlour = Parlour("president", seats=6, people=2)
    ann, ben = parlour.people
    parlour.must(ann.say("mute", seat=ben.seat))
    assert code(ben.say("entropy", text="listen to me")) == "muted"
    assert code(ben.say("entropy", text="random " + "5f" * 16)) == "ack"


def test_at_a_table_without_chat_words_for_the_deal_are_random() -> None:
    ann = Parlour("president", seats=6, people=1, chat=False).people[0]
    assert code(ann.say("entropy", text="listen to me")) == "not_now"
    assert code(ann.say("entropy", text="random " + "5f" * 16)) == "ack"


def test_a_name_is_not_taken_for_an_address() -> None:
    parlour = Parlour("president", people=1)
    parlour.must(parlour.people[0].say("kick", seat=parlour.join(ANOTHER, address=EVES).seat))
    parlour.must(sits(parlour, "Cleo", ANOTHER))


def test_a_second_seat_is_no_way_around_it() -> None:
    parlour = Parlour("president", seats=6, people=1)
    eve = parlour.join("Eve", address=EVES)
    parlour.must(parlour.people[0].say("mute", seat=eve.seat))
    dora = parlour.join("Dora", address=EVES)
    assert code(dora.say("say", text="hello")) == "muted"
    parlour.must(parlour.people[0].say("mute", seat=dora.seat, on=False))
    assert code(dora.say("say", text="thanks")) == "ack"
    assert code(eve.say("say", text="and I?")) == "muted"


def test_the_creator_lets_somebody_talk_again_for_good() -> None:
    parlour = muted()
    back = parlour.join("Mallory", address=EVES)
    parlour.must(parlour.people[0].say("mute", seat=back.seat, on=False))
    parlour.must(back.say("say", text="thanks"))
    parlour.must(back.say("leave"))
    parlour.must(parlour.join("Mallory", address=EVES).say("say", text="hello again"))


def test_after_a_restart_the_name_is_still_known() -> None:
    parlour = muted()
    parlour.restart()
    assert code(parlour.join("eve", address=ANOTHER).say("say", text="hello")) == "muted"


@pytest.mark.parametrize(
    ("host", "found"),
    [("127.0.0.1", ""), ("::1", ""), ("127.3.2.1", ""), (EVES, EVES), ("2001:db8::7", "2001:db8::/64")],
)
def test_an_address_of_this_machine_tells_nobody_apart(host: str, found: str) -> None:
    assert known(address(HTTPConnection({"type": "http", "client": (host, 1)}))) == found


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHouse]:
    with LiveHouse(tmp_path_factory.mktemp("bans")) as house:
        yield house


def test_a_house_says_so_over_http(house: LiveHouse) -> None:
    table, (ann, _) = house.table("president", 2, seats=4)
    assert house.post(f"/api/tables/{table}/commands", {"type": "kick", "id": 1, "seat": 1}, ann)["type"] == "ack"
    status, nak = house.request("POST", f"/api/tables/{table}/seats", b'{"name": "ben 1"}')
    assert (status, nak["code"]) == (403, "kicked")
    assert house.post(f"/api/tables/{table}/seats", {"name": "Cleo"})["seat"] == 1
