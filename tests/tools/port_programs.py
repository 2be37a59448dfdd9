# SPDX-License-Identifier: MIT
"""Finds the CUDA programs of a checkout: their sources, include folders, definitions, arguments.

A folder's Makefile is asked by `make -n`, so that variables, patterns and libraries within the
checkout are make's work; a CMakeLists.txt is read for its plain commands; without either, each source
with a main function is a program.
"""
import dataclasses
import os
import re
import shlex
import subprocess

SOURCES = (".cu", ".cpp", ".cc", ".cxx", ".c", ".C")
OBJECTS = (".o", ".obj")
COMPILER = re.compile(r"(?:nvcc|hipcc|(?:.*-)?(?:g\+\+|gcc|cc|c\+\+|clang|clang\+\+|icc|icpc|icx|icpx"
                      r"|mpicc|mpicxx|mpic\+\+)(?:-\d+)?)$")
# Among the options: files see what others define for device code.
SEPARABLE = "-rdc=true"
MAIN = re.compile(r"\bmain\s*\(")
# Folders that hold no programs of their own.
PASSED_OVER = {".git", "build", "data", "doc", "docs", "bin"}


@dataclasses.dataclass
class Program:
    """One executable. Paths are absolute; `path` names it within its checkout."""
    path: str
    root: str
    folder: str
    sources: list = dataclasses.field(default_factory=list)
    includes: list = dataclasses.field(default_factory=list)
    definitions: list = dataclasses.field(default_factory=list)
    libraries: list = dataclasses.field(default_factory=list)
    options: list = dataclasses.field(default_factory=list)
    runs: list = dataclasses.field(default_factory=list)  # arguments of each run

    @property
    def name(self):
        return re.sub(r"\W+", "_", self.path)

    def cuda(self):
        return [s for s in self.sources if s.endswith(".cu")]


def read_text(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def words_of(line):
    """The commands of a line of shell, each a list of words."""
    for part in re.split(r"&&|\|\||[;|]", line):
        try:
            words = shlex.split(part)
        except ValueError:
            continue
        while words and re.match(r"\w+=|(?:ccache|time|env|srun|\(|@)$", words[0]):
            words.pop(0)
        if words:
            yield words


class Command:
    """One call of a compiler, as far as it says what is compiled and how."""

    def __init__(self, words, folder):
        self.inputs, self.includes, self.definitions = [], [], []
        self.libraries, self.options = [], []
        self.output, self.links = "", True
        self.folder = folder
        words = iter(words)
        for word in words:
            if word in ("-Xcompiler", "--compiler-options"):
                for inner in next(words, "").split(","):
                    self._option(inner, iter(()))
            else:
                self._option(word, words)
        if not self.output:
            stem = os.path.splitext(os.path.basename(self.inputs[0]))[0] if self.inputs else "a"
            self.output = os.path.join(folder, "a.out" if self.links else stem + ".o")

    def _path(self, name):
        return os.path.normpath(os.path.join(self.folder, name))

    def _option(self, word, words):
        if word in ("-c", "-dc", "--device-c", "-E", "-M", "-MM", "-ptx", "-cubin", "-fatbin",
                    "-dlink", "-shared", "-lib"):
            self.links = False
            if word in ("-dc", "--device-c"):
                self.options.append(SEPARABLE)
        elif word == "-o":
            self.output = self._path(next(words, ""))
        elif word in ("-I", "-isystem"):
            self.includes.append(self._path(next(words, ".")))
        elif word.startswith("-I"):
            self.includes.append(self._path(word[2:]))
        elif word == "-D":
            self.definitions.append(next(words, ""))
        elif word.startswith("-D"):
            self.definitions.append(word[2:])
        elif word in ("-x", "-arch", "-gencode", "-L", "-Xlinker", "-Xptxas", "-ccbin", "-std", "-MF"):
            next(words, None)
        elif word in ("-rdc=true", "--relocatable-device-code=true"):
            self.options.append(SEPARABLE)
        elif word in ("-fopenmp", "-openmp"):
            self.options.append("-fopenmp")
        elif word.startswith("-l"):
            self.libraries.append(word[2:])
        elif not word.startswith("-") and word.endswith(SOURCES + OBJECTS + (".a",)):
            self.inputs.append(self._path(word))


def make_lines(folder, target):
    """What make would run for a target: (folder, line)."""
    command = ["make", "-n", "-B", "-k", "-w"] + ([target] if target else [])
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, stdin=subprocess.DEVNULL,
                              timeout=60, check=False,
                              env={**os.environ, "LC_ALL": "C", "MAKEFLAGS": ""})
    except (OSError, subprocess.TimeoutExpired):
        return
    at = [folder]
    text = done.stdout.decode(errors="replace").replace("\\\n", " ")
    for line in text.splitlines():
        entered = re.match(r"make(?:\[\d+\])?: (Entering|Leaving) directory '(.*)'", line)
        if entered:
            at = at + [entered[2]] if entered[1] == "Entering" else at[:-1] or [folder]
        else:
            yield at[-1], line


def programs_of_make(root, folder):
    """The programs that a Makefile links, by the commands that it would run."""
    compiled, linked, archives = {}, {}, {}
    for at, line in make_lines(folder, ""):
        for words in words_of(line):
            tool = os.path.basename(words[0])
            if tool == "cd" and len(words) == 2:
                at = os.path.join(at, words[1])
            elif tool == "ar" and len(words) > 3:
                path = [os.path.normpath(os.path.join(at, w)) for w in words[2:]]
                archives[path[0]] = path[1:]
            elif COMPILER.match(tool):
                command = Command(words[1:], at)
                if command.links and command.inputs:
                    linked[command.output] = command
                elif command.inputs:
                    compiled[command.output] = command
    found = []
    # A program that has a name goes before one that is only compiled.
    for output, link in sorted(linked.items(), key=lambda x: x[0].endswith("a.out")):
        program = Program("", root, folder)
        queue, seen = list(link.inputs), set()
        commands = [link]
        while queue:
            path = queue.pop(0)
            if path in seen:
                continue
            seen.add(path)
            if path.endswith(SOURCES):
                program.sources.append(path)
            elif path in archives:
                queue += archives[path]
            elif path in compiled:
                commands.append(compiled[path])
                queue += [s for s in compiled[path].inputs if s.endswith(SOURCES)]
        for command in commands:
            for name in ("includes", "definitions", "libraries", "options"):
                kept = getattr(program, name)
                kept += [x for x in getattr(command, name) if x not in kept]
        program.path = os.path.basename(output)
        if program.cuda() and all(os.path.exists(s) for s in program.sources):
            found.append(program)
    return found


def programs_of_cmake(root, folder):
    """The programs of a CMakeLists.txt whose sources it names in add_executable."""
    text = re.sub(r"#.*", "", read_text(os.path.join(folder, "CMakeLists.txt")))
    text = re.sub(r"\$\{(?:CMAKE_CURRENT_SOURCE_DIR|PROJECT_SOURCE_DIR|CMAKE_SOURCE_DIR)\}",
                  lambda _: folder, text)

    def items(pattern):
        for found in re.finditer(pattern, text, re.I):
            yield found[1], [w.strip('"') for w in found[2].split()
                             if "$" not in w and w not in ("PRIVATE", "PUBLIC", "INTERFACE", "SYSTEM",
                                                           "BEFORE", "WIN32", "EXCLUDE_FROM_ALL")]
    found = []
    for name, sources in items(r"add_executable\(\s*(\S+)\s+([^)]*)\)"):
        program = Program(name, root, folder)
        if "$" in name or "." in name:
            program.path = os.path.basename(folder)
        program.sources = [os.path.normpath(os.path.join(folder, s)) for s in sources
                           if s.endswith(SOURCES)]
        for _, names in items(r"(?<!target_)(include_directories)\(([^)]*)\)"):
            program.includes += [os.path.normpath(os.path.join(folder, n)) for n in names]
        for target, names in items(r"target_include_directories\(\s*(\S+)([^)]*)\)"):
            if target == name:
                program.includes += [os.path.normpath(os.path.join(folder, n)) for n in names]
        for _, names in items(r"(add_definitions|add_compile_definitions)\(([^)]*)\)"):
            program.definitions += [n[2:] if n.startswith("-D") else n for n in names]
        for target, names in items(r"target_compile_definitions\(\s*(\S+)([^)]*)\)"):
            if target == name:
                program.definitions += names
        if "OpenMP::" in text:
            program.options.append("-fopenmp")
        if program.cuda() and all(os.path.exists(s) for s in program.sources):
            found.append(program)
    return found


def programs_of_sources(root, folder):
    """Each source with a main function, and with it, if it is the only one, all that no file includes."""
    names = sorted(n for n in os.listdir(folder) if n.endswith(SOURCES))
    texts = {n: read_text(os.path.join(folder, n)) for n in sorted(os.listdir(folder))
             if n.endswith(SOURCES + (".h", ".hpp", ".cuh"))}
    included = {os.path.basename(i) for text in texts.values()
                for i in re.findall(r'#\s*include\s*"([^"]+)"', text)}
    mains = [n for n in names if n not in included and MAIN.search(texts[n])]
    found = []
    for main in mains:
        sources = [n for n in names if n not in included] if len(mains) == 1 else [main]
        program = Program(os.path.splitext(main)[0], root, folder,
                          [os.path.join(folder, n) for n in sources])
        if program.cuda():
            found.append(program)
    return found


def read_runs(folder, programs):
    """Arguments by `make -n run`, or a script named run, as they call ./PROGRAM."""
    lines = []
    if any(os.path.exists(os.path.join(folder, m)) for m in ("Makefile", "makefile", "GNUmakefile")):
        lines = [line for _, line in make_lines(folder, "run")]
    for script in ("run", "run.sh"):
        path = os.path.join(folder, script)
        if os.path.isfile(path):
            lines += read_text(path).splitlines()
    outputs = {p.path: p for p in programs}
    for line in lines:
        for words in words_of(line.split(">")[0]):
            name = os.path.basename(words[0])
            if words[0].startswith("./") and (name in outputs or len(programs) == 1):
                runs = outputs.get(name, programs[0]).runs
                if words[1:] not in runs and not any("$" in w for w in words):
                    runs.append(words[1:])


def programs_of_folder(root, folder):
    """All programs of one folder, with paths below root that tell them apart."""
    names = os.listdir(folder)
    programs = []
    if any(m in names for m in ("Makefile", "makefile", "GNUmakefile")):
        programs = programs_of_make(root, folder)
    if not programs and "CMakeLists.txt" in names:
        programs = programs_of_cmake(root, folder)
    if not programs:
        programs = programs_of_sources(root, folder)
    if programs:
        read_runs(folder, programs)
    relative = os.path.relpath(folder, root)
    for program in programs:
        program.runs = program.runs or [[]]
        program.path = relative if len(programs) == 1 else relative + "/" + program.path
    return programs


def programs_of_checkout(root):
    """All programs of a checkout, folder by folder; sources that a program has are no others' besides."""
    taken = set()
    for folder, below, names in os.walk(root):
        below[:] = sorted(d for d in below if d not in PASSED_OVER)
        if any(n.endswith(".cu") for n in names) or (
                "Makefile" in names and any(f.endswith(".cu") for d in below
                                            for f in os.listdir(os.path.join(folder, d)))):
            for program in programs_of_folder(root, folder):
                sources = frozenset(program.sources)
                if not any(sources <= t for t in taken):
                    taken.add(sources)
                    yield program
