// SPDX-License-Identifier: MIT
// Launches of which profilers know little to say: kernels that launch kernels, that end by an exception, and with a
// thousand million threads.
// usage: odd nested | thrown | many
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

__global__ void child(int* x) { x[blockIdx.x * 64 + threadIdx.x] += 1; }
__global__ void parent(int* x) {
  x[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    child<<<2, 64>>>(x);
    cudaDeviceSynchronize();
  }
  __syncthreads();
  x[threadIdx.x] *= 2;
}
__global__ void thrower(int* x) {
  x[threadIdx.x] = 1;
  if (threadIdx.x == 40) throw 40;
}
__global__ void many(int* x) {
  if (threadIdx.x == 1023) x[blockIdx.x % 64] = 1;
}

int main(int argc, char** argv) {
  char const* const what = argc > 1 ? argv[1] : "";
  int host[128] = {}, *x;
  cudaMalloc(&x, sizeof host);
  cudaMemset(x, 0, sizeof host);
  child<<<2, 64>>>(x);
  if (std::strcmp(what, "nested") == 0) parent<<<1, 128>>>(x);
  if (std::strcmp(what, "thrown") == 0) thrower<<<1, 64>>>(x);
  if (std::strcmp(what, "many") == 0) many<<<976563, 1024>>>(x);
  std::puts(cudaGetErrorString(cudaDeviceSynchronize()));
  child<<<2, 64>>>(x);
  std::puts(cudaGetErrorString(cudaDeviceSynchronize()));
  return 0;
}
