"""The docs site as the house gives it to a browser, and as `cardhouse docs` does."""

import asyncio
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from http.client import HTTPConnection
from pathlib import Path
from signal import SIGINT
from subprocess import PIPE, Popen
from threading import Thread
from zipfile import ZipFile

import pytest
from starlette.requests import Request

from cardhouse.cli import docs as command
from cardhouse.house.docs import Docs
from cardhouse.site import NOT_BUILT, Site
from tests.commands import COMMAND, called
from tests.house.live import LiveHouse
from tests.house.test_pages import get
from tests.waiting import HANG

SCRIPT = "go('é');\n"
FILES = {
    "index.html": f"<!doctype html><script>{SCRIPT}</script><script src=a.js></script>" + " " * 500,
    "play/index.html": "<!doctype html><a href=../>Start</a>",
    "search.json": "{}",
    "pictures/blitz-desk-light.webp": "RIFF",
}


def packed(folder: Path) -> Path:
    """A file in which a house finds a small docs site."""
    file = folder / "docs.zip"
    with ZipFile(file, "w") as site:
        for name, text in FILES.items():
            site.writestr(name, text)
    return file


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHouse]:
    folder = tmp_path_factory.mktemp("docs")
    packed(folder)
    with LiveHouse(folder) as house:
        yield house


@pytest.mark.parametrize(
    ("path", "name", "kind"),
    [
        ("/docs/", "index.html", "text/html; charset=utf-8"),
        ("/docs/play/", "play/index.html", "text/html; charset=utf-8"),
        ("/docs/search.json", "search.json", "application/json"),
        ("/docs/pictures/blitz-desk-light.webp", "pictures/blitz-desk-light.webp", "image/webp"),
    ],
)
def test_every_file_of_the_site_is_below_docs(house: LiveHouse, path: str, name: str, kind: str) -> None:
    got = get(house, path)
    assert (got.status, got.body.decode(), got.header("content-type")) == (200, FILES[name], [kind])
    (tag,) = got.header("etag")
    again = get(house, path, if_none_match=tag)
    assert (again.status, again.body) == (304, b"")


@pytest.mark.parametrize(("path", "to"), [("/docs", "/docs/"), ("/docs/play", "/docs/play/")])
def test_an_address_without_its_slash_leads_to_the_page(house: LiveHouse, path: str, to: str) -> None:
    got = get(house, path)
    assert (got.status, got.header("location")) == (308, [to])


@pytest.mark.parametrize("path", ["/docs/nowhere", "/docs/../house.db", "/docs/%2e%2e/house.db", "/docs//etc/passwd"])
def test_a_path_that_the_docs_do_not_have_is_not_found(house: LiveHouse, path: str) -> None:
    assert get(house, path).status == 404


def test_a_page_may_run_its_own_scripts_and_no_others(house: LiveHouse) -> None:
    (policy,) = get(house, "/docs/").header("content-security-policy")
    own = b64encode(sha256(SCRIPT.encode()).digest()).decode()
    assert f"; script-src 'self' 'sha256-{own}'; " in policy
    assert policy.startswith("default-src 'self'; ")
    (policy,) = get(house, "/docs/play/").header("content-security-policy")
    assert "; script-src 'self'; " in policy


def test_a_house_whose_docs_are_not_built_says_so(tmp_path: Path) -> None:
    request = Request({"type": "http", "method": "GET", "path": "/docs", "headers": [], "path_params": {}})
    answer = asyncio.run(Docs(tmp_path / "docs.zip").answer(request))
    assert (answer.status_code, bytes(answer.body).decode()) == (503, NOT_BUILT + "\n")


# cardhouse docs


def test_the_command_serves_the_same_files(tmp_path: Path) -> None:
    with command.server_of(Site(packed(tmp_path)), 0) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            line = HTTPConnection("127.0.0.1", server.server_port, timeout=HANG)
            found = []
            for path in ("/", "/play", "/play/", "/nowhere", "/../docs.zip"):
                line.request("GET", path)
                answer = line.getresponse()
                found.append((path, answer.status, answer.getheader("Location"), answer.read().decode()))
            line.close()
        finally:
            server.shutdown()
            thread.join()
    assert found[:3] == [
        ("/", 200, None, FILES["index.html"]),
        ("/play", 308, "/play/", ""),
        ("/play/", 200, None, FILES["play/index.html"]),
    ]
    assert [status for _, status, _, _ in found[3:]] == [404, 404]


def test_the_command_shows_its_address_until_ctrl_c(tmp_path: Path) -> None:
    start = f"from pathlib import Path; import cardhouse.site; cardhouse.site.FILE = Path({str(packed(tmp_path))!r}); "
    words = [*COMMAND[:2], start + COMMAND[2], "docs", "--no-browser"]
    with Popen(words, stdout=PIPE, stderr=PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stdout.readline().startswith("The docs are at http://127.0.0.1:")
        running.send_signal(SIGINT)
        _, errors = running.communicate(timeout=HANG)
    assert (running.returncode, errors) == (0, "")


def test_the_command_says_how_to_build_the_docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardhouse.site.FILE", tmp_path / "docs.zip")
    done = called("", "docs")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", NOT_BUILT + "\n")


def test_the_command_says_that_a_port_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardhouse.site.FILE", packed(tmp_path))
    with command.server_of(Site(packed(tmp_path)), 0) as server:
        done = called("", "docs", "--no-browser", "--port", str(server.server_port))
    assert done.returncode == 2
    assert "Choose another port with --port" in done.stderr
