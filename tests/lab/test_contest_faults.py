"""Players who fail: every fault is told and made good, nothing stops, and nobody learns what is not in their view."""

import gc
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from json import dumps, loads
from pathlib import Path
from signal import SIGKILL
from threading import Event, Thread
from typing import Any
from weakref import ref

import pytest

from cardhouse import BadSetup, Match, SeededDealer
from cardhouse.bots.elsewhere.process import PlayerLost
from cardhouse.bots.elsewhere.questions import read
from cardhouse.lab import duel, work
from cardhouse.lab.contest import Contest, as_dict, entrants, summarise
from cardhouse.lab.contest.file import FilePlayer
from cardhouse.play.runner import Asked, Tried
from tests.commands import typed
from tests.waiting import HANG

HERE = work.threads(1)
PLAYS = "    return view.moves[0]\n"
SCRIPTED = """
import re

LISTED = None
answers = ["Move: play 4c 5c", "Hm.\\nLet me see.", LISTED, "I", "do not", "know,\\nsorry."]

def model(prompt):
    answer = answers.pop(0) if answers else LISTED
    return "Move: " + re.search(r"Your legal moves:\\n- (.+)", prompt)[1] if answer is LISTED else answer
"""


def against_chance(player: str, **given: Any) -> Contest:
    return duel("president", [player, "random"], **{"blocks": 1, "seats": 3, "limit": HANG, "executor": HERE, **given})


def written(folder: Path, text: str) -> str:
    (folder / "mine.py").write_text(text)
    return str(folder / "mine.py")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("def choose(view):\n  return 1 / 0", "line 2: ZeroDivisionError: division by zero"),
        ("def choose(view): raise KeyboardInterrupt", "line 1: KeyboardInterrupt"),
        ("def choose(view): raise SystemExit(3)", "line 1: SystemExit: 3"),
        ("def choose(view): return 7", "A player returns the text of a move, not int."),
        ("def choose(view): return None", "A player returns the text of a move, not NoneType."),
        ("def choose(view): return 'sing'", "'sing' is not a move"),
        ("def choose(view): return 'play 2c 3c'", "(President, rule"),
        ("def choose(view): return 'x' * 10**5", "A move is a text of at most 400 characters"),
        ("def choose(): return 'pass'", "TypeError: choose() takes 0 positional arguments"),
        ("import os\ndef choose(view): os.write(3, b'?\\n' * 9); os.write(4, b'?\\n' * 9)", "move"),
    ],
)
def test_a_fault_is_reported_with_its_match_and_move_and_replaced(tmp_path: Path, text: str, says: str) -> None:
    file = written(tmp_path, text)
    found = against_chance(file)
    assert len(found.counted) == 1
    assert found.faults(file) >= 3
    assert found.faults("random") == 0
    assert any(says in line for line in found.counted[0].said), found.counted[0].said
    assert f"{file} failed in match 0 of {file} v random (seed 1, block 0), move " in summarise(found)


@pytest.mark.parametrize(
    ("text", "limit", "says"),
    [
        ("import os\ndef choose(view): os._exit(3)", HANG, "its process ended, with status 3"),
        ("def choose(view):\n  while True: pass", 0.05, "TimeoutError: took more than 0.05 s"),
    ],
)
def test_a_player_that_hangs_or_dies_is_restarted_and_soon_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, limit: float, says: str
) -> None:
    monkeypatch.setattr(entrants, "MOST_LOST", 3)
    file = written(tmp_path, text)
    found = against_chance(file, limit=limit)
    assert says in summarise(found)
    assert found.times(file).total() == 3
    assert found.faults(file) > 10
    assert "is out, after" in " ".join(found.counted[0].said) or len(found.counted[0].said) == 3


def test_a_player_whose_process_dies_once_is_started_again(tmp_path: Path) -> None:
    text = f"""
import os, pathlib
mark = pathlib.Path({str(tmp_path)!r}, "died")
def choose(view):
    if not mark.exists():
        mark.touch()
        os._exit(0)
"""
    file = written(tmp_path, text + PLAYS)
    assert against_chance(file).faults(file) == 1


def test_a_player_who_died_is_freed_at_once(tmp_path: Path) -> None:
    """Without the garbage collector, which may come much later; until then the next process would be kept."""
    file = written(tmp_path, "import os\ndef choose(view): os._exit(0)")
    player = FilePlayer(Path(file), limit=HANG)
    gc.disable()
    try:
        with suppress(PlayerLost):
            player.ask(Match("president", dealer=SeededDealer(1)).view(0))
        freed = ref(player)
        del player
        assert freed() is None
    finally:
        gc.enable()
        gc.collect()


def test_a_player_process_cannot_print_moves_or_find_hidden_cards(tmp_path: Path) -> None:
    """No table, no match, no other view is in their memory: neither in frames, nor among all objects."""
    text = """
import gc, sys
moves = []
def choose(view):
    moves.append(view.seat)
    if len(moves) > 3:
        return view.moves[0]
    print('{"move": "cheat"}', flush=True)
    sys.__stdout__.write("cheat\\n")
    assert sys.stdin.read() == ""
    frame, names = sys._getframe(), set()
    while frame:
        names |= {type(value).__name__ for value in [*frame.f_locals.values(), *frame.f_globals.values()]}
        frame = frame.f_back
    gc.collect()
    names |= {type(thing).__name__ for thing in gc.get_objects()}
    for name in names & {"State", "Match", "SeededDealer", "Referee"}:
        raise LookupError(name)
    views = [thing for thing in gc.get_objects() if type(thing).__name__ == "View" and thing is not view]
    assert not views, views
"""
    file = written(tmp_path, text + PLAYS)
    words = ["--blocks", "1", "--seats", "3", "--limit", f"{HANG}", "--json"]
    done = typed("", "duel", "president", "--players", f"{file},random", *words)
    assert loads(done.stdout)["faults"] == {file: 0, "random": 0}, loads(done.stdout)["faults_told"]
    assert "cheat" in done.stderr


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("import nothing_of_this_name", "mine.py does not run: ModuleNotFoundError"),
        ("def choose(view) return 1", "mine.py does not run: SyntaxError"),
        ("play = 1", "mine.py has no function `choose(view)`"),
        ("import os; os._exit(4)", "mine.py does not run: its process ended, with status 4"),
    ],
)
def test_a_file_that_does_not_run_ends_it_before_it_begins(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(BadSetup, match=says.replace("(", r"\(").replace(")", r"\)")):
        against_chance(written(tmp_path, text))


def test_the_command_ends_with_a_sentence_and_code_2(tmp_path: Path) -> None:
    done = typed("", "duel", "president", "--players", f"{written(tmp_path, 'import nothing')},random")
    assert (done.returncode, done.stdout) == (2, "")
    assert "mine.py does not run: ModuleNotFoundError" in done.stderr
    assert "Traceback" not in done.stderr


def test_no_process_is_left_behind(tmp_path: Path) -> None:
    alone = FilePlayer(Path(written(tmp_path, "def choose(view):\n  while True: pass")), limit=0.05)
    with pytest.raises(PlayerLost):
        alone.ask(Match("president", dealer=SeededDealer(1)).view(0))
    first = alone.process
    assert first.ended.result(HANG) == -SIGKILL
    alone.ready()
    second = alone.process
    assert second is not first
    assert not second.ended.done()
    del alone
    assert second.ended.result(HANG) == -SIGKILL


class Server(ThreadingHTTPServer):
    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Bot)
        self.over = Event()  # the test is


class Bot(BaseHTTPRequestHandler):
    """Answers as its path says; the slow ones not before the test is over."""

    server: Server

    def do_POST(self) -> None:
        view = loads(self.rfile.read(int(self.headers["Content-Length"])))
        answers = {
            "/good": dumps({"move": view["moves"][0]}),
            "/garbage": "<html>",
            "/list": "[]",
            "/long": " " * 70_000,
        }
        if self.path == "/slow":
            self.server.over.wait(HANG)
            return
        if self.path == "/drip":
            self.drip()
            return
        self.send_response({"/none": 404, "/moved": 302}.get(self.path, 200))
        self.send_header("Location", "/good")
        self.end_headers()
        self.wfile.write(answers.get(self.path, "{}").encode())

    def drip(self) -> None:
        with suppress(OSError):  # nobody reads any more
            while not self.server.over.wait(0.02):
                self.wfile.write(b"H")

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def server() -> Iterator[str]:
    with Server() as found:
        found.daemon_threads = False  # they are waited for
        thread = Thread(target=found.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{found.server_port}"
        found.over.set()
        found.shutdown()
        thread.join()


def test_a_remote_player_plays(server: str) -> None:
    found = against_chance(f"{server}/good")
    assert found.faults(f"{server}/good") == 0
    assert found.times(f"{server}/good").total() > 10


@pytest.mark.parametrize(
    ("path", "limit", "says"),
    [
        ("/garbage", HANG, "the answer is not JSON"),
        ("/list", HANG, 'an answer is {"move": "..."}'),
        ("/long", HANG, "the answer is longer than 65536 bytes"),
        ("/none", HANG, "the answer has status 404, not 200"),
        ("/moved", HANG, "the answer has status 302, not 200"),
        ("/slow", 0.05, "TimeoutError: "),
        ("/drip", 0.05, "TimeoutError: "),
    ],
)
def test_faults_of_a_remote_player_are_reported(
    server: str, monkeypatch: pytest.MonkeyPatch, path: str, limit: float, says: str
) -> None:
    monkeypatch.setattr(entrants, "MOST_LOST", 2)
    found = against_chance(server + path, limit=limit)
    assert found.faults(server + path) > 10
    assert says in " ".join(found.counted[0].said)


def test_no_process_sees_a_deal_from_two_sides(tmp_path: Path) -> None:
    notes = tmp_path / "seen"
    file = written(
        tmp_path,
        f"import os\ndef choose(view):\n    with open({str(notes)!r}, 'a') as notes:\n"
        "        notes.write(f'{os.getpid()} {view.seat}\\n')\n    return view.moves[0]\n",
    )
    duel("davenport", ["random", file], seats=3, blocks=2, workers=1, limit=HANG)
    seats: dict[str, set[str]] = {}
    for line in notes.read_text().splitlines():
        process, seat = line.split()
        seats.setdefault(process, set()).add(seat)
    assert len(seats) == 6, "two in each of the three matches of a block, the same ones in the next block"
    assert all(len(sat) == 1 for sat in seats.values())


def test_a_player_that_speaks_before_it_is_asked_is_lost_and_fills_no_memory(tmp_path: Path) -> None:
    line = '{"number": 1, "move": "pass"}\\n'
    ahead = f"def choose(view):\n    for n in range(3, 9):\n        try: os.write(n, b'{line}' * 9)\n"
    ahead += "        except OSError: pass\n    return view.moves[0]\n"
    alone = FilePlayer(Path(written(tmp_path, "import os\n" + ahead)), limit=HANG)
    view = Match("president", dealer=SeededDealer(1)).view(0)
    assert alone.ask(view) == Tried("pass")
    assert alone.process.ended.result(HANG) == -SIGKILL
    with pytest.raises(PlayerLost, match="it spoke before it was asked"):
        alone.ask(view)


def test_faults_of_remote_players_are_made_printable_and_short() -> None:
    fault = read(dumps({"fault": "\ud800 \x1b[2J" + "x" * 5000}).encode()).fault
    assert fault.startswith("? ?[2J")
    assert len(fault) == 2000


def test_a_prompt_driven_player_is_dueled_and_its_answers_are_counted(tmp_path: Path) -> None:
    """In each match its model answers the first move on the third attempt, and the second move not at all."""
    file = written(tmp_path, SCRIPTED)
    found = against_chance(file)
    moves, matches, text = found.times(file).total(), 3, summarise(found)
    assert found.asked(file) == Asked(prompts=moves + 4 * matches, illegal=matches, unreadable=4 * matches)
    assert found.faults(file) == matches
    assert "There is no line `Move: ...` in the answer." in text
    head, model, chance = text.split("\n\n")[1].splitlines()
    assert head.split()[-3:] == ["prompts", "illegal", "unreadable"]
    assert model.split()[-5:] == [str(count) for count in (moves, matches, moves + 12, matches, 12)]
    assert chance.split()[-1] == "0", "the faults: a player without prompts has no other columns"
    assert as_dict(found)["asked"]["random"] == Asked()._asdict()
