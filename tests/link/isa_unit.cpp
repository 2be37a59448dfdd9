// SPDX-License-Identifier: MIT
// Compiled several times, each time for another instruction set and with UNIT as its name. All
// units define the same kernels: their instantiations must stay apart in the linked program.
#include <simt/simt.hpp>

#include <cstddef>
#include <numeric>
#include <vector>

#include "isa_units.hpp"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

SIMT_KERNEL(unit_saxpy, (float a, simt::ptr<const float> x, simt::ptr<float> y, int n)) {
  auto const i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) y[i] = a * x[i] + y[i];
}

SIMT_KERNEL(unit_reverse, (simt::ptr<int> data)) {
  __shared__ simt::tile<int[64]> turned;
  auto const i = blockIdx.x * 64 + threadIdx.x;
  turned[63 - threadIdx.x] = data[i];
  __syncthreads();
  data[i] = turned[threadIdx.x];
}

unit_result JOIN(unit_, UNIT)() {
  int const n = 1003;
  std::vector<float> x(n);
  std::iota(x.begin(), x.end(), 0.0F);
  std::vector<float> y(n, 1.0F);
  simt::launch(unit_saxpy, simt::shape{simt::dim3((n + 63) / 64), simt::block_shape<64>}, 2.0F,
               x.data(), y.data(), n);
  unit_result result{SIMT_UNIT_NAME(SIMT_ABI), 0};
  for (int i = 0; i < n; ++i)
    result.wrong += y[std::size_t(i)] != 2.0F * static_cast<float>(i) + 1.0F;

  std::vector<int> data(640);
  std::iota(data.begin(), data.end(), 0);
  simt::launch(unit_reverse, simt::shape{simt::dim3(10), simt::block_shape<64>}, data.data());
  for (int i = 0; i < 640; ++i) result.wrong += data[std::size_t(i)] != i / 64 * 64 + 63 - i % 64;
  return result;
}
