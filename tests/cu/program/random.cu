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

/// Draws in a way that differs by thread, and on the host in the same.
template <class State>
__host__ __device__ void draw_all(State* s, int i, unsigned* out) {
  skipahead(i % 7, s);  // Philox's threads are at different ones of four numbers now
  out[0] = curand(s);
  out[1] = 0;
  if (i % 3 == 0) out[1] = curand(s);
  float x = 0;
  do {
    x = curand_uniform(s);
    out[2] = (unsigned)(x * 0x1p24f);
  } while (x > 0.75f);
  out[3] = curand(s);
}
__host__ __device__ void draw_fours(curandStatePhilox4_32_10_t* s, int i, unsigned* out) {
  uint4 const a = curand4(s);
  out[4] = a.x ^ a.y;
  out[5] = a.z - a.w;
  float4 const b = curand_uniform4(s);
  out[6] = (unsigned)(b.x * 0x1p24f) ^ (unsigned)(b.w * 0x1p24f);
  double2 const c = curand_uniform2_double(s);
  out[7] = (unsigned)(c.x * 0x1p32) ^ (unsigned)(c.y * 0x1p32);
  skipahead_sequence(i, s);
  out[8] = curand_poisson(s, 90.0);
}
__host__ __device__ void draw_fours(curandState* s, int, unsigned* out) {
  for (int k = 4; k < 8; ++k) out[k] = k;
  out[8] = curand(s);
}
/// From a copy of the state, and then from the state in memory.
template <class State>
__global__ void draw_alike(State* states, unsigned* out) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  State mine = states[i];
  draw_all(&mine, i, out + 10 * i);
  draw_fours(&mine, i, out + 10 * i);
  states[i] = mine;
  out[10 * i + 9] = curand(&states[i]);
}
template <class State>
int check_alike() {
  int const n = 128;
  State* states = 0;
  unsigned* out = 0;
  cudaMallocManaged(&states, n * sizeof *states);
  cudaMallocManaged(&out, 10 * n * sizeof *out);
  for (int i = 0; i < n; ++i) curand_init(1234, i, i % 5, &states[i]);
  draw_alike<State><<<n / 64, 64>>>(states, out);
  int wrong = cudaDeviceSynchronize() != cudaSuccess;
  for (int i = 0; i < n; ++i) {
    State s;
    unsigned expected[10];
    curand_init(1234, i, i % 5, &s);
    draw_all(&s, i, expected);
    draw_fours(&s, i, expected);
    expected[9] = curand(&s);
    for (int k = 0; k < 10; ++k) wrong += out[10 * i + k] != expected[k];
    wrong += curand(&states[i]) != curand(&s);
  }
  cudaFree(states);
  cudaFree(out);
  return wrong;
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
    // (Lanes have a logarithm of their own.)
    wrong += !(fabsf(normal[i].z - curand_normal4(&t).z) < 1e-6f);
  }
  wrong += check_alike<curandState>();
  wrong += check_alike<curandStatePhilox4_32_10_t>();
  cudaFree(states);
  cudaFree(counters);
  cudaFree(numbers);
  cudaFree(uniform);
  cudaFree(normal);
  return wrong;
}
