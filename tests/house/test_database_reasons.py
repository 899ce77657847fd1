"""What is wrong with a database is told in a sentence that says what to do, and the house goes on when it is over."""

import ssl
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from socket import gaierror

import asyncpg
import pytest
from asyncpg import exceptions

from cardhouse.house.stores import reasons
from cardhouse.house.stores.reasons import SENTENCES, may_pass, sentence
from tests.house import stores
from tests.house.live import LiveHouse
from tests.waiting import until

DOCS = Path(__file__).parents[2] / "docs" / "deploy.md"
URL = "postgresql://house:secret@10.0.0.5/house"
WHAT_TO_DO = {
    OSError("no route"): "cannot be reached: check that PostgreSQL runs, and the network to it.",
    ConnectionRefusedError(): "Start PostgreSQL, or correct the host and port in --store.",
    gaierror(): "Check the host in --store, and the name server.",
    TimeoutError(): "waits for its synchronous standby: check that both run and can be reached",
    ssl.SSLCertVerificationError(): "check sslmode and sslrootcert in --store.",
    asyncpg.InterfaceError("lost"): "check that PostgreSQL runs",
    asyncpg.InternalClientError("lost"): "check that PostgreSQL runs",
    asyncpg.ClientConfigurationError("sslmode"): "escape special characters of the password",
    exceptions.ConnectionDoesNotExistError(): "check that PostgreSQL runs",
    exceptions.ProtocolViolationError(): "connect to PostgreSQL itself, without a pooler.",
    exceptions.CannotConnectNowError(): "is starting or stopping: wait",
    exceptions.AdminShutdownError(): "is starting or stopping: wait",
    exceptions.CrashShutdownError(): "is starting or stopping: wait",
    exceptions.QueryCanceledError(): "turn statement_timeout off",
    exceptions.IdleSessionTimeoutError(): "turn idle_session_timeout off",
    exceptions.DatabaseDroppedError(): "create the database again, and restore a backup.",
    exceptions.InvalidCatalogNameError(): "create the database first",
    exceptions.TargetServerAttributeNotMatched(): "promote it if it is a standby",
    exceptions.ReadOnlySQLTransactionError(): "promote it if it is a standby",
    exceptions.DiskFullError(): "its disk is full. Make room.",
    exceptions.TooManyConnectionsError(): "raise max_connections, or close other programs",
    exceptions.OutOfMemoryError(): "see PostgreSQL's log.",
    exceptions.InvalidPasswordError(): "correct them in --store, or allow the user in pg_hba.conf.",
    exceptions.InvalidAuthorizationSpecificationError(): "correct them in --store",
    exceptions.InsufficientPrivilegeError(): "let the user own the database.",
    exceptions.UndefinedTableError(): "does not have the tables of this version of Cardhouse: check --store",
    exceptions.UndefinedColumnError(): "does not have the tables of this version of Cardhouse: check --store",
    exceptions.DeadlockDetectedError(): "reports error 40P01: look for it in PostgreSQL's log.",
}


@pytest.mark.parametrize("error", WHAT_TO_DO, ids=lambda error: type(error).__name__)
def test_every_reason_says_what_to_do(error: BaseException) -> None:
    said = sentence(URL, error)
    assert said.startswith("PostgreSQL at 10.0.0.5/house ")
    assert WHAT_TO_DO[error] in said
    assert "Error" not in said, "the name of a class means nothing to an operator"


def test_every_reason_is_tested_and_in_the_docs() -> None:
    assert {*SENTENCES.values()} == {
        text for text in SENTENCES.values() if any(sentence(URL, error).endswith(text) for error in WHAT_TO_DO)
    }
    table = DOCS.read_text("utf-8")
    missing = {text for text in SENTENCES.values() if f"| PostgreSQL at ... {text.partition(':')[0]}" not in table}
    assert not missing


def test_every_error_of_the_driver_has_a_reason() -> None:
    kinds = [kind for kind in vars(exceptions).values() if isinstance(kind, type) and issubclass(kind, Exception)]
    of_the_server = [kind for kind in kinds if issubclass(kind, asyncpg.PostgresError)]
    assert len(of_the_server) > 200
    assert all(sentence(URL, kind()).endswith(".") for kind in of_the_server)
    assert sentence(URL, ZeroDivisionError()) == ""


def test_a_house_waits_for_what_may_pass() -> None:
    passing = {type(error) for error in WHAT_TO_DO if may_pass(error)}
    waits = {*reasons.READ_ONLY, TimeoutError, ConnectionRefusedError, gaierror, exceptions.CannotConnectNowError}
    ends = {exceptions.InvalidPasswordError, exceptions.InvalidCatalogNameError, exceptions.UndefinedColumnError}
    assert waits < passing
    assert not passing & {*ends, asyncpg.ClientConfigurationError, exceptions.ProtocolViolationError}


def test_a_database_that_becomes_read_only_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    server = stores.server()
    with LiveHouse(tmp_path, store=server.new_database()) as house, ThreadPoolExecutor(1) as thread:
        name = house.store.rpartition("/")[2]
        table, (token,) = house.table("president", 1)

        def say(number: int) -> int:
            line = b'{"type": "say", "id": %d, "text": "line %d"}' % (number, number)
            return house.request("POST", f"/api/tables/{table}/commands", line, token)[0]

        def is_read_only() -> bool:
            status, said = house.request("GET", "/health")
            return status == 503 and f"/{name} is read-only: promote it if it is a standby" in said["reason"]

        def make_read_only(setting: str) -> None:
            server.sql(f"ALTER DATABASE {name} SET default_transaction_read_only = {setting}")
            server.sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")

        assert say(1) == 200
        make_read_only("on")
        until(is_read_only)
        asked = thread.submit(say, 2)
        make_read_only("off")
        assert asked.result() in (200, 503)  # it waits for some seconds, and is refused if that is not enough
        until(house.is_well)
        assert [say(1), say(2)] == [200, 200]
        assert server.sql("SELECT count(*) FROM log WHERE entry LIKE '%\"line %'", name) == "2"
