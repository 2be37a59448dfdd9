// SPDX-License-Identifier: MIT
//@ rows: LST-002-004 LST-004-004
//@ edit: N = \.\.\.; => N = 1000;
// The listings have no declaration of h_C.
//@ edit: (Initialize input vectors)\n\s*\.\.\. => \1\n    float* h_C = begin(h_A, h_B, N);
//@ edit: (Free host memory)\n\s*\.\.\. => \1\n    end(h_A, h_B, h_C, N);
#include "check.h"
float* begin(float* a, float* b, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] = i;
    b[i] = 2.5f * i;
  }
  return (float*)malloc(n * sizeof(float));
}
void end(float* a, float* b, float* c, int n) {
  require_end();
  for (int i = 0; i < n; ++i) {
    require(c[i] == a[i] + b[i] && c[i] == 3.5f * i, "h_C", i);
  }
  free(a);
  free(b);
  free(c);
}
//@ listing
