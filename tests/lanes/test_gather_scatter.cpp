// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/memory/gather_scatter.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace {

using namespace simt;

// Indices of 64 bits and unsigned ones: gathers, scatters, runs and equal ones.
SIMT_KERNEL_TEMPLATE((class T, class I), (T, I), wide_indices,
                     (ptr<T const> in, ptr<I const> where, ptr<T> out, ptr<T> back, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) {
    varying<I> w = where[i];
    simt_if (w % 5 != 0) out[i] = in[w];
    back[w] = in[i];
  }
}

template <class T, class I, int W>
void check_wide(int n, int shape_of) {
  auto const count = static_cast<std::size_t>(n);
  std::mt19937 r(static_cast<unsigned>(n));
  std::vector<T> in(count), out(count), back(count), want(count), want_back(count);
  std::vector<I> where(count);
  for (std::size_t i = 0; i < count; ++i) {
    in[i] = static_cast<T>(r() % 100);
    where[i] = static_cast<I>(i);
  }
  if (shape_of == 0) std::shuffle(where.begin(), where.end(), r);
  // Equal indices within a block, where the last lane wins; across blocks the winner would be open.
  if (shape_of == 2)
    for (std::size_t i = 0; i < count; ++i) where[i] = static_cast<I>(std::min(i | 63, count - 1));
  for (std::size_t i = 0; i < count; ++i) {
    auto const w = static_cast<std::size_t>(where[i]);
    if (w % 5 != 0) want[i] = in[w];
    want_back[w] = in[i];
  }
  launch_at<W>(wide_indices<T, I>, shape{(n + 63) / 64, 64}, in.data(), where.data(), out.data(),
               back.data(), n);
  CAPTURE(W);
  CAPTURE(n);
  CHECK(out == want);
  CHECK(back == want_back);
}

TEST_CASE("indices of 64 bits and unsigned ones gather and scatter") {
  for (int n : {1, 33, 64, 190})
    for (int s : {0, 1, 2}) {
      check_wide<float, long long, 1>(n, s);
      check_wide<float, long long, 32>(n, s);
      check_wide<double, unsigned long, simd::native_lanes>(n, s);
      check_wide<int, unsigned, 64>(n, s);
      check_wide<short, long long, simd::native_lanes>(n, s);
      check_wide<double, unsigned, simd::native_lanes>(n, s);
      check_wide<double, int, simd::native_lanes>(n, s);
    }
}

}  // namespace
