#pragma once
// SPDX-License-Identifier: MIT

#include <simt/simt.hpp>

#include <numeric>
#include <vector>

// A kernel in a header, launched from two units.
SIMT_KERNEL(squares, (simt::ptr<int> out, int n)) {
  auto const i = blockIdx.x * blockDim.x + threadIdx.x;
  simt_if (i < n) out[i] = i * i;
}

namespace powers {

SIMT_DEVICE(varying<int>, fourth_power, (varying<int> const& x)) {
  simt_if (x == 0) simt_return(0);
  simt_return(x * x * x * x);
}

// A template of kernels in a namespace, which both units instantiate.
SIMT_KERNEL_TEMPLATE((class T, int N), (T, N), fourth_powers, (simt::ptr<T> out)) {
  __shared__ simt::tile<T[N]> s;
  auto const i = threadIdx.x;
  s[i] = fourth_power(*this, i);
  __syncthreads();
  out[i] = s[N - 1 - i];
}

}  // namespace powers

template <class T>
int sum_of_fourth_powers() {
  std::vector<T> out(20);
  simt::launch(powers::fourth_powers<T, 20>, simt::shape{1, 20}, out.data());
  // A lambda of an inline function has one type in all units, too.
  simt::launch(
      simt::shape{1, simt::block_shape<20>}, [](auto& t, simt::ptr<T> p) { p[t.threadIdx.x] += 1; },
      out.data());
  return static_cast<int>(std::accumulate(out.begin(), out.end(), T{}));
}
int sum_of_fourth_powers_elsewhere();

inline int sum_of_squares(unsigned n) {
  std::vector<int> out(n, -1);
  simt::launch(squares, simt::shape{simt::dim3((n + 31) / 32), simt::block_shape<32>}, out.data(),
               static_cast<int>(n));
  return std::accumulate(out.begin(), out.end(), 0);
}

int sum_of_squares_elsewhere(unsigned n);
