// SPDX-License-Identifier: MIT
//@ rows: LST-002-002 LST-002-003 LST-004-002 LST-004-003
//@ edit: ^\s*\.\.\.$ =>
//@ edit: int main\(\) => void listing_main()
#include "check.h"
constexpr int N = 32;
__managed__ float A[N][N], B[N][N], C[N][N];
//@ listing
int main() {
  for (int i = 0; i < N * N; ++i) {
    A[i / N][i % N] = i;
    B[i / N][i % N] = 0.5f * (i % 7);
  }
  listing_main();
  require_end();
  for (int i = 0; i < N * N; ++i) {
    require(C[i / N][i % N] == i + 0.5f * (i % 7), "C", i);
  }
}
