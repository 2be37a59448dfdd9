// SPDX-License-Identifier: MIT
// Unsigned arithmetic in indices of shared memory, whose addresses are 32 bits wide on a GPU.
#include "answers.cuh"

namespace {

__global__ void complement(int* out, int n) {
  __shared__ int s[64];
  unsigned x = threadIdx.x;
  s[x % 64] = 10 * (x % 64);
  __syncthreads();
  int* top = s + 63;
  if (x < 63) out[x] = top[~x];  // s[63 - 1 - x]
}
__global__ void reversed(int* out, int n) {
  __shared__ int s[64];
  unsigned x = threadIdx.x;
  s[x % 64] = 10 * (x % 64);
  __syncthreads();
  int* top = &s[63];
  out[x] = *(top + (0u - x));  // s[63 - x]
  out[x] += top[-x];
}
__global__ void left(int* out) {  // neighbour on the left, guarded afterwards
  __shared__ int pad[32];
  __shared__ int s[64];
  unsigned x = threadIdx.x;
  pad[x % 32] = 0;
  s[x] = 3 * x;
  __syncthreads();
  int l = s[x - 1];
  if (x == 0) l = -5;
  out[x] = l;
}
__global__ void rows(int* out) {
  __shared__ int pad[32];
  __shared__ int t[8][8];
  unsigned x = threadIdx.x % 8, y = threadIdx.x / 8;
  pad[threadIdx.x % 32] = 1;
  t[y][x] = threadIdx.x;
  __syncthreads();
  int(*mid)[8] = t + 4;
  (void)mid;
  int* row = &t[4][0];
  int up = t[y - 1 + 1][x];
  unsigned back = 0u - 8;  // one row up
  out[threadIdx.x] = up + row[back + x] + *(row + (x - 8));
}
__global__ void dynamic(int* out) {
  extern __shared__ int buf[];
  unsigned x = threadIdx.x;
  buf[x] = 7 * x;
  __syncthreads();
  int* end = buf + blockDim.x;
  end += ~x;  // end - 1 - x
  out[x] = *end;
}
__global__ void counting(int* out) {
  __shared__ int s[64];
  unsigned x = threadIdx.x;
  s[x] = x;
  __syncthreads();
  int* top = s + 63;
  int sum = 0;
  for (unsigned i = 0; i > (unsigned)-4; --i) sum += 1;
  for (unsigned i = 0; i != (unsigned)-4; --i) sum += top[i];  // 63 + 62 + 61 + 60
  out[x] = sum;
}
__global__ void wide(int* out) {
  __shared__ int s[64];
  unsigned long long x = threadIdx.x;
  s[x] = x;
  __syncthreads();
  int* top = s + 63;
  int i = threadIdx.x;
  short h = i;
  unsigned char c = 1;
  out[x] = top[~x + 1] + top[-i] + top[-h] + top[-c] + s[63 - x] + top[-(long)x];
}
// By functions that are given the memory.
__device__ int in_front(int const* s, unsigned i) { return s[i - 1]; }
__device__ int behind(int const* s, unsigned by) { return *(s + by); }
template <class T>
__device__ T from_end(T* end, unsigned i) {
  return end[~i];
}
__device__ int nested(int* s, unsigned i) { return from_end(s, i) + 1; }
__device__ void put(int* s, unsigned i, int v) {
  s[i] = v;
  s += i;
  *s += 1;
}
__global__ void given(int* out) {
  __shared__ int pad[32];
  __shared__ int s[65];
  unsigned const x = threadIdx.x;
  pad[x % 32] = 0;
  s[x] = 3 * x;
  if (x == 0) s[64] = 9;
  __syncthreads();
  out[x] =
      in_front(s + 1, x) + behind(s + 64, 0u - x - 1) + from_end(s + 64, x) + nested(s + 64, x);
  __syncthreads();
  put(s + 63, 0u - x, x);
  __syncthreads();
  out[x] += 1000 * s[x];
}

}  // namespace

void check_indices(answers& a) {
  int* const out = managed<int>();
  a.check(
      "indices: complement", out, 63, [&] { complement<<<1, 64>>>(out, 64); },
      [](int i) { return 10 * (62 - i); });
  a.check(
      "indices: reversed", out, 64, [&] { reversed<<<1, 64>>>(out, 64); },
      [](int i) { return 20 * (63 - i); });
  a.check(
      "indices: left", out, 64, [&] { left<<<1, 64>>>(out); },
      [](int i) { return i != 0 ? 3 * (i - 1) : -5; });
  a.check(
      "indices: rows", out, 64, [&] { rows<<<1, 64>>>(out); },
      [](int i) { return i + 2 * (24 + i % 8); });
  a.check(
      "indices: dynamic", out, 64, [&] { dynamic<<<1, 64, 256>>>(out); },
      [](int i) { return 7 * (63 - i); });
  a.check(
      "indices: counting", out, 64, [&] { counting<<<1, 64>>>(out); },
      [](int) { return 63 + 62 + 61 + 60; });
  a.check(
      "indices: wide", out, 64, [&] { wide<<<1, 64>>>(out); },
      [](int i) { return 5 * (63 - i) + 62; });
  a.check(
      "indices: given", out, 64, [&] { given<<<1, 64>>>(out); },
      [](int i) { return 3 * i + 9 * (63 - i) + 1 + 1000 * (64 - i); });
}
