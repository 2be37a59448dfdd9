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

// Pointers that only their address tells to be of shared memory.
struct tile {
  int* top;
  int size;
  __device__ int from_end(unsigned i) const { return top[~i]; }
  __device__ int* end() const { return top; }
};
template <class T>
struct holder {
  T* p;
  T* both[2];
  T& at(unsigned i);
  __device__ T& operator[](unsigned i) const { return p[~i]; }
};
struct part {
  tile of;
};
__shared__ int outer[65];
__device__ int by_reference(tile const& t, unsigned i) { return t.top[~i]; }
__device__ int by_value(tile t, unsigned i) { return *(t.top + ~i); }
__device__ int by_pointer(tile* t, unsigned i) { return *(t->top - (i + 1)) + (t->top)[-i - 1]; }
__device__ int of_many(int* const* all, unsigned i) { return all[1][~i]; }
__device__ int* behind(int* s) { return s + 64; }
__device__ int often(int const* p, unsigned i) { return p[i - 1]; }  // of shared and of global memory
__global__ void kept(int* out) {
  __shared__ int pad[32];
  __shared__ int s[64];
  unsigned const x = threadIdx.x;
  pad[x % 32] = 1000000;
  s[x] = 3 * x;
  __syncthreads();
  tile t{s + 64, 64};
  int* const end = t.end();
  int sum = t.top[~x] + *(t.top + ~x) + t.from_end(x) + end[~x];
  sum += by_reference(t, x) + by_value(t, x) + by_pointer(&t, x);
  part inner{t};
  auto& again = inner.of;
  sum += inner.of.top[~x] + again.top[-x - 1];
  int* from = s;
  if (x % 2 == 1) from = out;  // a pointer of either kind
  sum += x % 2 == 1 ? 0 : (from + 64)[~x] - s[63 - x];
  out[x] = sum;  // 10 times
}
__global__ void kept_in_arrays(int* out) {
  __shared__ int pad[32];
  __shared__ int s[64];
  unsigned const x = threadIdx.x;
  pad[x % 32] = 1000000;
  s[x] = 3 * x;
  __syncthreads();
  int* tops[2] = {s, s + 64};
  int*& second = tops[1];
  holder<int> h;
  h.p = s + 64;
  h.both[0] = h.both[1] = s + 64;
  int sum = tops[1][~x] + second[~x] + h.p[~x] + h.both[x % 2][~x] + h[x] + of_many(tops, x);
  auto end = behind(s);
  sum += end[~x] + behind(s)[~x] + often(s + 1, x) - s[x];
  out[x] = 3;
  sum += often(out, x + 1) - 3;
  out[x] = sum;  // 8 times
}
__global__ void moved(int* out) {
  __shared__ int s[64];
  unsigned const x = threadIdx.x;
  s[x] = 3 * x;
  outer[x] = 5 * x;
  __syncthreads();
  tile t{s + 64, 64};
  t.top += ~x;
  int sum = *t.top;
  t.top -= 0u - x;
  t.top -= x;
  sum += *t.top;
  out[x] = sum + (outer + 64)[~x];
}

/// Numbers of 64 bits that an index is multiplied with, by a stride that only the launch knows.
__host__ __device__ unsigned long long mixed(unsigned long long seed, unsigned i) {
  unsigned long long const z = seed + (i + 1ull) * 0x9E3779B97F4A7C15ull;
  return (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
}
__global__ void hashed(int* out, unsigned long long seed, int per) {
  unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned sum = 0;
  for (int k = 0; k < per; ++k)
    sum = sum * 31 + unsigned(mixed(seed, i * unsigned(per) + unsigned(k)) >> 40);
  out[i] = int(sum);
}

// 32-bit products wrap before they become wider.
__device__ unsigned long long high_bits(unsigned long long x) { return x >> 7; }
__global__ void widened(unsigned long long* out, unsigned factor) {
  unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long const z = i * 2654435761u;
  unsigned long long w = i * factor;
  w ^= w >> 33;
  out[i] = (z >> 3) + w + high_bits(i * factor) + (unsigned long long)(i * factor) / 5;
}


// Indices of 32 bits that join 64 bits: they wrap before, and the addition after them does not.
__host__ __device__ unsigned long long joined(unsigned i, unsigned factor, unsigned long long n) {
  unsigned long long const below = i - 5u;
  unsigned long long sum = 5ull + i * 2654435761u;
  sum = sum * 31 + (n + i * factor) / 3;
  sum = sum * 31 + (unsigned long long)(i - 5u) / 7 + (below * 3 + 1) / 5;
  sum = sum * 31 + (n - (i - 9u)) / 11 + ((i - 9u) * n + (i * factor - 3ull)) / 13;
  sum = sum * 31 + ((unsigned long long)(i - 7u) - (i * factor)) / 3;
  long long left = i - 3u;
  sum += left < 0 ? 1000 : left > 20 ? 100 : 10;
  sum += (i - 3u < n ? 1 : 0) + (below > n ? 2 : 0) + (n >= (i * factor) + 1ull ? 4 : 0);
  sum += ((i ^ 3u) - 2u) + 1ull < 3 ? 8 : 0;
  for (unsigned long long k = i - 2u; k < (1ull << 33); k += 1ull << 31) sum = sum * 3 + k / 5;
  return sum;
}
__global__ void joins(unsigned long long* out, unsigned factor, unsigned long long n) {
  unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = joined(i, factor, n);
}
// As addresses they stay where they are.
// Indices that a conversion to int takes past 2^31, and steps of an int by what has no sign.
__host__ __device__ unsigned long long narrow_sum(unsigned i, unsigned n, unsigned back) {
  int const hash = int(i * 2654435761u), other = int(i * n);
  unsigned long long sum = (unsigned long long)(long long)hash + 3ull * (long long)other;
  sum += (unsigned long long)(int)(i + 0x7ffffff0u);
  sum += ((int)(i + 0x7ffffff0u) < 0) + 2 * (hash + 5 > -5) + 4 * (other < 7);
  int h = int(i);
  h += 0xffffffffu;
  sum = sum * 31 + (h < 5);
  h += 0x7ffffff0u;
  sum = sum * 31 + (h < 5);
  int turns = 0;
  for (int k = int(i); k > -100; k += back) ++turns;
  return sum * 31 + unsigned(turns);
}
__global__ void narrowed(unsigned long long* out, unsigned n, unsigned back) {
  unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = narrow_sum(i, n, back);
}
__global__ void joined_addresses(int* out, unsigned n, unsigned long long from) {
  __shared__ int s[64];
  unsigned const i = blockIdx.x * blockDim.x + threadIdx.x, x = threadIdx.x;
  s[x] = 3 * x;
  __syncthreads();
  size_t const at = i - 2u;
  int sum = 0;
  if (i >= 2) sum = s[(size_t)(x + 30u - 32u + 32u) % 32] + s[at % 32];
  out[from + i * n] = sum;
}
// Comparisons with numbers of 64 bits at the end of their range.
__global__ void compared(int* out, long long n, unsigned long long factor) {
  unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
  long long const low = (long long)i - n - 1;  // from the least number
  long long const high = n - (long long)i, own = (long long)threadIdx.x - n - 1;
  unsigned long long const h = i * factor;
  out[i] = (low < 0) + 2 * (low < n) + 4 * (low < 5 - n) + 8 * (high > 0) + 16 * (high > 5 - n) +
           32 * (high == n - 3) + 512 * (own < n) + 1024 * (own > -5) + 2048 * (n >= own) + 64 * (h > 1000) + 128 * (h < 1ull << 63) + 256 * (low + 2 > high);
}

// Lists that leave out the braces of rows.
template <int rows, int columns>
__global__ void listed_flat(int* out) {
  int const t = threadIdx.x;
  int sums[rows][columns] = {0};
  int begun[rows][columns] = {t, 2, t + 1, 4};
  int cube[2][rows][2] = {1, 2, 3, t, 5};
  int mixed[2][2][2] = {{1, 2, 3}, {4}};
  int all = 0;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      sums[i][j] += (i + 1) * begun[i][j] * (j + 3);
      all += sums[i][j] + 100 * cube[j & 1][i][1] + 10 * mixed[i & 1][1][j & 1];
    }
  out[t] = all;
}
int sum_listed_flat(int t) {
  int const begun[2][3] = {{t, 2, t + 1}, {4}}, cube[2][2][2] = {{{1, 2}, {3, t}}, {{5}}},
            mixed[2][2][2] = {{{1, 2}, {3}}, {{4}}};
  int all = 0;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      all += (i + 1) * begun[i][j] * (j + 3) + 100 * cube[j & 1][i][1] +
             10 * mixed[i & 1][1][j & 1];
  return all;
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
  a.check(
      "indices: kept in structures", out, 64, [&] { kept<<<1, 64>>>(out); },
      [](int i) { return 10 * 3 * (63 - i); });
  a.check(
      "indices: kept in arrays", out, 64, [&] { kept_in_arrays<<<1, 64>>>(out); },
      [](int i) { return 8 * 3 * (63 - i); });
  a.check(
      "indices: moved", out, 64, [&] { moved<<<1, 64>>>(out); },
      [](int i) { return 11 * (63 - i); });
  unsigned long long const seed = 10174512028591161042ull;
  a.check(
      "indices: hashed", out, 64, [&] { hashed<<<1, 64>>>(out, seed, 3); },
      [&](int i) {
        unsigned sum = 0;
        for (unsigned k = 0; k < 3; ++k)
          sum = sum * 31 + unsigned(mixed(seed, unsigned(i) * 3 + k) >> 40);
        return int(sum);
      });
  auto* const wide = managed<unsigned long long>();
  a.check(
      "indices: widened", wide, 64, [&] { widened<<<2, 32>>>(wide, 0x9e3779b9u); },
      [](int i) {
        unsigned const n = unsigned(i) * 2654435761u, m = unsigned(i) * 0x9e3779b9u;
        return (n >> 3) + 0ull + m + (m >> 7) + m / 5;
      });
  unsigned long long const many = 4294967290ull;
  a.check(
      "indices: joins", wide, 64, [&] { joins<<<2, 32>>>(wide, 0x9e3779b9u, many); },
      [&](int i) { return joined(unsigned(i), 0x9e3779b9u, many); });
  a.check(
      "indices: joined addresses", out, 64, [&] { joined_addresses<<<2, 32>>>(out, 1u, 0); },
      [](int i) { return i >= 2 ? 3 * ((i % 32 + 30) % 32) + 3 * ((i - 2) % 32) : 0; });
  long long const most = 0x7fffffffffffffffll;
  a.check(
      "indices: narrowed", wide, 64, [&] { narrowed<<<2, 32>>>(wide, 0x9e3779b9u, 0xfffffff0u); },
      [](int i) { return narrow_sum(unsigned(i), 0x9e3779b9u, 0xfffffff0u); });
  a.check(
      "indices: compared", out, 64, [&] { compared<<<2, 32>>>(out, most, 0x9E3779B97F4A7C15ull); },
      [&](int i) {
        long long const low = i - most - 1, high = most - i;
        unsigned long long const h = unsigned(i) * 0x9E3779B97F4A7C15ull;
        return (low < 0) + 2 * (low < most) + 4 * (low < 5 - most) + 8 * (high > 0) +
               16 * (high > 5 - most) + 512 + 2048 + 32 * (high == most - 3) + 64 * (h > 1000) +
               128 * (h < 1ull << 63) + 256 * (low + 2 > high);
      });
  a.check(
      "indices: listed flat", out, 64, [&] { listed_flat<2, 3><<<1, 64>>>(out); }, sum_listed_flat);
}
