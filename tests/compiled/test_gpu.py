"""The GPU's kernel, from the same source. Here it is compiled without a device; `bench/gpu.py` runs it on one."""

from types import SimpleNamespace

import pytest
from numba import cuda

from cardhouse import GAMES, BadSetup
from cardhouse.compiled import gpu
from cardhouse.games.definition import AnyGame
from tests.toy import TOY


@pytest.fixture
def h200(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiler asks the device what it can do."""
    device = SimpleNamespace(compute_capability=(9, 0))
    monkeypatch.setattr("numba.cuda.dispatcher.get_current_device", lambda: device)


@pytest.mark.usefixtures("h200")
@pytest.mark.filterwarnings("ignore")  # of numba-cuda about itself
@pytest.mark.parametrize("game", [*GAMES.values(), TOY], ids=lambda game: game.name)
def test_the_kernel_compiles_for_a_gpu(game: AnyGame) -> None:
    assembly = gpu.ptx(game, optimized=False)  # in half the time
    assert ".target sm_90" in assembly
    assert ".entry" in assembly
    assert "popc.b64" in assembly  # `size` is one instruction


def test_without_a_gpu_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "is_available", lambda: False)
    with pytest.raises(BadSetup, match="There is no GPU that can be used here"):
        gpu.play_many("president", matches=1, seats=4, seed=1)
