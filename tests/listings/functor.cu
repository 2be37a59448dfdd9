// SPDX-License-Identifier: MIT
//@ rows: LST-002-095
//@ edit: ^\s*\.\.\.$ =>
//@ edit: int main\(\) => void listing_main()
#include "check.h"
constexpr unsigned N = 1000, threads = 128, blocks = 8;
__managed__ float v1[N], v2[N], v3[N];
//@ listing
int main() {
  for (unsigned i = 0; i < N; ++i) {
    v1[i] = i;
    v2[i] = 0.25f * i;
  }
  listing_main();
  require_end();
  for (unsigned i = 0; i < N; ++i) {
    require(v3[i] == 1.25f * i, "the sum", i);
  }
  VectorOperation<<<blocks, threads>>>(v1, v2, v3, N, Sub());
  require_end();
  for (unsigned i = 0; i < N; ++i) {
    require(v3[i] == 0.75f * i, "the difference", i);
  }
}
