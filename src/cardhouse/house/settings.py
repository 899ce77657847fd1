"""The settings of a house: options of `cardhouse serve`, or environment variables (`CARDHOUSE_SERVE_PORT`)."""

from msgspec import Struct
from platformdirs import user_data_path

from cardhouse.cards.errors import BadSetup
from cardhouse.house.push.services import KNOWN, Services

LIMITS = ("commands", "burst", "sockets", "connections", "tables", "requests", "unload_after")


def default_store() -> str:
    return str(user_data_path("cardhouse", appauthor=False) / "house.db")


class Settings(Struct, frozen=True):
    store: str  # a file, or the URL of a PostgreSQL database
    host: str = "127.0.0.1"
    port: int = 8000
    url: str = ""  # where clients reach this house, if several share a database
    nats: str = ""  # the bus between those houses
    workers: int = 1  # processes for bots
    deep_workers: int = 1  # processes for deep bots
    coach_workers: int = 1  # analyses of finished matches at once
    push_services: tuple[str, ...] = KNOWN  # that call people who are absent; none of them: nobody is called
    host_names: tuple[str, ...] = ()  # further host names that the house answers to
    origins: tuple[str, ...] = ()  # other sites whose pages may send requests and connect
    proxies: str = "127.0.0.1"  # addresses whose X-Forwarded-For is trusted
    metrics: str = "127.0.0.0/8, ::1"  # addresses that may read /metrics
    log_level: str = "info"  # the lowest level in the journal

    # Limits
    commands: float = 200.0  # per socket and second
    burst: int = 400  # per socket, at once
    sockets: int = 200  # per address
    connections: int = 400  # per address, of any kind
    tables: int = 100  # per address: new ones per hour, and in memory at once
    requests: float = 20.0  # per address and second
    unload_after: float = 600.0  # seconds that a table without visitors stays in memory

    def __post_init__(self) -> None:
        if self.nats and not self.store.startswith("postgres"):
            raise BadSetup("--nats is for houses that share a database: give --store postgresql://...", rule="serve")
        Services(self.push_services)  # raises BadSetup for what is not one
        for name in LIMITS:
            least = 0 if name == "unload_after" else 1
            if not getattr(self, name) >= least:  # also refuses NaN
                raise BadSetup(
                    f"--{name.replace('_', '-')} is at least {least}, not {getattr(self, name)}.", rule="serve"
                )
