// SPDX-License-Identifier: MIT
//@ rows: LST-003-005 LST-003-013
#include "check.h"
__managed__ int even[256], odd[256], last[256];
__device__ int id() { return threadIdx.y * blockDim.x + threadIdx.x; }
__device__ void doSmt(int i) { even[i] += 1; }
__device__ void doSmt() { doSmt(id()); }
__device__ void doSmtElse(int i) { odd[i] += 1; }
__device__ void doSmtElse() { doSmtElse(id()); }
__device__ void doFinal(int i) { last[i] += 1; }
__device__ void doFinal() { doFinal(id()); }
//@ listing
int main() {
  foo<<<1, dim3(16, 16)>>>();
  require_end();
  for (int i = 0; i < 256; ++i) {
    require(even[i] == (i % 2 == 0) && odd[i] == (i % 2 == 1) && last[i] == 1, "a thread", i);
  }
}
