"""Pools: deep bots run in processes of their own, so that quick ones never wait for them.

The time budget of a deep bot shrinks with the length of the queue. When the deep pool has not answered in time, the
quick pool answers instead, with the heuristic.
"""

import asyncio

from cardhouse.bots import ADVICE
from cardhouse.bots.compared import Comparisons
from cardhouse.games.view import View
from cardhouse.house.catalogue import DEEP, DEFAULT
from cardhouse.house.workers import Answered, Workers

LONGEST_BUDGET = 300.0  # milliseconds for a move, with an empty queue
SHORTEST_BUDGET = 20.0  # milliseconds for a move, however long the queue is
LONGEST_QUEUE = 700.0  # milliseconds; a longer queue takes no more questions
TIMEOUT = 0.9  # seconds, after which the quick pool answers instead


class Pools:
    def __init__(self, quick: Workers, deep: Workers | None) -> None:
        self.quick, self.deep = quick, deep
        self._ahead: dict[object, float] = {}  # the budgets of the deep questions in the queue

    @property
    def missing(self) -> list[str]:
        """Return the pools that have no worker."""
        pools = {"quick": self.quick, "deep": self.deep}
        return [name for name, pool in pools.items() if pool is not None and pool.missing]

    async def close(self) -> None:
        await asyncio.gather(*(pool.close() for pool in (self.quick, self.deep) if pool is not None))

    def choose(self, game: str, bot: str, view: View, answered: Answered) -> None:
        """Ask a bot for a move; `answered` is called with the move or a fault, in time."""
        if bot not in (DEEP, ADVICE):
            self.quick.choose(game, bot, view, answered)
        elif self.deep is None or self.deep.missing or not (budget := self.budget(self.deep.count)):
            self.quick.choose(game, DEFAULT, view, answered)
        else:
            self._think(self.deep, bot, budget, game, view, answered)

    def budget(self, deep_workers: int) -> float:
        """Return the budget of the next deep question, in milliseconds; 0 if it would not be answered in time."""
        budget = max(SHORTEST_BUDGET, LONGEST_BUDGET * deep_workers / (len(self._ahead) + deep_workers))
        return budget if sum(self._ahead.values()) / deep_workers + budget <= LONGEST_QUEUE else 0.0

    def _think(self, deep: Workers, bot: str, budget: float, game: str, view: View, answered: Answered) -> None:
        question = object()
        self._ahead[question] = budget

        def answer_quickly() -> None:
            if self._ahead.pop(question, None) is not None:
                self.quick.choose(game, DEFAULT, view, answered)

        def take(move: str, fault: str, compared: Comparisons = ()) -> None:
            timer.cancel()
            if fault:
                answer_quickly()
            elif self._ahead.pop(question, None) is not None:
                answered(move, "", compared)

        timer = asyncio.get_running_loop().call_later(TIMEOUT, answer_quickly)
        deep.choose(game, f"{bot}:{budget:.0f}ms", view, take, wanted=lambda: question in self._ahead)
