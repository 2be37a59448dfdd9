#!/bin/sh
# Builds the tests labelled isa against another version of xsimd and runs them. CXX names the compiler.
#
# usage: test_xsimd.sh INCLUDE [CMAKE_OPTION...]     INCLUDE: the folder include/ of a checkout of xsimd;
#        further options for cmake, e.g. -D CMAKE_CXX_COMPILER=clang++ -D SIMT_NATIVE=OFF
set -eu
include=$(cd "$1" && pwd)
shift
[ -f "$include/xsimd/xsimd.hpp" ] || { echo "test_xsimd.sh: no xsimd/xsimd.hpp in $include" >&2; exit 2; }
cd "$(dirname "$0")/.."
build=build/xsimd
cmake --preset gcc -B $build -D CMAKE_CXX_FLAGS="-isystem $include" -D SIMT_TEST_LABELS=isa \
  -D SIMT_TEST_CHECKS=OFF -D SIMT_BUILD_EXAMPLES=OFF "$@" >/dev/null
cmake --build $build
ctest --test-dir $build -L isa --output-on-failure
