// SPDX-License-Identifier: MIT
//
// Vectors of y in place. In the cache a parallel loop costs more than the work, so that threads
// spin for it.

#include "../hand_simd.hpp"  // before TBB, which includes the intrinsics with their warnings

#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "../parallel.hpp"
#include "plain.hpp"
#include "team.hpp"

namespace bench::plain {
namespace {

void range(float const* __restrict x, float* __restrict y, float a, int first, int last) {
  int i = first;
  for (; i + simd::lanes <= last; i += simd::lanes)
    simd::store(y + i, simd::fma(simd::load(x + i), a, simd::load(y + i)));
  for (; i < last; ++i) y[i] = a * x[i] + y[i];
}

void repeat(float const* x, float* y, float a, int n, int launches, int members) {
  constexpr int line = 16;  // floats: members share none
  int const part = (n / members + line - 1) / line * line;
  spinning_team team(members, [=](int member) {
    range(x, y, a, std::min(n, member * part), std::min(n, (member + 1) * part));
  });
  for (int i = 0; i < launches; ++i) team.run();
}

/// How many threads take least time, of 1, 2, 4 ... and no more than there are.
int fastest_team(float const* x, float const* y0, float a, int n, int launches) {
  std::vector<float> y(y0, y0 + n);
  int const threads = tbb::this_task_arena::max_concurrency();
  int fastest = 1;
  double least = 1e9;
  for (int members = 1; members <= threads; members *= 2)
    for (int attempt = 0; attempt < 5; ++attempt) {
      auto const start = std::chrono::steady_clock::now();
      repeat(x, y.data(), a, n, launches, members);
      std::chrono::duration<double> const time = std::chrono::steady_clock::now() - start;
      if (time.count() >= least) continue;
      least = time.count();
      fastest = members;
    }
  return fastest;
}

}  // namespace

void saxpy(float const* x, float* y, float a, int n) {
  for_ranges(n, 65536, [=](int first, int last) { range(x, y, a, first, last); });
}

void repeated_saxpy(float const* x, float* y, float a, int n, int launches) {
  static int const members = fastest_team(x, y, a, n, launches);
  repeat(x, y, a, n, launches, members);
}

}  // namespace bench::plain
