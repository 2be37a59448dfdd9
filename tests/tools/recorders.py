#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the programs that recorded a GPU's answers, and compares what they print with the answers.

  tests/tools/recorders.py --golden FOLDER [--simt FOLDER] [--build FOLDER] [--only REGEX]
                           [--cxx COMPILER] [--timeout SECONDS]

FOLDER holds NAME.tsv and the CUDA programs, src/NAME.cu, which are no part of the project: lines
`id <TAB> inputs <TAB> outputs`, sub-cases joined with `;`. Each program is built without optimisation
and runs twice, a thread at a time and in lanes, a warp in each gang. Its macros are expanded
beforehand, since kernels that a macro defines stay thread kernels. Prints a row for each program and
form, and what differs beyond the table below; ends with 1 if anything does.
"""
import argparse
import collections
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = ("warp", "atomics", "intrinsics", "tex")

# What may differ, by the ids' beginning, and why.
EXCEPTIONS = (
    (r"(float|double|half)/op_mul_add", "contracted or not, as the compiler likes"),
    (r"cast/cast_", "undefined in C++ where the number does not fit; GPUs saturate"),
    (r".*/h2?tanh_approx", "an approximation: one unit"),
    (r"half/__half_as_short", "a signalling NaN that went through float"),
    (r"tex/mip(cube[a-z]*|2d[^/]*)/grad/", "gradients of cubes, anisotropy: docs/cuda_files.md"),
)


def flat(name, golden):
    """The program's text with its own macros expanded; what it includes from outside comes first."""
    includes, lines, seen = [], [], set()

    def add(path):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for line in text.split("\n"):
            m = re.match(r'\s*#\s*include\s*[<"]([^>"]+)', line)
            if not m:
                lines.append(line)
            elif m[1] not in seen:
                seen.add(m[1])
                own = [p for p in (os.path.join(golden, "src", m[1]), os.path.join(golden, m[1]))
                       if os.path.exists(p)]
                if own:
                    add(own[0])
                else:
                    includes.append(line)

    add(os.path.join(golden, "src", name + ".cu"))
    expanded = subprocess.run(["c++", "-E", "-P", "-x", "c++", "-D__CUDA_ARCH__=900", "-"], check=True,
                              input="\n".join(lines), capture_output=True, text=True)
    return "\n".join(includes) + "\n#include <climits>\n#include <cfloat>\n" + expanded.stdout


def build(names, options):
    os.makedirs(options.build, exist_ok=True)
    lines = ["cmake_minimum_required(VERSION 3.25)", "project(recorders CXX)",
             "set(CMAKE_CXX_STANDARD 20)", "set(SIMT_REPORT ON)",
             'add_subdirectory("%s" simt EXCLUDE_FROM_ALL)' % os.path.abspath(options.simt)]
    for name in names:
        with open(os.path.join(options.build, name + ".cu"), "w", encoding="utf-8") as file:
            file.write(flat(name, options.golden))
        # Without optimisation there are lane forms for given gangs only.
        lines += ["add_executable(%s)" % name, "simt_add_cuda(%s %s.cu)" % (name, name),
                  "target_compile_options(%s PRIVATE -O0 -march=native -w -ffp-contract=off)" % name,
                  "target_compile_definitions(%s PRIVATE SIMT_INLINE=inline" % name,
                  "SIMT_GANG_LANES=32)"]
    with open(os.path.join(options.build, "CMakeLists.txt"), "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    configure = ["cmake", "-S", options.build, "-B", options.build + "/build",
                 "-DSIMT_BUILD_TESTS=OFF", "-DSIMT_BUILD_EXAMPLES=OFF", "-DSIMT_BUILD_BENCHMARKS=OFF"]
    if options.cxx:
        configure.append("-DCMAKE_CXX_COMPILER=" + options.cxx)
    subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
    command = ["cmake", "--build", options.build + "/build", "--target"]
    return {n for n in names if subprocess.run(command + [n]).returncode == 0}


def cases(text):
    """Sub-cases by id: inputs and outputs. A NaN is like every other."""
    out = {}
    for line in text.split("\n"):
        parts = line.split("\t")
        if len(parts) == 3 and not re.match(r"_|hw\.|obs\.", parts[0]):
            results = re.sub(r"0x[0-9a-f]+:-?nan", "nan", parts[2])
            out[parts[0]] = list(zip(parts[1].split(";"), results.split(";")))
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--golden", required=True)
    parser.add_argument("--simt", default=os.path.dirname(os.path.dirname(HERE)))
    parser.add_argument("--build", default="build/recorders")
    parser.add_argument("--only", default="")
    parser.add_argument("--cxx", default="")
    parser.add_argument("--timeout", type=float, default=600)
    options = parser.parse_args()
    options.build = os.path.abspath(options.build)
    names = [n for n in PROGRAMS if re.search(options.only, n)]
    built = build(names, options)
    failed = len(names) - len(built)
    for name in names:
        if name not in built:
            print("%s: does not build" % name)
            continue
        with open(os.path.join(options.golden, name + ".tsv"), encoding="utf-8") as file:
            recorded = cases(file.read())
        for form in ("thread", "lane"):
            r = subprocess.run([os.path.join(options.build, "build", name), "1"], text=True,
                               errors="replace", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               env=dict(os.environ, SIMT_KERNEL_FORM=form), timeout=options.timeout)
            printed = cases(r.stdout)
            equal, excepted, wrong = 0, collections.Counter(), []
            for at, subs in recorded.items():
                for i, (given, want) in enumerate(subs):
                    got = printed[at][i][1] if at in printed and i < len(printed[at]) else "nothing"
                    reason = next((why for ids, why in EXCEPTIONS if re.match(ids, at)), None)
                    if got == want:
                        equal += 1
                    elif reason:
                        excepted[reason] += 1
                    else:
                        wrong.append("%s of %s: %s, recorded %s" % (at, given, got, want))
            failed += len(wrong) + (r.returncode != 0)
            print("%-12s %-7s %6d equal, %d differ" % (name, form, equal, len(wrong)) +
                  "".join("; %d: %s" % (n, why) for why, n in excepted.items()), flush=True)
            for line in wrong[:20]:
                print("  " + line[:300])
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
