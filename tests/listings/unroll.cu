// SPDX-License-Identifier: MIT
//@ rows: LST-002-052
#include "check.h"
//@ listing
__managed__ int a[12], b[12];
int main() {
  for (int i = 0; i < 12; ++i) {
    a[i] = i;
    b[i] = 100 + i;
  }
  bar<<<1, 1>>>(a, b);
  require_end();
  for (int i = 0; i < 12; ++i) {
    require(a[i] == i + 30 * b[i], "p1", i);
  }
}
