"""A push service on this machine, and a browser's side of a subscription, by other code than the house's.

Whatever a house sends is checked as RFC 8030, 8291 and 8292 say: the signature, the claims, the headers, the body.
"""

import json
import re
import struct
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from os import urandom
from types import TracebackType
from typing import Any, Self

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

P256 = ec.SECP256R1()


def b64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


class Browser:
    """The keys of a subscription, and what reads its messages."""

    def __init__(self, private: str = "", auth: str = "") -> None:
        self._private = (
            ec.derive_private_key(int.from_bytes(unb64(private)), P256) if private else ec.generate_private_key(P256)
        )
        self._auth = unb64(auth) if auth else urandom(16)
        self._public = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

        self.p256dh, self.auth = b64(self._public), b64(self._auth)

    def subscription(self, endpoint: str) -> dict[str, str]:
        return {"endpoint": endpoint, "p256dh": self.p256dh, "auth": self.auth}

    def read(self, body: bytes) -> bytes:
        """Decrypt a message as RFC 8291, section 3.4, and RFC 8188 say."""
        salt, (size, length) = body[:16], struct.unpack("!IB", body[16:21])
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        shared = self._private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(P256, sender))
        secret = derived(self._auth, shared, b"WebPush: info\x00" + self._public + sender, 32)
        key = derived(salt, secret, b"Content-Encoding: aes128gcm\x00", 16)
        nonce = derived(salt, secret, b"Content-Encoding: nonce\x00", 12)
        text, mark, rest = AESGCM(key).decrypt(nonce, sealed, None).rpartition(b"\x02")
        assert mark
        assert not rest.strip(b"\x00")
        return text


@dataclass
class Received:
    path: str
    headers: dict[str, str]
    body: bytes
    wrong: list[str] = field(default_factory=list)


class PushService:
    """Answers `statuses` in turn, and 201 afterwards. `wrong` says what is wrong with what it has received."""

    def __init__(self, *, ahead: float = 0.0) -> None:
        self.statuses: list[int | str] = []
        self.headers: dict[str, str] = {}
        self.received: list[Received] = []
        self.key = ""  # of the house; empty if any will do
        self.ahead = ahead  # of its clock
        self._hanging = threading.Event()
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                service.answer(self)

            def log_message(self, *arguments: Any) -> None:
                pass

            def date_time_string(self, timestamp: float | None = None) -> str:
                return formatdate(time.time() + service.ahead, usegmt=True)

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = False
        self.origin = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._hanging.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def wrong(self) -> list[str]:
        return [fault for one in self.received for fault in one.wrong]

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        headers = {name.lower(): value for name, value in handler.headers.items()}
        body = handler.rfile.read(int(headers.get("content-length", "0")))
        received = Received(handler.path, headers, body)
        received.wrong = self.faults(received)
        self.received.append(received)
        status = self.statuses.pop(0) if self.statuses else 403 if received.wrong else 201
        handler.close_connection = True
        if status == "hangs":
            self._hanging.wait()
            return
        if status == "nonsense":
            handler.wfile.write(b"220 mail.example.org ESMTP\r\n\r\n")
            return
        if status == "endless":
            handler.wfile.write(b"HTTP/1.1 201 Created\r\nX: " + b"x" * 100_000)
            return
        handler.send_response(int(status))
        for name, value in self.headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    def faults(self, received: Received) -> list[str]:
        """Return what is wrong with a request."""
        headers, found = received.headers, []
        try:
            self._check_signature(headers.get("authorization", ""))
        except Exception as error:
            found.append(f"authorization: {type(error).__name__} {error}")
        if headers.get("content-encoding") != "aes128gcm":
            found.append("content-encoding")
        if not 0 < int(headers.get("ttl", "-1")) <= 28 * 24 * 3600:
            found.append("ttl")
        if headers.get("urgency") not in ("very-low", "low", "normal", "high"):
            found.append("urgency")
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,32}", headers.get("topic", "")):
            found.append("topic")
        return found

    def _check_signature(self, authorization: str) -> None:
        scheme, _, rest = authorization.partition(" ")
        assert scheme == "vapid"
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        signed, _, signature = parts["t"].rpartition(".")
        head, claims = (json.loads(unb64(part)) for part in signed.split("."))
        assert head == {"typ": "JWT", "alg": "ES256"}
        halves = unb64(signature)
        assert len(halves) == 64
        public = ec.EllipticCurvePublicKey.from_encoded_point(P256, unb64(parts["k"]))
        numbers = int.from_bytes(halves[:32]), int.from_bytes(halves[32:])
        public.verify(encode_dss_signature(*numbers), signed.encode(), ec.ECDSA(SHA256()))
        assert claims["aud"] == self.origin, "audience"
        assert 0 < claims["exp"] - (time.time() + self.ahead) <= 24 * 3600, "clock"
        assert claims["sub"].startswith(("https://", "mailto:")), "subject"
        assert self.key in ("", parts["k"]), "another key"
