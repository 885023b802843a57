"""How much two texts share, by their fingerprints or signatures; with exact 95 % intervals."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Callable, Sequence

from .._errors import SpoliaClientError
from ._fingerprint import Fingerprint, pairs_of, parse_fingerprint, sample_bits

TAIL = 0.025


@dataclass(frozen=True)
class Share:
    value: float
    #: Both ends are the value where it is exact.
    ci_95: tuple[float, float]


@dataclass(frozen=True)
class Comparison:
    """What two texts share of their shingles, runs of five words."""

    jaccard: Share
    #: Share of the first text's shingles that the second has.
    a_in_b: Share
    #: Share of the second text's shingles that the first has.
    b_in_a: Share
    #: 1 where all shingles were counted; else one in so many was.
    one_in: int
    #: Whether a kept shingle is in both: if not, they have no common run of 12 words.
    shares_run: bool


def compare_fingerprints(a: Fingerprint | bytes, b: Fingerprint | bytes) -> Comparison:
    """Compares two texts by their fingerprints, or by the bytes of these."""
    a, b = (one if isinstance(one, Fingerprint) else parse_fingerprint(one) for one in (a, b))
    bits = max(sample_bits(a.length_words), sample_bits(b.length_words))
    mask = ((1 << bits) - 1) << 16
    of_a, of_b = pairs_of(a), pairs_of(b)
    sampled = _counts(of_a, of_b, lambda high, _: not high & mask)
    kept = _counts(of_a, of_b, lambda _, low: low & 1 == 1)
    # Texts with the same id have the same words, so the same shingles; fewer than five words have none.
    is_same = a.id == b.id and a.length_words > 0
    is_exact = bits == 0 or is_same

    def share(size_of: Callable[[tuple[int, int, int]], int]) -> Share:
        counts = kept if is_exact and size_of(sampled) == 0 else sampled
        size = size_of(counts)
        if size > 0:
            return _share(counts[2], size, is_exact)
        if is_same:
            return _share(1, 1, is_exact)
        # Only kept shingles are known, and their bias is not.
        return Share(kept[2] / size_of(kept) if size_of(kept) else 0.0, (0.0, 1.0))

    return Comparison(
        jaccard=share(lambda counts: counts[0] + counts[1] - counts[2]),
        a_in_b=share(lambda counts: counts[0]),
        b_in_a=share(lambda counts: counts[1]),
        one_in=1 if is_exact else 1 << bits,
        shares_run=kept[2] > 0,
    )


def _counts(
    a: list[tuple[int, int]], b: list[tuple[int, int]], is_wanted: Callable[[int, int], bool]
) -> tuple[int, int, int]:
    """Distinct hashes of each and of both; the lowest bit is no part of a hash."""
    sets = [{(high, low >> 1) for high, low in one if is_wanted(high, low)} for one in (a, b)]
    return len(sets[0]), len(sets[1]), len(sets[0] & sets[1])


def _share(part: int, whole: int, is_exact: bool) -> Share:
    value = part / whole
    return Share(value, (value, value) if is_exact else clopper_pearson(part, whole))


def estimate_jaccard(one: Sequence[int], other: Sequence[int]) -> Share:
    """Estimates the Jaccard similarity of two texts by their signatures, made with the same options."""
    if len(one) == 0 or len(one) != len(other):
        raise SpoliaClientError("The signatures must have equally many places.")
    return _share(sum(1 for x, y in zip(one, other) if x == y), len(one), False)


def clopper_pearson(x: int, n: int) -> tuple[float, float]:
    """The exact 95 % interval of a probability, of x successes in n cases."""
    low = 0.0 if x == 0 else math.exp(math.log(TAIL) / n) if x == n else _quantile(TAIL, x, n - x + 1)
    high = 1.0 if x == n else -math.expm1(math.log(TAIL) / n) if x == 0 else _quantile(1 - TAIL, x + 1, n - x)
    return low, high


def _quantile(p: float, a: float, b: float) -> float:
    """The x for which the regularised incomplete beta function I_x(a, b) is p, by bisection."""
    below, above = 0.0, 1.0
    for _ in range(200):
        middle = (below + above) / 2
        if not below < middle < above:
            break
        if _cumulative(middle, a, b) < p:
            below = middle
        else:
            above = middle
    return (below + above) / 2


def _cumulative(x: float, a: float, b: float) -> float:
    """I_x(a, b), by the continued fraction of Abramowitz and Stegun 26.5.8."""
    if x <= (a + 1) / (a + b + 2):
        return _powers(x, a, b) / a * _fraction(x, a, b)
    return 1 - _powers(x, a, b) / b * _fraction(1 - x, b, a)


def _powers(x: float, a: float, b: float) -> float:
    """x^a (1 - x)^b / B(a, b), by Loader's saddle point method."""
    n = a + b
    exponent = _stirling(n) - _stirling(a) - _stirling(b) - _deviance(a, n * x) - _deviance(b, n * (1 - x))
    return math.exp(exponent) * math.sqrt(a * b / (2 * math.pi * n))


def _stirling(n: float) -> float:
    """ln Γ(n + 1) less Stirling's formula."""
    if n < 16:
        return math.lgamma(n + 1) - (n + 0.5) * math.log(n) + n - math.log(2 * math.pi) / 2
    square = n * n
    return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / square) / square) / square) / square) / n


def _deviance(z: float, mean: float) -> float:
    return z * math.log(z / mean) + mean - z


def _fraction(x: float, a: float, b: float) -> float:
    def non_zero(term: float) -> float:
        return 1e-300 if abs(term) < 1e-300 else term

    c = 1.0
    d = 1 / non_zero(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, 1_000_000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1 / non_zero(1 + even * d)
        c = non_zero(1 + even / c)
        value *= d * c
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 / non_zero(1 + odd * d)
        c = non_zero(1 + odd / c)
        value *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return value
