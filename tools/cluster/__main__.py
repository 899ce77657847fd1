"""A house on several machines, all on this one: `make cluster` starts it, and Ctrl-C stops it.

Two PostgreSQL servers, of which one is the synchronous standby of the other; a NATS server; three houses; and HAProxy
in front of them, which sends all connections of a table to one house.
"""

import shutil
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.request import urlopen

from tools.cluster.nats import Nats
from tools.cluster.postgres import PATIENCE, Postgres, free_port, shared_folder

ROOT = Path(__file__).parents[2]
HOUSES = 3
PORT = 8000  # of the proxy
SYNCHRONOUS = "ANY 1 (standby)"


def install_haproxy() -> str:
    """Return where HAProxy is; on a bare Debian machine, install it first."""
    path = "/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin"
    if not shutil.which("haproxy", path=path):
        subprocess.run(["apt-get", "update", "-qq"], check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["apt-get", "install", "-qq", "-y", "haproxy"], check=True, stdout=subprocess.DEVNULL)
    found = shutil.which("haproxy", path=path)
    if found is None:
        sys.exit("HAProxy could not be installed: install it, and run `make cluster` again.")
    return found


def configuration(ports: list[int]) -> str:
    """Return deploy/haproxy-cluster.cfg for houses at these ports of this machine."""
    template = (ROOT / "deploy/haproxy-cluster.cfg").read_text("utf-8")
    head, _, tail = template.partition("    # houses\n")
    rest = tail.partition("    # end of houses\n")[2]
    servers = [f"    server house{number} 127.0.0.1:{port} check\n" for number, port in enumerate(ports, 1)]
    return head.replace("bind :80", f"bind 127.0.0.1:{PORT}") + "".join(servers) + rest


def start_house(store: str, nats: str, port: int) -> "subprocess.Popen[bytes]":
    program = str(Path(sys.executable).parent / "cardhouse")
    command = [program, "serve", "--store", store, "--nats", nats, "--port", str(port)]
    command += ["--url", f"http://127.0.0.1:{port}", "--log-level", "warning"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


def wait_for(url: str) -> None:
    """Wait until a house answers."""
    late = time.monotonic() + PATIENCE
    while True:
        try:
            with urlopen(url, timeout=PATIENCE):
                return
        except OSError:
            if time.monotonic() > late:
                sys.exit(f"{url} does not answer.")
            time.sleep(0.1)


def main() -> None:
    haproxy = install_haproxy()
    with shared_folder() as folder, ExitStack() as stack:
        primary = stack.enter_context(Postgres(folder / "primary", settings={"fsync": "on", "full_page_writes": "on"}))
        standby = stack.enter_context(primary.standby(folder / "standby"))
        primary.sql(f"ALTER SYSTEM SET synchronous_standby_names = '{SYNCHRONOUS}'")
        primary.sql("SELECT pg_reload_conf()")
        primary.sql("CREATE DATABASE house")
        nats = stack.enter_context(Nats())
        store = f"postgresql://house@127.0.0.1:{primary.port},127.0.0.1:{standby.port}/house"
        ports = [free_port() for _ in range(HOUSES)]
        houses = [start_house(store, nats.url, port) for port in ports]
        for house in houses:
            stack.callback(house.wait)
            stack.callback(house.terminate)
        (folder / "haproxy.cfg").write_text(configuration(ports), "utf-8")
        proxy = subprocess.Popen([haproxy, "-f", str(folder / "haproxy.cfg"), "-q"])
        stack.callback(proxy.wait)
        stack.callback(proxy.kill)
        wait_for(f"http://127.0.0.1:{PORT}/health")
        print(f"The house is open: http://127.0.0.1:{PORT} (three processes behind a proxy)")
        for house, port in zip(houses, ports, strict=True):
            print(f"  house      http://127.0.0.1:{port}  process {house.pid}")
        print(f"  primary    postgresql://house@127.0.0.1:{primary.port}/house")
        print(f"  standby    postgresql://house@127.0.0.1:{standby.port}/house")
        print(f"  NATS       {nats.url}")
        print("Kill a house and see its tables go on. Ctrl-C stops everything.", flush=True)
        while True:
            time.sleep(1)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with suppress(KeyboardInterrupt):
        main()
