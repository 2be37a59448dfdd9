// SPDX-License-Identifier: MIT
// LABELS: isa
#include <simt/lanes/memory/partner_access.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>

#include <numeric>
#include <vector>

namespace simt_test::partner_accesses {

using namespace simt;

// Partners whose numbers differ by an xor, from everyone, from some, and back by a store, in memory
// and in an array of shared memory, from an address that is a multiple of a register or not.
SIMT_KERNEL_TEMPLATE((class T), (T), partners,
                     (ptr<T const> in, ptr<T> all, ptr<T> some, ptr<T> back, ptr<T> shared, int j,
                      int skip, int off)) {
  __shared__ tile<T[64]> s;
  auto t = threadIdx.x;
  auto i = blockIdx.x * blockDim.x + t + off;
  auto partner = i ^ j;
  all[i] = in[partner];
  simt_if (i % skip != 0) {
    some[i] = in[partner];
    back[partner] = in[i];
  }
  s[t] = in[i];
  __syncthreads();
  auto other = t ^ (j & 63);
  simt_if (other > t) {
    varying<T> u = s[t], v = s[other];
    s[t] = v;
    simt_if (i % skip != 0) { s[other] = u; }
  }
  __syncthreads();
  shared[i] = s[t];
}

template <class T, int W>
void check(int j, int skip, int off) {
  constexpr std::size_t n = 512, room = 2 * n;
  std::vector<T> in(room), all(room), some(room), back(room), shared(room);
  std::vector<T> want_all(room), want_some(room), want_back(room), want_shared(room);
  std::iota(in.begin(), in.end(), T(1));
  auto const first = static_cast<std::size_t>(off), by = static_cast<std::size_t>(j);
  auto const skipped = [&](std::size_t i) { return i % static_cast<std::size_t>(skip) == 0; };
  for (std::size_t i = first; i < first + n; ++i) {
    std::size_t const partner = i ^ by;
    want_all[i] = in[partner];
    want_shared[i] = in[i];
    if (skipped(i)) continue;
    want_some[i] = in[partner];
    want_back[partner] = in[i];
  }
  for (std::size_t t = 0; t < n; ++t) {
    std::size_t const other = t ^ (by & 63);
    if (other <= t) continue;
    want_shared[first + t] = in[first + other];
    if (!skipped(first + t)) want_shared[first + other] = in[first + t];
  }
  launch_at<W>(partners<T>, shape{n / 64, 64}, in.data(), all.data(), some.data(), back.data(),
               shared.data(), j, skip, off);
  CAPTURE(W);
  CAPTURE(j);
  CAPTURE(skip);
  CAPTURE(off);
  CHECK(all == want_all);
  CHECK(some == want_some);
  CHECK(back == want_back);
  CHECK(shared == want_shared);
}

TEST_CASE("partner_access: of all threads and some, aligned or not, in memory and in a tile") {
  for (int off : {0, 5})
    for (int j : {0, 1, 2, 3, 4, 5, 8, 15, 16, 21, 31, 32, 48, 64, 100, 256, 511})
      for (int skip : {2, 3, 7, 65}) {
        check<int, 1>(j, skip, off);
        check<int, simd::native_lanes>(j, skip, off);
        check<float, 32>(j, skip, off);
        check<unsigned, 64>(j, skip, off);
        check<double, 32>(j, skip, off);
        check<short, 32>(j, skip, off);
        check<signed char, 64>(j, skip, off);
      }
}

}  // namespace simt_test::partner_accesses
