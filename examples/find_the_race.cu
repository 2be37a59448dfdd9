// SPDX-License-Identifier: MIT
// Idea    A sum over a block by halves. One of its barriers is left out; on a GPU the sum may be
//         right all the same, today. A checked build (SIMT_CHECK) says which two threads meet in
//         which lines, whatever the order in which they happened to run.
// Look    What it says without an argument, and what with `mended`. Then with
//         SIMT_CHECK_OPTIONS=seed=1 and seed=2: the sum changes, the finding does not.
// Try     Put the `__syncthreads()` where the advice wants it. Leave out the other one.
// Source  CUDA C Programming Guide 8.0, B.6 (Synchronization Functions)
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

constexpr int threads = 256;

template <bool Mended>
__global__ void sum_of(int const* in, int* out) {
  __shared__ int s[threads];
  int const t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int half = threads / 2; half > 0; half /= 2) {
    if (t < half) s[t] += s[t + half];
    if (Mended) __syncthreads();
  }
  if (t == 0) *out = s[0];
}

int main(int argc, char** argv) {
  bool const mended = argc > 1 && std::strcmp(argv[1], "mended") == 0;
  int numbers[threads];
  for (int i = 0; i < threads; ++i) numbers[i] = i;
  int *in, *out, sum = 0;
  cudaMalloc(&in, sizeof numbers);
  cudaMalloc(&out, sizeof sum);
  cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  if (mended)
    sum_of<true><<<1, threads>>>(in, out);
  else
    sum_of<false><<<1, threads>>>(in, out);
  cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  std::printf("find_the_race: 0 + 1 + ... + %d is %d, here %d\n", threads - 1,
              threads * (threads - 1) / 2, sum);
  return mended && sum != threads * (threads - 1) / 2;
}
