"""What runs on executors: a partition of rows, and a child of the engine that answers them over pipes."""

from __future__ import annotations

from collections import deque
from typing import Any, Callable, Iterable, Iterator

import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql import DataFrame

from .._errors import SpoliaClientError
from .._local.pipe import Pipe, Record

Rows = Iterable[dict[str, Any]]
#: Rows of one batch that goes back to Spark, and characters after which it goes anyway.
_BATCH_ROWS = 1_000
_BATCH_CHARACTERS = 1 << 23


def over_partitions(frame: DataFrame, work: Callable[[Rows], Rows], schema: pa.Schema, ddl: str) -> DataFrame:
    """Rows of each partition to rows, lazily. A partition without rows starts no child."""

    def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        rows = (row for batch in batches for row in batch.to_pylist())
        for first in rows:
            yield from batched(work(_with(first, rows)), schema)

    return frame.mapInArrow(run, ddl)


def _with(first: dict[str, Any], others: Rows) -> Rows:
    yield first
    yield from others


def batched(rows: Rows, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    held: list[dict[str, Any]] = []
    characters = 0
    for row in rows:
        held.append(row)
        characters += sum(len(value) for value in row.values() if isinstance(value, str))
        if len(held) >= _BATCH_ROWS or characters >= _BATCH_CHARACTERS:
            yield pa.RecordBatch.from_pylist(held, schema=schema)
            held, characters = [], 0
    if held:
        yield pa.RecordBatch.from_pylist(held, schema=schema)


def partition() -> int:
    context = TaskContext.get()
    assert context is not None
    return context.partitionId()


def document(row: dict[str, Any]) -> dict[str, Any]:
    """The record of a document. A row without an id or a text is named: it would be missing in the answer."""
    for name in ("id", "text"):
        if row[name] is None:
            raise SpoliaClientError(f"A row has no {name} (its id is {row['id']!r}): filter such rows out before.")
    return {"document": {name: value for name, value in row.items() if value is not None}}


def one_by_one(pipe: Pipe, rows: Rows, record_of: Callable[[dict[str, Any]], Record]) -> Iterator[tuple[Any, str]]:
    """Each row with its answer, for steps that answer every record once."""
    waiting: deque[dict[str, Any]] = deque()

    def records() -> Iterator[Record]:
        for row in rows:
            waiting.append(row)
            yield record_of(row)

    for answer in pipe.answers(records()):
        yield waiting.popleft(), answer
