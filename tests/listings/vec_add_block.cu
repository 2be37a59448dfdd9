// SPDX-License-Identifier: MIT
//@ rows: LST-000-001 LST-002-001 LST-004-001
//@ edit: ^\s*\.\.\.$ =>
//@ edit: int main\(\) => void listing_main()
#include "check.h"
constexpr int N = 256;
__managed__ float A[N], B[N], C[N];
//@ listing
int main() {
  for (int i = 0; i < N; ++i) {
    A[i] = i;
    B[i] = 2.5f * i;
  }
  listing_main();
  require_end();
  for (int i = 0; i < N; ++i) {
    require(C[i] == 3.5f * i, "C", i);
  }
}
