"""Fingerprints texts where they are, by the WebAssembly core of spolia: the same ids and bytes as in JavaScript and Go.

It needs the extra `core`: `pip install 'spolia[core]'`. Texts are strings, or bytes of UTF-8; lists of them may be NumPy
arrays, and what has many numbers is a NumPy array where NumPy is installed.
"""

from __future__ import annotations

from ._compare import Comparison, Share, compare_fingerprints, estimate_jaccard
from ._fingerprint import Fingerprint, fingerprint, fingerprint_all, parse_fingerprint
from ._iscc import iscc
from ._minhash import minhash, minhash_all

__all__ = [
    "Comparison",
    "Fingerprint",
    "Share",
    "compare_fingerprints",
    "estimate_jaccard",
    "fingerprint",
    "fingerprint_all",
    "iscc",
    "minhash",
    "minhash_all",
    "parse_fingerprint",
]
