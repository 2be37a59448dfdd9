#!/bin/sh
# Installs what the tests need, builds them and the examples for this machine, and runs all of them.
# CXX names the compiler (g++; clang++); arguments are cmake's.
set -eu
cd "$(dirname "$0")/.."
. cmake/setup.sh
export CXX="${CXX:-g++}"
case ${CXX##*/} in
  clang*) preset=clang ;;
  *) preset=gcc ;;
esac
# shellcheck disable=SC2046  # the packages are words
need $(compiler_packages "$CXX") cmake ninja-build make pkgconf libtbb-dev libxsimd-dev doctest-dev \
  libstb-dev libmpfr-dev libdw-dev libthrust-dev libcu++-dev

cmake --preset $preset -D CMAKE_CXX_COMPILER="$CXX" "$@" >/dev/null
# The tests run even if some could not be built.
built=0
build $preset || built=$?
ctest --preset $preset && exit $built
