// SPDX-License-Identifier: MIT
#include <simt/lanes/memory/shared_memory.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/lane_arrays.hpp>

namespace simt_test::arrays {

SIMT_KERNEL(where_memory_lies, (simt::ptr<int> o, simt::ptr<int> outside)) {
  __shared__ simt::tile<int[40]> s;
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  simt_if (threadIdx.x == 0) {
    o[0] = simt::detail::in_shared_memory(&simt::detail::current_shared) ? 1 : 0;
    o[1] = simt::detail::in_shared_memory(outside.get()) ? 1 : 0;
    o[2] = simt::detail::in_shared_memory(simt::detail::current_shared.base) ? 1 : 0;
  }
}
TEST_CASE("shared_memory: a block's own memory is told from other memory") {
  int o[3] = {5, 5, 5};
  simt::launch_at<1>(where_memory_lies, simt::shape{1, simt::block_shape<40>}, o, o);
  CHECK(o[0] == 0);
  CHECK(o[1] == 0);
  CHECK(o[2] == 1);
}

}  // namespace simt_test::arrays
