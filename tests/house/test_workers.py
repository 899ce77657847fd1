"""Workers: bots think in other processes; one that hangs or crashes is replaced, and another answers."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from signal import SIGKILL, SIGSTOP
from time import monotonic, sleep

import pytest

from cardhouse.bots.compared import Comparisons
from cardhouse.bots.elsewhere.process import PlayerProcess
from cardhouse.bots.elsewhere.questions import Answer
from cardhouse.client import create
from cardhouse.games import GAMES, game
from cardhouse.games.view import View
from cardhouse.house.workers import Workers
from cardhouse.play.dealers import SeededDealer
from cardhouse.play.match import Match
from cardhouse.wire import encode
from cardhouse.wire.views import view_of
from tests.house import event_loop
from tests.house.live import LiveHouse
from tests.waiting import HANG

BOTS = {
    "hanging": "import time\n    while True: time.sleep(60)",
    "crashing": "import os; os._exit(3)",
    "raising": "raise KeyError('no idea')",
    "nonsense": "return 7",
    "chatty": "print('hello'); return view.moves[0]",
    "known": "import os; return str(os.getpid())",
}
MODULE = """
import sys
from cardhouse.bots.elsewhere import child, levels
from cardhouse.wire import encode

def choose(view):
    {body}

player = levels.player
levels.player = lambda game, name: choose if name == "bad" else player(game, name)
levels.main()
"""


def asked(body: str, bot: str, times: int, limit: float = HANG) -> list[tuple[str, str]]:
    """What a worker with such a bot answers."""

    async def run() -> list[tuple[str, str]]:
        workers = Workers(1, limit=limit, command=("-c", MODULE.format(body=body)))
        match, answers = Match("president", dealer=SeededDealer(1)), list[tuple[str, str]]()
        done = asyncio.Event()

        def answered(move: str, fault: str, compared: Comparisons = ()) -> None:
            answers.append((move, fault))
            if len(answers) == times:
                done.set()

        for _ in range(times):
            workers.choose("president", bot, match.view(match.to_act[0]), answered)
        try:
            await asyncio.wait_for(done.wait(), HANG)
        finally:
            await workers.close()
        return answers

    return event_loop.run(run())


@pytest.mark.parametrize(
    ("kind", "limit", "fault"),
    [
        ("hanging", 0.5, "TimeoutError: took more than 0.5 s"),
        ("crashing", HANG, "its process ended, with status 3"),
        ("raising", HANG, "KeyError: 'no idea'"),
        ("nonsense", HANG, "A player returns the text of a move, not int."),
    ],
)
def test_a_bot_that_fails_is_reported_and_the_next_question_is_answered(kind: str, limit: float, fault: str) -> None:
    assert asked(BOTS[kind], "bad", 2, limit) == [("", fault)] * 2


def test_workers_close_at_the_very_moment_of_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """With `asyncio.wait_for` of Python 3.11, an answer that has just come swallows the cancellation."""

    async def run() -> None:
        asked, answer = asyncio.Event(), Future[Answer]()

        def ask(*_: object) -> Future[Answer]:
            asked.set()
            return answer

        monkeypatch.setattr(PlayerProcess, "ask", ask)
        workers, match = Workers(1, limit=HANG), Match("president", dealer=SeededDealer(1))
        workers.choose("president", "quick", match.view(match.to_act[0]), lambda move, fault, compared=(): None)
        await asyncio.wait_for(asked.wait(), HANG)
        await asyncio.sleep(0)  # now the answer is waited for
        answer.set_result(Answer(1, "pass"))
        await asyncio.sleep(0)  # it has come, and is not yet taken
        async with asyncio.timeout(HANG):
            await workers.close()

    event_loop.run(run())


def test_what_a_bot_prints_is_no_answer() -> None:
    ((move, fault),) = asked(BOTS["chatty"], "bad", 1)
    assert (move.split()[0] in ("play", "pass"), fault) == (True, "")


def test_a_bot_that_the_game_does_not_have() -> None:
    ((move, fault),) = asked("pass", "genius", 1)
    assert (move, fault) == ("", "There is no player 'genius'; there is random, easy, quick, deep, master.")


class AskedPool:
    """A pool of one worker, and somebody who asks it."""

    def __init__(self, command: str, **limits: float) -> None:
        self.workers = Workers(1, **{"limit": HANG, "start": HANG, **limits}, command=("-c", command))

    async def ask(self) -> tuple[str, str]:
        answer = asyncio.get_running_loop().create_future()
        view = MATCH.view(MATCH.to_act[0])
        self.workers.choose("president", "bad", view, lambda move, fault, compared=(): answer.set_result((move, fault)))
        return await asyncio.wait_for(answer, HANG)

    async def pid(self) -> int:
        """The number of its process, which answers; one that has just died may still be asked once."""
        while (answer := await self.ask())[1].startswith("its process ended"):
            pass
        return int(answer[0])


def within(pool: Callable[[], AskedPool], what: Callable[[AskedPool], Awaitable[None]]) -> None:
    async def run() -> None:
        asked = pool()
        try:
            await what(asked)
        finally:
            await asked.workers.close()

    event_loop.run(run())


KNOWN = MODULE.format(body=BOTS["known"])
MATCH = Match("president", dealer=SeededDealer(1))


def test_a_worker_that_is_killed_while_it_has_nothing_to_do_is_replaced() -> None:
    async def killed(pool: AskedPool) -> None:
        pids = [await pool.pid()]
        for _ in range(5):
            os.kill(pids[-1], SIGKILL)
            pids.append(await pool.pid())
        assert len(set(pids)) == 6

    within(lambda: AskedPool(KNOWN), killed)


def test_a_worker_that_hangs_at_its_start_is_replaced(tmp_path: Path) -> None:
    mark = tmp_path / "started"
    hangs = f"import pathlib, time\nif not pathlib.Path({str(mark)!r}).exists():\n"
    hangs += f"    pathlib.Path({str(mark)!r}).touch()\n    time.sleep(10**6)\n"

    async def hung(pool: AskedPool) -> None:
        assert await pool.pid()
        assert mark.exists()

    within(lambda: AskedPool(hangs + KNOWN, start=0.5), hung)


def test_a_slow_machine_gets_more_time_to_start_workers() -> None:
    async def slow(pool: AskedPool) -> None:
        assert await pool.pid()

    within(lambda: AskedPool(KNOWN, start=0.001), slow)


def test_a_worker_that_stands_still_is_replaced() -> None:
    async def stopped(pool: AskedPool) -> None:
        first = await pool.pid()
        os.kill(first, SIGSTOP)
        pool.workers.limit = 0.5
        assert await pool.ask() == ("", "TimeoutError: took more than 0.5 s")
        pool.workers.limit = HANG
        assert await pool.pid() != first

    within(lambda: AskedPool(KNOWN), stopped)


@pytest.mark.parametrize(
    ("says", "fault"),
    [
        ("'{]'", "the answer is not JSON"),
        ("'{}'", 'an answer is {"move": "..."}'),
        ("'x' * 2**21", "the answer is not JSON"),
    ],
)
def test_a_worker_that_answers_nonsense_is_replaced(says: str, fault: str) -> None:
    ready = """print('{"number": 0, "move": ""}', flush=True)"""
    command = f"import os, time\n{ready}\nwhile os.read(0, 1 << 16): print({says}, flush=True)"

    async def nonsense(pool: AskedPool) -> None:
        for _ in range(3):
            assert (await pool.ask())[1].startswith(fault)

    within(lambda: AskedPool(command), nonsense)


def test_a_worker_that_answers_twice_is_replaced_and_no_answer_goes_to_another_question() -> None:
    twice = MODULE.replace("levels.main()", "").format(body=BOTS["known"]) + (
        "once = child.line_of\n"
        "child.line_of = lambda answer: once(answer) * (2 if answer.number else 1)\n"
        "levels.main()\n"
    )

    async def doubled(pool: AskedPool) -> None:
        first = await pool.pid()
        move, fault = await pool.ask()
        if move:
            assert int(move) != first
        else:
            assert fault in ("it answers another question", "it spoke before it was asked")

    within(lambda: AskedPool(twice), doubled)


def test_a_pool_without_a_worker_is_reported_missing() -> None:
    async def missed(pool: AskedPool) -> None:
        assert not pool.workers.missing
        async with asyncio.timeout(HANG):
            while not pool.workers.missing:
                await asyncio.sleep(0.01)

    within(lambda: AskedPool("raise SystemExit"), missed)


def worker_of(house: LiveHouse, former: list[int]) -> int:
    """Wait for a worker process of the house other than the former ones, and return its PID."""
    late = monotonic() + HANG
    while monotonic() < late:
        for children in Path(f"/proc/{house.pid}/task").glob("*/children"):
            with suppress(OSError):  # it has ended
                for number in map(int, children.read_text().split()):
                    command = Path(f"/proc/{number}/cmdline").read_bytes()
                    if number not in former and b"cardhouse.bots.elsewhere.levels" in command:
                        return number
        sleep(0.002)
    raise AssertionError("nobody thinks")


def test_a_match_goes_on_whenever_the_worker_of_its_bots_is_killed(tmp_path: Path) -> None:
    killed: list[int] = []

    def choose(view: View) -> str:
        if len(killed) < 5:
            killed.append(worker_of(house, killed))
            os.kill(killed[-1], SIGKILL)
        return view.moves[0]

    with LiveHouse(tmp_path) as house:
        result = create(house.url, "president", name="Ann", bots=3, pace=0).play(choose)
    assert (1 in result.places, len(killed)) == (True, 5)


def test_a_house_without_a_worker_says_so(tmp_path: Path) -> None:
    with LiveHouse(tmp_path, plant="has no ready worker") as house:
        late = monotonic() + HANG
        while (health := house.request("GET", "/health"))[0] == 200:
            assert monotonic() < late, "nobody is missed"
    assert health == (503, {"ok": False, "reason": "No worker is there for bots: quick."})


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_gets_the_view_that_a_person_gets_in_the_games_own_kind(name: str) -> None:
    match = Match(name, dealer=SeededDealer(2))
    for _ in range(30):
        if match.over:
            break
        seat = match.to_act[0]
        view = match.view(seat)
        again = view_of(name, encode(view))
        assert again == view
        assert type(again) is type(view)
        match.play(seat, game(name).quick(again))
