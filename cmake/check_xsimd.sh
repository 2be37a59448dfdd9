#!/bin/sh
# Builds and runs the tests labelled isa against another xsimd than the system's.
#
# usage: check_xsimd.sh FOLDER     (a checkout of xsimd)
# CXX names the compiler (g++); FLAGS the instruction set (-march=native).
set -eu
[ $# -eq 1 ] || { sed -n '2,5p' "$0"; exit 2; }
checkout=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
. cmake/setup.sh
export CXX="${CXX:-g++}"
# shellcheck disable=SC2046  # the packages are words
need $(compiler_packages "$CXX") cmake ninja-build libtbb-dev doctest-dev

build=$PWD/build/xsimd-other
rm -rf "$build/prefix"
cmake -S "$checkout" -B "$build/xsimd" -G Ninja -D CMAKE_INSTALL_PREFIX="$build/prefix" \
  -D BUILD_TESTS=OFF >/dev/null
cmake --install "$build/xsimd" >/dev/null
config=$(find "$build/prefix" -name xsimdConfig.cmake)
grep -hE '^#define XSIMD_VERSION_(MAJOR|MINOR|PATCH)' -r "$build/prefix/include"

cmake -S . -B "$build/simt" -G Ninja -D xsimd_DIR="${config%/*}" -D SIMT_TEST_LABELS=isa \
  -D SIMT_TEST_CHECKS=OFF -D SIMT_BUILD_EXAMPLES=OFF -D SIMT_BUILD_BENCHMARKS=OFF \
  -D CMAKE_CXX_FLAGS_RELEASE=-O2 -D CMAKE_CXX_FLAGS="${FLAGS--march=native}" >/dev/null
cmake --build "$build/simt"
ctest --test-dir "$build/simt" -L isa -j2 --output-on-failure --no-tests=error
