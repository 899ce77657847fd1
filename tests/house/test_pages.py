"""The page as the house gives it to a browser: every address of it, its assets, and no other file of the disk."""

import gzip
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec import json

from tests.house.live import LiveHouse
from tests.waiting import HANG

INDEX = "<!doctype html><title>Cardhouse</title><script type=module src=/assets/app-1f.js></script>" + " " * 500
FILES = {
    "index.html": INDEX,
    "assets/app-1f.js": "play('é');\n" * 100,
    "assets/app-1f.css": "body { margin: 0 }",
    "assets/cards/9c-2e.svg": "<svg/>",
    "assets/fonts/serif-3d.woff2": "wOF2",
    "assets/strange.xyz": "?",
    "private.txt": "not for browsers",
}


def built(folder: Path) -> Path:
    """A folder in which a house finds a page, with secrets around it."""
    for name, text in FILES.items():
        file = folder / "web" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    (folder / "secret.txt").write_text("not for browsers")
    return folder


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHouse]:
    with LiveHouse(built(tmp_path_factory.mktemp("pages"))) as house:
        yield house


class Got(NamedTuple):
    status: int
    headers: HTTPResponse
    body: bytes

    def header(self, name: str) -> list[str]:
        return self.headers.headers.get_all(name) or []


def get(house: LiveHouse, path: str, *, method: str = "GET", **headers: str) -> Got:
    """With the path exactly as it is written here."""
    line = HTTPConnection("127.0.0.1", house.port, timeout=HANG)
    try:
        line.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = line.getresponse()
        return Got(answer.status, answer, answer.read())
    finally:
        line.close()


@pytest.mark.parametrize("path", ["/", "/new/blitz", "/rules/chess", "/t/no-such-table", "/t/merry-oak-owl/replay"])
def test_every_address_of_the_page_is_the_page(house: LiveHouse, path: str) -> None:
    got = get(house, path)
    assert (got.status, got.body.decode()) == (200, INDEX)
    assert got.header("content-type") == ["text/html; charset=utf-8"]
    assert got.header("cache-control") == ["no-cache"]


def test_the_page_is_not_sent_again_to_a_browser_that_has_it(house: LiveHouse) -> None:
    (tag,) = get(house, "/").header("etag")
    again = get(house, "/t/our-table", if_none_match=tag)
    assert (again.status, again.body, again.header("etag")) == (304, b"", [tag])
    assert get(house, "/", if_none_match='W/"another"').status == 200


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("assets/app-1f.js", "text/javascript; charset=utf-8"),
        ("assets/app-1f.css", "text/css; charset=utf-8"),
        ("assets/cards/9c-2e.svg", "image/svg+xml"),
        ("assets/fonts/serif-3d.woff2", "font/woff2"),
        ("assets/strange.xyz", "application/octet-stream"),
    ],
)
def test_assets_are_kept_by_browsers_for_ever(house: LiveHouse, name: str, kind: str) -> None:
    got = get(house, f"/{name}")
    assert (got.status, got.body.decode()) == (200, FILES[name])
    assert got.header("content-type") == [kind]
    assert got.header("cache-control") == ["public, max-age=31536000, immutable"]


@pytest.mark.parametrize("name", ["", "assets/app-1f.js"])
def test_files_are_compressed_for_clients_that_accept_gzip(house: LiveHouse, name: str) -> None:
    plain, packed = get(house, f"/{name}"), get(house, f"/{name}", accept_encoding="gzip, deflate, br")
    assert plain.header("content-encoding") == []
    assert packed.header("content-encoding") == ["gzip"]
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body)
    assert plain.header("vary") == packed.header("vary") == ["accept-encoding"]


@pytest.mark.parametrize("path", ["/", "/assets/app-1f.js", "/nowhere", "/api/games"])
def test_a_page_loads_nothing_from_elsewhere_and_nobody_frames_it(house: LiveHouse, path: str) -> None:
    (policy,) = get(house, path, accept="text/html").header("content-security-policy")
    assert policy.split("; ") == [
        "default-src 'self'",
        "img-src 'self' data:",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
    ]
    assert get(house, path).header("x-content-type-options") == ["nosniff"]


ELSEWHERE = (
    "/assets/../private.txt",
    "/assets/../../secret.txt",
    "/assets/%2e%2e/private.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/assets/cards/../../private.txt",
    "/assets/cards/%2e%2e/%2e%2e/%2e%2e/secret.txt",
    "/assets//private.txt",
    "/assets/{folder}/secret.txt",
    "/assets/%2f{folder}/secret.txt",
    "/assets/",
    "/assets/cards",
    "/assets/app-1f.js%00",
    "/private.txt",
    "/../secret.txt",
)


def no_other_file_is_given(house: LiveHouse) -> None:
    for path in ELSEWHERE:
        got = get(house, path.format(folder=house.file.parent))
        assert got.status == 404, path
        assert b"not for browsers" not in got.body, path


def test_no_file_outside_the_page_is_served(house: LiveHouse) -> None:
    no_other_file_is_given(house)


def test_planted_a_house_that_reads_what_it_is_asked_for_is_found(tmp_path: Path) -> None:
    with (
        LiveHouse(built(tmp_path), plant="serves any file") as house,
        pytest.raises(AssertionError, match=r"secret|private"),
    ):
        no_other_file_is_given(house)


def test_an_unknown_path_shows_people_the_page_and_programs_a_nak(house: LiveHouse) -> None:
    browser = "text/html,application/xhtml+xml,*/*;q=0.8"
    for path in ("/nowhere", "/t/our-table/nowhere", "/assets/app-0e.js", "/apis"):
        got = get(house, path, accept=browser)
        assert (got.status, got.body.decode(), got.header("cache-control")) == (404, INDEX, ["no-store"])
        assert json.decode(get(house, path, accept="*/*").body)["code"] == "unknown"
    for path in ("/api", "/api/nowhere", "/api/tables/nowhere"):
        got = get(house, path, accept=browser)
        assert (got.status, json.decode(got.body)["code"]) == (404, "unknown")
    posted = get(house, "/nowhere", method="POST", accept=browser)
    assert (posted.status, json.decode(posted.body)["code"]) == (404, "unknown")


def test_assets_count_towards_a_limit_of_their_own(tmp_path: Path) -> None:
    with LiveHouse(built(tmp_path), plant="limits") as house:
        assert {get(house, "/assets/app-1f.js").status for _ in range(300)} == {200}
        assert get(house, "/api/games").status == 200
        assert 429 in {get(house, "/api/games").status for _ in range(300)}
        assert get(house, "/assets/app-1f.js").status == 200


def test_a_house_whose_page_was_not_built_says_so(tmp_path: Path) -> None:
    (tmp_path / "web").mkdir()
    with LiveHouse(tmp_path) as house:
        for path in ("/", "/t/our-table"):
            got = get(house, path, accept="text/html")
            assert (got.status, got.header("content-type")) == (503, ["text/plain; charset=utf-8"])
            assert got.body.startswith(b"This house has no page")
        assert json.decode(get(house, "/nowhere", accept="text/html").body)["code"] == "unknown"
        assert get(house, "/assets/app-1f.js").status == 404
        assert house.get("/health") == {"ok": True}
