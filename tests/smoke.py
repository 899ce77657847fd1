"""A short test for any system, without make: `python -m tests.smoke`.

Rules and matches by the unit tests, a match in the terminal, and one in a house, by the client over the network.
It needs pytest and hypothesis, and Cardhouse installed as a player would have it.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from cardhouse.client import create
from tests.commands import COMMAND, typed
from tests.waiting import HANG

ROOT = Path(__file__).parent.parent
UNITS = ("cards", "play", "blitz", "davenport", "dynasty", "javelin", "president", "test_golden_logs.py")
OPEN = "Cardhouse is open: "


def unit_tests() -> str:
    command = [sys.executable, "-m", "pytest", "-m", "not contract and not compiles"]
    subprocess.run([*command, *(str(ROOT / "tests" / name) for name in UNITS)], cwd=ROOT, check=True)
    return "unit tests"


def terminal() -> str:
    done = typed("1\n" * 300, "play", "president", "--seed", "1")
    assert "The match is over." in done.stdout, done.stdout + done.stderr
    return "a match in the terminal"


def house() -> str:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        command = [*COMMAND, "serve", "--port", "0", "--deep-workers", "0", "--store", str(Path(folder) / "house.db")]
        serving = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert serving.stdout is not None
            first = serving.stdout.readline()
            assert first.startswith(OPEN), first
            url = first.removeprefix(OPEN).split()[0]
            seat = create(url, "president", name="Ann", bots=3, pace=0)
            result = seat.play(lambda view: view.moves[0])
            assert sorted(result.places) == [1, 2, 3, 4], result
            assert seat.faults == []
        finally:
            serving.terminate()
            serving.communicate(timeout=HANG)
    return "a match in a house"


def main() -> None:
    for part in (unit_tests, terminal, house):
        print(f"ok: {part()}", flush=True)


if __name__ == "__main__":
    main()
