"""Environments of PettingZoo: every seat is an agent, `player_0` and so on.

    from cardhouse.rl.pettingzoo import env, parallel_env

    table = env("president", seats=4)
    table.reset(seed=7)
    for agent in table.agent_iter():
        observation, reward, termination, truncation, info = table.last()
        table.step(None if termination or truncation else policy(observation, info["action_mask"]))

In the parallel form all seats look at every step, and the action of a seat that does not act is ignored. An illegal
action makes the rules' default move. `docs/environments.md` says what an observation contains.
"""

from cardhouse.extras import needs

try:
    from pettingzoo import AECEnv, ParallelEnv
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(needs("cardhouse.rl.pettingzoo", "rl"), name=missing.name) from missing

from collections.abc import Mapping
from secrets import randbits
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete

from cardhouse.cards.errors import BadSetup, shown
from cardhouse.cards.ledger import WATCHER
from cardhouse.compiled.loop import MOST_MADE
from cardhouse.games.definition import AnyGame
from cardhouse.rl.flat import NO_ACTION, Flat, Observation, drawn
from cardhouse.rl.stepping import Batch, Reward
from cardhouse.rl.tables import MOST_STEPS, Numbers, Tables, check_count

Facts = dict[str, Any]  # what PettingZoo calls info: arrays and numbers by name
RENDER_MODES = ["ansi", "human"]
NO_MATCH = "There is no match in progress: call `reset`."
RANDOM_SEED = 63  # bits of a seed that nobody has given


class Agents:
    """What both forms share: a table, the agents at it, their spaces, and how it is shown."""

    def __init__(
        self,
        game: str | AnyGame,
        *,
        seats: int | None = None,
        options: Mapping[str, str | int] | None = None,
        reward: str | Reward = "first",
        observe: str = "planes",
        max_cycles: int = MOST_MADE,
        render_mode: str | None = None,
        parallel: bool,
    ) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise BadSetup(f"render_mode is one of {', '.join(RENDER_MODES)}, not {shown(render_mode)}.", rule="rl")
        check_count("max_cycles", max_cycles, MOST_STEPS)
        self.render_mode, self.max_cycles = render_mode, max_cycles
        self.tables = Tables(
            game,
            seats=seats,
            options=options,
            reward=reward,
            observe="words",
            autoreset="never",
            parallel=parallel,
            copy=False,
        )
        self._flat = Flat(self.tables, observe)
        self.metadata = {
            "name": f"cardhouse_{self.tables.game.name}_v0",
            "render_modes": RENDER_MODES,
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.tables.seats)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: self._flat.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self._flat.action_space() for agent in self.possible_agents}
        self.state_space = Box(-(1 << 63), (1 << 63) - 1, self.state().shape, np.int64)
        self._viewer = WATCHER  # the seat that the batch shows
        self._cycles = 0
        self._begun = False

    def observation_space(self, agent: str) -> Box:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def state(self) -> Numbers:
        """Return where all cards are, hidden or not, as sets by zone: for a critic, never for a player."""
        cards: Numbers = self.tables.state()[0]
        return cards

    def render(self) -> str | None:
        """Return what the agent that acts, or a watcher, sees, in a few lines for people; or print it."""
        if self.render_mode is None:
            return None
        text = drawn(self.tables, self._viewer)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Do nothing: a table holds no resources."""

    def _begin(self, seed: int | None) -> Batch:
        """Begin the first match of a seed, or, without one, the next match."""
        self.agents, self._cycles = self.possible_agents[:], 0
        if seed is None and self._begun:
            return self.tables.reset([True])
        self._begun = True
        return self.tables.reset(seed=randbits(RANDOM_SEED) if seed is None else seed)

    def _check_match(self) -> None:
        if not self.agents:
            raise BadSetup(NO_MATCH, rule="rl")

    def _is_stopped(self, batch: Batch) -> bool:
        """Return whether the match is not over, but goes on for too long."""
        return (self._cycles >= self.max_cycles or bool(batch.done[0])) and not batch.final.any()

    def _by_agent(self, numbers: Numbers) -> dict[str, float]:
        return dict(zip(self.possible_agents, numbers.tolist(), strict=True))


class AgentsInTurn(Agents, AECEnv):  # type: ignore[misc]  # PettingZoo has no types that mypy finds
    """A table at which the agents act one after another; of those that act at the same time, clockwise.

    After `max_cycles` moves a match is stopped: all agents are truncated.
    """

    def __init__(self, game: str | AnyGame, **wanted: Any) -> None:  # the arguments of `Agents`
        super().__init__(game, **wanted, parallel=False)

    def reset(self, seed: int | None = None, options: Facts | None = None) -> None:
        """Begin the first match of a seed, or, without one, the next match."""
        batch = self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Facts] = {agent: {} for agent in self.agents}
        self._over = False
        self._viewer = int(batch.seat[0])
        self._ask(batch)

    def _ask(self, batch: Batch) -> None:
        """Turn to the agent that acts."""
        self.agent_selection = self.possible_agents[self._viewer]
        self.infos[self.agent_selection]["action_mask"] = batch.mask[0].astype(np.int8)

    def observe(self, agent: str) -> Observation:
        seat = self.possible_agents.index(agent)
        return self._flat.rows()[0] if seat == self._viewer else self._flat.seen_by(seat)

    def step(self, action: int | None) -> None:
        """Make a move: the one with this number, or the rules' default move if it is illegal."""
        if self.agents and self._over:
            self._was_dead_step(action)
            return
        self._check_match()
        if action is None:
            raise BadSetup("The agent that acts makes a move: its action is a number, not None.", rule="rl")
        agent = self.agent_selection
        batch = self.tables._step_one(action)
        self._cycles += 1
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {"illegal": bool(batch.illegal[0])}
        stopped = self._is_stopped(batch)
        self._over = stopped or bool(batch.done[0])
        self._viewer = int(batch.seat[0])
        if not self._over:
            self._ask(batch)
            return
        self.rewards = self._by_agent(batch.reward[0])
        self._accumulate_rewards()
        ends = self.truncations if stopped else self.terminations
        ends.update(dict.fromkeys(self.agents, True))


class AgentsAtOnce(Agents, ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types that mypy finds
    """A table at which all agents look at every step. The action of one that does not act is ignored.

    After `max_cycles` steps a match is stopped: all agents are truncated.
    """

    def __init__(self, game: str | AnyGame, **wanted: Any) -> None:  # the arguments of `Agents`
        super().__init__(game, **wanted, parallel=True)

    def reset(
        self, seed: int | None = None, options: Facts | None = None
    ) -> tuple[dict[str, Observation], dict[str, Facts]]:
        """Begin the first match of a seed, or, without one, the next match."""
        batch = self._begin(seed)
        return self._observations(), self._facts(batch)

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Facts]]:
        """Make the moves of the agents that act: for an illegal or missing action, the rules' default move."""
        self._check_match()
        if not isinstance(actions, Mapping) or not set(actions) <= set(self.possible_agents):
            agents = f"{self.possible_agents[0]} to {self.possible_agents[-1]}"
            given = [*actions] if isinstance(actions, Mapping) else actions
            raise BadSetup(f"A step takes a dict with actions of {agents}, not {shown(given)}.", rule="rl")
        batch = self.tables.step([actions.get(agent, NO_ACTION) for agent in self.possible_agents])
        self._cycles += 1
        stopped = self._is_stopped(batch)
        over = bool(batch.done[0]) and not stopped
        if over or stopped:
            self.agents = []
        ends = dict.fromkeys(self.possible_agents, over), dict.fromkeys(self.possible_agents, stopped)
        return self._observations(), self._by_agent(batch.reward[0]), *ends, self._facts(batch)

    def _observations(self) -> dict[str, Observation]:
        return dict(zip(self.possible_agents, self._flat.rows(), strict=True))

    def _facts(self, batch: Batch) -> dict[str, Facts]:
        masks = batch.mask[0].astype(np.int8)
        rows = zip(self.possible_agents, masks, batch.acts[0].tolist(), batch.illegal[0].tolist(), strict=True)
        return {agent: {"action_mask": mask, "acts": acts, "illegal": wrong} for agent, mask, acts, wrong in rows}


# The names by which PettingZoo's tools call the environments of a module.
env, parallel_env = AgentsInTurn, AgentsAtOnce
