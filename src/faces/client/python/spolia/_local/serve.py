"""The whole engine as a child process behind the client's interface: it works offline, and no text leaves the machine.

Node comes as a wheel with the extra `local`; the engine is in the wheel, or is named by `engine` or SPOLIA_ENGINE.
"""

from __future__ import annotations

import atexit
import json
import os
import secrets
import subprocess
import tempfile
import threading
from typing import IO, Any, Sequence

from .._client import Spolia
from .._errors import SpoliaClientError
from .programs import engine_program, node_program

#: Ends the engine with this process, however that ends: its standard input is closed then. Its threads have none.
_WITH_PARENT = (
    "data:text/javascript,import{isMainThread}from'node:worker_threads';"
    "if(isMainThread)process.stdin.resume().on('end',()=>process.kill(process.pid,'SIGTERM'))"
)
START_SECONDS = 60.0


class LocalSpolia(Spolia):
    """The client of an engine that runs on this machine, until `close`."""

    def __init__(self, process: subprocess.Popen[str], log: IO[bytes], api_key: str, url: str, **options: Any) -> None:
        super().__init__(api_key=api_key, base_url=url, **options)
        self._process = process
        self._log = log
        atexit.register(self._end)

    def close(self) -> None:
        """Ends the connections and the engine."""
        super().close()
        self._end()

    def _end(self) -> None:
        atexit.unregister(self._end)
        _ended(self._process)
        self._log.close()


def local(
    corpora: Sequence[str | os.PathLike[str]] = (),
    *,
    data: str | os.PathLike[str] | None = None,
    arguments: Sequence[str] = (),
    engine: str | os.PathLike[str] | None = None,
    node: str | os.PathLike[str] | None = None,
    timeout: float | None = None,
    max_retries: int | None = None,
) -> LocalSpolia:
    """Starts the engine with these corpora, and gives its client. Other programs of this machine cannot use it.

    `data` is a folder for works, results and monitors; without, they are in memory. `arguments` are further ones of
    `spolia serve`. Raises SpoliaClientError where there is no Node or no engine, or where the engine does not start.
    """
    command = [node_program(node), "--import", _WITH_PARENT, str(engine_program(engine)), "serve", "--port", "0", "--json"]
    command += ["--log", "none"]
    for corpus in corpora:
        command += ["--corpus", os.fspath(corpus)]
    if data is not None:
        command += ["--data", os.fspath(data)]
    key = f"local-{secrets.token_hex(24)}"
    # A file, since nobody reads a pipe while the engine works.
    log = tempfile.TemporaryFile()
    process = subprocess.Popen(
        [*command, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
        encoding="utf-8",
        env={**os.environ, "SPOLIA_API_KEY": key},
    )
    try:
        url = _address(process, log)
        return LocalSpolia(process, log, key, url, timeout=timeout, max_retries=max_retries)
    except BaseException:
        _ended(process)
        log.close()
        raise


def _address(process: subprocess.Popen[str], log: IO[bytes]) -> str:
    """The address that the engine prints once it answers."""
    assert process.stdout is not None
    late = threading.Timer(START_SECONDS, process.kill)
    # The program may end before: nothing waits for the time then.
    late.daemon = True
    late.start()
    printed = ""
    try:
        for line in process.stdout:
            printed += line
            # The document may take several lines.
            if line.rstrip().endswith("}"):
                break
    finally:
        late.cancel()
    try:
        return str(json.loads(printed)["url"])
    except (ValueError, KeyError, TypeError):
        process.kill()
        process.wait()
        log.seek(0)
        told = log.read()[-2000:].decode("utf-8", "replace").strip()
        raise SpoliaClientError(f"The engine did not start: {told or 'it said nothing.'}") from None


def _ended(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
