#pragma once
// SPDX-License-Identifier: MIT

#include <oneapi/tbb/parallel_for.h>
#include <atomic>

namespace simt_test {

/// f(0) to f(n - 1) in TBB tasks. Debian's TBB is not instrumented, so TSan would take the way of f
/// to a worker for a race: here f stays where it is, and atomics order its use.
template <class F>
void in_tasks(int n, F const& f) {
  static std::atomic<F const*> body;
  static std::atomic<int> done;
  body = &f;
  tbb::parallel_for(0, n, [](int i) {
    (*body.load())(i);
    ++done;
  });
  static_cast<void>(done.load());
}

}  // namespace simt_test
