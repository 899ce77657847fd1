"""Ctrl-C and SIGTERM at any moment: a command ends with what is known so far, one clean line, and no orphan."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from signal import (
    ITIMER_REAL,
    SIG_BLOCK,
    SIG_SETMASK,
    SIG_UNBLOCK,
    SIGINT,
    SIGKILL,
    SIGTERM,
    getitimer,
    pthread_sigmask,
    raise_signal,
)
from subprocess import PIPE
from tempfile import TemporaryFile
from threading import Event, Thread
from time import monotonic, sleep
from typing import NamedTuple
from uuid import uuid4

import pytest

from cardhouse import Match, SeededDealer, interrupts, play_out
from cardhouse.bots import random_player
from cardhouse.interrupts import Interruptible
from cardhouse.lab import simulate, work
from tests.house.live import LiveHouse
from tests.interrupted import HEARD
from tests.waiting import HANG

MARK = "CARDHOUSE_TEST"  # in the environment of a command, and of all processes that it starts
SIMULATE = ["simulate", "president", "--matches", "400000000", "--workers", "1"]
FEW = ["simulate", "president", "--matches", "20000", "--workers", "1"]
DUEL = ["duel", "president", "--players", "quick,random", "--blocks", "100000", "--workers", "1"]
TOURNAMENT = ["tournament", "president", "quick", "random", "--blocks", "100000", "--workers", "1"]
PLAY = ["play", "president", "--bots", "random"]
DEEP_DUEL = ["duel", "president", "--players", "deep,random"]
DEEP_PLAY = ["play", "president", "--bots", "deep"]
REPORT = ["report", "president", "--matches", "100"]
SERVE = ["serve", "--port", "0", "--log-level", "error"]
SIMULATION_PROGRESS = "return cardhouse.cli.lab:SimulationProgress.tell"
CONTEST_PROGRESS = "return cardhouse.cli.contest:ContestProgress.tell"
SENT = (SIGINT, SIGTERM)
AT_START = """
import sys

if {"--multiprocessing-fork", "cardhouse.bots.elsewhere.levels"} & {*sys.orig_argv}:
    from tests.interrupted import in_worker

    in_worker()
"""
THINKS = """
import os
from threading import Event

def choose(view):
    try:
        import deep_thought
    except ImportError:
        Event().wait()
"""


class Ended(NamedTuple):
    code: int
    out: str
    errors: str


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    simulate("president", matches=1, executor=work.threads(1))  # so that simulations start processes


def interrupted(number: int, moment: str, words: list[str], folder: Path, **environment: str) -> Ended:
    """Run a command that gets this signal at this moment; return what it said, when nothing is left of it."""
    environment |= {"CARDHOUSE_STORE": str(folder / "house.db")}
    if moment.startswith("worker "):
        (folder / "sitecustomize.py").write_text(AT_START)
        environment |= {"WORKER": f"{number} {moment.split()[1]}", "PYTHONPATH": f"{folder}:{Path.cwd()}"}
    return ended(["-m", "tests.interrupted", str(int(number)), *moment.split(), *words], environment)


def ended(python: list[str], environment: dict[str, str], long: float = HANG) -> Ended:
    """Its standard input stays open, as in a terminal."""
    mark = uuid4().hex
    with TemporaryFile("w+") as out, TemporaryFile("w+") as errors:
        running = subprocess.Popen(
            [sys.executable, *python],
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=errors,
            start_new_session=True,
            env={**os.environ, **environment, MARK: mark},
        )
        try:
            with running:
                running.wait(HANG)
            wait_for_the_end_of(mark, long)
        finally:
            for process in marked(mark):
                os.kill(process, SIGKILL)
        out.seek(0)
        errors.seek(0)
        return Ended(running.returncode, out.read(), errors.read())


def is_clean(ended: Ended, last: str) -> bool:
    """Whether what is known is all that it said, and its last line begins like this."""
    noise = any(word in ended.errors for word in ("Traceback", "Exception ignored", "resource_tracker", HEARD))
    return not noise and ended.errors.splitlines()[-1].startswith(last)


def wait_for_the_end_of(mark: str, seconds: float) -> None:
    late = monotonic() + seconds
    while left := [*marked(mark)]:
        assert monotonic() < late, f"processes are left: {left}"
        sleep(0.05)


def marked(mark: str) -> Iterator[int]:
    wanted = f"{MARK}={mark}".encode()
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdecimal() and wanted in (folder / "environ").read_bytes().split(b"\0"):
                yield int(folder.name)
        except OSError:  # it has ended, or it is not ours
            continue


@pytest.mark.parametrize(
    ("number", "words", "module"),
    [
        (SIGINT, SIMULATE, "cardhouse"),
        (SIGTERM, SIMULATE, "typer"),
        (SIGINT, SIMULATE, "numba"),
        (SIGTERM, SIMULATE, "cardhouse.lab.simulation"),
        (SIGINT, REPORT, "matplotlib"),
        (SIGINT, DUEL, "cardhouse.lab.contest"),
        (SIGTERM, TOURNAMENT, "cardhouse.lab.contest"),
        (SIGINT, PLAY, "cardhouse.terminal.line"),
        (SIGINT, SERVE, "uvicorn"),
        (SIGINT, ["bot", "mine.py", "--open", "president"], "msgspec"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else str(value),
)
def test_while_it_is_imported_it_stops_with_one_line(
    number: int, words: list[str], module: str, tmp_path: Path
) -> None:
    ended = interrupted(number, f"import {module}", words, tmp_path)
    assert ended == (128 + number, "", "\nStopped.\n")


@pytest.mark.parametrize(
    ("number", "words", "moment", "known"),
    [
        (SIGINT, SIMULATE, "call cardhouse.lab.simulation:run", "Nothing is known yet"),
        (SIGINT, SIMULATE, "call concurrent.futures:ProcessPoolExecutor.submit", "Nothing is known yet"),
        (SIGTERM, SIMULATE, "call multiprocessing.util:spawnv_passfds", "Nothing is known yet"),
        (SIGINT, SIMULATE, "return multiprocessing.util:spawnv_passfds", "Nothing is known yet"),
        (SIGINT, SIMULATE, "worker numba", "Nothing is known yet"),
        (SIGTERM, SIMULATE, "return concurrent.futures:ProcessPoolExecutor.submit", "Nothing is known yet"),
        (SIGINT, SIMULATE, SIMULATION_PROGRESS, "of 400,000,000: incomplete"),
        (SIGTERM, SIMULATE, SIMULATION_PROGRESS, "of 400,000,000: incomplete"),
        (SIGTERM, FEW, "call concurrent.futures:ProcessPoolExecutor.shutdown", "incomplete"),
        (SIGINT, DUEL, "return multiprocessing.util:spawnv_passfds", "Nothing is known yet"),
        (SIGTERM, DUEL, CONTEST_PROGRESS, "of 100,000 blocks: incomplete"),
        (
            SIGINT,
            [*DUEL, "--save", "duel.jsonl"],
            CONTEST_PROGRESS,
            "blocks: incomplete",
        ),
        (SIGINT, TOURNAMENT, CONTEST_PROGRESS, "of 100,000 blocks: incomplete"),
        (SIGINT, REPORT, "call cardhouse.lab.report.exhibit:Study.play", ""),
        (SIGTERM, REPORT, "call cardhouse.lab.report.options:measure", " amber  "),
    ],
)
def test_an_interrupted_command_prints_what_it_knows_so_far(
    number: int, words: list[str], moment: str, known: str, tmp_path: Path
) -> None:
    ended = interrupted(number, moment, [word.replace("duel.", f"{tmp_path}/duel.") for word in words], tmp_path)
    assert ended.code == 128 + number, ended
    assert known in ended.out
    assert is_clean(
        ended, "Interrupted. The same command continues from here." if "--save" in words else "Interrupted."
    )


@pytest.mark.parametrize("words", [SIMULATE, DEEP_DUEL, REPORT, DEEP_PLAY], ids=lambda words: words[0])
def test_while_it_compiles_it_does_not_wait_for_the_compiler(words: list[str], tmp_path: Path) -> None:
    """The compiler takes a minute and more on a busy machine; here it never comes back."""
    moment = "forever cardhouse.compiled.compiler:Kernel._compile"
    ended = interrupted(SIGINT, moment, words, tmp_path, XDG_CACHE_HOME=str(tmp_path))
    assert ended.code == 130, ended
    assert "Traceback" not in ended.errors


@pytest.mark.parametrize("number", SENT)
@pytest.mark.parametrize("moment", ["call builtins:input", "call cardhouse.terminal.line:LineGame.tell"])
def test_a_player_in_the_terminal_leaves_the_table(number: int, moment: str, tmp_path: Path) -> None:
    ended = interrupted(number, moment, PLAY, tmp_path)
    assert (ended.code, ended.errors) == (128 + number, "")
    assert ended.out.endswith("\nYou leave the table.\n")


@pytest.mark.parametrize("number", SENT)
def test_a_bot_gives_its_seat_back(number: int, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(THINKS)
    with LiveHouse(tmp_path) as house:
        words = ["bot", str(file), "--open", "president", "--house", house.url]
        ended = interrupted(number, "import deep_thought", words, tmp_path)
        assert house.get("/api/tables") == []  # only bots are left there
    assert (ended.code, ended.errors) == (128 + number, "")
    assert ended.out.endswith("The bot has left the table.\n")


def test_a_bot_whose_house_is_gone_says_so(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    with LiveHouse(tmp_path) as house:
        file.write_text(THINKS.replace("    try", f"    os.kill({house.pid}, 9)\n    try"))
        words = ["bot", str(file), "--open", "president", "--house", house.url]
        ended = interrupted(SIGINT, "import deep_thought", words, tmp_path)
    assert ended.code == 130
    assert "The bot could not leave the table: There is no house at" in ended.out


@pytest.mark.parametrize("number", SENT)
@pytest.mark.parametrize(
    "moment",
    [
        "return cardhouse.bots.elsewhere.process:PlayerProcess.__init__",
        "worker cardhouse.games",
        "return cardhouse.house.server:Server.startup",
    ],
)
def test_a_house_closes_with_one_line(number: int, moment: str, tmp_path: Path) -> None:
    ended = interrupted(number, moment, SERVE, tmp_path)
    assert (ended.code, ended.errors) == (0, "")
    assert ended.out.endswith("Cardhouse is closed.\n")


@pytest.mark.parametrize("number", SENT)
@pytest.mark.parametrize("moment", ["return cardhouse.house.log_page:listen", "return uvicorn:Server.startup"])
def test_a_replay_in_the_page_ends_without_a_word(number: int, moment: str, tmp_path: Path) -> None:
    match = Match("president", dealer=SeededDealer(7))
    play_out(match, [random_player(seed) for seed in range(match.seats)])
    file = tmp_path / "match.jsonl"
    file.write_text(match.log())
    ended = interrupted(number, moment, ["replay", str(file), "--page", "--no-browser"], tmp_path)
    assert (ended.code, ended.errors) == (0, "")
    assert len(ended.out.splitlines()) == 1 + match.seats + (moment != "return cardhouse.house.log_page:listen")


@pytest.mark.parametrize(
    ("words", "moment"),
    [
        (SIMULATE, "return multiprocessing.util:spawnv_passfds"),
        (SIMULATE, SIMULATION_PROGRESS),
        (["duel", "president", "--players", "hangs.py,random"], "return cardhouse.lab.work:submit"),
        (SERVE, "return cardhouse.house.server:Server.startup"),
    ],
)
def test_workers_end_when_the_command_is_killed(words: list[str], moment: str, tmp_path: Path) -> None:
    """Also those in which a player never comes back, or the compiler is at work."""
    (tmp_path / "hangs.py").write_text("def choose(view):\n    while True: pass\n")
    cache = {"XDG_CACHE_HOME": str(tmp_path)} if words is SERVE else {}
    words = [word.replace("hangs", str(tmp_path / "hangs")) for word in words]
    ended = interrupted(SIGKILL, moment, words, tmp_path, **cache)
    assert ended.code == -SIGKILL
    assert "Traceback" not in ended.errors


@pytest.mark.parametrize("words", [["cardhouse.bots.elsewhere.file", "plays.py"], ["cardhouse.bots.elsewhere.levels"]])
def test_a_worker_ends_when_nobody_hears_it(words: list[str], tmp_path: Path) -> None:
    """It may speak before it sees that no questions come: here they never end, and nobody reads the answers."""
    (tmp_path / "plays.py").write_text("def choose(view):\n    return view.moves[0]\n")
    unread, answers = os.pipe()
    os.close(unread)
    command = [sys.executable, "-m", *words]
    with TemporaryFile() as errors:
        with subprocess.Popen(command, cwd=tmp_path, stdin=PIPE, stdout=answers, stderr=errors) as worker:
            os.close(answers)
            assert worker.wait(HANG) == 0
        errors.seek(0)
        assert errors.read() == b""


def test_an_interrupt_is_raised_in_its_block_and_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slowly the block ends: here the interrupt is raised again within microseconds, and so also at its end."""
    for again in (1e-5, 3e-5, 1e-4, 3e-4):
        monkeypatch.setattr(interrupts, "AGAIN", again)
        for _ in range(2000):
            with Interruptible() as interrupt:
                raise_signal(SIGTERM)
            assert interrupt.code == 143
            assert getitimer(ITIMER_REAL) == (0, 0)


def receives(number: int) -> None:
    """In a thread of its own, while the main one waits."""
    sleep(0.3)
    pthread_sigmask(SIG_UNBLOCK, [number])
    raise_signal(number)


def test_an_interrupt_that_wakes_nobody_is_seen_at_the_next_heartbeat() -> None:
    """As when the main thread begins to wait for a lock just after the signal: here another thread receives it."""
    before = pthread_sigmask(SIG_BLOCK, [SIGINT])
    try:
        with Interruptible() as interrupt:
            Thread(target=receives, args=(SIGINT,)).start()
            Event().wait(HANG)
    finally:
        pthread_sigmask(SIG_SETMASK, before)
    assert interrupt.code == 130


def test_planted_an_orphan_is_found() -> None:
    """A command that leaves a process behind."""
    child = "[sys.executable, '-c', 'import time; time.sleep(1000)']"
    with pytest.raises(AssertionError, match="processes are left"):
        ended(["-c", f"import subprocess, sys; subprocess.Popen({child}, start_new_session=True)"], {}, long=0)


def test_planted_a_worker_that_hears_ctrl_c_is_found(tmp_path: Path) -> None:
    """Without `deferred`, a worker that is being started hears it, and would print a traceback."""
    found = interrupted(SIGINT, "worker numba", SIMULATE, tmp_path, PLANT="cardhouse.lab.work:deferred")
    assert not is_clean(found, "Interrupted.")
