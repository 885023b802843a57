"""Which of these items stand in these files? What somebody writes who knows Spark, and has not read this code.

    python audit.py FILES ITEMS RESULTS        SPOLIA_ENGINE and NODE name the engine that is tested
"""

import os
import sys

from pyspark.sql import SparkSession

import spolia.spark

files, items, results = sys.argv[1:]
spark = SparkSession.builder.getOrCreate()
frame = spark.read.schema("id STRING, text STRING").json(files)
asked = spark.read.schema("id STRING, text STRING").json(items)
audited = spolia.spark.audit(frame, asked, engine=os.environ["SPOLIA_ENGINE"], node=os.environ["NODE"])
audited.items.select("json").coalesce(1).write.text(results)
print(audited.summary.head()["json"])
