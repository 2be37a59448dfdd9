#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints README's table of benchmarks from what `simt_benchmarks --json FILE` wrote.

    benchmarks/table.py results.json [name=more.json ...]

Times come from the first file; every further one (another compiler, another machine, more threads)
adds its ratios to plain. The last row has the geometric means, over all workloads with a plain.
"""
import json
import math
import sys


def read(path):
    """Median seconds by workload and variant."""
    times = {}
    for m in json.load(open(path)):
        times.setdefault(m["workload"], {})[m["variant"]] = m["median_seconds"]
    return {name: v for name, v in times.items() if "plain" in v and "lane" in v}


def best(variants):
    return min(variants[v] for v in ("lane", "best", "cuda") if v in variants)


def ratios(variants):
    """lane, best and cuda over plain; None where there is none."""
    plain = variants["plain"]
    cuda = variants["cuda"] / plain if "cuda" in variants else None
    return [variants["lane"] / plain, best(variants) / plain, cuda]


def number(x, digits):
    return "" if x is None else f"{x:.{digits}f}" if digits == 2 else f"{x:.3g}"


def mean(values):
    logs = [math.log(v) for v in values if v is not None]
    return math.exp(sum(logs) / len(logs)) if logs else None


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    names, files = ["/ plain"], [read(sys.argv[1])]
    for argument in sys.argv[2:]:
        name, path = argument.split("=", 1)
        names.append(name)
        files.append(read(path))
    head = ["workload", "lane, ms", "best", "cuda", "hand", "plain", "scalar", "lane / hand"]
    head += [f"{v} {name}" for name in names for v in ("lane", "best", "cuda")]
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for workload, v in files[0].items():
        cells = [number(v[k] * 1e3 if k in v else None, 3)
                 for k in ("lane", "best", "cuda", "hand", "plain", "scalar")]
        cells.append(number(v["lane"] / v["hand"] if "hand" in v else None, 2))
        for f in files:
            cells += [number(r, 2) for r in (ratios(f[workload]) if workload in f else [None] * 3)]
        print("| " + " | ".join([workload] + cells) + " |")
    hand = mean([v["lane"] / v["hand"] for v in files[0].values() if "hand" in v])
    cells = ["geometric mean"] + [""] * 6 + [number(hand, 2)]
    for f in files:
        columns = zip(*(ratios(v) for v in f.values()))
        cells += [number(mean(c), 2) for c in columns]
    print("| " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
