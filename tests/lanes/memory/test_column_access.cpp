// SPDX-License-Identifier: MIT
#include <simt/lanes/memory/column_access.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_arrays.hpp>

#include <vector>

namespace simt_test::arrays {

TEST_CASE("column_access: columns of a matrix, for all threads and some") {
  constexpr int W = 2 * native;
  using V = varying<float, W>;
  constexpr int pitch = 7;
  std::vector<float> in(W * pitch), out(W * pitch, -1.0f);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i * i);
  simt::detail::active_mask() = {};
  simt::detail::active_mask().width = W;
  V const all = simt::detail::load_column<V>(in.data() + 3, pitch);
  V some = 5.0f;
  varying<bool, W> odd = false;
  for (int l = 1; l < W; l += 2) odd.set_lane(l, true);
  simt_if (odd) {
    some = simt::detail::load_column<V>(in.data() + 3, pitch);
    simt::detail::store_column<V>(out.data() + 2, pitch, some);
  }
  simt::detail::store_column<V>(out.data() + 4, pitch, all);
  simt::detail::active_mask() = {};
  bool right = true;
  for (int l = 0; l < W; ++l) {
    auto const at = static_cast<std::size_t>(l * pitch);
    right = right && all.lane(l) == in[at + 3] &&
            some.lane(l) == (l % 2 != 0 ? in[at + 3] : 5.0f) &&
            out[at + 2] == (l % 2 != 0 ? in[at + 3] : -1.0f) && out[at + 4] == in[at + 3] &&
            out[at + 3] == -1.0f;
  }
  CHECK(right);
}

}  // namespace simt_test::arrays
