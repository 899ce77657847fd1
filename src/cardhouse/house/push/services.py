"""The push services that a house sends to. A client says where its browser is reached, so nothing else may be reached.

Otherwise a client could make the house send requests to addresses in its own network (server-side request forgery).
"""

import re
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import urlsplit

from cardhouse.cards.errors import BadSetup

KNOWN = ("fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com")
ENDPOINT = re.compile(r"https?://[!-~]+")  # no spaces and no control characters: it becomes part of a request
NAME = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+")
PORTS = {"http": 80, "https": 443}


class Target(NamedTuple):
    """Where a request goes."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}" + (f":{self.port}" if self.port != PORTS[self.scheme] else "")


class Services:
    """Allowed services: names, with their subdomains, by https; or the whole origin of a service of your own."""

    def __init__(self, allowed: Iterable[str]) -> None:
        self._names, self._origins = set[str](), set[str]()
        for one in allowed:
            if NAME.fullmatch(one):
                self._names.add(one)
            elif (target := read(one)) is not None and target.path == "/":
                self._origins.add(target.origin)
            else:
                known = ", ".join(KNOWN)
                raise BadSetup(f"--push-services has names such as {known}, not {one[:80]!r}.", rule="serve")

    def __bool__(self) -> bool:
        return bool(self._names or self._origins)

    def target(self, endpoint: str) -> Target | None:
        """Return where the messages of a subscription go; None if the house does not send there."""
        target = read(endpoint)
        if target is None or target.origin in self._origins:
            return target
        if (target.scheme, target.port) != ("https", PORTS["https"]) or not NAME.fullmatch(target.host):
            return None  # an IPv6 address can have a zone that looks like a name: [fe80::1%x.push.apple.com]
        names = target.host.split(".")
        return target if any(".".join(names[start:]) in self._names for start in range(len(names))) else None


def read(endpoint: str) -> Target | None:
    """Read an address; return None if it is not a plain one."""
    if not ENDPOINT.fullmatch(endpoint):
        return None
    try:
        parts = urlsplit(endpoint)
        port = parts.port or PORTS[parts.scheme]
    except ValueError:
        return None
    if not parts.hostname or "@" in parts.netloc or parts.fragment:
        return None
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, parts.hostname, port, path)
