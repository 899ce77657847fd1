"""Which names a house answers to, and whose pages may act on it."""

import http.client
import socket
from collections.abc import Iterator
from json import dumps, loads
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from cardhouse.cards.errors import BadSetup
from cardhouse.house.hosts import Hosts
from cardhouse.house.settings import Settings
from tests.commands import called
from tests.house.live import LiveHouse
from tests.waiting import HANG

NEW = dumps({"game": "president", "name": "Ann", "listed": True})
JSON = {"Content-Type": "application/json"}


def answering(host: str = "127.0.0.1", **more: Any) -> Hosts:
    return Hosts(Settings("house.db", host=host, **more))


def answers_to(known: Hosts, host: str) -> bool:
    return known.why_misdirected({"host": host}) is None


LOOPBACK = ("localhost", "127.0.0.1", "127.0.0.2", "[::1]", "localhost:8000", "127.0.0.1:8000", "[::1]:8000")
SPELLED = ("LOCALHOST", "LocalHost:80", "localhost.", "localhost.:8000", "[0:0:0:0:0:0:0:1]")
ADDRESSES = ("192.0.2.7", "192.0.2.7:8000", "[2001:db8::7]", "[2001:DB8::7]:8000", "0.0.0.0:8000", "[::ffff:192.0.2.7]")
STRANGERS = ("rebind.example", "127.0.0.1.rebind.example", "localhost.rebind.example", "evil:8000", "xlocalhost")
NO_HOSTS = (
    *("", ":", ":8000", ".", "..", "localhost..", ".localhost", "localhost:", "localhost:x", "localhost:123456"),
    *("localhost:80:80", "a@localhost", "localhost/", "localhost/x", "http://localhost", "local host", " ", "[", "[]"),
    *(
        "[::1",
        "::1",
        "[::1]x",
        "[::g]",
        "[127.0.0.1",
        "localhost,localhost",
        "localhost\t",
        "lo\xe9alhost",
        "\u0661.0.0.1",
    ),
    "a" * 300,
)


@pytest.mark.parametrize("bound", ["127.0.0.1", "127.0.0.3", "localhost", "LOCALHOST", "::1"])
def test_on_loopback_a_house_answers_to_loopback_names_alone(bound: str) -> None:
    known = answering(bound)
    assert [host for host in (*LOOPBACK, *SPELLED) if not answers_to(known, host)] == []
    assert [host for host in (*ADDRESSES, *STRANGERS, *NO_HOSTS) if answers_to(known, host)] == []


@pytest.mark.parametrize("bound", ["0.0.0.0", "::", "", "192.0.2.7", "2001:db8::7"])
def test_a_public_house_answers_to_every_address_and_to_the_machines_name(
    bound: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Anns-Laptop")
    known = answering(bound)
    own = ("anns-laptop", "ANNS-LAPTOP:8000", "anns-laptop.local", "Anns-Laptop.local.:8000")
    assert [host for host in (*LOOPBACK, *SPELLED, *ADDRESSES, *own) if not answers_to(known, host)] == []
    assert [host for host in (*STRANGERS, *NO_HOSTS, "anns-laptop.example") if answers_to(known, host)] == []


def test_a_machine_may_have_a_long_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Cards.example.org")
    assert all(answers_to(answering("0.0.0.0"), host) for host in ("cards.example.org", "cards", "cards.local"))


def test_a_house_that_listens_at_a_name_answers_to_it() -> None:
    assert answers_to(answering("Cards.example.org"), "cards.example.org:8000")


def test_host_names_are_added() -> None:
    known = answering(
        host_names=("Cards.Example.org", "cards.example.net.", "192.0.2.7", "2001:db8::7", "[2001:db8::8]")
    )
    for host in ("cards.example.org", "CARDS.example.org.:443", "cards.example.net", "192.0.2.7:80", "[2001:DB8:0::7]"):
        assert answers_to(known, host)
    assert answers_to(known, "[2001:db8::8]")
    assert answers_to(known, "localhost")
    assert not answers_to(known, "other.example.org")
    assert not answers_to(known, "192.0.2.8")


@pytest.mark.parametrize(
    "name", ["https://cards.example.org", "cards.example.org:443", "cards/x", "*", "", "kärtchen.de"]
)
def test_a_host_name_is_a_name(name: str) -> None:
    with pytest.raises(BadSetup, match="--host-name is a name such as"):
        answering(host_names=(name,))


def test_host_names_are_given_several_times_or_with_commas(tmp_path: Path) -> None:
    given = ("--host-name", "cards.example.org", "--host-name", "cards.example.net, https://wrong")
    done = called("", "serve", "--port", "0", "--store", str(tmp_path / "house.db"), *given)
    assert (done.returncode, "not 'https://wrong'." in done.stderr) == (2, True), done.stderr


def test_host_names_are_read_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDHOUSE_SERVE_HOST_NAME", "cards.example.org,https://wrong")
    done = called("", "serve", "--port", "0", "--store", str(tmp_path / "house.db"))
    assert (done.returncode, "not 'https://wrong'." in done.stderr) == (2, True), done.stderr


def test_a_misdirected_request_tells_the_operator_what_to_do() -> None:
    denial = answering().why_misdirected({"host": "cards.example.org:443"})
    assert denial is not None
    assert "--host-name cards.example.org." in denial.reason
    assert answering().why_misdirected({}) is not None


def may(host: str, origin: str | None = None, site: str | None = None, **more: Any) -> bool:
    headers = {"host": host, "origin": origin, "sec-fetch-site": site}
    return answering(**more).why_foreign({name: value for name, value in headers.items() if value is not None}) is None


OWN_PAGES = [
    ("localhost:8000", "http://localhost:8000"),
    ("LOCALHOST:8000", "http://localhost:8000"),
    ("cards.example.org", "https://cards.example.org"),
    ("cards.example.org:443", "https://cards.example.org"),
    ("cards.example.org", "https://cards.example.org:443"),
    ("localhost", "http://localhost"),
    ("[::1]:8000", "http://[::1]:8000"),
]
OTHER_PAGES = [
    ("localhost:8000", "http://localhost:8001"),
    ("localhost:8000", "http://localhost"),
    ("localhost:8000", "http://127.0.0.1:8000"),
    ("localhost", "https://localhost:8443"),
    ("localhost:8000", "https://evil.example"),
    ("localhost:8000", "http://localhost:8000.evil.example"),
    ("localhost:8000", "null"),
    ("localhost:8000", ""),
    ("localhost:8000", "http://"),
    ("localhost:8000", "http://["),
    ("localhost:8000", "localhost:8000"),
    ("localhost:8000", "file://localhost:8000"),
    ("", "null"),
    ("", "http://"),
]


@pytest.mark.parametrize(("host", "origin"), OWN_PAGES)
def test_the_page_of_the_house_may_act(host: str, origin: str) -> None:
    assert may(host, origin)
    assert may(host, origin, "same-origin")


@pytest.mark.parametrize(("host", "origin"), OTHER_PAGES)
def test_pages_of_other_sites_may_not_act(host: str, origin: str) -> None:
    assert not may(host, origin)
    assert not may(host, origin, "same-origin")


@pytest.mark.parametrize("site", ["cross-site", "same-site", "", "nonsense"])
def test_what_a_browser_says_of_the_site_counts_too(site: str) -> None:
    assert not may("localhost:8000", None, site)
    assert not may("localhost:8000", "http://localhost:8000", site)


def test_programs_and_the_sites_that_were_named_may_act() -> None:
    assert may("localhost:8000")
    assert may("localhost:8000", None, "none")
    assert may("localhost:8000", "https://example.org", "cross-site", origins=("https://example.org",))
    assert not may("localhost:8000", "https://example.net", "cross-site", origins=("https://example.org",))


# At a real house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHouse]:
    with LiveHouse(tmp_path_factory.mktemp("hosts")) as house:
        yield house


def asked(
    house: LiveHouse, method: str, path: str, headers: dict[str, str], body: str | None = None
) -> tuple[int, dict[str, Any]]:
    caller = http.client.HTTPConnection("127.0.0.1", house.port, timeout=HANG)
    caller.request(method, path, body, headers)
    answer = caller.getresponse()
    text = answer.read()
    caller.close()
    return answer.status, loads(text) if text.startswith(b"{") else {}


@pytest.mark.parametrize(
    "path", ["/", "/t/x", "/api/games", "/api/tables", "/health", "/metrics", "/assets/x.js", "/x"]
)
def test_whatever_is_asked_of_another_host_is_misdirected(house: LiveHouse, path: str) -> None:
    status, nak = asked(house, "GET", path, {"Host": "rebind.example"})
    assert (status, nak["code"]) == (421, "misdirected")
    assert "--host-name rebind.example." in nak["reason"]


def test_an_old_request_without_a_host_is_misdirected(house: LiveHouse) -> None:
    with socket.create_connection(("127.0.0.1", house.port), HANG) as caller:
        caller.sendall(b"GET /health HTTP/1.0\r\n\r\n")
        assert caller.makefile("rb").readline().split()[1] == b"421"


def test_dns_rebinding_opens_no_table_and_no_socket(house: LiveHouse) -> None:
    rebound = {"Host": f"rebind.example:{house.port}", "Origin": f"http://rebind.example:{house.port}", **JSON}
    assert asked(house, "POST", "/api/tables", rebound, NEW)[0] == 421
    assert house.get("/api/tables") == []
    line = socket.create_connection(("127.0.0.1", house.port), HANG)
    with connect(
        f"ws://rebind.example:{house.port}/socket/our-table", sock=line, origin=Origin(rebound["Origin"])
    ) as ws:
        assert loads(ws.recv(timeout=HANG))["code"] == "misdirected"


@pytest.mark.parametrize(
    "says",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_pages_of_other_sites_open_no_table(house: LiveHouse, says: dict[str, str]) -> None:
    status, nak = asked(house, "POST", "/api/tables", {**JSON, **says}, NEW)
    assert (status, nak["code"]) == (403, "denied")
    assert house.get("/api/tables") == []


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "json"])
def test_a_body_says_that_it_is_json(house: LiveHouse, kind: str) -> None:
    for path in ("/api/tables", "/api/tables/x/seats", "/api/tables/x/commands"):
        status, nak = asked(house, "POST", path, {"Content-Type": kind}, NEW)
        assert (status, nak["code"]) == (415, "content_type")
    assert house.get("/api/tables") == []


@pytest.mark.parametrize("kind", ["application/json; charset=utf-8", "Application/JSON", "application/json ;x=y"])
def test_json_may_be_spelled_otherwise(house: LiveHouse, kind: str) -> None:
    hidden = dumps({"game": "president", "name": "Ann"})
    assert asked(house, "POST", "/api/tables", {"Content-Type": kind}, hidden)[0] == 201
