// SPDX-License-Identifier: MIT
// What programs with layouts begin with: structures, tables and functions that their statements
// use.
#pragma once

#include <string_view>

inline constexpr std::string_view layout_declarations = R"(#include <cuda_bf16.h>
#define SQUARED(x) ((x) * (x))
#define EACH(i, n) for (int i = 0; i < (n); ++i)
#define SWAP(T, a, b) do { T const swapped = a; a = b; b = swapped; } while (0)
#define KIND(name) kind_##name
enum class colour { red, green, blue };
enum KIND(of_code) : unsigned char { code_a = 3, code_b = 250 };
struct fields {
  unsigned low : 5, middle : 11;
  int sign : 7;
  unsigned flag : 1;
  unsigned char rest;
};
union parts {
  unsigned u;
  float f;
  unsigned char c[4];
  unsigned short s[2];
};
struct spot {
  float3 v;
  int n[3];
  pair p;
  __device__ float sum() const { return v.x + v.y + v.z; }
  __device__ spot with(int i, int x) const {
    spot r = *this;
    r.n[i % 3] = x;
    if (x < 0) return r;
    r.p.y += x;
    return r;
  }
};
__device__ inline float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
__device__ inline float3 operator*(float3 a, float b) { return make_float3(a.x * b, a.y * b, a.z * b); }
__device__ inline float3& operator-=(float3& a, float3 b) { a.x -= b.x; a.y -= b.y; a.z -= b.z; return a; }
__device__ inline float3 held(float3 a) { return make_float3(limited(a.x), limited(a.y), limited(a.z)); }
__device__ inline spot spot_of(int x, float y) {
  if (x % 3 == 0) return {make_float3(y, -y, 1.0f), {x, 1, 2}, {3, 4u}};
  spot s;
  s.v = make_float3(0.5f, y, x);
  for (int i = 0; i < 3; ++i) s.n[i] = x - i;
  s.p = {x, (unsigned)x};
  return s;
}
__constant__ int lookups[4][4] = {{1, -2, 3, -4}, {5, 6, -7, 8}, {9, 10, 11, -12}, {0, 14, 15, 16}};
__constant__ pair constant_pairs[4] = {{1, 2u}, {-3, 4u}, {5, 0xffffffffu}, {-7, 8u}};
__device__ unsigned char const bytes_of[16] = {0, 255, 128, 127, 7, 64, 200, 1, 2, 3, 99, 250, 31, 32, 33, 34};
namespace tables {
static __device__ const short numbers[8] = {-700, 300, 32767, -32768, 0, 5, -1, 12};
template <int N> struct power { static constexpr int value = 3 * power<N - 1>::value % 1000; };
template <> struct power<0> { static constexpr int value = 1; };
}  // namespace tables
__device__ inline int from_list(int i) {
  static const int list[4] = {4, -8, 15, -16};
  constexpr int more[] = {23, 42};
  return list[i & 3] + more[i & 1];
}
template <int N, bool Odd = false>
__device__ int unrolled(int x) {
  if constexpr (N == 0) {
    return x % 2048;
  } else {
    if (Odd && x % 2 == 0) return unrolled<N - 1, Odd>(x / 2 + N);
    return unrolled<N - 1, Odd>((x * 3 + N) % 2048);
  }
}
__device__ inline int kind_of(int*) { return 1; }
__device__ inline int kind_of(int const*) { return 2; }
__device__ inline int kind_of(float const*) { return 3; }
template <class T> __device__ int kind_of(T const&) { return 10 + (int)sizeof(T); }
__device__ inline int down(int x, int n) { return n <= 0 || x == 0 ? x : down(x / 2 - 1, n - 1) + 1; }
struct span_of {
  int* first;
  int n;
  __device__ int* begin() const { return first; }
  __device__ int* end() const { return first + n; }
};
__device__ inline int find(int const* p, int n, int x) {
  for (int i = 0; i < n; ++i)
    if (p[i] == x) return i;
  return -1;
}
__device__ inline int last_below(int const* p, int x) {
  int low = 0, high = 8;
  while (low < high) {
    int const middle = (low + high) / 2;
    if (p[middle] < x) {
      low = middle + 1;
      continue;
    }
    high = middle;
  }
  return low;
}
__device__ inline unsigned mixed_bits(unsigned h, int turns = 2) {
  do {
    h ^= h >> 16;
    if (turns == 1) break;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
  } while (--turns > 0);
  return h;
}

)";

/// Declares things that their threads share, behind what programs with classes begin with.
inline constexpr std::string_view block_declarations = R"(#include <cooperative_groups/reduce.h>
template <class T>
__device__ T block_sum(T v, T* buffer, int tid, int count) {
  __syncthreads();
  buffer[tid] = v;
  __syncthreads();
  for (int s = 1; s < count; s *= 2) {
    if (tid % (2 * s) == 0 && tid + s < count) buffer[tid] += buffer[tid + s];
    __syncthreads();
  }
  T const r = buffer[0];
  __syncthreads();
  return r;
}
template <int W>
__device__ int warp_largest(int v) {
#pragma unroll
  for (int o = W / 2; o; o >>= 1) v = max(v, __shfl_xor_sync(0xffffffffu, v, o, W));
  return v;
}
__device__ inline void add_to(unsigned* p, unsigned v) {
  unsigned old = *p, seen;
  do {
    seen = old;
    old = atomicCAS(p, seen, seen + v);
  } while (old != seen);
}
__device__ inline unsigned rank_below(unsigned mask, int lane) { return __popc(mask & ((1u << lane) - 1u)); }

)";
