"""Networks: the addresses that an operator trusts, as given to `--proxies` and `--metrics`, and those of the house."""

import socket
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from cardhouse.cards.errors import BadSetup

Networks = list[IPv4Network | IPv6Network]
EVERYWHERE = ("0.0.0.0/0", "::/0")
UNSPECIFIED = ("0.0.0.0", "::")  # to listen on all addresses


def networks(text: str, flag: str) -> Networks:
    """Parse addresses and networks separated by commas; `*` stands for all addresses."""
    found: Networks = []
    for one in filter(None, map(str.strip, text.split(","))):
        try:
            found += map(ip_network, EVERYWHERE) if one == "*" else [ip_network(one, strict=False)]
        except ValueError:
            raise BadSetup(
                f"{flag} takes addresses or networks, separated by commas, or *, not {one[:40]!r}.", rule="serve"
            ) from None
    return found


def spelled_out(text: str, flag: str) -> str:
    """Return networks in a form that uvicorn understands: it ignores 10.0.0.1/8, and a `*` beside others."""
    return ",".join(map(str, networks(text, flag)))


def is_in(host: str, networks: Networks) -> bool:
    """Return whether an address is in one of the networks. IPv4-mapped IPv6 addresses count as IPv4."""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    plain = address.ipv4_mapped or address if isinstance(address, IPv6Address) else address
    return any(plain in network for network in networks)


def page_url(host: str, port: int) -> str:
    """Return where to open the page. A house that listens on all addresses has one that others in the network reach."""
    if host in UNSPECIFIED:
        host = own_address() or "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def own_address() -> str:
    """Return the address of this machine in its network, or nothing. Nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as route:
        try:
            route.connect(("192.0.2.1", 9))  # an address for documentation, which nobody has
        except OSError:
            return ""
        return str(route.getsockname()[0])
