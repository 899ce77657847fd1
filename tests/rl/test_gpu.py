"""Tables on a GPU, without one: the kernel compiles for it, and shows the same in a simulator.

`python -m bench.doors --device gpu` runs it on a GPU. Two kernels are compiled here; the others take half a minute:
`pytest tests/rl/all_kernels.py`.
"""

import os
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from numba import cuda

from cardhouse import GAMES, BadSetup
from cardhouse.compiled import gpu
from cardhouse.games.definition import AnyGame
from cardhouse.rl import Tables, device
from tests.rl.all_kernels import compiles_for_an_h200
from tests.toy import TOY

NO_GPU = "There is no GPU that can be used here"


@pytest.mark.compiles
@pytest.mark.filterwarnings("ignore")  # of numba-cuda about itself
@pytest.mark.parametrize("game", [GAMES["president"], TOY], ids=lambda game: game.name)
def test_the_kernel_compiles_for_a_gpu(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    compiles_for_an_h200(device.ptx, game, monkeypatch)


@pytest.mark.compiles
def test_the_kernel_shows_the_same_bytes_in_the_simulator() -> None:
    done = simulate("president")
    assert done.returncode == 0, done.stderr


@pytest.mark.compiles
def test_a_kernel_that_loses_states_is_found_by_the_simulator() -> None:
    done = simulate("faulty-president")
    assert done.returncode == 1
    assert "differs" in done.stderr


def simulate(*names: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "tests.rl.simulated", *names]
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    return subprocess.run(command, capture_output=True, text=True, env=environment)


@pytest.mark.parametrize("name", ["gpu", "cuda", "cuda:1", "gpu:0"])
def test_without_a_gpu_it_says_so(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "is_available", lambda: False)
    with pytest.raises(BadSetup, match=NO_GPU):
        Tables("president", device=name)


def test_without_the_extra_it_says_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "find_spec", lambda name: None)
    with pytest.raises(ModuleNotFoundError, match=r"A GPU needs the extra `gpu`: .*pip install"):
        Tables("president", device="gpu")


@pytest.mark.parametrize("name", ["tpu", "cuda:one", "GPU", None, 1])
def test_an_unknown_device_is_named(name: Any) -> None:
    with pytest.raises(BadSetup, match=f"device is cpu, gpu, or a GPU by its number, such as cuda:1, not {name!r}"):
        Tables("president", device=name)


def test_a_gpu_that_is_not_there_is_named(two_gpus: None) -> None:
    with pytest.raises(BadSetup, match="There is no GPU 2 here; the last one is 1"):
        Tables("president", device="cuda:2")


def test_without_torch_it_says_what_installs_it(two_gpus: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ModuleNotFoundError, match=r"Tables on a GPU needs the extra `train`: .*pip install"):
        Tables("president", device="gpu")


@pytest.fixture
def two_gpus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "is_available", lambda: True)
    monkeypatch.setattr(cuda, "gpus", [SimpleNamespace(), SimpleNamespace()])
