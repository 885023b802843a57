"""The check of a message that a webhook received (Standard Webhooks 1.0.0)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import time
from typing import Any, Mapping

from .._document import parse
from .._errors import SpoliaClientError, WebhookVerificationError

TOLERANCE_SECONDS = 300
_SECRET_PREFIX = "whsec_"


def unwrap(body: str | bytes, headers: Mapping[str, Any], secret: str) -> Any:
    """The message of a request that a webhook received, once its signature is verified.

    `body` is the body as it came, before anything parsed it; `secret` is the `whsec_` secret of the webhook. While a
    secret is rotated, the old and the new one verify. Raises WebhookVerificationError.
    """
    raw = body.encode() if isinstance(body, str) else bytes(body)
    found = {str(name).lower(): str(value) for name, value in headers.items()}
    timestamp = found.get("webhook-timestamp", "")
    is_timely = timestamp.isascii() and timestamp.isdigit() and abs(time.time() - int(timestamp)) <= TOLERANCE_SECONDS
    signed = f"{found.get('webhook-id')}.{timestamp}.".encode() + raw
    wanted = hmac.new(_key(secret), signed, hashlib.sha256).digest()
    signatures = found.get("webhook-signature", "").split(" ")[:10]
    if not is_timely or not any(_is_signature(one, wanted) for one in signatures):
        raise WebhookVerificationError("The message is not signed with this secret, or is older than five minutes.")
    return parse(raw, "The message")


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret[len(_SECRET_PREFIX) :], validate=True)
    except (binascii.Error, ValueError, TypeError):
        key = b""
    if not isinstance(secret, str) or not secret.startswith(_SECRET_PREFIX) or len(key) < 16:
        raise SpoliaClientError("The secret is not one of a webhook: it begins with whsec_.")
    return key


def _is_signature(text: str, wanted: bytes) -> bool:
    version, _, value = text.partition(",")
    try:
        return version == "v1" and hmac.compare_digest(base64.b64decode(value, validate=True), wanted)
    except (binascii.Error, ValueError):
        return False
