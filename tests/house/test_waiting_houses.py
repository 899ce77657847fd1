"""A house that starts before its database waits for it, says why, and ends at a signal."""

import asyncio
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from json import loads
from pathlib import Path

import asyncpg
import pytest
from tools.cluster.nats import Nats
from tools.cluster.postgres import Postgres, free_port, programs, shared_folder

from cardhouse.cards.errors import BadLog
from cardhouse.house.stores import database
from tests.commands import COMMAND
from tests.house import stores
from tests.house.live import LiveHouse
from tests.waiting import HANG, until


@contextmanager
def serving(url: str) -> Iterator[subprocess.Popen[str]]:
    words = [*COMMAND, "serve", "--port", "0", "--deep-workers", "0", "--store", url]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as house:
        try:
            yield house
        finally:
            house.kill()


def journal_line(house: subprocess.Popen[str]) -> dict[str, str]:
    assert house.stderr is not None
    found: dict[str, str] = loads(house.stderr.readline())
    return found


def test_a_house_opens_when_its_database_is_there_and_ends_at_a_signal_before() -> None:
    port = free_port()
    with (
        serving(f"postgresql://house:secret@127.0.0.1:{port}/postgres") as patient,
        serving(f"postgresql://house:secret@127.0.0.1:{port}/postgres") as interrupted,
        shared_folder() as folder,
    ):
        for house in (patient, interrupted):
            reason = journal_line(house)["reason"]
            assert reason.startswith(
                f"PostgreSQL at 127.0.0.1:{port}/postgres cannot be reached: nothing listens there."
            )
        interrupted.send_signal(signal.SIGINT)
        out, errors = interrupted.communicate(timeout=HANG)
        assert (interrupted.returncode, out, errors) == (0, "Cardhouse is closed.\n", "")
        with Postgres(folder / "late", port=port):
            assert patient.stdout is not None
            assert patient.stdout.readline().startswith("Cardhouse is open")
            patient.send_signal(signal.SIGTERM)
            out, errors = patient.communicate(timeout=HANG)
    assert (patient.returncode, out) == (0, "Cardhouse is closed.\n")
    said = [loads(line) for line in errors.splitlines()]
    assert "the database can be written again" in [line["what"] for line in said]
    reasons = [line["reason"] for line in said if "reason" in line]
    assert len(reasons) == len({*reasons}), "a reason is said once"


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "RETRY", 0.01)


def test_a_house_waits_for_a_database_that_is_read_only(hasty: None) -> None:
    url, failures = stores.server().new_database(), list[str]()
    name = url.rpartition("/")[2]

    def note(error: BaseException) -> None:
        failures.append(type(error).__name__)

    async def run() -> None:
        waiting = asyncio.create_task(database.prepare_in_time(url, note))
        async with asyncio.timeout(HANG):
            while len(failures) < 2 and not waiting.done():
                await asyncio.sleep(0.01)
            await asyncio.to_thread(stores.server().sql, f"ALTER DATABASE {name} RESET ALL")
            await waiting

    stores.server().sql(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    asyncio.run(run())
    assert {*failures} == {"TargetServerAttributeNotMatched"}
    asyncio.run(database.prepare(url))


def refused(url: str) -> str:
    """Return why a house does not wait."""

    def fail(error: BaseException) -> None:
        raise AssertionError("it waits") from error

    with pytest.raises(BadLog) as found:
        asyncio.run(database.prepare_in_time(url, fail))
    return found.value.sentence


def test_a_house_does_not_wait_if_somebody_must_change_something_first(monkeypatch: pytest.MonkeyPatch) -> None:
    server, url = stores.server(), stores.server().new_database()
    assert "does not exist: create the database first" in refused(server.url("none"))
    assert "address that cannot be read" in refused(f"{url}?sslmode=nonsense")
    asyncio.run(database.prepare(url))
    server.sql("UPDATE alembic_version SET version_num = '9999'", url.rpartition("/")[2])
    assert "has a version that this Cardhouse does not know: update Cardhouse" in refused(url)
    monkeypatch.setattr(database, "OLDEST", 99)
    assert "a house needs 99 or newer: upgrade it" in refused(url)

    async def refuse(url: str) -> asyncpg.Connection:
        raise asyncpg.InvalidPasswordError

    monkeypatch.setattr(database, "connect", refuse)
    assert "refuses the user or the password: correct them" in refused(url)


def test_planted_a_house_that_waits_for_nothing_is_found(hasty: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "may_pass", lambda error: False)
    with pytest.raises(BadLog, match="is read-only: promote it"):
        test_a_house_waits_for_a_database_that_is_read_only(hasty=None)


@contextmanager
def standby(server: Postgres, folder: Path, name: str) -> Iterator[None]:
    """Keep up with a server, as a synchronous standby does."""
    program = str(programs() / "pg_receivewal")
    given = ["-d", f"{server.url()}?application_name={name}", "-D", str(folder), "--synchronous", "--no-loop"]
    with subprocess.Popen([program, *given], stderr=subprocess.DEVNULL) as process:
        try:
            until(lambda: server.sql(f"SELECT 1 FROM pg_stat_replication WHERE application_name = '{name}'") == "1")
            yield
        finally:
            process.kill()


def test_health_says_which_standbys_confirm_a_move_and_whether_the_bus_works(tmp_path: Path) -> None:
    server, name = stores.server(), "ANY 1 (archive)"

    def confirm(standbys: str) -> None:
        server.sql(f"ALTER SYSTEM SET synchronous_standby_names = '{standbys}'")
        server.sql("SELECT pg_reload_conf()")

    with Nats() as nats, LiveHouse(tmp_path, store=server.new_database(), nats=nats.url) as house:

        def is_said(standbys: str, *, bus: bool) -> bool:
            found = {"ok": True, "houses": 1, "synchronous_standby_names": standbys, "bus": bus}
            return house.request("GET", "/health") == (200, found)

        until(lambda: is_said("", bus=True))
        with standby(server, tmp_path, "archive"):
            confirm(name)
            until(lambda: is_said(name, bus=True))
            confirm("")
            until(lambda: is_said("", bus=True))
        nats.kill()
        until(lambda: is_said("", bus=False))
