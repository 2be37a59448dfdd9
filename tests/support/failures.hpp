#pragma once
// SPDX-License-Identifier: MIT
// For programs that are tests by themselves, without doctest: they end with `return failures != 0`.
#include <cstdio>

/// Counts what has failed in this program.
inline int failures = 0;

/// Prints what is false, and counts it.
#define CHECK(what) \
  do { \
    if (!(what)) { \
      std::printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #what); \
      ++failures; \
    } \
  } while (0)
