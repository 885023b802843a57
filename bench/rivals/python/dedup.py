"""Removes near-duplicate documents with a library of PyPI. argv: library, JSON Lines with `id` and `text`, a folder for its own files.

Prints {"removed": [ids], "version": ..., "cpuSeconds": ..., "maxResidentBytes": ...}. All take runs of five words, 256 places and a
threshold of .7, and the library's own bands; words are what text-dedup takes for them.
"""
import json
import re
import resource
import subprocess
import sys
import time
from importlib.metadata import version

THRESHOLD = 0.7
PLACES = 256
RUN_WORDS = 5
NOT_A_WORD = re.compile(r"\W+", re.UNICODE)


def documents(path):
    with open(path, encoding="utf8") as lines:
        for line in lines:
            yield json.loads(line)


def runs(text):
    words = [word for word in NOT_A_WORD.split(text.lower()) if word]
    return {" ".join(words[at : at + RUN_WORDS]) for at in range(max(1, len(words) - RUN_WORDS + 1))}


def by_datasketch(path, _):
    from datasketch import MinHash, MinHashLSH

    index = MinHashLSH(threshold=THRESHOLD, num_perm=PLACES)
    kept = {}
    removed = []
    for one in documents(path):
        sketch = MinHash(num_perm=PLACES)
        sketch.update_batch([run.encode() for run in runs(one["text"])])
        if any(kept[other].jaccard(sketch) >= THRESHOLD for other in index.query(sketch)):
            removed.append(one["id"])
            continue
        index.insert(one["id"], sketch)
        kept[one["id"]] = sketch
    return removed


def by_rensa(path, _):
    from rensa import RMinHash, RMinHashDeduplicator

    deduplicator = RMinHashDeduplicator(threshold=THRESHOLD, num_perm=PLACES, use_lsh=True)
    removed = []
    for one in documents(path):
        sketch = RMinHash(num_perm=PLACES, seed=42)
        sketch.update(list(runs(one["text"])))
        if not deduplicator.add(one["id"], sketch):
            removed.append(one["id"])
    return removed


def by_text_dedup(path, folder):
    """Its own command; what it writes is compared with what it read."""
    output = folder + "/kept"
    command = [sys.executable, "-m", "text_dedup.minhash", "--path", "json", "--data_files", path, "--split", "train"]
    command += ["--cache_dir", folder + "/cache", "--output", output, "--column", "text", "--num_proc", "1"]
    command += ["--ngram", str(RUN_WORDS), "--num_perm", str(PLACES), "--threshold", str(THRESHOLD)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(done.stderr[-2000:])
    used = resource.getrusage(resource.RUSAGE_CHILDREN)

    from datasets import load_from_disk

    kept = set(load_from_disk(output)["id"])
    return [one["id"] for one in documents(path) if one["id"] not in kept], used


LIBRARIES = {"datasketch": by_datasketch, "rensa": by_rensa, "text-dedup": by_text_dedup}

library, file, folder = sys.argv[1:4]
start = time.process_time()
answer = LIBRARIES[library](file, folder)
if library == "text-dedup":
    answer, used = answer
    seconds = used.ru_utime + used.ru_stime
else:
    seconds = time.process_time() - start
    used = resource.getrusage(resource.RUSAGE_SELF)
print(
    json.dumps(
        {
            "removed": answer,
            "version": version(library),
            "cpuSeconds": seconds,
            "maxResidentBytes": used.ru_maxrss * 1024,
        }
    )
)
