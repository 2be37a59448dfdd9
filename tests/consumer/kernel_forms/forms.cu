// A kernel that tells its form: lanes take a statement together, before any takes the next.
#include <cstdio>
#ifndef OUT_OF_BOUNDS
#define OUT_OF_BOUNDS 0
#endif

__global__ void neighbours(int* from, int* to) {
  from[threadIdx.x] = 1;
  to[threadIdx.x] = from[(threadIdx.x + 1) % 32 + OUT_OF_BOUNDS];
}

int main() {
  int *from, *to;
  cudaMallocManaged(&from, 32 * sizeof(int));
  cudaMallocManaged(&to, 32 * sizeof(int));
  cudaMemset(from, 0, 32 * sizeof(int));
  neighbours<<<1, 32>>>(from, to);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  int sum = 0;
  for (int i = 0; i < 32; ++i) sum += to[i];
  // One at a time, only the last thread finds its neighbour's number.
  std::puts(sum == 32 ? "lanes" : sum == 1 ? "threads" : "neither");
}
