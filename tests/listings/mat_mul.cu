// SPDX-License-Identifier: MIT
//@ rows: LST-002-008 LST-002-009 LST-004-012 LST-004-013
// Braces that a page break has added.
//@ edit[LST-002-009]: (size = B\.width \* B\.height \* sizeof\(float\);\n)\} => \1
//@ edit[LST-002-009]: (__syncthreads\(\);)\n    \}\n\}\n => \1\n
#include "check.h"
#define BLOCK_SIZE 16
//@ listing
int main() {
  Matrix a, b, c;
  a.height = c.height = 48;
  a.width = b.height = 64;
  b.width = c.width = 32;
  a.elements = (float*)malloc(a.width * a.height * sizeof(float));
  b.elements = (float*)malloc(b.width * b.height * sizeof(float));
  c.elements = (float*)malloc(c.width * c.height * sizeof(float));
  for (int i = 0; i < a.width * a.height; ++i) {
    a.elements[i] = i % 13;
  }
  for (int i = 0; i < b.width * b.height; ++i) {
    b.elements[i] = i % 11 - 5;
  }
  MatMul(a, b, c);
  require_end();
  for (int i = 0; i < c.width * c.height; ++i) {
    float sum = 0;
    for (int k = 0; k < a.width; ++k) {
      sum += a.elements[i / c.width * a.width + k] * b.elements[k * b.width + i % c.width];
    }
    require(c.elements[i] == sum, "C", i);
  }
}
