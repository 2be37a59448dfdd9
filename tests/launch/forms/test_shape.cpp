// SPDX-License-Identifier: MIT
#include <simt/launch/shape.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <type_traits>

TEST_CASE("shape: integers, dim3 and static shapes; what no extent holds is too large, not small") {
  using simt::dim3;
  using simt::detail::block_dim_of;
  using simt::detail::grid_extents;
  CHECK(grid_extents(7) == dim3(7));
  CHECK(grid_extents(dim3(2, 3, 4)) == dim3(2, 3, 4));
  CHECK(grid_extents(-1) == dim3(0xffffffffu));
  CHECK(grid_extents(std::int64_t{1} << 32) == dim3(0xffffffffu));
  CHECK(block_dim_of(simt::block_shape<4, 5, 6>) == dim3(4, 5, 6));
  CHECK(block_dim_of(128u) == dim3(128));

  simt::shape const plain{10, dim3(8, 8)};
  CHECK(plain.grid == dim3(10));
  CHECK(plain.shared == 0);
  static_assert(std::is_same_v<decltype(plain), simt::shape<dim3, void> const>);
  simt::stream s;
  simt::shape const queued{dim3(2, 2), simt::block_shape<64>, 100, s};
  static_assert(std::is_same_v<std::remove_cv_t<decltype(queued.block)>,
                               std::remove_cv_t<decltype(simt::block_shape<64>)>>);
  CHECK(queued.shared == 100);
  CHECK(queued.queue == &s);
  simt::shape<int> const either = simt::shape{5, 32, 7};  // may have a stream
  CHECK(either.grid == dim3(5));
  CHECK(either.block == 32);
  CHECK(either.shared == 7);
  CHECK(either.queue == nullptr);
}
