"""A player in another process, whatever it does to those who ask."""

import os
from dataclasses import replace
from pathlib import Path
from signal import SIGKILL

import pytest

from cardhouse import Match, SeededDealer
from cardhouse.bots.elsewhere.process import LEVELS, Late, PlayerLost, PlayerProcess
from cardhouse.games.view import View
from tests.house import event_loop
from tests.waiting import HANG, until

READY = """print('{"number": 0, "move": ""}', flush=True)\n"""
SLEEPS = "import time\ntime.sleep(10**6)\n"
MATCH = Match("president", dealer=SeededDealer(1))
VIEW: View = MATCH.view(MATCH.to_act[0])


def program(text: str) -> tuple[str, str]:
    return "-c", text


def started(text: str) -> PlayerProcess:
    process = PlayerProcess(program(text))
    process.result(process.started, seconds=HANG)
    return process


def test_a_player_is_asked_one_question_after_another() -> None:
    process = PlayerProcess(LEVELS)
    process.result(process.started, seconds=HANG)
    for _ in range(20):
        assert process.result(process.ask("president", "quick", VIEW), seconds=HANG).move in VIEW.moves
    process.close()
    assert process.ended.result(HANG) == -SIGKILL


def test_a_player_is_in_the_session_of_the_caller_where_priorities_count_but_out_of_reach_of_ctrl_c() -> None:
    groups = """import os\nprint('{"number": 0, "move": "%d %d"}' % (os.getsid(0), os.getpgrp()), flush=True)\n"""
    process = PlayerProcess(program(groups + SLEEPS))
    session, group = process.result(process.started, seconds=HANG).move.split()
    process.close()
    assert int(session) == os.getsid(0)
    assert int(group) != os.getpgrp()


def test_an_event_loop_asks_the_same_way() -> None:
    async def asked() -> str:
        process = PlayerProcess(LEVELS)
        await process.await_result(process.started, seconds=HANG)
        answer = await process.await_result(process.ask("president", "quick", VIEW), seconds=HANG)
        with pytest.raises(Late, match=r"TimeoutError: took more than 0 s"):
            await process.await_result(process.ask("president", "quick", VIEW), seconds=0)
        process.close()
        return answer.move

    assert event_loop.run(asked()) in VIEW.moves


def test_a_player_that_reads_no_questions_holds_up_nobody() -> None:
    """The question does not fit into the pipe."""
    process = started(READY + SLEEPS)
    long = replace(VIEW, moves=("x" * 10**6,))
    with pytest.raises(Late, match=r"TimeoutError: took more than 0.05 s"):
        process.result(process.ask("president", "", long), seconds=0.05)
    process.close()


def test_a_player_that_closes_its_pipe_is_killed() -> None:
    process = started(READY + "import os\nos.close(1)\n" + SLEEPS)
    assert process.ended.result(HANG) == -SIGKILL
    with pytest.raises(PlayerLost, match="its process ended, with status -9"):
        process.result(process.ask("president", "", VIEW), seconds=HANG)


def test_what_a_player_has_started_ends_with_it(tmp_path: Path) -> None:
    note = tmp_path / "child"
    forks = f"import os, pathlib\nif not os.fork():\n    pathlib.Path({str(note)!r}).write_text(str(os.getpid()))\n"
    process = started(forks + "    os.close(1)\nelse:\n    " + READY + SLEEPS)
    until(lambda: note.exists() and note.read_text() != "")
    child = Path("/proc", note.read_text(), "stat")
    assert child.exists()
    process.close()
    until(lambda: not child.exists() or child.read_text().split(") ")[1][0] in "ZX")


def test_a_player_whose_daemon_keeps_the_pipe_open_is_stopped_all_the_same(tmp_path: Path) -> None:
    note = tmp_path / "daemon"
    daemon = f"import os, pathlib, time\nif not os.fork():\n    os.setsid()\n    pathlib.Path({str(note)!r}).touch()\n"
    daemon += f"    while pathlib.Path({str(note)!r}).exists(): time.sleep(0.01)\n    os._exit(0)\n"
    process = started(daemon + READY + SLEEPS)
    until(note.exists)
    process.close()
    assert process.ended.result(HANG) == -SIGKILL
    note.unlink()


def test_an_answer_that_comes_when_nobody_waits_any_more_does_no_harm() -> None:
    process = PlayerProcess(LEVELS)
    process.result(process.started, seconds=HANG)
    answer = process.ask("president", "quick", VIEW)
    assert not answer.cancel()
    process.stop()
    process.stop()
    with pytest.raises(PlayerLost, match="it was stopped"):
        process.result(answer, seconds=HANG)
    process.close()
