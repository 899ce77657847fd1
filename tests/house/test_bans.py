"""Who was sent away stays away for a while, and who was muted stays muted."""

from collections.abc import Iterator

import pytest
from starlette.requests import HTTPConnection

from cardhouse.house.bans import SENT_AWAY, personal_address
from cardhouse.house.decide import Sit
from cardhouse.house.lobby import address
from cardhouse.wire import Ack, Denial
from cardhouse.wire.commands import HOUSE
from tests.house.in_memory import InMemoryHouse, code
from tests.house.live import LiveHouse

EVES, ANOTHER = "192.0.2.7", "192.0.2.8"


def sits(house: InMemoryHouse, name: str, address: str = "") -> Ack | Denial:
    return house.submit(HOUSE, Sit(name, name, address=address))


def kicked() -> InMemoryHouse:
    """A table that Eve was sent away from."""
    house = InMemoryHouse("president", people=2)
    eve = house.join("Eve", address=EVES)
    house.must(house.people[0].say("kick", seat=eve.seat))
    return house


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
def test_a_kicked_person_cannot_return_by_another_name_or_address(name: str, address: str) -> None:
    house = kicked()
    refused = sits(house, name, address)
    assert code(refused) == "kicked"
    assert "in 15 min." in str(refused)
    assert len(house.room.sitting.seated) == 2


@pytest.mark.parametrize(("name", "address"), [("Cleo", ANOTHER), ("Cleo", "")])
def test_people_who_are_not_banned_take_the_seat(name: str, address: str) -> None:
    assert code(sits(kicked(), name, address)) == "ack"


def test_after_a_quarter_of_an_hour_the_seat_is_open_again() -> None:
    house = kicked()
    house.pass_time(SENT_AWAY - 60)
    assert "in 1 min." in str(sits(house, "Eve", EVES))
    house.pass_time(60)
    house.must(sits(house, "Eve", EVES))


def test_someone_who_left_by_choice_may_come_back() -> None:
    house = InMemoryHouse("president", people=2)
    house.must(house.join("Eve", address=EVES).say("leave"))
    house.must(sits(house, "Eve", EVES))


def muted() -> InMemoryHouse:
    """A table that Eve has left, muted; Ann and another one are there."""
    house = InMemoryHouse("president", seats=6, people=2)
    eve = house.join("Eve", address=EVES)
    house.must(house.people[0].say("mute", seat=eve.seat))
    house.must(eve.say("leave"))
    return house


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
def test_a_muted_person_who_leaves_comes_back_muted(name: str, address: str, outcome: str) -> None:
    house = muted()
    back = house.join(name, address=address)
    assert code(back.say("say", text="hello")) == outcome
    assert house.people[0].enter()["table"]["seats"][back.seat].get("muted", False) is (outcome == "muted")


def test_an_address_that_others_at_the_table_share_does_not_count() -> None:
    house = InMemoryHouse("president", seats=6, people=1)
    ann, cleo, eve = house.people[0], house.join("Cleo", address=EVES), house.join("Eve", address=EVES)
    house.must(ann.say("mute", seat=eve.seat))
    house.must(house.join("Dora", address=EVES).say("say", text="hello"))
    house.must(ann.say("kick", seat=eve.seat))
    assert code(sits(house, "Eve", EVES)) == "kicked"
    house.must(sits(house, "Flora", EVES))
    for name in ("Cleo", "Dora", "Flora"):
        seat = next(
            seat for seat, chair in enumerate(house.room.sitting.chairs) if chair.player and chair.player.name == name
        )
        house.must(ann.say("kick", seat=seat))
    assert code(sits(house, "Gina", EVES)) == "kicked"
    assert cleo.seat == -1


def test_two_of_one_address_cannot_protect_each_other() -> None:
    house = InMemoryHouse("president", seats=6, people=1)
    ann, mal, eve = house.people[0], house.join("Mal", address=EVES), house.join("Eve", address=EVES)
    house.must(ann.say("kick", seat=eve.seat))
    fay = house.join("Fay", address=EVES)
    house.must(ann.say("kick", seat=mal.seat))
    assert code(sits(house, "Gus", EVES)) == "kicked"
    assert fay.seat >= 0


def test_a_muted_person_stays_muted_after_leaving_though_others_at_the_address_talk() -> None:
    house = InMemoryHouse("president", seats=6, people=1)
    mal, eve = house.join("Mal", address=EVES), house.join("Eve", address=EVES)
    house.must(house.people[0].say("mute", seat=eve.seat))
    house.must(eve.say("leave"))
    assert code(house.join("Fay", address=EVES).say("say", text="hello")) == "muted"
    assert code(mal.say("say", text="hello")) == "ack"


def test_muted_people_can_only_add_random_entropy() -> None:
    house = InMemoryHouse("president", seats=6, people=2)
    ann, ben = house.people
    house.must(ann.say("mute", seat=ben.seat))
    assert code(ben.say("entropy", text="listen to me")) == "muted"
    assert code(ben.say("entropy", text="random " + "5f" * 16)) == "ack"


def test_at_a_table_without_chat_only_random_entropy_is_accepted() -> None:
    ann = InMemoryHouse("president", seats=6, people=1, chat=False).people[0]
    assert code(ann.say("entropy", text="listen to me")) == "not_now"
    assert code(ann.say("entropy", text="random " + "5f" * 16)) == "ack"


def test_a_name_that_looks_like_an_address_bans_no_address() -> None:
    house = InMemoryHouse("president", people=1)
    house.must(house.people[0].say("kick", seat=house.join(ANOTHER, address=EVES).seat))
    house.must(sits(house, "Cleo", ANOTHER))


def test_a_muted_person_stays_muted_in_a_second_seat() -> None:
    house = InMemoryHouse("president", seats=6, people=1)
    eve = house.join("Eve", address=EVES)
    house.must(house.people[0].say("mute", seat=eve.seat))
    dora = house.join("Dora", address=EVES)
    assert code(dora.say("say", text="hello")) == "muted"
    house.must(house.people[0].say("mute", seat=dora.seat, on=False))
    assert code(dora.say("say", text="thanks")) == "ack"
    assert code(eve.say("say", text="and I?")) == "muted"


def test_unmuting_a_person_also_lifts_the_mute_of_their_address() -> None:
    house = muted()
    back = house.join("Mallory", address=EVES)
    house.must(house.people[0].say("mute", seat=back.seat, on=False))
    house.must(back.say("say", text="thanks"))
    house.must(back.say("leave"))
    house.must(house.join("Mallory", address=EVES).say("say", text="hello again"))


def test_a_mute_survives_a_restart() -> None:
    house = muted()
    house.restart()
    assert code(house.join("eve", address=ANOTHER).say("say", text="hello")) == "muted"


@pytest.mark.parametrize(
    ("host", "found"),
    [("127.0.0.1", ""), ("::1", ""), ("127.3.2.1", ""), (EVES, EVES), ("2001:db8::7", "2001:db8::/64")],
)
def test_an_address_of_this_machine_tells_nobody_apart(host: str, found: str) -> None:
    assert personal_address(address(HTTPConnection({"type": "http", "client": (host, 1)}))) == found


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHouse]:
    with LiveHouse(tmp_path_factory.mktemp("bans")) as house:
        yield house


def test_a_ban_is_refused_over_http_with_a_sentence(house: LiveHouse) -> None:
    table, (ann, _) = house.table("president", 2, seats=4)
    assert house.post(f"/api/tables/{table}/commands", {"type": "kick", "id": 1, "seat": 1}, ann)["type"] == "ack"
    status, nak = house.request("POST", f"/api/tables/{table}/seats", b'{"name": "ben 1"}')
    assert (status, nak["code"]) == (403, "kicked")
    assert house.post(f"/api/tables/{table}/seats", {"name": "Cleo"})["seat"] == 1
