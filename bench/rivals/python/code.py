"""What copydetect says of all pairs of a folder, by its usual lengths. argv: the folder, the ending of its files.

Prints [[name, name, similarity], ...]: the larger of the two shares of tokens that are covered.
"""
import itertools
import json
import os
import sys

from copydetect import CodeFingerprint, compare_files

NOISE_TOKENS = 25

if __name__ == "__main__":
    folder, ending = sys.argv[1:]
    names = sorted(name for name in os.listdir(folder) if name.endswith(ending))
    prints = {name: CodeFingerprint(os.path.join(folder, name), NOISE_TOKENS, 1) for name in names}
    pairs = []
    for one, other in itertools.combinations(names, 2):
        _, shares, _ = compare_files(prints[one], prints[other])
        pairs.append([one[: -len(ending)], other[: -len(ending)], max(shares)])
    print(json.dumps(pairs))
