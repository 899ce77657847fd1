"""The command `cardhouse`, as a person types it: in a process of its own, or in this one, which is much faster."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from signal import SIGINT
from subprocess import PIPE
from typing import Any
from unittest.mock import patch

from cardhouse import cli
from tests.waiting import HANG

COMMAND = [sys.executable, "-c", "from cardhouse_start import main; main()"]
Done = subprocess.CompletedProcess[str]


def typed(said: str, *words: str) -> Done:
    """Run the command in a process of its own, with this for its standard input."""
    return subprocess.run([*COMMAND, *words], input=said, capture_output=True, text=True, check=False, timeout=HANG)


def called(said: str, *words: str) -> Done:
    """Run the command in this process."""
    out, errors, code = StringIO(), StringIO(), 0
    with (
        redirect_stdout(out),
        redirect_stderr(errors),
        patch.object(sys, "stdin", StringIO(said)),
        patch.object(sys, "argv", ["cardhouse", *words]),
    ):
        try:
            cli.main()
        except SystemExit as end:
            code = exit_code(end.code)
    return Done(words, code, out.getvalue(), errors.getvalue())


@contextmanager
def shown(log: Path) -> Iterator[str]:
    """Show a log in the page, until the end of the block; the address of the replay."""
    words = [*COMMAND, "replay", str(log), "--page", "--no-browser"]
    with subprocess.Popen(words, stdout=PIPE, stderr=PIPE, text=True) as running:
        try:
            assert running.stdout is not None
            said = next(line for line in running.stdout if line.startswith("The replay is at "))
            assert said.endswith(" until you press Ctrl-C.\n")
            yield said.split()[4]
        finally:
            running.send_signal(SIGINT)
            out, errors = running.communicate(timeout=HANG)
    assert (running.returncode, out, errors) == (0, "", "")


def exit_code(code: Any) -> int:
    return code if isinstance(code, int) else int(code is not None)
