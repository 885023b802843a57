"""Fingerprints: the id of a text, and sets of its shingles that can be compared without it."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from struct import Struct
from typing import Any, Iterable

from .._errors import SpoliaClientError
from ._machine import encoded, encoded_all, in_parts, machine, numbers

FOLD = "spolia1"
SHINGLE_WORDS = 5
WINDOW = 8
_HEAD = Struct("<16sII")
_START = b"\x97\xa7spolia1\x03\x05\x08"


@dataclass(frozen=True)
class Fingerprint:
    #: `spolia1_` and 32 hexadecimal digits: equal for texts that fold to the same words.
    id: str
    #: All of the fingerprint, to store or send.
    bytes: bytes = field(repr=False)
    #: Number of words of the text.
    length_words: int
    _shingles_at: int = field(repr=False, compare=False)

    @property
    def shingles(self) -> Any:
        """The distinct hashes, ascending, of 64 bits: those that winnowing keeps, marked by bit 0, and a sample of all."""
        pairs = numbers(self.bytes[self._shingles_at :], "I", "<u4")
        swapped = pairs[:] if isinstance(pairs, array) else pairs.copy()
        # As one number of 64 bits, the lower half comes first.
        swapped[0::2], swapped[1::2] = pairs[1::2], pairs[0::2]
        return numbers(swapped.tobytes(), "Q", "<u8")


def fingerprint(text: str | bytes) -> Fingerprint:
    """Fingerprints a text. Raises SpoliaClientError for bytes that are not UTF-8."""
    return _all([encoded(text)])[0]


def fingerprint_all(texts: Iterable[str | bytes]) -> list[Fingerprint]:
    """Fingerprints many texts, in order: much faster than one call for each."""
    return _all(encoded_all(texts))


def _all(texts: list[bytes]) -> list[Fingerprint]:
    core = machine()
    prints: list[Fingerprint] = []
    for part in in_parts(texts):
        at = core.call_many("selectTexts", part, SHINGLE_WORDS, WINDOW)
        memory = core.view()
        for _ in part:
            identity, words, count = _HEAD.unpack_from(memory, at)
            start = at + _HEAD.size
            at = start + 8 * count
            prints.append(_packed(identity, words, memory[start:at]))
    return prints


def _packed(identity: bytes, words: int, hashes: memoryview) -> Fingerprint:
    """The bytes: MessagePack in its shortest form. It copies what it keeps."""
    head = b"".join((_START, _count(words), b"\xc4\x10", identity, _binary(len(hashes))))
    return Fingerprint(f"{FOLD}_{identity.hex()}", b"".join((head, hashes)), words, len(head))


def _count(value: int) -> bytes:
    if value < 1 << 7:
        return bytes((value,))
    if value < 1 << 8:
        return bytes((0xCC, value))
    return b"\xcd" + value.to_bytes(2, "big") if value < 1 << 16 else b"\xce" + value.to_bytes(4, "big")


def _binary(length: int) -> bytes:
    if length < 1 << 8:
        return bytes((0xC4, length))
    return b"\xc5" + length.to_bytes(2, "big") if length < 1 << 16 else b"\xc6" + length.to_bytes(4, "big")


def sample_bits(words: int) -> int:
    """How many bits are zero in sampled hashes."""
    bits = 0
    while bits < 5 and words > 512 << bits:
        bits += 1
    return bits


def pairs_of(print: Fingerprint) -> list[tuple[int, int]]:
    """The hashes as (high, low)."""
    words: list[int] = numbers(print.bytes[print._shingles_at :], "I", "<u4").tolist()
    return list(zip(words[0::2], words[1::2]))


def parse_fingerprint(data: bytes) -> Fingerprint:
    """Reads the `bytes` of a fingerprint. Raises SpoliaClientError where they are none, or of another version."""
    data = bytes(data)
    if not data.startswith(_START):
        is_other = data[:1] == b"\x97" and data[2:9] == FOLD.encode()
        raise SpoliaClientError(
            "The fingerprint was made by another version or with other parameters: make it again from the text."
            if is_other
            else "The bytes are not a spolia fingerprint."
        )
    try:
        words, at = _read_count(data, len(_START))
        identity, at = _read_binary(data, at)
        hashes, end = _read_binary(data, at)
    except IndexError:
        raise SpoliaClientError("The bytes are not a spolia fingerprint.") from None
    found = Fingerprint(f"{FOLD}_{identity.hex()}", data, words, end - len(hashes))
    if end != len(data) or len(identity) != 16 or len(hashes) % 8 or not _is_sound(found):
        raise SpoliaClientError("The bytes are not a spolia fingerprint.")
    return found


def _is_sound(print: Fingerprint) -> bool:
    pairs = pairs_of(print)
    keys = [(high, low >> 1) for high, low in pairs]
    mask = ((1 << sample_bits(print.length_words)) - 1) << 16
    return (
        len(pairs) <= print.length_words
        and all(one < other for one, other in zip(keys, keys[1:]))
        and all(low & 1 or not high & mask for high, low in pairs)
    )


def _read_count(data: bytes, at: int) -> tuple[int, int]:
    head = data[at]
    if head < 0x80:
        return head, at + 1
    return _sized(data, at, 0xCC, 4)


def _read_binary(data: bytes, at: int) -> tuple[bytes, int]:
    length, start = _sized(data, at, 0xC4, 3)
    if start + length > len(data):
        raise IndexError
    return data[start : start + length], start + length


def _sized(data: bytes, at: int, first: int, forms: int) -> tuple[int, int]:
    """The number behind one of the heads from `first` on, of 1, 2, 4 … bytes."""
    form = data[at] - first
    if not 0 <= form < forms or at + 1 + (1 << form) > len(data):
        raise IndexError
    return int.from_bytes(data[at + 1 : at + 1 + (1 << form)], "big"), at + 1 + (1 << form)
