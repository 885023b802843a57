"""datasketch's MinHash of 128 orders, updated in one batch: the lines of bench/harness/contender.ts. argv: unsigned 32-bit hashes."""
import json
import sys
import time

import numpy
from datasketch import MinHash

hashes = numpy.fromfile(sys.argv[1], dtype=numpy.uint32)
items = [int(one).to_bytes(4, "little") for one in hashes]


def run():
    minhash = MinHash(num_perm=128)
    minhash.update_batch(items)


run()
print(json.dumps({"answer": None}), flush=True)
for line in sys.stdin:
    end = time.perf_counter() + float(line.split()[1]) / 1000
    samples = []
    while not samples or time.perf_counter() < end:
        start = time.perf_counter()
        run()
        samples.append(time.perf_counter() - start)
    samples.sort()
    print(json.dumps({"ns": 1e9 * samples[len(samples) // 2], "runs": len(samples)}), flush=True)
