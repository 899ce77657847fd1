"""Calls on a device: asked for in the settings, shown by the service worker while the page is closed, and true."""

from collections.abc import Iterator
from json import dumps
from pathlib import Path
from typing import Any

import pytest
from msgspec import json
from playwright.sync_api import CDPSession

from tests.house.live import LiveHouse
from tests.house.push_service import Browser, PushService
from tests.web.accessibility import violations
from tests.web.conftest import Come
from tests.web.keyboard import focused
from tests.web.person import OFFLINE, Person
from tests.web.test_installed import WORKS

# The browser of a test has no push service and shows no notifications: both are replaced, and all else is real.
SUBSCRIBES = """(made => {
    let kept = null
    const bytes = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0))
    Object.defineProperty(Notification, 'permission', {get: () => localStorage.getItem('permission') ?? 'default'})
    Notification.requestPermission = async () => (localStorage.setItem('permission', made.permission), made.permission)
    PushManager.prototype.getSubscription = async () => kept
    PushManager.prototype.subscribe = async ({applicationServerKey}) => (kept = {
        endpoint: made.endpoint, options: {applicationServerKey: bytes(applicationServerKey).buffer},
        toJSON: () => ({keys: {p256dh: made.p256dh, auth: made.auth}}),
        unsubscribe: async () => ((kept = null), true),
    })
})"""
SHOWS = """() => {
    self.shown = []
    self.visited = []
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
        self.shown.push({title, ...options})
    }
    WindowClient.prototype.focus = async function () { self.visited.push(`focus ${new URL(this.url).pathname}`) }
    Clients.prototype.openWindow = async url => { self.visited.push(`open ${url}`) }
}"""
CLICK = """data => {
    const click = new Event('notificationclick')
    Object.assign(click, {notification: {data, close() {}}, waitUntil() {}})
    self.dispatchEvent(click)
}"""


@pytest.fixture
def service() -> Iterator[PushService]:
    with PushService() as service:
        yield service
        assert service.wrong == []


class Device:
    """A browser that can be called, and what it shows."""

    def __init__(self, person: Person, house: LiveHouse, service: PushService, *, permission: str = "granted") -> None:
        self.person, self._house, self._service = person, house, service
        self.keys = Browser()
        self._subscription = self.keys.subscription(f"{service.origin}/device/{person.name}")
        person.context.add_init_script(f"{SUBSCRIBES}({dumps(self._subscription | {'permission': permission})})")
        self._registration = ""

    def installed(self) -> None:
        """Wait for the service worker, and learn its number."""
        self.person.until(lambda: bool(self.person.page.evaluate(WORKS)))
        self._session: CDPSession = self.person.context.new_cdp_session(self.person.page)
        self._session.on("ServiceWorker.workerRegistrationUpdated", self._learn)
        self._session.send("ServiceWorker.enable")
        self.person.until(lambda: bool(self._registration))
        self.worker.evaluate(SHOWS)

    def _learn(self, told: dict[str, Any]) -> None:
        for one in told["registrations"]:
            if not one["isDeleted"] and one["scopeURL"].startswith(self._house.url):
                self._registration = one["registrationId"]

    @property
    def worker(self) -> Any:
        (worker,) = self.person.context.service_workers
        return worker

    def hears(self, text: str) -> dict[str, Any]:
        """Deliver a message as the push service does; return what is shown then."""
        count = len(self.worker.evaluate("self.shown"))
        message = {"origin": self._house.url, "registrationId": self._registration, "data": text}
        self._session.send("ServiceWorker.deliverPushMessage", message)
        self.person.until(lambda: len(self.worker.evaluate("self.shown")) > count)
        shown: dict[str, Any] = self.worker.evaluate("self.shown.at(-1)")
        return shown

    def clicks(self, shown: dict[str, Any]) -> str:
        """Click on a notification; return what the worker opens then."""
        count = len(self.worker.evaluate("self.visited"))
        self.worker.evaluate(CLICK, shown["data"])
        self.person.until(lambda: len(self.worker.evaluate("self.visited")) > count)
        return str(self.worker.evaluate("self.visited.at(-1)"))

    def received(self) -> list[str]:
        """Return the messages that the push service has for this device."""
        path = self._subscription["endpoint"].removeprefix(self._service.origin)
        return [self.keys.read(one.body).decode() for one in self._service.received if one.path == path]


def test_a_player_asks_to_be_called_closes_the_page_and_is_called(
    tmp_path: Path, come: Come, service: PushService
) -> None:
    with LiveHouse(tmp_path, push=service.origin) as house:
        table, tokens = house.table("davenport", 2, seats=2)
        person = come("Ann", house, installs=True, width=390, height=844, language="de")
        ann = Device(person, house, service)
        person.at(table, tokens[0])
        person.page.wait_for_selector(".mine")
        ann.installed()
        person.press("Mehr")
        person.press("Einstellungen")
        switch = person.page.get_by_label("Mich rufen, wenn ich dran bin")
        switch.focus()
        person.page.keyboard.press("Space")
        person.sees("Du wirst auf diesem Gerät gerufen")
        assert switch.evaluate("one => one === document.activeElement")
        assert violations(person.page) == []

        person.goes("/history")
        person.until(lambda: bool(ann.received()))
        (text,) = ann.received()
        assert json.decode(text) == {"table": table}
        shown = ann.hears(text)
        assert (shown["title"], shown["body"]) == ("Du bist dran", f"Davenport: {table}")
        assert shown["lang"] == "de"
        assert tokens[0] not in str(shown)
        assert ann.clicks(shown) == f"open /t/{table}"

        person.goes(f"/t/{table}")
        person.page.wait_for_selector(".hand")
        assert ann.clicks(shown) == f"focus /t/{table}"
        move(house, table, tokens[0])
        again = ann.hears(text)  # it comes late, or twice
        assert (again["title"], again["tag"]) == ("Du bist nicht mehr dran", shown["tag"])
        for forged in ("{}", "nonsense", '{"table": "../x"}', '{"table": "another-table"}', '{"table": 7}'):
            shown = ann.hears(forged)
            assert (shown["title"], shown["lang"]) == ("Cardhouse", "de")
            assert shown["body"] == "Öffne Cardhouse, um zu sehen, wer dran ist."
        person.allowed = OFFLINE
        person.context.set_offline(True)
        house.kill()
        assert ann.hears(text)["title"] == "Vielleicht bist du dran: Das Haus antwortet gerade nicht"


def move(house: LiveHouse, table: str, token: str) -> None:
    """Play for somebody over HTTP."""
    version = {"base": 10**6, "draft": 0}
    found = house.post(f"/api/tables/{table}/commands", {"type": "suggest", "id": 1}, token)
    body = {"type": "play", "id": 10**6, "move": found["move"], **version, "base": found["seq"]}
    assert house.post(f"/api/tables/{table}/commands", body, token)["type"] == "ack"


def test_players_who_have_turned_it_off_are_not_called(tmp_path: Path, come: Come, service: PushService) -> None:
    with LiveHouse(tmp_path, push=service.origin) as house:
        table, tokens = house.table("davenport", 2, seats=2)
        person = come("Ann", house, installs=True)
        ann = Device(person, house, service)
        person.at(table, tokens[0])
        person.page.wait_for_selector(".mine")
        ann.installed()
        person.press("Settings")
        switch = person.page.get_by_label("Call me when it is my turn")
        switch.check()
        person.sees("You will be called on this device")
        stop = json.encode({"endpoint": f"{service.origin}/device/Ann"})
        switch.uncheck()
        person.sees("You will not be called on this device")
        answer = house.request("POST", f"/api/tables/{table}/calls/stop", stop, tokens[0])
        assert answer == (200, {"devices": 0})
        assert not person.page.evaluate("caches.has('calls')")


@pytest.mark.parametrize(
    ("permission", "push", "said"),
    [("denied", True, "Your browser blocks the notifications"), ("granted", False, "This house calls nobody")],
)
def test_a_device_that_cannot_be_called_is_told_why(
    tmp_path: Path, come: Come, service: PushService, permission: str, push: bool, said: str
) -> None:
    with LiveHouse(tmp_path, push=service.origin if push else "") as house:
        person = come("Ann", house, width=360, height=640)
        Device(person, house, service, permission=permission)
        person.goes("/")
        person.press("Settings")
        if push:
            person.page.get_by_label("Call me when it is my turn").focus()
            person.page.keyboard.press("Space")
        person.sees(said)
        if push:  # the switch is gone
            person.until(lambda: focused(person).startswith(said))
        assert person.page.get_by_label("Call me when it is my turn").count() == 0
        assert violations(person.page) == []


def test_tables_where_it_is_your_turn_come_first(house: LiveHouse, come: Come) -> None:
    mine, _ = [house.table("davenport", 2, seats=2) for _ in range(2)]
    others = [house.table("president", 1, seats=4) for _ in range(9)]  # more than the page shows
    person = come("Ann", house, width=390, height=844)
    kept = [*(("president", *one) for one in others), ("davenport", *mine)]
    seats = [{"id": table, "game": game, "name": "Ann", "token": tokens[0], "at": 0} for game, table, tokens in kept]
    person.context.add_init_script(f"localStorage.setItem('cardhouse seats', {dumps(dumps(seats))})")
    person.goes("/")
    person.page.get_by_text("Your turn").wait_for()
    links = person.page.locator(".strip a")
    hrefs = links.evaluate_all("links => links.map(link => link.getAttribute('href'))")
    assert hrefs == [f"/t/{table}" for _, table, _ in (kept[-1], *kept[:7])]
    assert person.page.get_by_role("link", name="Davenport Your turn").get_attribute("href") == f"/t/{mine[0]}"
