"""What an operator and a bot writer have at the command line: log, export, replay, verify, backup, bot."""

from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from cardhouse.client import Seat
from cardhouse.house.networks import page_url
from tests.commands import Done, called, typed
from tests.forged import forge
from tests.house.calls import Call
from tests.house.live import LiveHouse


def cardhouse(*words: str) -> Done:
    return called("", *words)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHouse]:
    folder = tmp_path_factory.mktemp("operator")
    with LiveHouse(folder, store=str(folder / "house.db")) as house:
        yield house


@pytest.fixture(scope="module")
def played(house: LiveHouse) -> str:
    """A table where a match of Davenport is over."""
    made = house.post("/api/tables", {"game": "davenport", "name": "Ann", "pace": 0})
    for number, command in enumerate(({"type": "entropy", "text": "my luck"}, {"type": "start"}), 1):
        house.post(f"/api/tables/{made['table']['id']}/commands", {**command, "id": number}, made["token"])
    Seat(house.url, made["table"]["id"], made["token"], "davenport").play(lambda view: view.moves[0])
    return str(made["table"]["id"])


def test_log_tells_what_everybody_may_know_and_no_secret(house: LiveHouse) -> None:
    table, (ann, *_) = house.table("davenport", 2, seats=2)
    with Call(house, table, ann) as call:
        move = call.view["moves"][0]
        assert call.ask({"type": "play", "id": 1, "move": move, "base": call.version[0]})["type"] == "ack"
    printed = cardhouse("log", table, "--store", str(house.file))
    assert printed.returncode == 0, printed.stderr
    assert '"what":"started"' in printed.stdout
    assert '"name":"Ann"' in printed.stdout
    assert '{"what":"moved","seat":0}' in printed.stdout
    assert move not in printed.stdout
    assert "seed" not in printed.stdout
    assert "token" not in printed.stdout
    assert ann not in printed.stdout


def test_export_replays_and_verifies(house: LiveHouse, played: str, tmp_path: Path) -> None:
    text = cardhouse("export", played, "--store", str(house.file)).stdout
    assert text == house.get(f"/api/tables/{played}/log")
    file = tmp_path / "match.jsonl"
    file.write_text(text)
    assert "Davenport, 4 players" in cardhouse("replay", str(file)).stdout
    assert cardhouse("verify", str(file)).stdout == "1 deal recomputed: dealt as committed.\n"
    changed = text.replace("my luck", "my lock")
    for wrong, says in ((changed, "has been changed"), (forge(changed), "not dealt from the secret")):
        file.write_text(wrong)
        refused = cardhouse("verify", str(file))
        assert refused.returncode == 2
        assert says in refused.stderr


def test_a_running_match_is_not_exported(house: LiveHouse) -> None:
    table, _ = house.table("javelin", 2)
    refused = cardhouse("export", table, "--store", str(house.file))
    assert refused.returncode == 2
    assert "shown to nobody" in refused.stderr


def test_a_backup_is_a_house_of_its_own(house: LiveHouse, played: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert cardhouse("backup", str(copy), "--store", str(house.file)).returncode == 0
    assert cardhouse("export", played, "--store", str(copy)).stdout == house.get(f"/api/tables/{played}/log")
    again = cardhouse("backup", str(copy), "--store", str(house.file))
    assert again.returncode == 2
    assert "does not overwrite files" in again.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("log", "no-such-table"), "There is no table"),
        (("replay", "nowhere.jsonl"), "cannot be read"),
        (("backup", "{other}", "--store", "{missing}"), "There is no file"),
        (("export", "x", "--store", "{good}"), "is not the file of a house"),
        (("bot", "{good}", "--join", "nonsense"), "is not a link to a table"),
        (("serve", "--log-level", "loud"), "--log-level is one of debug, info, warning, error, not 'loud'."),
        (("serve", "--port", "70000", "--store", "{other}"), "there is no such port"),
        (("serve", "--store", "{good}/x/house.db"), "cannot be used"),
        (("bot", "nowhere.py", "--join", "http://127.0.0.1:9/t/x"), "There is no file"),
        (("bot", "{empty}", "--join", "http://127.0.0.1:9/t/x"), "has no function `choose(view)`"),
        (("bot", "{broken}", "--join", "http://127.0.0.1:9/t/x"), "does not run: ZeroDivisionError"),
        (("bot", "{good}", "--join", "http://127.0.0.1:9/t/x"), "There is no house at"),
        (("bot", "{good}", "--join", "{url}/t/nowhere"), "There is no such table."),
        (("bot", "{good}"), "Give either --join LINK, or --open GAME"),
        (("bot", "{good}", "--open", "chess", "--house", "{url}"), "There is no game 'chess'"),
        (("bot", "{good}", "--open", "blitz", "--house", "{url}", "--level", "wise"), "There is no level"),
        (("serve", "--port", "{port}", "--store", "{other}"), "Address already in use"),
        (("serve", "--port", "0", "--store", "{file}"), "Another house is open on"),
        (("serve", "--port", "0", "--store", "{link}"), "Another house is open on"),
        (("serve", "--host", "nowhere.invalid", "--store", "{other}"), "there is no such host"),
        (("serve", "--requests", "nan", "--store", "{other}"), "--requests is at least 1, not nan."),
        (("serve", "--sockets", "-1", "--store", "{other}"), "--sockets is at least 1, not -1."),
        (("serve", "--burst", "0", "--store", "{other}"), "--burst is at least 1, not 0."),
        (("serve", "--unload-after", "-5", "--store", "{other}"), "--unload-after is at least 0, not -5.0."),
        (("serve", "--port", "0", "--store", "{good}"), "is not the file of a house"),
    ],
)
def test_errors_of_the_commands_are_sentences(
    house: LiveHouse, tmp_path: Path, words: tuple[str, ...], sentence: str
) -> None:
    bots = {"empty": "", "broken": "1 / 0", "good": "def choose(view):\n    return view.moves[0]\n" * 50}
    places = {"port": str(house.port), "file": str(house.file), "other": str(tmp_path / "o.db"), "url": house.url}
    places["missing"], places["link"] = str(tmp_path / "missing.db"), str(tmp_path / "link.db")
    (tmp_path / "link.db").symlink_to(house.file)
    for name, text in bots.items():
        (tmp_path / f"{name}.py").write_text(text)
        places[name] = str(tmp_path / f"{name}.py")
    filled = [word.format(**places) for word in words]
    if words[0] == "log":
        filled += ["--store", str(house.file)]
    done = cardhouse(*filled)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False), done.stderr
    assert sentence in done.stderr


BOTS = {
    "return view.moves[0]": "",
    "raise KeyError('no idea')": "Fault: KeyError: 'no idea'",
    "return 'win'": "Fault: ",
    "return 7": "Fault: A player returns the text of a move, not int.",
}


@pytest.mark.parametrize(("body", "fault"), BOTS.items())
def test_your_own_bot_joins_by_the_link(house: LiveHouse, tmp_path: Path, body: str, fault: str) -> None:
    file = tmp_path / "mine.py"
    file.write_text(f"def choose(view):\n    {body}\n")
    made = house.post("/api/tables", {"game": "davenport", "seats": 2, "name": "Ann"})
    table = made["table"]["id"]
    ann = Seat(house.url, table, made["token"], "davenport")
    other = Thread(target=ann.play, args=(lambda view: view.moves[-1],))
    other.start()
    done = cardhouse("bot", str(file), "--join", f"{house.url}/t/{table}", "--name", "Mine")
    other.join()
    assert done.returncode == 0, done.stderr
    assert "Mine has a seat at" in done.stdout
    assert "Place " in done.stdout
    assert fault in done.stdout
    assert house.get(f"/api/tables/{table}")["seats"][1] == {"name": "Mine", "kind": "remote"}


def test_your_own_bot_opens_a_table_with_other_bots(house: LiveHouse, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def choose(view):\n    return view.moves[0]\n")
    done = cardhouse("bot", str(file), "--open", "davenport", "--house", f"{house.url}/", "--level", "easy")
    assert done.returncode == 0, done.stderr
    table = done.stdout.split("/t/")[1].split(".")[0]
    assert [seat["kind"] for seat in house.get(f"/api/tables/{table}")["seats"]] == ["remote", "bot", "bot", "bot"]
    assert "Place " in done.stdout


def test_a_bot_that_never_comes_back_has_its_first_move_made(house: LiveHouse, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def choose(view):\n    while True: pass\n")
    done = typed("", "bot", str(file), "--join", f"{house.url}/t/{quick_table(house)}", "--limit", "0.1")
    assert done.returncode == 0, done.stderr
    assert "Fault: TimeoutError: took more than 0.1 s\n" in done.stdout
    assert "has not come back from a call of more than 0.1 s" in done.stdout


def quick_table(house: LiveHouse) -> str:
    """Where Ann, who is not there, is played for at once."""
    table = {"game": "davenport", "seats": 2, "grace": 0, "pace": 0, "name": "Ann"}
    return str(house.post("/api/tables", table)["table"]["id"])


def test_a_bot_plays_several_matches_at_a_table(house: LiveHouse, tmp_path: Path) -> None:
    file, table = tmp_path / "mine.py", quick_table(house)
    file.write_text("def choose(view):\n    return view.moves[0]\n")
    done = cardhouse("bot", str(file), "--join", f"{house.url}/t/{table}", "--matches", "3")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("Place ") == 3
    assert house.get(f"/api/tables/{table}")["match"] == 3


@pytest.mark.parametrize(("host", "url"), [("127.0.0.1", "http://127.0.0.1:8000"), ("::1", "http://[::1]:8000")])
def test_a_house_says_where_to_open_its_page(host: str, url: str) -> None:
    assert page_url(host, 8000) == url


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_a_house_on_all_addresses_names_one_that_can_be_opened(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert page_url(host, 8000).removesuffix(":8000").count(".") == 3
    assert "0.0.0.0" not in page_url(host, 8000)
    monkeypatch.setattr("cardhouse.house.networks.own_address", lambda: "")
    assert page_url(host, 8000) == "http://127.0.0.1:8000"
