"""Writes elementary.json beside this file: python3 elementary.py (needs mpmath).

Of each function rows [x, nearest, power, remainder]: the double nearest to f(x), the power of two that its last place is worth, and what
f(x) is more than `nearest`, in units of that place. All at 300 bits.
"""
import json
import math
import os
import random

from mpmath import exp, expm1, log, log1p, mp, mpf

mp.prec = 300
COUNT = 60


def row(function, x):
    true = function(mpf(x))
    nearest = float(true)
    power = round(math.log2(math.ulp(nearest)))
    return [x, nearest, power, float((true - mpf(nearest)) / mpf(2) ** power)]


def powers_of_e(random):
    near = [float((k + mpf("0.5")) * log(2)) for k in range(-1074, 1024, 150)]
    return near + [random.uniform(-745, 709.7) for _ in range(COUNT)] + [random.uniform(-1, 1) for _ in range(COUNT)] + [-708.887067141462]


def arguments(random):
    near_one = [1 + random.uniform(-1, 1) * 2.0 ** -random.randrange(1, 52) for _ in range(COUNT)]
    wide = [random.uniform(1, 2) * 2.0 ** random.randrange(-1073, 1023) for _ in range(COUNT)]
    edges = [math.nextafter(math.sqrt(0.5), s) for s in (0, 2)] + [math.nextafter(math.sqrt(2), s) for s in (0, 2)]
    return near_one + wide + edges + [5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 1.3992827509339627]


def small_and_large(random, least):
    tiny = [random.uniform(-1, 1) * 2.0 ** -random.randrange(0, 300) for _ in range(COUNT)]
    return [x for x in tiny + [random.uniform(least, 40) for _ in range(COUNT)] if x > -1 or least < -1]


RANDOM = random.Random(1)
CASES = {
    "exp": (exp, powers_of_e(RANDOM)),
    "expm1": (expm1, small_and_large(RANDOM, -37)),
    "log": (log, arguments(RANDOM)),
    "log2": (lambda x: log(x) / log(2), arguments(RANDOM)),
    "log10": (lambda x: log(x) / log(10), arguments(RANDOM)),
    "log1p": (log1p, small_and_large(RANDOM, -0.999)),
}
contents = {name: [row(function, x) for x in xs] for name, (function, xs) in CASES.items()}
lines = ",\n".join(f' "{name}": [\n  ' + ",\n  ".join(map(json.dumps, rows)) + "\n ]" for name, rows in contents.items())
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "elementary.json"), "w") as file:
    file.write("{\n" + lines + "\n}\n")
