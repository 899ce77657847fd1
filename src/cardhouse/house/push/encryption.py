"""The cryptography of Web Push: encrypted messages (RFC 8291) and signed requests (VAPID, RFC 8292).

This module imports the extra `push`, so it is imported when a browser asks for the key of the house, and not before.
"""

import hmac
import json
import os
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cached_property
from hashlib import sha256

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
NUMBER = 32  # bytes of a private key, and of each half of a signature
RECORD = 4096  # bytes: the whole message is one record
SHORTEST = 64  # bytes: shorter texts are padded, so that their length says nothing
LIFE = 12 * 3600  # seconds for which a signature is valid; a service accepts up to a day


class HouseKey:
    """The key pair by which push services recognize a house."""

    def __init__(self, private: ec.EllipticCurvePrivateKey) -> None:
        self._private = private

    @classmethod
    def new(cls) -> "HouseKey":
        return cls(ec.generate_private_key(CURVE))

    @classmethod
    def read(cls, text: str) -> "HouseKey":
        return cls(ec.derive_private_key(int.from_bytes(from_text(text)), CURVE))

    def text(self) -> str:
        """Return the private key, for the store."""
        return to_text(self._private.private_numbers().private_value.to_bytes(NUMBER))

    @cached_property
    def public(self) -> str:
        return to_text(_point(self._private.public_key()))

    def authorization(self, audience: str, subject: str, now: float) -> str:
        """Return the header `Authorization` of a request to a push service."""
        head = {"typ": "JWT", "alg": "ES256"}
        claims = {"aud": audience, "exp": int(now) + LIFE, "sub": subject}
        signed = ".".join(to_text(json.dumps(part, separators=(",", ":")).encode()) for part in (head, claims))
        halves = decode_dss_signature(self._private.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        signature = to_text(b"".join(half.to_bytes(NUMBER) for half in halves))
        return f"vapid t={signed}.{signature}, k={self.public}"


def encrypt(
    text: bytes,
    p256dh: str,
    auth: str,
    *,
    salt: bytes | None = None,
    private: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """Encrypt a text so that only the browser with this subscription can read it. Raise ValueError for a bad key."""
    salt = os.urandom(16) if salt is None else salt
    private = ec.generate_private_key(CURVE) if private is None else private
    receiver, sender = from_text(p256dh), _point(private.public_key())
    shared = private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, receiver))
    secret = _derive(from_text(auth), shared, b"WebPush: info\0" + receiver + sender)
    key = _derive(salt, secret, b"Content-Encoding: aes128gcm\0")[:16]
    nonce = _derive(salt, secret, b"Content-Encoding: nonce\0")[:12]
    padded = text + b"\2" + bytes(max(0, SHORTEST - len(text)))
    return salt + struct.pack("!IB", RECORD, len(sender)) + sender + AESGCM(key).encrypt(nonce, padded, None)


def _derive(salt: bytes, secret: bytes, info: bytes) -> bytes:
    """Derive a key of up to 32 bytes (HKDF with SHA-256)."""
    return hmac.digest(hmac.digest(salt, secret, sha256), info + b"\1", sha256)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def to_text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from_text(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
