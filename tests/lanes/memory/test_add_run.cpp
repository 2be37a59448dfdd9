// SPDX-License-Identifier: MIT
#include <simt/lanes/memory/add_run.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_arrays.hpp>

#include <vector>

namespace simt_test::arrays {

TEST_CASE("add_run: as many elements as are asked for, at both lengths of code") {
  auto const check_run = []<int W>() {
    bool right = true;
    for (int n = 0; n <= W; n += n < 40 ? 1 : 17) {
      std::vector<float> d(W + 8), a(W + 8);
      for (std::size_t i = 0; i < d.size(); ++i) {
        d[i] = static_cast<float>(i);
        a[i] = 1000.0f;
      }
      simt::detail::add_run<float, W>(d.data(), a.data(), n);
      for (int i = 0; i < W + 8; ++i)
        right = right &&
                d[static_cast<std::size_t>(i)] == static_cast<float>(i) + (i < n ? 1000.0f : 0.0f);
    }
    INFO("width ", W);
    CHECK(right);
  };
  check_run.template operator()<32>();
  check_run.template operator()<512>();
}

}  // namespace simt_test::arrays
