"""
Builds a corpus with Spark: each partition of a list of numbers is one shard, which `spolia corpus build --shard I/N` builds where the
partition is computed. A shard depends on its inputs alone, so that Spark may repeat one whose executor was lost. Node and spolia are on
every executor; inputs and output are where all of them reach them.

    spark-submit --master spark://… spark.cluster.py --shards 64 -o s3://bucket/books.spolia --dataset books s3-mount/*.jsonl.gz
"""

import argparse
import shlex
import subprocess

from pyspark.sql import SparkSession


def asked():
    parser = argparse.ArgumentParser()
    parser.add_argument("inputs", nargs="+", help="folders and files, as every executor sees them")
    parser.add_argument("-o", "--output", required=True, help="the corpus: a folder that all share, or s3://bucket/prefix")
    parser.add_argument("--dataset", required=True)
    parser.add_argument("--shards", type=int, default=16)
    parser.add_argument("--program", default="spolia", help="how an executor starts spolia")
    return parser.parse_args()


def place(given, shard):
    return f"{given.output}.parts/{shard:04}-of-{given.shards}.spolia"


def spolia(given, *words):
    """Runs spolia, and returns what it says of an error, if any."""
    done = subprocess.run([*shlex.split(given.program), "corpus", *words], capture_output=True, text=True)
    return None if done.returncode == 0 else done.stderr or f"It ended with {done.returncode}."


def build(given, shard):
    """The place of the shard, or none where it has no documents."""
    at = place(given, shard)
    words = ["-o", at, "--dataset", given.dataset, "--shard", f"{shard}/{given.shards}", "--jobs", "1"]
    refused = spolia(given, "build", *words, *given.inputs)
    if refused is None or "exists already" in refused:  # by an executor that was lost before it could say so
        return [at]
    if "no document to build" in refused:
        return []
    raise RuntimeError(f"shard {shard}: {refused}")


def main():
    given = asked()
    spark = SparkSession.builder.appName("spolia corpus build").getOrCreate()
    numbers = spark.sparkContext.parallelize(range(1, given.shards + 1), given.shards)
    parts = numbers.mapPartitions(lambda some: [at for shard in some for at in build(given, shard)]).collect()
    spark.stop()
    refused = spolia(given, "merge", "-o", given.output, "--dataset", given.dataset, *parts)
    if refused is not None:
        raise SystemExit(refused)
    print(f"{given.output}: {len(parts)} shards")


main()
