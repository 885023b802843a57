"""The ISCC Text-Code (ISO 24138), with the Unicode tables of this Python."""

from __future__ import annotations

import base64
import unicodedata

from .._errors import SpoliaClientError
from ._machine import aligned, encoded, machine, numbers


def iscc(text: str | bytes, bits: int = 64) -> str:
    """The Text-Code of a text, with a digest of 64, 128 or 256 bits."""
    if bits not in (64, 128, 256):
        raise SpoliaClientError("bits must be 64, 128 or 256.")
    if not isinstance(text, str):
        text = encoded(text).decode()
    data = _collapsed(text).encode()
    core = machine()
    features = core.write(core.arena, data)
    out = aligned(features + 4 * len(data) + 32)
    core.reach(out + 256)
    core.call("isccMinhash", core.arena, len(data), features, out)
    values = [int(one) for one in numbers(core.read(out, 256), "I", "<u4")]
    digest = 0
    for bit in range(bits):
        digest = digest << 1 | values[bit % 64] >> (bit // 64) & 1
    code = bytes((0x20, bits // 32 - 1)) + digest.to_bytes(bits // 8, "big")
    return "ISCC:" + base64.b32encode(code).decode().rstrip("=")


def _collapsed(text: str) -> str:
    """Letters, numbers and symbols, in compatibility form, without case."""
    small = unicodedata.normalize("NFD", text).lower()
    kept = "".join(one for one in small if unicodedata.category(one)[0] in "LNS")
    return unicodedata.normalize("NFKC", kept)
