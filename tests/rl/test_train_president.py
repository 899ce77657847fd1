"""The example that trains a net for President, and the player file that it saves, which needs no torch."""

import os
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from shutil import copy
from typing import Any

import numpy as np
import pytest

from cardhouse import Match, SeededDealer
from cardhouse.bots import from_file
from cardhouse.games import game as game_named
from cardhouse.games.actions import actions_of
from cardhouse.games.definition import Player
from cardhouse.rl import Tables

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
PRESIDENT = game_named("president")
INPUTS, ACTIONS = 213, 53
needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="needs the extra `train`: make train")


@pytest.fixture(autouse=True)
def beside_the_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)


def saved(folder: Path, *layers: tuple[Any, Any]) -> Player:
    """Return a player with these layers, as the training saves it."""
    file = Path(copy(EXAMPLES / "president_net.py", folder / "trained.py"))
    parts = {
        f"{name} {i}": part for i, one in enumerate(layers) for name, part in zip(("weight", "bias"), one, strict=True)
    }
    np.savez(file.with_suffix(".npz"), **parts)
    return from_file(file)


def preferring(liking: Any) -> tuple[Any, Any]:
    """Return a layer that likes each action as much as this, whatever it sees."""
    return np.zeros((ACTIONS, INPUTS), np.float32), np.asarray(liking, np.float32)


def choices(choose: Player, seed: int) -> list[bool]:
    """Play a match with the player in all seats; return whether it plays the legal move with the highest action."""
    match, found = Match(PRESIDENT, seats=4, dealer=SeededDealer(seed)), list[bool]()
    action_of = actions_of(PRESIDENT).action_of
    while not match.over:
        (seat,) = match.to_act
        view, listed = match.view(seat), PRESIDENT.moves(match._state, seat)
        actions = [action_of(match._state, seat, choice) for choice in listed]
        move = choose(view)
        found.append(move == view.moves[int(np.argmax(actions))])
        match.play(seat, move)
    return found


def test_a_saved_player_makes_the_legal_move_that_its_net_likes_best(tmp_path: Path) -> None:
    assert all(choices(saved(tmp_path, preferring(np.arange(ACTIONS))), seed=1))


def test_planted_a_net_with_another_liking_is_found(tmp_path: Path) -> None:
    assert not all(choices(saved(tmp_path, preferring(-np.arange(ACTIONS))), seed=1))


def test_a_net_sees_ranks_and_not_suits(tmp_path: Path) -> None:
    net = import_module("president_net")
    words = np.zeros((2, len(net.LAYOUT.words)), np.int64)
    words[:, net.ZONES[0]] = 0b0011 << 8, 0b1100 << 8  # two fours
    counts = np.zeros((2, len(net.LAYOUT.counts)), np.int8)
    cells = np.zeros((2, len(net.LAYOUT.cells)), np.int32)
    one, other = net.features(words, counts, cells)
    assert (one == other).all()
    assert one.shape == (INPUTS,)
    assert one.reshape(-1)[:52].reshape(13, 4)[2].tolist() == [1, 1, 0, 0]


def test_a_net_refuses_tables_that_it_was_not_trained_for(tmp_path: Path) -> None:
    choose = saved(tmp_path, preferring(np.arange(ACTIONS)))
    match = Match(PRESIDENT, seats=5, dealer=SeededDealer(1))
    with pytest.raises(ValueError, match="This net plays President with 4 players, not president with 5"):
        choose(match.view(match.to_act[0]))


def test_without_torch_a_sentence_says_what_to_install() -> None:
    without = "import sys; sys.modules['torch'] = None; import runpy; runpy.run_path(sys.argv[1])"
    command = [sys.executable, "-c", without, str(EXAMPLES / "train_president.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={"PYTHONPATH": str(EXAMPLES)})
    assert done.returncode == 1
    assert done.stderr.startswith("The training needs the extra `train`: ")


# With torch


@needs_torch
def test_without_a_gpu_the_training_says_so(tmp_path: Path) -> None:
    command = [sys.executable, str(EXAMPLES / "train_president.py"), "--device", "gpu", "--save", "trained.py"]
    without = {**os.environ, "CUDA_VISIBLE_DEVICES": ""}
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=without)
    assert done.stderr.startswith(("A GPU needs the extra `gpu`: ", "There is no GPU"))


@needs_torch
def test_an_action_is_as_good_as_what_its_own_seat_gets() -> None:
    torch = import_module("torch")
    advantages = import_module("train_president").advantages
    values = torch.tensor([[0.5], [0.25], [0.0]])
    seats = torch.tensor([[0], [1], [0]])
    rewards = torch.zeros((3, 1, 4))
    rewards[2, 0, :2] = torch.tensor([1, -1])
    done = torch.tensor([[False], [False], [True]])
    gain, known = advantages(values, seats, rewards, done)
    # The last action of seat 0 wins 1; its first one leads to the value 0, and to 0.95 of what came later.
    assert gain[:, 0].tolist() == pytest.approx([-0.5 + 0.95, -1.25, 1.0])
    assert known.all()
    assert not advantages(values, seats, rewards, torch.zeros_like(done))[1][1:].any()


@needs_torch
@pytest.mark.compiles
def test_the_training_sees_what_the_player_sees() -> None:
    training, net = import_module("train_president"), import_module("president_net")
    tables = Tables(PRESIDENT, count=64, seed=3)
    batch = tables.reset()
    for _ in range(30):
        batch = tables.step(batch.moves[:, 0])
    features, mask = training.seen(batch)
    assert np.array_equal(features.numpy(), net.features(batch.words, batch.counts, batch.cells))
    assert np.array_equal(mask.numpy(), batch.mask)


@needs_torch
@pytest.mark.compiles
def test_a_training_is_reproducible_and_its_player_plays_as_its_net(tmp_path: Path) -> None:
    training = import_module("train_president")
    one, again, other = (training.train(steps=1, seed=seed, tell=str) for seed in (1, 1, 2))
    assert same_weights(one, again)
    assert not same_weights(one, other)
    training.save(one, tmp_path / "trained.py")
    assert agreement(one, from_file(tmp_path / "trained.py")) == 1
    assert agreement(other, from_file(tmp_path / "trained.py")) < 1


def same_weights(one: Any, other: Any) -> bool:
    mine, others = one.state_dict(), other.state_dict()
    return all(mine[name].equal(others[name]) for name in mine)


def agreement(net: Any, choose: Callable[[Any], str]) -> float:
    """Return the share of the moves of some matches that the player and the net choose alike."""
    training = import_module("train_president")
    tables = Tables(PRESIDENT, seed=3)
    batch, same = tables.reset(), []
    match = Match(PRESIDENT, seats=4, dealer=SeededDealer(3))
    while not match.over:
        seat = int(batch.seat[0])
        best = int(net(*training.seen(batch))[0].logits.argmax())
        move = match.view(seat).moves[list(batch.moves[0]).index(best)]
        same.append(choose(match.view(seat)) == move)
        match.play(seat, move)
        batch = tables.step([best])
    return float(np.mean(same))


@needs_torch
@pytest.mark.compiles
def test_a_short_training_learns_something() -> None:
    training = import_module("train_president")
    assert training.first_places(training.train(steps=200_000, seed=1, tell=str)) > 0.5
