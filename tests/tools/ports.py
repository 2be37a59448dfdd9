#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the CUDA programs of any checkout with simt_add_cuda, runs each in several ways, compares.

  tests/tools/ports.py CHECKOUT... [--list FILE] [--notes FILE] [--only REGEX] [--forms FORM,...]
                       [--table FILE] [--again] [--race ROUNDS] [-j N] [--march CPU] [--data FOLDER]
                       [--cc COMPILER] [--cxx COMPILER] [--cmake ARG] [--tool FILE] [--build FOLDER]
                       [--timeout SECONDS] [--build-timeout SECONDS] [--tolerance NUMBER]

Programs are found by their Makefiles (make -n), CMakeLists.txt or main functions; see
port_programs.py. Nothing in a checkout is changed: a program runs in a copy of its folder, beside
links to what lies around it.

Forms: thread (a thread at a time), lane (lane forms wherever a kernel has one), automatic (as a launch
chooses), one (lane forms in gangs of one, a second build), check (a checked build, a further one: what
it finds stands in the column findings). What each prints and writes is compared with the first form's:
words equal, numbers within the tolerance, but for what two runs of the first form do not share and
lines that tell times. Of one form alone it is not compared.

--list: tab-separated, with a head line: path (of a program's folder), suggested_args ($DATA is
--data), expected_marker (text that says that it worked); further columns are ignored. If it has a
column corpus, that is the name of the checkout, given as NAME=FOLDER. Without a list all programs are
tried. --notes: tab-separated, by path, whatever is to be known about a program beyond its build
files; columns, all but path optional:
  sources includes definitions libraries   instead of what was found, relative to the folder
  args                                     of a run; several runs: separated by ' ; '
  extra                                    C++ text that is linked to it
  checks                                   as in port_checks.py, separated by ' ; '
  environment                              NAME=VALUE ...
  timer                                    REGEX => UNIT: what it prints of its own timer, in seconds
  reference reference_args reference_includes reference_definitions reference_timer reference_edit
                                           a program to compare with and to race (sources relative to
                                           the checkout; edit: REGEX => REPLACEMENT in their text)
  fails_because                            it is expected to fail
$N in arguments and definitions is the number of processors.

--table: a tab-separated file of results, to which each program adds its line as it ends; a later run
leaves out the programs that it names, unless --again. --race: the forms and the reference take turns,
medians of ROUNDS runs; then nothing else runs beside them. Ends with 1 if a program failed that is
not expected to, or passed although it is.
"""
import argparse
import concurrent.futures
import csv
import json
import math
import os
import pathlib
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import threading
import time

from port_checks import (Failed, check, compare_files, compare_text, read_text, state_of, written)
from port_programs import SEPARABLE, programs_of_checkout, programs_of_folder

HERE = os.path.dirname(os.path.abspath(__file__))
COLUMNS = ("program", "result", "lane_kernels", "kernels", "build_s", "detail", "findings")
# The forms that are a build of their own, by their targets.
BUILDS = {"one": "one", "check": "checked"}
FOUND = 86  # the exit status of a checked program in which something was found


def read_table(path):
    with open(path, newline="", encoding="utf-8") as file:
        return [{k: v or "" for k, v in row.items() if k}
                for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]


def split(text, separator=" ; "):
    return [part.strip() for part in text.split(separator) if part.strip()]


class Case:
    """A program with what the list and the notes say of it, and the folders it is built and run in."""

    def __init__(self, program, row, note, args):
        self.program, self.note, self.args = program, note, args
        self.title = (row.get("corpus") + "/" if row.get("corpus") else "") + program.path
        self.folder = os.path.join(args.build, "programs", re.sub(r"\W+", "_", self.title))
        self.log = os.path.join(self.folder, "log")
        self.fails_because = note.get("fails_because", "")
        beside = lambda names: [os.path.normpath(os.path.join(program.folder, n)) for n in names]
        for name in ("sources", "includes"):
            if note.get(name):
                setattr(program, name, beside(note[name].split()))
        for name in ("definitions", "libraries"):
            if note.get(name):
                setattr(program, name, self.words(note[name]))
        if note.get("args"):
            program.runs = [self.words(a) for a in split(note["args"])]
        elif "suggested_args" in row:
            program.runs = [self.words(row["suggested_args"])]
        self.checks = split(note.get("checks", "")) or (
            ["text " + row["expected_marker"]] if row.get("expected_marker") else [])
        self.environment = dict(e.split("=", 1) for e in note.get("environment", "").split())

    def words(self, text):
        return shlex.split(text.replace("$DATA", self.args.data).replace("$N", str(os.cpu_count())))

    def cmake_text(self):
        """A project of its own, with a target for each build."""
        program = self.program
        quoted = lambda words: " ".join("[==[%s]==]" % w for w in words)
        other = [s for s in program.sources if not s.endswith(".cu")]
        if self.note.get("extra"):
            extra = os.path.join(self.folder, "extra.cpp")
            with open(extra, "w", encoding="utf-8") as file:
                file.write(self.note["extra"] + "\n")
            other.append(extra)
        lines = ["cmake_minimum_required(VERSION 3.22)", "project(port LANGUAGES C CXX)",
                 "set(CMAKE_CXX_STANDARD 20)", "find_package(Threads REQUIRED)",
                 # A project for each program: nothing would be compiled a second time.
                 "set(SIMT_PRECOMPILE OFF)",
                 "add_subdirectory([==[%s]==] simt EXCLUDE_FROM_ALL)" % os.path.abspath(self.args.simt)]
        for target in self.targets():
            lanes = "1" if target == "one" else ""
            options = ["-w", "-march=" + self.args.march] if self.args.march else ["-w"]
            host_options = [o for o in program.options if o != SEPARABLE]
            lines += ["add_executable(%s %s)" % (target, quoted(other)),
                      "target_compile_options(%s PRIVATE %s)" % (target, quoted(
                          options + host_options)),
                      "target_include_directories(%s PRIVATE %s)" % (target, quoted(
                          i for i in program.includes if os.path.isdir(i))),
                      "target_compile_definitions(%s PRIVATE %s)" % (target, quoted(
                          program.definitions + (["SIMT_GANG_LANES=" + lanes] if lanes else []))),
                      "set_target_properties(%s PROPERTIES SIMT_REPORT ON SIMT_CHECK %s "
                      "SIMT_RUNTIME_LIBRARY %s CUDA_SEPARABLE_COMPILATION %s OUTPUT_NAME program "
                      "RUNTIME_OUTPUT_DIRECTORY [==[%s]==])" % (
                          target, *(2 * ["ON" if target == "checked" else "OFF"]),
                          "ON" if SEPARABLE in program.options else "OFF",
                          os.path.join(self.folder, "bin", target)),
                      "simt_add_cuda(%s %s)" % (target, quoted(program.cuda())),
                      "target_link_libraries(%s PRIVATE Threads::Threads m %s)" % (
                          target, quoted(host_options + self.libraries()))]
        return "\n".join(lines) + "\n"

    def targets(self):
        return sorted({BUILDS.get(form, "program") for form in self.args.forms})

    def libraries(self):
        """Those that the notes name, by path or as an option; CUDA's own are simt."""
        return [os.path.normpath(os.path.join(self.program.root, l)) if "/" in l else l
                for l in self.note.get("libraries", "").split()]


def run(command, folder, timeout, log, environment=None):
    """Runs a command; its output goes to a log, and is returned with its exit status."""
    os.makedirs(os.path.dirname(log), exist_ok=True)
    with open(log, "w+", encoding="utf-8", errors="replace") as file:
        try:
            status = subprocess.run(command, cwd=folder, stdout=file, stderr=subprocess.STDOUT,
                                    stdin=subprocess.DEVNULL, timeout=timeout, check=False,
                                    env={**os.environ, **(environment or {})}).returncode
        except subprocess.TimeoutExpired:
            raise Failed("no end after %d s" % timeout) from None
        except OSError as error:
            raise Failed(str(error)) from None
    return status, read_text(log)


def first_error(text):
    """The first message of a compiler or linker, without its folder."""
    for line in text.splitlines():
        missing = re.search(r"fatal error: '?([^' ]+)'? ?(?:file not found|: No such file)|"
                            r"fatal error: (\S+): No such file", line)
        if missing:
            return "needs " + (missing[1] or missing[2])
        found = re.search(r"(?:error|Error|undefined reference)[: ].*", line)
        if found:
            place = re.match(r"(?:.*/)?([^/:]+:\d+)", line)
            return ((place[1] + ": " if place else "") + found[0])[:150]
    return "see the log"


def build(case):
    """Builds a program's targets; the report of its kernels: (lane kernels, all kernels)."""
    args = case.args
    os.makedirs(case.folder, exist_ok=True)
    with open(os.path.join(case.folder, "CMakeLists.txt"), "w", encoding="utf-8") as file:
        file.write(case.cmake_text())
    made = os.path.join(case.folder, "build")
    command = ["cmake", "-S", case.folder, "-B", made, "-D", "CMAKE_BUILD_TYPE=Release",
               "-D", "CMAKE_C_COMPILER=" + args.cc, "-D", "CMAKE_CXX_COMPILER=" + args.cxx,
               "-D", "SIMT_CU_TOOL=" + args.tool, *args.cmake]
    status, text = run(command, case.folder, args.build_timeout, os.path.join(case.log, "configure"))
    if status:
        raise Failed("configure: " + first_error(text))
    status, text = run(["cmake", "--build", made, "--target", *case.targets()], case.folder,
                       args.build_timeout, os.path.join(case.log, "build"))
    if status:
        raise Failed("build: " + first_error(text))
    kernels = set(re.findall(r"^(\S+:\d+: \S+): (lane|thread) kernel", text, re.M))
    return (len({k for k, form in kernels if form == "lane"}), len({k for k, _ in kernels}))


def copy_around(case, form):
    """A copy of the program's folder; beside it and above, links to what the checkout has there."""
    program = case.program
    top = os.path.join(case.folder, "run", form)
    shutil.rmtree(top, ignore_errors=True)
    at, source = top, program.root
    os.makedirs(at)
    steps = os.path.relpath(program.folder, program.root).split(os.sep)
    for step in [s for s in steps if s != "."]:
        for name in os.listdir(source):
            if name != step and name != ".git":
                os.symlink(os.path.join(source, name), os.path.join(at, name))
        at, source = os.path.join(at, step), os.path.join(source, step)
        os.makedirs(at)
    shutil.copytree(program.folder, at, dirs_exist_ok=True, ignore_dangling_symlinks=True,
                    ignore=shutil.ignore_patterns(".git"))
    return at


def places_of_findings(path):
    """The findings of a checked program's run, each as a word: kind, file, line, and the other's line."""
    with open(path, encoding="utf-8") as file:
        findings = json.load(file)
    place = lambda f: "%s:%s:%s" % (f["kind"], os.path.basename(f.get("file") or "-"), f.get("line") or 0)
    return [place(f) + ("/%s" % f["other_line"] if f.get("other_line") else "") for f in findings]


class Result:
    """What the runs of a program in one form printed, wrote and took."""

    def __init__(self, case, form, label):
        binary = os.path.join(case.folder, "bin", BUILDS.get(form, "program"), "program")
        kernels = {"one": "lane", "check": "thread"}.get(form, form)
        environment = {**case.environment, "SIMT_KERNEL_FORM": kernels}
        told = os.path.join(case.log, label + ".json")
        accepted = {0}
        if form == "check":
            environment["SIMT_CHECK_OPTIONS"] = "json=" + told
            accepted.add(FOUND)
        self.findings = []
        self.folder = copy_around(case, label)
        before = state_of(self.folder)
        self.output, self.seconds, self.failure = "", 0.0, ""
        for number, arguments in enumerate(case.program.runs):
            begin = time.monotonic()
            log = os.path.join(case.log, "%s.%d" % (label, number))
            try:
                status, text = run([binary, *arguments], self.folder, case.args.timeout, log,
                                   environment)
                if status == FOUND and form == "check":
                    self.findings += places_of_findings(told)
                if status not in accepted and "any-exit" not in case.checks:
                    last = [x for x in text.splitlines() if x.strip()]
                    self.failure = "exit status %d%s" % (status, ": " + last[-1][:100] if last else "")
            except Failed as failure:
                text, self.failure = read_text(log), str(failure)
            self.seconds += time.monotonic() - begin
            self.output += text.replace(binary, "program")  # some print their own name
        self.files = written(self.folder, before)


def run_reference(case):
    """Builds and runs the program whose results are compared; its output and folder."""
    note, args, program = case.note, case.args, case.program
    if not note.get("reference"):
        return "", ""
    folder = os.path.join(case.folder, "reference")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    files = []
    edit = note.get("reference_edit", "").split(" => ")
    for name in note["reference"].split():
        source = os.path.join(program.root, name)
        text = read_text(source)
        if len(edit) == 2:
            text = re.sub(*edit, text, flags=re.S)
        copy = os.path.join(folder, os.path.basename(name))
        with open(copy, "w", encoding="utf-8") as file:
            file.write(text)
        files.append(copy)
    folders = {os.path.dirname(os.path.join(program.root, n)) for n in note["reference"].split()}
    folders |= {os.path.join(program.root, n) for n in note.get("reference_includes", "").split()}
    compiler = args.cc if all(f.endswith(".c") for f in files) else args.cxx
    march = ["-march=" + args.march] if args.march else []
    command = [compiler, "-O3", *march, "-fopenmp", "-w",
               *["-D" + d for d in case.words(note.get("reference_definitions", "OUTPUT"))],
               *["-I" + f for f in sorted(folders)], *files, *case.libraries(), "-o", "reference", "-lm"]
    status, text = run(command, folder, args.build_timeout, os.path.join(case.log, "reference.build"))
    if status:
        raise Failed("reference: " + first_error(text))
    _, text = run([os.path.join(folder, "reference"), *case.words(note.get("reference_args", ""))],
                  folder, args.timeout, os.path.join(case.log, "reference"))
    return text, folder


def own_time(text, seconds, timer):
    """What a program's own timer says, in seconds; without one, the whole process."""
    pattern, _, unit = timer.partition(" => ")
    found = re.findall(pattern, text) if pattern else []
    return sum(map(float, found)) * float(unit or 1) if found else seconds


def race(case):
    """Medians of alternating runs: {form: seconds}."""
    times = {}
    for _ in range(case.args.race):
        for form in case.args.forms:
            result = Result(case, form, form)
            times.setdefault(form, []).append(
                own_time(result.output, result.seconds, case.note.get("timer", "")))
        if case.note.get("reference"):
            folder = os.path.join(case.folder, "reference")
            begin = time.monotonic()
            _, text = run([os.path.join(folder, "reference"),
                           *case.words(case.note.get("reference_args", ""))], folder,
                          case.args.timeout, os.path.join(case.log, "reference"),
                          {"OMP_NUM_THREADS": str(os.cpu_count())})
            times.setdefault("reference", []).append(
                own_time(text, time.monotonic() - begin, case.note.get("reference_timer", "")))
    return {form: statistics.median(t) for form, t in times.items()}


def compare(case):
    """Runs every form and fails with the first difference; seconds of each, and what was found."""
    forms, tolerance = case.args.forms, case.args.tolerance
    reference, reference_folder = run_reference(case)
    first = Result(case, forms[0], forms[0])
    again = Result(case, forms[0], forms[0] + "_again") if len(forms) > 1 else first
    results = {forms[0]: first}
    for form in forms[1:]:
        results[form] = Result(case, form, form)
    failures = {form: r.failure for form, r in results.items() if r.failure}
    seconds = {form: r.seconds for form, r in results.items()}
    findings = results["check"].findings if "check" in results else []
    if failures:
        alike = len(failures) == len(results)
        form, failure = next(iter(failures.items()))
        raise Failed(("every form: " if alike else form + ": ") + failure)
    for form, result in results.items():
        try:
            for text in case.checks:
                check(text, result.output, result.folder, reference, reference_folder)
            if result is not first:
                compare_text("output", result.output, first.output, again.output, tolerance)
                compare_files(result.files, first.files, again.files, tolerance)
        except Failed as failure:
            raise Failed("%s: %s" % (form, failure)) from None
    return seconds, findings


def find_cases(args):
    """The programs to try, in the order of the list or of their folders."""
    notes = {row["path"]: row for row in read_table(args.notes)} if args.notes else {}
    roots = dict(c.split("=", 1) if "=" in c else ("", c) for c in args.checkouts)
    roots = {name: os.path.abspath(folder) for name, folder in roots.items()}
    found = []
    if args.list:
        for row in read_table(args.list):
            root = roots.get(row.get("corpus", ""), roots.get(""))
            folder = os.path.join(root, row["path"]) if root else ""
            programs = programs_of_folder(root, folder) if os.path.isdir(folder) else []
            if not programs:
                print("no program in " + (folder or "corpus " + row.get("corpus", "")))
            found += [(p, row) for p in programs[:1]]
    else:
        for name, root in roots.items():
            found += [(p, {"corpus": name}) for p in programs_of_checkout(root)]
    cases = []
    for program, row in found:
        path = os.path.relpath(program.folder, program.root)
        cases.append(Case(program, row, notes.get(program.path) or notes.get(path) or {}, args))
    return [c for c in cases if re.search(args.only, c.title)]


def prepare(args):
    """Absolute paths, and the .cu tool, built once for all programs where it is not given."""
    for name in ("build", "simt"):
        setattr(args, name, os.path.abspath(getattr(args, name)))
    args.data = os.path.abspath(args.data) if args.data else ""
    args.forms = args.forms.split(",")
    os.makedirs(args.build, exist_ok=True)
    if args.tool:
        args.tool = os.path.abspath(args.tool)
        return
    args.tool = os.path.join(args.build, "simt-cu")
    log = os.path.join(args.build, "simt-cu.log")
    source = args.tool + ".cpp"
    with open(source, "w", encoding="utf-8") as file:
        for path in sorted(pathlib.Path(args.simt, "cmake", "cu").rglob("*.cpp")):
            file.write(f'#include "{path}"\n')
    status, text = run([args.cxx, "-std=c++20", "-O2", "-I", os.path.join(args.simt, "include"),
                        "-o", args.tool, source], args.build, 600, log)
    if status:
        sys.exit("simt-cu does not build: " + first_error(text))


def try_case(case):
    """A line of the table."""
    row = {"program": case.title, "result": "pass", "detail": ""}
    seconds = {}
    begin = time.monotonic()
    try:
        try:
            row["lane_kernels"], row["kernels"] = build(case)
        finally:
            row["build_s"] = "%.1f" % (time.monotonic() - begin)
        seconds, findings = compare(case)
        row["findings"] = " ".join(sorted(set(findings)))
    except Failed as failure:
        row["result"] = "fail"
        row["detail"] = " ".join(str(failure).split())
    return row, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", nargs="+", metavar="CHECKOUT", help="[NAME=]FOLDER")
    parser.add_argument("--list", default="")
    parser.add_argument("--notes", default="")
    parser.add_argument("--only", default="")
    parser.add_argument("--forms", default="thread,lane", help="the first is what others must equal")
    parser.add_argument("--table", default="")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--race", type=int, default=0, metavar="ROUNDS")
    parser.add_argument("-j", type=int, default=1, dest="jobs")
    parser.add_argument("--march", default="native")
    parser.add_argument("--data", default="")
    parser.add_argument("--tolerance", type=float, default=1e-3)
    parser.add_argument("--tool", default="", help="simt-cu of this version; built where left out")
    parser.add_argument("--simt", default=os.path.dirname(os.path.dirname(HERE)))
    parser.add_argument("--build", default="build/ports")
    parser.add_argument("--timeout", type=int, default=300, help="of a run, in seconds")
    parser.add_argument("--build-timeout", type=int, default=1200, help="of a build, in seconds")
    parser.add_argument("--cc", default=os.environ.get("CC", "cc"))
    parser.add_argument("--cxx", default=os.environ.get("CXX", "c++"))
    parser.add_argument("--cmake", action="append", default=[], metavar="ARG")
    args = parser.parse_args()
    prepare(args)
    cases = find_cases(args)
    columns = [*COLUMNS, *(form + "_s" for form in args.forms)]
    if args.race:
        columns.append("reference_s")
    done = set()
    if args.table and os.path.exists(args.table) and not args.again:
        done = {row["program"] for row in read_table(args.table)}
    elif args.table:
        with open(args.table, "w", encoding="utf-8") as file:
            file.write("\t".join(columns) + "\n")
    cases = [c for c in cases if c.title not in done]
    if not cases:
        sys.exit("no program to try" if not done else 0)

    counts = {"pass": 0, "unexpected": 0}
    lock = threading.Lock()

    def report(case, row, seconds):
        row.update({form + "_s": "%.3g" % s for form, s in seconds.items()})
        passed = row["result"] == "pass"
        if case.fails_because:
            row["detail"] = ("PASSES, but is listed as failing: " if passed else "expected: ") \
                + case.fails_because + (" (%s)" % row["detail"] if row["detail"] else "")
        with lock:
            counts["pass"] += passed
            counts["unexpected"] += passed == bool(case.fails_because)
            print("%-4s %-52s %5s/%-4s %s %s" % (
                row["result"], case.title, row.get("lane_kernels", ""), row.get("kernels", ""),
                " ".join("%s %.2f s" % item for item in seconds.items()),
                " ".join(filter(None, (row["detail"], row.get("findings"))))), flush=True)
            if args.table:
                with open(args.table, "a", encoding="utf-8") as file:
                    file.write("\t".join(str(row.get(c, "")) for c in columns) + "\n")

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        tried = {pool.submit(try_case, case): case for case in cases}
        racing = []
        for future in concurrent.futures.as_completed(tried):
            row, seconds = future.result()
            if args.race and row["result"] == "pass":
                racing.append((tried[future], row))
            else:
                report(tried[future], row, seconds)
    logs = []
    for case, row in racing:
        seconds = race(case)
        report(case, row, seconds)
        if seconds.get("reference"):
            logs.append(math.log(seconds["reference"] / seconds[args.forms[-1]]))
    if logs:
        print("geometric mean of reference / %s over %d programs: %.2f"
              % (args.forms[-1], len(logs), math.exp(sum(logs) / len(logs))))
    print("%d of %d pass, %d not as expected" % (counts["pass"], len(cases), counts["unexpected"]))
    return 1 if counts["unexpected"] else 0


if __name__ == "__main__":
    sys.exit(main())
