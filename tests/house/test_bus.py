"""The bus between houses, on a real NATS server that refuses, restarts, or is too slow."""

import asyncio
import gc
import logging
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tools.cluster.nats import Nats

from cardhouse.house import bus as buses
from cardhouse.house.bus import Bus, BusLost, describe
from tests.waiting import HANG

PASSWORD = "swordfish"
ATTEMPTS = 5  # to connect: enough to see that they are told once
USERS = 'authorization {{ users = [{{user: house, password: "{}"}}] }}\n'


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buses, "RECONNECT", 0.05)


class Ear:
    """A house on the bus that notes what it hears."""

    def __init__(self, url: str) -> None:
        self.heard: list[bytes] = []
        self.losses = 0
        self.failures: list[Exception] = []
        self.bus = Bus(url, "ear", heard=self.heard.append, answer=self._answer, lost=self._lose)
        failed = self.bus._failed

        async def note(error: Exception) -> None:
            await failed(error)
            self.failures.append(error)

        self.bus._failed = note  # type: ignore[method-assign]  # it is called by its name

    async def _answer(self, request: bytes) -> bytes:
        return request

    def _lose(self) -> None:
        self.losses += 1


@asynccontextmanager
async def listening(url: str) -> AsyncIterator[Ear]:
    ear = Ear(url)
    ear.bus.open()
    try:
        yield ear
    finally:
        await ear.bus.close()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(HANG):
        while not condition():
            await asyncio.sleep(0.01)


async def until_heard(ear: Ear) -> None:
    """Say something until it is heard."""
    ear.heard.clear()

    def heard() -> bool:
        ear.bus.say("ear", "table", b"hello")
        return b"hello" in ear.heard

    await until(heard)


def url_of(nats: Nats, password: str = PASSWORD) -> str:
    return f"nats://house:{password}@127.0.0.1:{nats.port}"


def test_the_bus_comes_back_after_nats_has_refused_it(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """NATS answers `-ERR` to a house whose password was changed, and its client then closes for good."""
    (config := tmp_path / "nats.conf").write_text(USERS.format(PASSWORD))

    async def run() -> None:
        with Nats(config=config) as nats:
            async with listening(url_of(nats)) as ear:
                await until_heard(ear)
                config.write_text(USERS.format("another"))
                nats.reload()
                await until(lambda: ear.losses > 0)
                assert not ear.bus.works
                config.write_text(USERS.format(PASSWORD))
                nats.reload()
                await until_heard(ear)

    asyncio.run(run())
    assert [line.levelname for line in caplog.records if "the bus is lost" in line.message] == ["ERROR"]
    assert "the bus works again" in caplog.messages


def test_the_bus_comes_back_after_nats_was_restarted(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        with Nats() as nats:
            async with listening(nats.url) as ear:
                await until_heard(ear)
                nats.kill()
                await until(lambda: ear.losses > 0)
                nats.start()
                await until_heard(ear)

    asyncio.run(run())
    assert "the bus works again" in caplog.messages
    (lost,) = (message for message in caplog.messages if "the bus is lost" in message)
    assert "tables move to the house where they are next used. Check that NATS at 127.0.0.1:" in lost


def test_a_wrong_password_is_told_once_and_not_shown(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (config := tmp_path / "nats.conf").write_text(USERS.format("another"))

    async def run() -> None:
        with Nats(config=config) as nats:
            async with listening(url_of(nats)) as ear:
                await until(lambda: len(ear.failures) >= ATTEMPTS)
                assert not ear.bus.works

    with caplog.at_level(logging.INFO):
        asyncio.run(run())
    (line,) = caplog.messages
    assert "refuses the user, password or token" in line
    assert PASSWORD not in line


@pytest.mark.parametrize("host", ["127.0.0.1:1", "no-such-host.invalid"])
def test_a_wrong_address_is_told_once(host: str, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        async with listening(f"nats://house:{PASSWORD}@{host}") as ear:
            await until(lambda: len(ear.failures) >= ATTEMPTS)
            assert not ear.bus.works

    with caplog.at_level(logging.INFO):
        asyncio.run(run())
    (line,) = caplog.messages
    assert f"NATS at {host}" in line
    assert PASSWORD not in line


def test_a_bus_that_was_away_from_the_start_says_when_it_works(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        with Nats() as nats:
            nats.kill()
            async with listening(nats.url) as ear:
                await until(lambda: bool(caplog.records))
                nats.start()
                await until_heard(ear)

    asyncio.run(run())
    assert caplog.messages[-1] == "the bus works again"


def test_a_nats_that_hangs_is_lost_after_some_pings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buses, "PING", 0.1)

    async def run() -> None:
        with Nats() as nats:
            async with listening(nats.url) as ear:
                await until_heard(ear)
                nats.send_signal(signal.SIGSTOP)
                await until(lambda: ear.losses > 0 and not ear.bus.works)
                nats.send_signal(signal.SIGCONT)
                await until_heard(ear)

    asyncio.run(run())


def test_a_request_that_cannot_even_be_sent_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buses, "ANSWER", 0.01)

    async def request(*given: object, **more: object) -> None:
        await asyncio.Event().wait()

    async def run() -> None:
        bus = Bus("nats://127.0.0.1", "ear", heard=print, answer=Ear._answer, lost=print)  # type: ignore[arg-type]
        monkeypatch.setattr(bus._client, "request", request)
        with pytest.raises(BusLost):
            async with asyncio.timeout(HANG):
                await bus.ask("another", b"hello")

    asyncio.run(run())


def test_a_message_that_cannot_be_sent_takes_no_others_with_it() -> None:
    """The id of a house may come from a forged message."""

    async def run() -> None:
        with Nats() as nats:
            async with listening(nats.url) as ear:
                await until_heard(ear)
                for house, message in (("ear", b"one"), ("no house\r\nPING", b""), ("ear", bytes(1 << 21))):
                    ear.bus.say(house, "table", message)
                ear.bus.say("ear", "table", b"two")
                await until(lambda: b"two" in ear.heard)
                assert b"one" in ear.heard
                assert ear.losses == 0

    asyncio.run(run())


def test_a_request_that_nobody_waits_for_is_not_done_and_leaves_no_trace(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        with Nats() as nats:
            async with listening(nats.url) as ear:
                await until_heard(ear)
                await ear.bus._client.publish("cardhouse.ear.request", b"forged")
                assert await ear.bus.ask("ear", b"real") == b"real"
        gc.collect()  # tells of exceptions that nobody has seen

    asyncio.run(run())
    assert not caplog.records


@pytest.mark.parametrize("password", ["sword/fish", "sword#fish", "sword?fish", "sword@fish"])
def test_a_password_with_special_characters_is_not_shown_in_parts(password: str) -> None:
    sentence = describe(f"nats://house:{password}@bus:4222", OSError(1, "refused"))
    assert sentence.startswith("NATS at bus:4222 cannot be reached: refused. Check that it runs")
