#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures what files that use simt cost to compile.

  benchmarks/compile_time.py [--cxx COMPILER]... [--flags FLAGS] [--runs N] [--tool SIMT_CU]
  benchmarks/compile_time.py --check FILE | --record FILE [--cxx g++]

Prints for each kind of file the median of the processor's time, of N runs (5), and with g++ how much
memory the compiler has asked its own allocator for. The time is the machine's; the memory is the same
wherever the compiler and the libraries are, and grows with what there is to parse and instantiate. So
that is what --check compares with FILE, as --record wrote it: it fails where a file needs more than a
twentieth more, and says so and passes where FILE knows nothing of this compiler.
"""
import argparse
import os
import pathlib
import re
import shlex
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIBRARY = '-DSIMT_CUDA_RUNTIME_LIBRARY=1'
MOST = 1.05

SAXPY = '''#include <simt/simt.hpp>
SIMT_KERNEL(saxpy, (simt::ptr<float const> x, simt::ptr<float> y, float a, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) y[i] = a * x[i] + y[i];
}
void run(float const* x, float* y, int n) {
  simt::launch(saxpy, simt::shape{(n + 255) / 256, 256}, x, y, 2.0f, n);
}
'''
ADD = '''__global__ void add(float const* a, float const* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
int main() {
  int const n = 1 << 20;
  float *a, *b, *c;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&c, n * sizeof(float));
  add<<<(n + 255) / 256, 256>>>(a, b, c, n);
  return cudaDeviceSynchronize();
}
'''
# name: text, what it needs besides the flags
FILES = {
    'simt/simt.hpp': ('#include <simt/simt.hpp>\n', []),
    'cuda_runtime.h': ('#include <cuda_runtime.h>\n', []),
    'cuda_runtime.h, runtime in its library': ('#include <cuda_runtime.h>\n', [LIBRARY]),
    'saxpy as a lane kernel': (SAXPY, []),
}


def measure(command):
    """The seconds of user time of a command, and what it prints."""
    before = os.times().children_user
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if run.returncode != 0:
        sys.exit('failed: %s\n%s' % (shlex.join(command), run.stdout))
    return os.times().children_user - before, run.stdout


def memory(compile_):
    """Megabytes that g++ counts; None for a compiler that does not."""
    _, text = measure(compile_ + ['-ftime-report'])
    total = re.search(r'^ TOTAL .*?([0-9.]+)([kMG])$', text, re.M)
    return float(total[1]) * {'k': 1e-3, 'M': 1.0, 'G': 1e3}[total[2]] if total else None


def version(cxx):
    return measure([cxx, '--version'])[1].splitlines()[0]


def base(cxx, flags):
    include = ROOT / 'include'
    return [cxx, '-std=c++20', *flags, '-I%s' % include, '-I%s' % (include / 'simt/cuda'), '-c',
            '-o', '/dev/null']


def time_all(args, folder):
    for cxx in args.cxx or ['g++', 'clang++']:
        print('%s %s' % (version(cxx), shlex.join(args.flags)))
        command = base(cxx, args.flags)
        rows = []
        for number, (name, (text, more)) in enumerate(FILES.items()):
            file = folder / ('file%d.cpp' % number)
            file.write_text(text)
            rows.append((name, command + more + [str(file)]))
        if args.tool:
            cu = folder / 'add.cu'
            cu.write_text(ADD)
            out = folder / 'add.cpp'
            measure([args.tool, '--vectorize', '-o', str(out), str(cu)])
            options = (ROOT / 'include/simt/cuda/detail/translated_options.h').read_text()
            more = [LIBRARY, '-Wno-unknown-pragmas', '-Wno-psabi',
                    *re.search(r'^ *"(-f.*)"$', options, re.M)[1].split()]
            rows.append(('a vector addition .cu, both forms', command + more + [str(out)]))
            header = folder / (pathlib.Path(cxx).name + '.hpp')
            header.write_text('#include <simt/cuda/lane.h>\n')
            compiled = str(header) + ('.gch' if 'GCC' in version(cxx) or 'g++' in cxx else '.pch')
            measure(command[:-3] + more + ['-x', 'c++-header', str(header), '-o', compiled])
            print('%8.1f MB precompiled header' % (os.path.getsize(compiled) / 1e6))
            use = more + ['-include', str(header)]
            empty = folder / 'empty.cpp'
            empty.write_text('')
            rows.append(('nothing, with the precompiled header', command + use + [str(empty)]))
            rows.append(('the same .cu with it', command + use + [str(out)]))
        for name, compile_ in rows:
            seconds = statistics.median(measure(compile_)[0] for _ in range(args.runs))
            megabytes = memory(compile_)
            print('%8.2f s%s  %s' % (seconds, ' %5.0f MB' % megabytes if megabytes else '', name))


def memory_of_all(args, folder):
    # The instruction set is part of what is parsed: not the machine's own.
    command = base((args.cxx or ['g++'])[0], ['-O2', '-march=x86-64-v4'])
    out = {}
    for number, (name, (text, more)) in enumerate(FILES.items()):
        file = folder / ('file%d.cpp' % number)
        file.write_text(text)
        out[name] = memory(command + more + [str(file)])
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--cxx', action='append', help='default: g++ and clang++')
    parser.add_argument('--flags', type=shlex.split, default=['-O2', '-march=native'])
    parser.add_argument('--runs', type=int, default=5)
    parser.add_argument('--tool', help='simt-cu, as a build has it: measures a .cu as well')
    parser.add_argument('--check', metavar='FILE')
    parser.add_argument('--record', metavar='FILE')
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if not args.check and not args.record:
            time_all(args, folder)
            return 0
        cxx = version((args.cxx or ['g++'])[0])
        if args.record:
            lines = ['# Megabytes that the compiler allocates: benchmarks/compile_time.py --record']
            lines += ['%s\t%s\t%.0f' % (cxx, file, mb)
                      for file, mb in memory_of_all(args, folder).items()]
            pathlib.Path(args.record).write_text('\n'.join(lines) + '\n')
            return 0
        known = {}
        for line in pathlib.Path(args.check).read_text().splitlines():
            if not line.startswith('#'):
                compiler, file, mb = line.split('\t')
                if compiler == cxx:
                    known[file] = float(mb)
        if not known:
            print('SKIPPED: %s knows nothing of %s' % (args.check, cxx))
            return 0
        failed = 0
        for file, mb in memory_of_all(args, folder).items():
            grown = mb / known[file] - 1
            print('%5.0f MB, recorded %5.0f  %+.1f %%  %s' % (mb, known[file], grown * 100, file))
            failed |= mb > known[file] * MOST
        if failed:
            print('a file costs more than a twentieth more to compile: find out why (g++ -H, '
                  '-ftime-report), or record the new numbers and say why')
        return int(failed)


if __name__ == '__main__':
    sys.exit(main())
