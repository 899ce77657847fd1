"""A page of another site, in a real browser, can do nothing in a house for its visitor."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, Request

from tests.house.live import LiveHouse

# A form's field can be spelled so that what is sent as text/plain is JSON.
FORM = """(form => {
  form.method = 'post'; form.enctype = 'text/plain'; form.action = HOUSE; form.target = 'out';
  const field = document.createElement('input');
  [field.name, field.value] = FIELD;
  form.append(field);
  document.body.append(Object.assign(document.createElement('iframe'), { name: 'out' }), form);
  form.submit();
})(document.createElement('form'))"""
SENDS = {
    "a form": FORM,
    "a fetch of text": "fetch(HOUSE, { method: 'POST', mode: 'no-cors', body: FIELD.join('=') }).catch(() => 0)",
    "a fetch without a type": (
        "fetch(HOUSE, { method: 'POST', mode: 'no-cors', body: new Blob([FIELD.join('=')]) }).catch(() => 0)"
    ),
    "a fetch of JSON": (
        "fetch(HOUSE, { method: 'POST', mode: 'no-cors', body: FIELD.join('='),"
        " headers: { 'Content-Type': 'application/json' } }).catch(() => 0)"
    ),
    "a fetch of JSON that asks first": (
        "fetch(HOUSE, { method: 'POST', body: FIELD.join('='),"
        " headers: { 'Content-Type': 'application/json' } }).catch(() => 0)"
    ),
    "a beacon": "navigator.sendBeacon(HOUSE, new Blob([FIELD.join('=')], { type: 'text/plain' }))",
}
TABLE = ('{"game": "president", "listed": true, "name": "Dragged', '"}')
SEAT = ('{"name": "Dragged', '"}')


class Elsewhere(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Elsewhere</title>")

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[int]:
    """The port of another site."""
    server = HTTPServer(("127.0.0.1", 0), Elsewhere)
    Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


def sends(page: Page, send: str, to: str, field: tuple[str, str]) -> list[str]:
    """Send it, and wait until the browser has an answer, or has refused to send it. How that ended."""
    answered: list[str] = []

    def ended(request: Request, how: str) -> None:
        if request.url == to and request.method != "GET":  # which the page of the house itself may ask for
            answered.append(how)

    page.on("response", lambda response: ended(response.request, "answered"))
    page.on("requestfailed", lambda request: ended(request, "failed"))
    page.evaluate(f"const [HOUSE, FIELD] = [{to!r}, {list(field)!r}]; {send}")
    while not answered:
        page.wait_for_timeout(10)
    return answered


@pytest.mark.parametrize("send", SENDS.values(), ids=SENDS)
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"], ids=["another port", "another host"])
def test_a_page_of_another_site_opens_no_table_and_takes_no_seat(
    own_house: LiveHouse, page: Page, elsewhere: int, host: str, send: str
) -> None:
    table, _ = own_house.table("president", 1, seats=3)
    for path, field in (("/api/tables", TABLE), (f"/api/tables/{table}/seats", SEAT)):
        page.goto(f"http://{host}:{elsewhere}/{quote(path, safe='')}")
        assert sends(page, send, own_house.url + path, field)
    assert own_house.get("/api/tables") == []
    assert [seat.get("name") for seat in own_house.get(f"/api/tables/{table}")["seats"]] == ["Ann", None, None]


def test_the_page_of_the_house_opens_a_table(own_house: LiveHouse, page: Page) -> None:
    page.goto(own_house.url)
    assert sends(page, SENDS["a fetch of JSON that asks first"], f"{own_house.url}/api/tables", TABLE) == ["answered"]
    assert [table["seats"][0]["name"] for table in own_house.get("/api/tables")] == ["Dragged="]
