"""Whole training runs, which need torch, except for the sentence that says how to install it."""

import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from signal import SIGINT
from typing import Any

import numpy as np
import pytest

from cardhouse.bots import from_file
from cardhouse.cards.errors import BadSetup
from cardhouse.games.president import PRESIDENT
from cardhouse.nets import weights
from cardhouse.nets.encoding import codes_of
from cardhouse.nets.observing import observe
from cardhouse.nets.setups import Setup, values_of
from cardhouse.play.dealers import SeededDealer
from cardhouse.play.match import Match
from cardhouse.training.measure import first_places
from tests.commands import called
from tests.test_interrupts import interrupted

needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="needs the extra `train`: make train")
FEW = 2 * 16 * 16  # steps of two small rollouts


def new_trainer(seed: int = 1, *, tables: int = 16, length: int = 16) -> Any:
    trainers = import_module("cardhouse.training.trainer")
    return trainers.Trainer(trainers.TrainingPlan(PRESIDENT, (4,), values_of(PRESIDENT, {}), seed, tables, length))


def trained(rollouts: int, trainer: Any) -> Any:
    for _ in range(rollouts):
        trainer.advance()
    return trainer


def differing(one: Any, other: Any) -> set[str]:
    """Return the kinds of arrays in which two training runs differ."""
    mine, others = one.arrays(), other.arrays()
    assert mine.keys() == others.keys()
    return {name.partition(" ")[0] for name in mine if not np.array_equal(mine[name], others[name])}


def test_without_torch_a_sentence_says_what_to_install() -> None:
    without = "import sys; sys.modules['torch'] = None; from cardhouse_start import main; main()"
    command = [sys.executable, "-c", without, "train", "president"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Training needs the extra `train`: ")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--minutes", "1", "--steps", "1"], "Give either --minutes or --steps, not both."),
        (["--minutes", "0"], "--minutes and --steps are numbers above 0."),
        (["--save", "net.py"], "The file of a net ends in .safetensors, not '.py'."),
        (["--save", "nowhere/net.safetensors"], "There is no folder 'nowhere'."),
    ],
)
def test_wrong_arguments_are_refused_in_a_sentence(words: list[str], complaint: str) -> None:
    done = called("", "train", "president", *words)
    assert (done.returncode, done.stderr.strip()) == (2, complaint)


# With torch


@needs_torch
@pytest.mark.compiles
def test_a_resumed_training_goes_on_as_if_it_had_never_stopped(tmp_path: Path) -> None:
    checkpoints, file = import_module("cardhouse.training.checkpoint"), tmp_path / "net.checkpoint"
    whole, half = trained(6, new_trainer()), trained(3, new_trainer())
    half.measure(blocks=2)
    weights.write_whole(file, checkpoints.packed(half))
    resumed = checkpoints.resume(file, half.plan)
    assert differing(half, resumed) == set()
    assert differing(whole, trained(3, resumed)) == set()
    assert (resumed.steps, resumed.pool.versions.keys()) == (whole.steps, whole.pool.versions.keys())
    assert resumed.reports == half.reports


@needs_torch
@pytest.mark.compiles
@pytest.mark.parametrize("forgotten", ["tables 0 memory states", "exp_avg 0", "pool 0 weight 2"])
def test_planted_a_checkpoint_that_forgets_something_is_found(tmp_path: Path, forgotten: str) -> None:
    checkpoints, file = import_module("cardhouse.training.checkpoint"), tmp_path / "net.checkpoint"
    half = trained(3, new_trainer())
    before, fresh = half.arrays(), new_trainer(seed=2)
    arrays = {**before, forgotten: np.zeros_like(before[forgotten])}
    half.arrays = lambda: arrays
    if "states" in forgotten:
        arrays[forgotten] = fresh.arrays()[forgotten]
    weights.write_whole(file, checkpoints.packed(half))
    assert differing(trained(6, new_trainer()), trained(3, checkpoints.resume(file, half.plan))) != set()


@needs_torch
@pytest.mark.compiles
def test_another_seed_makes_another_net() -> None:
    assert differing(trained(1, new_trainer()), trained(1, new_trainer())) == set()
    assert "weights" in differing(trained(1, new_trainer()), trained(1, new_trainer(seed=2)))


@needs_torch
@pytest.mark.compiles
def test_a_saved_net_plays_as_the_net_that_was_trained(tmp_path: Path) -> None:
    trainer, file = trained(2, new_trainer()), tmp_path / "net.safetensors"
    weights.write(file, trainer.net())
    assert agreement(trainer, from_file(file)) > 0.98  # 16 bits are fewer than 32
    assert agreement(trained(2, new_trainer(seed=2)), from_file(file)) < 0.9


def agreement(trainer: Any, choose: Callable[[Any], str]) -> float:
    """Return the share of the moves of some matches that the player and the net of a training choose alike."""
    same = []
    for seed in range(4):
        match = Match(PRESIDENT, seats=4, dealer=SeededDealer(seed))
        while not match.over:
            view = match.view(match.to_act[0])
            encoder = trainer.encoding.encoder(4, codes_of(match._state))
            seen = observe(view)
            scores = trainer.learner.scores(encoder.encode_one(seen)[None])[0]
            move = view.moves[int(scores[seen.moves].argmax())]
            same += [choose(view) == move] if len(view.moves) > 1 else []
            match.play(view.seat, move)
    return float(np.mean(same))


@needs_torch
@pytest.mark.compiles
def test_a_short_training_learns_something() -> None:
    untrained = new_trainer(tables=128, length=64)
    setup, opponent = Setup(4, values_to_options(untrained)), "random"

    def share(trainer: Any) -> float:
        found = first_places(trainer.encoding, setup, trainer.learner.scores, opponent, blocks=50)
        return found.mean

    before = share(untrained)
    assert share(trained(8, untrained)) > max(before, 0.25) + 0.1


def values_to_options(trainer: Any) -> dict[str, str | int]:
    return {name: values[0] for name, values in trainer.plan.values.items()}


@needs_torch
@pytest.mark.compiles
def test_the_command_saves_a_net_a_page_and_a_checkpoint_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    smaller(monkeypatch)
    file = tmp_path / "net.safetensors"
    words = ["train", "president", "--save", str(file)]
    done = called("", *words, "--steps", str(FEW))
    assert done.returncode == 0, done.stderr
    assert f"{FEW:,} steps" in done.stdout
    assert "which is slow" in done.stdout
    assert weights.read(file).header.steps == FEW
    page = file.with_suffix(".html").read_text("utf-8")
    for part in ("<h1>President: a training run</h1>", "against random", "Entropy", "The pool", "<svg"):
        assert part in page
    again = called("", *words, "--steps", str(FEW))
    assert (again.returncode, "has a training run already: --resume" in again.stderr) == (2, True)
    more = called("", *words, "--steps", str(2 * FEW), "--resume")
    assert (more.returncode, weights.read(file).header.steps) == (0, 2 * FEW)
    other = called("", *words, "--steps", str(2 * FEW), "--resume", "--seed", "2")
    assert (other.returncode, "is a training run with another seed: 1, not 2." in other.stderr) == (2, True)
    file.with_suffix(".checkpoint").write_bytes(b"PK\x03\x04 is nothing")
    broken = called("", *words, "--resume")
    assert (broken.returncode, "is not a checkpoint of a training run" in broken.stderr) == (2, True)


def smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the rollouts of the command small, and its measurements short."""
    plan = import_module("cardhouse.training.trainer").TrainingPlan
    monkeypatch.setattr(plan.__init__, "__defaults__", (16, 16, *plan.__init__.__defaults__[2:]))
    monkeypatch.setattr("cardhouse.cli.train.BLOCKS", 3)


@needs_torch
@pytest.mark.compiles
def test_ctrl_c_in_the_middle_of_a_rollout_saves_the_last_whole_one(tmp_path: Path) -> None:
    file = tmp_path / "net.safetensors"
    moment = "call cardhouse.training.learner:NetLearner.improve"
    done = interrupted(SIGINT, moment, ["train", "president", "--save", str(file)], tmp_path)
    assert (done.code, done.errors) == (128 + SIGINT, "Interrupted.\n")
    assert weights.read(file).header.steps == 0
    checkpoints, trainers = (import_module(f"cardhouse.training.{name}") for name in ("checkpoint", "trainer"))
    plan = trainers.TrainingPlan(PRESIDENT, (4,), values_of(PRESIDENT, {}), 1)
    assert checkpoints.resume(file.with_suffix(".checkpoint"), plan).rollouts == 0


@needs_torch
def test_a_training_that_is_not_there_is_not_resumed(tmp_path: Path) -> None:
    trainer = new_trainer()
    with pytest.raises(BadSetup, match="There is no training to resume"):
        import_module("cardhouse.training.checkpoint").resume(tmp_path / "none.checkpoint", trainer.plan)


@needs_torch
def test_a_best_response_begins_as_its_rival_and_is_measured_against_it(tmp_path: Path) -> None:
    trainers = import_module("cardhouse.training.trainer")
    rival = new_trainer()
    weights.write(tmp_path / "rival.safetensors", rival.net())
    plan = trainers.TrainingPlan(
        PRESIDENT, (4,), values_of(PRESIDENT, {}), 2, tables=16, length=16, against=tmp_path / "rival.safetensors"
    )
    response = trainers.Trainer(plan)
    features = np.eye(len(response.encoding), dtype=np.uint8)[:5]
    halves = weights.read(tmp_path / "rival.safetensors").layers
    assert all((mine == half).all() for (mine, _), (half, _) in zip(response.learner.layers(), halves, strict=True))
    assert (
        response.opponent(features).argmax(axis=1).tolist() == response.learner.scores(features).argmax(axis=1).tolist()
    )
    assert response.measure(20).shares[trainers.RIVAL].mean == 0.25  # equal nets
    response.advance()
    assert not all((mine == half).all() for (mine, _), (half, _) in zip(response.learner.layers(), halves, strict=True))
