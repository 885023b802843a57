"""The core as it is called (assembly/CONVENTION.md, version 1): an instance a thread."""

from __future__ import annotations

import ctypes
import sys
import threading
from array import array
from pathlib import Path
from typing import Any, Iterable, Iterator, Sequence

from .._errors import SpoliaClientError

try:
    import wasmtime
except ImportError as cause:
    raise ImportError("The core of spolia needs wasmtime: pip install 'spolia[core]'") from cause

CORE_VERSION = 1
PAGE_BYTES = 65_536
STAGE1_BYTES = 2 * 17_408
#: A batch is handed over in parts of this size, and of so many texts, so that memory does not grow with the number of
#: texts: what is made of each may be 16 KB.
PART_BYTES = 256 << 10
PART_TEXTS = 4096
#: An instance whose memory has become larger is not kept: WebAssembly memory never shrinks.
KEPT_BYTES_MAX = 48 << 20
FOLDER = Path(__file__).parent

_lock = threading.Lock()
_compiled: tuple[Any, Any] | None = None
_local = threading.local()


def machine() -> Machine:
    """The instance of this thread."""
    found: Machine | None = getattr(_local, "machine", None)
    if found is None or found.memory.data_len(found.store) > KEPT_BYTES_MAX:
        found = _local.machine = Machine()
    return found


def _module() -> tuple[Any, Any]:
    global _compiled
    with _lock:
        if _compiled is None:
            engine = wasmtime.Engine()
            _compiled = engine, wasmtime.Module(engine, (FOLDER / "engine.wasm").read_bytes())
        return _compiled


class Machine:
    """An instance with its memory."""

    def __init__(self) -> None:
        engine, module = _module()
        self.store = wasmtime.Store(engine)
        exports: Any = wasmtime.Instance(self.store, module, []).exports(self.store)
        if exports["CORE_VERSION"].value(self.store) != CORE_VERSION:
            raise SpoliaClientError("engine.wasm has another version of the calling convention.")
        self.memory = exports["memory"]
        self._exports = exports
        packed = (FOLDER / "fold.spolia1.bin").read_bytes()
        stage2, at = _number(packed, 0)
        pool, at = _number(packed, at)
        table = aligned(exports["HEAP_BASE"].value(self.store))
        self.arena = aligned(table + STAGE1_BYTES + 4 * (stage2 + pool) + 16)
        self.write(self.arena, packed[at:])
        self.call("expandFoldTable", self.arena, table, stage2, pool)

    def call(self, name: str, *arguments: int) -> int:
        """Calls a function. Numbers from 2³¹ on are negative for the runtime."""
        result = self._exports[name](self.store, *(_signed(one) for one in arguments))
        return result & 0xFFFFFFFF if result is not None else 0

    def reach(self, end: int) -> None:
        """Makes memory end at this address or behind it, with what functions read beyond."""
        missing = -(-(end + 16) // PAGE_BYTES) - self.memory.size(self.store)
        if missing > 0:
            try:
                self.memory.grow(self.store, missing)
            except wasmtime.WasmtimeError as cause:
                raise MemoryError("There is no memory left for the texts.") from cause

    def write(self, at: int, data: bytes) -> int:
        """Writes bytes, and gives the next address that is free."""
        self.reach(at + len(data) + 16)
        self.memory.write(self.store, data, at)
        return aligned(at + len(data) + 16)

    def read(self, at: int, length: int) -> bytearray:
        data: bytearray = self.memory.read(self.store, at, at + length)
        return data

    def view(self) -> memoryview:
        """All of memory, until the next call: it may move then."""
        first = ctypes.addressof(self.memory.data_ptr(self.store).contents)
        whole = (ctypes.c_ubyte * self.memory.data_len(self.store)).from_address(first)
        return memoryview(whole).cast("B")

    def call_many(self, name: str, texts: Sequence[bytes], *between: int) -> int:
        """Calls a function for many texts; `between` are the arguments behind their number."""
        lengths = array("I", map(len, texts))
        texts_at = self.write(self.arena, _little(lengths))
        free = self.write(texts_at, b"".join(texts))
        results = self.call(name, texts_at, self.arena, len(texts), *between, free)
        if results == 0:
            raise MemoryError("There is no memory left for the texts.")
        return results


def _number(data: bytes, at: int) -> tuple[int, int]:
    """7 bits a byte, lowest first; and where the next number is."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def aligned(address: int) -> int:
    return (address + 15) & ~15


def _signed(number: int) -> int:
    return number - (1 << 32) if number >= 1 << 31 else number


def _little(values: array[int]) -> bytes:
    if sys.byteorder == "big":
        values.byteswap()
    return values.tobytes()


def in_parts(texts: Sequence[bytes]) -> Iterator[Sequence[bytes]]:
    """The texts in parts of a bounded size."""
    start = total = 0
    for at, text in enumerate(texts):
        if at - start == PART_TEXTS or (at > start and total + len(text) > PART_BYTES):
            yield texts[start:at]
            start, total = at, 0
        total += len(text)
    if start < len(texts):
        yield texts[start:]


def encoded(text: Any) -> bytes:
    """UTF-8. Lone surrogates of a string become U+FFFD."""
    if isinstance(text, str):
        try:
            return text.encode()
        except UnicodeEncodeError:
            return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()
    if isinstance(text, (bytes, bytearray, memoryview)):
        data = bytes(text)
        try:
            data.decode()
        except UnicodeDecodeError as cause:
            raise SpoliaClientError("The text is not UTF-8.") from cause
        return data
    raise SpoliaClientError("A text must be a string, or bytes of UTF-8.")


def encoded_all(texts: Iterable[Any]) -> list[bytes]:
    if isinstance(texts, (str, bytes)):
        raise SpoliaClientError("texts must be a list of texts; for one text there is a function of its own.")
    return [encoded(text) for text in texts]


def numpy_or_none() -> Any:
    try:
        import numpy
    except ImportError:
        return None
    return numpy


def numbers(data: bytes | bytearray, code: str, name: str) -> Any:
    """Little-endian numbers: a NumPy array where NumPy is installed, else one of `array`."""
    numpy = numpy_or_none()
    if numpy is not None:
        return numpy.frombuffer(data, dtype=name).copy()
    values = array(code)
    values.frombytes(bytes(data))
    if sys.byteorder == "big":
        values.byteswap()
    return values
