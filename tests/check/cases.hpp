// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <cstring>
#include <initializer_list>

// What the programs whose cases are judged have in common. A program has its cases in LIST(X), a line
// X(name, kind, "block", "thread") each.

struct checked_case {
  char const* name;
  char const* kind;
  char const* block;
  char const* thread;
  void (*run)();
};
#define CASE(name, kind, block, thread) {#name, #kind, block, thread, &name},

/// Runs the case that the program's argument names; without one, lists all.
inline void run_case(int argc, char** argv, std::initializer_list<checked_case> cases) {
  for (checked_case const& c : cases)
    if (argc < 2)
      std::printf("%s\t%s\t%s\t%s\n", c.name, c.kind, c.block, c.thread);
    else if (std::strcmp(argv[1], c.name) == 0)
      c.run();
}
