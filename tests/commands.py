"""The command `cardhouse`, as a person types it: in a process of its own, or in this one, which is much faster."""

import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
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


def exit_code(code: Any) -> int:
    return code if isinstance(code, int) else int(code is not None)
