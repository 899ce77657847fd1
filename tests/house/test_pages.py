"""The page as the house gives it to a browser: every address of it, its assets, and no other file of the disk."""

import gzip
import re
import struct
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec import json

from cardhouse.house import previews
from tests.house.live import LiveHouse
from tests.waiting import HANG

PREVIEWED = "<!doctype html><!-- preview: tags --><title>old</title><!-- end of preview --><p>page"
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


@pytest.fixture(scope="module")
def previewing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHouse]:
    folder = built(tmp_path_factory.mktemp("previews"))
    (folder / "web/index.html").write_text(PREVIEWED)
    with LiveHouse(folder) as house:
        yield house


def preview(house: LiveHouse, path: str, **headers: str) -> dict[str, str]:
    """Return what a messenger reads on a page."""
    got = get(house, path, **headers).body.decode()
    assert got.startswith("<!doctype html>")
    assert got.endswith("<p>page")
    assert "<title>old" not in got
    return dict(re.findall(r'<meta property="og:([^"]*)" content="([^"]*)" />', got))


def test_a_preview_says_what_awaits_you_at_a_table_and_names_nobody(previewing: LiveHouse) -> None:
    table, tokens = previewing.table("president", 2, seats=4)
    assert preview(previewing, f"/t/{table}")["title"] == "President: 2 seats are free"
    previewing.post(f"/api/tables/{table}/commands", {"type": "start", "id": 1}, tokens[0])
    said = preview(previewing, f"/t/{table.upper()}")
    assert said["title"] == "President: join the table"
    assert said["url"] == f"{previewing.url}/t/{table.upper()}"
    assert said["image"] == f"{previewing.url}/icons/preview.jpg"
    assert not {"Ann", "Ben 1"} & {word for text in said.values() for word in re.split(r"\W+", text)}
    previewing.table("president", 3, seats=3, id="full-table")
    assert preview(previewing, "/t/full-table")["title"] == "President: watch the table"


def test_a_preview_says_that_there_is_an_evening_and_names_nobody(previewing: LiveHouse) -> None:
    evening = previewing.post("/api/evenings", {"game": "president", "name": "Ann", "rounds": 3})["evening"]["id"]
    said = preview(previewing, f"/e/{evening}")
    assert said["title"] == "An evening of President"
    assert said["description"].startswith("3 rounds, with standings.")
    assert "Ann" not in " ".join(said.values()).split()
    assert preview(previewing, "/e/no-such-evening")["title"] == "Cardhouse"


@pytest.mark.parametrize("path", ["/", "/t/no-such-table", "/t/x'%3e%3cscript%3e", "/t/no-such-table/replay"])
def test_other_previews_are_those_of_the_house(previewing: LiveHouse, path: str) -> None:
    said = preview(previewing, path)
    assert said["title"] == "Cardhouse"
    assert "<script" not in said["url"]


def test_a_preview_is_escaped() -> None:
    said = previews.tags('Chess "&" <b>', "a'b", "https://x", '/t/"><script>')
    assert "<b>" not in said
    assert "<script>" not in said
    assert said.count('"') % 2 == 0
    assert "Chess &quot;&amp;&quot; &lt;b&gt;" in said


def test_what_an_installed_page_needs_has_its_name(tmp_path: Path) -> None:
    with LiveHouse(tmp_path) as house:  # with the page as it is built
        (manifest,) = [get(house, "/manifest.webmanifest")]
        assert manifest.header("content-type") == ["application/manifest+json"]
        for icon in json.decode(manifest.body)["icons"]:
            picture = get(house, icon["src"])
            width, height = struct.unpack(">II", picture.body[16:24])  # of a PNG
            assert (picture.status, f"{width}x{height}") == (200, icon["sizes"])
        assert get(house, "/icons/preview.jpg").header("content-type") == ["image/jpeg"]
        worker = get(house, "/sw.js")
        assert worker.header("content-type") == ["text/javascript; charset=utf-8"]
        files = json.decode(re.search(r"const FILES = (\[.*?\]);", worker.body.decode())[1])  # type: ignore[index]
        assert {get(house, file).status for file in files} == {200}
        assert get(house, "/icons/none.png").status == get(house, "/icons/..%2findex.html").status == 404


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
        assert house.is_well()
