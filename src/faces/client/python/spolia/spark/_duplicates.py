"""Duplicates: which rows, or lines and paragraphs of them, repeat earlier ones."""

from __future__ import annotations

import json
import os
from typing import Any, Iterator, Literal, Sequence

import pyarrow as pa
from pyspark import StorageLevel
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.window import Window

from .._local.pipe import Pipe, end_of, programs_of
from ._audit import _rows
from ._tasks import Rows, document, one_by_one, over_partitions, partition

_PART = "STRUCT<document: STRING, span: STRUCT<start: LONG, end: LONG>>"
#: Schema of the pairs, the fields of `DuplicatePair`; a column `json` has the same as `spolia dedup --pairs` writes it.
DUPLICATES = f"kind STRING, part {_PART}, of {_PART}, similarity DOUBLE"

_AT = ["partition", "row", "unit"]
_KEYS = pa.schema(
    [
        ("partition", pa.int32()),
        ("row", pa.int64()),
        ("unit", pa.int32()),
        ("words", pa.string()),
        ("bands", pa.list_(pa.int64())),
        ("line", pa.string()),
    ]
)
_PAIRS = pa.schema([("json", pa.string())])


def dedup(
    frame: DataFrame,
    *,
    id: str = "id",
    text: str = "text",
    level: Literal["line", "paragraph", "document"] = "document",
    threshold: float = 0.7,
    words: int = 5,
    ignore: Sequence[str] = (),
    node: str | os.PathLike[str] | None = None,
    engine: str | os.PathLike[str] | None = None,
) -> DataFrame:
    """Each row, line or paragraph that repeats an earlier one, with what it repeats: the pairs of `spolia dedup`.

    Keys are made in every task and joined by Spark. What shares a key with another is decided in one task, as on one
    machine, since what is near depends on what was kept before: some 6 kB of memory for each of these. To drop
    the rows: `frame.join(pairs, frame.id == pairs.part.document, "left_anti")`.
    """
    programs = programs_of(node, engine)
    settings = {"level": level, "threshold": threshold, "wordsMin": words, "ignore": list(ignore)}
    end_of("dedup keys", settings, programs)  # Options out of range are refused here, not in a task.

    def keys_of(given: Rows) -> Iterator[dict[str, Any]]:
        at = partition()
        for number, (_, answer) in enumerate(one_by_one(Pipe("dedup keys", settings, programs), given, document)):
            for unit, one in enumerate(json.loads(answer)["units"]):
                bands = one.pop("bands")
                keys = {"words": one["id"], "bands": bands, "line": json.dumps(one)}
                yield {"partition": at, "row": number, "unit": unit, **keys}

    def decide(given: Rows) -> Iterator[dict[str, Any]]:
        for answer in Pipe("dedup decide", settings, programs).answers(row["line"] for row in given):
            pair = answer[len('{"pair":') : -1]
            if pair != "null":
                yield {"json": pair}

    ddl = "partition INT, row LONG, unit INT, words STRING, bands ARRAY<LONG>, line STRING"
    keys = over_partitions(_rows(frame, id, text), keys_of, _KEYS, ddl).persist(StorageLevel.DISK_ONLY)
    needed = keys.join(_sharing(keys), _AT, "left_semi").repartition(1).sortWithinPartitions(*_AT).select("line")
    pairs = over_partitions(needed, decide, _PAIRS, "json STRING")
    return pairs.select(F.from_json("json", DUPLICATES).alias("pair"), "json").select("pair.*", "json")


def _sharing(keys: DataFrame) -> DataFrame:
    """The units that have the words, or a band, of another one: no other can repeat or be repeated."""
    banded = keys.select(*_AT, F.posexplode("bands").alias("place", "key"))
    by_words = keys.select(*_AT, F.lit(-1).alias("place"), F.col("words").alias("key"))
    every = banded.select(*_AT, "place", F.col("key").cast("string").alias("key")).unionByName(by_words)
    many = every.withColumn("many", F.count(F.lit(1)).over(Window.partitionBy("place", "key"))).where("many > 1")
    return many.select(*_AT).distinct()
