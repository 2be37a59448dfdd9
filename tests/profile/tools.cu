// SPDX-License-Identifier: MIT
// What a program tells a profiler: counters of its own, and what to look at.
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>

// A counter goes up once for each warp that comes, with however many threads, and begins at 0 in each launch.
// LAUNCH [DIAG-012] triggers: trigger0 8, trigger1 4, trigger2 24, trigger3 4, trigger4 0, trigger7 2
// LAUNCH [DIAG-012] triggers: trigger0 1, trigger1 1, trigger2 3, trigger3 1, trigger4 0, trigger7 1
__global__ void triggers() {
  __prof_trigger(0);
  if (threadIdx.x < 48) __prof_trigger(1);  // a warp, and half of one
  for (int i = 0; i < 3; ++i) __prof_trigger(2);
  for (int i = 0; i < threadIdx.x % 32 / 31; ++i)
    if (threadIdx.x < 64) __prof_trigger(3);  // the last thread of two warps
  if (threadIdx.x == 0) __prof_trigger(7);
  __prof_trigger(8);   // reserved
  __prof_trigger(-1);  // none
}
// LAUNCH [TOOLS-004] before
// LAUNCH [TOOLS-004] inside
__global__ void before(int* p) { p[threadIdx.x] = 1; }
__global__ void inside(int* p) { p[threadIdx.x] += 1; }
__global__ void behind(int* p) { p[threadIdx.x] += 1; }

int main() {
  int host[32] = {}, *p;
  cudaMalloc(&p, sizeof host);
  cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice);
  triggers<<<2, 128>>>();
  triggers<<<1, 32>>>();
  before<<<1, 32>>>(p);
  if (cudaProfilerStart() != cudaSuccess) return 1;
  inside<<<1, 32>>>(p);
  if (cudaProfilerStop() != cudaSuccess) return 1;
  behind<<<1, 32>>>(p);
  cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(p);
  return host[31] != 3;
}
