"""Checkpoints: all that a training run needs to go on as if it had never stopped, in a file of numpy (`.npz`).

A checkpoint is as trusted as a program: the compiled law goes on from the states of tables that it holds. Resume only
those that you have made yourself.
"""

import json
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from cardhouse.cards.errors import BadSetup
from cardhouse.lab.counts import Estimate
from cardhouse.training.trainer import Report, Trainer, TrainingPlan

HEAD = "head"
SUFFIX = ".checkpoint"


def file_beside(net: Path) -> Path:
    return net.with_suffix(SUFFIX)


def fixed(trainer: Trainer) -> dict[str, Any]:
    """Return what must be the same to resume a training run."""
    plan, header = trainer.plan, trainer.net().header
    return {
        "game": header.game,
        "seats": list(header.seats),
        "options": {name: list(values) for name, values in header.options.items()},
        "reward": plan.reward,
        "against": str(plan.against or ""),
        "seed": plan.seed,
        "law": header.law,
        "encoding": header.encoding,
        "tables": [plan.tables, plan.length],
        "version": header.version,
    }


def packed(trainer: Trainer) -> bytes:
    """Return a training run as the bytes of a checkpoint."""
    head = {
        "fixed": fixed(trainer),
        "rollouts": trainer.rollouts,
        "steps": trainer.steps,
        "seconds": trainer.seconds,
        "entropy": trainer.entropy,
        "every": trainer.pool.every,
        "versions": list(trainer.pool.versions),
        "reports": trainer.reports,
    }
    data = BytesIO()
    np.savez(data, allow_pickle=False, **{HEAD: np.array(json.dumps(head)), **trainer.arrays()})
    return data.getvalue()


def resume(file: Path, plan: TrainingPlan) -> Trainer:
    """Return the training run of a checkpoint; raise BadSetup if it is another one than this plan's."""
    trainer = Trainer(plan)
    try:
        with np.load(BytesIO(file.read_bytes()), allow_pickle=False) as found:
            arrays = dict(found)
        head = json.loads(str(arrays.pop(HEAD)))
        for name, value in fixed(trainer).items():
            if head["fixed"][name] != value:
                raise BadSetup(
                    f"{file.name} is a training run with another {name}: {head['fixed'][name]}, not {value}. Give "
                    "the same arguments, or another file to --save.",
                    rule="docs/train.md",
                )
        trainer.restore(arrays, head["versions"])
        trainer.rollouts, trainer.steps = head["rollouts"], head["steps"]
        trainer.seconds, trainer.entropy = head["seconds"], head["entropy"]
        trainer.pool.every, trainer.reports = head["every"], [report_of(*report) for report in head["reports"]]
    except FileNotFoundError:
        raise BadSetup(f"There is no training to resume: no file {str(file)!r}.", rule="docs/train.md") from None
    except (OSError, ValueError, KeyError, TypeError, IndexError, BadZipFile) as error:
        raise BadSetup(f"{file.name} is not a checkpoint of a training run: {error}.", rule="docs/train.md") from None
    return trainer


def report_of(steps: int, seconds: float, entropy: float, shares: dict[str, list[float]]) -> Report:
    return Report(steps, seconds, entropy, {name: Estimate(*share) for name, share in shares.items()})
