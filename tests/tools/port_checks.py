# SPDX-License-Identifier: MIT
"""Compares what two runs of a program print and write, and checks what a list expects of one."""
import os
import re
import subprocess

NUMBER = re.compile(r"[-+]?(?:0x[0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|nan|inf)", re.I)
# Lines that tell times, rates or addresses, which no two runs share.
NOISE = re.compile(r"\btimes?\b|\btook\b|elapsed|duration|seconds?\b|\b[mun\u03bc]?s(?:ecs?)?\b|bandwidth|"
                   r"throughput|[KMGT](?:i?B|b|bytes|flops?|op|cells|updates)?[ps]?\s*/\s*s|flop|"
                   r"speed|performance|fps|0x[0-9a-f]{6,}", re.I)
LARGEST_FILE = 1 << 26


class Failed(Exception):
    """A step of a program went wrong; the text is for the table."""


def read_text(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def numbers(text):
    return [float.fromhex(n) if "0x" in n.lower() else float(n) for n in NUMBER.findall(text)]


def near(a, b, tolerance):
    return a == b or a != a and b != b or abs(a - b) <= tolerance * max(1.0, abs(b))


def must_be_near(ours, theirs, tolerance):
    if len(ours) != len(theirs) or not ours:
        raise Failed("%d numbers, the reference has %d" % (len(ours), len(theirs)))
    for i, (a, b) in enumerate(zip(ours, theirs)):
        if not near(a, b, tolerance):
            raise Failed("number %d is %g, the reference has %g" % (i, a, b))


def parts(line):
    """A line's words and numbers, apart."""
    return [p for p in re.split(r"(%s)|\s+" % NUMBER.pattern, line, flags=re.I) if p]


def lines_of(text):
    return [line for line in text.splitlines() if line.strip() and not NOISE.search(line)]


def compare_text(name, ours, theirs, again, tolerance):
    """Fails where text differs in words, or in numbers beyond a tolerance. What differs between theirs
    and again, two runs of one program, does not count."""
    ours, theirs, again = lines_of(ours), lines_of(theirs), lines_of(again)
    if len(theirs) != len(again):
        return  # it says something else in each run
    if len(ours) != len(theirs):
        raise Failed("%s: %d lines, not %d" % (name, len(ours), len(theirs)))
    for a, b, c in zip(ours, theirs, again):
        if b != c:
            continue
        x, y = parts(a), parts(b)
        same = len(x) == len(y) and all(
            p == q or (NUMBER.fullmatch(p) and NUMBER.fullmatch(q)
                       and near(*numbers(p), *numbers(q), tolerance)) for p, q in zip(x, y))
        if not same:
            raise Failed("%s: '%s', not '%s'" % (name, a.strip()[:70], b.strip()[:70]))


def written(folder, before):
    """The files below a folder that a run made or changed."""
    found = {}
    for at, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(at, name)
            if os.path.isfile(path) and not os.path.islink(path):
                stat = os.stat(path)
                if stat.st_size <= LARGEST_FILE and before.get(path) != (stat.st_mtime_ns, stat.st_size):
                    found[os.path.relpath(path, folder)] = path
    return found


def state_of(folder):
    return {os.path.join(at, n): (os.stat(os.path.join(at, n)).st_mtime_ns,
                                  os.stat(os.path.join(at, n)).st_size)
            for at, _, names in os.walk(folder) for n in names if os.path.isfile(os.path.join(at, n))}


def same_bytes(a, b):
    with open(a, "rb") as x, open(b, "rb") as y:
        return x.read() == y.read()


def compare_files(ours, theirs, again, tolerance):
    """Files that a run wrote: the same, or text with the same numbers within a tolerance."""
    for name, path in theirs.items():
        if name not in again or not same_bytes(path, again[name]):
            continue
        if name not in ours:
            raise Failed("no file " + name)
        if same_bytes(path, ours[name]):
            continue
        with open(path, "rb") as file:
            if b"\0" in file.read(4096):
                raise Failed("file %s differs" % name)
        text = read_text(path)
        compare_text("file " + name, read_text(ours[name]), text, text, tolerance)


def check(text, output, folder, reference, reference_folder):
    """One check of a list: "text X", "text*3 X", "lines*3 REGEX", "no REGEX", "exit", "command X" (gets
    the output), or against a reference program's run: "file NAME [TOLERANCE]", "last-line REGEX",
    "numbers TOLERANCE REGEX" (of the lines that match)."""
    kind, _, value = text.partition(" ")
    kind, _, count = kind.partition("*")
    if kind in ("exit", "any-exit"):
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
    elif kind == "command":
        done = subprocess.run(value, shell=True, cwd=folder, input=output, text=True,
                              capture_output=True, check=False)
        if done.returncode:
            raise Failed("%s: %s" % (value, (done.stdout + done.stderr).strip()[:100]))
    elif kind == "file":
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
    elif kind == "numbers":
        tolerance, _, pattern = value.partition(" ")
        ours, theirs = ("\n".join(x for x in t.splitlines() if re.match(pattern, x))
                        for t in (output, reference))
        must_be_near(numbers(ours), numbers(theirs), float(tolerance))
    else:
        raise Failed("unknown check " + kind)
