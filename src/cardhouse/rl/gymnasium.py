"""Environments of Gymnasium: one seat learns, and bots play at the others.

    import gymnasium
    import cardhouse.rl.gymnasium

    env = gymnasium.make("cardhouse/President-v0", opponents="quick")
    envs = gymnasium.make_vec("cardhouse/President-v0", num_envs=1024)

Every registered game has an id, those of installed packages too. `docs/environments.md` says what an observation
contains.
"""

from cardhouse.extras import needs

try:
    import gymnasium
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(needs("cardhouse.rl.gymnasium", "rl"), name=missing.name) from missing

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from cardhouse.bots import from_file
from cardhouse.bots import player as player_named
from cardhouse.cards.errors import BadSetup, Refused, Unreadable, shown
from cardhouse.compiled.batch import LEVELS
from cardhouse.compiled.loop import MOST_MADE
from cardhouse.games import GAMES
from cardhouse.games import game as game_named
from cardhouse.games.actions import actions_of
from cardhouse.games.definition import AnyGame, Player
from cardhouse.games.view import View
from cardhouse.play import referee
from cardhouse.play.runner import TOO_LONG, Patience, Tried, limit_time
from cardhouse.rl.flat import MOST_SEED, NO_ACTION, Flat, Observation, drawn, state_for
from cardhouse.rl.stepping import Batch, Reward
from cardhouse.rl.tables import MOST_STEPS, Tables, check_count

Opponent = str | Path | Player
Opponents = Opponent | Sequence[Opponent]
Facts = dict[str, Any]  # what Gymnasium calls info: arrays and numbers by name
LearnerSeat = int | Literal["rotates"]


def _not_an_opponent(given: object) -> BadSetup:
    return BadSetup(f"An opponent is a name, a function or the path of a file, not {shown(given)}.", rule="rl")


class Learner:
    """The tables of an environment, with the learner's seat and the opponents at the others."""

    def __init__(
        self,
        game: str | AnyGame,
        *,
        seats: int | None,
        opponents: Opponents,
        seat: LearnerSeat,
        observe: str,
        **wanted: Any,  # the other arguments of `Tables`
    ) -> None:
        game = game_named(game)
        seats = game.default_seats if seats is None else seats
        first = 0 if seat == "rotates" else seat
        if type(first) is not int or not 0 <= first < seats:
            raise BadSetup(f"seat is a number from 0 to {seats - 1}, or 'rotates', not {shown(seat)}.", rule="rl")
        others = [opponents] if isinstance(opponents, str | Path) or callable(opponents) else opponents
        if not isinstance(others, Sequence):
            raise _not_an_opponent(others)
        if len(others) not in (1, seats - 1):
            raise BadSetup(f"There must be one opponent, or {seats - 1}, not {len(others)}.", rule="rl")
        inside: list[str | None] = [None] * seats
        self.asked: dict[int, str | Player] = {}  # those of the players who are plain Python
        for number, other in enumerate([*others] * (seats - 1 if len(others) == 1 else 1), start=1):
            player = (first + number) % seats
            if isinstance(other, Path):
                other = str(other)
            if not isinstance(other, str) and not callable(other):
                raise _not_an_opponent(other)
            if isinstance(other, str) and other.partition(" ")[0] in LEVELS:
                inside[player] = other
            else:
                self.asked[player] = other
        self.first = first
        if self.asked:
            wanted["longest"] = MOST_MADE  # the tables count the moves of the players who are plain Python as well
        self.tables = Tables(
            game, seats=seats, players=inside, rotates=seat == "rotates", observe="words", copy=False, **wanted
        )
        self.flat = Flat(self.tables, observe)

    def player_at(self, seat: int) -> int:
        """Return the number of the player at a seat of the first table."""
        turned = int(self.tables.batch().number[0]) if self.tables.plan.rotates else 0
        return (seat - turned) % int(self.tables.seats)


class TableEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a table. A step leads to its next choice, or to the end of the match."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # as Gymnasium types it

    def __init__(
        self,
        game: str | AnyGame,
        *,
        seats: int | None = None,
        options: Mapping[str, str | int] | None = None,
        opponents: Opponents = "easy",
        seat: LearnerSeat = 0,
        reward: str | Reward = "first",
        observe: str = "planes",
        longest: int = MOST_MADE,
        render_mode: str | None = None,
    ) -> None:
        """Open a table.

        An opponent is a name (`random`, `easy`, `quick`, `deep:50ms`), a function `choose(view)` or the path of a file
        with one. Several are for the seats after the learner's, clockwise. With `seat="rotates"` the learner moves on
        by one seat from match to match.
        """
        if render_mode not in (None, "ansi"):
            raise BadSetup(f"render_mode is 'ansi' or None, not {shown(render_mode)}.", rule="rl")
        self.render_mode = render_mode
        self._learner = Learner(
            game,
            seats=seats,
            opponents=opponents,
            seat=seat,
            observe=observe,
            options=options,
            reward=reward,
            longest=longest,
            autoreset="never",
        )
        self.tables = self._learner.tables
        self.observation_space = self._learner.flat.observation_space()
        self.action_space = self._learner.flat.action_space()
        self._bots: dict[int, Callable[[View], Tried]] = {}
        self._patience = Patience()
        check_count("longest", longest, MOST_STEPS)
        self._longest, self._steps = longest, 0
        self._seat, self._over = 0, True
        self._begun = False

    def reset(self, *, seed: int | None = None, options: Facts | None = None) -> tuple[Observation, Facts]:
        """Begin the first match of a seed, or, without one, the next match."""
        super().reset(seed=seed)
        if seed is not None or not self._begun:
            self._begun = True
            sown = self.np_random_seed & MOST_SEED
            self._bots = {player: self._bot(other, sown) for player, other in self._learner.asked.items()}
            batch = self.tables.reset(seed=[sown])
        else:
            batch = self.tables.reset([True])
        self._seat = (self._learner.first - self._learner.player_at(0)) % self.tables.seats
        self._over, self._steps = False, 0
        self._patience = Patience()
        batch = self._others_play(batch)
        if self._over:  # before there was a choice
            return self.reset()
        return self._shown(batch), self._facts(batch, illegal=False)

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, Facts]:
        """Make a move: the one with this number, or the rules' default move if it is illegal."""
        if self._over:
            raise BadSetup("There is no match in progress: call `reset`.", rule="rl")
        batch = self.tables._step_one(action)
        illegal = bool(batch.illegal[0])
        self._over = bool(batch.done[0])
        self._steps += 1
        self._patience = Patience()  # the learner has moved in between
        batch = self._others_play(batch)
        self._over = self._over or self._steps >= self._longest
        reward, stopped = float(batch.reward[0, self._seat]), not batch.final[0].any()
        terminated, truncated = self._over and not stopped, self._over and stopped
        return self._shown(batch), reward, terminated, truncated, self._facts(batch, illegal=illegal)

    def render(self) -> str | None:
        """Return what the learner sees, in a few lines for people."""
        return drawn(self.tables, self._seat) if self.render_mode else None

    def _shown(self, batch: Batch) -> Observation:
        if batch.seat[0] != self._seat:  # a bot in plain Python has made the last move
            return self._learner.flat.seen_by(self._seat)
        found: Observation = self._learner.flat.rows()[0]
        return found

    def _facts(self, batch: Batch, *, illegal: bool) -> Facts:
        mask = batch.mask[0].astype(np.int8)
        if self._over or batch.seat[0] != self._seat:
            mask[:] = 0
        return {"action_mask": mask, "illegal": illegal, "match": int(batch.number[0])}

    def _bot(self, other: str | Player, seed: int) -> Callable[[View], Tried]:
        """Return a player function with its failures caught."""
        if not isinstance(other, str):
            return limit_time(other, None)
        if other.endswith(".py"):
            return limit_time(from_file(Path(other)), None)
        return limit_time(player_named(self.tables.game, other, seed), None)

    def _others_play(self, batch: Batch) -> Batch:
        """Let the bots in plain Python play, up to the next choice of the learner."""
        while not self._over and (seat := int(batch.seat[0])) != self._seat:
            batch = self.tables.step([self._choice_of_bot(seat)])
            self._over = bool(batch.done[0])
        return batch

    def _choice_of_bot(self, seat: int) -> int:
        """Return the number of a bot's move; if it fails, the default move is made for it."""
        game, t = self.tables.game, state_for(self.tables, seat)
        choose = self._bots[self._learner.player_at(seat)]
        tried = choose(game.view_for(t, seat)) if self._patience.lasts(seat) else TOO_LONG
        if tried.fault:
            return NO_ACTION
        try:
            choice = referee.read(game, t, seat, tried.answer)[0]
        except (Refused, Unreadable):
            return NO_ACTION
        return actions_of(game).action_of(t, seat, choice) if game.may(t, seat, choice) else NO_ACTION


class TableVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many tables, each with a learner's seat. With the same seeds they play as `TableEnv`s in a `SyncVectorEnv`."""

    def __init__(
        self,
        game: str | AnyGame,
        *,
        num_envs: int = 1,
        seats: int | None = None,
        options: Mapping[str, str | int] | None = None,
        opponents: Opponents = "easy",
        seat: LearnerSeat = 0,
        reward: str | Reward = "first",
        observe: str = "planes",
        longest: int = MOST_MADE,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        workers: int = 1,
    ) -> None:
        """Open the tables. Opponents are compiled ones: `random`, `easy` or `quick`."""
        self.num_envs = num_envs
        mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self._resets_at_once = mode == AutoresetMode.SAME_STEP
        self._learner = Learner(
            game,
            seats=seats,
            opponents=opponents,
            seat=seat,
            observe=observe,
            count=num_envs,
            options=options,
            reward=reward,
            longest=longest,
            autoreset="next_step" if mode == AutoresetMode.NEXT_STEP else "never",
            workers=workers,
        )
        if self._learner.asked:
            slow = shown(next(iter(self._learner.asked.values())))
            known = ", ".join(LEVELS)
            raise BadSetup(f"An opponent at many tables is one of {known}, not {slow}: use TableEnv.", rule="rl")
        self.tables = self._learner.tables
        self.single_observation_space = self._learner.flat.observation_space()
        self.single_action_space = self._learner.flat.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._every = np.arange(num_envs)
        self._begun = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Facts | None = None
    ) -> tuple[Observation, Facts]:
        """Begin a match at each table, or at those of `options["reset_mask"]`: the first of a seed, or the next one."""
        mask = (options or {}).get("reset_mask")
        if seed is None and self._begun:
            batch = self.tables.reset(np.ones(self.num_envs, np.bool_) if mask is None else mask)
        else:
            batch = self.tables.reset(mask, seed=self._seeds(seed))
        self._begun = True
        return self._learner.flat.rows(), self._facts(batch)

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int]:
        """Return the seeds of the tables; after a number, its successors, as in Gymnasium's own vectors."""
        if not isinstance(seed, Sequence | np.ndarray):
            super().reset(seed=seed)
            first = self.np_random_seed or 0
            return [first + i & MOST_SEED for i in range(self.num_envs)]
        return [int(self.np_random.integers(MOST_SEED)) if one is None else one for one in seed]

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Facts]:
        """Make a move at each table: the one with this number, or the rules' default move if it is illegal."""
        batch = self.tables.step(actions)
        rewards = batch.reward[self._every, batch.seat].astype(np.float64)
        terminated = batch.final.any(axis=1)
        truncated = batch.done & ~terminated
        shown_now, facts = self._learner.flat.rows(), self._facts(batch)
        if self._resets_at_once and batch.done.any():
            done = batch.done.copy()
            final: Facts = {"final_obs": self._by_table(shown_now, done), "final_info": of_some(facts, done)}
            batch = self.tables.reset(done)
            shown_now = self._learner.flat.rows()
            facts = final | {f"_{name}": done.copy() for name in final} | self._facts(batch)
        return shown_now, rewards, terminated, truncated, facts

    def _by_table(self, rows: Observation, wanted: NDArray[np.bool_]) -> NDArray[Any]:
        found = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(wanted):
            found[i] = rows[i]
        return found

    def _facts(self, batch: Batch) -> Facts:
        facts: Facts = {
            "action_mask": batch.mask.astype(np.int8),
            "illegal": batch.illegal.copy(),
            "match": batch.number.copy(),
        }
        return facts | {f"_{name}": np.ones(self.num_envs, np.bool_) for name in facts}


def of_some(facts: Facts, wanted: NDArray[np.bool_]) -> Facts:
    """Return facts with zeros for the tables that are not wanted, as Gymnasium's own vectors have them."""
    return {
        name: np.where(wanted.reshape(-1, *[1] * (row.ndim - 1)), row, row.dtype.type(0)) for name, row in facts.items()
    }


def env_id(game: AnyGame) -> str:
    """Return the id of a game's environment in Gymnasium."""
    return f"cardhouse/{game.name.capitalize()}-v0"


def register(game: AnyGame) -> None:
    """Register a game with Gymnasium, if it is not registered yet."""
    if env_id(game) not in gymnasium.registry:
        gymnasium.register(
            env_id(game),
            entry_point="cardhouse.rl.gymnasium:TableEnv",
            vector_entry_point="cardhouse.rl.gymnasium:TableVectorEnv",
            kwargs={"game": game.name},
        )


for game in GAMES.values():
    register(game)
