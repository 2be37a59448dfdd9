// SPDX-License-Identifier: MIT
//@ rows: LST-002-091
//@ edit: ^.*friend PixelRGBA.*$ => friend __device__ PixelRGBA operator+(PixelRGBA const&, PixelRGBA const&);
#include "check.h"
//@ listing
__global__ void add(PixelRGBA* out) {
  func();
  out[0] = PixelRGBA(1, 2, 3, 4) + PixelRGBA(10, 20, 30, 40);
  out[1] = PixelRGBA() + PixelRGBA(7, 8, 9);
}
int main() {
  unsigned char* out;
  cudaMallocManaged(&out, 2 * sizeof(PixelRGBA));
  add<<<1, 1>>>((PixelRGBA*)out);
  require_end();
  unsigned char const expected[] = {11, 22, 33, 44, 7, 8, 9, 255};
  for (int i = 0; i < 8; ++i) {
    require(out[i] == expected[i], "a component", i);
  }
}
