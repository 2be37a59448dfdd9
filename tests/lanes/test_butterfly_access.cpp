// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/memory/butterfly_access.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>

#include <numeric>
#include <vector>

namespace {

using namespace simt;

// Partners whose numbers differ by an xor, from everyone, from some, and back by a store.
SIMT_KERNEL_TEMPLATE((class T), (T), butterflies,
                     (ptr<T const> in, ptr<T> all, ptr<T> some, ptr<T> back, int j, int skip)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  varying<int> partner = i ^ j;
  all[i] = in[partner];
  simt_if (i % skip != 0) {
    some[i] = in[partner];
    back[partner] = in[i];
  }
}

template <class T, int W>
void check(int j, int skip) {
  constexpr int n = 512;
  std::vector<T> in(n), all(n), some(n), back(n), want_all(n), want_some(n), want_back(n);
  std::iota(in.begin(), in.end(), T(1));
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t const partner = i ^ static_cast<std::size_t>(j);
    want_all[i] = in[partner];
    if (i % static_cast<std::size_t>(skip) == 0) continue;
    want_some[i] = in[partner];
    want_back[partner] = in[i];
  }
  launch_at<W>(butterflies<T>, shape{n / 64, 64}, in.data(), all.data(), some.data(), back.data(),
               j, skip);
  CAPTURE(W);
  CAPTURE(j);
  CAPTURE(skip);
  CHECK(all == want_all);
  CHECK(some == want_some);
  CHECK(back == want_back);
}

TEST_CASE("indices xored with a number, with and without a mask") {
  for (int j : {0, 1, 2, 3, 4, 5, 8, 15, 16, 21, 31, 32, 48, 64, 100, 256, 511})
    for (int skip : {2, 3, 7, 65}) {
      check<int, 1>(j, skip);
      check<int, simd::native_lanes>(j, skip);
      check<float, 32>(j, skip);
      check<unsigned, 64>(j, skip);
      check<double, 32>(j, skip);
      check<short, 32>(j, skip);
    }
}

}  // namespace
