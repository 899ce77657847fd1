"""The command that trains a net: `cardhouse train president --minutes 10`."""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from time import monotonic
from types import ModuleType
from typing import TYPE_CHECKING, Annotated

import typer

from cardhouse.cards.errors import CardhouseError
from cardhouse.cli.arguments import GameName, Seed, must_be_writable, read_options, split_list
from cardhouse.extras import needs
from cardhouse.games import game as game_named
from cardhouse.interrupts import Interruptible

if TYPE_CHECKING:
    from cardhouse.lab.counts import Estimate
    from cardhouse.training.trainer import Report, Trainer

MINUTES = 10.0
FIRST_REPORT = 10.0  # seconds
SHARE = 4  # the time between two reports is at least this many times that of a report
BLOCKS = 100  # deals, for a measurement


def train(
    game: GameName,
    minutes: Annotated[
        float | None, typer.Option(help="How long to train, measuring included.", show_default=f"{MINUTES:g}")
    ] = None,
    steps: Annotated[int | None, typer.Option(help="Or how many moves of all players to train with.")] = None,
    seats: Annotated[
        str, typer.Option(help="The numbers of players, such as 4 or 3,4,5; by default that of the game.")
    ] = "",
    option: Annotated[
        list[str] | None,
        typer.Option(help="Values of an option to train with, such as deals=1 or deals=1,3; can be repeated."),
    ] = None,
    reward: Annotated[
        str, typer.Option(help="What the net tries to get: place, which counts every place, or first.")
    ] = "place",
    against: Annotated[
        Path | None, typer.Option(help="Learn the best response to this net, which has all other seats.")
    ] = None,
    seed: Seed = 1,
    save: Annotated[
        Path | None, typer.Option(help="The file of the net; by default GAME.safetensors. A page goes beside it.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the checkpoint beside the file.")] = False,
) -> None:
    """Train a net by self-play: it learns a game by playing it, and is then a player for every command.

    Example: cardhouse train president --minutes 10
    """
    chosen = game_named(game)
    if minutes is not None and steps is not None:
        raise CardhouseError("Give either --minutes or --steps, not both.")
    if not (minutes is None or 0 < minutes <= 1e6) or not (steps is None or 0 < steps <= 1e15):
        raise CardhouseError("--minutes and --steps are numbers above 0.")
    file = save or Path(f"{game}.safetensors")
    if file.suffix != ".safetensors":
        raise CardhouseError(f"The file of a net ends in .safetensors, not {file.suffix or 'nothing'!r}.")
    must_be_writable(file)
    trainers, setups = from_training("cardhouse.training.trainer"), from_training("cardhouse.nets.setups")
    checkpoints = from_training("cardhouse.training.checkpoint")
    if reward not in trainers.REWARDS:
        raise CardhouseError(f"--reward is one of {', '.join(trainers.REWARDS)}, not {reward!r}.")
    checkpoint = checkpoints.file_beside(file)
    if checkpoint.exists() and not resume:
        raise CardhouseError(
            f"{str(checkpoint)!r} has a training run already: --resume goes on with it, and another --save begins a "
            "new one."
        )
    values = setups.values_of(chosen, {name: split_list(str(text)) for name, text in read_options(option).items()})
    numbers = read_seats(seats, chosen.default_seats)
    plan = trainers.TrainingPlan(chosen, numbers, values, seed, reward=reward, against=against, steps=steps)
    course = Training(file, checkpoint, steps=steps, seconds=60 * (minutes or MINUTES))
    with Interruptible() as interrupt:
        typer.echo(f"{chosen.title}: compiling the law if it is new, which takes up to a minute.")
        course.follow(checkpoints.resume(checkpoint, plan) if resume else trainers.Trainer(plan))
    if interrupt.signal:
        typer.echo("Interrupted.", err=True)
    course.finish(interrupted=bool(interrupt.signal))
    if interrupt.signal:
        raise typer.Exit(interrupt.code)


def from_training(module: str) -> ModuleType:
    """Import a module that needs the extra `train`, or raise an error that says how to install it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as missing:
        raise CardhouseError(needs("Training", "train")) from missing


def read_seats(text: str, default: int) -> tuple[int, ...]:
    try:
        return tuple(sorted({int(one) for one in split_list(text)})) or (default,)
    except ValueError:
        raise CardhouseError(f"--seats takes numbers, such as 4 or 3,4,5, not {text!r}.") from None


class Training:
    """The course of a training run: how long it lasts, and what is told and saved on the way."""

    def __init__(self, file: Path, checkpoint: Path, *, steps: int | None, seconds: float) -> None:
        self.file = file
        self.checkpoint = checkpoint
        self.steps = steps
        self.seconds = seconds
        self.kept: dict[Path, bytes] = {}  # the files, as of the last whole rollout
        self.trainer: Trainer | None = None

    def follow(self, trainer: "Trainer") -> None:
        """Train to the end, and report on the way."""
        began, next_report, first = monotonic(), FIRST_REPORT, trainer.rollouts
        self.trainer = trainer
        self.keep(trainer)
        while not self.is_over(trainer, monotonic() - began):
            trainer.advance()
            self.keep(trainer)
            elapsed = monotonic() - began
            if trainer.rollouts == first + 1:
                self.tell_duration(trainer)
            if elapsed >= next_report or self.is_over(trainer, elapsed):
                tell(trainer.measure(BLOCKS), 1 / trainer.setups[0].seats)
                self.keep(trainer)
                self.save()
                took = monotonic() - began - elapsed
                next_report = elapsed + took + max(FIRST_REPORT, SHARE * took)

    def is_over(self, trainer: "Trainer", elapsed: float) -> bool:
        return elapsed >= self.seconds if self.steps is None else trainer.steps >= self.steps

    def tell_duration(self, trainer: "Trainer") -> None:
        """Say how long it will take, by the speed of the first rollout."""
        speed = trainer.plan.rollout / trainer.last_seconds
        typer.echo(f"Training on one core of the CPU, which is slow: {speed:,.0f} steps/s at first.")
        if self.steps is None:
            typer.echo(
                f"In {self.seconds / 60:g} minutes that is about {speed * self.seconds:,.0f} steps, less the "
                f"time to measure. Ctrl-C stops earlier, and saves."
            )
        else:
            left = max(0, self.steps - trainer.steps) / speed
            typer.echo(
                f"{self.steps:,} steps take about {left / 60:,.1f} minutes, and the time to measure. Ctrl-C "
                f"stops earlier, and saves."
            )

    def keep(self, trainer: "Trainer") -> None:
        """Keep the files as they would be written now: an interrupt may come in the middle of a rollout."""
        weights, checkpoints = import_module("cardhouse.nets.weights"), import_module("cardhouse.training.checkpoint")
        self.kept = {self.file: weights.packed(trainer.net()), self.checkpoint: checkpoints.packed(trainer)}

    def save(self, pool: "Mapping[int, Estimate] | None" = None) -> None:
        """Write the net, the checkpoint and the page."""
        write_whole = import_module("cardhouse.nets.weights").write_whole
        page: str = import_module("cardhouse.training.page").page(self.trainer, pool or {})
        for file, data in {**self.kept, self.file.with_suffix(".html"): page.encode()}.items():
            write_whole(file, data)

    def finish(self, *, interrupted: bool) -> None:
        """Save for the last time, with the table of the pool if there is time for it, and say what to do next."""
        if self.trainer is None or not self.kept:
            return
        self.save({} if interrupted else self.trainer.against_pool(BLOCKS))
        typer.echo(
            f"Saved {self.file}, {self.file.with_suffix('.html').name} with its curves, {self.checkpoint.name} for "
            f"--resume.\n  cardhouse duel {self.trainer.plan.game.name} --players {self.file},quick"
        )


def tell(report: "Report", par: float) -> None:
    shares = ", ".join(f"{share.mean:.0%} v {name}" for name, share in report.shares.items())
    speed = report.steps / max(report.seconds, 1e-9)
    typer.echo(
        f"{report.steps:>12,} steps, {report.seconds:5.0f} s, {speed:7,.0f} steps/s: entropy {report.entropy:.2f}, "
        f"first places {shares} (par {par:.0%})"
    )
