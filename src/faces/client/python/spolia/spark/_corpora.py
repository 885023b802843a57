"""Corpora: rows are searched in them, or become one."""

from __future__ import annotations

import os
import re
import shutil
from typing import Any, Iterator, Mapping, Sequence

import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .._errors import SpoliaClientError
from .._local.pipe import Pipe, end_of, programs_of
from ._tasks import Rows, document, one_by_one, over_partitions, partition

#: Schema of what `analyze` gives, fields of `AnalyzeResult`; `json` has all of it, `error` says why there is none.
ANALYSES = (
    "verdict STRING, confidence DOUBLE, confidence_ci_95 ARRAY<DOUBLE>, passage_confidence DOUBLE, relation STRING,"
    " potential_matches LONG, fingerprint STRING"
)
_ANSWERS = pa.schema([("id", pa.string()), ("json", pa.string()), ("error", pa.string())])
_PARTS = pa.schema([("partition", pa.int32()), ("place", pa.string())])
_FIELDS = {"title": "string", "author": "string", "year": "int", "lang": "string", "url": "string", "licence": "string"}


def analyze(
    frame: DataFrame,
    corpus: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    *,
    id: str = "id",
    text: str = "text",
    metadata: Mapping[str, str] = {},
    options: Mapping[str, Any] = {},
    node: str | os.PathLike[str] | None = None,
    engine: str | os.PathLike[str] | None = None,
) -> DataFrame:
    """In which corpora each row is found: a row for each, with the result of `spolia analyze`, lazily.

    `corpus` is where every executor reaches it: `s3://…` (`s3a://…` is the same), a web host, a folder that all share.
    `metadata` names columns: `{"title": "name", "published": "date"}`. `options` are those of the request.
    """
    corpora = [corpus] if isinstance(corpus, (str, os.PathLike)) else list(corpus)
    settings = {"corpus": [_place(one) for one in corpora], **({"options": dict(options)} if options else {})}
    programs = programs_of(node, engine)

    def record(row: dict[str, Any]) -> dict[str, Any]:
        content = document(row)["document"]["text"]
        stated = {name: row[f"meta_{name}"] for name in metadata if row[f"meta_{name}"] is not None}
        return {"content": content, **({"metadata": stated} if stated else {})}

    def work(given: Rows) -> Iterator[dict[str, Any]]:
        for row, answer in one_by_one(Pipe("analyze", settings, programs), given, record):
            if answer.startswith('{"result":'):
                yield {"id": row["id"], "json": answer[len('{"result":') : -1], "error": None}
            else:
                yield {"id": row["id"], "json": None, "error": answer[len('{"error":') : -1]}

    given = [F.col(column).cast("string").alias(f"meta_{name}") for name, column in metadata.items()]
    rows = frame.select(F.col(id).cast("string").alias("id"), F.col(text).cast("string").alias("text"), *given)
    answers = over_partitions(rows, work, _ANSWERS, "id STRING, json STRING, error STRING")
    error = F.from_json("error", "code STRING, message STRING").alias("error")
    read = answers.select("id", F.from_json("json", ANALYSES).alias("result"), "json", error)
    return read.select("id", "result.*", "json", "error")


def build_corpus(
    frame: DataFrame,
    output: str | os.PathLike[str],
    *,
    dataset: str,
    id: str = "id",
    text: str = "text",
    name: str | None = None,
    options: Mapping[str, Any] = {},
    node: str | os.PathLike[str] | None = None,
    engine: str | os.PathLike[str] | None = None,
) -> dict[str, Any]:
    """Builds a corpus of the rows at `output`, and returns what it says of itself: that of one build, in this order.

    `output` is where driver and executors write: `s3://…` (`s3a://…` is the same) with the keys of the environment
    (`AWS_ACCESS_KEY_ID` …), or a folder that all share. Each partition is first a corpus of its own beside it, in
    `OUTPUT.parts/`, and is removed when all are merged. Columns `title`, `author`, `year`, `lang`, `url` and `licence`
    are kept where the frame has them. `options` are further ones of a build: `text`, `profile`, `codec`, `declaredBy`.
    """
    programs = programs_of(node, engine)
    place = _place(output)
    named = {"name": name or re.sub(r"\.spolia$", "", re.split(r"[\\/]", place)[-1]), "dataset": dataset, **options}

    def work(given: Rows) -> Iterator[dict[str, Any]]:
        context = TaskContext.get()
        assert context is not None
        # Of its own in each attempt: one that was lost may have left half of it.
        at = f"{place}.parts/{partition():05}-{context.taskAttemptId()}.spolia"
        end = end_of("build", {**named, "output": at}, programs, (document(row) for row in given))
        if end["corpus"] is not None:
            yield {"partition": partition(), "place": at}

    kept = [F.col(field).cast(kind).alias(field) for field, kind in _FIELDS.items() if field in frame.columns]
    rows = frame.select(F.col(id).cast("string").alias("id"), F.col(text).cast("string").alias("text"), *kept)
    parts = over_partitions(rows, work, _PARTS, "partition INT, place STRING").collect()
    if not parts:
        raise SpoliaClientError("The frame has no rows: there is nothing to build a corpus of.")
    places = [row["place"] for row in sorted(parts, key=lambda row: int(row["partition"]))]
    info: dict[str, Any] = end_of("merge", {**named, "output": place, "parts": places}, programs)["corpus"]
    if "://" not in place:
        shutil.rmtree(f"{place}.parts", ignore_errors=True)
    return info


def _place(where: str | os.PathLike[str]) -> str:
    """Hadoop's name of object storage is s3a."""
    return re.sub(r"^s3[an]://", "s3://", os.fspath(where), flags=re.IGNORECASE)
