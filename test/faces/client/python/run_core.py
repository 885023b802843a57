"""Reproduces the table of cases with the core in Python, and says what differs; then how numbers come and go.

    python run_core.py CASES
"""

import base64
import hashlib
import json
import sys

from spolia import SpoliaClientError, compare_fingerprints, fingerprint, fingerprint_all, iscc, minhash
from spolia.core import estimate_jaccard, minhash_all, parse_fingerprint
from spolia.core._machine import in_parts

with open(sys.argv[1], encoding="utf-8") as file:
    TABLE = json.load(file)


def content(case):
    if "base64" in case:
        return base64.b64decode(case["base64"])
    if "utf16" in case:
        return "".join(map(chr, case["utf16"]))
    if "repeat" in case:
        return case["repeat"] * case["times"]
    if "numbered" in case:
        return " ".join(f"w{7919 * i % 999983}" for i in range(case["numbered"]))
    return case["text"]


def sha256(data):
    return hashlib.sha256(bytes(data)).hexdigest()


def signed(text, **options):
    try:
        return sha256(minhash(text, **options).tobytes())
    except SpoliaClientError:
        return None


differing = []


def expect(name, got, wanted):
    if got != wanted:
        differing.append(f"{name}: {got}, not {wanted}")


prints, texts = {}, []
for case in TABLE["cases"]:
    name, text = case["name"], content(case)
    try:
        found = fingerprint(text)
    except SpoliaClientError:
        expect(name, "refused", "refused" if case.get("refused") else case["id"])
        continue
    expect(name, (found.id, found.length_words, sha256(found.bytes)), (case["id"], case["words"], case["bytes_sha256"]))
    if "bytes" in case:
        expect(name, base64.b64encode(found.bytes).decode(), case["bytes"])
    expect(name, parse_fingerprint(found.bytes), found)
    for bits, code in zip((64, 256), case.get("iscc", ())):
        expect(name, iscc(text, bits), code)
    expect(name, signed(text), case["minhash_sha256"])
    expect(name, signed(text, places=64, shingle_words=3, seed=7), case["minhash_64_3_7_sha256"])
    prints[name] = found
    texts.append(text)

expect("a batch", [one.id for one in fingerprint_all(texts)], [one.id for one in prints.values()])
for one in TABLE["comparisons"]:
    got = compare_fingerprints(prints[one["a"]], prints[one["b"]].bytes)
    pairs = [(got.one_in, one["one_in"]), (got.shares_run, one["shares_run"])]
    for name in ("jaccard", "a_in_b", "b_in_a"):
        share = getattr(got, name)
        pairs += [(share.value, one[name]["value"]), *zip(share.ci_95, one[name]["ci_95"])]
    expect(f"{one['a']}, {one['b']}", [pair for pair in pairs if abs(pair[0] - pair[1]) > 1e-9], [])

sound = prints["513 words"].bytes
for at in range(len(sound)):
    for damaged in (sound[:at], sound[:at] + bytes([sound[at] ^ 0x55]) + sound[at + 1 :]):
        try:
            parse_fingerprint(damaged)
        except SpoliaClientError:
            pass

shingles = prints["512 words"].shingles
expect("shingles ascend", all(one < other for one, other in zip(shingles, shingles[1:])), True)
low = [int(one) & 0xFFFFFFFF for one in shingles]
expect("hashes of one's own", len(minhash(low, places=16)), 16)
for form in (bytearray, memoryview):
    expect(f"{form.__name__} is a text", signed(form(b"one two three four five")), signed("one two three four five"))
expect("parts of a batch", [len(part) for part in in_parts([b""] * 10_000)], [4096, 4096, 1808])
try:
    import numpy
except ImportError:
    numpy = None
if numpy is not None:
    words = numpy.array(["one two three four five", "one two three four six"])
    matrix = minhash_all(words)
    expect("a matrix", (matrix.shape, matrix.dtype), ((2, 256), numpy.dtype("<u4")))
    expect("of NumPy", [one.id for one in fingerprint_all(words)], [fingerprint(str(one)).id for one in words])
    expect("hashes in NumPy", minhash(numpy.array(low, dtype="<u4")).tobytes(), minhash(low).tobytes())
    expect("shingles in NumPy", shingles.dtype, numpy.dtype("<u8"))
    expect("itself", estimate_jaccard(matrix[0], matrix[0]).value, 1.0)

json.dump({"cases": len(TABLE["cases"]), "differing": differing, "numpy": numpy is not None}, sys.stdout)
