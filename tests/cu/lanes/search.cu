// SPDX-License-Identifier: MIT
// Loops that threads leave where they have found something: all at once, each in a turn of its own,
// never, or by a return; against the same loops on the host.
#include <cuda_runtime.h>

namespace search {

constexpr int threads = 300, length = 97;

/// A key that the threads find in the same turn, in turns of their own, or not at all.
template <class T>
__host__ __device__ T key_of(int i, int kind) {
  if (kind == 0) return T(40);
  if (kind == 1) return T(i % length);
  if (kind == 2) return T(length + 5);
  return T(i % 3 == 0 ? 0 : i % 50);
}

template <class T>
__host__ __device__ int returned(T const* table, T key) {
  for (int x = 0; x < length; x++) {
    if (table[x] < key) continue;
    if (table[x] == key && x % 7 != 6) return x;
    if (table[x] > key + T(3)) return -x;
  }
  return length;
}

// What a file says in front of an #include holds in the file that it names.
__device__ int doubled(int x) { return 2 * x; }
__device__ int later(int x);
#include "search.cuh"
__device__ int later(int x) { return x + 1; }

template <class T>
__global__ void first_at_least(T const* table, T const* keys, int* found, int* turns, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int index = -1, x, sum = 0;
    for (x = 0; x < length; x++) {
      sum += x;
      if (table[x] >= keys[i]) {
        index = x;
        turns[i] = sum;
        break;
      }
      sum -= 1;
    }
    found[i] = index * 1000 + sum;
  }
}
template <class T>
__global__ void nested(T const* table, T const* keys, int* found, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  int out = 0;
  for (int round = 0; round < 3; ++round) {
    int x = round;
    while (x < length) {
      if (i >= n || (table[x] > keys[i] && x % 2 == round % 2)) break;
      x += 1 + i % 2;
      do {
        ++out;
        if (out % 5 == i % 5) break;
      } while (out % 3 != 0);
    }
    if (x >= length + i % 2) break;
    out += 100 * x;
  }
  if (i < n) found[i] = out;
}
template <class T>
__global__ void by_return(T const* table, T const* keys, int* found, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = i; k < n; k += gridDim.x * blockDim.x) {
    found[k] = returned(table, keys[k]);
    if (found[k] == length) return;
  }
}

template <class T>
int run_of() {
  T *table, *keys;
  int *found, *turns;
  cudaMallocManaged(&table, length * sizeof(T));
  cudaMallocManaged(&keys, threads * sizeof(T));
  cudaMallocManaged(&found, threads * sizeof(int));
  cudaMallocManaged(&turns, threads * sizeof(int));
  for (int x = 0; x < length; ++x) table[x] = T(x);
  int wrong = 0;
  for (int kind = 0; kind < 4; ++kind) {
    for (int i = 0; i < threads; ++i) {
      keys[i] = key_of<T>(i, kind);
      found[i] = turns[i] = -7;
    }
    for (int n : {threads, 256, 31}) {
      for (int i = 0; i < threads; ++i) found[i] = turns[i] = -7;
      first_at_least<<<2, 160>>>(table, keys, found, turns, n);
      cudaDeviceSynchronize();
      for (int i = 0; i < threads; ++i) {
        int index = -1, sum = 0, turn = -7;
        for (int x = 0; x < length && i < n; x++) {
          sum += x;
          if (T(x) >= keys[i]) {
            index = x;
            turn = sum;
            break;
          }
          sum -= 1;
        }
        wrong += found[i] != (i < n ? index * 1000 + sum : -7);
        wrong += turns[i] != turn;
      }
    }
    for (int n : {threads, 33}) {
      for (int i = 0; i < threads; ++i) found[i] = -7;
      nested<<<5, 64>>>(table, keys, found, n);
      cudaDeviceSynchronize();
      for (int i = 0; i < threads; ++i) {
        int out = 0;
        for (int round = 0; round < 3 && i < n; ++round) {
          int x = round;
          while (x < length && !(T(x) > keys[i] && x % 2 == round % 2)) {
            x += 1 + i % 2;
            do {
              ++out;
            } while (out % 5 != i % 5 && out % 3 != 0);
          }
          if (x >= length + i % 2) break;
          out += 100 * x;
        }
        wrong += found[i] != (i < n ? out : -7);
      }
    }
    for (int i = 0; i < threads; ++i) found[i] = -7;
    by_return<<<1, 64>>>(table, keys, found, threads);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; ++i) {
      bool ended = false;
      for (int k = i; k < threads; k += 64) {
        int const wanted = ended ? -7 : returned(table, keys[k]);
        wrong += found[k] != wanted;
        ended = ended || wanted == length;
      }
    }
    behind<<<1, 64>>>(found);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; ++i) wrong += found[i] != 2 * i + i + 1;
  }
  cudaFree(table);
  cudaFree(keys);
  cudaFree(found);
  cudaFree(turns);
  return wrong;
}

/// How many values are not what they must be.
int run() { return run_of<double>() + run_of<float>() + run_of<int>() + run_of<long long>(); }

}  // namespace search

int run_search() { return search::run(); }
