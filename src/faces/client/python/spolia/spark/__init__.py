"""The engine over DataFrames of Spark: searched, audited, cleaned, freed of duplicates, built into a corpus.

Each task starts one child of the engine in this wheel, which answers the rows of its partition over pipes. Spark tries
a task again whose executor or child was lost. Needs the extra `spark`, on the driver and on all executors; PySpark 3.5
or 4, also through Spark Connect.

The documents are the rows in the order of the frame's partitions, which is the order of `frame.collect()`; where order
tells (which of two duplicates is the first), it is this one. Columns that are named by `id` and `text` are read, and
`title` where the frame has it.
"""

from ._audit import AUDIT_ITEMS, AUDIT_LEDGER, AUDIT_SUMMARY, Audited, Cleaned, audit, clean
from ._corpora import ANALYSES, analyze, build_corpus
from ._duplicates import DUPLICATES, dedup

__all__ = [
    "ANALYSES",
    "AUDIT_ITEMS",
    "AUDIT_LEDGER",
    "AUDIT_SUMMARY",
    "DUPLICATES",
    "Audited",
    "Cleaned",
    "analyze",
    "audit",
    "build_corpus",
    "clean",
    "dedup",
]
