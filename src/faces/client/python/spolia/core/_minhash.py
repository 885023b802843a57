"""MinHash signatures: the least hash of a set of shingles in each of many random orders."""

from __future__ import annotations

from array import array
from typing import Any, Iterable

from .._errors import SpoliaClientError
from ._machine import aligned, encoded, encoded_all, in_parts, machine, numbers, numpy_or_none

EMPTY = b"\xff\xff\xff\xff"


def minhash(content: Any, *, places: int = 256, shingle_words: int = 5, seed: int = 0) -> Any:
    """The signature of a text, or of hashes of your own: unsigned 32-bit numbers in a NumPy array or an `array`.

    `places` is a multiple of 16 up to 4,096, `shingle_words` 1 to 16, `seed` 0 to 2³² - 1. Signatures are comparable
    where all three are equal. Raises SpoliaClientError where the text has fewer words than a shingle.
    """
    _check(places, shingle_words, seed)
    if isinstance(content, (str, bytes, bytearray, memoryview)):
        data = _signed([encoded(content)], places, shingle_words, seed)
    else:
        data = _of_hashes(content, places, seed)
    if data == EMPTY * places:
        raise SpoliaClientError("A set without shingles has no signature.")
    return numbers(data, "I", "<u4")


def minhash_all(texts: Iterable[str | bytes], *, places: int = 256, shingle_words: int = 5, seed: int = 0) -> Any:
    """The signatures of many texts: a NumPy matrix with a row a text, or a list. A text of fewer words than a shingle
    has 2³² - 1 in every place.
    """
    _check(places, shingle_words, seed)
    data = _signed(encoded_all(texts), places, shingle_words, seed)
    if numpy_or_none() is not None:
        return numbers(data, "I", "<u4").reshape(-1, places)
    return [numbers(data[at : at + 4 * places], "I", "<u4") for at in range(0, len(data), 4 * places)]


def _check(places: int, shingle_words: int, seed: int) -> None:
    if places not in range(16, 4097, 16):
        raise SpoliaClientError("places must be a multiple of 16 from 16 to 4096.")
    if shingle_words not in range(1, 17):
        raise SpoliaClientError("shingle_words must be a whole number from 1 to 16.")
    if seed not in range(1 << 32):
        raise SpoliaClientError("seed must be a whole number from 0 to 4294967295.")


def _signed(texts: list[bytes], places: int, shingle_words: int, seed: int) -> bytes:
    core = machine()
    parts = []
    for part in in_parts(texts):
        at = core.call_many("signTexts", part, shingle_words, seed, places)
        parts.append(core.read(at, 4 * places * len(part)))
    return b"".join(parts)


def _of_hashes(hashes: Any, places: int, seed: int) -> bytes:
    """A set of well-mixed unsigned 32-bit hashes, whose order and duplicates do not matter."""
    try:
        values = array("I", hashes.tolist() if hasattr(hashes, "tolist") else hashes)
    except (TypeError, OverflowError, ValueError) as cause:
        raise SpoliaClientError("content must be a text, or unsigned 32-bit hashes.") from cause
    if seed != 0:
        values = array("I", (_mixed(one ^ seed) for one in values))
    core = machine()
    b_at = aligned(core.arena + 4 * places + 16)
    signature = aligned(b_at + 4 * places + 16)
    hashes_at = aligned(signature + 4 * places + 16)
    core.write(hashes_at, values.tobytes())
    core.call("drawOrders", core.arena, b_at, places)
    core.call("minhash", hashes_at, len(values), core.arena, b_at, signature, places)
    return bytes(core.read(signature, 4 * places))


def _mixed(value: int) -> int:
    """The last steps of MurmurHash3 (Appleby)."""
    value = (value ^ value >> 16) * 0x85EBCA6B & 0xFFFFFFFF
    value = (value ^ value >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
    return value ^ value >> 16
