"""Train a net to play President with four players, by PPO against itself. Needs the extra `train`.

python examples/train_president.py --save trained.py
cardhouse duel president --players trained.py,easy
"""

import argparse
import shutil
import sys
from pathlib import Path
from time import monotonic

import numpy as np
import president_net

from cardhouse.extras import needs
from cardhouse.rl import Tables

try:
    import torch
    from torch import nn
    from torch.distributions import Categorical
except ImportError:
    sys.exit(needs("The training", "train"))

TABLES, LENGTH = 256, 128  # steps of a rollout: LENGTH at each table
EPOCHS, MINIBATCH = 2, 4096
LEARNING_RATE = 2e-3
CLIP = 0.2  # how far the probability of an action may move in one update
ENTROPY = 0.06  # the weight of the entropy in the loss ...
VALUE = 0.5  # ... and of the error of the values
MOST_GRADIENT = 0.5  # the norm at which gradients are clipped
LAMBDA = 0.95  # of generalised advantage estimation; nothing is discounted
HIDDEN = 128  # neurons of a hidden layer
TOLD = 20  # after this number of rollouts, print how the net plays
ILLEGAL = -1e9


class Net(nn.Module):
    """Two hidden layers, then a number for each action, and the value of the position."""

    def __init__(self, inputs, actions):
        super().__init__()
        self.layers = nn.ModuleList([layer(inputs, HIDDEN), layer(HIDDEN, HIDDEN), layer(HIDDEN, actions, gain=0.01)])
        self.value = layer(HIDDEN, 1, gain=1)

    def forward(self, features, mask):
        *inner, last = self.layers
        for one in inner:
            features = torch.relu(one(features))
        return Categorical(logits=last(features).masked_fill(~mask, ILLEGAL)), self.value(features)[:, 0]


def layer(inputs, outputs, gain=2**0.5):
    made = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(made.weight, gain)
    nn.init.zeros_(made.bias)
    return made


def seen(batch):
    """Return the features and the masks of a batch."""
    features = president_net.features(batch.words, batch.counts, batch.cells)
    return torch.from_numpy(features), torch.from_numpy(batch.mask)


@torch.no_grad()
def play(net, tables, batch):
    """Let the net play in all seats; return the steps, each with a row for each table, and the last batch."""
    steps = []
    for _ in range(LENGTH):
        features, mask = seen(batch)
        policy, value = net(features, mask)
        action = policy.sample()
        seat = batch.seat
        batch = tables.step(action.numpy())
        numbers = action, policy.log_prob(action), value
        steps.append((features, mask, *numbers, seat, batch.reward, batch.done))
    return [stacked(parts) for parts in zip(*steps, strict=True)], batch


def stacked(parts):
    return torch.stack(parts) if isinstance(parts[0], torch.Tensor) else np.stack(parts)


def advantages(values, seats, rewards, done):
    """Return how much better each action turned out than its value, and for which actions this is known.

    The next step of a seat is the next one in which it acts. Its last one in the rollout has none.
    """
    tables = np.arange(values.shape[1])
    gain, known = np.zeros_like(values), np.zeros(values.shape, bool)
    next_value, next_gain, reward = (np.zeros((len(tables), president_net.SEATS), np.float32) for _ in range(3))
    has_next = np.zeros(next_value.shape, bool)
    for step in reversed(range(len(values))):
        over = done[step]
        next_value[over] = 0
        next_gain[over] = 0
        reward[over] = rewards[step][over]
        has_next[over] = True
        acting = tables, seats[step]
        known[step] = has_next[acting]
        error = reward[acting] + next_value[acting] - values[step]
        gain[step] = np.where(known[step], error + LAMBDA * next_gain[acting], 0)
        next_value[acting] = values[step]
        next_gain[acting] = gain[step]
        reward[acting] = 0
        has_next[acting] = True
    return gain, known


def improve(net, optimizer, steps):
    """Make good actions more likely, and the values more accurate. Return the mean entropy of the policy."""
    features, mask, action, log_prob, value, seats, rewards, done = steps
    gain, known = advantages(value.numpy(), seats, rewards, done)
    returns = torch.from_numpy(gain) + value
    chosen = torch.from_numpy(known)
    rows = [part[chosen] for part in (features, mask, action, log_prob, torch.from_numpy(gain), returns)]
    entropies = []
    for _ in range(EPOCHS):
        for some in torch.randperm(len(rows[0])).split(MINIBATCH):
            features, mask, action, log_prob, gain, returns = (part[some] for part in rows)
            policy, value = net(features, mask)
            ratio = (policy.log_prob(action) - log_prob).exp()
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            won = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            entropy = policy.entropy().mean()
            loss = VALUE * (value - returns).square().mean() - won - ENTROPY * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), MOST_GRADIENT)
            optimizer.step()
            entropies.append(entropy.item())
    return float(np.mean(entropies))


@torch.no_grad()
def first_places(net, matches=1000, seed=0):
    """Return the share of first places of the net, with its best moves, against three random players."""
    tables = Tables("president", seats=president_net.SEATS, count=matches, seed=seed, autoreset="never")
    chance, own = np.random.default_rng(seed), np.arange(matches) % president_net.SEATS
    batch, won = tables.reset(), 0
    while batch.acts.any():
        random = (chance.random(batch.mask.shape) * batch.mask).argmax(1)
        best = net(*seen(batch))[0].logits.argmax(1).numpy()
        batch = tables.step(np.where(batch.seat == own, best, random))
        won += (batch.final[np.arange(matches), own] == 1).sum()
    return won / matches


def train(steps, seed, tell=print):
    """Return a net trained for this many steps, rounded down to whole rollouts, but at least one."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # for such a small net, a second one costs more than it brings
    tables = Tables("president", seats=president_net.SEATS, count=TABLES, seed=seed)
    batch, began = tables.reset(), monotonic()
    net = Net(seen(batch)[0].shape[1], tables.actions)
    optimizer = torch.optim.Adam(net.parameters(), lr=LEARNING_RATE, eps=1e-5)
    rollouts = max(1, steps // (TABLES * LENGTH))
    for rollout in range(1, rollouts + 1):
        optimizer.param_groups[0]["lr"] = LEARNING_RATE * (1 - (rollout - 1) / rollouts)
        made, batch = play(net, tables, batch)
        entropy = improve(net, optimizer, made)
        if rollout % TOLD == 0 or rollout == rollouts:
            tell(
                f"{rollout * TABLES * LENGTH:>11,} steps, {monotonic() - began:4.0f} s: entropy {entropy:.2f}, "
                f"{first_places(net):.0%} first places against random players"
            )
    return net


def save(net, file):
    """Write a player file, and its weights beside it."""
    weights = {}
    for number, one in enumerate(net.layers):
        weights[f"weight {number}"] = one.weight.detach().numpy()
        weights[f"bias {number}"] = one.bias.detach().numpy()
    if file.resolve() != Path(president_net.__file__).resolve():
        shutil.copyfile(president_net.__file__, file)
    np.savez(file.with_suffix(".npz"), **weights)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Train a net to play President with four players.")
    parser.add_argument("--steps", type=int, default=5_000_000, help="moves of all seats together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, default=Path("trained.py"), help="the player file")
    given = parser.parse_args()
    if given.save.suffix != ".py" or not given.save.parent.is_dir():
        parser.error(f"--save takes a Python file in a folder that exists, such as trained.py, not {given.save}")
    print("The law is compiled first, which takes some seconds.")
    save(train(given.steps, given.seed), given.save)
    print(f"Saved {given.save}: cardhouse duel president --players {given.save},easy")
