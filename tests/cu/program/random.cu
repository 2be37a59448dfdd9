// SPDX-License-Identifier: MIT
// cuRAND's device functions in kernels, by the header's own name: states in memory, one a thread.
#include <curand_kernel.h>

#include "blocks.cuh"

__global__ void begin(curandState* states, unsigned long long seed) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(seed, i, 0, &states[i]);
}
template <class State>
__global__ void draw(State* states, unsigned* numbers, float* uniform) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  State mine = states[i];
  numbers[i] = curand(&mine);
  float sum = 0;
  for (int k = 0; k < 1000; ++k) sum += curand_uniform(&mine);
  uniform[i] = sum / 1000;
  states[i] = mine;
}
__global__ void philox(curandStatePhilox4_32_10_t* states, float4* normal) {
  int const i = threadIdx.x;
  curand_init(1234, 0, 4 * i, &states[i]);
  normal[i] = curand_normal4(&states[i]);
}

/// Gives how many numbers are wrong.
int check_random() {
  int const n = 256;
  curandState* states = 0;
  curandStatePhilox4_32_10_t* counters = 0;
  unsigned* numbers = 0;
  float* uniform = 0;
  float4* normal = 0;
  cudaMalloc(&states, n * sizeof *states);
  cudaMalloc(&counters, n * sizeof *counters);
  cudaMallocManaged(&numbers, n * sizeof *numbers);
  cudaMallocManaged(&uniform, n * sizeof *uniform);
  cudaMallocManaged(&normal, n * sizeof *normal);
  begin<<<n / 64, 64>>>(states, 1234);
  draw<<<n / 64, 64>>>(states, numbers, uniform);
  philox<<<1, n>>>(counters, normal);
  int wrong = cudaDeviceSynchronize() != cudaSuccess;
  wrong += numbers[0] != 624778773u;  // an H200's
  double mean = 0;
  for (int i = 0; i < n; ++i) mean += uniform[i] / n;
  wrong += mean < 0.495 || mean > 0.505;
  // On the host the same functions give the same numbers.
  for (int i = 0; i < n; i += 37) {
    curandState s;
    curand_init(1234, i, 0, &s);
    wrong += numbers[i] != curand(&s);
    curandStatePhilox4_32_10_t t;
    curand_init(1234, 0, 4 * i, &t);
    wrong += normal[i].z != curand_normal4(&t).z;
  }
  cudaFree(states);
  cudaFree(counters);
  cudaFree(numbers);
  cudaFree(uniform);
  cudaFree(normal);
  return wrong;
}
