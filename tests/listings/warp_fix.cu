// SPDX-License-Identifier: MIT
//@ rows: LST-003-014
//@ numbered
//@ edit: ^\s*\. \. \.$ =>
#include "check.h"
constexpr int offPow = 5;
__managed__ int branch[256], first[256], last[256];
__device__ int id() { return threadIdx.y * blockDim.x + threadIdx.x; }
__device__ void doSmt(int i) {
  branch[id()] = 1;
  first[i] += 1;
}
__device__ void doSmtElse(int i) {
  branch[id()] = 2;
  first[i] += 1;
}
__device__ void doFinal(int i) { last[i] += 1; }
//@ listing
int main() {
  foo<<<1, dim3(32, 8)>>>();
  require_end();
  for (int i = 0; i < 256; ++i) {
    require(first[i] == 1 && last[i] == 1, "a thread's number", i);
    require(branch[i] == 1 + i / 32 % 2, "a warp's branch", i);
  }
}
