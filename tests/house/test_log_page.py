"""The log of a match in the page, without a house: `cardhouse replay FILE --page`."""

import socket
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from msgspec import json

from cardhouse import FairDealer, Match, SeededDealer, play_out
from cardhouse.bots import random_player
from cardhouse.house.log_page import FRAMES, REPLAY, replay_of
from cardhouse.play.position import cut, playable_frames, read_position
from cardhouse.play.replay import replay
from tests.commands import called, shown
from tests.waiting import HANG

NO_HOUSE = "There is no house here: the page shows the log of one match, and nothing else."


def played(match: Match) -> Match:
    play_out(match, [random_player(seed) for seed in range(match.seats)])
    return match


@pytest.fixture(scope="module")
def match() -> Match:
    return played(Match("president", dealer=SeededDealer(7, match=3)))


@pytest.fixture(scope="module")
def address(match: Match, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    file = tmp_path_factory.mktemp("log") / "match.jsonl"
    file.write_text(match.log())
    with shown(file) as address:
        yield address


def ask(address: str, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], str]:
    line = HTTPConnection(urlsplit(address).netloc, timeout=HANG)
    line.request(method, path, headers=headers)
    answer = line.getresponse()
    found = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read().decode()
    line.close()
    return found


def test_the_page_and_its_replay(address: str, match: Match) -> None:
    assert urlsplit(address).path == REPLAY
    status, headers, text = ask(address, REPLAY)
    assert (status, "<!doctype html>" in text) == (200, True)
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    status, headers, text = ask(address, FRAMES)
    assert (status, headers["cache-control"]) == (200, "no-store")
    record = json.decode(text)
    assert (record["game"], record["match"], record["matches"]) == ("president", 1, 0)
    assert record["kinds"] == ["bot"] * 4
    assert match.result is not None
    assert record["result"]["places"] == list(match.result.places)
    assert len(record["frames"]) == len(match.events)


def test_the_games_are_those_of_a_house_without_a_coach(address: str) -> None:
    games = json.decode(ask(address, "/api/games?language=de")[2])
    assert {game["language"] for game in games} == {"de"}
    assert {game["coach"] for game in games} == {""}


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/tables"),
        ("POST", "/api/tables"),
        ("GET", "/api/tables/match"),
        ("GET", "/api/tables/merry-oak/replay"),
        ("POST", "/api/tables/match/analysis"),
        ("POST", FRAMES),
        ("GET", "/api/daily"),
        ("GET", "/api/evenings/merry-oak"),
        ("GET", "/socket/match"),
        ("GET", "/sw.js"),
    ],
)
def test_everything_else_is_refused_in_a_sentence(address: str, method: str, path: str) -> None:
    status, _, text = ask(address, path, method)
    assert (status, json.decode(text)["code"], json.decode(text)["reason"]) == (404, "unknown", NO_HOUSE)


@pytest.mark.parametrize("path", ["/", "/history", "/t/merry-oak/replay"])
def test_every_other_page_leads_to_the_replay(address: str, path: str) -> None:
    status, headers, _ = ask(address, path, accept="text/html")
    assert (status, headers["location"]) == (307, REPLAY)


def test_names_of_other_sites_are_refused(address: str) -> None:
    status, _, text = ask(address, FRAMES, host="cards.example.org")
    assert status == 421
    assert json.decode(text)["reason"] == "The log is shown at 127.0.0.1 and localhost only."
    assert ask(address, FRAMES, host="localhost")[0] == 200


def record_of(match: Match) -> Any:
    return json.decode(replay_of(match).plain)


def test_the_players_of_a_match_with_commitments_may_be_people() -> None:
    assert record_of(played(Match("davenport", dealer=FairDealer())))["kinds"] == []


def test_a_match_that_went_on_from_a_position(match: Match) -> None:
    log = match.log()
    position = read_position(cut(log, frame=playable_frames(log)[5]))
    onward = played(position.match.play_on(SeededDealer(8), position.match.names))
    record = record_of(replay(onward.log()))
    assert record["onward"] is True
    assert len(record["frames"]) == len(onward.events)


def replayed(tmp_path: Path, log: str, *words: str) -> tuple[int, str, str]:
    file = tmp_path / "match.jsonl"
    file.write_text(log)
    done = called("", "replay", str(file), "--page", "--no-browser", *words)
    return done.returncode, done.stdout, done.stderr


def test_a_match_that_is_not_over_is_not_shown(tmp_path: Path) -> None:
    code, out, errors = replayed(tmp_path, Match("president", dealer=SeededDealer(7)).log())
    assert (code, errors) == (2, "The match is not over: the page shows finished matches only. (logs)\n")
    assert "http" not in out


def test_a_changed_log_is_not_shown(tmp_path: Path, match: Match) -> None:
    code, out, errors = replayed(tmp_path, match.log().replace("pass", "play 2c", 1))
    assert (code, out) == (2, "")
    assert errors.startswith("The log has been changed or cut off")


def test_a_port_that_cannot_be_used_is_named(tmp_path: Path, match: Match) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        taken = replayed(tmp_path, match.log(), "--port", str(port))
    again = "Choose another port with --port.\n"
    assert taken[0] == 2
    assert taken[2] == f"The log cannot be shown on port {port}: Address already in use. {again}"
    missing = replayed(tmp_path, match.log(), "--port", "70000")
    assert missing[2] == f"The log cannot be shown on port 70000: there is no such port. {again}"
