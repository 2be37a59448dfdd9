// SPDX-License-Identifier: MIT
// LABELS: golden isa
#include <simt/builtins/half/atomics.hpp>
#include <simt/simt.hpp>

#include <doctest/doctest.h>
#include <support/half_lanes.hpp>
#include <widths.hpp>

#include <algorithm>
#include <vector>

namespace simt_test::halves {

SIMT_KERNEL(count, (simt::ptr<__half> cells, simt::ptr<__nv_bfloat162> total,
                    simt::ptr<__half> before, simt::ptr<__nv_bfloat16> swapped)) {
  __shared__ simt::tile<__half[4]> tile;
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  varying<int> const v = i;
  simt_if (threadIdx.x < 4) tile[threadIdx.x] = __half(0);
  __syncthreads();
  atomicAdd(&tile[v % 4], __half(0.5f));
  varying<__half> old = __half(-1);
  simt_if (v % 2 == 0) old = atomicAdd(&cells[v % 8], __int2half_rn(v % 4 + 1));
  before[i] = old;
  varying<__nv_bfloat162> const two =
      __floats2bfloat162_rn(varying<float>(1.0f), -varying<float>(1.0f));
  atomicAdd(total, two);
  varying<__nv_bfloat16> const old2 = atomicExch(&swapped[i], __int2bfloat16_rn(v));
  swapped[i] = old2 + __int2bfloat16_rn(v);
  __syncthreads();
  simt_if (threadIdx.x < 4) atomicAdd(&cells[8 + threadIdx.x], tile[threadIdx.x]);
}

TEST_CASE("[INTI-014] atomicAdd and atomicExch of 16-bit numbers and pairs, from lanes") {
  simt_test::at_widths([&]<int W>() {
    constexpr int n = 128;
    std::vector<__half> cells(12, __half(0)), before(n);
    std::vector<__nv_bfloat16> swapped(n, __nv_bfloat16(3));
    __nv_bfloat162 total(__nv_bfloat16(0), __nv_bfloat16(0));
    simt::launch_at<W>(count, simt::shape{2, simt::block_shape<n / 2>}, cells.data(), &total,
                       before.data(), swapped.data());
    for (std::size_t k = 0; k < 8; ++k)  // of 128 threads 16 have an even k, with 1 or 3
      CHECK(static_cast<float>(cells[k]) == (k % 2 != 0 ? 0.0f : k % 4 == 0 ? 16.0f : 48.0f));
    for (std::size_t k = 8; k < 12; ++k) CHECK(static_cast<float>(cells[k]) == 16.0f);
    CHECK(static_cast<float>(total.x) == 128.0f);
    CHECK(static_cast<float>(total.y) == -128.0f);
    for (int k = 0; k < 8; k += 2) {  // each thread met another sum
      float const step = k % 4 == 0 ? 1.0f : 3.0f;
      std::vector<bool> seen(16);
      for (int i = k; i < n; i += 8)
        seen.at(static_cast<std::size_t>(static_cast<float>(before[static_cast<std::size_t>(i)]) /
                                         step)) = true;
      CHECK(std::find(seen.begin(), seen.end(), false) == seen.end());
    }
    for (int i = 1; i < n; i += 2)
      CHECK(static_cast<float>(before[static_cast<std::size_t>(i)]) == -1.0f);
    for (int i = 0; i < n; ++i)
      CHECK(static_cast<int>(swapped[static_cast<std::size_t>(i)]) == i + 3);
  });
}

}  // namespace simt_test::halves
