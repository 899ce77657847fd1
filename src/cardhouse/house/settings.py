"""What can be set, by flags of `cardhouse serve` or in the environment (`CARDHOUSE_SERVE_PORT`)."""

from pathlib import Path

from msgspec import Struct
from platformdirs import user_data_path

from cardhouse.cards.errors import BadSetup

LIMITS = ("commands", "burst", "sockets", "connections", "tables", "requests", "kept")


def default_file() -> Path:
    return user_data_path("cardhouse", appauthor=False) / "house.db"


class Settings(Struct, frozen=True):
    file: Path
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1  # processes in which bots think
    thinkers: int = 1  # more of them, for deep bots
    host_names: tuple[str, ...] = ()  # what the house is called, besides what it knows by itself
    origins: tuple[str, ...] = ()  # other sites whose pages may connect
    proxies: str = "127.0.0.1"  # whose X-Forwarded-For is believed
    metrics: str = "127.0.0.0/8, ::1"  # who may read /metrics
    log_level: str = "info"  # of the journal

    # Limits
    commands: float = 200.0  # of a socket, per second
    burst: int = 400  # of a socket, at once
    sockets: int = 200  # of an address
    connections: int = 400  # of an address, of any kind
    tables: int = 100  # of an address: new per hour, and in play at once
    requests: float = 20.0  # of an address, per second
    kept: float = 600.0  # seconds that a table without visitors stays in memory

    def __post_init__(self) -> None:
        for name in LIMITS:
            least = 0 if name == "kept" else 1
            if not getattr(self, name) >= least:  # which is not so of NaN, either
                raise BadSetup(f"--{name} is at least {least}, not {getattr(self, name)}.", rule="serve")
