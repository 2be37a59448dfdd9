#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds public CUDA programs with simt_add_cuda, runs them, checks what they print, prints a table.

  cmake/ports.py --list programs.tsv --corpus samples=FOLDER [--corpus NAME=FOLDER...]
                 [--data FOLDER] [--build FOLDER] [--simt FOLDER] [--only REGEX] [--timeout SECONDS]
                 [--build-timeout SECONDS] [--cmake ARG...]

The list has a head line and the columns corpus, path, suggested_args, expected_marker (more may
follow): a program's folder within a checkout of its corpus, its arguments ($DATA is --data), and the
text that says that it worked. The programs stay as they are; a CMake file is generated for them.
What their own build files do not say, how outputs are compared, and which programs are expected to
fail, is in ports.tsv beside this script. Ends with 1 if a program fails that should not, or one
passes that is listed as failing.
"""
import argparse
import csv
import math
import os
import re
import shlex
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


class Failed(Exception):
    """A step of a program went wrong; the text is for the table."""


def read_table(path):
    with open(path, newline="", encoding="utf-8") as file:
        return [{k: v or "" for k, v in row.items() if k}
                for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]


def read_text(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


class Program:
    def __init__(self, row, notes, roots, data):
        self.corpus, self.path = row["corpus"], row["path"]
        self.name = re.sub(r"\W+", "_", self.corpus + "_" + self.path)
        self.root = roots.get(self.corpus, "")
        self.folder = os.path.join(self.root, self.path)
        self.arguments = shlex.split(row["suggested_args"].replace("$DATA", data))
        note = notes.get(self.path, {})
        self.sources = note.get("sources", "").split()
        self.includes = note.get("includes", "").split()
        self.definitions = note.get("definitions", "").split()
        self.checks = [c.strip() for c in note.get("checks", "").split(" ; ") if c.strip()]
        if not self.checks:
            self.checks = ["text " + row["expected_marker"]]
        # C++ text linked to the program: prints what it computes but does not show.
        self.extra = note.get("extra", "")
        self.reference = note.get("reference", "").split()
        # A pattern and its replacement in the reference's text, such as a comment around its output.
        self.reference_edit = note.get("reference_edit", "").split(" => ")
        self.reference_arguments = shlex.split(
            note.get("reference_args", "").replace("$DATA", data))
        self.fails_because = note.get("fails_because", "")

    def find_sources(self):
        """What its CMakeLists.txt or Makefile compiles, else all sources that none includes."""
        if self.sources:
            return
        listed = os.path.join(self.folder, "CMakeLists.txt")
        if os.path.exists(listed):
            text = read_text(listed)
            found = re.search(r"add_executable\(\s*\S+\s+([^)]*)\)", text)
            names = [n for n in found[1].split() if "$" not in n] if found else []
            for folder in re.findall(r"(?<!target_)include_directories\(\s*([^)\s$]+)", text):
                self.includes.append(folder)
            if names and all(os.path.exists(os.path.join(self.folder, n)) for n in names):
                self.sources = names
                return
        for makefile in ("Makefile", "makefile"):
            path = os.path.join(self.folder, makefile)
            found = re.search(r"^\s*(?:source|SRC)\s*:?=\s*(.*)$", read_text(path), re.M) \
                if os.path.exists(path) else None
            names = found[1].split() if found else []
            if names and all(os.path.exists(os.path.join(self.folder, n)) for n in names):
                self.sources = names
                return
        names = sorted(n for n in os.listdir(self.folder)
                       if n.endswith((".cu", ".cpp", ".cc", ".c")))
        included = set()
        for name in os.listdir(self.folder):
            if name.endswith((".cu", ".cuh", ".cpp", ".h", ".c", ".cc")):
                text = read_text(os.path.join(self.folder, name))
                included.update(re.findall(r'#\s*include\s*"([^"]+)"', text))
        self.sources = [n for n in names if n not in included]

    def cmake_text(self, source):
        def paths(names):
            return " ".join('"%s"' % os.path.normpath(os.path.join(self.folder, n)) for n in names)
        cuda = [n for n in self.sources if n.endswith(".cu")]
        other = [n for n in self.sources if not n.endswith(".cu")]
        lines = ["add_executable(%s EXCLUDE_FROM_ALL %s)" % (self.name, paths(other)),
                 "target_compile_options(%s PRIVATE -w)" % self.name]
        if self.extra:
            extra = os.path.join(source, self.name + "_extra.cpp")
            with open(extra, "w", encoding="utf-8") as file:
                file.write(self.extra + "\n")
            lines.append('target_sources(%s PRIVATE "%s")' % (self.name, extra))
        if self.includes:
            lines.append("target_include_directories(%s PRIVATE %s)"
                         % (self.name, paths(self.includes)))
        if self.definitions:
            lines.append("target_compile_definitions(%s PRIVATE %s)"
                         % (self.name, " ".join(self.definitions)))
        lines.append("simt_add_cuda(%s %s)" % (self.name, paths(cuda)))
        lines.append("target_link_libraries(%s PRIVATE Threads::Threads m)" % self.name)
        return "\n".join(lines) + "\n"


def run(command, folder, timeout, log):
    """Runs a command; its output goes to a log, and is returned with its exit status."""
    with open(log, "w+", encoding="utf-8", errors="replace") as file:
        try:
            status = subprocess.run(command, cwd=folder, stdout=file, stderr=subprocess.STDOUT,
                                    stdin=subprocess.DEVNULL, timeout=timeout,
                                    check=False).returncode
        except subprocess.TimeoutExpired:
            raise Failed("no end after %d s" % timeout) from None
        except OSError as error:
            raise Failed(str(error)) from None
    return status, read_text(log)


def first_error(text):
    for line in text.splitlines():
        found = re.search(r"(?:error|Error|undefined reference)[: ].*", line)
        if found:
            place = re.match(r"(?:.*/)?([^/:]+:\d+)", line)
            return ((place[1] + ": " if place else "") + found[0])[:150]
    return "see the log"


def numbers(text):
    return [float(n) for n in NUMBER.findall(text)]


def must_be_near(ours, theirs, tolerance):
    if len(ours) != len(theirs) or not ours:
        raise Failed("%d numbers, the reference has %d" % (len(ours), len(theirs)))
    for i, (a, b) in enumerate(zip(ours, theirs)):
        if not abs(a - b) <= tolerance * max(1.0, abs(b)):
            raise Failed("number %d is %g, the reference has %g" % (i, a, b))


def check_solution(size, output):
    """The printed solution of Rodinia's gaussian: its matrix is Toeplitz, its right side ones."""
    found = re.search(r"final solution is:\s*\n(.*)", output)
    x = numbers(found[1]) if found else []
    if len(x) != size:
        raise Failed("%d numbers printed as the solution" % len(x))
    for i in range(size):
        total = sum(10 * math.exp(-0.01 * abs(i - j)) * x[j] for j in range(size))
        if not abs(total - 1) < 1e-3:
            raise Failed("row %d of a x is %g instead of 1" % (i, total))


def check(kind, value, output, folder, reference, reference_folder):
    """One check of ports.tsv: what it expects, of the output or of a file."""
    kind, _, count = kind.partition("*")
    if kind == "exit":
        return
    if kind == "text":
        found = output.count(value)
        if found < int(count or 1):
            raise Failed("'%s' %s" % (value, "missing" if not found else "%d times" % found))
    elif kind == "lines":
        found = sum(1 for line in output.splitlines() if re.search(value, line))
        if found != int(count):
            raise Failed("%d lines match %s" % (found, value))
    elif kind == "no":
        if re.search(value, output):
            raise Failed("'%s' found" % re.search(value, output)[0])
    elif kind == "file":  # the same, or the same numbers within a tolerance
        name, _, tolerance = value.partition(" ")
        try:
            ours, theirs = (read_text(os.path.join(f, name)) for f in (folder, reference_folder))
        except OSError as error:
            raise Failed(str(error)) from None
        if tolerance:
            must_be_near(numbers(ours), numbers(theirs), float(tolerance))
        elif ours.split() != theirs.split():
            raise Failed(name + " differs from the reference's")
    elif kind == "last-line":
        ours, theirs = ([x for x in t.splitlines() if re.match(value, x)] for t in (output, reference))
        if not ours or not theirs or ours[-1].split() != theirs[-1].split():
            raise Failed("last line of numbers differs from the reference's")
    elif kind == "numbers":  # of the lines that match
        tolerance, _, pattern = value.partition(" ")
        ours, theirs = ("\n".join(x for x in t.splitlines() if re.match(pattern, x))
                        for t in (output, reference))
        must_be_near(numbers(ours), numbers(theirs), float(tolerance))
    elif kind == "solution":
        check_solution(int(value), output)
    else:
        raise Failed("ports.tsv: unknown check " + kind)


def copy_tree(source, target):
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target, ignore_dangling_symlinks=True)


def run_reference(program, args, build):
    """Builds and runs the program whose results are compared; its output and folder."""
    if not program.reference:
        return "", ""
    reference_folder = os.path.join(build, "reference", program.name)
    shutil.rmtree(reference_folder, ignore_errors=True)
    os.makedirs(reference_folder)
    files = []
    for name in program.reference:
        copy = os.path.join(reference_folder, os.path.basename(name))
        source = os.path.join(program.root, name)
        for beside in os.listdir(os.path.dirname(source)):
            if beside.endswith((".h", ".hpp")):
                shutil.copy(os.path.join(os.path.dirname(source), beside), reference_folder)
        text = read_text(source)
        if len(program.reference_edit) == 2:
            text = re.sub(*program.reference_edit, text, flags=re.S)
        with open(copy, "w", encoding="utf-8") as file:
            file.write(text)
        files.append(copy)
    compiler = args.cc if files[0].endswith(".c") else args.cxx
    command = [compiler, "-O2", "-fopenmp", "-w", "-DOUTPUT", *files, "-o", "reference", "-lm"]
    log = os.path.join(build, "log", program.name + ".reference")
    status, text = run(command, reference_folder, args.timeout, log)
    if status:
        raise Failed("reference: " + first_error(text))
    status, reference = run([os.path.join(reference_folder, "reference"),
                             *program.reference_arguments],
                            reference_folder, args.timeout, log)
    return reference, reference_folder


def run_program(program, args, build):
    folder = os.path.join(build, "run", program.name)
    copy_tree(program.folder, folder)
    reference, reference_folder = run_reference(program, args, build)
    status, output = run([os.path.join(build, "cmake", "bin", program.name), *program.arguments],
                         folder, args.timeout, os.path.join(build, "log", program.name + ".run"))
    if status != 0 and "any-exit" not in program.checks:
        last = [x for x in output.splitlines() if x.strip()]
        raise Failed("exit status %d%s" % (status, ": " + last[-1][:100] if last else ""))
    for text in program.checks:
        kind, _, value = text.partition(" ")
        if kind != "any-exit":
            check(kind, value, output, folder, reference, reference_folder)


def configure(programs, args, build):
    source = os.path.join(build, "source")
    os.makedirs(source, exist_ok=True)
    text = ["cmake_minimum_required(VERSION 3.25)", "project(ports LANGUAGES C CXX)",
            "set(CMAKE_CXX_STANDARD 20)", "set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)",
            "find_package(Threads REQUIRED)",
            'add_subdirectory("%s" simt EXCLUDE_FROM_ALL)' % os.path.abspath(args.simt)]
    for program in programs:
        program.find_sources()
        text.append(program.cmake_text(source))
    with open(os.path.join(source, "CMakeLists.txt"), "w", encoding="utf-8") as file:
        file.write("\n".join(text))
    command = ["cmake", "-S", source, "-B", os.path.join(build, "cmake"),
               "-D", "CMAKE_BUILD_TYPE=Release", "-D", "CMAKE_C_COMPILER=" + args.cc,
               "-D", "CMAKE_CXX_COMPILER=" + args.cxx, *args.cmake]
    status, text = run(command, build, 600, os.path.join(build, "log", "configure"))
    if status:
        sys.exit("configure failed:\n" + text[-4000:])


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", required=True)
    parser.add_argument("--corpus", action="append", default=[], metavar="NAME=FOLDER")
    parser.add_argument("--data", default="")
    parser.add_argument("--simt", default=os.path.dirname(HERE), help="the library's source folder")
    parser.add_argument("--build", default="build/ports")
    parser.add_argument("--only", default="")
    parser.add_argument("--timeout", type=int, default=300, help="of a run, in seconds")
    parser.add_argument("--build-timeout", type=int, default=1200, help="of a build, in seconds")
    parser.add_argument("--cc", default=os.environ.get("CC", "cc"))
    parser.add_argument("--cxx", default=os.environ.get("CXX", "c++"))
    parser.add_argument("--cmake", action="append", default=[], metavar="ARG")
    args = parser.parse_args()
    roots = {n: os.path.abspath(f) for n, f in (c.split("=", 1) for c in args.corpus)}
    build = os.path.abspath(args.build)
    os.makedirs(os.path.join(build, "log"), exist_ok=True)
    notes = {row["path"]: row for row in read_table(os.path.join(HERE, "ports.tsv"))}
    data = os.path.abspath(args.data) if args.data else ""
    programs = [Program(row, notes, roots, data) for row in read_table(args.list)]
    programs = [p for p in programs if re.search(args.only, p.corpus + "/" + p.path)]
    absent = [p for p in programs if not p.root or not os.path.isdir(p.folder)]
    for program in absent:
        print("no checkout of %s/%s" % (program.corpus, program.path))
    programs = [p for p in programs if p not in absent]
    if not programs:
        sys.exit("no program to build")
    configure(programs, args, build)

    passed = unexpected = 0
    print("%-52s %7s %7s  %s" % ("program", "build s", "run s", "result"))
    for program in programs:
        built = ran = 0.0
        try:
            begin = time.monotonic()
            log = os.path.join(build, "log", program.name + ".build")
            status, text = run(["cmake", "--build", os.path.join(build, "cmake"), "--target",
                                program.name], build, args.build_timeout, log)
            built = time.monotonic() - begin
            if status:
                raise Failed("build: " + first_error(text))
            begin = time.monotonic()
            try:
                run_program(program, args, build)
            finally:
                ran = time.monotonic() - begin
            passed += 1
            result = "pass"
            if program.fails_because:
                unexpected += 1
                result = "PASSES, but is listed in ports.tsv: " + program.fails_because
        except Failed as failure:
            result = "expected: " + program.fails_because + " (" + str(failure) + ")" \
                if program.fails_because else "FAIL " + str(failure)
            unexpected += not program.fails_because
        print("%-52s %7.1f %7.1f  %s" % (program.corpus + "/" + program.path, built, ran, result),
              flush=True)
    print("%d of %d pass, %d not as listed" % (passed, len(programs), unexpected))
    return 1 if unexpected else 0


if __name__ == "__main__":
    sys.exit(main())
