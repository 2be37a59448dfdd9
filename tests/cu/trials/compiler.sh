#!/bin/sh
# A compiler, for check.cmake: it refuses files in which one of some words stands, names no lane
# form, and counts how often it is called. Arguments: the words as a pattern, the count, the file.
echo trial >> "$2"
if grep -q "$1" "$3"; then
  echo "somewhere.hpp:7:1: error: no word of a lane form"
  exit 1
fi
