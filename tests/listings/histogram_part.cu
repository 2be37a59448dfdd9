// SPDX-License-Identifier: MIT
//@ rows: LST-003-007 LST-003-008 LST-003-009
//@ numbered
//@ edit: ^\s*\. \. \.$ =>
#include "check.h"
// The second kernel's blocks are printed in reverse order.
//@ listing[LST-003-007 LST-003-008]
//@ listing[LST-003-009]: % 2
//@ listing[LST-003-009]: % 1
void count([[maybe_unused]] int* in, [[maybe_unused]] int n, int* h) {
//@ text[LST-003-007]:   CPU_histogram((unsigned char*)in, 4 * n, h, 256);
//@ text[LST-003-008]:   GPU_histogram_static<<<16, 256>>>(in, n, h);
//@ text[LST-003-009]:   GPU_histogram_dynamic<<<16, 256, 256 * sizeof(int)>>>(in, n, h, 256);
}
int main() {
  constexpr int n = 10000;
  int *in, *h;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&h, 256 * sizeof(int));
  int expected[256] = {};
  for (int i = 0; i < 4 * n; ++i) {
    int const value = i * 7 % 251 % (i % 200 + 1);
    ((unsigned char*)in)[i] = value;
    expected[value] += 1;
  }
  cudaMemset(h, 0, 256 * sizeof(int));
  count(in, n, h);
  require_end();
  for (int i = 0; i < 256; ++i) {
    require(h[i] == expected[i], "a bin", i);
  }
}
