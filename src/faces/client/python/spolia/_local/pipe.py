"""The engine as a child that answers records over pipes: `spolia pipe`. No service, no port, no file."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import tempfile
import threading
from typing import IO, Any, Iterable, Iterator, Mapping, Union

from .._errors import SpoliaClientError
from .programs import engine_program, node_program


Record = Union[Mapping[str, Any], str]
_END = '{"end":'


class Pipe:
    """One child that does one step over records, given as objects or as lines of JSON. Answers are lines of JSON, in
    the order of the records and as the engine wrote them: another writer would write numbers otherwise. Then `end` is
    known, such a line too.

    `programs` may name `node` and `engine`; else they are looked for where `spolia.local` looks.
    """

    def __init__(self, step: str, settings: Mapping[str, Any], programs: Mapping[str, str] = {}) -> None:
        self.end: str | None = None
        self._first = {"step": step, **settings}
        # A file, since nobody reads a pipe while records are written.
        self._log: IO[bytes] = tempfile.TemporaryFile()
        command = [node_program(programs.get("node")), str(engine_program(programs.get("engine"))), "pipe"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log)
        self._failed: BaseException | None = None

    def answers(self, records: Iterable[Record]) -> Iterator[str]:
        """The answers to all records. Raises SpoliaClientError where the child ends before it has answered all."""
        # Both ends at once: a child that waits for its answers to be read reads no record.
        writer = threading.Thread(target=self._write, args=(records,), daemon=True)
        writer.start()
        assert self._process.stdout is not None
        try:
            for written in self._process.stdout:
                answer = written.decode("utf-8").rstrip("\n")
                if answer.startswith(_END):
                    self.end = answer[len(_END) : -1]
                    break
                yield answer
            else:
                # It ends by itself: what it says of the reason is all there then.
                self._process.wait(30)
            writer.join()
        finally:
            self._close()
        if self._failed is not None:
            raise self._failed
        if self.end is None:
            raise SpoliaClientError(self._told())

    def _write(self, records: Iterable[Record]) -> None:
        assert self._process.stdin is not None
        try:
            with self._process.stdin as pipe:
                pipe.write(_line(self._first))
                for record in records:
                    pipe.write(_line(record))
        except BrokenPipeError:
            pass  # The child has ended; what it said is told by who reads.
        except BaseException as error:
            # Without an end the child would answer part of the records as if they were all.
            self._failed = error
            self._process.kill()

    def _close(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError, ValueError):
                    pipe.close()

    def _told(self) -> str:
        self._log.seek(0)
        told = self._log.read()[-2000:].decode("utf-8", "replace").strip()
        refused = told.startswith("spolia: ") and self._process.returncode == 3
        if refused:
            return told[len("spolia: ") :]
        how = f"It ended with {self._process.returncode}. {told}".strip()
        return f"The engine ended before it had answered all records. {how}"


def end_of(
    step: str, settings: Mapping[str, Any], programs: Mapping[str, str] = {}, records: Iterable[Record] = ()
) -> dict[str, Any]:
    """What a step says at its end, where it answers no record."""
    pipe = Pipe(step, settings, programs)
    for _ in pipe.answers(records):
        pass
    assert pipe.end is not None
    told: dict[str, Any] = json.loads(pipe.end)
    return told


def programs_of(node: str | os.PathLike[str] | None, engine: str | os.PathLike[str] | None) -> dict[str, str]:
    given = {"node": node, "engine": engine}
    return {name: os.fspath(path) for name, path in given.items() if path is not None}


def _line(record: Record) -> bytes:
    # Escaped: a lone surrogate is a text too.
    line = record if isinstance(record, str) else json.dumps(record, separators=(",", ":"), allow_nan=False)
    return line.encode("utf-8") + b"\n"
