"""A real house behind real proxies, with the configurations in deploy/. `make deploy-check` runs it.

Every visitor has an address of their own in 127.0.0.0/8, from which they connect to the proxy.
"""

import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection, HTTPSConnection
from json import dumps
from pathlib import Path
from threading import Event, Thread
from typing import Any, NamedTuple

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from cardhouse.client import create
from tests.commands import COMMAND
from tests.deploy.unit import ROOT, UNIT
from tests.house.live import reserved_port
from tests.waiting import HANG

TOOLS = {"nginx": "nginx-light", "haproxy": "haproxy", "openssl": "openssl", "systemd-analyze": "systemd"}
OPEN = re.compile(r"Cardhouse is open: http://127\.0\.0\.1:(\d+) ")
NAME = "cards.example.org"
HOUSE = "127.0.0.1:8000"  # in the configurations
TABLES = 3  # that an address may open in an hour
PROXY, ANN, BEA, EVE = "127.0.0.1", "127.0.0.11", "127.0.0.12", "127.0.0.13"
MOST_EXPOSURE = 3.0  # of `systemd-analyze security`: 0 is none, 10 is all
PINGS = b"\x89\x80\x00\x00\x00\x00" * 10_000  # empty ones, masked with zeros
HANDSHAKE = (
    b"GET /socket/our-table HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==\r\n\r\n"
)
NGINX = """
daemon off;
pid {folder}/nginx.pid;
error_log stderr warn;
events {{ worker_connections 512; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/cardhouse.conf;
}}
"""


def tool(name: str) -> str:
    """Where a program is, or nothing. Servers are not in the path of every user."""
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin") or ""


class Way(NamedTuple):
    """A way to the house: through a proxy, or none."""

    port: int
    plain: int  # the port that redirects to TLS, or 0
    tls: ssl.SSLContext | None

    @property
    def url(self) -> str:
        return f"{'https' if self.tls else 'http'}://127.0.0.1:{self.port}"

    def ask(
        self, method: str, path: str, body: Any = None, *, visitor: str = PROXY, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        where: dict[str, Any] = {"timeout": HANG, "source_address": (visitor, 0)}
        if self.tls:
            caller: HTTPConnection = HTTPSConnection("127.0.0.1", self.port, context=self.tls, **where)
        else:
            caller = HTTPConnection("127.0.0.1", self.port, **where)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None and not isinstance(body, bytes):
            body, sent = dumps(body).encode(), {**sent, "Content-Type": "application/json"}
        try:
            caller.request(method, path, body, sent)
            answer = caller.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        finally:
            caller.close()

    def line(self, visitor: str) -> socket.socket:
        """A connection."""
        line = socket.create_connection(("127.0.0.1", self.port), HANG, source_address=(visitor, 0))
        return self.tls.wrap_socket(line, server_hostname="127.0.0.1") if self.tls else line

    def opens(self, visitor: str, **headers: str) -> int:
        """The status of an attempt to open a table."""
        table = {"game": "javelin", "name": "Ann"}
        return self.ask("POST", "/api/tables", table, visitor=visitor, **headers)[0]


def await_until(happened: Callable[[], bool]) -> None:
    late = time.monotonic() + HANG
    while not happened():
        assert time.monotonic() < late, "it does not happen"
        time.sleep(0.01)


@contextmanager
def running(command: list[str], answers: Callable[[], bool], **more: Any) -> Iterator[subprocess.Popen[str]]:
    """A process, from when it answers until the end of the block."""
    process = subprocess.Popen(command, text=True, **more)
    try:
        await_until(lambda: answers() or process.poll() is not None)
        assert process.poll() is None, f"{command[0]} has ended"
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(HANG)


def listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), HANG).close()
    except OSError:
        return False
    return True


@contextmanager
def opened(folder: Path) -> Iterator[int]:
    """The port of a house where an address opens few tables an hour, and asks as often as it likes."""
    said = folder / "said"
    settings = ["--port", "0", "--store", str(folder / "house.db"), "--deep-workers", "0", "--log-level", "error"]
    limits = ["--tables", str(TABLES), "--requests", "100000"]
    with (
        said.open("w") as out,
        running([*COMMAND, "serve", *settings, *limits], lambda: bool(OPEN.search(said.read_text())), stdout=out),
    ):
        found = OPEN.search(said.read_text())
        assert found is not None
        yield int(found[1])


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate signed by itself, with its key in the same file."""
    folder = tmp_path_factory.mktemp("tls")
    words = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    names = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME},IP:127.0.0.1"]
    files = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    subprocess.run([tool("openssl"), *words, *names, *files], check=True, capture_output=True)
    both = folder / "both.pem"
    both.write_text((folder / "cert.pem").read_text() + (folder / "key.pem").read_text())
    return both


def replaced(text: str, *changes: tuple[str, str]) -> str:
    """Change a configuration; each change must apply."""
    for pattern, new in changes:
        text, times = re.subn(pattern, new, text, flags=re.MULTILINE)
        assert times, f"there is no {pattern!r} in the configuration"
    return text


def nginx(folder: Path, house: int, port: int, plain: int, certificate: Path | None) -> list[str]:
    text = (ROOT / "deploy" / "nginx.conf").read_text("utf-8")
    text = replaced(
        text,
        (r"^ *listen \[::\].*\n", ""),
        (r"listen 80;", f"listen 127.0.0.1:{plain};"),
        (r"listen 443 ssl http2;", f"listen 127.0.0.1:{port}{' ssl http2' if certificate else ''};"),
        (re.escape(HOUSE) + ";", f"127.0.0.1:{house};"),
        (r"/etc/letsencrypt/.*\.pem", str(certificate)) if certificate else (r"^ *ssl_.*\n", ""),
    )
    (folder / "cardhouse.conf").write_text(text)
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder))
    return [tool("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf")]


def haproxy(folder: Path, house: int, port: int, plain: int, certificate: Path | None) -> list[str]:
    text = (ROOT / "deploy" / "haproxy.cfg").read_text("utf-8")
    text = replaced(
        text,
        (r"^ *(user|group) haproxy\n", ""),
        (r"maxconn \d+", "maxconn 500"),
        (r"bind :::80 v4v6", f"bind 127.0.0.1:{plain}"),
        (r"bind :::443 v4v6", f"bind 127.0.0.1:{port}"),
        (re.escape(HOUSE) + "$", f"127.0.0.1:{house}"),
    )
    if certificate:
        text = replaced(text, (r"/etc/haproxy/.*\.pem", str(certificate)))
    else:
        text = replaced(text, (r" ssl crt .*$", ""), (r"^ *http-request redirect .*\n", ""))
    (folder / "haproxy.cfg").write_text(text)
    return [tool("haproxy"), "-db", "-f", str(folder / "haproxy.cfg")]


@pytest.fixture(
    scope="module",
    params=[(proxy, tls) for proxy in (nginx, haproxy) for tls in (False, True)],
    ids=["nginx", "nginx with TLS", "haproxy", "haproxy with TLS"],
)
def way(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, certificate: Path) -> Iterator[Way]:
    proxy, tls = request.param
    folder = tmp_path_factory.mktemp("way")
    with ExitStack() as ends:
        ends.enter_context(pytest.MonkeyPatch.context()).setenv("SSL_CERT_FILE", str(certificate))
        house = ends.enter_context(opened(folder))
        port, plain = (int(ends.enter_context(reserved_port()).getsockname()[1]) for _ in range(2))
        command = proxy(folder, house, port, plain, certificate if tls else None)
        ends.enter_context(running(command, lambda: listens(port)))
        yield Way(port, plain if tls else 0, ssl.create_default_context() if tls else None)


def test_the_page_and_all_that_it_loads(way: Way) -> None:
    status, headers, page = way.ask("GET", "/")
    assert status == 200
    assert headers["content-type"].startswith("text/html")
    assert "max-age" in headers["strict-transport-security"]
    assets = re.findall(r'"(/assets/[^"]+)"', page.decode())
    assert assets
    assert {way.ask("GET", asset)[0] for asset in assets} == {200}


def test_a_match_is_played(way: Way) -> None:
    seat = create(way.url, "davenport", name="Robbie", bots=3, pace=0)
    assert sorted(seat.play(lambda view: view.moves[0]).places)[0] == 1
    assert seat.faults == []


def test_a_page_of_another_site_may_not_connect(way: Way) -> None:
    """The house sees the `Host` that the browser saw, and compares it with the `Origin`."""
    own = way.url
    for origin, welcome in ((own, True), ("https://evil.example", False)):
        said_by = {"Origin": origin}
        with connect(
            f"ws{own.removeprefix('http')}/socket/no-such-table", additional_headers=said_by, open_timeout=HANG
        ) as ws:
            with suppress(ConnectionClosed):  # one who is not welcome is not listened to
                ws.send('{"type": "hello"}')
            said = str(ws.recv(timeout=HANG))
        assert ('"denied"' not in said) == welcome, said


def spend(way: Way, visitor: str) -> None:
    """Open as many tables as an address may in an hour."""
    assert [way.opens(visitor) for _ in range(TABLES + 1)] == [201] * TABLES + [429]


def test_visitors_have_their_own_address_and_cannot_claim_another(way: Way) -> None:
    spend(way, ANN)
    for claimed in ("192.0.2.1", "192.0.2.1, 192.0.2.2", "127.0.0.1", "[2001:db8::1]:80"):
        assert way.opens(ANN, X_Forwarded_For=claimed) == 429, claimed
        assert way.opens(ANN, x_forwarded_for=claimed, Forwarded=f"for={claimed}", X_Real_IP=claimed) == 429, claimed
    spend(way, BEA)


def test_nobody_can_claim_an_address_without_a_proxy(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        way = Way(house, 0, None)
        spend(way, ANN)
        assert way.opens(ANN, X_Forwarded_For="192.0.2.1") == 429
        spend(way, PROXY)
        assert way.opens(PROXY, X_Forwarded_For="192.0.2.1") == 201, "the word of a proxy is taken"


@pytest.mark.parametrize("path", ["/metrics", "/metrics?x=1", "/%6detrics", "/%6D%65trics", "//metrics", "/./metrics"])
def test_figures_are_not_public(way: Way, path: str) -> None:
    status, _, body = way.ask("GET", path)
    assert status == 404
    assert b"cardhouse_" not in body


def test_large_bodies_are_refused(way: Way) -> None:
    assert way.ask("POST", "/api/tables", {"game": "x" * 5_000})[0] == 413, "by the house"
    assert way.ask("POST", "/api/tables", Content_Length="20000")[0] == 413, "by the proxy, which waits for no body"


def test_without_tls_visitors_are_redirected(way: Way) -> None:
    if way.plain:
        status, headers, _ = Way(way.plain, 0, None).ask("GET", "/t/our-table", Host=NAME)
        assert (status, headers["location"]) == (301, f"https://{NAME}/t/our-table")


def test_a_flood_of_pings_stops_nobody_else_behind_the_same_proxy(way: Way) -> None:
    over, cut = Event(), []

    def flood() -> None:
        """Send 2 MB of pings a second, and come back when cut off."""
        while not over.is_set():
            with way.line(EVE) as line:
                line.sendall(HANDSHAKE % way.port)
                assert b" 101 " in line.recv(4096)
                try:
                    while not over.wait(len(PINGS) / 2e6):
                        line.sendall(PINGS)
                except OSError:
                    cut.append(1)

    eve = Thread(target=flood)
    eve.start()
    try:
        await_until(lambda: bool(cut))
        before = len(cut)
        seat = create(way.url, "davenport", name="Robbie", bots=3, pace=0)
        assert seat.play(lambda view: view.moves[0]).places
        assert seat.faults == []
        await_until(lambda: len(cut) > before)
    finally:
        over.set()
        eve.join(HANG)


def test_the_unit_is_valid_and_little_exposed(tmp_path: Path) -> None:
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text("utf-8").replace("/opt/cardhouse/bin/cardhouse", sys.executable))
    for words in (["verify"], ["security", "--offline=true", f"--threshold={MOST_EXPOSURE * 10:.0f}"]):
        done = subprocess.run([tool("systemd-analyze"), *words, str(unit)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


if __name__ == "__main__" and (missing := [package for name, package in TOOLS.items() if not tool(name)]):
    sys.exit(f"These checks need some programs. On Debian and Ubuntu: apt install {' '.join(missing)}")
