#!/bin/sh
# Installs what the examples need, builds them for this machine and runs the two that draw pictures,
# which land in build/demo/pictures. CXX names the compiler (g++).
set -eu
cd "$(dirname "$0")/.."
. cmake/setup.sh
export CXX="${CXX:-g++}"
# shellcheck disable=SC2046  # the packages are words
need $(compiler_packages "$CXX") cmake ninja-build libtbb-dev libxsimd-dev libstb-dev

cmake --preset demo >/dev/null
cmake --build --preset demo
mkdir -p build/demo/pictures
cd build/demo/pictures
for example in image_filter mandelbrot; do
  echo
  echo "== $example"
  ../examples/$example
done
echo
echo "Pictures written:"
find "$PWD" -name '*.png'
