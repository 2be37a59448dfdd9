// SPDX-License-Identifier: MIT
// A device function so large that lane forms call it, from where all threads run, some, or one;
// kernels so large that they have one kind of gang; and templates with so many instances that they
// share what they call, or their lane forms.
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

// Large, and blind to what its blocks look like: rows of threads do the same.
__host__ __device__ unsigned of_column(unsigned i, unsigned n) {
  unsigned scratch[4] = {1, 2, 3, 4};
  unsigned x = i + n, y = 5;
  MIX4(2, 3, 4) MIX4(4, 1, 7) MIX4(12, 6, 9) MIX4(5, 10, 3)
  return x ^ scratch[1];
}
__global__ void blind(unsigned* out, unsigned n) {
  atomicAdd(&out[threadIdx.x], of_column(threadIdx.x, n));
}

// Very large, with barriers and no loop: one gang of the whole block. Whole numbers, so that
// roundings do not count.
#define ADD(a, b)                                              \
  v = tile[ty][(tx + (b)) & 15] * (a) - v;                     \
  w = tile[(ty + (a)) & 15][tx] * 2.0 - w * 1.0 + v - (b) + v; \
  w = w - v * 2.0f;
#define ADD4(a, b) ADD(a, b) ADD((a) + 1, (b) + 3) ADD((a) + 2, (b) ^ 5) ADD((a) ^ 3, (b) + 9)
#define ADD16(a, b) ADD4(a, b) ADD4((a) + 4, b) ADD4(a, (b) + 4) ADD4((a) + 2, (b) + 1)
struct pair_of_floats {
  float v, w;
};
__host__ __device__ pair_of_floats straight_sum(float (*tile)[16], int tx, int ty) {
  float v = tile[ty][tx], w = 1.0f;
  ADD16(1, 2) ADD4(3, 1) ADD4(2, 7)
  return {v, w};
}
__global__ void straight(float const* in, float* out) {
  __shared__ float tile[16][16];
  __shared__ float next[16][16];
  int const tx = threadIdx.x, ty = threadIdx.y, at = (blockIdx.x * 16 + ty) * 16 + tx;
  tile[ty][tx] = in[at];
  next[ty][tx] = 0.0f;
  __syncthreads();
  float v = tile[ty][tx], w = 1.0f;
  ADD16(1, 2) ADD4(3, 1) ADD4(2, 7)
  // Some threads' stores to rows that others have written.
  if (tx > 0) next[ty][tx - 1] = v;
  if (tx == ty) next[ty][15] = w;
  if (w > 100.0f) next[tx][ty] += 1.0f;
  __syncthreads();
  out[at] = next[ty][tx] + w;
}
/// Of one block.
int wrong_of_straight(float const* in, float const* out) {
  float tile[16][16], next[16][16] = {}, last[16][16];
  for (int i = 0; i < 256; ++i) tile[i / 16][i % 16] = in[i];
  for (int i = 0; i < 256; ++i)
    if (i % 16 > 0) next[i / 16][i % 16 - 1] = straight_sum(tile, i % 16, i / 16).v;
  for (int i = 0; i < 256; ++i) last[i / 16][i % 16] = straight_sum(tile, i % 16, i / 16).w;
  for (int i = 0; i < 16; ++i) next[i][15] = last[i][i];
  for (int i = 0; i < 256; ++i)
    if (last[i / 16][i % 16] > 100.0f) next[i % 16][i / 16] += 1.0f;
  int wrong = 0;
  for (int i = 0; i < 256; ++i) wrong += out[i] != next[i / 16][i % 16] + last[i / 16][i % 16];
  return wrong;
}

template <int N>
int wrong_of_many(unsigned* out, unsigned* trace, unsigned n) {
  many<N><<<5, 64>>>(out, trace, n);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (unsigned i = 0; i < n; ++i) {
    unsigned turns = 0;
    wrong += out[i] != left_and_shared<N>(i, turns) || trace[i] != turns;
  }
  return wrong;
}

// A lane form that instances of all sizes share: sums within blocks, in two arrays one behind the
// other.
template <class T, int N>
__global__ void sized(T const* in, T* out, int n) {
  __shared__ T a[2 * N];
  __shared__ T b[N + 1];
  int const t = threadIdx.x;
  for (int block = blockIdx.x; block < n; block += gridDim.x) {
    a[2 * t] = in[block * N * 2 + 2 * t];
    a[2 * t + 1] = in[block * N * 2 + 2 * t + 1];
    b[t] = T(t);
    if (t == 0) b[N] = T(N);
    int offset = 1;
    for (int d = N; d > 0; d >>= 1) {
      __syncthreads();
      if (t < d) a[offset * (2 * t + 2) - 1] += a[offset * (2 * t + 1) - 1];
      offset *= 2;
    }
    __syncthreads();
    out[block * N + t] = a[2 * N - 1] + b[N - t];
    __syncthreads();
  }
  if (t % 3 == 1) return;
  __syncthreads();
  if (t == 0 && blockIdx.x == 0) out[n * N] = T(N);
}
template <class T, int N>
int wrong_of_sized(void* memory) {
  T* const in = static_cast<T*>(memory);
  T* const out = in + 6 * N;
  for (int i = 0; i < 6 * N; ++i) in[i] = T(i * 5 % 7);
  for (int i = 0; i <= 3 * N; ++i) out[i] = 0;
  unsigned const threads = N;
  sized<T, N><<<2, threads>>>(in, out, 3);
  cudaDeviceSynchronize();
  int wrong = out[3 * N] != T(N);
  for (int block = 0; block < 3; ++block) {
    T sum = 0;
    for (int i = 0; i < 2 * N; ++i) sum += in[block * 2 * N + i];
    for (int t = 0; t < N; ++t) wrong += out[block * N + t] != T(sum + T(N - t));
  }
  return wrong;
}
template <int N>
int wrong_of_sizes() {
  void* memory = nullptr;
  cudaMallocManaged(&memory, 16 * N * sizeof(double));
  int const wrong = wrong_of_sized<signed char, N>(memory) + wrong_of_sized<short, N>(memory) +
                    wrong_of_sized<unsigned, N>(memory) + wrong_of_sized<double, N>(memory);
  cudaFree(memory);
  return wrong;
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
  wrong += wrong_of_many<0>(out, trace, n) + wrong_of_many<1>(out, trace, n) +
           wrong_of_many<2>(out, trace, n) + wrong_of_many<3>(out, trace, n) +
           wrong_of_many<4>(out, trace, n) + wrong_of_many<5>(out, trace, n) +
           wrong_of_many<6>(out, trace, n) + wrong_of_many<7>(out, trace, n) +
           wrong_of_many<8>(out, trace, n);
  wrong += wrong_of_sizes<32>() + wrong_of_sizes<128>() + wrong_of_sizes<512>();
  for (int i = 0; i < 512; ++i) out[i] = 0;
  blind<<<3, dim3(16, 16)>>>(out, 9);
  cudaDeviceSynchronize();
  for (unsigned i = 0; i < 512; ++i) wrong += out[i] != (i < 16 ? 48 * of_column(i, 9) : 0);
  auto* const in = reinterpret_cast<float*>(trace);
  auto* const sums = reinterpret_cast<float*>(out);
  for (int i = 0; i < 512; ++i) in[i] = float(i * 7 % 23 - 9);
  straight<<<2, dim3(16, 16)>>>(in, sums);
  cudaDeviceSynchronize();
  wrong += wrong_of_straight(in, sums) + wrong_of_straight(in + 256, sums + 256);
  cudaFree(out);
  cudaFree(trace);
  return wrong;
}

}  // namespace large

int run_large() { return large::run(); }
