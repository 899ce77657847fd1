"""Web Push: what a house sends to push services, to which of them, and what it makes of their answers."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from msgspec import json

from cardhouse.cards.errors import BadSetup
from cardhouse.house.push import encryption, sender
from cardhouse.house.push.encryption import HouseKey, encrypt
from cardhouse.house.push.sender import Device, Message, Outcome, PushSender
from cardhouse.house.push.services import KNOWN, Services
from tests.house.push_service import Browser, PushService, unb64
from tests.waiting import HANG

# The example of RFC 8291, appendix A
PLAIN = b"When I grow up, I want to be a watermelon"
RECEIVER, AUTH = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", "BTBZMqHH6r4Tts7J_aSIgg"
SENDER, SALT = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", "DGv6ra1nlYgDCS1FRnbzlw"
PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_rfc_8291(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encryption, "SHORTEST", 0)  # the example is not padded
    private = ec.derive_private_key(int.from_bytes(unb64(SENDER)), ec.SECP256R1())
    assert encrypt(PLAIN, PUBLIC, AUTH, salt=unb64(SALT), private=private) == unb64(SEALED)
    assert Browser(RECEIVER, AUTH).read(unb64(SEALED)) == PLAIN


def test_only_the_browser_reads_a_message_and_its_length_says_nothing() -> None:
    browser = Browser()
    short, long = (encrypt(text, browser.p256dh, browser.auth) for text in (b"oak", b"merry-oak-owl-123"))
    assert (browser.read(short), browser.read(long)) == (b"oak", b"merry-oak-owl-123")
    assert len(short) == len(long)
    for bad in ("A" * 87, "!"):
        with pytest.raises(ValueError):  # noqa: PT011
            encrypt(b"oak", bad, browser.auth)


def test_the_key_of_a_house_is_the_same_when_it_is_read_again() -> None:
    key = HouseKey.new()
    assert HouseKey.read(key.text()).public == key.public
    assert len(unb64(key.public)) == 65


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:d-e_f",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
        "https://web.push.apple.com/QAbc?x=1",
        "https://wns2-par02p.notify.windows.com/w/?token=BQY%3d",
        "https://fcm.googleapis.com:443/fcm/send/abc",
    ],
)
def test_known_push_services_are_reached(endpoint: str) -> None:
    target = Services(KNOWN).target(endpoint)
    assert target is not None
    assert endpoint.replace(":443", "") == target.origin + target.path


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/fcm/send/abc",
        "https://fcm.googleapis.com:8443/fcm/send/abc",
        "https://fcm.googleapis.com.evil.example/",
        "https://evilfcm.googleapis.com/",
        "https://googleapis.com/",
        "https://fcm.googleapis.com@127.0.0.1/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://169.254.169.254/latest/meta-data",
        "https://localhost/",
        "https://fcm.googleapis.com/a b",
        "https://fcm.googleapis.com/\r\nHost: x",
        "https://fcm.googleapis.com:99999/",
        "https://fcm.googleapis.com/#x",
        "https:///x",
        "file:///etc/passwd",
        "https://fcm.googleapis.com\\@x/",
        "https://fcm.googleapis.com/\u00e4",
        "https://[::1%x.fcm.googleapis.com]/",
        "https://[fe80::1%25.push.apple.com]/",
        "https://evil.example\\.fcm.googleapis.com/",
        "https://127.0.0.1%00.fcm.googleapis.com/",
        "https://..fcm.googleapis.com/",
        "https://fcm.googleapis.com./",
        "HTTPS://fcm.googleapis.com/",
    ],
)
def test_nothing_else_is_reached(endpoint: str) -> None:
    assert Services(KNOWN).target(endpoint) is None


def test_a_service_of_ones_own_is_a_whole_origin() -> None:
    services = Services(["http://127.0.0.1:8090"])
    assert services.target("http://127.0.0.1:8090/push/x") is not None
    assert services.target("http://127.0.0.1:8091/push/x") is None
    assert services.target("https://fcm.googleapis.com/x") is None
    for wrong in ("ftp://x", "https://push.example.org/path", "push service", "push.example.org:80", ""):
        with pytest.raises(BadSetup, match="--push-services"):
            Services([wrong])


class Post:
    """Sends messages to a push service, and keeps what became of them."""

    def __init__(self, service: PushService, key: HouseKey | None = None) -> None:
        self.browser, self.outcomes = Browser(), list[Outcome]()
        self.key, self._service = key or HouseKey.new(), service
        self.sender = PushSender(Services([service.origin]), "https://cards.example.org", self._read_key)

    async def _read_key(self) -> HouseKey:
        return self.key

    def send(self, path: str = "/push/secret", wanted: Callable[[], bool] = lambda: True, p256dh: str = "") -> None:
        device = Device(self._service.origin + path, p256dh or self.browser.p256dh, self.browser.auth)
        self.sender.send(Message(device, "merry-oak", wanted, self.outcomes.append))

    async def outcome(self, **more: Any) -> Outcome:
        self.send(**more)
        return await self.next()

    async def next(self) -> Outcome:
        async with asyncio.timeout(HANG):
            while not self.outcomes:
                await asyncio.sleep(0.005)
        return self.outcomes.pop()


def run(act: Callable[[Post, PushService], Any], **more: Any) -> PushService:
    async def post(service: PushService) -> None:
        post = Post(service)
        await act(post, service)
        await post.sender.close()

    with PushService(**more) as service:
        asyncio.run(post(service))
    return service


@pytest.fixture(autouse=True)
def no_delays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sender, "DELAYS", (0.0, 0.0, 0.0, 0.0))
    monkeypatch.setattr(sender, "LIMIT", HANG)


def test_a_message_is_signed_and_says_only_which_table_it_is() -> None:
    async def act(post: Post, service: PushService) -> None:
        service.key = post.key.public
        assert await post.outcome() == "sent"
        (received,) = service.received
        assert json.decode(post.browser.read(received.body)) == {"table": "merry-oak"}
        assert "oak" not in str(received.headers) + received.path
        assert await post.outcome() == "sent"
        assert service.received[1].headers["topic"] == received.headers["topic"]  # it replaces the one before
        assert service.received[1].body != received.body

    assert run(act).wrong == []


def test_planted_a_signature_of_another_house_or_of_yesterday_is_found() -> None:
    async def act(post: Post, service: PushService) -> None:
        service.key = HouseKey.new().public
        assert await post.outcome() == "failed"

    assert "another key" in str(run(act).wrong)

    async def late(post: Post, service: PushService) -> None:
        service.statuses = [500] * 4
        assert await post.outcome() == "failed"

    assert "clock" in str(run(late, ahead=-90_000.0).wrong)


@pytest.mark.parametrize(
    ("statuses", "outcome", "requests"),
    [
        ([404], "gone", 1),
        ([410], "gone", 1),
        ([429, 201], "sent", 2),
        ([500, 503, 201], "sent", 3),
        ([500] * 9, "failed", 4),
        ([400], "failed", 1),
        ([302], "failed", 1),
        (["nonsense", "endless", 201], "sent", 3),
    ],
)
def test_what_a_service_answers(statuses: list[int | str], outcome: Outcome, requests: int) -> None:
    async def act(post: Post, service: PushService) -> None:
        service.statuses, service.headers = [*statuses], {"Location": service.origin + "/elsewhere", "Retry-After": "0"}
        assert await post.outcome() == outcome

    service = run(act)
    assert [one.path for one in service.received] == ["/push/secret"] * requests


def test_a_service_that_asks_for_time_gets_it_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    sleep = asyncio.sleep

    async def note(seconds: float) -> None:
        waited.append(seconds)
        await sleep(min(seconds, 0.005))

    async def act(post: Post, service: PushService) -> None:
        service.statuses, service.headers = [429, 503], {"Retry-After": "100000"}
        monkeypatch.setattr(asyncio, "sleep", note)
        assert await post.outcome() == "sent"

    monkeypatch.setattr(sender, "DELAYS", (0.0, 10.0, 60.0, 600.0))
    run(act)
    assert [seconds for seconds in waited if seconds >= 10.0] == [600.0, 600.0]


def test_a_service_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(post: Post, service: PushService) -> None:
        service.statuses = ["hangs"] * 4
        assert await post.outcome() == "failed"

    monkeypatch.setattr(sender, "LIMIT", 0.1)
    run(act)


def test_a_service_that_is_not_there_is_tried_and_given_up() -> None:
    with PushService() as service:
        pass

    async def act() -> None:
        post = Post(service)
        assert await post.outcome() == "failed"
        await post.sender.close()

    asyncio.run(act())


def test_a_wrong_clock_is_put_right_by_the_clock_of_the_service() -> None:
    async def act(post: Post, service: PushService) -> None:
        assert [await post.outcome(), await post.outcome()] == ["sent", "sent"]

    assert len(run(act, ahead=10 * 24 * 3600.0).received) == 3  # the second message is right at once


def test_what_nobody_wants_any_more_is_not_sent() -> None:
    async def act(post: Post, service: PushService) -> None:
        service.statuses = [500]
        answers = iter([True, False])
        assert await post.outcome(wanted=lambda: next(answers)) == "dropped"

    assert len(run(act).received) == 1


def test_keys_that_are_none_are_forgotten_and_so_are_services_that_were_allowed_before() -> None:
    async def act(post: Post, service: PushService) -> None:
        assert await post.outcome(p256dh="A" * 87) == "gone"
        elsewhere = Device("https://push.example.org/", post.browser.p256dh, post.browser.auth)
        post.sender.send(Message(elsewhere, "oak", lambda: True, post.outcomes.append))
        assert await post.next() == "gone"

    assert run(act).received == []


def test_few_are_on_their_way_at_once_and_the_queue_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sender, "MOST_WAITING", 12)

    async def act(post: Post, service: PushService) -> None:
        service.statuses = ["hangs"] * sender.MOST_AT_ONCE
        for _ in range(13):
            post.send()
        assert await post.next() == "failed"
        async with asyncio.timeout(HANG):
            while len(service.received) < sender.MOST_AT_ONCE:
                await asyncio.sleep(0.005)
        assert post.sender.waiting == 12
        service._hanging.set()

    run(act)


def test_devices_that_cannot_be_reached_leave_room_for_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sender, "MOST_WAITING", 12)
    monkeypatch.setattr(sender, "DELAYS", (0.0, HANG))

    async def act(post: Post, service: PushService) -> None:
        service.statuses = [500] * 12
        for _ in range(12):
            post.send()
        async with asyncio.timeout(HANG):
            while service.statuses or post.sender.waiting > 6:
                await asyncio.sleep(0.005)
        assert {*post.outcomes} == {"failed"}
        post.outcomes = []  # of the next one alone
        assert await post.outcome() == "sent"
        assert post.sender.waiting  # the others wait for their next attempt

    run(act)


def test_an_address_of_a_device_is_in_no_log(caplog: pytest.LogCaptureFixture) -> None:
    async def act(post: Post, service: PushService) -> None:
        service.statuses = [400]
        await post.outcome()

    with caplog.at_level(logging.DEBUG):
        run(act)
    assert "did not take" in caplog.text
    records = " ".join(str(vars(record)) for record in caplog.records)
    assert "secret" not in records
    assert "secret" not in repr(Device("https://x/secret", "secret", "secret"))
