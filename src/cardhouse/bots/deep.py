"""The deep player: tries its moves in worlds that look like the one it sees, and has them played out by the heuristic.

    choose = deep_player(game("president"), Budget(seconds=0.1))

All moves are tried in the same worlds, with the same chance. What is clearly worse is dropped at once, and the worse
half from round to round (sequential halving). The move of the heuristic is made unless another is better by more
than the error of the comparison.
"""

from math import ceil, inf, log2
from random import Random
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardhouse.cards.errors import BadSetup, shown
from cardhouse.cards.law import Row
from cardhouse.cards.ledger import Ledger
from cardhouse.compiled.search import Search
from cardhouse.games import game as game_named
from cardhouse.games.definition import AnyGame, Player
from cardhouse.games.view import View
from cardhouse.play.dealers import SeededDealer
from cardhouse.play.match import Match

FIRST, MOST = 16, 512  # worlds that are tried at a time
FEWEST = 64  # worlds of which it can be said that moves are alike
CLEARLY = 3.0  # standard errors: a move that is worse by so much is dropped
ALIKE = 3.0  # thousandths of a first place: of moves that differ by less, one is as good as another
WARMTH = 3.0  # the same, where all act at once: so much worse a move is still made sometimes, so as not to be foreseen
READY: set[AnyGame] = set()  # the games whose kernels are


class Budget(NamedTuple):
    """What a move may take: whichever comes first."""

    seconds: float = 0.1
    playouts: int = 1 << 30


def read_budget(text: str) -> Budget:
    """`50ms` is a time, `2000` a number of playouts; by default a tenth of a second."""
    time, number = text.endswith("ms"), text.removesuffix("ms")
    if text and not (number.isascii() and number.isdecimal() and int(number[:9]) > 0 and len(number) < 9):
        sentence = f"A budget is a time, as in `deep:50ms`, or playouts, as in `deep:2000`, not {shown(text)}."
        raise BadSetup(sentence, rule="players")
    if not text:
        return Budget()
    return Budget(seconds=int(number) / 1000) if time else Budget(seconds=inf, playouts=int(number))


class Thought(NamedTuple):
    """The moves that were left in the end, and what was seen of them."""

    moves: Row
    seen: NDArray[np.float64]  # [world, move]: what came of it, in thousandths of a first place
    playouts: int
    fallback: int  # the move of the heuristic

    @property
    def behind(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """How much worse than the best each of them is, and the error of that."""
        differ = self.seen[:, [self.seen.mean(axis=0).argmax()]] - self.seen
        return differ.mean(axis=0), differ.std(axis=0, ddof=1) / np.sqrt(len(differ))

    def keep(self, chosen: Row) -> "Thought":
        return self._replace(moves=[self.moves[i] for i in chosen], seen=self.seen[:, chosen])

    @property
    def best(self) -> int:
        """The move of the heuristic, unless another is better by more than the error."""
        if len(self.moves) == 1:
            return self.moves[0]
        behind, error = self.behind
        fallback = self.moves.index(self.fallback) if self.fallback in self.moves else -1
        if fallback >= 0 and behind[fallback] <= error[fallback]:
            return self.fallback
        return self.moves[int(behind.argmin())]

    def mixed(self, chance: Random) -> int:
        """Return a move by chance: the worse it is, the more rarely."""
        weights = np.exp(-self.behind[0] / WARMTH)
        return chance.choices(self.moves, weights.tolist())[0]


def think(game: AnyGame, t: Ledger, seat: int, budget: Budget, seed: int) -> Thought:
    """Try the moves of a seat, at a table as it is recalled, until the budget is spent or the rest are alike."""
    assert game.bots.heuristic is not None
    moves, began = game.moves(t, seat), perf_counter()
    fallback = game.bots.heuristic(t, seat, list(moves), len(moves), game.bots.weights)
    thought, count, halvings = Thought(moves, np.zeros((0, len(moves))), 0, fallback), FIRST, 0
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
    """Without those that are clearly worse."""
    behind, error = thought.behind
    return thought.keep(np.flatnonzero(behind <= CLEARLY * error).tolist())


def better_half(thought: Thought) -> Thought:
    """Keep the better half, and the move of the heuristic, which is given up only if it is clearly worse."""
    order = np.argsort(thought.behind[0], kind="stable")
    half = set(order[: ceil(len(order) / 2)].tolist())
    return thought.keep([i for i, move in enumerate(thought.moves) if i in half or move == thought.fallback])


def are_alike(thought: Thought) -> bool:
    behind, error = thought.behind
    return len(thought.seen) >= FEWEST and bool((behind + 2 * error < ALIKE).all())


def deep_player(game: AnyGame, budget: Budget, seed: int | None = None) -> Player:
    """Its own chance begins with the seed; what it does in a time of the clock is never quite the same."""
    warm(game)
    chance, recall, text = Random(seed), game.secrecy.recall, game.notation.text
    assert recall is not None

    def choose(view: View) -> str:
        if len(view.moves) == 1:
            return view.moves[0]
        t = recall(view)
        thought = think(game, t, view.seat, budget, chance.getrandbits(62))
        return text(t, thought.mixed(chance) if game.bots.at_once else thought.best)

    return choose


def warm(game: str | AnyGame) -> None:
    """Make a game's kernels, or take them from the disk: it may take seconds, and so would the first move."""
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
