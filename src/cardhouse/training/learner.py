"""The net that learns, and its critic: PPO with torch, on one thread of the CPU.

The weights are 32-bit floats. Where the processor multiplies 16-bit floats (bfloat16), the layers are computed with
them, which is four times as fast; sums of gradients and the optimizer keep all bits.
"""

from itertools import pairwise
from typing import Any

import numpy as np
import torch
from numpy.random import Generator
from torch.nn import functional, utils

from cardhouse.nets.encoding import Rows
from cardhouse.nets.header import MOST_BYTES
from cardhouse.nets.weights import Floats, Layers
from cardhouse.training.rollout import Choices, Rollout, advantages

WIDEST, NARROWEST, STEP = 128, 8, 8  # units of a hidden layer
HEADER_BYTES = 4_000  # of the file of a net
EPOCHS, MINIBATCH = 1, 4096
CLIP, VALUE, MOST_GRADIENT = 0.2, 0.5, 0.5
GAE_LAMBDA = 0.95
RATE, RATE_STEPS = 1e-3, 3_000_000  # the learning rate falls with the root of the steps ...
ENTROPY, LEAST_ENTROPY = 0.03, 0.01  # ... and so does the weight of the entropy, down to a least one
ILLEGAL = -1e9
FLOAT = torch.bfloat16 if torch.cpu.get_capabilities().get("avx512_bf16") else torch.float32  # of the layers

Tensors = list[tuple[Any, Any]]  # the layers, as tensors
Arrays = dict[str, Any]


def width(inputs: int, outputs: int) -> int:
    """Return the number of units of the two hidden layers: as many as fit into the file of a net."""
    most = (MOST_BYTES - HEADER_BYTES) // 2
    fitting = [
        units
        for units in range(NARROWEST, WIDEST + 1, STEP)
        if units * (inputs + 1) + units * (units + 1) + outputs * (units + 1) <= most
    ]
    return fitting[-1] if fitting else NARROWEST


def fresh_layers(sizes: list[int], last: float, chance: Generator) -> Layers:
    """Return random layers of these sizes; those of the last layer are scaled by `last`."""
    found = []
    for number, (inputs, outputs) in enumerate(pairwise(sizes)):
        scale = np.sqrt(2 / inputs) * (last if number == len(sizes) - 2 else 1.0)
        weight = (chance.standard_normal((outputs, inputs)) * scale).astype(np.float32)
        found.append((weight, np.zeros(outputs, np.float32)))
    return found


def tensors(layers: Layers) -> Tensors:
    return [(torch.tensor(weight), torch.tensor(bias)) for weight, bias in layers]


def run(layers: Tensors, rows: Any) -> Any:
    """Return the outputs of a perceptron for rows of features, as 32-bit floats."""
    rows = rows.to(FLOAT)
    for number, (weight, bias) in enumerate(layers):
        if number:
            rows = torch.relu(rows)
        rows = functional.linear(rows, weight.to(FLOAT), bias.to(FLOAT))
    return rows.float()


def scores(layers: Tensors, features: Rows) -> Floats:
    with torch.no_grad():
        found: Floats = run(layers, torch.from_numpy(features)).numpy()
    return found


class NetLearner:
    def __init__(self, inputs: int, outputs: int, seed: int) -> None:
        torch.set_num_threads(1)  # for such a small net, a second one costs more than it saves
        torch.set_flush_denormal(True)  # numbers near 0, such as the odds of illegal moves, are slow
        chance, units = np.random.default_rng(seed), width(inputs, outputs)
        self.policy = tensors(fresh_layers([inputs, units, units, outputs], 0.01, chance))
        self.critic = tensors(fresh_layers([inputs, units, units, 1], 1.0, chance))
        self.parameters = [one for layer in (*self.policy, *self.critic) for one in layer]
        for one in self.parameters:
            one.requires_grad_(True)
        self.optimizer = torch.optim.Adam(self.parameters, lr=RATE, eps=1e-5)

    def begin_with(self, layers: Layers) -> None:
        """Take over the weights of a net."""
        with torch.no_grad():
            for mine, given in zip(self.policy, layers, strict=True):
                for one, other in zip(mine, given, strict=True):
                    one.copy_(torch.tensor(other))

    def scores(self, features: Rows) -> Floats:
        return scores(self.policy, features)

    def layers(self) -> Layers:
        """Return a copy of the net."""
        layers: Layers = [
            (weight.detach().numpy().copy(), bias.detach().numpy().copy()) for weight, bias in self.policy
        ]
        return layers

    def improve(
        self, rollout: Rollout, steps: int, chance: Generator, *, pace: float = 1.0, lesson: bool = False
    ) -> float:
        """Update the policy and the critic from a rollout; return the policy's mean entropy.

        `steps` is the number of steps before this rollout: the learning rate follows from it, times `pace`. In a
        lesson, the policy learns to choose the recorded actions, however they turned out.
        """
        choices = rollout.choices
        values = scores(self.critic, choices.all_cards)[:, 0]
        gain, known = advantages(rollout, values, GAE_LAMBDA)
        for group in self.optimizer.param_groups:
            group["lr"] = pace * RATE / (1 + steps / RATE_STEPS) ** 0.5
        entropy_weight = pace * max(LEAST_ENTROPY, ENTROPY / (1 + steps / RATE_STEPS) ** 0.5)
        rows, entropies = np.flatnonzero(known), []
        for _ in range(EPOCHS):
            chance.shuffle(rows)
            for some in np.array_split(rows, max(1, round(len(rows) / MINIBATCH))):
                if len(some) > 1:
                    mine, returns = gain[some], (gain + values)[some]
                    entropy = self._step(
                        choices, some, gain=mine, returns=returns, entropy_weight=entropy_weight, lesson=lesson
                    )
                    entropies.append(entropy)
        return float(np.mean(entropies)) if entropies else 0.0

    def _step(
        self, choices: Choices, some: Any, *, gain: Floats, returns: Floats, entropy_weight: float, lesson: bool
    ) -> float:
        """Make a step of the optimizer with some of the choices; return the entropy."""
        features, all_cards, mask, action, log_prob = (
            torch.from_numpy(part[some])
            for part in (choices.features, choices.all_cards, choices.mask, choices.action, choices.log_prob)
        )
        better = torch.from_numpy((gain - gain.mean()) / (gain.std() + 1e-8))
        log_probs = torch.log_softmax(run(self.policy, features).masked_fill(~mask, ILLEGAL), 1)
        chosen = log_probs.gather(1, action[:, None])[:, 0]
        if lesson:
            won = chosen.mean()
        else:
            ratio = (chosen - log_prob).exp()
            won = torch.min(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
        entropy = -(log_probs.exp() * log_probs).masked_fill(~mask, 0).sum(1).mean()
        wrong = (run(self.critic, all_cards)[:, 0] - torch.from_numpy(returns)).square().mean()
        loss = VALUE * wrong - won - entropy_weight * entropy
        self.optimizer.zero_grad()
        loss.backward()
        utils.clip_grad_norm_(self.parameters, MOST_GRADIENT)
        self.optimizer.step()
        return float(entropy.item())

    def arrays(self) -> Arrays:
        """Return a copy of all weights, and of what the optimizer remembers of each."""
        found: Arrays = {}
        for number, one in enumerate(self.parameters):
            found[f"weights {number}"] = one.detach().numpy().copy()
            memory = self.optimizer.state.get(one, {})
            for name, value in memory.items():
                found[f"{name} {number}"] = value.numpy().copy()
        return found

    def restore(self, arrays: Arrays) -> None:
        with torch.no_grad():
            for number, one in enumerate(self.parameters):
                one.copy_(torch.tensor(arrays[f"weights {number}"]))
                if f"step {number}" in arrays:
                    names = ("step", "exp_avg", "exp_avg_sq")
                    self.optimizer.state[one] = {name: torch.tensor(arrays[f"{name} {number}"]) for name in names}
