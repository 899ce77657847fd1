"""Steps per second of our doors beside those of our peers', in one run: `make peers`.

`Tables.step` is called in a loop in Python, with 1,024 tables, and shows words, counts, cells, history and mask. The
random policy takes one of the listed moves with a random number drawn before; it is part of the loop, and of its time,
as in the loops of the peers. A step is a player's choice. All speeds are steps per second of CPU time, of all threads
of the process, which is pinned to one core: ours, the peers', and those of the benchmarks that PettingZoo and Gymnasium
bring. Two cores are measured in wall-clock time, which only says something if both are idle, and in CPU time, which
says what the second thread costs.

`python -m bench.doors --device gpu` compares the batches on a GPU with the CPU's, byte by byte, and measures there,
with a policy of torch, and the training of examples/train_president.py. Each has a process, so that all kernels are
compiled at the same time; the measurements are made one after another. It prints the figures and writes
bench/doors_gpu.json, after each of them.
"""

import argparse
import json
import os
import re
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import AbstractContextManager, nullcontext, redirect_stdout
from functools import cache, partial
from importlib import import_module
from importlib.metadata import version
from io import StringIO
from multiprocessing import get_context
from multiprocessing.synchronize import Lock
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

import numpy as np

from bench.measure import FOLDER, Work, machine, measured, named, short
from bench.peers import on_one_core
from cardhouse import GAMES
from cardhouse.rl import Batch, Tables

SEED, COUNT, STEPS, DRAWN = 1, 1024, 300, 64
MANY, FEW_STEPS = 8192, 40  # on two cores: it takes some 50 µs to wake up the second one
ON_GPU, STEPS_THERE, COMPARED = 1 << 18, 60, 100  # tables (enough to hide launches), steps, and compared steps
PEERS = {"Pgx": "pgx", "RLCard": "rlcard", "OpenSpiel": "open_spiel", "PettingZoo": "pettingzoo"}
BENCH = {"Pgx": "doors_pgx", "RLCard": "peer_rlcard", "OpenSpiel": "doors_openspiel", "PettingZoo": "doors_pettingzoo"}
ROUNDS = 3  # of the benchmarks of others, which take 5 seconds each


class Pair(NamedTuple):
    """A peer's work, our game, and our target: how many times its steps per second."""

    peer: str
    ours: str
    to_reach: int


PAIRS = [
    Pair("Pgx leduc_holdem, batch of 1024", "javelin", 5),
    Pair("RLCard doudizhu, env.step", "president", 100),
    Pair("RLCard gin-rummy, env.step", "blitz", 100),
    Pair("RLCard uno, env.step", "davenport", 100),
    Pair("OpenSpiel leduc_poker, rl_environment", "javelin", 100),
    Pair("OpenSpiel crazy_eights, rl_environment", "davenport", 100),
    Pair("OpenSpiel hearts, rl_environment", "davenport", 100),
    Pair("PettingZoo leduc_holdem, AEC", "javelin", 100),
    Pair("PettingZoo texas_holdem, AEC", "president", 100),
]
alone: AbstractContextManager[Any] = nullcontext()  # a lock, in processes of which one measures at a time
AEC, THEIR_AEC, TIMES_AEC = "President, performance_benchmark", "PettingZoo leduc_holdem, performance_benchmark", 10


@cache
def tables(name: str, count: int, copy: bool, workers: int) -> Tables:
    return Tables(name, count=count, seed=SEED, copy=copy, workers=workers)


@cache
def drawn(count: int) -> Any:
    return np.random.default_rng(SEED).random((DRAWN, count))


def pick(batch: Batch, number: int, rows: Any) -> Any:
    """Choose a random legal action at each table."""
    return batch.moves[rows, (drawn(len(rows))[number % DRAWN] * batch.move_count).astype(np.int64)]


def stepped(name: str, steps: int, *, count: int = COUNT, copy: bool = True, workers: int = 1) -> int:
    mine, rows = tables(name, count, copy, workers), np.arange(count)
    batch = mine.reset()
    for number in range(steps):
        batch = mine.step(pick(batch, number, rows))
    return steps * count


def policy_alone(steps: int) -> int:
    batch, rows = tables("president", COUNT, True, 1).reset(), np.arange(COUNT)
    for number in range(steps):
        pick(batch, number, rows)
    return steps * COUNT


def our_works() -> list[Work]:
    works = [Work("the random policy by itself", STEPS, policy_alone, process_time)]
    for name in GAMES:
        works.append(Work(named(name), STEPS, partial(stepped, name), process_time))
        works.append(Work(f"{named(name)}, copy=False", STEPS, partial(stepped, name, copy=False), process_time))
    return works


def on_two_cores() -> list[Work]:
    """Return the work of one thread and of two, with more tables, in wall-clock time and in CPU time."""
    given: dict[str, Any] = {"count": MANY, "copy": False}
    return [
        Work(what_with(name, workers, clock), FEW_STEPS, partial(stepped, name, workers=workers, **given), clock)
        for name in GAMES
        for clock in (perf_counter, process_time)
        for workers in (1, 2)
    ]


def what_with(name: str, workers: int, clock: Callable[[], float]) -> str:
    unit = "CPU time" if clock is process_time else "wall-clock time"
    return f"{named(name)}, {MANY} tables, workers={workers}, {unit}"


def works_if_any(peer: str) -> list[Work]:
    """Return a peer's work; if it is not installed or does not start, print why and return nothing."""
    try:
        works: list[Work] = import_module(f"bench.{BENCH[peer]}").works()
    except Exception as why:  # a peer with incompatible dependencies may raise anything
        print(f"{peer} is left out: {why}.")
        return []
    return [work for work in works if not work.what.endswith("env.run")]


def turns_per_second(make: Callable[[], Any]) -> float:
    """Return what PettingZoo's own benchmark prints, of 5 seconds, by CPU time."""
    benchmark = import_module("pettingzoo.test.performance_benchmark").performance_benchmark
    table, said = make(), StringIO()

    def turns() -> float:
        with redirect_stdout(said):
            benchmark(table)
        return float(next(line.split()[0] for line in said.getvalue().splitlines() if "turns per second" in line))

    by_wall, share = shared(turns)
    return by_wall / share


def shared(bench: Callable[[], float]) -> tuple[float, float]:
    """Return what a benchmark finds in wall-clock time, and the share of that time that the process ran."""
    start, start_here = perf_counter(), process_time()
    found = bench()
    return found, (process_time() - start_here) / (perf_counter() - start)


def vector_steps_per_second() -> float:
    """Return what Gymnasium's own benchmark finds, by CPU time: a learner at each table, and `easy` opponents."""
    from gymnasium.utils.performance import benchmark_vector_step

    env = import_module("cardhouse.rl.gymnasium").TableVectorEnv("president", num_envs=COUNT)
    by_wall, share = shared(lambda: float(benchmark_vector_step(env, seed=SEED)))
    return by_wall / share


def their_benchmarks() -> list[dict[str, Any]]:
    """Return what the benchmarks of PettingZoo and Gymnasium measure, one after another in each round."""
    benches: dict[str, Callable[[], float]] = {
        AEC: lambda: turns_per_second(lambda: import_module("cardhouse.rl.pettingzoo").AgentsInTurn("president")),
        THEIR_AEC: lambda: turns_per_second(
            lambda: import_module("bench.doors_pettingzoo").environment("leduc_holdem_v4")
        ),
        f"President, {COUNT} tables, benchmark_vector_step": vector_steps_per_second,
    }
    found: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        for what, bench in benches.items():
            found.setdefault(what, []).append(bench())
    return [{"what": what, "steps_per_s": round(median(speeds))} for what, speeds in found.items()]


def steps_of(works: list[Work]) -> list[dict[str, Any]]:
    return [{"what": row["what"], "steps_per_s": row["moves_per_s"]} for row in measured(works)]


def taken() -> dict[str, Any]:
    cores = steps_of(on_two_cores())
    on_one_core()
    theirs = {peer: works for peer in PEERS if (works := works_if_any(peer))}
    rows = steps_of([*our_works(), *(work for works in theirs.values() for work in works)])
    benches = their_benchmarks()
    versions = {peer: version(PEERS[peer]) for peer in theirs}
    return {
        "machine": machine(),
        "unit": "steps per second of CPU time, on one core; `cores` says what its clock is",
        "load": os.getloadavg()[0],
        "versions": versions,
        "rows": rows,
        "cores": cores,
        "benchmarks": benches,
        "ratios": ratios(rows + benches),
    }


def ratios(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    speed = {row["what"]: row["steps_per_s"] for row in rows}
    pairs = [(pair.peer, named(pair.ours), pair.to_reach) for pair in PAIRS] + [(THEIR_AEC, AEC, TIMES_AEC)]
    return [
        {"peer": peer, "ours": ours, "to_reach": to_reach, "times": float(f"{speed[ours] / speed[peer]:.3g}")}
        for peer, ours, to_reach in pairs
        if peer in speed and ours in speed
    ]


def table(found: dict[str, Any]) -> str:
    """Return the speed of every game, as a table for the docs."""
    speed = {row["what"]: row["steps_per_s"] for row in found["rows"] + found["cores"]}
    two = f"`workers=2`, {MANY:,} tables"
    lines = [f"| steps/s | copies | `copy=False` | {two}: speed | CPU time of a step |", "|---|---:|---:|---:|---:|"]
    for name in GAMES:
        faster, dearer = (
            speed[what_with(name, 2, clock)] / speed[what_with(name, 1, clock)]
            for clock in (perf_counter, process_time)
        )
        ours = named(name)
        speeds = f"{short(speed[ours])} | {short(speed[f'{ours}, copy=False'])}"
        lines.append(f"| {ours} | {speeds} | {faster:.2f} times | {1 / dearer:.2f} times |")
    return "\n".join(lines)


def peers_table(found: dict[str, Any]) -> str:
    speed = {row["what"]: short(row["steps_per_s"]) for row in found["rows"] + found["benchmarks"]}
    lines = ["| peer | its steps/s | ours | our steps/s | ratio | target |", "|---|---:|---|---:|---:|---:|"]
    for pair in found["ratios"]:
        speeds = f"{speed[pair['peer']]} | {pair['ours']} | {speed[pair['ours']]}"
        lines.append(f"| {pair['peer']} | {speeds} | {pair['times']:,g} | {pair['to_reach']:,g} |")
    return "\n".join(lines)


def same_there(name: str) -> int:
    """Step the same tables on CPU and GPU, and raise an error if a byte differs. Return the number of steps."""
    steps = 0
    for parallel, autoreset in ((False, "same_step"), (True, "same_step"), (False, "next_step")):
        given: dict[str, Any] = {"count": COUNT, "seed": SEED, "parallel": parallel, "autoreset": autoreset}
        both = [Tables(name, device=device, **given) for device in ("cpu", "gpu")]
        here, there = (mine.reset() for mine in both)
        for number in range(COMPARED):
            for part in Batch._fields:
                ours, theirs = getattr(here, part), getattr(there, part).cpu().numpy()
                assert ours.tobytes() == theirs.tobytes(), f"{name} differs after {number} steps: {part}"
            assert both[0].state().tobytes() == both[1].state().cpu().numpy().tobytes(), f"{name} differs: state()"
            actions = here.moves[..., 0].copy()
            actions.flat[number % actions.size] = -1  # an illegal one
            here, there = (mine.step(actions) for mine in both)
            if number == COMPARED // 2:
                here, there = (mine.reset(np.arange(COUNT) % 3 == 0) for mine in both)
        steps += COMPARED * COUNT
    return steps


def shares_memory_there(name: str) -> bool:
    """Return whether DLPack hands out the tables' own memory, and not a copy."""
    torch: Any = import_module("torch")
    words = Tables(name, count=COUNT, device="gpu", copy=False).reset().words
    return bool(torch.from_dlpack(words).data_ptr() == words.data_ptr())


def stepped_there(name: str, steps: int) -> int:
    """Step with a random policy of torch, without copying anything to the host."""
    torch: Any = import_module("torch")
    mine = tables_there(name)
    batch = mine.reset()
    for _ in range(steps):
        chosen = (torch.rand(ON_GPU, device=mine.device) * batch.move_count).long()
        batch = mine.step(batch.moves.gather(1, chosen.unsqueeze(1)).squeeze(1))
    torch.cuda.synchronize()
    return steps * ON_GPU


@cache
def tables_there(name: str) -> Tables:
    return Tables(name, count=ON_GPU, seed=SEED, device="gpu", copy=False)


def share(lock: Lock) -> None:
    """Begin a process that measures while it has this lock."""
    global alone
    alone = lock


def measured_there(name: str) -> dict[str, Any]:
    """Compare a game with the CPU, and measure it."""
    compared, shares_memory = same_there(name), shares_memory_there(name)
    stepped_there(name, 1)
    work = Work(f"{named(name)}", STEPS_THERE, partial(stepped_there, name), perf_counter)
    with alone:
        (row,) = steps_of([work])
    return {**row, "steps_equal_to_the_cpus": compared, "shares_memory": shares_memory}


def trained_there(steps: int) -> dict[str, Any]:
    """Train the net of examples/train_president.py, and save it as bench/trained.py."""
    sys.path.insert(0, str(FOLDER.parent / "examples"))
    training, lines = import_module("train_president"), list[str]()
    with alone:
        training.train(steps=1, seed=SEED, device="gpu", tell=str)
        net = training.train(steps=steps, seed=SEED, device="gpu", tell=lines.append)
    training.save(net, FOLDER / "trained.py")
    speed = re.search(r"([\d,]+) steps/s", lines[-1])
    assert speed is not None
    return {"what": "President, PPO, 2 x 256 neurons", "steps_per_s": int(speed[1].replace(",", "")), "told": lines}


def taken_there(steps: int) -> None:
    device: str = import_module("torch").cuda.get_device_name(0)
    found: dict[str, Any] = {"machine": device, "tables": ON_GPU, "rows": []}
    spawn = get_context("spawn")
    with ProcessPoolExecutor(len(GAMES) + 1, spawn, initializer=share, initargs=(spawn.Lock(),)) as processes:
        works = [processes.submit(trained_there, steps)]
        works += [processes.submit(measured_there, name) for name in GAMES]
        for work in as_completed(works):
            found["rows"].append(work.result())
            publish("doors_gpu", found)


def publish(name: str, found: dict[str, Any]) -> None:
    text = json.dumps(found, indent=2)
    (FOLDER / f"{name}.json").write_text(text + "\n", "utf-8")
    print(text)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", choices=["cpu", "gpu"], default="cpu")
    parser.add_argument("--steps", type=int, default=200_000_000, help="of the training on a GPU")
    given = parser.parse_args()
    if given.device == "gpu":
        taken_there(given.steps)
    else:
        found = taken()
        publish("doors", found)
        print(f"\n{table(found)}\n\n{peers_table(found)}")
