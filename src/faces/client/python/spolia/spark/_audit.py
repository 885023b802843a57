"""Audits: which rows hold given texts, and the rows without them."""

from __future__ import annotations

import json
import os
from typing import Any, Iterable, Iterator, Literal, Mapping, NamedTuple, Sequence, Union

import pyarrow as pa
from pyspark import StorageLevel
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .._errors import SpoliaClientError
from .._local.pipe import Pipe, end_of, programs_of
from ._tasks import Rows, document, one_by_one, over_partitions, partition

_SPAN = "STRUCT<start: LONG, end: LONG>"
_PASSAGE = f"STRUCT<kind: STRING, item: {_SPAN}, document: {_SPAN}, agreeing_words: LONG, edited_words: LONG>"
_FINDING = (
    "STRUCT<document: STRING, title: STRING, holds: BOOLEAN, share: DOUBLE, occurrences: LONG, edits: DOUBLE,"
    f" passages: ARRAY<{_PASSAGE}>>"
)
#: Schema of `Audited.items`, the fields of `AuditedItem`; a column `json` has the same as `spolia audit --results` writes it.
AUDIT_ITEMS = (
    "id STRING, words LONG, own_words LONG, left_out ARRAY<STRUCT<rule: STRING, words: LONG>>, judged_by STRING,"
    " status STRING, documents LONG, documents_in_part LONG, occurrences LONG, expected_by_chance DOUBLE,"
    f" findings ARRAY<{_FINDING}>, same_as STRING"
)
#: Schema of `Audited.summary`, one row: the fields of `AuditSummary`, and whether nothing was left out; also `json`.
AUDIT_SUMMARY = (
    "items LONG, found LONG, in_part LONG, not_found LONG, by_chance LONG, not_judged LONG, short_items LONG,"
    " documents_with_items LONG, documents LONG, words LONG"
)
#: Schema of `Cleaned.ledger`: a row for each document that lost something; `spans` are null where it went as a whole.
AUDIT_LEDGER = (
    "id STRING, rule STRING, found ARRAY<STRUCT<item: STRING, share: DOUBLE, edits: DOUBLE>>,"
    f" spans ARRAY<{_SPAN}>"
)

Items = Union[DataFrame, Iterable[Mapping[str, str]]]
_SEEN = pa.schema([("partition", pa.int32()), ("row", pa.int64()), ("line", pa.string())])
_JOINED = pa.schema([("is_end", pa.bool_()), ("line", pa.string())])
_CUT = pa.schema([("id", pa.string()), ("text", pa.string()), ("line", pa.string()), ("taken", pa.string())])


class Audited(NamedTuple):
    items: DataFrame
    summary: DataFrame


class Cleaned(NamedTuple):
    #: The rows of the frame with all of their columns, without what holds items.
    frame: DataFrame
    ledger: DataFrame


def audit(
    frame: DataFrame,
    items: Items,
    *,
    id: str = "id",
    text: str = "text",
    ignore: Sequence[str] = (),
    findings: int = 100,
    node: str | os.PathLike[str] | None = None,
    engine: str | os.PathLike[str] | None = None,
) -> Audited:
    """Which rows hold these texts: the result of `spolia audit` over the same documents.

    `items` have `id` and `text`, and are sent to every task. With items of fewer than 12 words the frame is computed
    twice, first for its sizes: which words are counted depends on what is before a partition. A frame that comes in
    another order the second time is noticed, and these items are not judged.
    """
    programs = programs_of(node, engine)
    settings = {"items": _listed(items), "ignore": list(ignore)}
    asked = end_of("audit items", {**settings, "findings": findings}, programs)
    rows = _rows(frame, id, text)
    before = _sizes(rows, programs) if asked["has_short"] else {}
    joined = _joined(_seen(rows, settings, before, programs), {**settings, "findings": findings}, programs)
    joined = joined.persist(StorageLevel.MEMORY_AND_DISK)
    told = joined.where(~F.col("is_end")).select(F.from_json("line", AUDIT_ITEMS).alias("item"), F.col("line").alias("json"))
    end = F.from_json("line", f"summary STRUCT<{AUDIT_SUMMARY}>, completeness STRUCT<complete: BOOLEAN>")
    summed = joined.where("is_end").select(end.alias("end"), F.col("line").alias("json"))
    return Audited(
        told.select("item.*", "json"),
        summed.select("end.summary.*", F.col("end.completeness.complete").alias("complete"), "json"),
    )


def clean(
    frame: DataFrame,
    items: Items,
    *,
    id: str = "id",
    text: str = "text",
    cut: Literal["document", "passage"] = "document",
    ignore: Sequence[str] = (),
    node: str | os.PathLike[str] | None = None,
    engine: str | os.PathLike[str] | None = None,
) -> Cleaned:
    """The frame without the documents, or the passages, that hold items: what `spolia audit --clean` takes out.

    Ids must be unique. It works at once, and again where later documents show that what was taken out of earlier ones
    is a frame that they have in common.
    """
    if cut not in ("document", "passage"):
        raise SpoliaClientError("cut must be 'document' or 'passage'.")
    programs = programs_of(node, engine)
    rows = _rows(frame, id, text)
    repeated = rows.groupBy("id").count().where("count > 1").head(1)
    if repeated:
        raise SpoliaClientError(f"The id {repeated[0]['id']!r} is that of several rows: which one to clean is not known.")
    settings: dict[str, Any] = {"items": _listed(items), "ignore": list(ignore), "frames": []}
    while True:
        joined = _joined(_seen(rows, settings, {}, programs), {**settings, "cut": cut}, programs)
        joined = joined.persist(StorageLevel.MEMORY_AND_DISK)
        [end] = joined.where("is_end").collect()
        again = json.loads(end["line"])["again"]
        if again is None:
            break
        settings["frames"] = again
        joined.unpersist()
    taken = joined.where(~F.col("is_end")).select(F.get_json_object("line", "$.document").alias("id"), "line")
    if cut == "document":
        gone = taken.select(F.col("id").alias("_spolia_id"))
        kept = frame.join(gone, F.col(id).cast("string") == F.col("_spolia_id"), "left_anti")
        return Cleaned(kept, taken.select("id", *_ledger("line"), F.lit(None).cast(f"ARRAY<{_SPAN}>").alias("spans")))
    return _without_passages(frame, id, text, rows.join(taken, "id").select("id", "text", "line"), programs)


def _without_passages(frame: DataFrame, id: str, text: str, held: DataFrame, programs: Mapping[str, str]) -> Cleaned:
    def work(given: Rows) -> Iterator[dict[str, Any]]:
        spans = {"document": None}

        def record(row: dict[str, Any]) -> dict[str, Any]:
            return {"text": row["text"], "spans": json.loads(row["line"])["spans"]}

        for row, answer in one_by_one(Pipe("cut", spans, programs), given, record):
            cut = json.loads(answer)
            spans_taken = None if cut["taken"] is None else json.dumps(cut["taken"])
            yield {"id": row["id"], "text": cut["text"], "line": row["line"], "taken": spans_taken}

    made = over_partitions(held, work, _CUT, "id STRING, text STRING, line STRING, taken STRING")
    made = made.persist(StorageLevel.MEMORY_AND_DISK)
    cut_rows = made.select(F.col("id").alias("_spolia_id"), F.col("text").alias("_spolia_text"))
    joined = frame.join(cut_rows, F.col(id).cast("string") == F.col("_spolia_id"), "left")
    kept = joined.where("_spolia_id IS NULL OR _spolia_text IS NOT NULL")
    cleaned = kept.withColumn(text, F.coalesce(F.col("_spolia_text"), F.col(text))).drop("_spolia_id", "_spolia_text")
    return Cleaned(cleaned, made.select("id", *_ledger("line"), F.from_json("taken", f"ARRAY<{_SPAN}>").alias("spans")))


def _ledger(line: str) -> list[Any]:
    read = F.from_json(line, "rule STRING, found ARRAY<STRUCT<item: STRING, share: DOUBLE, edits: DOUBLE>>")
    return [read["rule"].alias("rule"), read["found"].alias("found")]


def _rows(frame: DataFrame, id: str, text: str) -> DataFrame:
    title = [F.col("title").cast("string").alias("title")] if "title" in frame.columns and text != "title" else []
    return frame.select(F.col(id).cast("string").alias("id"), F.col(text).cast("string").alias("text"), *title)


def _listed(items: Items) -> list[dict[str, str]]:
    if isinstance(items, DataFrame):
        return [{"id": row["id"], "text": row["text"]} for row in items.select("id", "text").collect()]
    return [{"id": item["id"], "text": item["text"]} for item in items]


def _sizes(rows: DataFrame, programs: Mapping[str, str]) -> dict[int, dict[str, int]]:
    """What is before each partition."""

    def work(given: Rows) -> Iterator[dict[str, Any]]:
        size = end_of("audit sizes", {}, programs, (document(row) for row in given))
        yield {"partition": partition(), **size}

    schema = pa.schema([("partition", pa.int32()), ("documents", pa.int64()), ("words", pa.int64())])
    sizes = over_partitions(rows, work, schema, "partition INT, documents LONG, words LONG").collect()
    before: dict[int, dict[str, int]] = {}
    looked = {"documents": 0, "words": 0}
    for size in sorted(sizes, key=lambda one: int(one["partition"])):
        before[size["partition"]] = dict(looked)
        looked = {name: looked[name] + size[name] for name in looked}
    return before


def _seen(
    rows: DataFrame, settings: Mapping[str, Any], before: Mapping[int, Mapping[str, int]], programs: Mapping[str, str]
) -> DataFrame:
    def work(given: Rows) -> Iterator[dict[str, Any]]:
        at = partition()
        pipe = Pipe("audit see", {**settings, "before": before.get(at)}, programs)
        for answer in pipe.answers(document(row) for row in given):
            yield {"partition": at, "row": _row_of(answer), "line": answer}
        assert pipe.end is not None
        yield {"partition": at, "row": _row_of(pipe.end), "line": pipe.end}

    return over_partitions(rows, work, _SEEN, "partition INT, row LONG, line STRING")


def _row_of(line: str) -> int:
    """Of `{"row":12,…`, without reading all of it."""
    return int(line[len('{"row":') : line.index(",")])


def _joined(seen: DataFrame, settings: Mapping[str, Any], programs: Mapping[str, str]) -> DataFrame:
    """One task over what all have seen, in the order of the rows: its memory does not grow with them."""

    def work(given: Rows) -> Iterator[dict[str, Any]]:
        pipe = Pipe("audit join", settings, programs)
        for answer in pipe.answers(row["line"] for row in given if row["line"] is not None):
            yield {"is_end": False, "line": answer}
        yield {"is_end": True, "line": pipe.end}

    # One row more, behind the others so that their partitions keep their numbers: a frame without rows has a result too.
    none = seen.sparkSession.range(1).selectExpr("-1 AS partition", "0L AS row", "CAST(NULL AS STRING) AS line")
    ordered = seen.union(none).repartition(1).sortWithinPartitions("partition", "row").select("line")
    return over_partitions(ordered, work, _JOINED, "is_end BOOLEAN, line STRING")
