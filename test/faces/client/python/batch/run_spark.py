"""Does everything that spolia.spark does, in a cluster of its own on this machine: two workers of one core.

    python run_spark.py GIVEN.json      writes one JSON document

`engine` in the file kills the first child that has answered twice; without it the engine is that of the package.
"""

import json
import os
import sys

import pyspark
from pyspark.sql import SparkSession

import spolia.spark
from spolia import SpoliaClientError

with open(sys.argv[1], encoding="utf-8") as file:
    given = json.load(file)
os.environ["SPARK_HOME"] = os.path.dirname(pyspark.__file__)
builder = SparkSession.builder.master(given["master"]).config("spark.ui.enabled", "false")
builder = builder.config("spark.sql.shuffle.partitions", "4").config("spark.executorEnv.PYTHONPATH", os.environ["PYTHONPATH"])
for name, value in given["environment"].items():
    builder = builder.config(f"spark.executorEnv.{name}", value)
spark = builder.config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1").getOrCreate()
spark.sparkContext.setLogLevel("OFF")
programs = {"node": given.get("node"), "engine": given.get("engine")}


def frame_of(documents, partitions):
    rows = [(one["id"], one["text"], one.get("title"), number) for number, one in enumerate(documents)]
    spread = spark.sparkContext.parallelize(rows, partitions)
    return spark.createDataFrame(spread, "id STRING, text STRING, title STRING, number LONG")


def lines(frame):
    return [row["json"] for row in frame.select("json").collect()]


def refusal(call):
    try:
        call()
    except SpoliaClientError as error:
        return str(error)
    return None


frame = frame_of(given["documents"], 5)
told = {"version": pyspark.__version__}
audited = spolia.spark.audit(frame, given["items"], **programs)
told["items"] = lines(audited.items)
told["summary"] = audited.summary.head().asDict()
told["first"] = audited.items.head().asDict(True)
alone = spolia.spark.audit(frame_of(given["documents"], 1), frame_of(given["items"], 2), **programs)
told["alone"] = lines(alone.items)
told["nothing"] = lines(spolia.spark.audit(frame.limit(0), given["items"], **programs).items)

for cut in ("document", "passage"):
    cleaned = spolia.spark.clean(frame, given["items"], cut=cut, **programs)
    rows = cleaned.frame.orderBy("number").collect()
    told[cut] = {"columns": cleaned.frame.columns, "rows": [[row["id"], row["text"]] for row in rows]}
    told[cut]["ledger"] = sorted(
        [row["id"], row["rule"], [[one["item"], one["share"], one["edits"]] for one in row["found"]]]
        for row in cleaned.ledger.collect()
    )

told["pairs"] = {level: lines(spolia.spark.dedup(frame, level=level, **programs)) for level in ("document", "paragraph")}
told["exact"] = lines(spolia.spark.dedup(frame, threshold=1, **programs))

told["corpus"] = spolia.spark.build_corpus(frame, given["corpus"], dataset="tests", name="tests", **programs)
analyses = spolia.spark.analyze(frame_of([*given["contents"], {"id": "none", "text": ""}], 3), given["corpus"], **programs)
told["analyses"] = [[row["id"], row["verdict"], row["json"], row["error"]] for row in analyses.collect()]

told["refused"] = [
    refusal(lambda: spolia.spark.audit(frame, [], **programs)),
    refusal(lambda: spolia.spark.audit(frame, given["items"], findings=0, **programs)),
    refusal(lambda: spolia.spark.dedup(frame, threshold=0.1, **programs)),
    refusal(lambda: spolia.spark.clean(frame.union(frame), given["items"], **programs)),
    refusal(lambda: spolia.spark.build_corpus(frame.limit(0), given["corpus"], dataset="tests", **programs)),
]
try:
    lines(spolia.spark.audit(frame.selectExpr("id", "nullif(id, 'd3') AS text"), given["items"], **programs).items)
except Exception as error:
    told["refused"].append(next(line for line in str(error).splitlines() if "A row has no text" in line))
spark.stop()
print(json.dumps(told))
