"""A rollout: some steps at all tables, with what the net saw and chose."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from cardhouse.nets.encoding import Rows
from cardhouse.nets.weights import Floats
from cardhouse.rl import Batch
from cardhouse.training.seating import TableGroup, encode_rows, is_learner

Scores = Callable[[Rows], Floats]  # a policy: how much it likes each action, for rows of features
Mask = NDArray[np.bool_]
Whole = NDArray[np.int64]


class Choices(NamedTuple):
    """Choices of the net, in the order in which they were made. Forced moves are not among them."""

    step: Whole
    table: Whole
    seat: Whole
    features: Rows
    all_cards: Rows  # the features for the critic
    mask: Mask
    action: Whole
    log_prob: Floats


class Rollout(NamedTuple):
    choices: Choices  # in a lesson, with the actions that the teacher would choose
    rewards: Floats  # [step, table, seat]
    done: Mask  # [step, table]

    @property
    def steps(self) -> int:
        return self.done.size


class Players(NamedTuple):
    """Who chooses in a rollout: the net, and an earlier version of it."""

    own: Scores
    rival: Scores

    def choose(self, parts: Sequence[Choices], actions: Whole, batches: Sequence[Batch], chance: Generator) -> Whole:
        """Complete the choices of both, and return the actions to make; forced moves stay as they are."""
        for part, scores in zip(parts, self, strict=True):
            if len(part.table):
                part.action[:], part.log_prob[:] = sample(scores(part.features), part.mask, chance)
                actions[part.table] = part.action
        return actions


def play(
    groups: Sequence[TableGroup],
    batches: Sequence[Batch],
    choose: Callable[[Sequence[Choices], Whole, Sequence[Batch], Generator], Whole],
    *,
    length: int,
    chance: Generator,
) -> tuple[Rollout, list[Batch]]:
    """Make this number of steps at all tables; return the rollout, and what the tables show at the end."""
    count, seats = sum(group.tables.count for group in groups), max(group.tables.seats for group in groups)
    rewards, done = np.zeros((length, count, seats), np.float32), np.zeros((length, count), np.bool_)
    found, batches = [], list(batches)
    for step in range(length):
        parts, actions = look(groups, batches, step)
        actions = choose(parts, actions, batches, chance)
        found.append(parts[0])
        first = 0
        for number, group in enumerate(groups):
            last = first + group.tables.count
            batches[number] = batch = group.tables.step(actions[first:last])
            rewards[step, first:last, : group.tables.seats] = batch.reward
            done[step, first:last] = batch.done
            first = last
    return Rollout(Choices(*map(np.concatenate, zip(*found, strict=True))), rewards, done), batches


def look(groups: Sequence[TableGroup], batches: Sequence[Batch], step: int) -> tuple[list[Choices], Whole]:
    """Return the choices of the net and those of the rival, not made yet, and the first legal action of each table."""
    found: tuple[list[Choices], list[Choices]] = [], []
    first, actions = 0, []
    for group, batch in zip(groups, batches, strict=True):
        actions.append(batch.moves[:, 0].astype(np.int64))
        has_choice, mine = batch.move_count > 1, is_learner(group, batch)
        for part, who in zip(found, (mine, ~mine), strict=True):
            chosen = np.flatnonzero(has_choice & who)
            features = encode_rows(group.encoder, batch, chosen)
            part.append(
                Choices(
                    step=np.full(len(chosen), step, np.int64),
                    table=first + chosen,
                    seat=batch.seat[chosen].astype(np.int64),
                    features=features,
                    all_cards=group.critic.encode(batch, chosen) if part is found[0] else features[:, :0],
                    mask=batch.mask[chosen],
                    action=np.zeros(len(chosen), np.int64),
                    log_prob=np.zeros(len(chosen), np.float32),
                )
            )
        first += group.tables.count
    joined = [Choices(*map(np.concatenate, zip(*part, strict=True))) for part in found]
    return joined, np.concatenate(actions)


def sample(scores: Floats, mask: Mask, chance: Generator) -> tuple[Whole, Floats]:
    """Draw a legal action in each row, by the softmax of the scores; return also the logarithm of its probability."""
    legal = np.where(mask, scores, -np.inf)
    weights = np.exp(legal - legal.max(axis=1, keepdims=True), dtype=np.float64)
    sums = weights.cumsum(axis=1)
    drawn = chance.random(len(scores)) * sums[:, -1]
    action = (sums > drawn[:, None]).argmax(axis=1)
    share = weights[np.arange(len(scores)), action] / sums[:, -1]
    return action, np.log(share).astype(np.float32)


def advantages(rollout: Rollout, values: Floats, gae_lambda: float) -> tuple[Floats, Mask]:
    """Return how much better each choice turned out than its value, and for which choices this is known.

    This is generalised advantage estimation (GAE) along the choices of each seat; nothing is discounted. The last
    choice of a seat in the rollout has no next one, so it is unknown how that turned out.
    """
    choices, (length, tables, seats) = rollout.choices, rollout.rewards.shape
    gain, known = np.zeros_like(values), np.zeros(len(values), np.bool_)
    next_value, next_gain, reward = (np.zeros((tables, seats), np.float32) for _ in range(3))
    has_next = np.zeros((tables, seats), np.bool_)
    starts = np.searchsorted(choices.step, np.arange(length + 1))
    for step in reversed(range(length)):
        over = rollout.done[step]
        next_value[over], next_gain[over] = 0, 0
        reward[over], has_next[over] = rollout.rewards[step][over], True
        rows = slice(starts[step], starts[step + 1])
        acting = choices.table[rows], choices.seat[rows]
        known[rows] = has_next[acting]
        error = reward[acting] + next_value[acting] - values[rows]
        gain[rows] = np.where(known[rows], error + gae_lambda * next_gain[acting], 0)
        next_value[acting], next_gain[acting] = values[rows], gain[rows]
        reward[acting], has_next[acting] = 0, True
    return gain, known
