"""Hosts: the names that a house answers to, and the sites whose pages may act on it.

A browser sends the host it wants (`Host`) and the site of the page that sent the request (`Origin`, `Sec-Fetch-Site`).
A page of another site must not open tables or take seats for its visitor (cross-site request forgery). Nor may it use a
name of its own that resolves to this house (DNS rebinding), because then its origin would look like ours. So a house
answers only to names that it knows.
"""

import re
import socket
from collections.abc import Iterator, Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address

from cardhouse.cards.errors import BadSetup
from cardhouse.house.settings import Settings
from cardhouse.wire import Denial

HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?(?::([0-9]{1,5}))?", re.ASCII)
LONGEST_HOST = 253  # characters; the limit of the DNS
PORTS = {"http": 80, "https": 443}  # the default ports
OWN = ("same-origin", "none")  # values of Sec-Fetch-Site; `none` is a URL that the user typed in
FOREIGN = "Pages of other sites cannot use this house."
Headers = Mapping[str, str]


class Hosts:
    def __init__(self, settings: Settings) -> None:
        self._origins = settings.origins
        self._on_loopback = _is_loopback(settings.host)
        self._names = {"localhost", *map(check_name, settings.host_names)}
        if not self._on_loopback:
            self._names |= {settings.host.lower().rstrip("."), *own_names(socket.gethostname())}

    def why_misdirected(self, headers: Headers) -> Denial | None:
        """Return why a request is not for this house, or None."""
        host, _ = split(headers.get("host", ""))
        if not host:
            return Denial("misdirected", "A request needs a `Host` header with a name or an address.")
        if self._answers_to(host):
            return None
        return Denial(
            "misdirected", f"This house does not answer to {host}. Its operator can allow that: --host-name {host}."
        )

    def why_foreign(self, headers: Headers) -> Denial | None:
        """Return why a page may not send this request, or None. Programs other than browsers always may."""
        origin = headers.get("origin")
        if origin is not None and origin in self._origins:
            return None
        if origin is not None and not _is_same(origin, headers.get("host", "")):
            return Denial("denied", FOREIGN)
        if headers.get("sec-fetch-site", "none") not in OWN:
            return Denial("denied", FOREIGN)
        return None

    def _answers_to(self, host: str) -> bool:
        """Return whether the house has this name. IP addresses are safe: a page loaded from one is the house's own."""
        address = _address(host)
        if address is not None and (address.is_loopback or not self._on_loopback):
            return True
        return host in self._names


def split(text: str) -> tuple[str, int | None]:
    """Return the name or address and the port of a `Host`; the name is empty if it is invalid."""
    found = HOST.fullmatch(text.lower()) if len(text) <= LONGEST_HOST + len(".:65535") else None
    if found is None or (found[1].startswith("[") and _address(found[1]) is None):
        return "", None
    address = _address(found[1])
    host = found[1] if address is None else str(address)
    return host, int(found[2]) if found[2] else None


def check_name(name: str) -> str:
    """Validate a name given to `--host-name`, and return it as a browser sends it in `Host`."""
    bare = f"[{name}]" if ":" in name and not name.startswith("[") else name
    host, port = split(bare)
    if not host or port is not None:
        example = "a name such as cards.example.org, without http:// and port"
        raise BadSetup(f"--host-name is {example}, not {name[:80]!r}.", rule="serve")
    return host


def own_names(machine: str) -> Iterator[str]:
    """Yield the names of this machine in the local network."""
    full = machine.lower().rstrip(".")
    short = full.partition(".")[0]
    yield from (full, short, f"{short}.local")


def _is_same(origin: str, host: str) -> bool:
    """Return whether a page comes from this host. Its scheme may differ, because TLS may end at a proxy."""
    scheme, _, host_part = origin.partition("://")
    default = PORTS.get(scheme)
    (page, page_port), (house, house_port) = split(host_part), split(host)
    return bool(page) and default is not None and (page, page_port or default) == (house, house_port or default)


def _address(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host.removeprefix("[").removesuffix("]"))
    except ValueError:
        return None


def _is_loopback(host: str) -> bool:
    address = _address(host)
    return host.lower() == "localhost" if address is None else address.is_loopback
