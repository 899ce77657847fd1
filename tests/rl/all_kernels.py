"""Compile the kernels of all games for a GPU, those of matches and those of tables.

This takes half a minute: `pytest tests/rl/all_kernels.py`, or `make peers`.
"""

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from cardhouse import GAMES
from cardhouse.compiled import gpu
from cardhouse.games.definition import AnyGame
from cardhouse.rl import device


def compiles_for_an_h200(ptx: Callable[..., str], game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    h200 = SimpleNamespace(compute_capability=(9, 0))  # the compiler asks the device what it can do
    monkeypatch.setattr("numba.cuda.dispatcher.get_current_device", lambda: h200)
    assembly = ptx(game, optimized=False)  # in half the time
    assert ".target sm_90" in assembly
    assert ".entry" in assembly
    assert "popc.b64" in assembly  # `size` is one instruction


@pytest.mark.filterwarnings("ignore")  # of numba-cuda about itself
@pytest.mark.parametrize("ptx", [gpu.ptx, device.ptx], ids=["matches", "tables"])
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_kernel_compiles_for_a_gpu(game: AnyGame, ptx: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    compiles_for_an_h200(ptx, game, monkeypatch)
