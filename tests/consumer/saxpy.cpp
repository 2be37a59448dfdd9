// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>

#include <cstddef>
#include <cstdio>
#include <vector>

SIMT_KERNEL(saxpy, (float a, simt::ptr<const float> x, simt::ptr<float> y, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) y[i] = a * x[i] + y[i];
}

int main() {
  int const n = 1000;
  std::vector<float> x(n, 2.0F);
  std::vector<float> y(n, 1.0F);
  simt::launch(saxpy, simt::shape{simt::dim3((n + 255) / 256), simt::block_shape<256>}, 3.0F,
               x.data(), y.data(), n);
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += y[std::size_t(i)] != 7.0F;
  std::printf("%d of %d wrong\n", wrong, n);
  return wrong == 0 ? 0 : 1;
}
