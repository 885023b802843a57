"""Steps of datatrove: which documents of a pipeline hold given texts? Needs datatrove and the extra `local`.

    Audit(items, "audit/")              # in the pipeline, on every rank: passes documents on, notes what they share
    AuditResult(items, "audit/", "out/")   # afterwards, in one task: the result, as `spolia audit --results` writes it
"""

from __future__ import annotations

import os
import queue
import re
import threading
from typing import Any, Iterable, Iterator, Mapping, Sequence

from datatrove.io import DataFolderLike, get_datafolder
from datatrove.pipeline.base import DocumentsPipeline, PipelineStep

from ._errors import SpoliaClientError
from ._local.pipe import Pipe, programs_of

RESULT = "audit.jsonl"
#: Documents that wait for the engine while others are passed on.
_WAITING = 64
_NAME = re.compile(r"(\d+)-of-(\d+)\.seen\.jsonl")


class Audit(PipelineStep):
    """Notes in `folder` what the documents of each rank share with the items, and passes them on as they are.

    Whether a document holds an item is known only when all are seen, since frames that documents have in common are no
    evidence: `AuditResult` says it.
    """

    type = "🔎 - AUDIT"
    name = "spolia audit"

    def __init__(
        self,
        items: Iterable[Mapping[str, str]],
        folder: DataFolderLike,
        *,
        ignore: Sequence[str] = (),
        node: str | os.PathLike[str] | None = None,
        engine: str | os.PathLike[str] | None = None,
    ) -> None:
        super().__init__()
        self.settings = _settings(items, ignore)
        self.folder = get_datafolder(folder)
        self.programs = programs_of(node, engine)

    def run(self, data: DocumentsPipeline = None, rank: int = 0, world_size: int = 1) -> DocumentsPipeline:
        with self.folder.open(f"{rank:05}-of-{world_size:05}.seen.jsonl", "wt") as file:
            pipe = Pipe("audit see", self.settings, self.programs)
            feeder = _Feeder(pipe, file)
            for document in data or ():
                title = document.metadata.get("title")
                told = {"title": title} if isinstance(title, str) else {}
                with self.track_time():
                    feeder.put({"document": {"id": str(document.id), "text": document.text, **told}})
                self.stat_update("seen")
                yield document
            feeder.finish()
            file.write(f"{pipe.end}\n")


class _Feeder:
    """Gives records to the engine while the pipeline goes on, and writes the answers to a file."""

    def __init__(self, pipe: Pipe, file: Any) -> None:
        self._records: queue.Queue[Any] = queue.Queue(_WAITING)
        self._failed: BaseException | None = None
        self._thread = threading.Thread(target=self._answer, args=(pipe, file), daemon=True)
        self._thread.start()

    def _answer(self, pipe: Pipe, file: Any) -> None:
        try:
            for answer in pipe.answers(iter(self._records.get, None)):
                file.write(f"{answer}\n")
        except BaseException as error:
            self._failed = error

    def put(self, record: Any) -> None:
        while True:
            if self._failed is not None:
                raise self._failed
            try:
                return self._records.put(record, timeout=1)
            except queue.Full:
                continue

    def finish(self) -> None:
        self.put(None)
        self._thread.join()
        if self._failed is not None:
            raise self._failed


class AuditResult(PipelineStep):
    """Joins what all ranks of `Audit` noted, in one task, and writes `audit.jsonl` to `output`.

    The documents are those of the ranks in their order. Where they have over four million words together, items of
    fewer than 12 words are not judged, and the result says so: use `spolia.spark.audit` for these.
    """

    type = "🔎 - AUDIT"
    name = "spolia audit result"

    def __init__(
        self,
        items: Iterable[Mapping[str, str]],
        folder: DataFolderLike,
        output: DataFolderLike,
        *,
        ignore: Sequence[str] = (),
        findings: int = 100,
        node: str | os.PathLike[str] | None = None,
        engine: str | os.PathLike[str] | None = None,
    ) -> None:
        super().__init__()
        self.settings = {**_settings(items, ignore), "findings": findings}
        self.folder = get_datafolder(folder)
        self.output = get_datafolder(output)
        self.programs = programs_of(node, engine)

    def run(self, data: DocumentsPipeline = None, rank: int = 0, world_size: int = 1) -> DocumentsPipeline:
        if rank == 0:
            with self.track_time("task"):
                pipe = Pipe("audit join", self.settings, self.programs)
                items = list(pipe.answers(self._seen()))
                assert pipe.end is not None
                summary = pipe.end[: pipe.end.rindex(',"again":')] + "}"
                with self.output.open(RESULT, "wt") as file:
                    file.writelines(f"{line}\n" for line in [summary, *items])
        yield from data or ()

    def _seen(self) -> Iterator[str]:
        """What the ranks noted. A rank that is missing, or did not come to its end, is no part of a result."""
        names = sorted(name for name in self.folder.list_files() if _NAME.fullmatch(name))
        worlds = {int(_NAME.fullmatch(name)[2]) for name in names}  # type: ignore[index]
        if len(worlds) != 1 or worlds != {len(names)}:
            many = " or ".join(str(world) for world in sorted(worlds)) or "some"
            raise SpoliaClientError(f"There are {len(names)} ranks of an audit of {many}: let Audit run to its end.")
        for name in names:
            last = ""
            with self.folder.open(name, "rt") as file:
                for line in file:
                    last = line.rstrip("\n")
                    yield last
            if '"part":' not in last:
                raise SpoliaClientError(f"{name} has no end: let Audit run to its end.")


def _settings(items: Iterable[Mapping[str, str]], ignore: Sequence[str]) -> dict[str, Any]:
    return {"items": [{"id": item["id"], "text": item["text"]} for item in items], "ignore": list(ignore)}
