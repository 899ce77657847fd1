"""Train a net to play President with four players, by PPO against itself. Needs the extra `train`.

python examples/train_president.py --save trained.py
cardhouse duel president --players trained.py,easy

With `--device gpu` and the extra `gpu`, tables, net and updates are all in the memory of an NVIDIA GPU.
"""

import argparse
import shutil
import sys
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from cardhouse import CardhouseError
from cardhouse.extras import needs

try:
    import numpy as np
    import president_net
    import torch
    from torch import nn
    from torch.distributions import Categorical

    from cardhouse.rl import Tables
except ImportError:
    sys.exit(needs("The training", "train"))

EPOCHS = 2
LEARNING_RATE = 2e-3
CLIP = 0.2  # how far the probability of an action may move in one update
ENTROPY = 0.06  # the weight of the entropy in the loss ...
VALUE = 0.5  # ... and of the error of the values
MOST_GRADIENT = 0.5  # the norm at which gradients are clipped
LAMBDA = 0.95  # of generalised advantage estimation; nothing is discounted
TOLD = 20  # after this number of rollouts, print how the net plays
ILLEGAL = -1e9


class Size(NamedTuple):
    """How much is done at once."""

    tables: int
    length: int  # steps at each table in a rollout
    minibatch: int
    hidden: int  # neurons of a hidden layer


SIZES = {"cpu": Size(256, 128, 4096, 128), "gpu": Size(1 << 16, 32, 1 << 16, 256)}


class Net(nn.Module):
    """Two hidden layers, then a number for each action, and the value of the position."""

    def __init__(self, inputs, actions, hidden):
        super().__init__()
        self.layers = nn.ModuleList([layer(inputs, hidden), layer(hidden, hidden), layer(hidden, actions, gain=0.01)])
        self.value = layer(hidden, 1, gain=1)

    def forward(self, features, mask):
        *inner, last = self.layers
        for one in inner:
            features = torch.relu(one(features))
        logits = last(features).masked_fill(~mask, ILLEGAL)
        return Categorical(logits=logits, validate_args=False), self.value(features)[:, 0]


def layer(inputs, outputs, gain=2**0.5):
    made = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(made.weight, gain)
    nn.init.zeros_(made.bias)
    return made


def seen(batch):
    """Return the features and the masks of a batch: as tensors, what `president_net.features` makes of a view."""
    words, counts, cells, mask = (
        torch.as_tensor(part) for part in (batch.words, batch.counts, batch.cells, batch.mask)
    )
    made = {"device": words.device}
    places = torch.arange(president_net.RANKS * president_net.SUITS, **made)
    bits = words[:, president_net.ZONES, None] >> places & 1
    by_rank = bits.reshape(len(words), -1, president_net.SUITS).sum(2)
    last, direction = (cells[:, president_net.CELLS.index(name), None] for name in ("last", "direction"))
    parts = [
        by_rank[:, :, None] > torch.arange(president_net.SUITS, **made),
        counts[:, president_net.HANDS, None] > torch.arange(president_net.MOST_CARDS, **made),
        last == torch.arange(president_net.SEATS, **made),
        direction == 1,
    ]
    return torch.cat([part.reshape(len(words), -1) for part in parts], 1).float(), mask


@torch.no_grad()
def play(net, tables, batch, length):
    """Let the net play in all seats; return the steps, each with a row for each table, and the last batch."""
    steps = []
    for _ in range(length):
        features, mask = seen(batch)
        policy, value = net(features, mask)
        action = policy.sample()
        seat = batch.seat
        batch = tables.step(action)
        told = (torch.as_tensor(part) for part in (seat, batch.reward, batch.done))
        steps.append((features, mask, action, policy.log_prob(action), value, *told))
    return [torch.stack(parts) for parts in zip(*steps, strict=True)], batch


def advantages(values, seats, rewards, done):
    """Return how much better each action turned out than its value, and for which actions this is known.

    The next step of a seat is the next one in which it acts. Its last one in the rollout has none.
    """
    tables = torch.arange(values.shape[1], device=values.device)
    gain, known = torch.zeros_like(values), torch.zeros_like(values, dtype=torch.bool)
    next_value, next_gain, reward = (torch.zeros_like(rewards[0]) for _ in range(3))
    has_next = torch.zeros_like(next_value, dtype=torch.bool)
    for step in reversed(range(len(values))):
        over = done[step, :, None]
        next_value = next_value.masked_fill(over, 0)
        next_gain = next_gain.masked_fill(over, 0)
        reward = torch.where(over, rewards[step], reward)
        has_next = has_next | over
        acting = tables, seats[step].long()
        known[step] = has_next[acting]
        error = reward[acting] + next_value[acting] - values[step]
        gain[step] = torch.where(known[step], error + LAMBDA * next_gain[acting], 0)
        next_value[acting] = values[step]
        next_gain[acting] = gain[step]
        reward[acting] = 0
        has_next[acting] = True
    return gain, known


def improve(net, optimizer, steps, minibatch):
    """Make good actions more likely, and the values more accurate. Return the mean entropy of the policy."""
    features, mask, action, log_prob, value, seats, rewards, done = steps
    gain, known = advantages(value, seats, rewards, done)
    rows = [part[known] for part in (features, mask, action, log_prob, gain, gain + value)]
    entropies = []
    for _ in range(EPOCHS):
        for some in torch.randperm(len(rows[0]), device=gain.device).split(minibatch):
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
            entropies.append(entropy.detach())
    return float(torch.stack(entropies).mean())


@torch.no_grad()
def first_places(net, matches=1000, seed=0, device="cpu"):
    """Return the share of first places of the net, with its best moves, against three random players."""
    players = [None, "random", "random", "random"]
    given = {"players": players, "rotates": True, "autoreset": "never", "device": device}
    tables = Tables("president", seats=president_net.SEATS, count=matches, seed=seed, **given)
    batch, won = tables.reset(), 0
    own = torch.as_tensor(batch.number)[:, None] % president_net.SEATS
    while batch.acts.any():
        batch = tables.step(net(*seen(batch))[0].logits.argmax(1))
        won += int((torch.as_tensor(batch.final).gather(1, own) == 1).sum())
    return won / matches


def train(steps, seed, device="cpu", tell=print):
    """Return a net trained for this many steps, rounded down to whole rollouts, but at least one."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # for such a small net, a second one costs more than it brings
    torch.backends.cuda.matmul.allow_tf32 = True
    size = SIZES[device]
    tables = Tables("president", seats=president_net.SEATS, count=size.tables, seed=seed, device=device)
    batch = tables.reset()
    net = Net(seen(batch)[0].shape[1], tables.actions, size.hidden).to(tables.device)
    optimizer = torch.optim.Adam(net.parameters(), lr=LEARNING_RATE, eps=1e-5)
    rollouts = max(1, steps // (size.tables * size.length))
    seconds = 0.0
    for rollout in range(1, rollouts + 1):
        began = monotonic()
        optimizer.param_groups[0]["lr"] = LEARNING_RATE * (1 - (rollout - 1) / rollouts)
        made, batch = play(net, tables, batch, size.length)
        entropy = improve(net, optimizer, made, size.minibatch)
        seconds += monotonic() - began
        if rollout % TOLD == 0 or rollout == rollouts:
            done = rollout * size.tables * size.length
            tell(
                f"{done:>13,} steps, {seconds:4.0f} s, {done / seconds:,.0f} steps/s: entropy {entropy:.2f}, "
                f"{first_places(net, device=device):.0%} first places against random players"
            )
    return net


def save(net, file):
    """Write a player file, and its weights beside it."""
    weights = {}
    for number, one in enumerate(net.layers):
        weights[f"weight {number}"] = one.weight.detach().cpu().numpy()
        weights[f"bias {number}"] = one.bias.detach().cpu().numpy()
    if file.resolve() != Path(president_net.__file__).resolve():
        shutil.copyfile(president_net.__file__, file)
    np.savez(file.with_suffix(".npz"), **weights)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Train a net to play President with four players.")
    parser.add_argument("--steps", type=int, default=5_000_000, help="moves of all seats together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", choices=list(SIZES), default="cpu")
    parser.add_argument("--save", type=Path, default=Path("trained.py"), help="the player file")
    given = parser.parse_args()
    if given.save.suffix != ".py" or not given.save.parent.is_dir():
        parser.error(f"--save takes a Python file in a folder that exists, such as trained.py, not {given.save}")
    print("The law is compiled first, which takes some seconds.")
    try:
        save(train(given.steps, given.seed, given.device), given.save)
    except (CardhouseError, ModuleNotFoundError) as error:  # there is no GPU, or an extra is missing
        sys.exit(str(error))
    print(f"Saved {given.save}: cardhouse duel president --players {given.save},easy")
