#!/bin/sh
# usage: build.sh COMPILER SOURCE PROGRAM: builds and runs a program with nothing but pkg-config.
set -eu
# shellcheck disable=SC2046  # the flags are words
"$1" -std=c++20 -O1 "$2" -o "$3" $(pkg-config --cflags --libs simt)
"$3"
