# SPDX-License-Identifier: MIT
"""ports.py and what it is made of, on a small checkout that the test writes."""
import csv
import os
import subprocess
import sys
import tempfile
import unittest

from port_checks import Failed, check, compare_text
from port_programs import Command, programs_of_checkout

HERE = os.path.dirname(os.path.abspath(__file__))

KERNEL = """
#include <cstdio>
#include <cstdlib>
#include "scale.h"
__global__ void fill(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i * SCALE;
}
int main(int argc, char** argv) {
  int n = argc > 1 ? atoi(argv[1]) : 0;
  if (!n) { printf("usage: fill n\\n"); return 3; }
  float* out;
  cudaMallocManaged(&out, n * sizeof(float));
  fill<<<(n + 63) / 64, 64>>>(out, n);
  cudaDeviceSynchronize();
  printf("last %g of %s\\n", out[n - 1], NAME);
}
"""
# Prints which form it ran in: what no program should do.
TELLS = """
#include <cstdio>
#include <cstdlib>
__global__ void nothing() {}
int main() { nothing<<<1, 32>>>(); cudaDeviceSynchronize(); puts(getenv("SIMT_KERNEL_FORM")); }
"""
MAKEFILE = """
NVCC = /usr/local/cuda/bin/nvcc
FLAGS := -O3 -arch=sm_70 -I../common -DSCALE=2 -Xcompiler -fopenmp,-DNAME='"two words"'
all: fill
fill: fill.o
\t$(NVCC) $(FLAGS) fill.o -o $@ -lcudart
%.o: %.cu
\t$(NVCC) $(FLAGS) -dc $< -o $@
run: fill
\t./fill 100
"""


def write(root, name, text):
    path = os.path.join(root, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


class Programs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name

    def programs(self):
        return {p.path: p for p in programs_of_checkout(self.root)}

    def test_makefile(self):
        write(self.root, "made/Makefile", MAKEFILE)
        write(self.root, "made/fill.cu", KERNEL)
        found = self.programs()
        self.assertEqual(list(found), ["made"])
        program = found["made"]
        self.assertEqual(program.sources, [os.path.join(self.root, "made/fill.cu")])
        self.assertEqual(program.includes, [os.path.join(self.root, "common")])
        self.assertEqual(program.definitions, ["SCALE=2", 'NAME="two words"'])
        self.assertEqual(program.options, ["-fopenmp", "-rdc=true"])
        self.assertEqual(program.runs, [["100"]])

    def test_makefile_with_an_archive_and_two_programs(self):
        write(self.root, "two/Makefile", "all: a b\na: a.o lib.a\n\tnvcc a.o lib.a -o a\n"
              "b: b.cu\n\tnvcc b.cu -o b\nlib.a: x.o\n\tar rcs lib.a x.o\n"
              "a.o: a.cu\n\tnvcc -c a.cu\nx.o: src/x.cpp\n\tcd src && g++ -c x.cpp -o ../x.o\n")
        for name in ("a.cu", "b.cu", "src/x.cpp"):
            write(self.root, "two/" + name, "int main() {}\n")
        found = self.programs()
        self.assertEqual(sorted(found), ["two/a", "two/b"])
        self.assertEqual([os.path.relpath(s, self.root) for s in found["two/a"].sources],
                         ["two/a.cu", "two/src/x.cpp"])

    def test_cmake(self):
        write(self.root, "a/b/CMakeLists.txt", "include_directories(../../common)\n"
              "add_executable(first one.cu two.cpp) # three.cpp\n"
              "target_compile_definitions(first PRIVATE X=1)\n"
              "add_executable(second ${CMAKE_CURRENT_SOURCE_DIR}/four.cu)\n")
        for name in ("one.cu", "two.cpp", "four.cu"):
            write(self.root, "a/b/" + name, "")
        found = self.programs()
        self.assertEqual(sorted(found), ["a/b/first", "a/b/second"])
        self.assertEqual(found["a/b/first"].definitions, ["X=1"])
        self.assertEqual(found["a/b/first"].includes, [os.path.join(self.root, "common")])
        self.assertEqual(found["a/b/second"].definitions, [])

    def test_sources_alone(self):
        write(self.root, "x/main.cu", '#include "part.cu"\nint main() {}\n')
        write(self.root, "x/part.cu", "")
        write(self.root, "x/more.cpp", "")
        write(self.root, "y/p.cu", "int main() {}\n")
        write(self.root, "y/q.cu", "int main() {}\n")
        found = self.programs()
        self.assertEqual(sorted(found), ["x", "y/p", "y/q"])
        self.assertEqual([os.path.basename(s) for s in found["x"].sources], ["main.cu", "more.cpp"])

    def test_what_links(self):
        self.assertTrue(Command(["a.cu", "-o", "a"], "/f").links)
        self.assertFalse(Command(["-c", "a.cu"], "/f").links)
        self.assertEqual(Command(["-c", "d/a.cu"], "/f").output, "/f/a.o")


class Comparisons(unittest.TestCase):
    def test_numbers_and_words(self):
        compare_text("output", "sum 1.0000001 ok\n", "sum 1 ok\n", "sum 1 ok\n", 1e-5)
        with self.assertRaisesRegex(Failed, "sum 1.1 ok"):
            compare_text("output", "sum 1.1 ok\n", "sum 1 ok\n", "sum 1 ok\n", 1e-5)
        with self.assertRaises(Failed):
            compare_text("output", "sum 1 no\n", "sum 1 ok\n", "sum 1 ok\n", 1e-5)
        with self.assertRaises(Failed):
            compare_text("output", "a\n", "a\nb\n", "a\nb\n", 1e-5)
        with self.assertRaises(Failed):
            compare_text("output", "sum nan\n", "sum 1\n", "sum 1\n", 1e-5)

    def test_what_changes_from_run_to_run(self):
        compare_text("output", "seed 3\nx\n", "seed 1\nx\n", "seed 2\nx\n", 1e-5)
        compare_text("output", "took 3 ms\n", "took 4 ms\n", "took 4 ms\n", 1e-5)

    def test_checks(self):
        check("text*2 OK", "OK OK", "", "", "")
        check("numbers 1e-3 ^x", "x 1.0001\ny 5\n", "", "x 1\ny 6\n", "")
        check("command grep -q 7", "7\n", "/", "", "")
        for wrong in ("text*3 OK", "no OK", "lines*1 ^x", "command grep -q 7", "numbers 1e-3 ^O"):
            with self.assertRaises(Failed):
                check(wrong, "OK OK", "/", "", "")


class Run(unittest.TestCase):
    def test_a_checkout(self):
        with tempfile.TemporaryDirectory() as root:
            write(root, "corpus/made/Makefile", MAKEFILE)
            write(root, "corpus/made/fill.cu", KERNEL)
            write(root, "corpus/common/scale.h", "")
            write(root, "corpus/tells/main.cu", TELLS)
            write(root, "corpus/wrong/main.cu", "#include <no_such_library.h>\nint main() {}\n")
            table = os.path.join(root, "table")
            command = [sys.executable, os.path.join(HERE, "ports.py"), os.path.join(root, "corpus"),
                       "--build", os.path.join(root, "build"), "--table", table, "--march", "",
                       "--tool", os.environ.get("SIMT_CU_TOOL", "")]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            with open(table, encoding="utf-8") as file:
                rows = {r["program"]: r for r in csv.DictReader(file, delimiter="\t")}
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
            self.assertEqual(rows["made"]["result"], "pass", rows)
            self.assertEqual((rows["made"]["lane_kernels"], rows["made"]["kernels"]), ("1", "1"))
            self.assertIn("lane: output: 'lane', not 'thread'", rows["tells"]["detail"])
            self.assertIn("needs no_such_library.h", rows["wrong"]["detail"])
            # Nothing is left to try.
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (0, ""), done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
