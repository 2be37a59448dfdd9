// SPDX-License-Identifier: MIT
// Device functions that return in several places, and ifs that choose a value: the numbers of C++.
#include <cuda_runtime.h>

namespace returns {

__host__ __device__ int largest(int a, int b, int c) {
  int k;
  if (a <= b)
    k = b;
  else
    k = a;
  if (k <= c)
    return (c);
  else
    return (k);
}
__host__ __device__ int early(int x, int const* table) {
  if (x < 0) return -1;
  int sum = 0;
  for (int i = 0; i < x % 5; ++i) {
    if (table[i] == 3) continue;
    sum += table[i];
  }
  if (x % 3 == 0) {
    sum *= 2;
    return sum;
  } else if (x % 3 == 1) {
    if (x > 20) return 7;
    return sum + x;
  }
  int const rest = sum - x;
  return rest;
}
__host__ __device__ void kept(int x, int& out) {
  if (x == 5) return;
  out += 1;
  if (x > 9) {
    out += 10;
  } else {
    if (x > 3) return;
    out += 100;
  }
}
/// Not each return ends what it stands in.
__host__ __device__ int searched(int x, int const* table) {
  for (int i = 0; i < 8; ++i)
    if (table[i] == x % 11) return i;
  if (x > 10) {
    if (x > 30) return 50;
    x -= 10;
  }
  return x + 100;
}
__host__ __device__ float converted(int x, unsigned u) {
  long long wide;
  if (x > 4)
    wide = x - 40;
  else
    wide = u;
  float f;
  if (x < 9) {
    f = 0.5f;
  } else {
    f = x;
  }
  if (wide < 0) return f;
  return wide;
}

__device__ int const steps[2] = {5, 7};

__global__ void all(int* out, float* numbers, int const* table, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int const x = table[i] - 4;
  int* const o = out + 4 * i;
  o[0] = largest(x, table[i] % 7, i % 5);
  o[1] = early(x, table);
  int k = x;
  if (i % 4 != 0) kept(x, k);
  o[2] = k;
  // One of an array of constants and what may be written.
  int const* const chosen = x > 3 ? o : steps;
  o[3] = searched(x + i % 3, table) + *chosen;
  numbers[i] = converted(x, 4000000000u + i);
}

/// Arrays in a structure that a function returns, read without a name for the structure.
struct row {
  int k[3];
  unsigned char bytes[2];
  float weight;
};
struct rows {
  row in[2];
  row one;
};
__host__ __device__ row row_of(int x, float weight) {
  if (x < 0) return {{3, 4, 5}, {1, 2}, weight};
  row r;
  for (int i = 0; i < 3; ++i) r.k[i] = x * 10 + i;
  r.bytes[0] = x;
  r.bytes[1] = x >> 1;
  r.weight = weight + 1;
  return r;
}
__host__ __device__ rows rows_of(int x) {
  rows r;
  r.in[0] = row_of(x - 4, 1);
  r.in[1] = row_of(x + 1, 2);
  r.one = row_of(x + 2, 3);
  return r;
}
__host__ __device__ int of_members(int x, int n) {
  int const a = row_of(x - 3, 2.5f).k[x % 3] + row_of(x, 1).bytes[1] * 100;
  int const b = rows_of(x).in[x & 1].k[1] + rows_of(x).one.k[x % 3] + (int)rows_of(x).in[1].weight;
  return a + 3 * b + row_of(n, 1).k[x % 3] + rows_of(n).in[1].bytes[0];
}
__global__ void members(int* out, int n) { out[threadIdx.x] = of_members(threadIdx.x, n); }

/// The sum of a block's numbers, as programs write it: nothing keeps a warp from the next call's
/// writes while others read.
__device__ int block_sum(int x) {
  __shared__ int warps[32];
  for (int distance = 16; distance > 0; distance /= 2)
    x += __shfl_xor_sync(0xffffffff, x, distance);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = x;
  __syncthreads();
  if (threadIdx.x == 0)
    for (int i = 1; i < blockDim.x / 32; ++i) warps[0] += warps[i];
  __syncthreads();
  return warps[0];
}
__global__ void sums(int* out, int const* numbers) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  int const first = block_sum(numbers[i]);
  int const second = block_sum(numbers[i] + first);
  out[i] = first + 3 * second;
}

/// How many values are not what they must be.
int run() {
  constexpr int n = 300;
  int *out, *table;
  float* numbers;
  cudaMallocManaged(&out, 4 * n * sizeof(int));
  cudaMallocManaged(&table, n * sizeof(int));
  cudaMallocManaged(&numbers, n * sizeof(float));
  int wrong = 0;
  for (int same = 0; same < 2; ++same) {  // threads that part, threads that do not
    for (int i = 0; i < n; ++i) table[i] = same ? i / 64 * 9 : i * 37 % 41;
    all<<<(n + 63) / 64, 64>>>(out, numbers, table, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; ++i) {
      int const x = table[i] - 4;
      int k = x;
      if (i % 4 != 0) kept(x, k);
      int const* const o = out + 4 * i;
      wrong += o[0] != largest(x, table[i] % 7, i % 5) || o[1] != early(x, table) || o[2] != k ||
               o[3] != searched(x + i % 3, table) + (x > 3 ? o[0] : 5) ||
               numbers[i] != converted(x, 4000000000u + i);
    }
  }
  for (int threads : {96, 32}) {  // more than one gang, and one
    sums<<<3, threads>>>(out, table);
    cudaDeviceSynchronize();
    for (int b = 0; b < 3; ++b) {
      int sum = 0;
      for (int i = 0; i < threads; ++i) sum += table[b * threads + i];
      int const right = sum + 3 * (sum + threads * sum);
      for (int i = 0; i < threads; ++i) wrong += out[b * threads + i] != right;
    }
  }
  members<<<1, 128>>>(out, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < 128; ++i) wrong += out[i] != of_members(i, n);
  for (void* p : {(void*)out, (void*)table, (void*)numbers}) cudaFree(p);
  return wrong;
}

}  // namespace returns

int run_returns() { return returns::run(); }
