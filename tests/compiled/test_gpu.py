"""The GPU's kernel, from the same source. Here it is compiled without a device; `bench/gpu.py` runs it on one.

Two kernels are compiled here; those of all games take half a minute: `pytest tests/rl/all_kernels.py`.
"""

import pytest
from numba import cuda

from cardhouse import GAMES, BadSetup
from cardhouse.compiled import gpu
from cardhouse.games.definition import AnyGame
from tests.rl.all_kernels import compiles_for_an_h200
from tests.toy import TOY


@pytest.mark.filterwarnings("ignore")  # of numba-cuda about itself
@pytest.mark.parametrize("game", [GAMES["president"], TOY], ids=lambda game: game.name)
def test_the_kernel_compiles_for_a_gpu(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    compiles_for_an_h200(gpu.ptx, game, monkeypatch)


def test_without_a_gpu_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "is_available", lambda: False)
    with pytest.raises(BadSetup, match="There is no GPU that can be used here"):
        gpu.play_many("president", matches=1, seats=4, seed=1)
