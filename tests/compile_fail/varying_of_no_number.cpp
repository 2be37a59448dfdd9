// EXPECT: simt::varying<T>: T must be a number, an enumeration, a pointer, or a struct that is trivially copyable
// SPDX-License-Identifier: MIT
#include <simt/simt.hpp>

struct label {
  char const* text = "";
#ifndef FIXED
  label() = default;
  label(label const& o) : text(o.text) {}
#endif
};

SIMT_KERNEL(k, (simt::ptr<int> p, int n)) {
  auto i = blockIdx.x * blockDim.x + threadIdx.x;
  varying<label> name;
  static_cast<void>(name);
  simt_if (i < n) p[i] = 1;
}

void run(int* p) { simt::launch(k, simt::shape{1, 32}, p, 1); }
