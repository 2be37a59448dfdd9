#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs Rodinia's CUDA programs, built with simt_add_cuda, beside Rodinia's own OpenMP versions.

  benchmarks/rodinia.py --rodinia FOLDER [--build FOLDER] [--simt FOLDER] [--only REGEX]
                        [--rounds N] [--threads N] [--quick] [--cxx COMPILER]

FOLDER is a checkout of Rodinia with its folders cuda and openmp; nothing in it is changed. Inputs
are generated. The programs take turns: thread kernels, lane kernels, OpenMP (-O3 -march=native);
whole processes are timed, reading of inputs included, and the median counts. Prints a table and the
geometric mean of OpenMP / lane.
"""
import argparse
import math
import os
import random
import re
import shlex
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))

# name: CUDA sources, include folders and arguments; the same of the OpenMP version.
# $N threads; $DATA generated inputs; numbers in {} are full size | quick size.
PROGRAMS = {
    "backprop": dict(
        cuda="backprop/backprop_cuda.cu backprop/backprop.c backprop/facetrain.c backprop/imagenet.c",
        args="{524288|65536}",
        omp="backprop/backprop.c backprop/backprop_kernel.c backprop/facetrain.c backprop/imagenet.c",
        omp_args="{524288|65536}", omp_definitions="OPEN"),
    "bfs": dict(cuda="bfs/bfs.cu", args="$DATA/graph", omp="bfs/bfs.cpp", omp_args="$N $DATA/graph",
                omp_definitions="OPEN"),
    "hotspot": dict(cuda="hotspot/hotspot.cu", args="{1024|256} 2 {400|20} $DATA/temp $DATA/power out",
                    omp="hotspot/hotspot_openmp.cpp",
                    omp_args="{1024|256} {1024|256} {400|20} $N $DATA/temp $DATA/power out"),
    "hotspot3D": dict(cuda="hotspot3D/3D.cu",
                      args="{512|64} 8 {200|10} $DATA/power3 $DATA/temp3 out",
                      omp="hotspot3D/3D.c",
                      omp_args="{512|64} 8 {200|10} $DATA/power3 $DATA/temp3 out"),
    "lavaMD": dict(
        cuda="lavaMD/main.c lavaMD/kernel/kernel_gpu_cuda_wrapper.cu lavaMD/util/num/num.c "
             "lavaMD/util/timer/timer.c lavaMD/util/device/device.cu",
        args="-boxes1d {10|3}",
        omp="lavaMD/main.c lavaMD/kernel/kernel_cpu.c lavaMD/util/num/num.c "
            "lavaMD/util/timer/timer.c",
        omp_args="-cores $N -boxes1d {10|3}"),
    "lud": dict(cuda="lud/cuda/lud.cu lud/cuda/lud_kernel.cu lud/common/common.c", includes="lud/common",
                args="-s {2048|256}",
                omp="lud/omp/lud.c lud/omp/lud_omp.c lud/common/common.c", omp_includes="lud/common",
                omp_args="-n $N -s {2048|256}"),
    "nw": dict(cuda="nw/needle.cu", args="{8192|512} 10", omp="nw/needle.cpp",
               omp_args="{8192|512} 10 $N"),
    "particlefilter": dict(cuda="particlefilter/ex_particle_CUDA_float_seq.cu",
                           args="-x 128 -y 128 -z 10 -np {20000|1000}",
                           omp="particlefilter/ex_particle_OPENMP_seq.c",
                           omp_args="-x 128 -y 128 -z 10 -np {20000|1000}"),
    "pathfinder": dict(cuda="pathfinder/pathfinder.cu", args="{100000|10000} {1000|100} 20",
                       omp="pathfinder/pathfinder.cpp", omp_args="{100000|10000} {1000|100}"),
    "srad": dict(cuda="srad/srad_v2/srad.cu", args="2048 2048 0 127 0 127 0.5 {50|2}",
                 omp="srad/srad_v2/srad.cpp", omp_args="2048 2048 0 127 0 127 $N 0.5 {50|2}"),
    "streamcluster": dict(
        cuda="streamcluster/streamcluster_cuda_cpu.cpp streamcluster/streamcluster_cuda.cu "
             "streamcluster/streamcluster_header.cu",
        args="10 20 64 {16384|2048} {16384|2048} 1000 none out 1",
        omp="streamcluster/streamcluster_omp.cpp",
        omp_args="10 20 64 {16384|2048} {16384|2048} 1000 none out $N", omp_definitions="ENABLE_THREADS"),
}


def expand(text, options, data):
    pick = 1 if options.quick else 0
    text = re.sub(r"\{([^|}]*)\|([^}]*)\}", lambda m: m.group(1 + pick), text)
    return shlex.split(text.replace("$N", str(options.threads)).replace("$DATA", data))


def make_data(folder, quick):
    """Inputs of the programs that read files; the same in every run."""
    os.makedirs(folder, exist_ok=True)
    done = os.path.join(folder, "quick" if quick else "full")
    if os.path.exists(done):
        return
    for name in ("quick", "full"):
        if os.path.exists(os.path.join(folder, name)):
            os.remove(os.path.join(folder, name))
    rng = random.Random(1)

    def numbers(name, count, low, high):
        with open(os.path.join(folder, name), "w", encoding="ascii") as file:
            file.writelines("%.6f\n" % rng.uniform(low, high) for _ in range(count))

    side = 256 if quick else 1024
    numbers("temp", side * side, 320, 340)
    numbers("power", side * side, 0, 0.01)
    side = 64 if quick else 512
    numbers("temp3", side * side * 8, 320, 340)
    numbers("power3", side * side * 8, 0, 0.01)
    nodes = 20000 if quick else 1000000
    with open(os.path.join(folder, "graph"), "w", encoding="ascii") as file:
        degrees = [rng.randint(1, 11) for _ in range(nodes)]
        file.write("%d\n" % nodes)
        start = 0
        for d in degrees:
            file.write("%d %d\n" % (start, d))
            start += d
        file.write("\n0\n\n%d\n" % start)
        for _ in range(start):
            file.write("%d 1\n" % rng.randrange(nodes))
    open(done, "w", encoding="ascii").close()


def build_cuda(names, options):
    folder = os.path.join(options.build, "cuda")
    os.makedirs(folder, exist_ok=True)
    root = os.path.join(os.path.abspath(options.rodinia), "cuda")
    lines = ["cmake_minimum_required(VERSION 3.25)", "project(rodinia C CXX)",
             "set(CMAKE_CXX_STANDARD 20)", "set(SIMT_VECTORIZE ON)",
             'add_subdirectory("%s" simt EXCLUDE_FROM_ALL)' % os.path.abspath(options.simt)]
    for name in names:
        p = PROGRAMS[name]
        target = re.sub(r"\W", "_", name)
        sources = " ".join('"%s/%s"' % (root, s) for s in p["cuda"].split())
        lines.append("add_executable(%s)" % target)
        folders = {os.path.dirname(s) for s in p["cuda"].split()} | set(p.get("includes", "").split())
        lines.append("target_include_directories(%s PRIVATE %s)" % (
            target, " ".join('"%s/%s"' % (root, f) for f in sorted(folders))))
        lines.append("simt_add_cuda(%s %s)" % (target, sources))
        lines.append("target_compile_options(%s PRIVATE -O3 -march=native -w)" % target)
        lines.append("target_link_libraries(%s PRIVATE m)" % target)
    with open(os.path.join(folder, "CMakeLists.txt"), "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    configure = ["cmake", "-S", folder, "-B", folder + "/build", "-DSIMT_BUILD_TESTS=OFF",
                 "-DSIMT_BUILD_EXAMPLES=OFF", "-DSIMT_BUILD_BENCHMARKS=OFF"]
    if options.cxx:
        configure.append("-DCMAKE_CXX_COMPILER=" + options.cxx)
    subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
    built = {}
    for name in names:
        target = re.sub(r"\W", "_", name)
        r = subprocess.run(["cmake", "--build", folder + "/build", "--target", target],
                           capture_output=True, text=True)
        if r.returncode == 0:
            built[name] = os.path.join(folder, "build", target)
        else:
            log = os.path.join(options.build, target + ".log")
            with open(log, "w", encoding="utf-8") as file:
                file.write(r.stdout + r.stderr)
            print("%s: the CUDA version does not build, see %s" % (name, log), file=sys.stderr)
    return built


def build_openmp(name, options):
    p = PROGRAMS[name]
    root = os.path.join(os.path.abspath(options.rodinia), "openmp")
    out = os.path.join(options.build, "omp_" + re.sub(r"\W", "_", name))
    sources = [os.path.join(root, s) for s in p["omp"].split()]
    folders = {os.path.dirname(s) for s in sources}
    folders |= {os.path.join(root, f) for f in p.get("omp_includes", "").split()}
    is_c = all(s.endswith(".c") for s in sources)
    command = ["gcc" if is_c else options.cxx or "g++", "-O3", "-march=native", "-fopenmp", "-w"]
    command += ["-std=gnu99" if is_c else "-std=gnu++14"] + ["-I" + f for f in sorted(folders)]
    command += ["-D" + d for d in p.get("omp_definitions", "").split()]
    r = subprocess.run(command + sources + ["-lm", "-o", out], capture_output=True, text=True)
    if r.returncode != 0:
        print("%s: the OpenMP version does not build: %s" % (name, r.stderr[:300]), file=sys.stderr)
        return None
    return out


def run(program, arguments, form, options):
    environment = dict(os.environ, OMP_NUM_THREADS=str(options.threads))
    if form:
        environment["SIMT_KERNEL_FORM"] = form
    folder = os.path.join(options.build, "run")
    os.makedirs(folder, exist_ok=True)
    start = time.perf_counter()
    try:
        r = subprocess.run([program] + arguments, cwd=folder, env=environment,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                           timeout=options.timeout)
    except subprocess.TimeoutExpired:
        return math.inf
    return time.perf_counter() - start if r.returncode == 0 else math.nan


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rodinia", required=True)
    parser.add_argument("--build", default="build/rodinia")
    parser.add_argument("--simt", default=os.path.dirname(HERE))
    parser.add_argument("--only", default="")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--cxx", default="")
    options = parser.parse_args()
    options.build = os.path.abspath(options.build)
    os.makedirs(options.build, exist_ok=True)
    data = os.path.join(options.build, "data")
    make_data(data, options.quick)
    names = [n for n in PROGRAMS if re.search(options.only, n)]
    built = build_cuda(names, options)
    print("%-16s %10s %10s %10s %12s %12s" %
          ("program", "thread s", "lane s", "OpenMP s", "OpenMP/lane", "thread/lane"))
    logs = []
    for name in names:
        omp = build_openmp(name, options)
        if name not in built:
            continue
        p = PROGRAMS[name]
        versions = {"thread": (built[name], expand(p["args"], options, data), "thread"),
                    "lane": (built[name], expand(p["args"], options, data), "automatic")}
        if omp:
            versions["omp"] = (omp, expand(p["omp_args"], options, data), "")
        times = {v: [] for v in versions}
        for _ in range(options.rounds):
            for v, (program, arguments, form) in versions.items():
                times[v].append(run(program, arguments, form, options))
        t = {v: statistics.median(x) for v, x in times.items()}
        t.setdefault("omp", math.nan)
        print("%-16s %10.3f %10.3f %10.3f %12.2f %12.2f" %
              (name, t["thread"], t["lane"], t["omp"], t["omp"] / t["lane"],
               t["thread"] / t["lane"]), flush=True)
        if math.isfinite(t["omp"] / t["lane"]):
            logs.append(math.log(t["omp"] / t["lane"]))
    if logs:
        print("geometric mean of OpenMP / lane over %d programs: %.2f" %
              (len(logs), math.exp(sum(logs) / len(logs))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
