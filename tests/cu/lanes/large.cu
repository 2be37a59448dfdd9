// SPDX-License-Identifier: MIT
// A device function so large that lane forms call it, from where all threads run, some, or one;
// kernels so large that they have one kind of gang; and a template with so many instances that they
// share what they call.
#include <cuda_runtime.h>

namespace large {

#define MIX(a, b, c)                          \
  x += (a) * y + (b);                         \
  y ^= x >> ((c) & 7);                        \
  if ((x & 15) == (c)) x -= y + (a);          \
  if ((y & 3) == 1 && x % 5 == 2) {           \
    scratch[(a) & 3] += x;                    \
    y += scratch[(b) & 3] * (c);              \
  } else {                                    \
    scratch[(c) & 3] ^= y;                    \
  }
#define MIX4(a, b, c) \
  MIX(a, b, c) MIX((b) + 1, c, (a) & 15) MIX(c, (a) + 3, (b) & 15) MIX((a) + 7, (b) + 5, (c) ^ 3)

// Returns, loops and stores of threads that have parted.
__host__ __device__ unsigned mixed(unsigned x, unsigned y, unsigned* trace, int i, int n) {
  unsigned scratch[4] = {x, y, 3, 4};
  MIX4(3, 5, 1)
  if (x % 13 == 4) return y;
  trace[i] = x;
  for (int k = 0; k < n; ++k) {
    MIX4(7, 9, 2)
    if (x % 11 == 3) break;
    if (y % 7 == 5) continue;
    trace[i] += y + unsigned(k);
  }
  MIX4(11, 2, 6)
  while (x % 8 != 0) {
    x = x / 2 + 1;
    if (x < 9) return scratch[x & 3];
  }
  MIX4(1, 8, 4)
  trace[i] ^= scratch[2];
  return x + y;
}
__host__ __device__ void stored(unsigned* out, unsigned x, unsigned y) {
  unsigned scratch[4] = {1, 2, 3, 4};
  MIX4(2, 3, 4) MIX4(4, 1, 7) MIX4(12, 6, 9) MIX4(5, 10, 3)
  *out += x ^ y ^ scratch[0];
}

__global__ void all_and_some(unsigned* out, unsigned* trace, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned v = mixed(i, 2 * i + 1, trace, i, i % 5);
  if (v % 3 == 0) {
    v += mixed(v, i, trace, i, 3);
    stored(&out[i], v, 5);
  }
  out[i] += v;
}

// One thread of each block works; another shape of blocks than the launch below, too.
__global__ void one_of_many(unsigned* out, unsigned* trace) {
  __shared__ unsigned sum[64];
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  sum[threadIdx.x] = i;
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned total = 0;
    for (int k = 0; k < int(blockDim.x); ++k) total += mixed(sum[k], 7, trace, i, 2);
    out[blockIdx.x] = total;
  }
  __syncthreads();
  if (threadIdx.x == 5) stored(&out[blockIdx.x], sum[9], 3);
}

// A function that the many instances of a kernel template share, from where threads have left a
// loop and the kernel: those stay out of it and come back where they would.
template <int N>
__host__ __device__ unsigned shared_turns(unsigned x, unsigned& turns) {
  unsigned y = x * 7 + N;
  for (unsigned k = 0; k < 9; ++k) {
    if ((y + k) % 5 == 0) continue;
    y = y * 3 + k;
    if (y % 11 == N) break;
    if (y % 13 == 4) {
      y += x;
      ++turns;
    } else {
      y ^= k << 3;
    }
    turns += 2;
  }
  while (y % 4 != 0) {
    y += x | 1;
    if (y % 9 == 2) return y + N;
    turns += 3;
  }
  return y - turns;
}
template <int N>
__host__ __device__ unsigned left_and_shared(unsigned i, unsigned& turns) {
  unsigned sum = 0;
  for (unsigned k = 0; k < 6; ++k) {
    if ((i + k) % 4 == 1) continue;
    if ((i * k) % 17 == 6) break;
    sum += shared_turns<N>(i + k, turns);
    if (sum % 19 == 3) return sum;
    ++turns;
  }
  return sum + 1;
}
template <int N>
__global__ void many(unsigned* out, unsigned* trace, unsigned n) {
  unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned turns = 0;
  out[i] = left_and_shared<N>(i, turns);
  trace[i] = turns;
}

/// How many values are not what they must be.
int run() {
  constexpr int n = 300;
  unsigned *out, *trace;
  cudaMallocManaged(&out, 512 * sizeof(unsigned));
  cudaMallocManaged(&trace, 512 * sizeof(unsigned));
  int wrong = 0;
  for (int i = 0; i < 512; ++i) out[i] = trace[i] = 0;
  all_and_some<<<(n + 63) / 64, 64>>>(out, trace, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < 512; ++i) {
    unsigned wanted = 0, t[1] = {};
    if (i < n) {
      unsigned v = mixed(unsigned(i), unsigned(2 * i + 1), t, 0, i % 5);
      if (v % 3 == 0) {
        v += mixed(v, unsigned(i), t, 0, 3);
        stored(&wanted, v, 5);
      }
      wanted += v;
    }
    wrong += out[i] != wanted || trace[i] != t[0];
  }
  auto const check = [&](unsigned threads) {
    for (unsigned b = 0; b < 4; ++b) {
      unsigned wanted = 0, t[1] = {};
      for (unsigned k = 0; k < threads; ++k) wanted += mixed(b * threads + k, 7, t, 0, 2);
      stored(&wanted, b * threads + 9, 3);
      wrong += out[b] != wanted || trace[b * threads] != t[0];
    }
  };
  for (int i = 0; i < 512; ++i) trace[i] = 0;
  one_of_many<<<4, 64>>>(out, trace);
  cudaDeviceSynchronize();
  check(64);
  for (int i = 0; i < 512; ++i) trace[i] = 0;
  void (*kernel)(unsigned*, unsigned*) = one_of_many;
  kernel<<<4, 32>>>(out, trace);
  cudaDeviceSynchronize();
  check(32);
  auto const check_many = [&](unsigned (*of)(unsigned, unsigned&)) {
    cudaDeviceSynchronize();
    for (unsigned i = 0; i < n; ++i) {
      unsigned turns = 0;
      wrong += out[i] != of(i, turns) || trace[i] != turns;
    }
  };
  many<0><<<5, 64>>>(out, trace, n);
  check_many(left_and_shared<0>);
  many<1><<<5, 64>>>(out, trace, n);
  check_many(left_and_shared<1>);
  many<2><<<5, 64>>>(out, trace, n);
  check_many(left_and_shared<2>);
  many<3><<<5, 64>>>(out, trace, n);
  check_many(left_and_shared<3>);
  many<4><<<5, 64>>>(out, trace, n);
  check_many(left_and_shared<4>);
  many<5><<<5, 64>>>(out, trace, n);
  check_many(left_and_shared<5>);
  many<6><<<5, 64>>>(out, trace, n);
  check_many(left_and_shared<6>);
  many<7><<<5, 64>>>(out, trace, n);
  check_many(left_and_shared<7>);
  many<8><<<5, 64>>>(out, trace, n);
  check_many(left_and_shared<8>);
  cudaFree(out);
  cudaFree(trace);
  return wrong;
}

}  // namespace large

int run_large() { return large::run(); }
