// SPDX-License-Identifier: MIT
#include <simt/lanes/memory/access_by_call.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_arrays.hpp>
#include <simt/lanes/memory/gather_scatter.hpp>

#include <algorithm>

namespace simt_test::arrays {

TEST_CASE("what an access in many registers leaves in lanes that do not read is zero") {
  constexpr int W = 8 * native;  // eight registers: accesses that lie apart are calls
  array<float> got, in;
  array<int> where;
  each_thread([&](int i) { where[i] = shuffled(i); });
  run<W>(
      [](auto& t, simt::ptr<float> o, simt::ptr<float const> a, simt::ptr<int const> w) {
        auto const i = t.threadIdx.x;
        varying<int, W> const j = w[i];
        varying<float, W> x = 7.0f, y = 7.0f;
        simt_if (i % 32 >= 27) {  // of some registers no lane, of one the last
          simt::detail::gather_by_call(a.get(), j, x);
          simt::detail::load_in_loop(a.get(), 3 * i, y);
        }
        o[i] = x;
        o[i + threads] = y;
      },
      got.begin(), in.begin(), where.begin());
  auto const reads = [](int i) { return i % 32 >= 27; };
  each_thread([&](int i) {
    int const begin = i / W * W;
    bool any = false;  // a gang of which no thread reads does not come to the access
    for (int j = begin; j < std::min(begin + W, threads); ++j) any = any || reads(j);
    float const other = any ? 0.0f : 7.0f;
    CHECK(got[i] == (reads(i) ? in[shuffled(i)] : other));
    CHECK(got[i + threads] == (reads(i) ? in[3 * i] : other));
  });
}

}  // namespace simt_test::arrays
