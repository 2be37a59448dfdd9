#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs Rodinia's CUDA programs, built with simt_add_cuda, beside Rodinia's own OpenMP versions.

  benchmarks/rodinia.py --rodinia FOLDER [--build FOLDER] [--simt FOLDER] [--only REGEX]
                        [--rounds N] [--thread-rounds N] [--threads N] [--quick]
                        [--cxx COMPILER] [--march CPU] [--data FOLDER] [--built]

FOLDER is a checkout of Rodinia with its folders cuda and openmp; nothing in it is changed. Inputs
are generated; --data names Rodinia's own, which myocyte needs. The programs take turns: thread
kernels, lane kernels as a launch chooses them, OpenMP (all with -O3 -march=CPU, native if it is not
given). What the programs' own timers say counts, where both versions have one around the same part,
or else the whole process; of several rounds, the median. Prints a table and the geometric mean of
OpenMP / lane.
"""
import argparse
import array
import math
import os
import random
import re
import shlex
import statistics
import struct
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))

# A program by its sources, include folders, definitions and arguments, of the CUDA and of the OpenMP
# version (omp_...). $N threads; $DATA generated inputs; {full | quick}.
# timer, omp_timer: what is measured, as (pattern, unit in s) of what the program prints of its own
# timers (several lines add up); without one, the whole process. environment: of the CUDA version.
PROGRAMS = {
    "b+tree": dict(
        cuda="b+tree/main.c b+tree/kernel/kernel_gpu_cuda_wrapper.cu "
             "b+tree/kernel/kernel_gpu_cuda_wrapper_2.cu b+tree/util/timer/timer.c "
             "b+tree/util/num/num.c b+tree/util/cuda/cuda.cu",
        args="file $DATA/keys command $DATA/commands", timer=(r"([\d.]+) s.*: GPU: KERNEL", 1),
        omp="b+tree/main.c b+tree/kernel/kernel_cpu.c b+tree/kernel/kernel_cpu_2.c "
            "b+tree/util/timer/timer.c b+tree/util/num/num.c",
        omp_args="core $N file $DATA/keys command $DATA/commands",
        omp_timer=(r"([\d.]+) s.*: CPU/MCPU: KERNEL", 1)),
    "backprop": dict(
        cuda="backprop/backprop_cuda.cu backprop/backprop.c backprop/facetrain.c backprop/imagenet.c",
        args="{1048544|65536}",
        omp="backprop/backprop.c backprop/backprop_kernel.c backprop/facetrain.c backprop/imagenet.c",
        omp_args="{1048544|65536}", omp_definitions="OPEN"),
    "bfs": dict(cuda="bfs/bfs.cu", includes="util", definitions="TIMING", args="$DATA/graph",
                timer=(r"Exec: ([\d.]+)", 1e-3),
                omp="bfs/bfs.cpp", omp_args="$N $DATA/graph", omp_definitions="OPEN",
                omp_timer=(r"Compute time: ([\d.]+)", 1)),
    "cfd": dict(cuda="cfd/euler3d.cu", args="$DATA/mesh",
                timer=(r"([\d.e-]+) seconds per iteration", 2000),
                omp="cfd/euler3d_cpu.cpp", omp_definitions="block_length=$N", omp_args="$DATA/mesh",
                omp_timer=(r"Compute time: ([\d.e-]+)", 1)),
    "gaussian": dict(cuda="gaussian/gaussian.cu", args="-q -s {1024|128}",
                     timer=(r"Time for CUDA kernels:\s*([\d.]+)", 1)),
    "heartwall": dict(
        cuda="heartwall/main.cu heartwall/AVI/avilib.c heartwall/AVI/avimod.c",
        includes="heartwall/AVI", args="$DATA/wall.avi {10|2}",
        omp="heartwall/main.c heartwall/AVI/avilib.c heartwall/AVI/avimod.c",
        omp_includes="heartwall/AVI", omp_args="$DATA/wall.avi {10|2} $N"),
    "hotspot": dict(cuda="hotspot/hotspot.cu",
                    args="{512|256} 2 {8000|20} $DATA/temp $DATA/power out",
                    omp="hotspot/hotspot_openmp.cpp",
                    omp_args="{512|256} {512|256} {8000|20} $N $DATA/temp $DATA/power out"),
    "hotspot3D": dict(cuda="hotspot3D/3D.cu",
                      args="{512|64} 8 {500|10} $DATA/power3 $DATA/temp3 out",
                      timer=(r"Time: ([\d.]+)", 1), omp="hotspot3D/3D.c",
                      omp_args="{512|64} 8 {500|10} $DATA/power3 $DATA/temp3 out",
                      omp_timer=(r"Time: ([\d.]+)", 1)),
    "kmeans": dict(
        cuda="kmeans/cluster.c kmeans/getopt.c kmeans/kmeans.c kmeans/kmeans_clustering.c "
             "kmeans/rmse.c kmeans/kmeans_cuda.cu",
        args="-b -n 8 -m 8 -l 1 -i $DATA/points",
        omp=" ".join("kmeans/kmeans_openmp/" + s for s in
                     ("cluster.c", "getopt.c", "kmeans.c", "kmeans_clustering.c")),
        omp_args="-b x -k 8 -n $N -i $DATA/points"),
    "lavaMD": dict(
        cuda="lavaMD/main.c lavaMD/kernel/kernel_gpu_cuda_wrapper.cu lavaMD/util/num/num.c "
             "lavaMD/util/timer/timer.c lavaMD/util/device/device.cu",
        args="-boxes1d {10|3}", timer=(r"([\d.]+) s.*: GPU: KERNEL", 1),
        omp="lavaMD/main.c lavaMD/kernel/kernel_cpu.c lavaMD/util/num/num.c "
            "lavaMD/util/timer/timer.c",
        omp_args="-cores $N -boxes1d {10|3}", omp_timer=(r"([\d.]+) s.*: CPU/MCPU: KERNEL", 1)),
    "leukocyte": dict(
        cuda=" ".join("leukocyte/CUDA/" + s for s in
                      ("detect_main.c", "avilib.c", "find_ellipse.c", "find_ellipse_kernel.cu",
                       "track_ellipse.c", "track_ellipse_kernel.cu", "misc_math.c")),
        includes="leukocyte/meschach_lib", libraries="leukocyte/meschach_lib/meschach.a",
        args="$DATA/cells.avi 1",
        omp=" ".join("leukocyte/OpenMP/" + s for s in
                     ("detect_main.c", "avilib.c", "find_ellipse.c", "track_ellipse.c",
                      "misc_math.c")),
        omp_includes="leukocyte/meschach_lib",
        omp_args="1 $N $DATA/cells.avi"),
    "lud": dict(cuda="lud/cuda/lud.cu lud/cuda/lud_kernel.cu lud/common/common.c",
                includes="lud/common", args="-s {4096|256}",
                timer=(r"Time consumed\(ms\): ([\d.]+)", 1e-3),
                omp="lud/omp/lud.c lud/omp/lud_omp.c lud/common/common.c", omp_includes="lud/common",
                omp_args="-n $N -s {4096|256}",
                omp_timer=(r"Time consumed\(ms\): ([\d.]+)", 1e-3)),
    "myocyte": dict(cuda="myocyte/main.cu", args="100 {256|64} 1",
                    timer=(r"([\d.]+) s.*: (?:RUN GPU KERNEL|COPY GPU DATA)", 1),
                    omp="myocyte/main.c", omp_args="100 {256|64} 1 $N",
                    omp_timer=(r"([\d.]+) s.*: RUN COMPUTATION", 1), needs="data"),
    "nn": dict(cuda="nn/nn_cuda.cu", args="$DATA/records -r 5 -lat 30 -lng 90",
               omp="nn/nn_openmp.c", omp_args="$DATA/records 5 30 90"),
    "nw": dict(cuda="nw/needle.cu", includes="util", definitions="TIMING", args="{8192|512} 10",
               # Its timer does not wait for the last kernel.
               environment={"CUDA_LAUNCH_BLOCKING": "1"}, timer=(r"Exec: ([\d.]+)", 1e-3),
               omp="nw/needle.cpp", omp_args="{8192|512} 10 $N",
               omp_timer=(r"Total time: ([\d.]+)", 1)),
    # Of Rodinia's two CUDA versions the one that does OpenMP's work: in the other, a race decides how
    # much its search has to do.
    "particlefilter": dict(cuda="particlefilter/ex_particle_CUDA_naive_seq.cu",
                           args="-x 128 -y 128 -z 10 -np {40000|1000}",
                           timer=(r"PARTICLE FILTER TOOK ([\d.]+)", 1),
                           omp="particlefilter/ex_particle_OPENMP_seq.c",
                           omp_args="-x 128 -y 128 -z 10 -np {40000|1000}",
                           omp_timer=(r"PARTICLE FILTER TOOK ([\d.]+)", 1)),
    "pathfinder": dict(cuda="pathfinder/pathfinder.cu", includes="util", definitions="TIMING",
                       args="{200000|10000} {1000|100} 20", timer=(r"Exec: ([\d.]+)", 1e-3),
                       omp="pathfinder/pathfinder.cpp", omp_args="{200000|10000} {1000|100}",
                       omp_timer=(r"timer: (\d+)", "cycles")),
    "srad": dict(cuda="srad/srad_v2/srad.cu", args="2048 2048 0 127 0 127 0.5 {50|2}",
                 omp="srad/srad_v2/srad.cpp", omp_args="2048 2048 0 127 0 127 $N 0.5 {50|2}"),
    "streamcluster": dict(
        cuda="streamcluster/streamcluster_cuda_cpu.cpp streamcluster/streamcluster_cuda.cu "
             "streamcluster/streamcluster_header.cu",
        args="10 20 64 {16384|2048} {16384|2048} 1000 none out 1", timer=(r"time = ([\d.]+)s", 1),
        omp="streamcluster/streamcluster_omp.cpp", omp_timer=(r"time = ([\d.]+)", 1),
        omp_args="10 20 64 {16384|2048} {16384|2048} 1000 none out $N",
        omp_definitions="ENABLE_THREADS"),
}


def expand(text, options, data):
    pick = 1 if options.quick else 0
    text = re.sub(r"\{([^|}]*)\|([^}]*)\}", lambda m: m.group(1 + pick), text)
    return shlex.split(text.replace("$N", str(options.threads)).replace("$DATA", data))


def libraries(p, options):
    """A program's libraries; the checkout has leukocyte's only in its OpenMP folder."""
    return [os.path.join(os.path.abspath(options.rodinia), "openmp", l)
            for l in p.get("libraries", "").split()]


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

    def path(name):
        return os.path.join(folder, name)

    def numbers(name, count, low, high):
        with open(path(name), "w", encoding="ascii") as file:
            file.writelines("%.6f\n" % rng.uniform(low, high) for _ in range(count))

    side = 256 if quick else 512
    numbers("temp", side * side, 320, 340)
    numbers("power", side * side, 0, 0.01)
    side = 64 if quick else 512
    numbers("temp3", side * side * 8, 320, 340)
    numbers("power3", side * side * 8, 0, 0.01)
    nodes = 20000 if quick else 1000000
    with open(path("graph"), "w", encoding="ascii") as file:
        degrees = [rng.randint(1, 11) for _ in range(nodes)]
        file.write("%d\n" % nodes)
        start = 0
        for d in degrees:
            file.write("%d %d\n" % (start, d))
            start += d
        file.write("\n0\n\n%d\n" % start)
        for _ in range(start):
            file.write("%d 1\n" % rng.randrange(nodes))
    keys = list(range(20000 if quick else 1000000))
    rng.shuffle(keys)
    with open(path("keys"), "w", encoding="ascii") as file:
        file.write("%d\n" % len(keys) + "".join("%d\n" % k for k in keys))
    with open(path("commands"), "w", encoding="ascii") as file:
        # (A count ends with a blank; the programs look for it.)
        file.write("k 1000 \n\nj 600 300 \n\n" if quick else "k 65535 \n\nj 65535 3000 \n\n" * 8)
    make_mesh(path("mesh"), 8 if quick else 20)
    points, features = (5000, 34) if quick else (400000, 34)
    with open(path("points"), "wb") as file:
        # Around as many centres as there are clusters, spread so far that many turns are needed.
        centres = [[rng.random() for _ in range(features)] for _ in range(8)]
        array.array("i", (points, features)).tofile(file)
        for _ in range(points):
            centre = centres[rng.randrange(8)]
            array.array("f", (c + rng.uniform(-1, 1) for c in centre)).tofile(file)
    with open(path("records.db"), "w", encoding="ascii") as file:
        for _ in range(20000 if quick else 4000000):
            file.write("%4d %2d %2d %2d %2d %-9s %5.1f %5.1f %4d %4d\n" % (
                rng.randint(1950, 2004), rng.randint(1, 12), rng.randint(1, 28),
                rng.choice((0, 6, 12, 18)), rng.randint(1, 28), rng.choice(("ALBERTO", "BERYL")),
                rng.uniform(7, 70), rng.uniform(0, 358), rng.randint(10, 164), rng.randint(0, 899)))
    with open(path("records"), "w", encoding="ascii") as file:
        file.write("../../generated/records.db\n")  # programs run beside it; longer names do not fit
    noise = bytes(rng.randrange(256) for _ in range(656 * 600 + 64))
    make_video(path("wall.avi"), 656, 600, 20, lambda f: noise[f:f + 656 * 600])
    make_video(path("cells.avi"), 640, 480, 10, cell_frame)
    open(done, "w", encoding="ascii").close()


def make_mesh(name, side):
    """A cube of side^3 elements for cfd: neighbours and normals; far field around, a wing below."""
    with open(name, "w", encoding="ascii") as file:
        file.write("%d\n" % side ** 3)
        for i in range(side ** 3):
            x, y, z = i % side, i // side % side, i // side // side
            faces = [(x > 0, i - 1, -0.1, 0, 0), (x < side - 1, i + 1, 0.1, 0, 0),
                     (y > 0, i - side, 0, -0.1, 0), (y < side - 1, i + side, 0, 0.1, 0)]
            if z % 2:
                faces[3] = (True, i - side * side, 0, 0, -0.1)
            file.write("1.0" + "".join(
                " %d %g %g %g" % ((j + 1 if inside else -1 if k == 2 else -2), a, b, c)
                for k, (inside, j, a, b, c) in enumerate(faces)) + "\n")


def make_video(name, width, height, frames, picture):
    """An AVI of uncompressed grey frames."""
    def chunk(tag, data):
        return tag + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)

    def listed(tag, data):
        return chunk(b"LIST", tag + data)

    header = chunk(b"avih", struct.pack("<14I", 40000, 0, 0, 16, frames, 0, 1, 0, width, height,
                                        0, 0, 0, 0))
    stream = chunk(b"strh", b"vidsDIB " + struct.pack("<10I4H", 0, 0, 0, 1, 25, 0, frames, 0, 0, 0,
                                                      0, 0, width, height))
    format_ = chunk(b"strf", struct.pack("<IIIHHIIIIII", 40, width, height, 1, 8, 0,
                                         width * height, 0, 0, 0, 0))
    movie = b"".join(chunk(b"00db", picture(f)) for f in range(frames))
    data = listed(b"hdrl", header + listed(b"strl", stream + format_)) + listed(b"movi", movie)
    with open(name, "wb") as file:
        file.write(chunk(b"RIFF", b"AVI " + data))


def cell_frame(frame):
    """White blood cells on grey: discs with a bright rim, that move by a pixel a frame."""
    width, height = 640, 480
    rows = [bytearray(b"\x70") * width for _ in range(height)]
    for n in range(24):
        cx, cy = 60 + 45 * (n % 12) + frame, 190 + 60 * (n // 12)
        for y in range(-13, 14):
            for x in range(-13, 14):
                r = math.hypot(x, y)
                if r < 13:
                    # A frame is stored upside down.
                    rows[height - 1 - (cy + y)][cx + x] = 0xe0 if r > 9 else 0x50
    return b"".join(rows)


def build_cuda(names, options):
    folder = os.path.join(options.build, "cuda")
    os.makedirs(folder, exist_ok=True)
    root = os.path.join(os.path.abspath(options.rodinia), "cuda")
    lines = ["cmake_minimum_required(VERSION 3.25)", "project(rodinia C CXX)",
             "set(CMAKE_CXX_STANDARD 20)",
             'add_subdirectory("%s" simt EXCLUDE_FROM_ALL)' % os.path.abspath(options.simt)]
    for name in names:
        p = PROGRAMS[name]
        target = re.sub(r"\W", "_", name)
        sources = " ".join('"%s/%s"' % (root, s) for s in p["cuda"].split())
        lines.append("add_executable(%s)" % target)
        lines.append("target_include_directories(%s PRIVATE %s)" % (
            target, " ".join('"%s/%s"' % (root, f) for f in p.get("includes", "").split())))
        lines.append("simt_add_cuda(%s %s)" % (target, sources))
        lines.append("target_compile_options(%s PRIVATE -O3 -march=%s -w)" % (
            target, options.march))
        lines.append("target_compile_definitions(%s PRIVATE %s)" % (target, p.get("definitions", "")))
        # (leukocyte's library is not position-independent.)
        lines.append("target_link_libraries(%s PRIVATE -no-pie %s m)" % (
            target, " ".join('"%s"' % l for l in libraries(p, options))))
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


def found(names, options):
    programs = {n: os.path.join(options.build, "cuda", "build", re.sub(r"\W", "_", n))
                for n in names}
    return {n: p for n, p in programs.items() if os.path.exists(p)}


def build_openmp(name, options):
    p = PROGRAMS[name]
    root = os.path.join(os.path.abspath(options.rodinia), "openmp")
    out = os.path.join(options.build, "omp_" + re.sub(r"\W", "_", name))
    if options.built and os.path.exists(out):
        return out
    sources = [os.path.join(root, s) for s in p["omp"].split()]
    folders = [os.path.join(root, f) for f in p.get("omp_includes", "").split()]
    is_c = all(s.endswith(".c") for s in sources)
    command = ["gcc" if is_c else options.cxx or "g++", "-O3", "-march=" + options.march,
               "-fopenmp", "-w"]
    command += ["-std=gnu99" if is_c else "-std=gnu++14"] + ["-I" + f for f in folders]
    command += ["-D" + d for d in expand(p.get("omp_definitions", ""), options, "")]
    command += sources + libraries(p, options) + ["-no-pie", "-lm", "-o", out]
    r = subprocess.run(command, capture_output=True, text=True)
    if r.returncode != 0:
        print("%s: the OpenMP version does not build: %s" % (name, r.stderr[:300]), file=sys.stderr)
        return None
    return out


def run(program, arguments, form, timer, more, options):
    """Seconds, by the program's own timer or of the whole process; nan if it fails."""
    environment = dict(os.environ, OMP_NUM_THREADS=str(options.threads), **more)
    processors = sorted(os.sched_getaffinity(0))[:options.threads]
    if form:
        environment["SIMT_KERNEL_FORM"] = form
    folder = os.path.join(options.build, "a", "run")  # myocyte reads ../../data
    os.makedirs(folder, exist_ok=True)
    start = time.perf_counter()
    try:
        r = subprocess.run([program] + arguments, cwd=folder, env=environment, text=True,
                           errors="replace", preexec_fn=lambda: os.sched_setaffinity(0, processors),
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                           timeout=options.timeout)
    except subprocess.TimeoutExpired:
        return math.inf
    seconds = time.perf_counter() - start
    if r.returncode != 0:
        return math.nan
    if not timer:
        return seconds
    pattern, unit = timer
    parts = re.findall(pattern, r.stdout)
    if unit == "cycles":  # of the time stamp counter, whose rate Linux prints doubled
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            unit = 2e-6 / float(re.search(r"bogomips\s*: ([\d.]+)", file.read())[1])
    return sum(float(x) for x in parts) * unit if parts else math.nan


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rodinia", required=True)
    parser.add_argument("--build", default="build/rodinia")
    parser.add_argument("--simt", default=os.path.dirname(HERE))
    parser.add_argument("--only", default="")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--thread-rounds", type=int, help="of the thread form; 0: leave it out")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--cxx", default="")
    parser.add_argument("--march", default="native")
    parser.add_argument("--data", default="")
    parser.add_argument("--built", action="store_true", help="measure what an earlier run built")
    options = parser.parse_args()
    options.build = os.path.abspath(options.build)
    os.makedirs(options.build, exist_ok=True)
    data = os.path.join(options.build, "generated")
    make_data(data, options.quick)
    if options.data and not os.path.lexists(os.path.join(options.build, "data")):
        os.symlink(os.path.abspath(options.data), os.path.join(options.build, "data"))
    names = [n for n in PROGRAMS if re.search(options.only, n) and
             (options.data or "needs" not in PROGRAMS[n])]
    built = found(names, options) if options.built else build_cuda(names, options)
    print("%-16s %10s %10s %10s %12s %12s" %
          ("program", "thread s", "lane s", "OpenMP s", "OpenMP/lane", "thread/lane"))
    logs = []
    for name in names:
        omp = build_openmp(name, options) if "omp" in PROGRAMS[name] else None
        if name not in built:
            continue
        p = PROGRAMS[name]
        arguments = expand(p["args"], options, data)
        cuda = (p.get("timer"), p.get("environment", {}))
        versions = {"thread": (built[name], arguments, "thread", *cuda),
                    "lane": (built[name], arguments, "automatic", *cuda)}
        if omp:
            versions["omp"] = (omp, expand(p["omp_args"], options, data), "", p.get("omp_timer"), {})
        times = {v: [] for v in versions}
        for i in range(options.rounds):
            for v, version in versions.items():
                if v != "thread" or options.thread_rounds is None or i < options.thread_rounds:
                    times[v].append(run(*version, options))
        t = {v: statistics.median(x) if x else math.nan for v, x in times.items()}
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
