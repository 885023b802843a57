"""As go/main.go, in Python."""

import sys
import time

import spolia

with open(sys.argv[1], encoding="utf-8") as file:
    texts = file.read().split("\n")
prints = spolia.fingerprint_all(texts)
print(len(prints), prints[-1].id, flush=True)
for _ in sys.stdin:
    start = time.process_time()
    spolia.fingerprint_all(texts)
    print(1000 * (time.process_time() - start), flush=True)
