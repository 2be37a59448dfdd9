#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles and runs the listings of a CUDA programming guide from the guide's own text.

  tests/tools/listings.py --guide FOLDER [--table FILE] [--cases FOLDER] [--build FOLDER] [--only REGEX]
                          [--cxx COMPILER] [--flags FLAGS] [--libraries FLAGS] [--timeout SECONDS]
                          [--tool FILE]

The guide is no part of the project: FOLDER (or $SIMT_GUIDE) holds its text, and FILE (or
$SIMT_GUIDE_TABLE, else listings.tsv in FOLDER or beside it) says where the listings are: columns
id, file and line range, ..., completeness; those that are complete or need only a main are run. The
cases, tests/listings/*.cu, hold what surrounds a listing; tests/listings/README.md has their form.
Each program runs twice, a thread at a time and, wherever a kernel has a lane form, in lanes. Without
a guide it says SKIPPED and ends with 77. Ends with 1 if a listing fails that should not, a listing
passes that is listed as waiting, or a listing has no case.
"""
import argparse
import csv
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SKIPPED = 77


class Failed(Exception):
    """A step of a listing went wrong; the text is for the table."""


class Listing:
    """Where the guide has a listing, and its text without what is no C++."""

    def __init__(self, row, guide):
        self.id = row[0]
        self.complete = re.match(r"yes|needs a main", row[5]) is not None
        name, place = row[1].split()
        first, last = (int(n) for n in re.fullmatch(r"L(\d+)-(\d+)", place).groups())
        self.path, self.first, self.last = os.path.join(guide, name), first, last

    def blocks(self):
        """Its blocks of code: lists of (line number in the file, text)."""
        with open(self.path, encoding="utf-8") as file:
            lines = list(enumerate(file.read().split("\n"), 1))[self.first - 1:self.last]
        if not any(text.startswith("```") for _, text in lines):
            return [lines]
        blocks, inside = [], False
        for number, text in lines:
            if text.startswith("```"):
                inside = not inside
                if inside:
                    blocks.append([])
            elif inside:
                blocks[-1].append((number, text))
        return blocks


class Case:
    """One file of tests/listings for one row."""

    def __init__(self, path, row, text):
        self.path, self.row, self.body = path, row, []
        self.waits = self.part = self.output = self.any_order = self.matches = self.errors = ""
        self.module = ""  # the file name of a module with the same kernels, which it loads
        self.status, self.environment = 0, {}
        self.edits, self.numbered = [], False
        for line in text.split("\n"):
            found = re.match(r"//@ (\w+)(?:\[([^\]]*)\])?(?:: ?(.*))?$", line)
            if not found:
                self.body.append(line)
                continue
            key, rows, value = found[1], (found[2] or "").split(), found[3] or ""
            if rows and row not in rows:
                continue
            if key in ("waits", "part", "output", "any_order", "matches", "errors", "module"):
                setattr(self, key, value)
            elif key == "status":
                self.status = int(value)
            elif key == "environment":
                self.environment.update([value.split("=", 1)])
            elif key == "numbered":
                self.numbered = True
            elif key == "edit":
                self.edits.append(re.split(r" =>(?: |$)", value, maxsplit=1))
            elif key == "listing":
                self.body.append(tuple((value or "%").replace("%", row).split()))
            elif key == "text":
                self.body.append(value)
            elif key != "rows":
                raise Failed("%s: unknown line %s" % (os.path.basename(path), line))

    def listing_text(self, listing, block):
        blocks = listing.blocks()
        lines = [line for b in ([blocks[block - 1]] if block else blocks) for line in b]
        if self.numbered:
            lines = [(n, re.sub(r"^\d+(?: |$)", "", t)) for n, t in lines]
        return "\n".join(t for _, t in lines)

    def source(self, listings):
        """The whole .cu file."""
        parts, guide = [], []
        for part in self.body:
            if isinstance(part, str):
                parts.append(part)
            else:
                block = int(part[1]) if len(part) > 1 else 0
                guide.append(len(parts))
                parts.append(self.listing_text(listings[part[0]], block) + "\n")
        if self.numbered:  # lines that the book's layout has broken
            for i in guide:
                parts[i] = re.sub(r"\s*[\u21b5\u2190]\n\s*", " ", parts[i])
        for edit in self.edits:
            pattern, replacement = (edit + [""])[:2]
            count = 0
            for i in guide:
                parts[i], n = re.subn(pattern, replacement, parts[i], flags=re.M)
                count += n
            if not count:
                raise Failed("edit matches nothing: " + pattern)
        return "\n".join(parts)

    def check(self, status, output, errors):
        if status != self.status:
            last = [x for x in (errors or output).splitlines() if x.strip()]
            raise Failed("exit status %d%s" % (status, ": " + last[-1][:120] if last else ""))
        lines = output.splitlines()
        for text, order in ((self.output, list), (self.any_order, sorted)):
            if text:
                expected = order(eval(text, {}))  # our own text: a Python list of lines
                found = order(lines)
                if found != expected:
                    wrong = next((i for i, (a, b) in enumerate(zip(found, expected)) if a != b),
                                 min(len(found), len(expected)))
                    ours, right = (x[wrong] if wrong < len(x) else "" for x in (found, expected))
                    raise Failed("output line %d is '%s', not '%s'" % (wrong + 1, ours, right))
        if self.matches and not re.fullmatch(self.matches, output):
            raise Failed("the output is not like " + self.matches)
        if self.errors and not re.search(self.errors, errors + output):
            raise Failed("no message like " + self.errors)


def read_cases(folder):
    cases = {}
    for name in sorted(os.listdir(folder)):
        if name.endswith(".cu"):
            path = os.path.join(folder, name)
            with open(path, encoding="utf-8") as file:
                text = file.read()
            for line in re.findall(r"^//@ rows: (.*)$", text, re.M):
                for row in line.split():
                    if row in cases:
                        sys.exit("two cases for " + row)
                    cases[row] = Case(path, row, text)
    return cases


def run(command, timeout, environment=None, folder=None):
    try:
        done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL,
                              timeout=timeout, check=False, env=environment, cwd=folder)
    except subprocess.TimeoutExpired:
        raise Failed("no end after %d s" % timeout) from None
    except OSError as error:
        raise Failed(str(error)) from None
    return (done.returncode, done.stdout.decode(errors="replace"),
            done.stderr.decode(errors="replace"))


def build(what, command):
    status, output, errors = run(command, 600)
    if status:
        for line in (errors + output).splitlines():
            found = re.search(r"(?:error|undefined reference)[: ].*", line)
            if found:
                raise Failed("%s: %s" % (what, found[0][:150]))
        raise Failed("%s: exit status %d" % (what, status))


def run_case(case, listings, args):
    base = os.path.join(args.build, case.row)
    with open(base + ".cu", "w", encoding="utf-8") as file:
        file.write(case.source(listings))
    compile_case = [args.cxx, *args.compile, "-I", os.path.dirname(case.path)]
    build("simt-cu", [args.tool, "--vectorize", "-o", base + ".cpp", "--mirror", base + ".include",
                      "-I", os.path.dirname(case.path), base + ".cu",
                      "--check", *compile_case, "-fsyntax-only"])
    exported = "-Wl,--export-dynamic-symbol=*4simt*"
    build("compiler", [*compile_case, base + ".cpp", "-o", base, *shlex.split(args.libraries),
                       *([exported] if case.module else [])])
    folder = base + ".run"
    os.makedirs(folder, exist_ok=True)
    if case.module:
        build("simt-cu", [args.tool, "-DSIMT_CUDA_MODULE=1", "-o", base + ".module.cpp", "-I",
                          os.path.dirname(case.path), base + ".cu"])
        build("compiler", [args.cxx, *args.plain, "-I", os.path.dirname(case.path), "-fPIC",
                           "-shared", base + ".module.cpp",
                           os.path.join(ROOT, "cmake", "simt_cuda_module.cpp"), "-Wl,-Bsymbolic",
                           exported, "-o", os.path.join(folder, case.module)])
    for form in ("thread", "lane"):
        result = run([base], args.timeout,
                     {**os.environ, "SIMT_KERNEL_FORM": form, **case.environment}, folder)
        with open(base + "." + form + ".out", "w", encoding="utf-8") as file:
            file.write(result[1] + result[2])
        try:
            case.check(*result)
        except Failed as failure:
            raise Failed("%s form: %s" % (form, failure)) from None


def prepare(args):
    """Builds the .cu tool, and the headers once."""
    os.makedirs(args.build, exist_ok=True)
    include = os.path.join(ROOT, "include")
    args.compile = ["-std=c++20", "-w", "-pthread", *shlex.split(args.flags), "-I", include,
                    "-I", os.path.join(include, "simt", "cuda")]
    args.plain = list(args.compile)
    if not args.tool:
        args.tool = os.path.join(args.build, "simt-cu")
        source = args.tool + ".cpp"
        with open(source, "w", encoding="utf-8") as file:
            for path in sorted(pathlib.Path(ROOT, "cmake", "cu").rglob("*.cpp")):
                file.write(f'#include "{path}"\n')
        build("simt-cu", [args.cxx, "-std=c++20", "-O1", "-I", include, source, "-o", args.tool])
    # What every rewritten file begins with, as a precompiled header.
    empty = os.path.join(args.build, "empty")
    with open(empty + ".cu", "w", encoding="utf-8"):
        pass
    build("simt-cu", [args.tool, "-o", empty + ".cpp", empty + ".cu"])
    with open(empty + ".cpp", encoding="utf-8") as file:
        begin = re.match(r"(?:#define .*\n)*#include <cuda_runtime.h>\n", file.read())
    if begin:
        header = os.path.join(args.build, "begin.h")
        with open(header, "w", encoding="utf-8") as file:
            file.write(begin[0] + "#include <simt/cuda/lane.h>\n")
        build("headers", [args.cxx, *args.compile, "-x", "c++-header", header, "-o",
                          header + (".pch" if args.clang else ".gch")])
        args.compile += ["-include-pch", header + ".pch"] if args.clang else ["-include", header]


def find_guide(args, parser):
    if not args.guide or not os.path.isdir(args.guide):
        print("SKIPPED: the guide's text is not here (--guide, or SIMT_GUIDE in the environment)")
        sys.exit(SKIPPED)
    for table in (args.table, os.path.join(args.guide, "listings.tsv"),
                  os.path.join(args.guide, os.pardir, "listings.tsv")):
        if table and os.path.exists(table):
            with open(table, newline="", encoding="utf-8") as file:
                rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]
            return {r[0]: Listing(r, args.guide) for r in rows if len(r) > 5}
    parser.error("no table of the guide's listings (--table, or SIMT_GUIDE_TABLE)")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--guide", default=os.environ.get("SIMT_GUIDE", ""))
    parser.add_argument("--table", default=os.environ.get("SIMT_GUIDE_TABLE", ""))
    parser.add_argument("--cases", default=os.path.join(ROOT, "tests", "listings"))
    parser.add_argument("--build", default="build/listings")
    parser.add_argument("--only", default="")
    parser.add_argument("--cxx", default=os.environ.get("CXX", "c++"))
    parser.add_argument("--flags", default="-O1 -march=native")
    parser.add_argument("--libraries", default="-ltbb")
    parser.add_argument("--timeout", type=int, default=120)
    parser.add_argument("--tool", default="", help="simt-cu, if it is built already")
    args = parser.parse_args()
    args.build = os.path.abspath(args.build)
    args.cases = os.path.abspath(args.cases)
    listings = find_guide(args, parser)
    args.clang = "clang" in run([args.cxx, "--version"], 60)[1]
    prepare(args)

    cases = read_cases(args.cases)
    passed = waiting = unexpected = 0
    rows = [r for r in listings if re.search(args.only, r) and (listings[r].complete or r in cases)]
    for row in rows:
        begin = time.monotonic()
        case = cases.get(row)
        waits = case.waits if case else ""
        try:
            if not case:
                raise Failed("no case in tests/listings")
            run_case(case, listings, args)
            passed += 1
            result = "pass" + (" (in part: " + case.part + ")" if case.part else "")
            if waits:
                unexpected += 1
                result = "PASSES, but is listed as waiting for " + waits
        except Failed as failure:
            waiting += bool(waits)
            unexpected += not waits
            result = "waits for %s (%s)" % (waits, failure) if waits else "FAIL " + str(failure)
        print("%s %6.1f s  %s" % (row, time.monotonic() - begin, result), flush=True)
    print("%d of %d pass, %d wait for something, %d not as listed"
          % (passed, len(rows), waiting, unexpected))
    return 1 if unexpected else 0


if __name__ == "__main__":
    sys.exit(main())
