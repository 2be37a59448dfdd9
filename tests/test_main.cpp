// SPDX-License-Identifier: MIT
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <oneapi/tbb/global_control.h>

int main(int argc, char** argv) {
  // TBB's workers end before the process does: a task that is still in a queue at exit would keep
  // what it holds, and LeakSanitizer would call that a leak.
  tbb::task_scheduler_handle workers{tbb::attach{}};
  int const result = doctest::Context(argc, argv).run();
  static_cast<void>(tbb::finalize(workers, std::nothrow));
  return result;
}
