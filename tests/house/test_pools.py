"""Pools: deep bots hold up nobody; the more wait, the less they think; and the heuristic stands in for them."""

import asyncio
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cardhouse.bots.compared import Comparisons
from cardhouse.bots.elsewhere.deep_worker import MODULE, DeepWorker
from cardhouse.games import GAMES
from cardhouse.house.pools import LONGEST_QUEUE, SHORTEST_BUDGET, TIMEOUT, Pools
from cardhouse.house.workers import Workers
from cardhouse.play.dealers import SeededDealer
from cardhouse.play.match import Match
from tests.house import event_loop
from tests.waiting import HANG

MATCH = Match("president", dealer=SeededDealer(1))
VIEW = MATCH.view(MATCH.to_act[0])
HANGS = """
import sys, time
from types import SimpleNamespace
from cardhouse import bots
from cardhouse.bots.elsewhere import levels, deep_worker

def choose(view):
    while True:
        time.sleep(60)

sys.modules[deep_worker.MODULE] = SimpleNamespace(warm=lambda game: {warms}, ready=lambda game: {ready})
levels.player = lambda game, name: choose if name.startswith("deep") else bots.player(game, name)
deep_worker.main()
"""


class FakePool:
    """Workers that answer when a test says so."""

    count = 1
    missing = False

    def __init__(self) -> None:
        self.asked: list[tuple[str, Callable[[str, str], None], Callable[[], bool]]] = []

    def choose(self, game: str, bot: str, view: Any, answered: Any, wanted: Any = lambda: True) -> None:
        self.asked.append((bot, answered, wanted))

    @property
    def bots(self) -> list[str]:
        return [bot for bot, _, _ in self.asked]

    async def close(self) -> None:
        pass


class Two:
    """Two pools, and what has been answered."""

    def __init__(self, deep_workers: int = 1) -> None:
        self.quick, self.deep, self.answers = FakePool(), FakePool(), list[tuple[str, str]]()
        self.deep.count = deep_workers
        self.pools = Pools(cast(Any, self.quick), cast(Any, self.deep))

    def ask(self, bot: str, times: int = 1) -> None:
        for _ in range(times):
            self.pools.choose(
                "president", bot, VIEW, lambda move, fault, compared=(): self.answers.append((move, fault))
            )


def run(what: Callable[[], None]) -> None:
    async def running() -> None:
        what()

    event_loop.run(running())


def test_each_level_has_its_pool() -> None:
    def asks() -> None:
        two = Two()
        for bot in ("easy", "deep", "quick"):
            two.ask(bot)
        assert (two.quick.bots, two.deep.bots) == (["easy", "quick"], ["deep:300ms"])

    run(asks)


def test_a_longer_queue_means_a_smaller_budget_and_a_full_one_the_quick_answer() -> None:
    def asks() -> None:
        for deep_workers in (1, 2, 5):
            two = Two(deep_workers)
            two.ask("deep", 100)
            budgets = [int(bot[5:-2]) for bot in two.deep.bots]
            assert budgets == sorted(budgets, reverse=True)
            assert budgets[0] == 300
            assert budgets[deep_workers] == 150
            assert budgets[-1] >= SHORTEST_BUDGET
            assert sum(budgets) / deep_workers <= LONGEST_QUEUE + 1 < TIMEOUT * 1000
            assert two.quick.bots == ["quick"] * (100 - len(budgets))
            for _, answered, _ in two.deep.asked:
                answered("pass", "")
            assert two.answers == [("pass", "")] * len(budgets)
            two.ask("deep")
            assert two.deep.bots[-1] == "deep:300ms"

    run(asks)


def test_when_a_deep_bot_fails_the_quick_pool_answers_once_instead() -> None:
    def asks() -> None:
        two = Two()
        two.ask("deep")
        two.deep.asked[0][1]("", "died: EOFError")
        assert two.quick.bots == ["quick"]
        assert two.answers == []
        two.quick.asked[0][1]("pass", "")
        two.deep.asked[0][1]("play 4d", "")
        assert two.answers == [("pass", "")]

    run(asks)


def test_without_a_deep_pool_deep_bots_are_quick() -> None:
    def asks() -> None:
        two = Two()
        two.pools.deep = None
        two.ask("deep")
        assert two.quick.bots == ["quick"]

    run(asks)


def test_a_deep_worker_compiles_every_game_in_order_and_uses_the_heuristic_until_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    warmed: list[str] = []

    def warm(game: str) -> None:
        assert game != "dynasty", "it does not compile"
        warmed.append(game)

    monkeypatch.setitem(sys.modules, MODULE, cast(Any, SimpleNamespace(warm=warm, ready=warmed.__contains__)))
    deep_worker = DeepWorker()
    assert deep_worker.level("blitz", "deep:80ms") == "quick"
    deep_worker.warm()
    assert warmed == [game for game in GAMES if game != "dynasty"]
    assert deep_worker.level("blitz", "deep:80ms") == "deep:80ms"
    assert deep_worker.level("dynasty", "deep:80ms") == "quick"


def answered_in(body: str, *bots: str) -> list[str]:
    """The bots that were asked, in the order of their answers, in real processes."""

    async def asks() -> list[str]:
        pools = Pools(Workers(1, limit=HANG), Workers(1, limit=HANG, command=("-c", body)))
        done: list[str] = []
        over = asyncio.Event()

        def ask(bot: str) -> None:
            def answered(move: str, fault: str, compared: Comparisons = ()) -> None:
                assert (MATCH.refusal(VIEW.seat, move), fault) == (None, "")
                done.append(bot)
                if len(done) == len(bots):
                    over.set()

            pools.choose("president", bot, VIEW, answered)

        for bot in bots:
            ask(bot)
        try:
            await asyncio.wait_for(over.wait(), HANG)
        finally:
            await pools.close()
        return done

    return event_loop.run(asks())


def test_a_deep_bot_that_hangs_holds_up_nobody() -> None:
    assert answered_in(HANGS.format(warms=None, ready=True), "deep", "quick") == ["quick", "deep"]


def test_a_deep_worker_answers_while_it_still_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardhouse.house.pools.TIMEOUT", HANG)  # nobody answers in its place
    assert answered_in(HANGS.format(warms=f"time.sleep({HANG})", ready=False), "deep") == ["deep"]
