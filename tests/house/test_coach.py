"""The coach: what the choices of a finished match cost, computed in the background for everybody who asks."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from textwrap import indent
from typing import Any

import pytest

from cardhouse import GAMES, Match, SeededDealer, play_out
from cardhouse.bots import coach as bots_coach
from cardhouse.bots import easy_player
from cardhouse.bots.elsewhere import priority
from cardhouse.client import Seat
from cardhouse.house import coach as coaches
from cardhouse.house.coach import Coach, Job
from cardhouse.house.coach_worker import gathered
from cardhouse.house.rows import Row
from cardhouse.play.replay import LoggedDealer, choices
from cardhouse.wire import Denial
from tests.house.live import LiveHouse
from tests.house.test_rooms import SHORT
from tests.waiting import HANG

PRESIDENT = "president"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHouse]:
    with LiveHouse(tmp_path_factory.mktemp("coach")) as house:
        yield house


def finished(game: str, seed: int = 3) -> Match:
    match = Match(game, dealer=SeededDealer(seed), options=SHORT.get(game, {}))
    play_out(match, [easy_player(GAMES[game], seed=seat) for seat in range(match.seats)])
    return match


@pytest.mark.parametrize("game", GAMES)
def test_a_choice_is_what_its_player_knew_and_did(game: str) -> None:
    match = finished(game)
    found = choices(match.log())
    assert len(found) > 10
    for one in found:
        event = match.events[one.frame]
        assert (event.seat, event.move) == (one.seat, one.move)
        assert one.view.seat == one.seat
        assert match.game.quick(one.view) in one.view.moves


def test_what_was_taken_back_in_a_hidden_turn_is_not_a_choice() -> None:
    match, chance, undone = Match("blitz", dealer=SeededDealer(1), options={"max_hands": 1}), Random(1), 0
    while not match.over:
        seat = match.to_act[0]
        takes_back = match.may(seat, "undo") and chance.random() < 0.2
        undone += takes_back
        match.play(seat, "undo" if takes_back else match.game.quick(match.view(seat)))
    found = choices(match.log())
    assert undone
    assert "undo" not in [one.move for one in found]
    again = Match("blitz", dealer=LoggedDealer(match.log_entries()), options={"max_hands": 1})
    for one in found:  # what is left is the same match
        assert one.view.moves == again.view(one.seat).moves
        again.play(one.seat, one.move)
    assert again.state_hash() == match.state_hash()


JUDGED_CHOICES = 40  # of a match, from its beginning


def judged(log: str) -> list[bots_coach.JudgedChoice]:
    return [*islice(bots_coach.judge_match(log, "deep")[1], JUDGED_CHOICES)]


@pytest.mark.compiles
@pytest.mark.parametrize("game", GAMES)
def test_a_bad_move_costs_something_and_the_same_for_everybody(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots_coach, "WORLDS", 200)
    monkeypatch.setattr(bots_coach, "PLAYOUTS", 200)
    match = finished(game)
    found, made = judged(match.log()), choices(match.log())
    assert found == judged(match.log())
    assert [one.move for one in found] == [one.move for one in made[:JUDGED_CHOICES]]
    assert all(one.best in choice.view.moves for one, choice in zip(found, made, strict=False))
    assert any(one.lost > 0.1 for one in found), "easy bots play every second move at random"
    for one in found:
        assert 0 <= one.chance <= 1
        assert one.lost == 0 or one.lost > 3 * one.error
        assert one.move != one.best or one.lost == 0


def test_anybody_may_ask_when_the_match_is_over_and_not_before(house: LiveHouse) -> None:
    made = house.post("/api/tables", {"game": PRESIDENT, "name": "Ann", "pace": 0, "bots": 3})
    path = f"/api/tables/{made['table']['id']}/analysis"
    assert house.request("POST", path, b"{}")[1]["code"] == "not_now"
    assert house.request("POST", path, b'{"match": 1}')[1]["code"] == "not_now"
    assert house.request("POST", path, b'{"match": 2}')[1]["code"] == "unknown"
    seat = Seat(house.url, made["table"]["id"], made["token"], PRESIDENT)
    seat.play(lambda view: str(view.moves[0]))
    found: list[dict[str, Any]] = []
    while True:
        answer = house.post(path, {"match": 1, "since": len(found)})
        found += answer["choices"]
        if answer["of"] and answer["done"] == answer["of"]:
            break
    assert len(found) == answer["of"] > 10
    assert (answer["level"], answer["match"], answer["ahead"]) == ("deep", 1, 0)
    frames = house.get(f"/api/tables/{made['table']['id']}/replay")["frames"]
    for one in found:
        happened = frames[one["frame"]]["happened"]
        assert (happened["seat"], happened["move"]) == (one["seat"], one["move"])


JUDGED = '[{"frame": 3, "seat": 0, "move": "pass", "best": "pass", "chance": 0.5, "lost": 0.0, "error": 0.0}]'


async def read_rows(table: str) -> list[Row]:
    return []


async def over(job: Job) -> None:
    async with asyncio.timeout(HANG):
        while not job.over:
            await asyncio.sleep(0.01)


def worker(text: str) -> tuple[str, ...]:
    return ("-c", f"import os, sys, time\nfor line in sys.stdin:\n{indent(text, '    ')}\n    sys.stdout.flush()")


def note_processes(monkeypatch: pytest.MonkeyPatch) -> list[Process]:
    """Return the list of the processes that will be started."""
    begin, begun = asyncio.create_subprocess_exec, list[Process]()

    async def note(*given: Any, **wanted: Any) -> Process:
        begun.append(await begin(*given, **wanted))
        return begun[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", note)
    return begun


def test_an_analysis_is_made_once_for_all_who_ask() -> None:
    async def ask() -> None:
        coach = Coach(1, read_rows, command=worker(f"print(1)\nprint({JUDGED!r})"))
        job = coach.analyse("oak", 1, "deep", "here")
        await over(job)
        assert (job.of, [one.move for one in job.choices]) == (1, ["pass"])
        assert coach.analyse("oak", 1, "deep", "there") is job
        assert (coach.done, coach.faults) == (1, 0)
        await coach.close()

    asyncio.run(ask())


@pytest.mark.parametrize("text", ["sys.exit(1)", "print('nonsense')", "print(1)\nprint('{}')", "print(1)\nbreak"])
def test_a_failure_is_told_and_can_be_tried_again(text: str) -> None:
    async def ask() -> None:
        coach = Coach(1, read_rows, command=worker(text))
        await over(coach.analyse("oak", 1, "deep", "here"))
        with pytest.raises(Denial, match="could not analyse"):
            coach.analyse("oak", 1, "deep", "here")
        assert not coach.analyse("oak", 1, "deep", "here").over
        await coach.close()

    asyncio.run(ask())


@pytest.mark.parametrize(
    ("seconds", "then", "ends"),
    [(HANG, "", [-signal.SIGKILL]), (0.0, "", [-signal.SIGKILL] * 2), (HANG, "\nsys.exit(3)", [3, 3])],
    ids=["soon", "later", "when it has died"],
)
def test_a_process_is_kept_for_the_next_analysis_for_a_while(
    seconds: float, then: str, ends: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coaches, "KEPT", seconds)
    begun = note_processes(monkeypatch)

    async def ask() -> None:
        coach = Coach(1, read_rows, command=worker(f"print(1)\nprint({JUDGED!r}){then}"))
        for match in (1, 2):
            await over(coach.analyse("oak", match, "deep", "here"))
            while len(ends) > 1 and begun[-1].returncode is None:
                await asyncio.sleep(0.01)
        assert (coach.done, coach.faults) == (2, 0)
        await coach.close()

    asyncio.run(ask())
    assert [process.returncode for process in begun] == ends


@pytest.mark.parametrize(("seconds", "some"), [(HANG, [[1, 2, 3]]), (-1.0, [[1], [2], [3]])])
def test_judged_choices_are_gathered_because_each_line_wakes_the_house(seconds: float, some: list[list[int]]) -> None:
    assert [*gathered([1, 2, 3], seconds)] == some
    assert not [*gathered([], seconds)]


def test_a_worker_that_hangs_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaches, "LIMIT", 0.2)
    begun = note_processes(monkeypatch)

    async def ask() -> None:
        coach = Coach(1, read_rows, command=worker(f"time.sleep({HANG})"))
        await over(coach.analyse("oak", 1, "deep", "here"))
        assert coach.faults == 1
        await coach.close()

    asyncio.run(ask())
    assert [process.returncode for process in begun] == [-signal.SIGKILL]


def is_stopped(process: Process) -> bool:
    return Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"


async def until(so: Callable[[], bool]) -> None:
    async with asyncio.timeout(HANG):
        while not so():
            await asyncio.sleep(0)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the coach does not give way")
def test_the_worker_stops_while_live_tables_need_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaches, "LONGEST_REST", HANG)
    begun = note_processes(monkeypatch)

    async def ask() -> None:
        coach = Coach(1, read_rows, command=worker(f"print(1, flush=True)\ntime.sleep({HANG})"))
        job = coach.analyse("oak", 1, "deep", "here")
        await until(lambda: job.of > 0)
        coach.give_way()
        await until(lambda: is_stopped(begun[0]))
        await until(lambda: not is_stopped(begun[0]))
        await coach.close()

    asyncio.run(ask())


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the coach does not give way")
def test_the_worker_goes_on_now_and_then_even_if_live_tables_are_always_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaches, "REST", HANG)
    begun = note_processes(monkeypatch)

    async def ask() -> None:
        coach = Coach(1, read_rows, command=worker(f"print(1, flush=True)\ntime.sleep({HANG})"))
        job = coach.analyse("oak", 1, "deep", "here")
        await until(lambda: job.of > 0)
        for stopped in (True, False, True):

            def busy_until_so(wanted: bool = stopped) -> bool:
                coach.give_way()
                return is_stopped(begun[0]) is wanted

            await until(busy_until_so)
        await coach.close()

    asyncio.run(ask())


def test_the_queue_is_bounded_for_all_and_for_each_address() -> None:
    async def ask() -> None:
        coach = Coach(0, read_rows)
        jobs = [coach.analyse("oak", number, "deep", "here") for number in range(coaches.MOST_OF_ADDRESS)]
        assert [coach.ahead_of(job) for job in jobs] == [*range(len(jobs))]
        with pytest.raises(Denial, match="too much to do"):
            coach.analyse("oak", 99, "deep", "here")
        for number in range(coaches.MOST_WAITING - len(jobs)):
            coach.analyse("elm", number, "deep", f"address {number}")
        with pytest.raises(Denial, match="too much to do"):
            coach.analyse("elm", 99, "deep", "elsewhere")
        assert coach.analyse("oak", 0, "deep", "here") is jobs[0]
        await coach.close()

    asyncio.run(ask())


def test_the_worker_takes_only_time_that_nobody_else_wants() -> None:
    pid = os.fork()
    if pid == 0:
        priority.use_idle_time()
        is_idle = not hasattr(os, "SCHED_IDLE") or os.sched_getscheduler(0) == os.SCHED_IDLE
        os._exit(0 if is_idle and os.nice(0) == 19 else 1)
    assert os.waitpid(pid, 0)[1] == 0


def test_the_worker_is_in_the_session_of_the_house_because_its_priority_counts_only_there() -> None:
    async def ask() -> None:
        coach = Coach(1, read_rows, command=worker("print(os.getsid(0))\nbreak"))
        job = coach.analyse("oak", 1, "deep", "here")
        await over(job)
        assert job.of == os.getsid(0)
        await coach.close()

    asyncio.run(ask())
