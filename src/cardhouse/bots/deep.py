"""The deep player: a Monte Carlo search over worlds that fit its view, with playouts by the heuristic.

    choose = deep_player(game("president"), Budget(seconds=0.1))

All moves are tried in the same worlds, with the same random numbers. Moves that are clearly worse are dropped at once,
and the worse half in every round (sequential halving). The heuristic's move is played unless another is better by more
than the standard error of the comparison.
"""

from math import ceil, inf, log2
from random import Random
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardhouse.bots.compared import Compared, Comparisons
from cardhouse.cards.errors import BadSetup, shown
from cardhouse.cards.law import Row
from cardhouse.cards.ledger import Ledger
from cardhouse.compiled.search import Search
from cardhouse.games import game as game_named
from cardhouse.games.definition import AnyGame, Player
from cardhouse.games.view import View
from cardhouse.play.dealers import SeededDealer
from cardhouse.play.match import Match

FIRST, MOST = 16, 512  # worlds per round
FEWEST = 64  # worlds needed to call moves equally good
CLEARLY = 3.0  # standard errors: a move that is worse by this is dropped
ALIKE = 3.0  # thousandths of a first place: moves that differ by less are equally good
WARMTH = 3.0  # temperature in simultaneous games: worse moves are sometimes played, to be unpredictable
READY: set[AnyGame] = set()  # the games whose kernels are loaded


class Budget(NamedTuple):
    """The budget of a move, in seconds and in playouts: the first that runs out ends the search."""

    seconds: float = 0.1
    playouts: int = 1 << 30


def read_budget(text: str) -> Budget:
    """Parse a budget: `50ms` is a time, `2000` a number of playouts; the default is a tenth of a second."""
    time, number = text.endswith("ms"), text.removesuffix("ms")
    if text and not (number.isascii() and number.isdecimal() and int(number[:9]) > 0 and len(number) < 9):
        sentence = f"A budget is a time, as in `deep:50ms`, or playouts, as in `deep:2000`, not {shown(text)}."
        raise BadSetup(sentence, rule="players")
    if not text:
        return Budget()
    return Budget(seconds=int(number) / 1000) if time else Budget(seconds=inf, playouts=int(number))


class Thought(NamedTuple):
    """The candidate moves, and their results so far."""

    moves: Row
    seen: NDArray[np.float64]  # [world, move]: the result, in thousandths of a first place
    playouts: int
    fallback: int  # the heuristic's move
    dropped: dict[int, NDArray[np.float64]]  # the results of moves that are not candidates any more

    @property
    def behind(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return how much worse than the best each move is, with the standard error of the difference."""
        differ = self.seen[:, [self.seen.mean(axis=0).argmax()]] - self.seen
        return differ.mean(axis=0), differ.std(axis=0, ddof=1) / np.sqrt(len(differ))

    def keep(self, chosen: Row) -> "Thought":
        kept = set(chosen)
        others = {move: self.seen[:, i] for i, move in enumerate(self.moves) if i not in kept}
        return self._replace(
            moves=[self.moves[i] for i in chosen],
            seen=self.seen[:, chosen],
            dropped=self.dropped | others,
        )

    def compared(self, chosen: int, default: int) -> list[tuple[int, int, int, int]]:
        """Compare a move with the best other one and with the default move, each in the worlds that both were tried in.

        Return for each the other move, how often the chosen one was better and worse, and the number of worlds.
        """
        results = self.dropped | {move: self.seen[:, i] for i, move in enumerate(self.moves)}
        mine = results.pop(chosen)
        ahead = {move: mine[: len(column)] - column[: len(mine)] for move, column in results.items()}
        ahead = {move: by for move, by in ahead.items() if len(by)}
        if not ahead:
            return []
        rival = min(ahead, key=lambda move: float(ahead[move].mean()))
        others = dict.fromkeys([rival, *([default] if default in ahead else [])])
        return [(move, int((ahead[move] > 0).sum()), int((ahead[move] < 0).sum()), len(ahead[move])) for move in others]

    @property
    def best(self) -> int:
        """Return the heuristic's move, unless another is better by more than the error."""
        if len(self.moves) == 1:
            return self.moves[0]
        behind, error = self.behind
        fallback = self.moves.index(self.fallback) if self.fallback in self.moves else -1
        if fallback >= 0 and behind[fallback] <= error[fallback]:
            return self.fallback
        return self.moves[int(behind.argmin())]

    def mixed(self, chance: Random) -> int:
        """Return a random move, better ones with higher probability (softmax)."""
        weights = np.exp(-self.behind[0] / WARMTH)
        return chance.choices(self.moves, weights.tolist())[0]


def think(game: AnyGame, t: Ledger, seat: int, budget: Budget, seed: int) -> Thought:
    """Search a seat's moves in a recalled state until the budget is spent or the moves left are equally good."""
    assert game.bots.heuristic is not None
    moves, began = game.moves(t, seat), perf_counter()
    fallback = game.bots.heuristic(t, seat, list(moves), len(moves), game.bots.weights)
    thought, count, halvings = Thought(moves, np.zeros((0, len(moves))), 0, fallback, {}), FIRST, 0
    rounds, search = max(1, ceil(log2(len(moves)))), Search(game, t, seat, seed=seed)
    while len(thought.moves) > 1:
        new = search.tries(thought.moves, count)
        done = thought.playouts + new.size
        thought = thought._replace(seen=np.concatenate([thought.seen, new]), playouts=done)
        spent = max((perf_counter() - began) / budget.seconds, done / budget.playouts)
        thought = clearly_best(thought)
        if spent * rounds > halvings + 1:
            thought, halvings = better_half(thought), halvings + 1
        left = int(done * (1 - spent) / spent) // len(thought.moves)
        if left < 1 or are_alike(thought):
            break
        count = min(2 * count, left, MOST)
    return thought


def clearly_best(thought: Thought) -> Thought:
    """Drop the moves that are clearly worse."""
    behind, error = thought.behind
    return thought.keep(np.flatnonzero(behind <= CLEARLY * error).tolist())


def better_half(thought: Thought) -> Thought:
    """Keep the better half, and the heuristic's move, which is dropped only if it is clearly worse."""
    order = np.argsort(thought.behind[0], kind="stable")
    half = set(order[: ceil(len(order) / 2)].tolist())
    return thought.keep([i for i, move in enumerate(thought.moves) if i in half or move == thought.fallback])


def are_alike(thought: Thought) -> bool:
    behind, error = thought.behind
    return len(thought.seen) >= FEWEST and bool((behind + 2 * error < ALIKE).all())


class DeepPlayer:
    """A player that searches. `compared` is what its last search measured."""

    def __init__(self, game: AnyGame, budget: Budget, seed: int | None) -> None:
        assert game.secrecy.recall is not None
        self._game, self._recall, self._budget, self._chance = game, game.secrecy.recall, budget, Random(seed)
        self.compared: Comparisons = ()

    def __call__(self, view: View) -> str:
        self.compared = ()
        if len(view.moves) == 1:
            return view.moves[0]
        t = self._recall(view)
        thought = think(self._game, t, view.seat, self._budget, self._chance.getrandbits(62))
        chosen = thought.mixed(self._chance) if self._game.bots.at_once else thought.best
        self.compared = comparisons(self._game, t, thought, chosen, self._game.law.default(t, view.seat))
        return self._game.notation.text(t, chosen)


def comparisons(game: AnyGame, t: Ledger, thought: Thought, chosen: int, default: int) -> Comparisons:
    """Return how a move compares with others, for people."""
    return tuple(Compared(game.notation.text(t, move), *counts) for move, *counts in thought.compared(chosen, default))


def deep_player(game: AnyGame, budget: Budget, seed: int | None = None) -> Player:
    """Return a deep player. With a seed and a budget in playouts, its choices are reproducible."""
    warm(game)
    return DeepPlayer(game, budget, seed)


def warm(game: str | AnyGame) -> None:
    """Compile a game's kernels, or load them from the cache, which takes seconds that the first move would need."""
    if ready(game):
        return
    game = game_named(game)
    if game.secrecy.recall is None or game.bots.heuristic is None:
        raise BadSetup(f"{game.title} has no deep bots: its views cannot be recalled.", rule="players")
    match = Match(game, dealer=SeededDealer(0))
    seat = match.to_act[0]
    t = game.secrecy.recall(match.view(seat))
    Search(game, t, seat, seed=0).tries(game.moves(t, seat), count=1)
    READY.add(game)


def ready(game: str | AnyGame) -> bool:
    return game_named(game) in READY
