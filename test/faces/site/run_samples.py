"""Runs the samples of a folder with a client whose methods only look at what they are given.

    python run_samples.py FOLDER
"""

import inspect
import pathlib
import sys

import spolia

CALLS = []


class Looking:
    """A client or a resource of it: a call fails where the real method would not take its arguments."""

    def __init__(self, real=None):
        self._real = real if real is not None else real_client(base_url="http://127.0.0.1:9")

    def __getattr__(self, name):
        real = getattr(self._real, name)
        if not callable(real):
            return Looking(real)

        def called(*args, **keywords):
            inspect.signature(real).bind(*args, **keywords)
            CALLS.append(name)
            return []

        return called


real_client = spolia.Spolia
spolia.Spolia = Looking
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.py")):
    output, sys.stdout = sys.stdout, None
    try:
        exec(compile(path.read_text(encoding="utf-8"), path.name, "exec"), {})
    finally:
        sys.stdout = output
print(f"{len(CALLS)} calls")
