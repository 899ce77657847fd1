"""Proxies that an operator trusts are the same for all who look at addresses: the limits, and uvicorn."""

import pytest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from cardhouse.house import server
from cardhouse.house.networks import is_in, networks
from cardhouse.house.settings import Settings

HOSTS = ("10.0.0.1", "10.9.9.9", "192.0.2.7", "192.0.2.8", "2001:db8::7", "127.0.0.1")


@pytest.mark.parametrize(
    "proxies", ["127.0.0.1", "10.0.0.1/8", "10.0.0.0/8, 192.0.2.7", "*", "*, 10.0.0.0/8", "2001:db8::7/32", ""]
)
def test_uvicorn_trusts_the_proxies_that_the_limits_spare(proxies: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given = list[str]()

    class Config:
        def __init__(self, *apps: object, forwarded_allow_ips: str, **more: object) -> None:
            given.append(forwarded_allow_ips)
            raise KeyboardInterrupt

    monkeypatch.setattr("cardhouse.house.server.uvicorn.Config", Config)
    monkeypatch.setattr("cardhouse.house.server.journal.start", lambda level: None)
    with pytest.raises(KeyboardInterrupt):
        server.serve(Settings("house.db", proxies=proxies))
    middleware = ProxyHeadersMiddleware(server.make_app, given[0])  # type: ignore[arg-type]
    trusted = networks(proxies, "--proxies")
    assert {host: host in middleware.trusted_hosts for host in HOSTS} == {host: is_in(host, trusted) for host in HOSTS}
