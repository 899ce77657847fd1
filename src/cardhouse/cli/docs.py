"""The command that opens the docs: `cardhouse docs`."""

import webbrowser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Annotated
from urllib.parse import unquote, urlsplit

import typer

from cardhouse.cards.errors import BadSetup
from cardhouse.interrupts import Interruptible
from cardhouse.site import NOT_BUILT, Site, type_of

HERE = "127.0.0.1"


def docs(
    port: Annotated[int, typer.Option(help="The port to listen on; 0 chooses a free one.")] = 0,
    browser: Annotated[bool, typer.Option(help="Open the docs in your browser at once.")] = True,
) -> None:
    """Show the docs in your browser, until you press Ctrl-C.

    Example: cardhouse docs
    """
    site = Site()
    if not site.is_built:
        raise BadSetup(NOT_BUILT)
    with Interruptible(), server_of(site, port) as server:
        address = f"http://{HERE}:{server.server_port}/"
        typer.echo(f"The docs are at {address} until you press Ctrl-C.")
        if browser:
            webbrowser.open(address)
        server.serve_forever()


def server_of(site: Site, port: int) -> ThreadingHTTPServer:
    """Return an HTTP server of the site that only this machine can reach."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = unquote(urlsplit(self.path).path).removeprefix("/")
            name = site.find(path)
            if name is not None:
                self._send(200, site.read(name), {"Content-Type": type_of(name)})
            elif site.is_folder(path):
                self._send(308, b"", {"Location": f"/{path}/"})
            else:
                self._send(404, b"There is no such page.\n", {"Content-Type": "text/plain"})

        def _send(self, status: int, body: bytes, headers: dict[str, str]) -> None:
            self.send_response(status)
            for header, value in (headers | {"Content-Length": str(len(body))}).items():
                self.send_header(header, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Log nothing, because nobody reads requests in a terminal."""

    try:
        return ThreadingHTTPServer((HERE, port), Answer)
    except (OSError, OverflowError) as error:
        raise BadSetup(f"The docs cannot be shown on port {port}: {error}. Choose another port with --port.") from error
