// SPDX-License-Identifier: MIT
// Compiled several times, each time for another instruction set and with UNIT as its name. All
// units define the same kernels: their instantiations must stay apart in the linked program.
#include <simt/simt.hpp>

#include <cmath>
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

// Functions of numbers, a gather and a shuffle: what xsimd, which knows nothing of our namespaces, takes
// part in.
SIMT_KERNEL(unit_numbers, (simt::ptr<const int> index, simt::ptr<const float> x, simt::ptr<float> y)) {
  auto const i = blockIdx.x * 64 + threadIdx.x;
  varying<float> const v = x[index[i]];
  varying<float> const w = __shfl_xor_sync(0xffffffffu, expf(-v), 3);
  varying<double> const d = exp(varying<double>(-v)) + floor(varying<double>(v));
  y[i] = fmaxf(w, floorf(v) - logf(v + 1.0f)) + sinf(v) + varying<float>(d);
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

  std::vector<int> index(640);
  std::vector<float> in(640), out(640, -1.0F);
  for (int i = 0; i < 640; ++i) {
    index[std::size_t(i)] = i * 7 % 640;
    in[std::size_t(i)] = static_cast<float>(i) * 0.01F;
  }
  simt::launch(unit_numbers, simt::shape{simt::dim3(10), simt::block_shape<64>}, index.data(),
               in.data(), out.data());
  for (int i = 0; i < 640; ++i) {
    double const v = in[std::size_t(index[std::size_t(i)])];
    double const w = std::exp(-double(in[std::size_t(index[std::size_t(i ^ 3)])]));
    double const want = std::fmax(w, std::floor(v) - std::log(v + 1)) + std::sin(v) + std::exp(-v) +
                        std::floor(v);
    result.wrong += std::fabs(out[std::size_t(i)] - want) > 1e-5 * (1 + std::fabs(want));
  }
  return result;
}
