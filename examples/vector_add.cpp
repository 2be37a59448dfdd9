// SPDX-License-Identifier: MIT
// Idea    One thread per element: the index formula that every later example builds on.
// Look    1000 elements, 4 blocks of 256: 1024 threads run, the guard stops the last 24.
// Try     Delete the guard and build with -fsanitize=address.
// Source  CUDA C Programming Guide 8.0, 2.1 (Kernels), 3.2.2 (Device Memory)
#include <simt/simt.hpp>

#include <cstdio>
#include <limits>
#include <vector>

// i is not an array of numbers but a start and a step, so a[i] is a plain SIMD load and i < n says
// how many lanes take part. Only the active ones store.
SIMT_KERNEL(vector_add,
            (simt::ptr<float const> a, simt::ptr<float const> b, simt::ptr<float> c, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) c[i] = a[i] + b[i];
}

int main() {
  int const n = 1000, block = 256, blocks = (n + block - 1) / block;
  auto const size = static_cast<std::size_t>(n);
  std::vector<float> a(size), b(size);
  for (std::size_t i = 0; i < size; ++i) {
    a[i] = static_cast<float>(i);
    b[i] = 0.5f * static_cast<float>(i);
  }
  std::vector<float> c(size, std::numeric_limits<float>::quiet_NaN());

  simt::launch(vector_add, simt::shape{blocks, block}, a.data(), b.data(), c.data(), n);

  int wrong = 0;
  for (std::size_t i = 0; i < size; ++i) wrong += !(c[i] == 1.5f * static_cast<float>(i));
  std::printf("vector_add: %d elements, %d blocks of %d = %d threads, %d idle, %d wrong\n", n,
              blocks, block, blocks * block, blocks * block - n, wrong);
  return wrong == 0 ? 0 : 1;
}
