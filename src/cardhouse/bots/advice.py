"""Advice: the move of the strongest level for a table, and how it compares with others.

    choose = Adviser(game("president"), read_budget("50ms"))
    choose(view), choose.compared

`deep` compares its candidates while it searches. A net compares nothing, so its move is played out afterwards, in the
same worlds as the move that it likes second best, and the default move.
"""

from random import Random
from time import perf_counter

import numpy as np

from cardhouse.bots import MASTER, master_net, strongest
from cardhouse.bots.compared import Comparisons
from cardhouse.bots.deep import FIRST, Budget, DeepPlayer, Thought, comparisons, warm
from cardhouse.cards.ledger import Ledger
from cardhouse.compiled.search import Search
from cardhouse.games.definition import AnyGame
from cardhouse.games.view import OwnView


class Adviser:
    """A player that compares its moves. `compared` is about the last one."""

    def __init__(self, game: AnyGame, budget: Budget, seed: int | None = None) -> None:
        warm(game)
        self._game, self._budget, self._chance = game, budget, Random(seed)
        self._deep = DeepPlayer(game, budget, seed)
        self.compared: Comparisons = ()

    def __call__(self, view: OwnView) -> str:
        game, self.compared = self._game, ()
        if len(view.moves) == 1:
            return str(view.moves[0])
        assert game.secrecy.recall is not None
        t = game.secrecy.recall(view)
        if strongest(game, t.seats, game.options_of(t)) != MASTER:
            move = self._deep(view)
            self.compared = self._deep.compared
            return move
        best, second = master_net(game).ranked(view)[:2]
        self.compared = self._comparisons(t, view.seat, best, second)
        return best

    def _comparisons(self, t: Ledger, seat: int, best: str, second: str) -> Comparisons:
        """Play out the net's move and others, until the budget is spent."""
        game = self._game
        chosen, rival = (game.notation.read(t, seat, text)[0] for text in (best, second))
        default = game.law.default(t, seat)
        moves = list(dict.fromkeys([chosen, rival, *([default] if default in game.moves(t, seat) else [])]))
        search, seen = Search(game, t, seat, seed=self._chance.getrandbits(62)), np.zeros((0, len(moves)))
        began = perf_counter()
        while perf_counter() - began < self._budget.seconds and seen.size < self._budget.playouts:
            seen = np.concatenate([seen, search.tries(moves, FIRST)])
        return comparisons(game, t, Thought(moves, seen, seen.size, chosen, {}), chosen, default)
